"""The packer: boundaries and a measure become spans. Promises 1 to 3 are kept here.

Whatever the strategy, the ruler and the overlap: spans are slices of the text in order, each
new part begins where the one before it ended, so nothing is lost; and a span measures at most
the size, unless it is one grapheme cluster that alone measures more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from linewise.tokens import ceil_boundary, floor_boundary

if TYPE_CHECKING:
    from collections.abc import Generator

    from linewise.splitting._rulers import Ruler
    from linewise.splitting.boundaries import Strategy

__all__ = ["Budget", "Cut", "Position", "greedy"]


class Budget(NamedTuple):
    """What a chunk may measure, in the ruler's unit.

    Attributes:
        size: at most.
        overlap: what a chunk repeats of the one before.
        least: a chunk is cut shorter only where nothing else fits.
        whole: begin the overlap at a boundary, where there is one in its first half.
    """

    size: int
    overlap: int = 0
    least: int = 0
    whole: bool = False


class Cut(NamedTuple):
    """A span that was cut: `start` to `end`; what stands before `fresh` is overlap."""

    start: int
    end: int
    fresh: int


class Position(NamedTuple):
    """Where the next span begins, and where what is new in it begins."""

    start: int
    fresh: int


def greedy(
    text: str,
    strategy: Strategy,
    ruler: Ruler,
    budget: Budget,
    position: Position,
    *,
    finish: int,
    horizon: int | None = None,
) -> Generator[tuple[int, int, int], None, Position]:
    """Cut each span at the best boundary that its size reaches.

    Args:
        text: the text.
        strategy: where boundaries are.
        ruler: the measure.
        budget: sizes.
        position: where to begin.
        finish: where the text to be cut ends.
        horizon: stop before a span that could look different with more text: one that reaches
            this far.

    Yields:
        The start and the end of each span, and where its overlap ends.

    Returns:
        Where to go on when the horizon stopped it.
    """
    size, overlap, least, whole = budget
    exact = ruler.exact
    start, fresh = position
    if horizon is None:
        horizon = len(text) + 1
    while fresh < finish:
        limit = ruler.reach(start, size)
        if limit >= horizon:
            break
        if limit >= finish:
            if exact or ruler.count(start, finish) <= size:
                yield start, finish, fresh
                break
            limit = floor_boundary(text, finish - 1, fresh)
        if limit > fresh:
            if least:
                low, limit = _leave_enough(text, ruler, budget, Cut(start, limit, fresh), finish)
                cut = strategy.last(low, limit)
            else:
                cut = strategy.last(fresh, limit)
            if not exact:
                cut = _shorten(strategy, ruler, size, Cut(start, cut, fresh))
        else:
            cut = fresh
        if cut <= fresh:
            start, cut = _next_cluster(text, ruler, size, Position(start, fresh))
        yield start, cut, fresh
        fresh = cut
        if overlap:
            previous = start
            start = ruler.back(cut, overlap, start)
            if whole and previous < start < cut:
                start = strategy.first(start, cut, previous)
        else:
            start = cut
    return Position(start, fresh)


def _shorten(strategy: Strategy, ruler: Ruler, size: int, cut: Cut) -> int:
    """Return an end at which the span fits, or where it is fresh if none was found."""
    start, end, fresh = cut
    allowed = size
    while end > fresh:
        excess = ruler.count(start, end) - size
        if excess <= 0:
            break
        allowed -= excess
        limit = min(ruler.reach(start, allowed), end - 1) if allowed > 0 else fresh
        end = strategy.last(fresh, limit) if limit > fresh else fresh
    return end


def _next_cluster(text: str, ruler: Ruler, size: int, position: Position) -> tuple[int, int]:
    """Return a span with one new cluster, and with as much overlap as leaves room for it."""
    start, fresh = position
    end = ceil_boundary(text, fresh + 1, fresh)
    if start < fresh:
        start = min(ruler.back(end, size, start), fresh)
        while start < fresh and ruler.count(start, end) > size:
            start = ceil_boundary(text, start + 1, start)
    return start, end


def _leave_enough(
    text: str, ruler: Ruler, budget: Budget, cut: Cut, finish: int
) -> tuple[int, int]:
    """Return the range in which to cut, so that both sides measure at least `least`."""
    low = max(cut.fresh, ruler.reach(cut.start, budget.least - 1))
    limit = cut.end
    tail = ruler.back(finish, budget.least - 1, cut.fresh)
    if low < floor_boundary(text, tail - 1, cut.fresh) < limit:
        limit = floor_boundary(text, tail - 1, cut.fresh)
    return (low, limit) if low < limit else (cut.fresh, cut.end)
