"""What can go wrong, as a tree of errors written for people.

Every error that linewise raises on purpose is a `LinewiseError`; its message says what was
wrong, where, and what would be right.

    LinewiseError
    ├── DocumentError    a text that cannot be a document, or a heading or page outside it
    ├── SpanError        an offset or a span that does not fit the document
    ├── LineIdError      a line id of an unknown form, or outside the document
    ├── ChangeError      changes that overlap, or belong to another text
    ├── SizeError        a window or chunk size that cannot be kept
    ├── OptionError      a setting with an unknown value
    ├── TokenizerError   a tokenizer that is unknown or failed
    ├── LoadError        a file that cannot be read as a document
    ├── FileError        a file that cannot be read for editing, locked, or written
    │   ├── DocumentChangedError   it changed since it was read, where the edit changes it
    │   └── EncodingError          its encoding has no place for a character of the edit
    ├── HistoryError     a revision that is unknown, or a history that cannot be kept
    ├── ConfigError      a settings file that cannot be used
    ├── ModelError       a model that is not configured, cannot be reached, or gave no answer
    │   └── BudgetError            the tokens that a run may use are used up
    └── ReplyError       a model's reply that cannot be trusted

Those that name a wrong argument are `ValueError`s too, so that code which knows nothing of
linewise can still catch them.
"""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from linewise.changes import Conflict

__all__ = [
    "BudgetError",
    "ChangeError",
    "ConfigError",
    "DocumentChangedError",
    "DocumentError",
    "EncodingError",
    "FileError",
    "HistoryError",
    "LineIdError",
    "LinewiseError",
    "LoadError",
    "ModelError",
    "OptionError",
    "ReplyError",
    "ReplyErrorKind",
    "SizeError",
    "SpanError",
    "TokenizerError",
]


class LinewiseError(Exception):
    """Anything that linewise raises on purpose."""


class DocumentError(LinewiseError, ValueError):
    """A text that cannot be a document, or a heading or page that does not fit it."""


class SpanError(LinewiseError, ValueError):
    """An offset or a span that does not fit the document."""


class LineIdError(LinewiseError, ValueError):
    """A line id of an unknown form, outside the document, or out of order."""


class ChangeError(LinewiseError, ValueError):
    """Changes that overlap, leave their text, or belong to another text."""


class SizeError(LinewiseError, ValueError):
    """A size below 1, a negative overlap, or an overlap that is not below the size."""


class OptionError(LinewiseError, ValueError):
    """A setting with a value that does not exist."""


class TokenizerError(LinewiseError, ValueError):
    """A tokenizer that is unknown, cannot be read, or gave no usable count."""


class LoadError(LinewiseError):
    """A file that is missing, cannot be read, or holds no text of the format asked for."""


class FileError(LinewiseError):
    """A file that cannot be read for editing, cannot be locked, or cannot be written."""


class DocumentChangedError(FileError):
    """Changes that touch what others changed since; nothing was written.

    Attributes:
        conflict: the places, with what either side made of them.
    """

    def __init__(self, message: str, conflict: Conflict) -> None:
        super().__init__(message)
        self.conflict = conflict

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.conflict)


class EncodingError(FileError):
    """A character that the encoding of the file cannot hold; nothing was written."""


class HistoryError(LinewiseError):
    """A revision that is unknown or cannot be undone, or a history that cannot be kept."""


class ConfigError(LinewiseError):
    """A settings file that cannot be read, or a setting that does not exist."""


class ModelError(LinewiseError):
    """A model that is not configured, cannot be reached, or gave no answer.

    Attributes:
        status: the status that its server answered with, where it answered.
        usage: what was spent in vain, where that is known.
    """

    def __init__(self, message: str, *, status: int | None = None, usage: Any = None) -> None:
        super().__init__(message)
        self.status = status
        self.usage = usage

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self),), self.__dict__


class BudgetError(ModelError):
    """The tokens that a run may use are used up."""


class ReplyErrorKind(StrEnum):
    """Why a reply was refused; the values are published and stay."""

    # The reply as a whole
    EMPTY_REPLY = "empty_reply"
    NO_OPERATIONS = "no_operations"
    FULL_DOCUMENT = "full_document"
    WRONG_FORMAT = "wrong_format"
    TRUNCATED = "truncated"
    TOO_LARGE = "too_large"
    UNREADABLE = "unreadable"
    UNSAFE_YAML = "unsafe_yaml"

    # One item of it
    UNKNOWN_FUNCTION = "unknown_function"
    UNKNOWN_ARGUMENT = "unknown_argument"
    BAD_ARGUMENTS = "bad_arguments"
    MISSING_LINE = "missing_line"
    MISSING_CONTENT = "missing_content"
    PLACEHOLDER = "placeholder"

    # One item against the document and the other items
    UNKNOWN_LINE = "unknown_line"
    NOT_SHOWN = "not_shown"
    BAD_RANGE = "bad_range"
    TAG_MISMATCH = "tag_mismatch"
    ID_MISMATCH = "id_mismatch"
    TEXT_NOT_FOUND = "text_not_found"
    AMBIGUOUS_ID = "ambiguous_id"
    DUPLICATE_ID = "duplicate_id"
    CONFLICT = "conflict"
    CYCLE = "cycle"
    OUT_OF_ORDER = "out_of_order"
    OVERLAP = "overlap"


class ReplyError(LinewiseError):
    """A model's reply that cannot be trusted; its message can be sent back to the model as is.

    Attributes:
        kind: why.
        item: which item of the reply, counted from 1; None when it is the reply as a whole.
        reply: the reply, where it is known.
        usage: what a model was paid for the replies, where one was asked.
    """

    usage: Any = None

    def __init__(
        self, kind: ReplyErrorKind, message: str, *, item: int | None = None, reply: str = ""
    ) -> None:
        super().__init__(message if item is None else f"item {item}: {message}")
        self.kind = kind
        self.message = message
        self.item = item
        self.reply = reply

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), item=self.item), (self.kind, self.message), self.__dict__
