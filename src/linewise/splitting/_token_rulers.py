"""Rulers for tokenizers that say where their tokens end: one pass, and counts read off it.

The patterns by which cl100k and o200k cut a text into words leave places where a word ends
whatever stands before or after ("settled" places). Between two of them the running count of
the pass is exact for a text that is encoded alone; what lies between a cut and the nearest
settled place is a word at most, and is counted again.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from linewise.splitting._rulers import PlainRuler
from linewise.tokens import ceil_boundary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linewise.tokens import Encoder

__all__ = ["SEGMENT", "LocalRuler", "PassRuler"]

# Code points that are encoded at a time: bounds the memory of the pass.
SEGMENT = 1 << 16

# How far from a cut a settled place is looked for before the whole stretch is counted again.
_LOOK = 64

# How many places are tried for the end of a segment.
_TRIES = 64

# Segments that are kept; one that was let go is encoded again when it is needed.
_KEPT = 4


class _Segment(NamedTuple):
    """A part of the pass.

    Attributes:
        start: where it begins in the text.
        stop: where it ends.
        total: the tokens before it.
        ends: where each of its tokens ends, counted from its start.
    """

    start: int
    stop: int
    total: int
    ends: memoryview


# A cut and the settled places around it: the last settled place up to the cut, the tokens of
# the pass up to there, the tokens from there to the cut; and the first settled place from the
# cut on, the tokens of the pass up to there, the tokens from the cut to there.
_Edge: TypeAlias = "tuple[int, int, int, int, int, int]"


class PassRuler:
    """Tokens, read off one pass over the text.

    The pass runs in segments that end at settled places, so that its tokens are those of the
    whole text. It begins at `origin`; what stands before is only looked at.
    """

    exact = False
    width = 0

    def __init__(self, text: str, encoder: Encoder, origin: int = 0) -> None:
        self._text = text
        self._encoder = encoder
        # The starts of the segments that are known, and the tokens before each.
        self._starts = [origin]
        self._totals = [0]
        # The ends of segments that no settled place could be found for.
        self._broken: list[int] = []
        self._kept: dict[int, _Segment] = {}
        self._edges: dict[int, _Edge | None] = {}
        self._here = self._segment(0)

    def count(self, start: int, end: int) -> int:
        first, last = self._edge(start), self._edge(end)
        if first is None or last is None or first[3] >= last[0]:
            return self._encoder.count(self._text[start:end])
        if self._broken and self._crosses_broken(first[3], last[0]):
            return self._encoder.count(self._text[start:end])
        return first[5] + last[1] - first[4] + last[2]

    def reach(self, start: int, size: int) -> int:
        edge = self._edge(start)
        target = size + (edge[4] - edge[5] if edge else self._tokens_to(start))
        segment = self._here
        at = target - segment.total
        if not 0 < at < len(segment.ends):
            return max(start, self._offset_of(target))
        ends = segment.ends
        end = ends[at - 1]
        # A character that the next token still has a part in does not end here.
        while end == ends[at]:
            at -= 1
            end = ends[at - 1] if at else 0
        return segment.start + end

    def back(self, end: int, size: int, floor: int) -> int:
        return _back(self, end, size, floor)

    def lengths(self, offsets: Sequence[int]) -> list[int]:
        first = self._tokens_to(offsets[0])
        return [self._tokens_to(offset) - first for offset in offsets]

    def horizon(self) -> int:
        # A segment is the same in a longer text if all that decides its end is there.
        stop = self._starts[0]
        while stop + SEGMENT + 2 * _LOOK <= len(self._text):
            stop, _ = self._segment_stop(stop)
        return stop

    def kept_from(self, start: int) -> tuple[int, int]:
        segment = self._starts[bisect_right(self._starts, start) - 1]
        part = max(0, segment - 2 * _LOOK)
        return part, segment - part

    def start_of(self, end: int, size: int, floor: int) -> int:
        """Return where the last tokens before `end` begin, `size` of them."""
        target = self._tokens_to(end) - size
        if target <= self._tokens_to(floor):
            return floor
        index = bisect_left(self._totals, target) - 1
        segment = self._segment(index)
        start = segment.start + segment.ends[target - segment.total - 1]
        return ceil_boundary(self._text, start, floor) if start > floor else floor

    def _offset_of(self, target: int) -> int:
        """Return where the text ends that holds `target` tokens of the pass."""
        segment = self._here
        while target >= segment.total + len(segment.ends):
            if segment.stop >= len(self._text):
                return len(self._text)
            segment = self._segment_at(segment.stop)
        if target < segment.total:
            segment = self._segment(max(0, bisect_right(self._totals, target) - 1))
        at = max(0, target - segment.total)
        while at > 0 and segment.ends[at - 1] == segment.ends[at]:
            at -= 1
        return segment.start + (segment.ends[at - 1] if at else 0)

    def _tokens_to(self, offset: int) -> int:
        """Return how many tokens of the pass end up to an offset."""
        segment = self._here
        if not segment.start <= offset <= segment.stop:
            segment = self._segment_at(offset)
        return segment.total + bisect_right(segment.ends, offset - segment.start)

    def _segment_at(self, offset: int) -> _Segment:
        while self._starts[-1] <= offset and self._starts[-1] < len(self._text):
            self._segment(len(self._starts) - 1)
        index = min(bisect_right(self._starts, offset), len(self._starts) - 1) - 1
        self._here = self._segment(index)
        return self._here

    def _segment(self, index: int) -> _Segment:
        if index not in self._kept:
            while len(self._kept) >= _KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[index] = self._encode(index)
        return self._kept[index]

    def _encode(self, index: int) -> _Segment:
        start = self._starts[index]
        new = index + 1 == len(self._starts)
        stop, settled = self._segment_stop(start) if new else (self._starts[index + 1], True)
        ends = self._encoder.ends(self._text[start:stop])
        segment = _Segment(start, stop, self._totals[index], ends)
        if not settled:
            self._broken.append(stop)
        if new:
            self._starts.append(stop)
            self._totals.append(segment.total + len(ends))
        return segment

    def _segment_stop(self, start: int) -> tuple[int, bool]:
        """Return where the segment that begins at `start` ends, and if it is a settled place."""
        text = self._text
        stop = start + SEGMENT
        if stop >= len(text):
            return len(text), True
        for mark, width in ((" ", 0), ("\n", 1)):
            at = stop
            for _ in range(_TRIES):
                at = text.rfind(mark, start + 1, at)
                if at < 0:
                    break
                if self._encoder.settled(text, at + width):
                    return at + width, True
        for at in range(stop, max(start, stop - 4 * _LOOK), -1):
            if self._encoder.settled(text, at):
                return at, True
        return stop, False

    def _crosses_broken(self, first: int, last: int) -> bool:
        return bisect_right(self._broken, first) < bisect_left(self._broken, last)

    def _edge(self, offset: int) -> _Edge | None:
        if offset in self._edges:
            return self._edges[offset]
        if len(self._edges) >= 2 * _KEPT:
            self._edges.clear()
        edge = self._edges[offset] = self._find_edge(offset)
        return edge

    def _find_edge(self, offset: int) -> _Edge | None:
        text, settled = self._text, self._encoder.settled
        if settled(text, offset):
            tokens = self._tokens_to(offset)
            return offset, tokens, 0, offset, tokens, 0
        before, after = offset - 1, offset + 1
        lowest, highest = max(0, offset - _LOOK), min(len(text), offset + _LOOK)
        while not settled(text, before):
            before -= 1
            if before < lowest:
                return None
        while not settled(text, after):
            after += 1
            if after > highest:
                return None
        count = self._encoder.count
        return (
            before,
            self._tokens_to(before),
            count(text[before:offset]),
            after,
            self._tokens_to(after),
            count(text[offset:after]),
        )


class LocalRuler(PlainRuler):
    """Tokens of an encoder that leaves no settled places: each stretch is encoded alone."""

    exact = False

    def __init__(self, text: str, encoder: Encoder) -> None:
        super().__init__(text)
        self._encoder = encoder

    def count(self, start: int, end: int) -> int:
        return self._encoder.count(self._text[start:end])

    def reach(self, start: int, size: int) -> int:
        length = 8 * size + _LOOK
        while True:
            ends = self._encoder.ends(self._text[start : start + length])
            if len(ends) <= size and start + length >= len(self._text):
                return len(self._text)
            # Near the end of the stretch the tokens may not be those of a longer one.
            if len(ends) > size and (size == 0 or ends[size - 1] < length - _LOOK // 2):
                return start + (ends[size - 1] if size else 0)
            length *= 2

    def back(self, end: int, size: int, floor: int) -> int:
        return _back(self, end, size, floor)

    def start_of(self, end: int, size: int, floor: int) -> int:
        """Return where the last tokens before `end` begin, `size` of them."""
        base = max(floor, end - 8 * size - _LOOK)
        ends = self._encoder.ends(self._text[base:end])
        start = base + (ends[len(ends) - size - 1] if len(ends) > size else 0)
        return ceil_boundary(self._text, start, floor) if start > floor else floor


def _back(ruler: PassRuler | LocalRuler, end: int, size: int, floor: int) -> int:
    """Return a start from which on what is encoded alone measures at most `size`; see `Ruler`."""
    kept = size
    while kept > 0:
        start = ruler.start_of(end, kept, floor)
        excess = ruler.count(start, end) - size
        if excess <= 0:
            return start
        kept -= excess
    return end
