"""How models write the ids of lines: one spelling of each, for all of theirs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["LineRange", "Reference", "TaggedLine", "read_reference"]


@dataclass(frozen=True, slots=True)
class LineRange:
    """Lines of a document from `first` to `last`, both included, with the tags they carried."""

    first: int
    last: int
    first_tag: str | None = None
    last_tag: str | None = None

    def __str__(self) -> str:
        return f"{self.first}..{self.last}"


@dataclass(frozen=True, slots=True)
class TaggedLine:
    """A line of a document and the tag of the text that it had."""

    number: int
    tag: str

    def __str__(self) -> str:
        return f"{self.number}:{self.tag}"


Reference: TypeAlias = "int | str | LineRange | TaggedLine"

_MAX_ID = 64

# The tag in front of a line, or the id that was copied with its sign behind it.
_WRAPPED = re.compile(r"<(?:p|div)\s+id\s*=\s*[\"']?([^\"'<>\s]+)[\"']?\s*/?>(?:.*</(?:p|div)>)?")
_AROUND = re.compile(r"[\[(<#`\"']*(.*?)[\])>`\"'|]*:?")
_LINE = r"(?:(?:lines?|lignes?|ln|l|zeile|div-id|#)[ _-]?)?#?([0-9]{1,18})(?::([0-9a-z]{2}))?"
_ONE = re.compile(_LINE, re.IGNORECASE)
_RANGE = re.compile(
    rf"(?:from |de |von )?{_LINE}\s*"
    rf"(?:\.{{2,3}}|…|[-–—]|->|→|\b(?:to|through|thru|until|à|au|bis)\b)\s*{_LINE}",
    re.IGNORECASE,
)
_DOTTED = re.compile(r"(?:line|ligne|l)[ _-]?([0-9]+(?:[._-][0-9a-z]+)+)", re.IGNORECASE)


def read_reference(written: str) -> Reference:
    """Return what an id names: a line of the document, a range of lines, or a name.

    `7`, `line-7`, `Line 7`, `L7`, `#line-7`, `[7]`, `7|`, and `<p id="line-7">` are 7;
    `2..5`, `line-2 to line-5`, and `2–5` are a range; whatever else is the name of a line that
    the same reply creates.
    """
    text = written.strip()
    wrapped = _WRAPPED.fullmatch(text)
    if wrapped is not None:
        text = wrapped[1]
    around = _AROUND.fullmatch(text) if len(text) <= 2 * _MAX_ID else None
    text = around[1].strip() if around is not None else text
    if len(text) > _MAX_ID:
        return text
    if (one := _ONE.fullmatch(text)) is not None:
        number = int(one[1])
        return number if one[2] is None else TaggedLine(number, one[2].lower())
    if (both := _RANGE.fullmatch(text)) is not None:
        return LineRange(int(both[1]), int(both[3]), both[2], both[4])
    if (dotted := _DOTTED.fullmatch(text)) is not None:
        return dotted[1].lower()
    return text
