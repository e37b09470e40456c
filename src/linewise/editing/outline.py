"""The lines of a document that are headings, and which of them a line stands under."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from linewise.document import Heading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from linewise.document import Document

__all__ = ["HeadingLine", "Outline", "outline", "with_headings"]

# Files whose lines that look like headings are some: elsewhere a # begins a comment.
_MARKED = (".txt", ".text", ".html", ".htm", ".xhtml")
_TAGS = re.compile(r"<[^<>]*>")

_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]|\s*<h([1-6])\b", re.IGNORECASE)
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


class HeadingLine(NamedTuple):
    """A line that is a heading, and its level."""

    line: int
    level: int


@dataclass(frozen=True)
class Outline:
    """The headings of a document, in their order."""

    headings: tuple[HeadingLine, ...]

    def over(self, line: int) -> list[int]:
        """Return the lines of the headings that a line stands under, the nearest first."""
        index: int | None = bisect_right(self._lines, line) - 1
        found = []
        while index is not None and index >= 0:
            found.append(self.headings[index].line)
            index = self._parents[index]
        return found

    @cached_property
    def _lines(self) -> list[int]:
        return [heading.line for heading in self.headings]

    @cached_property
    def _parents(self) -> list[int | None]:
        parents: list[int | None] = []
        still_open: list[int] = []
        for index, heading in enumerate(self.headings):
            while still_open and self.headings[still_open[-1]].level >= heading.level:
                still_open.pop()
            parents.append(still_open[-1] if still_open else None)
            still_open.append(index)
        return parents


def outline(document: Document) -> Outline:
    """Return the headings that a document knows of, or those that Markdown and HTML mark."""
    if document.headings:
        return Outline(
            tuple(
                HeadingLine(document.line_at(heading.span.start), heading.level)
                for heading in document.headings
            )
        )
    return Outline(tuple(_marked(document)))


def with_headings(document: Document, kind: str, suffix: str) -> Document:
    """Return a raw text that knows the headings which its format marks, if it marks any.

    Args:
        document: a text as it stands in its file.
        kind: the name of its format, as `detect` finds it.
        suffix: the end of the name of its file, with the dot.
    """
    if kind == "markdown":
        from linewise.loading import markdown_headings  # noqa: PLC0415 - it brings all of loading

        return replace(document, headings=tuple(markdown_headings(document.text)))
    if suffix.lower() not in _MARKED:
        return replace(document, headings=())
    headings = (
        Heading(level, _title(document.lines[line - 1]), document.line_span(line))
        for line, level in outline(document).headings
    )
    return replace(document, headings=tuple(headings))


def _title(line: str) -> str:
    from linewise.loading.html_tokens import unescaped  # noqa: PLC0415 - as above

    return unescaped(_TAGS.sub("", line)).strip().strip("#").strip()


def _marked(document: Document) -> Iterator[HeadingLine]:
    """Yield the lines that are marked as headings outside of fenced code."""
    fence = ""
    for line, text in enumerate(document.lines, start=1):
        if (mark := _FENCE.match(text)) is not None:
            if not fence:
                fence = mark[1]
            elif mark[1].startswith(fence):
                fence = ""
        elif not fence and (found := _HEADING.match(text)) is not None:
            yield HeadingLine(line, len(found[1]) if found[1] else int(found[2]))
