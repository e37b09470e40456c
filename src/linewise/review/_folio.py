"""A document in blocks of lines, so that no more of it is sent than is looked at."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from linewise.render import line_changes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from linewise.changes import ChangeSet
    from linewise.document import Document
    from linewise.review._suggestions import Suggestion

__all__ = ["BLOCK", "Block", "Folio", "Line", "new_lines"]

BLOCK = 100

# Blocks that a page holds when nothing fetches the others.
WINDOW = 3


@dataclass(frozen=True, slots=True)
class Line:
    """One line as it is shown.

    Attributes:
        number: counted from 1.
        text: without its end.
        is_new: whether a change brought it.
    """

    number: int
    text: str
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that are sent together.

    Attributes:
        index: counted from 0.
        items: lines, and suggestions in their places.
    """

    index: int
    items: tuple[Line | Suggestion, ...]


_Range: TypeAlias = tuple[int, int]


class Folio:
    """A document with what is suggested in it.

    Args:
        document: what is shown.
        found: what is suggested, in the order of the document.
        new: the first and last lines of stretches that a change brought, in order.

    Attributes:
        document: what is shown.
    """

    def __init__(
        self, document: Document, found: Sequence[Suggestion] = (), new: Sequence[_Range] = ()
    ) -> None:
        self.document = document
        self._new = new
        self._taken = _holders(found)
        self._starts = [first for first, _, _ in self._taken]
        self._covered = list(_joined((one.first, one.last) for one in found))
        self._found: dict[int, list[Suggestion]] = {}
        for one in found:
            self._found.setdefault(self.block_of(one.first), []).append(one)

    @property
    def line_count(self) -> int:
        """How many lines the document has."""
        return self.document.line_count

    @property
    def block_count(self) -> int:
        """How many blocks there are: one at least."""
        return max(1, -(-self.line_count // BLOCK))

    def block_of(self, line: int) -> int:
        """Return the index of the block that a line is in."""
        return min(max(0, line - 1) // BLOCK, self.block_count - 1)

    def mark(self, line: int) -> str:
        """Return the name of what shows a line: the line itself, or the suggestion that has it."""
        at = bisect_right(self._starts, line) - 1
        if at >= 0 and line <= self._taken[at][1]:
            return f"op-{self._taken[at][2]}"
        return f"line-{line}"

    def block(self, index: int) -> Block:
        """Return one block."""
        return Block(index, tuple(self._items(index)))

    def window(self, line: int) -> list[Block]:
        """Return the blocks around a line that a page holds at first."""
        start = max(0, min(self.block_of(line) - 1, self.block_count - WINDOW))
        return [self.block(i) for i in range(start, min(self.block_count, start + WINDOW))]

    def _items(self, index: int) -> Iterator[Line | Suggestion]:
        first, last = index * BLOCK + 1, min((index + 1) * BLOCK, self.line_count)
        waiting = self._found.get(index, [])
        at = 0
        for number in range(first, last + 1):
            while at < len(waiting) and waiting[at].first <= number:
                yield waiting[at]
                at += 1
            if not _within(number, self._covered):
                text = self.document.lines[number - 1]
                yield Line(number, text, _within(number, self._new))
        yield from waiting[at:]


def new_lines(changes: ChangeSet) -> list[_Range]:
    """Return the first and last lines of the stretches that changes bring."""
    return [
        (change.new_line, change.new_line + len(change.added) - 1)
        for change in line_changes(changes)
        if change.added
    ]


def _holders(found: Sequence[Suggestion]) -> list[tuple[int, int, int]]:
    """Return the stretches of lines that suggestions hold, in order and apart, each with its own.

    Of a line that two suggestions are about, the first one is the holder.
    """
    held: list[tuple[int, int, int]] = []
    end = 0
    for one in found:
        if one.last > end:
            held.append((max(one.first, end + 1), one.last, one.number))
            end = one.last
    return held


def _within(number: int, ranges: Sequence[_Range]) -> bool:
    at = bisect_right(ranges, (number, 1 << 62)) - 1
    return at >= 0 and number <= ranges[at][1]


def _joined(ranges: Iterator[_Range]) -> Iterator[_Range]:
    """Join ranges that overlap; those that hold no line are left out."""
    held: _Range | None = None
    for first, last in ranges:
        if last < first:
            continue
        if held is not None and first <= held[1]:
            held = held[0], max(held[1], last)
            continue
        if held is not None:
            yield held
        held = first, last
    if held is not None:
        yield held
