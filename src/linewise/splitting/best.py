"""The packer that looks ahead: the cuts that suit a whole section best.

A dynamic programme over the section's boundaries, as Knuth and Plass break a paragraph into
lines ("Breaking Paragraphs into Lines", 1981): a chunk costs the square of what it lacks of its
size, and a cut the more, the weaker its boundary. Sections hold a number of chunks at most, and
boundaries that lie close together count as one, so that time stays linear in the text.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from linewise.splitting.packing import Position
from linewise.tokens import ceil_boundary, floor_boundary

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from linewise.splitting.packing import Budget, CutFields, Packer

__all__ = ["best"]

# Chunks in a section at most, and boundaries that are weighed for one chunk at most.
_CHUNKS = 16
_CHOICES = 32

# What a cut at the weakest boundary costs, in chunks that are wholly empty.
_WEAKEST = 0.5

# What a chunk below the least size costs.
_TOO_SMALL = 1.0


class _Boundary(NamedTuple):
    """A place to cut: its offset, and its rank, 0 for the strongest."""

    offset: int
    rank: int


def best(
    packer: Packer, position: Position, finish: int, horizon: int | None = None
) -> Generator[CutFields, None, Position]:
    """Cut section by section where the sum of the costs is least; see `Packer.greedy`."""
    start, fresh = position
    while fresh < finish:
        limit = packer.ruler.reach(fresh, _CHUNKS * packer.budget.size)
        if horizon is not None and limit >= horizon:
            break
        stop = min(limit, finish)
        if stop < finish:
            stop = floor_boundary(packer.text, packer.strategy.last(fresh, stop), fresh)
        if stop <= fresh:
            stop = ceil_boundary(packer.text, fresh + 1, fresh)
        if horizon is not None and stop >= horizon:
            break
        for cut in _cheapest(packer, _choices(packer, fresh, stop)):
            while fresh < cut:
                span = packer.fitting(start, cut, fresh)
                yield span
                fresh = span.end
                start = packer.next_start(span.start, fresh)
    return Position(start, fresh)


def _choices(packer: Packer, start: int, stop: int) -> list[_Boundary]:
    """Return the boundaries of a section that are worth a choice, its ends included.

    A stretch that fits a chunk is cut no further; one that does not is cut at the next rank.
    """
    strategy, ruler, room = packer.strategy, packer.ruler, packer.budget.size
    apart = max(1, (stop - start) // (_CHUNKS * _CHOICES))
    choices = [_Boundary(start, 0), _Boundary(stop, 0)]
    for rank in range(strategy.ranks + 1):
        finer = choices[:1]
        for left, right in pairwise(choices):
            if ruler.count(left.offset, right.offset) > room:
                found = _found(packer, rank, left.offset, right.offset)
                finer += _thinned(found, rank, apart, left.offset, right.offset)
            finer.append(right)
        choices = finer
    return choices


def _found(packer: Packer, rank: int, start: int, stop: int) -> Iterator[int]:
    """Yield the boundaries of a rank; after the last rank, wherever the size ends."""
    if rank < packer.strategy.ranks:
        yield from packer.strategy.between(rank, start, stop)
        return
    at = start
    while True:
        at = max(_end_of_room(packer, at), ceil_boundary(packer.text, at + 1, at))
        if at >= stop:
            return
        yield at


def _end_of_room(packer: Packer, at: int) -> int:
    """Return where a chunk ends that begins somewhere, and leaves room for its overlap.

    What is to stay whole takes the room of the overlap, too, where it fits then.
    """
    size, overlap = packer.budget.size, packer.budget.overlap
    near = floor_boundary(packer.text, packer.ruler.reach(at, size - overlap), at)
    if not packer.strategy.splits(near):
        return near
    far = floor_boundary(packer.text, packer.ruler.reach(at, size), at)
    whole = next((end for end in range(near + 1, far + 1) if not packer.strategy.splits(end)), near)
    return floor_boundary(packer.text, whole, at)


def _thinned(
    offsets: Iterator[int], rank: int, apart: int, start: int, stop: int
) -> Iterator[_Boundary]:
    """Yield the boundaries but those between pieces of which both are shorter than `apart`.

    A longer piece keeps both its ends, so that nothing that fits has to be cut.
    """
    last, waiting = start, next(offsets, stop)
    while waiting < stop:
        following = next(offsets, stop)
        if waiting - last >= apart or following - waiting >= apart:
            yield _Boundary(waiting, rank)
            last = waiting
        waiting = following


def _cheapest(packer: Packer, choices: list[_Boundary]) -> list[int]:
    """Return the offsets at which to cut, the end of the section last."""
    budget = packer.budget
    lengths = packer.ruler.lengths([choice.offset for choice in choices])
    weights = [_WEAKEST * choice.rank / max(packer.strategy.ranks, 1) for choice in choices]
    costs, before = [0.0], [0]
    for last in range(1, len(choices)):
        first = min(bisect_left(lengths, lengths[last] - budget.size, 0, last), last - 1)
        options = [
            (costs[at] + _cost(lengths[last] - lengths[at], budget), at)
            for at in range(first, last)
        ]
        cost, at = min(options)
        costs.append(cost + weights[last])
        before.append(at)
    cuts, at = [], len(choices) - 1
    while at > 0:
        cuts.append(choices[at].offset)
        at = before[at]
    return cuts[::-1]


def _cost(length: int, budget: Budget) -> float:
    """Return what a chunk costs: by what it lacks of its room, or takes from its overlap."""
    room = budget.size - budget.overlap
    lack = (
        max(0.0, 1.0 - length / room)
        if length <= room
        else (length - room) / (budget.overlap or room)
    )
    return lack * lack + (_TOO_SMALL if length < budget.least else 0.0)
