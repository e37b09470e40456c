"""Named stretches inside one another, as the context of what lies in them."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Scopes"]


class Scopes:
    """The names of the stretches around a place, the outermost first.

    Args:
        stretches: start, end and name of each, in the order of their starts; of two that share
            characters one lies inside the other.
    """

    def __init__(self, stretches: Iterable[tuple[int, int, str]]) -> None:
        self._starts = array("Q")
        self._ends = array("Q")
        self._parents = array("q")
        self._names: list[str] = []
        around: list[int] = []
        for start, end, name in stretches:
            while around and self._ends[around[-1]] <= start:
                around.pop()
            self._parents.append(around[-1] if around else -1)
            around.append(len(self._names))
            self._starts.append(start)
            self._ends.append(end)
            self._names.append(name)

    def __call__(self, start: int, /) -> str:
        """Return the names of the stretches that an offset lies strictly inside of."""
        at = bisect_left(self._starts, start) - 1
        path: list[str] = []
        while at >= 0:
            if self._ends[at] > start:
                path.append(self._names[at])
            at = self._parents[at]
        return " › ".join(reversed(path))
