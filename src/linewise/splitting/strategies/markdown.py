"""Markdown: under one heading, then blocks, items and rows, as a CommonMark parser sees them.

A block that lies `n` blocks deep has its ends among the boundaries of rank `2n` (where something
begins) and `2n + 1` (where something ends), so nothing that fits is cut.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from linewise.loading.markdown import body_start, parsed_stretches, raw_headings, titled
from linewise.splitting.boundaries import Separators
from linewise.splitting.strategies.layouts import Layout, Outline, outlined, section_starts
from linewise.splitting.strategies.ranked import Guarded, Ranked
from linewise.splitting.strategies.sentences import sentence_bounds

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from linewise.document import Document, Heading
    from linewise.loading.markdown import ParsedStretch, RawHeading
    from linewise.splitting.strategies.layouts import Outlook

__all__ = ["TableAbove", "layout"]

# Blocks within blocks that are told apart.
_DEEPEST = 16

# The rows of a table are its parts, not its head and its body.
_NO_UNITS = {"inline", "thead_open", "tbody_open"}

# Bounded, since what begins and never ends would be looked at from each of its brackets.
_LINK = re.compile(
    r"""
    !?\[ (?: [^\[\]\\]++ | \\. | !?\[ [^\[\]]*+ \] (?: \( [^()\s]*+ \) )? ){0,100}+ \]
    (?: \( (?: [^()\\]++ | \\. | \( [^()]*+ \) ){0,100}+ \) | \[ [^\[\]]*+ \] )
    | < [a-zA-Z] [\w+.-]++ : [^<>\s]++ >
    | \b https?:// [^\s<>]++
    """,
    re.VERBOSE | re.DOTALL,
)


class _Table(NamedTuple):
    """A table: where it begins, where its rows begin, and where it ends."""

    start: int
    rows: int
    end: int


class _Blocks(NamedTuple):
    """What is found of a text: offsets by rank, paragraphs, tables, headings."""

    ranks: list[list[int]]
    prose: list[tuple[int, int]]
    tables: list[_Table]
    headings: list[Heading]


@dataclass(frozen=True, slots=True)
class TableAbove:
    """The context of a chunk: its heading path, and the header of a table that it goes on with."""

    outline: Outline
    tables: Sequence[_Table]

    def __call__(self, start: int, /) -> str:
        """Return the context of a chunk that begins at an offset."""
        parts = [self.outline(start)]
        at = bisect_right(self.tables, start, key=lambda table: table.start) - 1
        if at >= 0 and self.tables[at].start < start < self.tables[at].end:
            table = self.tables[at]
            parts.append(self.outline.document.text[table.start : table.rows].rstrip("\r\n"))
        return "\n\n".join(filter(None, parts))


def layout(document: Document, outlook: Outlook) -> Layout:
    """Lay sections at headings, and in them blocks, then sentences, lines and words."""
    text = document.text
    blocks = _blocks(text)
    known = outlined(document, lambda _: blocks.headings)
    links = [match.span() for match in _LINK.finditer(text)]
    in_prose = _inside(sentence_bounds(document, outlook.language), blocks.prose)
    words = Guarded(text, Separators(text, ("\n", " ")), links)
    sentences = Guarded(text, Ranked(text, [in_prose], words), links)
    strategy = Ranked(text, blocks.ranks, sentences)
    context = TableAbove(Outline(known), blocks.tables)
    return Layout(strategy, section_starts(known), context)


def _blocks(text: str) -> _Blocks:
    found = _Blocks([[] for _ in range(2 * _DEEPEST + 2)], [], [], [])
    found.ranks[0].append(body_start(text))
    references: dict[str, Any] = {}
    raw: list[RawHeading] = []
    for part in parsed_stretches(text, references, tables=True):
        _add(found, part)
        raw += raw_headings(part)
    found.headings.extend(titled(raw, references))
    for rank in found.ranks:
        rank.sort()
    return found


def _add(found: _Blocks, part: ParsedStretch) -> None:
    """Add the blocks of a stretch."""
    for token in part.tokens:
        if token.map is None or token.nesting < 0:
            continue
        start, end = (part.offset + part.lines[line] for line in token.map)
        if start >= part.offset + part.done:
            break
        if token.type == "inline":
            found.prose.append((start, end))
        if token.type in _NO_UNITS:
            continue
        rank = 2 * min(token.level, _DEEPEST)
        found.ranks[rank].append(start)
        found.ranks[rank + 1].append(end)
        if token.type == "table_open":
            rows = min(token.map[0] + 2, token.map[1])
            found.tables.append(_Table(start, part.offset + part.lines[rows], end))


def _inside(offsets: Iterator[int], stretches: list[tuple[int, int]]) -> Iterator[int]:
    """Yield the offsets that lie strictly inside one of the stretches."""
    at = 0
    for offset in offsets:
        while at < len(stretches) and stretches[at][1] <= offset:
            at += 1
        if at < len(stretches) and stretches[at][0] < offset:
            yield offset
