"""The packer: boundaries and a measure become spans. Promises 1 to 3 are kept here.

Whatever the strategy, the ruler and the overlap: spans are slices of the text in order, each
new part begins where the one before it ended, so nothing is lost; and a span measures at most
the size, unless it is one grapheme cluster that alone measures more.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from linewise.errors import SizeError
from linewise.tokens import ceil_boundary, floor_boundary

if TYPE_CHECKING:
    from collections.abc import Generator

    from linewise.splitting._rulers import Ruler
    from linewise.splitting.boundaries import Strategy

__all__ = ["Budget", "Cut", "CutFields", "Packer", "Position", "check_size"]

# The fields of a `Cut`, as a plain tuple where many are made.
CutFields: TypeAlias = "tuple[int, int, int, int | None]"


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


def check_size(size: int, overlap: int) -> None:
    """Refuse a size and an overlap that cannot be kept.

    Raises:
        SizeError: the size is below 1, the overlap negative or not below the size.
    """
    for name, value in (("size", size), ("overlap", overlap)):
        if not isinstance(value, int) or isinstance(value, bool):
            raise SizeError(f"{name} is a whole number, not {value!r}")
    if size < 1:
        raise SizeError(f"size is {size}; it must be at least 1")
    if overlap < 0:
        raise SizeError(f"overlap is {overlap}; it must not be negative")
    if overlap >= size:
        raise SizeError(f"overlap {overlap} is not below size {size}; windows would not advance")


class Cut(NamedTuple):
    """A span that was cut.

    Attributes:
        start: of its text.
        end: of its text.
        fresh: what stands before it is overlap.
        size: what it measures, where that had to be counted.
    """

    start: int
    end: int
    fresh: int
    size: int | None = None


class Position(NamedTuple):
    """Where the next span begins, and where what is new in it begins."""

    start: int
    fresh: int


@dataclass(frozen=True, slots=True)
class Packer:
    """Boundaries, a measure and sizes, laid along one text."""

    text: str
    strategy: Strategy
    ruler: Ruler
    budget: Budget

    def greedy(
        self, position: Position, finish: int, horizon: int | None = None
    ) -> Generator[CutFields, None, Position]:
        """Cut each span at the best boundary that its size reaches.

        Args:
            position: where to begin.
            finish: where the text to be cut ends.
            horizon: stop before a span that could look different with more text: one that
                reaches this far.

        Yields:
            The fields of a `Cut` for each span.

        Returns:
            Where to go on when the horizon stopped it.
        """
        text, last, first = self.text, self.strategy.last, self.strategy.first
        reach, back, measure = self.ruler.reach, self.ruler.back, self.ruler.count
        exact = self.ruler.exact
        size, overlap, least, whole = self.budget
        quick = whole and exact
        # Where a unit is so many characters, that many are stepped over without asking.
        width, step = size * self.ruler.width, overlap * self.ruler.width
        start, fresh = position
        stop = inf if horizon is None else horizon
        while fresh < finish:
            begin, limit = start, start + width if width else reach(start, size)
            if limit >= finish:
                cut = finish
            elif least:
                cut = last(*self._leave_enough(Cut(start, limit, fresh), finish))
            else:
                cut = last(fresh, limit) if limit > fresh else fresh
            if cut == limit < finish:
                cut = floor_boundary(text, limit, fresh)
            if cut <= fresh:
                start, cut = self._next_cluster(start, fresh)
            count = None if exact else measure(start, cut)
            if count is not None and count > size:
                start, cut, _, count = self._fitted(Cut(start, cut, fresh, count))
            if limit >= stop or cut >= stop:
                return Position(begin, fresh)
            yield start, cut, fresh, count
            fresh = cut
            if not overlap:
                start = cut
                continue
            place = cut - step if step else back(cut, overlap, start)
            found = first(place, cut) if quick and place > start else place
            start = found if found > place else self._moved_start(start, cut, place)
        return Position(start, fresh)

    def horizon(self, position: Position) -> int:
        """Return the offset before which cuts stay as they are when the text goes on."""
        horizon = self.ruler.horizon() - self.strategy.lookahead
        if not self.budget.least:
            return horizon
        # The last two chunks share what is left between them.
        return self.ruler.back(max(horizon, position.start), self.budget.least, position.start)

    def next_start(self, start: int, end: int) -> int:
        """Return where the span after one from `start` to `end` begins, with its overlap."""
        if not self.budget.overlap:
            return end
        return self._moved_start(start, end, self.ruler.back(end, self.budget.overlap, start))

    def fitting(self, start: int, end: int, fresh: int) -> Cut:
        """Return the span with as much overlap as fits, or the part of it that does."""
        start = self._with_room(start, end, fresh)
        cut = self._fitted(Cut(start, end, fresh, self.ruler.count(start, end)))
        return cut._replace(size=None) if self.ruler.exact else cut

    def _moved_start(self, start: int, end: int, back: int) -> int:
        """Return where the span after a cut begins.

        Args:
            start: where the span before the cut begins.
            end: the cut.
            back: where the overlap would begin by its size alone.
        """
        text, ruler = self.text, self.ruler
        following = ceil_boundary(text, max(back, start + 1), start)
        if self.budget.whole and back > start:
            found = self.strategy.first(back, end)
            following = found if found > back else following
        if following > back and not ruler.exact:
            while following < end and ruler.count(following, end) > self.budget.overlap:
                following = ceil_boundary(text, following + 1, following)
        return following

    def _fitted(self, cut: Cut) -> Cut:
        """Return the span, cut shorter until it fits, or with one new cluster if nothing does."""
        start, end, fresh, count = cut
        ruler, size = self.ruler, self.budget.size
        allowed = size
        while count is not None and count > size:
            allowed = max(0, allowed - (count - size))
            limit = floor_boundary(self.text, min(end - 1, ruler.reach(start, allowed)), fresh)
            if limit <= fresh:
                start, end = self._next_cluster(start, fresh)
                return Cut(start, end, fresh, ruler.count(start, end))
            end = self.strategy.last(fresh, limit)
            count = ruler.count(start, end)
        return Cut(start, end, fresh, count)

    def _next_cluster(self, start: int, fresh: int) -> tuple[int, int]:
        """Return a span with one new cluster, and as much overlap as leaves room for it."""
        end = ceil_boundary(self.text, fresh + 1, fresh)
        return self._with_room(start, end, fresh), end

    def _with_room(self, start: int, end: int, fresh: int) -> int:
        """Return the first start at which the span to `end` and its overlap are not too long."""
        ruler, size, overlap = self.ruler, self.budget.size, self.budget.overlap
        if start < fresh and ruler.count(start, end) > size:
            start = ceil_boundary(self.text, min(ruler.back(end, size, start), fresh), start)
        while start < fresh and (
            ruler.count(start, end) > size or ruler.count(start, fresh) > overlap
        ):
            start = ceil_boundary(self.text, start + 1, start)
        return start

    def _leave_enough(self, span: Cut, finish: int) -> tuple[int, int]:
        """Return the range in which to cut, so that both sides measure at least `least`."""
        least, ruler = self.budget.least, self.ruler
        low = floor_boundary(self.text, ruler.reach(span.start, least - 1), span.start)
        low = max(span.fresh, low)
        tail = floor_boundary(self.text, ruler.back(finish, least - 1, span.fresh) - 1, span.fresh)
        high = tail if low < tail < span.end else span.end
        return (low, high) if low < high else (span.fresh, span.end)
