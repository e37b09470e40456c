"""The formats that can be loaded, one module each, and how a format is recognised."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Protocol

from linewise.errors import LoadError
from linewise.loading.markdown import load_markdown
from linewise.loading.text import load_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from linewise.document import Document

__all__ = ["FORMATS", "TEXT", "Format", "Loader", "detect", "format_named"]


class Loader(Protocol):
    """A function from the bytes of a file to a document."""

    def __call__(self, data: bytes, *, name: str | None, encoding: str | None) -> Document:
        """Read `data`; `name` is for messages, `encoding` None where it is to be found."""
        ...


def _never(_data: bytes) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Format:
    """A format that can be loaded.

    Attributes:
        name: what `load(format=...)` calls it.
        suffixes: the ends of file names that stand for it, lower case, with the dot.
        load: the loader.
        proves: whether bytes are of this format beyond doubt, whatever the name says.
    """

    name: str
    suffixes: tuple[str, ...]
    load: Loader
    proves: Callable[[bytes], bool] = _never


TEXT = Format("text", (".txt", ".text", ".log", ".rst", ".csv"), load_text)

# What bytes prove comes before what a name says; among equals the first in the list wins.
FORMATS: tuple[Format, ...] = (
    Format("markdown", (".md", ".markdown", ".mdown", ".mkd"), load_markdown),
    TEXT,
)


def detect(data: bytes, name: str | None = None, formats: Sequence[Format] = FORMATS) -> Format:
    """Return the format of a file by its content, then by its name; otherwise it is text."""
    suffix = PurePath(name).suffix.lower() if name else ""
    by_content = (known for known in formats if known.proves(data))
    by_name = (known for known in formats if suffix in known.suffixes)
    return next(by_content, None) or next(by_name, None) or TEXT


def format_named(name: str, formats: Sequence[Format] = FORMATS) -> Format:
    """Return the format that `name` stands for.

    Raises:
        LoadError: there is none.
    """
    for known in formats:
        if known.name == name:
            return known
    names = ", ".join(sorted(known.name for known in formats))
    raise LoadError(f"format {name!r} is unknown; known are: {names}")
