"""Extended grapheme clusters: what a reader takes for one character (Unicode Annex 29).

Most boundaries can be told from the two characters beside them; the rules of the annex are
asked (through `regex`) only around the few characters that can join to a neighbour.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import regex

__all__ = [
    "FIRST_JOINER",
    "JOINERS",
    "Graphemes",
    "ceil_boundary",
    "cluster_starts",
    "count_graphemes",
    "floor_boundary",
]

# No character below it joins to a neighbour, but LF to a CR before it.
FIRST_JOINER = "\u0300"

# The letters that flags are written with, two for each.
_FLAGS = "".join(map(chr, range(0x1F1E6, 0x1F200)))

# Characters in which clusters are looked for at a time.
_BLOCK = 256


def count_graphemes(text: str) -> int:
    """Return the number of grapheme clusters of a text."""
    if text.isascii():
        return len(text) - text.count("\r\n")
    return len(text) - len(_joins(text))


def floor_boundary(text: str, offset: int, known: int = 0) -> int:
    """Return the last cluster boundary that is not after `offset`.

    Args:
        text: the text.
        offset: from `known` to the length of the text.
        known: a boundary to look back to at most, so that the cost stays local.
    """
    if offset <= known or offset >= len(text):
        return offset
    before, after = text[offset - 1], text[offset]
    if before < FIRST_JOINER and after < FIRST_JOINER:
        return offset - (after == "\n" and before == "\r")
    if not (JOINERS[before] or JOINERS[after]):
        return offset
    if before in _FLAGS and after in _FLAGS:
        # Two and two of them are one; there may be thousands.
        letters = offset - known - len(text[known:offset].rstrip(_FLAGS))
        return offset if letters % 2 == 0 else floor_boundary(text, offset - 1, known)
    start = offset - 1
    while start > known and _may_join(text[start - 1], text[start]):
        start -= 1
    # Whether a boundary stands at an offset depends on what is before and on one character after.
    for first, end in _clusters(text, start, offset + 1):
        if end > offset:
            return first
    return offset


def _may_join(before: str, after: str) -> bool:
    """Tell whether two neighbours may be in one cluster, whatever stands around them."""
    if not (JOINERS[before] or JOINERS[after]):
        return False
    # To a character of ASCII nothing joins but the few that always join to what follows.
    return after > "\x7f" or after == "\n" or _PREPENDED[before]


def ceil_boundary(text: str, offset: int, known: int = 0) -> int:
    """Return the first cluster boundary that is not before `offset`; see `floor_boundary`."""
    floor = floor_boundary(text, offset, known)
    if floor == offset:
        return offset
    _, end = next(_clusters(text, floor, len(text)))
    return end


def cluster_starts(text: str, start: int, end: int) -> Sequence[int]:
    """Return where the clusters of a stretch begin; a range where each is one character."""
    if text.isascii() and "\r" not in text:
        return range(start, end)
    stretch = text[start:end]
    if not stretch.isascii() and not _joiner_run().search(stretch):
        return range(start, end)
    return [first for first, _ in _clusters(text, start, end)]


class Graphemes:
    """The clusters of a text, counted forwards and back in logarithmic time.

    Only the offsets that lie inside a cluster are kept: most texts have few or none.
    """

    __slots__ = ("_joins", "_length", "_starts_before")

    def __init__(self, text: str) -> None:
        self._length = len(text)
        self._joins = _line_end_joins(text) if text.isascii() else _joins(text)
        # How many clusters begin before each of those offsets.
        self._starts_before = array("Q", (at - i for i, at in enumerate(self._joins)))

    def count(self, start: int, end: int) -> int:
        """Return the number of clusters between two boundaries."""
        return self._before(end) - self._before(start)

    def forward(self, start: int, count: int) -> int:
        """Return the boundary `count` clusters after `start`, or the end of the text."""
        target = self._before(start) + count
        return min(target + bisect_right(self._starts_before, target), self._length)

    def back(self, end: int, count: int) -> int:
        """Return the boundary `count` clusters before `end`, or the start of the text."""
        target = max(0, self._before(end) - count)
        return min(target + bisect_right(self._starts_before, target), self._length)

    def _before(self, offset: int) -> int:
        return offset - bisect_left(self._joins, offset)


class _Told(dict[str, bool]):
    """Tells of a character whether a pattern, which is made when it is needed, fits it."""

    def __init__(self, pattern: Callable[[], regex.Pattern[str]]) -> None:
        super().__init__()
        self._pattern = pattern

    def __missing__(self, character: str) -> bool:
        fits = self[character] = self._pattern().match(character) is not None
        return fits


@cache
def _cluster() -> regex.Pattern[str]:
    import regex  # noqa: PLC0415 - only texts beyond ASCII need it

    return regex.compile(r"\X")


@cache
def _joiner_run() -> regex.Pattern[str]:
    """Return the pattern of joining characters with at most one other between them."""
    import regex  # noqa: PLC0415 - only texts beyond ASCII need it

    kinds = ("Extend", "ZWJ", "SpacingMark", "Prepend", "L", "V", "T", "Regional_Indicator")
    joiners = "".join(rf"\p{{GCB={kind}}}" for kind in kinds) + r"\r"
    return regex.compile(rf"[{joiners}]+(?:[^{joiners}]?[{joiners}]+)*")


@cache
def _prepended() -> regex.Pattern[str]:
    import regex  # noqa: PLC0415 - only texts beyond ASCII need it

    return regex.compile(r"\p{GCB=Prepend}")


# Whether a character can stand in a cluster with a neighbour, and whether with any that follows.
JOINERS = _Told(_joiner_run)
_PREPENDED = _Told(_prepended)


def _joins(text: str) -> Sequence[int]:
    """Return the offsets inside clusters, in order."""
    joins = array("Q")
    for run in _joiner_run().finditer(text):
        # One character further on each side the next boundary is certain.
        end = min(run.end() + 1, len(text))
        for first, after in _clusters(text, max(0, run.start() - 1), end):
            joins.extend(range(first + 1, after))
    return joins


def _clusters(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield where the clusters from a boundary to an end begin and end.

    To tell which two of many flags are one, the pattern looks back over all before them. So it
    is given a little at a time; the last cluster of that may go on, and is looked at again.
    """
    size = _BLOCK
    while start < end:
        block = text[start : min(start + size, end)]
        is_last = start + len(block) == end
        done = 0
        for cluster in _cluster().finditer(block):
            if is_last or cluster.end() < len(block):
                yield start + cluster.start(), start + cluster.end()
                done = cluster.end()
        start += done
        size = _BLOCK if done else 2 * size


def _line_end_joins(text: str) -> Sequence[int]:
    joins = array("Q")
    at = text.find("\r\n")
    while at >= 0:
        joins.append(at + 1)
        at = text.find("\r\n", at + 2)
    return joins
