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
    ├── ConfigError      a settings file that cannot be used
    └── ReplyError       a model's reply that cannot be trusted

Those that name a wrong argument are `ValueError`s too, so that code which knows nothing of
linewise can still catch them.
"""

from __future__ import annotations

__all__ = [
    "ChangeError",
    "ConfigError",
    "DocumentError",
    "LineIdError",
    "LinewiseError",
    "LoadError",
    "OptionError",
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


class ConfigError(LinewiseError):
    """A settings file that cannot be read, or a setting that does not exist."""
