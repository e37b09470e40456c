"""A measure laid along one text: how far a size reaches, and what a stretch measures.

Where a ruler says that a size ends can lie inside a grapheme cluster: whoever cuts there looks.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Protocol

from linewise.tokens import Graphemes, ceil_boundary, floor_boundary

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from linewise.tokens import Tokenizer

__all__ = [
    "ByteRuler",
    "CharRuler",
    "CountRuler",
    "GraphemeRuler",
    "LineRuler",
    "PlainRuler",
    "Ruler",
]


class Ruler(Protocol):
    """One measure along one text.

    Attributes:
        exact: whatever ends where `reach` says or before fits; otherwise it has to be counted.
        width: the characters of a unit, where every unit has as many; else 0.
    """

    exact: bool
    width: int

    def count(self, start: int, end: int) -> int:
        """Return what the stretch measures alone."""
        ...

    def reach(self, start: int, size: int) -> int:
        """Return the end of the longest stretch from `start` that measures at most `size`."""
        ...

    def back(self, end: int, size: int, floor: int) -> int:
        """Return the start of the longest stretch to `end` that measures at most `size`.

        Args:
            end: where the stretch ends.
            size: in the ruler's unit.
            floor: the stretch begins here or later.
        """
        ...

    def lengths(self, offsets: Sequence[int]) -> list[int]:
        """Return what there is before each offset, from the first on; estimates, if not exact."""
        ...

    def horizon(self) -> int:
        """Return the offset before which answers stay as they are when the text goes on."""
        ...

    def kept_from(self, start: int) -> tuple[int, int]:
        """Return what a later part of the text needs for the same answers from `start` on.

        Returns:
            Where the part begins, and the origin that its ruler is given.
        """
        ...


class PlainRuler(ABC):
    """A ruler whose answers depend on the stretch alone."""

    exact = True
    width = 0

    def __init__(self, text: str) -> None:
        self._text = text

    @abstractmethod
    def count(self, start: int, end: int) -> int:
        """Return what the stretch measures alone."""

    def lengths(self, offsets: Sequence[int]) -> list[int]:
        if self.exact:
            return [self.count(offsets[0], offset) for offset in offsets]
        gaps = (self.count(a, b) for a, b in pairwise(offsets))
        return list(accumulate(gaps, initial=0))

    def horizon(self) -> int:
        # One more character decides whether a cluster ends.
        return len(self._text) - 1

    def kept_from(self, start: int) -> tuple[int, int]:
        return start, 0


class CharRuler(PlainRuler):
    """Code points, `scale` of them to a unit."""

    def __init__(self, text: str, scale: int = 1) -> None:
        super().__init__(text)
        self._length = len(text)
        self.width = scale

    def count(self, start: int, end: int) -> int:
        return -(-(end - start) // self.width)

    def reach(self, start: int, size: int) -> int:
        end = start + size * self.width
        return min(self._length, end)

    def back(self, end: int, size: int, floor: int) -> int:
        start = end - size * self.width
        return max(floor, start)


class GraphemeRuler(PlainRuler):
    """Grapheme clusters, `scale` of them to a unit, rounded down."""

    def __init__(self, text: str, scale: int = 1) -> None:
        super().__init__(text)
        self._clusters = Graphemes(text)
        self._scale = scale

    def count(self, start: int, end: int) -> int:
        return self._clusters.count(start, end) // self._scale

    def reach(self, start: int, size: int) -> int:
        return self._clusters.forward(start, (size + 1) * self._scale - 1)

    def back(self, end: int, size: int, floor: int) -> int:
        return max(floor, self._clusters.back(end, (size + 1) * self._scale - 1))


class ByteRuler(PlainRuler):
    """Bytes of UTF-8."""

    def count(self, start: int, end: int) -> int:
        stretch = self._text[start:end]
        return len(stretch) if stretch.isascii() else len(stretch.encode())

    def reach(self, start: int, size: int) -> int:
        stretch = self._text[start : start + size]
        if not stretch.isascii():
            stretch = stretch.encode()[:size].decode(errors="ignore")
        return start + len(stretch)

    def back(self, end: int, size: int, floor: int) -> int:
        stretch = self._text[max(floor, end - size) : end] if size else ""
        if not stretch.isascii():
            stretch = stretch.encode()[-size:].decode(errors="ignore")
        return max(floor, end - len(stretch))


class LineRuler(PlainRuler):
    """Lines, the part of one counted as one."""

    def count(self, start: int, end: int) -> int:
        ends = self._text.count("\n", start, end)
        return ends + (end > start and self._text[end - 1] != "\n")

    def reach(self, start: int, size: int) -> int:
        end = start
        for _ in range(size):
            at = self._text.find("\n", end)
            if at < 0:
                return len(self._text)
            end = at + 1
        return end

    def back(self, end: int, size: int, floor: int) -> int:
        if size == 0:
            return end
        start = max(floor, end - 1)
        for _ in range(size):
            start = self._text.rfind("\n", floor, start)
            if start < 0:
                return floor
        return start + 1


class CountRuler(PlainRuler):
    """Any tokenizer that only counts, asked as seldom as a search by halves allows."""

    exact = False

    def __init__(self, text: str, tokenizer: Tokenizer) -> None:
        super().__init__(text)
        self._tokenizer = tokenizer

    def count(self, start: int, end: int) -> int:
        return self._tokenizer.count(self._text[start:end])

    def reach(self, start: int, size: int) -> int:
        length = len(self._text)
        fits, probe = start, start
        step = 4 * max(size, 1)
        while probe < length:
            probe = floor_boundary(self._text, min(start + step, length), start)
            step *= 2
            if probe > start and self.count(start, probe) > size:
                return self._last_fit(fits, probe, lambda end: self.count(start, end) <= size)
            fits = probe
        return fits

    def back(self, end: int, size: int, floor: int) -> int:
        fits, over = end, end
        step = 4 * max(size, 1)
        while over > floor:
            over = floor_boundary(self._text, max(end - step, floor), floor)
            step *= 2
            if self.count(over, end) > size:
                return self._last_fit(fits, over, lambda start: self.count(start, end) <= size)
            fits = over
        return fits

    def _last_fit(self, fits: int, over: int, holds: Callable[[int], bool]) -> int:
        """Return the boundary that fits and is nearest to one on either side that does not."""
        while (middle := _boundary_between(self._text, *sorted((fits, over)))) is not None:
            if holds(middle):
                fits = middle
            else:
                over = middle
        return fits


def _boundary_between(text: str, low: int, high: int) -> int | None:
    """Return a cluster boundary strictly between two others, near the middle, if there is one."""
    middle = floor_boundary(text, (low + high) // 2, low)
    if middle == low:
        middle = ceil_boundary(text, low + 1, low)
    return middle if low < middle < high else None
