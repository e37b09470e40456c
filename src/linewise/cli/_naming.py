"""Files by the names that people use for them, where the library knows their real paths."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = ["as_named", "from_here", "in_own_words", "names_in"]

# How the sides of a conflict begin: words of a document, which are told as they are.
_SIDE = "  "


def as_named(message: str, names: Iterable[str]) -> str:
    """Return a message in which files go by the relative names that the user gave.

    Args:
        message: with their real paths in it.
        names: what may be such a name; whatever is none is in no message.
    """
    real = dict(_real_paths(names))
    # A file goes by its own name, not by that of a folder that it is in.
    for path in sorted(real, key=len, reverse=True):
        pattern = re.compile(rf"(?<![\w./-]){re.escape(path)}(?![\w.-])")
        message = in_own_words(message, partial(_named, pattern, real[path]))
    return message


def in_own_words(message: str, change: Callable[[str], str]) -> str:
    """Return a message whose lines are changed, but for what it shows of a document.

    Args:
        message: one line or several.
        change: returns a line in other words.
    """
    lines = message.split("\n")
    return "\n".join(line if line.startswith(_SIDE) else change(line) for line in lines)


def names_in(arguments: Iterable[str]) -> Iterator[str]:
    """Yield what may be the name of a file among arguments, FILE:LINE and --option=FILE too."""
    for word in arguments:
        yield from (word, word.rpartition(":")[0], word.partition("=")[2])


def from_here(path: str) -> str:
    """Return a path as one would write it from here: what lies elsewhere stands in full."""
    try:
        near = os.path.relpath(path)
    except (OSError, ValueError):
        return path
    return path if near.startswith(os.pardir) else near


def _named(pattern: re.Pattern[str], name: str, line: str) -> str:
    return name.join(pattern.split(line))


def _real_paths(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the real path of each relative name, with the name."""
    for name in names:
        if name and not os.path.isabs(name):  # noqa: PTH117 - any word may stand here
            # The current folder may be gone, and a word may be no path at all.
            with suppress(OSError, ValueError):
                yield os.path.realpath(name), name
