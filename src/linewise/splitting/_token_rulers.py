"""Rulers for tokenizers that say where their tokens end: one pass, and counts read off it.

The patterns by which cl100k and o200k cut a text into words leave places where a word ends
whatever stands before or after ("settled" places). Between two of them the running count of
the pass is exact for a text that is encoded alone; what lies between a cut and the nearest
settled place is a word at most, and is counted again.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from linewise.tokens import ceil_boundary

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from linewise.tokens import Encoder

__all__ = ["LocalRuler", "PassRuler"]

# Code points that are encoded at a time: bounds the memory of the pass.
SEGMENT = 1 << 17

# How far from a cut a settled place is looked for before the whole stretch is counted again.
_LOOK = 64

# How many places are tried for the end of a segment.
_TRIES = 64


class _Segment(NamedTuple):
    """A part of the pass: offsets are counted from its start."""

    offsets: np.ndarray
    counts: np.ndarray


class PassRuler:
    """Tokens, read off one pass over the text.

    The pass runs in segments that end at settled places, so that its tokens are those of the
    whole text. A segment is encoded when it is first needed, and again when it was let go.
    """

    exact = False

    def __init__(self, text: str, encoder: Encoder) -> None:
        self._text = text
        self._encoder = encoder
        self._starts = [0]
        self._totals = [0]
        # The starts of segments that no settled place could be found for.
        self._broken: list[int] = []
        self._segment: Callable[[int], _Segment] = lru_cache(maxsize=4)(self._encode)

    def count(self, start: int, end: int) -> int:
        first = self._settled_after(start, end)
        last = self._settled_before(end, first)
        if last - first < _LOOK or self._crosses_broken(first, last):
            return self._encoder.count(self._text[start:end])
        count = self._before(last) - self._before(first)
        if start < first:
            count += self._encoder.count(self._text[start:first])
        if last < end:
            count += self._encoder.count(self._text[last:end])
        return count

    def reach(self, start: int, size: int) -> int:
        target = self._before(start) + size
        index = self._index_of(start)
        while self._total_after(index) <= target:
            index += 1
            if self._starts[index] >= len(self._text):
                return len(self._text)
        return max(start, self._offset_of(index, target))

    def back(self, end: int, size: int, floor: int) -> int:
        kept = size
        while kept > 0:
            start = self._start_of(end, kept, floor)
            excess = self.count(start, end) - size
            if excess <= 0:
                return start
            kept -= excess
        return end

    def segment_start(self, offset: int) -> int:
        """Return where the segment that holds `offset` begins."""
        return self._starts[self._index_of(offset)]

    def _start_of(self, end: int, size: int, floor: int) -> int:
        target = self._before(end) - size
        index = bisect_right(self._totals, max(target, 0)) - 1
        if target < 0 or self._starts[index + 1] <= floor:
            return floor
        offsets, counts = self._segment(index)
        at = int(counts.searchsorted(target - self._totals[index], "left"))
        if target == self._totals[index]:
            start = self._starts[index]
        else:
            start = self._starts[index] + int(offsets[at])
        return ceil_boundary(self._text, start, floor) if start > floor else floor

    def _before(self, offset: int) -> int:
        """Return how many tokens of the pass end up to an offset."""
        index = self._index_of(offset)
        if self._starts[index] == offset:
            return self._totals[index]
        offsets, counts = self._segment(index)
        at = int(offsets.searchsorted(offset - self._starts[index], "right"))
        return self._totals[index] + (int(counts[at - 1]) if at else 0)

    def _offset_of(self, index: int, target: int) -> int:
        """Return where the last token ends that keeps the running count within `target`."""
        offsets, counts = self._segment(index)
        at = int(counts.searchsorted(target - self._totals[index], "right"))
        return self._starts[index] + (int(offsets[at - 1]) if at else 0)

    def _index_of(self, offset: int) -> int:
        while self._starts[-1] <= offset and self._starts[-1] < len(self._text):
            self._segment(len(self._starts) - 1)
        return min(bisect_right(self._starts, offset), len(self._starts)) - 1

    def _total_after(self, index: int) -> int:
        if index + 1 == len(self._starts):
            self._segment(index)
        return self._totals[index + 1]

    def _encode(self, index: int) -> _Segment:
        start = self._starts[index]
        new = index + 1 == len(self._starts)
        end = self._segment_end(start) if new else self._starts[index + 1]
        segment = _Segment(*self._encoder.ends(self._text[start:end]))
        if new:
            self._starts.append(end)
            self._totals.append(self._totals[index] + int(segment.counts[-1]))
        return segment

    def _segment_end(self, start: int) -> int:
        """Return where the segment ends that begins at `start`: at a settled place if it can."""
        text = self._text
        end = start + SEGMENT
        if end >= len(text):
            return len(text)
        for mark, width in ((" ", 0), ("\n", 1)):
            at = end
            for _ in range(_TRIES):
                at = text.rfind(mark, start + 1, at)
                if at < 0:
                    break
                if self._encoder.settled(text, at + width):
                    return at + width
        self._broken.append(end)
        return end

    def _crosses_broken(self, first: int, last: int) -> bool:
        return any(first < place < last for place in self._broken)

    def _settled_after(self, start: int, end: int) -> int:
        text, settled = self._text, self._encoder.settled
        for offset in range(start, min(start + _LOOK, end)):
            if settled(text, offset):
                return offset
        return end

    def _settled_before(self, end: int, first: int) -> int:
        text, settled = self._text, self._encoder.settled
        for offset in range(end, max(end - _LOOK, first), -1):
            if settled(text, offset):
                return offset
        return first


class LocalRuler:
    """Tokens of an encoder that leaves no settled places: each stretch is encoded alone."""

    exact = False

    def __init__(self, text: str, encoder: Encoder) -> None:
        self._text = text
        self._encoder = encoder

    def count(self, start: int, end: int) -> int:
        return self._encoder.count(self._text[start:end])

    def reach(self, start: int, size: int) -> int:
        length = 8 * size + _LOOK
        while True:
            offsets, counts = self._encoder.ends(self._text[start : start + length])
            at = int(counts.searchsorted(size, "right"))
            end = int(offsets[at - 1]) if at else 0
            if start + length >= len(self._text) and at == len(counts):
                return len(self._text)
            # Near the end of the stretch the tokens may not be those of a longer one.
            if at < len(counts) and end < length - _LOOK // 2:
                return start + end
            length *= 2

    def back(self, end: int, size: int, floor: int) -> int:
        kept = size
        while kept > 0:
            start = self._start_of(end, kept, floor)
            excess = self.count(start, end) - size
            if excess <= 0:
                return start
            kept -= excess
        return end

    def _start_of(self, end: int, size: int, floor: int) -> int:
        base = max(floor, end - 8 * size - _LOOK)
        offsets, counts = self._encoder.ends(self._text[base:end])
        if not len(counts) or counts[-1] <= size:
            return base if base == floor else ceil_boundary(self._text, base, floor)
        at = int(counts.searchsorted(counts[-1] - size, "left"))
        return ceil_boundary(self._text, base + int(offsets[at]), floor)
