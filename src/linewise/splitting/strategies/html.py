"""HTML as source: under one heading, then blocks within blocks; never a cut inside a tag.

Blocks are told by their tags alone, end tags that may be left out included. A block that lies
`n` blocks deep has its ends among the boundaries of rank `2n` and `2n + 1`, as in Markdown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from linewise.document import Heading, Span
from linewise.loading.html_tokens import LENIENT, STRICT, Part, unescaped
from linewise.splitting.boundaries import Separators
from linewise.splitting.strategies.layouts import Layout, Outline, outlined, section_starts
from linewise.splitting.strategies.ranked import Guarded, Ranked

if TYPE_CHECKING:
    from collections.abc import Iterator
    from re import Match

    from linewise.document import Document
    from linewise.splitting.strategies.layouts import Outlook

__all__ = ["layout"]

# Blocks within blocks that are told apart.
_DEEPEST = 24

_WITHIN = ("\n", ". ", " ")

_LEVELS = {f"h{level}": level for level in range(1, 7)}

_BLOCKS = frozenset(
    (
        *("address", "article", "aside", "blockquote", "body", "caption", "center"),
        *("dd", "details"),
        *("dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer"),
        *("form", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header"),
        *("hgroup", "html", "legend", "li", "main", "menu", "nav", "ol", "optgroup"),
        *("option", "p", "pre", "section", "select", "summary", "table", "tbody", "td"),
        *("tfoot", "th", "thead", "tr", "ul"),
    )
)

# What a start tag ends of what is open, where the end tag was left out.
_CLOSES: dict[str, frozenset[str]] = {
    "li": frozenset({"li", "p"}),
    "dt": frozenset({"dt", "dd", "p"}),
    "dd": frozenset({"dt", "dd", "p"}),
    "td": frozenset({"td", "th", "p"}),
    "th": frozenset({"td", "th", "p"}),
    "tr": frozenset({"tr", "td", "th", "p"}),
    "tbody": frozenset({"thead", "tbody", "tr", "td", "th", "p"}),
    "tfoot": frozenset({"thead", "tbody", "tr", "td", "th", "p"}),
    "option": frozenset({"option"}),
    "optgroup": frozenset({"option", "optgroup"}),
    "body": frozenset({"head"}),
}
_ENDS_PARAGRAPH = frozenset({"p"})


def layout(document: Document, outlook: Outlook) -> Layout:  # noqa: ARG001 - as all have it
    """Lay sections at headings, and in them blocks, then lines and words outside of tags."""
    text = document.text
    found = _Blocks(text)
    for match in _tags(text):
        found.take(match)
    found.close(0, len(text))
    known = outlined(document, lambda _: found.headings)
    words = Guarded(text, Separators(text, _WITHIN), found.tags)
    ranks = [sorted(rank) for rank in found.ranks]
    return Layout(Ranked(text, ranks, words), section_starts(known), Outline(known))


def _tags(text: str) -> Iterator[Match[str]]:
    """Yield tag after tag; after one that never ends, each goes to the next ">" at most."""
    start = 0
    for pattern in (STRICT, LENIENT):
        for match in pattern.finditer(text, start):
            if match.lastgroup == Part.CUT_OFF:
                start = match.start()
                break
            yield match
        else:
            return


class _Blocks:
    """The blocks that are open at a place, and the ends of those that were found so far."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._open: list[str] = []
        self._heading: tuple[int, int] | None = None
        self._words: list[str] = []
        self._read = 0
        self.ranks: list[list[int]] = [[] for _ in range(2 * _DEEPEST + 2)]
        self.tags: list[tuple[int, int]] = []
        self.headings: list[Heading] = []

    def take(self, match: Match[str]) -> None:
        """Take the next tag, comment or reference."""
        kind = match.lastgroup
        if kind in {Part.ENTITY, Part.SPACE}:
            return
        self.tags.append(match.span())
        if self._heading is not None:
            self._words.append(self._text[self._read : match.start()])
            self._read = match.end()
        if kind == Part.RAW:
            self._add(match.start(), match.end())
        elif kind == Part.TAG:
            name = match[4].lower()
            if name.startswith("/"):
                self._end(name[1:], match)
            elif name in _BLOCKS:
                self._begin(name, match)
            elif name == "hr":
                self._add(match.start(), match.end())

    def close(self, depth: int, end: int) -> None:
        """Close what is open from a depth on, at an offset."""
        while len(self._open) > depth:
            self._open.pop()
            self.ranks[self._rank() + 1].append(end)

    def _begin(self, name: str, match: Match[str]) -> None:
        closes = _CLOSES.get(name, _ENDS_PARAGRAPH)
        while self._open and self._open[-1] in closes:
            self.close(len(self._open) - 1, match.start())
        self.ranks[self._rank()].append(match.start())
        self._open.append(name)
        if name in _LEVELS:
            self._heading = (_LEVELS[name], match.start())
            self._words, self._read = [], match.end()

    def _end(self, name: str, match: Match[str]) -> None:
        if name in _LEVELS and self._heading is not None:
            self._end_heading(match.end())
        if name not in _BLOCKS or name not in self._open[-_DEEPEST:]:
            return
        depth = len(self._open) - 1 - self._open[::-1].index(name)
        self.close(depth, match.end())

    def _end_heading(self, end: int) -> None:
        assert self._heading is not None  # noqa: S101 - for the type checker
        level, start = self._heading
        title = " ".join(unescaped("".join(self._words)).split())
        self._heading = None
        if title and (not self.headings or self.headings[-1].span.end <= start):
            self.headings.append(Heading(level, title, Span(start, end)))

    def _add(self, start: int, end: int) -> None:
        """Add a block that nothing is inside of."""
        self.ranks[self._rank()].append(start)
        self.ranks[self._rank() + 1].append(end)

    def _rank(self) -> int:
        return 2 * min(len(self._open), _DEEPEST)
