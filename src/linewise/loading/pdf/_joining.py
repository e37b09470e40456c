"""How the lines of a paragraph become one line again."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from linewise.loading.pdf._signs import reads_without_spaces

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Vocabulary", "join", "stops_short"]

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_END = re.compile(r"([^\W\d_]+)[-\u2010\u00ad]\Z")
_START = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_SOFT = "\u00ad"

# A dash, slash or at sign that closes up with the word before it closes up with the next too.
_CLOSED = re.compile(r"[^\s\u2013\u2014-][\u2013\u2014\u2010/@_-]\Z")

# An address that goes on in the next line.
_ADDRESS = re.compile(r"(?:https?:|www\.|doi\.org)\S*[.?=&%#:~]\Z")

# What follows a hyphen that stands for a word left out: "pre- and post-war".
_SUSPENDED = frozenset(
    ("and", "or", "to", "und", "oder", "bzw", "et", "ou", "y", "o", "e", "en", "of", "och", "og")
)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words that stand whole in a document, which tell what a hyphen at a line end means.

    Attributes:
        words: in lower case; those with hyphens in them too.
        hyphenates: whether the document breaks words at line ends, or only at their hyphens.
    """

    words: frozenset[str]
    hyphenates: bool = True

    @classmethod
    def of(cls, lines: Iterable[str]) -> Vocabulary:
        """Collect the words inside of lines, and see what becomes of those at their ends."""
        lines = list(lines)
        words = frozenset(word for line in lines for word in _WORD.findall(_inside(line).lower()))
        broken = kept = 0
        for line, following in pairwise(lines):
            if halves := _halves(line, following):
                broken += "".join(halves) in words
                kept += "-".join(halves) in words
        return cls(words, hyphenates=broken >= kept)

    def closes_up(self, first: str, second: str) -> bool:
        """Tell whether two halves at a line end are one word without a hyphen."""
        if first + second in self.words:
            return True
        return self.hyphenates and f"{first}-{second}" not in self.words


def join(text: str, line: str, vocabulary: Vocabulary) -> str:
    """Append a line to the text of its paragraph, with or without a space or a hyphen."""
    if not text or not line:
        return text + line
    if text.endswith(_SOFT):
        return text[:-1] + line
    if halves := _halves(text, line):
        if halves[1] in _SUSPENDED:
            return f"{text} {line}"
        return (text[:-1] if vocabulary.closes_up(*halves) else text) + line
    if _CLOSED.search(text[-2:]) or _is_unspaced(text, line) or _is_address(text, line):
        return text + line
    return f"{text} {line}"


def stops_short(text: str, line: str) -> bool:
    """Tell whether a line ends so that it goes on in the next: at a hyphen, in an address."""
    return bool(_CLOSED.search(text[-2:])) or _is_address(text, line)


def _halves(text: str, line: str) -> tuple[str, str] | None:
    """Return the halves of a word, in lower case, that a line end may have broken."""
    end, start = _END.search(text[-60:]), _START.match(line)
    if not end or not start or not start[0][0].islower():
        return None
    return end[1].lower(), start[0].lower()


def _inside(line: str) -> str:
    """Return a line without its last word where that one is broken."""
    return line[: -len(end[0])] if (end := _END.search(line[-60:])) else line


def _is_address(text: str, line: str) -> bool:
    if not _ADDRESS.search(text[-200:]):
        return False
    return line[0].islower() or line[0].isdigit() or line.startswith("//")


def _is_unspaced(text: str, line: str) -> bool:
    return reads_without_spaces(text[-1]) and reads_without_spaces(line[0])
