"""Boundaries that are known beforehand, rank by rank, with finer ones between them."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from itertools import chain
from typing import TYPE_CHECKING

from linewise.splitting.boundaries import Separators
from linewise.tokens import FIRST_JOINER, ceil_boundary, floor_boundary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from linewise.splitting.boundaries import Strategy

__all__ = ["Guarded", "Ranked", "at_clusters"]

# Where a unit is cut that is longer than the size: at a line, or else at a word.
_WITHIN = ("\n", " ")


class Ranked:
    """Offsets by rank, the strongest first, and the boundaries of another strategy between them.

    Where each unit of a rank has both its ends among the boundaries of that rank or stronger
    ones, and what is inside it in weaker ones, no unit is cut that fits.

    Args:
        text: the text.
        ranks: the offsets of each rank, in order.
        finer: cuts what fits no other way; lines and words when left out.
    """

    lookahead = 0

    def __init__(
        self, text: str, ranks: Sequence[Iterable[int]], finer: Strategy | None = None
    ) -> None:
        found = (array("Q", at_clusters(text, rank)) for rank in ranks)
        self._ranks = [rank for rank in found if rank]
        self._finer = Separators(text, _WITHIN) if finer is None else finer
        self.ranks = len(self._ranks) + self._finer.ranks

    def last(self, low: int, high: int) -> int:
        """Return the last boundary of the best rank in the stretch, or its end."""
        return self.strongest(low, high)[1]

    def strongest(self, low: int, high: int) -> tuple[int, int]:
        """Return the best rank that has a boundary in the stretch, and the last one of it.

        All boundaries of the finer strategy count as one rank, but for those that split what it
        guards, which are weaker still.
        """
        for rank, offsets in enumerate(self._ranks):
            at = bisect_right(offsets, high)
            if at and offsets[at - 1] > low:
                return rank, offsets[at - 1]
        offset = self._finer.last(low, high)
        return len(self._ranks) + self.splits(offset), offset

    def first(self, low: int, high: int) -> int:
        """Return the first boundary in the first half of the stretch, or its start."""
        middle = (low + high) // 2
        found = [self._finer.first(low, high)]
        for offsets in self._ranks:
            at = bisect_right(offsets, low)
            if at < len(offsets) and offsets[at] <= middle:
                found.append(offsets[at])
        return min((offset for offset in found if offset > low), default=low)

    def between(self, rank: int, low: int, high: int) -> Iterator[int]:
        """Yield the boundaries of one rank strictly inside the stretch."""
        if rank >= len(self._ranks):
            yield from self._finer.between(rank - len(self._ranks), low, high)
            return
        offsets = self._ranks[rank]
        for at in range(bisect_right(offsets, low), bisect_left(offsets, high)):
            yield offsets[at]

    def splits(self, offset: int) -> bool:
        """Tell whether an offset lies inside of what the finer strategy guards."""
        return self._finer.splits(offset)


class Guarded:
    """The boundaries of another strategy, but those inside spans that are to stay whole.

    Args:
        text: the text.
        inner: the other strategy.
        spans: start and end of each, in order and apart from each other; they are widened to
            whole clusters.
    """

    def __init__(self, text: str, inner: Strategy, spans: Iterable[tuple[int, int]]) -> None:
        self._inner = inner
        if not text.isascii():
            spans = ((floor_boundary(text, a), ceil_boundary(text, b)) for a, b in spans)
        ends = array("Q", chain.from_iterable(spans))
        self._starts, self._ends = ends[::2], ends[1::2]
        self.lookahead = inner.lookahead
        self.ranks = inner.ranks

    def last(self, low: int, high: int) -> int:
        """Return the last boundary outside the spans, or one beside the span that is there."""
        offset = self._inner.last(low, high)
        span = self._around(offset)
        if span is None:
            return offset
        start, end = span
        if start > low:
            return start
        return end if end <= high else offset

    def first(self, low: int, high: int) -> int:
        """Return the first boundary in the first half of the stretch, or its start."""
        offset = self._inner.first(low, high)
        span = self._around(offset)
        if span is None:
            return offset
        return span[1] if span[1] <= (low + high) // 2 else low

    def between(self, rank: int, low: int, high: int) -> Iterator[int]:
        """Yield the boundaries of one rank that lie outside the spans."""
        for offset in self._inner.between(rank, low, high):
            if self._around(offset) is None:
                yield offset

    def splits(self, offset: int) -> bool:
        """Tell whether an offset lies inside one of the spans."""
        return self._around(offset) is not None

    def _around(self, offset: int) -> tuple[int, int] | None:
        """Return the span that an offset lies strictly inside of."""
        at = bisect_left(self._starts, offset) - 1
        if at < 0 or self._ends[at] <= offset:
            return None
        return self._starts[at], self._ends[at]


def at_clusters(text: str, offsets: Iterable[int]) -> Iterator[int]:
    """Yield the offsets strictly inside the text at which no cluster is split, each once."""
    before, length = 0, len(text)
    for offset in offsets:
        if not before < offset < length:
            continue
        beside = text[offset - 1 : offset + 1]
        plain = max(beside) < FIRST_JOINER and beside[0] != "\r"
        if plain or floor_boundary(text, offset, before) == offset:
            yield offset
            before = offset
