"""Packing that keeps whole what fits: sections that are joined, units that push overlap aside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linewise.splitting.packing import Position
from linewise.tokens import ceil_boundary, floor_boundary

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from linewise.splitting._rulers import Ruler
    from linewise.splitting.packing import CutFields, Packer
    from linewise.splitting.strategies import Ranked

__all__ = ["merged", "whole_units"]


def merged(starts: Sequence[int], ruler: Ruler, least: int) -> Sequence[int]:
    """Return the starts of sections, without those before which too little would stand.

    Args:
        starts: in order.
        ruler: measures sections.
        least: what a section measures at least; the last one is as long as it is.
    """
    if not least:
        return starts
    kept: list[int] = []
    before = 0
    for start in starts:
        if ruler.count(before, start) >= least:
            kept.append(start)
            before = start
    return kept


def whole_units(
    packer: Packer, strategy: Ranked, position: Position, finish: int
) -> Generator[CutFields, None, Position]:
    """Cut as `Packer.greedy` does, but repeat less where that lets a stronger boundary be reached.

    Args:
        packer: boundaries, measure and sizes.
        strategy: the boundaries, by their ranks.
        position: where to begin.
        finish: where the text to be cut ends.
    """
    text, reach, size = packer.text, packer.ruler.reach, packer.budget.size
    start, fresh = position

    def strongest(limit: int) -> tuple[int, int]:
        return (-1, finish) if limit >= finish else strategy.strongest(fresh, limit)

    while fresh < finish:
        limit = reach(start, size)
        rank, cut = strongest(limit) if limit > fresh else (strategy.ranks, fresh)
        if start < fresh and rank >= 0:
            farther = strongest(max(fresh, reach(fresh, size)))
            if farther[0] < rank:
                cut = farther[1]
        cut = floor_boundary(text, cut, fresh)
        if cut <= fresh:
            cut = ceil_boundary(text, fresh + 1, fresh)
        span = packer.fitting(start, cut, fresh)
        yield span
        fresh = span.end
        start = packer.next_start(span.start, fresh)
    return Position(start, fresh)
