"""The lines of a payload: what stands in one, and which name it begins with."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from linewise.replies.vocabulary import Vocabulary

__all__ = [
    "BLANK_BEFORE",
    "COMMENT",
    "DASH",
    "INDENT",
    "ITEM_DASH",
    "MARKER",
    "NOTHING",
    "Key",
    "Line",
    "key_at",
    "line_start",
    "rest_of_line",
]

NOTHING = re.compile(r"[ \t]*(?:\r?\n|\Z)")
COMMENT = re.compile(r"[ \t]*#[^\n]*(?:\n|\Z)")
INDENT = re.compile(r"[ \t]*")

# Where a document of YAML begins or ends.
MARKER = re.compile(r"(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)")

# An empty line, at the end of what stands before a place.
BLANK_BEFORE = re.compile(r"(?:^|\n)[ \t]*\r?\n[ \t]*\Z")

# What an item begins with; a list inside an item has dashes alone.
ITEM_DASH = re.compile(r"(?:[-*+•]|[0-9]{1,4}[.)])(?:[ \t]+|(?=\r?\n|\Z))")
DASH = re.compile(r"-(?:[ \t]+|(?=\r?\n|\Z))")

_REST = re.compile(r"[^\n]*")
_KEY = re.compile(
    r"(?P<quote>[\"'`]?|\*\*)(?P<name>[^\W\d][\w./-]*(?: [\w./-]+){0,3})(?P=quote)[ \t]*"
    r"(?P<colons>:+|：)(?P<gap>[ \t]|(?=\r?\n|\Z))?"
)


class Line(NamedTuple):
    """A line that says something: where its words begin, and how far they are indented."""

    at: int
    column: int


class Key(NamedTuple):
    """A name, the offset of its value, and how many colons stand between them."""

    name: str
    end: int
    colons: int


def rest_of_line(text: str, at: int) -> str:
    """Return what stands between a place and the end of its line."""
    match = _REST.match(text, at)
    assert match is not None  # noqa: S101 - nothing matches too
    return match[0].rstrip("\r")


def line_start(text: str, at: int) -> int:
    """Return where the line of a place begins."""
    return text.rfind("\n", 0, at) + 1


def key_at(text: str, vocabulary: Vocabulary, at: int) -> Key | None:
    """Return the name that stands at a place, or None.

    Only a name that is known may go without a space behind its colon.
    """
    match = _KEY.match(text, at)
    if match is None:
        return None
    apart = match["gap"] is not None or match["colons"] == "："
    if not apart and not vocabulary.is_known(match["name"]):
        return None
    return Key(match["name"], match.end(), len(match["colons"]))
