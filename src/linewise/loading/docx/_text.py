"""A text as it is put together: paragraphs with headings and page breaks at their places."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from linewise.document import Heading, Page, Span

__all__ = ["Composer", "Paragraph"]

# What stands between two breaks fits a page if it has no more characters.
_PAGE = 6_000


@dataclass(slots=True)
class Paragraph:
    """A paragraph as it is read.

    Attributes:
        parts: its words.
        style: the id of its style.
        list_id: of the list that it says it belongs to.
        list_level: in that list.
        outline: the outline level that it says it has.
        breaks: where in it a page begins, and whether a program found that or the author.
        goes_on: whether its end was deleted, so that the next one continues it.
        after: text boxes that are anchored in it.
        length: of the words so far.
    """

    parts: list[str] = field(default_factory=list)
    style: str | None = None
    list_id: str | None = None
    list_level: int | None = None
    outline: int | None = None
    breaks: list[tuple[int, bool]] = field(default_factory=list)
    goes_on: bool = False
    after: list[str] = field(default_factory=list)
    length: int = 0

    def write(self, words: str) -> None:
        """Add words."""
        self.parts.append(words)
        self.length += len(words)


@dataclass(slots=True)
class Composer:
    """The text of a document as it grows.

    Attributes:
        headings: so far.
        empty_headings: how many paragraphs are set as a heading and have no words.
    """

    headings: list[Heading] = field(default_factory=list)
    empty_headings: int = 0
    _parts: list[str] = field(default_factory=list)
    _length: int = 0
    _kind: str = ""
    _pending: list[bool] = field(default_factory=list)
    _breaks: list[tuple[int, bool]] = field(default_factory=list)

    def add(
        self,
        text: str,
        *,
        kind: str = "",
        level: int | None = None,
        label: str = "",
        breaks: list[tuple[int, bool]] | None = None,
    ) -> None:
        """Add a paragraph, apart from the one before it.

        Args:
            text: its words.
            kind: paragraphs of one kind, such as list items, follow each other without a blank
                line; an empty one never does.
            level: of the heading that it is.
            label: what stands before the words.
            breaks: where in the words a page begins.
        """
        words = text.strip()
        if not words:
            self.empty_headings += level is not None
            self.carry(breaks or [])
            return
        start = self._separate(kind) + len(label) - len(label.lstrip(" "))
        first = self._length + len(label)
        self._parts += [label, words]
        self._length = first + len(words)
        self._break(breaks or (), start, first - (len(text) - len(text.lstrip())))
        if level is not None:
            title = " ".join(f"{label}{words}".split())
            self.headings.append(Heading(level, title, Span(start, self._length)))

    def carry(self, breaks: list[tuple[int, bool]]) -> None:
        """Let the pages that began in words elsewhere begin at the next paragraph."""
        self._pending += [found for _, found in breaks]

    def _separate(self, kind: str) -> int:
        if self._parts:
            separator = "\n" if kind and kind == self._kind else "\n\n"
            self._parts.append(separator)
            self._length += len(separator)
        self._kind = kind
        return self._length

    def _break(self, breaks: list[tuple[int, bool]] | tuple[()], start: int, zero: int) -> None:
        """Note where pages begin; what ends a paragraph begins the next one."""
        self._breaks += [(start, found) for found in self._pending]
        self._pending = [found for at, found in breaks if zero + at >= self._length]
        self._breaks += [
            (max(start, zero + at) if at else start, found)
            for at, found in breaks
            if zero + at < self._length
        ]

    def text(self) -> str:
        """Return the text so far."""
        return "".join(self._parts)

    def break_offsets(self) -> tuple[int, ...]:
        """Return where a page begins after a break, whoever made it."""
        return tuple(sorted({at for at, _ in self._breaks if at}))

    def pages(self) -> list[Page]:
        """Return the pages, where the file tells them all.

        It does where a program noted how it laid out the text; and where authors did, if what
        stands between two of their breaks fits a page.
        """
        steps = self._steps()
        starts = [0, *sorted(steps)]
        ends = [*starts[1:], self._length]
        is_noted = any(found for _, found in self._breaks)
        is_short = all(end - at <= _PAGE for at, end in zip(starts, ends, strict=True))
        if not steps or not (is_noted or is_short):
            return []
        number = 1
        pages = []
        for at, end in zip(starts, ends, strict=True):
            number += steps.get(at, 0)
            pages.append(Page(number, Span(at, end)))
        return pages

    def _steps(self) -> dict[int, int]:
        """Count the pages that begin at each place; a program notes an author's break again."""
        made = Counter(at for at, found in self._breaks if not found and at)
        noted = Counter(at for at, found in self._breaks if found and at)
        return dict(made | noted)
