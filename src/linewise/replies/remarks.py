"""What a reader says about a reply that it did not take word for word."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Caution", "CautionKind", "Repair", "RepairKind"]


class RepairKind(StrEnum):
    """What was mended in a reply; the values are published and stay."""

    BACKSLASH_KEPT = "backslash_kept"
    BRACKET_SUPPLIED = "bracket_supplied"
    COLON_DROPPED = "colon_dropped"
    COMMA_DROPPED = "comma_dropped"
    COMMA_SUPPLIED = "comma_supplied"
    COMMENT_DROPPED = "comment_dropped"
    DASH_SUPPLIED = "dash_supplied"
    DUPLICATE_DROPPED = "duplicate_dropped"
    FENCES_JOINED = "fences_joined"
    ID_RENAMED = "id_renamed"
    INDENT = "indent"
    INNER_QUOTES = "inner_quotes"
    KEY_IGNORED = "key_ignored"
    RAW_LINE_BREAK = "raw_line_break"
    TALK_DROPPED = "talk_dropped"
    UNESCAPED = "unescaped"
    WRAPPER_STRIPPED = "wrapper_stripped"


class CautionKind(StrEnum):
    """What was taken as it stands but deserves a look; the values are published and stay."""

    ELLIPSIS = "ellipsis"
    ENTITIES_KEPT = "entities_kept"
    LITERAL_BACKSLASH_N = "literal_backslash_n"
    LOOKS_NUMBERED = "looks_numbered"
    OPEN_ENDED = "open_ended"
    PLAIN_LIST = "plain_list"


@dataclass(frozen=True, slots=True)
class Repair:
    """One thing that was mended because only one meaning was left.

    Attributes:
        kind: what was mended.
        message: the same in words, with the place.
        item: which item of the reply, counted from 1; None when it is the reply as a whole.
    """

    kind: RepairKind
    message: str
    item: int | None = None


@dataclass(frozen=True, slots=True)
class Caution:
    """One thing that was taken as it stands, though it may not be what was meant.

    Attributes:
        kind: what to look at.
        message: the same in words, with the place.
        item: which item of the reply, counted from 1; None when it is the reply as a whole.
    """

    kind: CautionKind
    message: str
    item: int | None = None
