"""What two sequences have in common, found in near-linear time.

Patience first, since lines that occur once on both sides are what a reader goes by; what lies
between them is left to the shortest edit script, under a bound on its work. A gap that costs
more than the bound is matched as far as the bound reached.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from operator import lt
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

__all__ = ["Block", "common_prefix", "common_suffix", "matching_blocks"]

# Each level of anchors reads its gap once: the bound keeps crafted input from being quadratic.
_LEVELS = 24

# The work allowed for the shortest edit script of a gap, for each item in it and at most.
_STEPS_AN_ITEM = 64
_STEPS_AT_LEAST = 4_096
_STEPS_AT_MOST = 3_000_000


class Block(NamedTuple):
    """A stretch that both sequences share: `a[a_start:a_start + size]` in the first one."""

    a_start: int
    b_start: int
    size: int


class _Gap(NamedTuple):
    """Half-open ranges of both sequences, between which nothing is matched yet."""

    a_start: int
    a_end: int
    b_start: int
    b_end: int


def matching_blocks(a: Sequence[Hashable], b: Sequence[Hashable]) -> list[Block]:
    """Return what `a` and `b` share, in order, touching blocks joined.

    Patience diff (Bram Cohen): items that occur once on either side, as far as they stand in
    the same order, are anchors; between two anchors the search begins anew.
    """
    numbers: dict[Hashable, int] = {}
    first = [numbers.setdefault(item, len(numbers)) for item in a]
    second = [numbers.get(item, -1) for item in b]
    found: list[Block] = []
    gaps = [(_Gap(0, len(first), 0, len(second)), 0)]
    while gaps:
        gap, level = gaps.pop()
        gap = _trim(first, second, gap, found)
        if gap.a_start == gap.a_end or gap.b_start == gap.b_end:
            continue
        anchors = _anchors(first, second, gap) if level < _LEVELS else []
        if anchors:
            found.extend(anchors)
            gaps.extend((rest, level + 1) for rest in _between(anchors, gap))
        else:
            found.extend(_shortest_edit(first, second, gap))
    return list(_joined(sorted(found)))


def common_prefix(a: str, b: str) -> int:
    """Return how many characters two texts share at their start."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def common_suffix(a: str, b: str) -> int:
    """Return how many characters two texts share at their end."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[len(a) - middle : len(a) - low] == b[len(b) - middle : len(b) - low]:
            low = middle
        else:
            high = middle - 1
    return low


def _trim(a: list[int], b: list[int], gap: _Gap, found: list[Block]) -> _Gap:
    """Add what the gap's two sides share at either end to `found` and return the rest."""
    a_start, a_end, b_start, b_end = gap
    while a_start < a_end and b_start < b_end and a[a_start] == b[b_start]:
        a_start += 1
        b_start += 1
    while a_start < a_end and b_start < b_end and a[a_end - 1] == b[b_end - 1]:
        a_end -= 1
        b_end -= 1
    if a_start > gap.a_start:
        found.append(Block(gap.a_start, gap.b_start, a_start - gap.a_start))
    if a_end < gap.a_end:
        found.append(Block(a_end, b_end, gap.a_end - a_end))
    return _Gap(a_start, a_end, b_start, b_end)


def _anchors(a: list[int], b: list[int], gap: _Gap) -> list[Block]:
    """Return the items that occur once on either side, as far as they keep their order."""
    in_a = _once(a, gap.a_start, gap.a_end)
    in_b = _once(b, gap.b_start, gap.b_end)
    a_places = [at for item, at in in_a.items() if item in in_b]
    b_places = [in_b[item] for item in in_a if item in in_b]
    rising = _longest_rising(b_places)
    return list(_joined((a_places[index], b_places[index], 1) for index in rising))


def _once(items: list[int], start: int, end: int) -> dict[int, int]:
    """Return where each item stands that occurs once in a range, in the order of the range."""
    places: dict[int, int] = {}
    again: set[int] = set()
    for at in range(start, end):
        item = items[at]
        if item in places:
            again.add(item)
        else:
            places[item] = at
    for item in again:
        del places[item]
    return places


def _longest_rising(values: list[int]) -> Sequence[int]:
    """Return the indexes of a longest increasing subsequence (Schensted 1961)."""
    if all(map(lt, values, values[1:])):
        return range(len(values))
    tops: list[int] = []
    top_indexes: list[int] = []
    before = [-1] * len(values)
    for index, value in enumerate(values):
        pile = len(tops) if not tops or tops[-1] < value else bisect_left(tops, value)
        if pile:
            before[index] = top_indexes[pile - 1]
        tops[pile : pile + 1] = [value]
        top_indexes[pile : pile + 1] = [index]
    chain: list[int] = []
    index = top_indexes[-1] if top_indexes else -1
    while index >= 0:
        chain.append(index)
        index = before[index]
    return chain[::-1]


def _between(anchors: list[Block], gap: _Gap) -> Iterator[_Gap]:
    a_start, b_start = gap.a_start, gap.b_start
    for anchor in anchors:
        yield _Gap(a_start, anchor.a_start, b_start, anchor.b_start)
        a_start, b_start = anchor.a_start + anchor.size, anchor.b_start + anchor.size
    yield _Gap(a_start, gap.a_end, b_start, gap.b_end)


def _joined(blocks: Iterable[tuple[int, int, int]]) -> Iterator[Block]:
    """Join blocks that follow each other on both sides without a gap."""
    a_start = b_start = size = 0
    for a_next, b_next, more in blocks:
        if a_next == a_start + size and b_next == b_start + size:
            size += more
            continue
        if size:
            yield Block(a_start, b_start, size)
        a_start, b_start, size = a_next, b_next, more
    if size:
        yield Block(a_start, b_start, size)


def _shortest_edit(a: list[int], b: list[int], gap: _Gap) -> list[Block]:
    """Match a gap by its shortest edit script; items that only one side has are left out first."""
    shared = set(a[gap.a_start : gap.a_end]).intersection(b[gap.b_start : gap.b_end])
    in_a = [at for at in range(gap.a_start, gap.a_end) if a[at] in shared]
    in_b = [at for at in range(gap.b_start, gap.b_end) if b[at] in shared]
    first, second = [a[at] for at in in_a], [b[at] for at in in_b]
    return [
        Block(in_a[block.a_start + step], in_b[block.b_start + step], 1)
        for block in _myers(first, second)
        for step in range(block.size)
    ]


def _myers(a: list[int], b: list[int]) -> list[Block]:
    """Return the matches of a shortest edit script (Myers 1986, the greedy forward search).

    `reach[k]` is how far into `a` a path of `edits` insertions and deletions can come on
    diagonal `k`. Diagonals outside the grid are left out. Beyond the bound on the work, the
    path that has come furthest so far is taken.
    """
    length_a, length_b = len(a), len(b)
    allowed = min(max(_STEPS_AN_ITEM * (length_a + length_b), _STEPS_AT_LEAST), _STEPS_AT_MOST)
    reach: dict[int, int] = {1: 0}
    trace: list[array[int]] = []
    for edits in range(length_a + length_b + 1):
        low, high = _diagonals(edits, length_a, length_b)
        for k in range(low, high + 1, 2):
            if k == -edits or (k != edits and reach[k - 1] < reach[k + 1]):
                start = reach[k + 1]
            else:
                start = reach[k - 1] + 1
            x = start
            while x < length_a and x - k < length_b and a[x] == b[x - k]:
                x += 1
            reach[k] = x
            allowed -= x - start + 1
            if x == length_a and x - k == length_b:
                return _path(trace, (x, k), (length_a, length_b))
        trace.append(array("q", [reach[k] for k in range(low, high + 1, 2)]))
        if allowed < 0:
            break
    furthest = max(
        (2 * x - k, x, k)
        for k in range(low, high + 1, 2)
        if (x := reach[k]) <= length_a and x - k <= length_b
    )
    trace.pop()
    return _path(trace, furthest[1:], (length_a, length_b))


def _diagonals(edits: int, length_a: int, length_b: int) -> tuple[int, int]:
    """Return the lowest and the highest diagonal that so many edits can usefully reach."""
    return (
        -edits if edits <= length_b else edits - 2 * length_b,
        edits if edits <= length_a else 2 * length_a - edits,
    )


def _path(trace: list[array[int]], end: tuple[int, int], lengths: tuple[int, int]) -> list[Block]:
    """Walk back from an end point, given as `(x, diagonal)`, and return the matches in order."""
    x, k = end
    blocks: list[Block] = []
    for edits in range(len(trace), 0, -1):
        reach = trace[edits - 1]
        low, _ = _diagonals(edits - 1, *lengths)
        below, above = (k - 1 - low) // 2, (k + 1 - low) // 2
        if k == -edits or (k != edits and reach[below] < reach[above]):
            before, start, k_before = reach[above], reach[above], k + 1
        else:
            before, start, k_before = reach[below], reach[below] + 1, k - 1
        if x > start:
            blocks.append(Block(start, start - k, x - start))
        x, k = before, k_before
    if x:
        blocks.append(Block(0, 0, x))
    return blocks[::-1]
