"""Texts that are the names of files: the one question that a text is a reason to ask the disk."""

from __future__ import annotations

import os
import re
import sys
import warnings

__all__ = ["names_file", "warn_of_file_name"]

_LONGEST = 200

# One line that ends in a suffix, or leads through a folder; the disk has the last word.
_LIKE_A_PATH = re.compile(r"[^\r\n]*(?:\.[A-Za-z][A-Za-z0-9]{0,9}|[/\\][^\s/\\]+)")


def names_file(text: str) -> bool:
    """Tell whether a text is one line like the path of a file, and there is one."""
    is_like_one = len(text) <= _LONGEST and _LIKE_A_PATH.fullmatch(text) is not None
    return is_like_one and os.path.isfile(text)  # noqa: PTH113 - odd names raise in pathlib


def warn_of_file_name(text: str) -> None:
    """Warn of a text that is the name of a file: most who give one mean what the file holds.

    It is a text all the same. Python's own filter shows the warning once for a line of code.
    """
    if names_file(text):
        warnings.warn(
            f"the text is the name of a file; did you mean linewise.load({_quoted(text)})?",
            UserWarning,
            stacklevel=_frames_inside() + 1,
        )


def _quoted(text: str) -> str:
    return f'"{text}"' if text.isprintable() and not {'"', "\\"} & {*text} else repr(text)


def _frames_inside() -> int:
    """Return how many calls inside of this package lead to whoever asks for it."""
    inside = 0
    frame = sys._getframe(1)  # noqa: SLF001 - warnings goes by numbers of frames until Python 3.12
    while frame.f_back and frame.f_globals.get("__name__", "").partition(".")[0] == "linewise":
        inside += 1
        frame = frame.f_back
    return inside
