"""Kinds of values: what a call was given, named in the words of its arguments."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import SupportsFloat, SupportsIndex

from linewise.errors import OptionError

__all__ = [
    "MOST_SECONDS",
    "check_call",
    "check_items",
    "check_kind",
    "check_number",
    "check_path",
    "check_seconds",
    "check_several",
    "check_text",
    "check_whole",
    "file_name_hint",
    "loading_hint",
    "no_content",
]

# No wait is that long, and threads and sockets count little further.
MOST_SECONDS = 1_000_000_000

_LONGEST_NAME = 200
_FILE_NAME = re.compile(r"[^\s<>|*?\"]*[^\s<>|*?\"./\\]\.[A-Za-z][A-Za-z0-9]{0,9}")


def no_content(value: object) -> TypeError:
    """Return what to raise where something is neither a text nor a document."""
    told = f"a text or a document was expected, not {type(value).__name__}"
    return TypeError(told + loading_hint(value))


def loading_hint(value: object) -> str:
    """Return what to add to a complaint about what is no text, where a file may be meant."""
    if hasattr(value, "__fspath__"):
        return "; lw.load(path) opens a file"
    if isinstance(value, bytes | bytearray):
        return "; lw.load(data) reads the bytes of a file"
    return ""


def file_name_hint(text: str) -> str:
    """Return what to add to a complaint about a text that looks like the name of a file.

    Nothing is looked up on the disk: a text of one word that ends in a suffix is a text all the
    same, and the hint stands only where a call fails with it.
    """
    if len(text) > _LONGEST_NAME or not _FILE_NAME.fullmatch(text):
        return ""
    return f"; the text is {text!r}: lw.load opens a file"


def check_text(name: str, value: object) -> None:
    """Refuse with a TypeError what is no text."""
    if not isinstance(value, str):
        raise TypeError(f"{name} is text, not {type(value).__name__}")


def check_whole(name: str, value: object) -> None:
    """Refuse with a TypeError what is no whole number."""
    if type(value) is not int and not isinstance(value, SupportsIndex):
        raise TypeError(f"{name} is a whole number, not {_shown(value)}")


def check_number(name: str, value: object) -> None:
    """Refuse with a TypeError what is no number."""
    if not isinstance(value, SupportsFloat):
        raise TypeError(f"{name} is a number, not {_shown(value)}")


def check_seconds(name: str, value: float) -> None:
    """Refuse a time to wait that is no number, not above 0, or more than the system counts.

    Raises:
        OptionError: it is out of bounds; no number is a TypeError.
    """
    check_number(name, value)
    if not 0 < value <= MOST_SECONDS:
        raise OptionError(
            f"{name} is above 0 seconds and at most {MOST_SECONDS:,}, not {_shown(value)}"
        )


def check_call(name: str, value: object) -> None:
    """Refuse with a TypeError what cannot be called."""
    if not callable(value):
        raise TypeError(f"{name} is a function, not {type(value).__name__}")


def check_several(name: str, value: object, example: str) -> None:
    """Refuse with a TypeError what is one value where several belong; a text is one, too.

    Args:
        name: of the argument.
        value: what was given.
        example: what would be right.
    """
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise TypeError(f"{name} are several, such as {example}, not {_shown(value)}")


def check_items(name: str, values: Iterable[object], kind: type) -> None:
    """Refuse with a TypeError the first of several values that is of another kind.

    Args:
        name: of one of them.
        values: what was given.
        kind: what each of them is.
    """
    for number, one in enumerate(values, start=1):
        if not isinstance(one, kind):
            raise TypeError(f"{name} {number} is a {type(one).__name__}, not a {kind.__name__}")


def check_kind(name: str, value: object, kind: type) -> None:
    """Refuse with a TypeError what is of another kind."""
    if not isinstance(value, kind):
        raise TypeError(f"{name} is of the kind {kind.__name__}, not {type(value).__name__}")


def check_path(value: object) -> None:
    """Refuse with a TypeError what is no path of a file."""
    if not isinstance(value, str) and not hasattr(value, "__fspath__"):
        hint = "; os.fsdecode() makes one of bytes" if isinstance(value, bytes) else ""
        raise TypeError(f"the path of the file was expected, not {type(value).__name__}{hint}")


def _shown(value: object) -> str:
    """Return a value where it is short enough to be recognised by, else what it is."""
    shown = repr(value) if isinstance(value, str | int | float) else ""
    return shown if 0 < len(shown) <= 40 else type(value).__name__
