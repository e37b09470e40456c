"""What is kept between two calls: so many things, so large together, for so long."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

__all__ = ["Shelf"]

_Value = TypeVar("_Value")


class _Kept(NamedTuple, Generic[_Value]):
    value: _Value
    size: int
    since: float


class Shelf(Generic[_Value]):
    """Keeps values by key, and forgets those that were put there first when it is full.

    Args:
        count: how many values at most.
        size: how large all together; one that is larger alone is not kept.
        seconds: how long.
        clock: tells the time in seconds.
    """

    def __init__(
        self,
        count: int,
        size: int,
        seconds: float = float("inf"),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._count = count
        self._size = size
        self._seconds = seconds
        self._clock = clock
        self._kept: OrderedDict[Hashable, _Kept[_Value]] = OrderedDict()

    def __len__(self) -> int:
        self._forget()
        return len(self._kept)

    def put(self, key: Hashable, value: _Value, size: int) -> None:
        """Keep a value; one of the same key gives way."""
        self._kept.pop(key, None)
        self._kept[key] = _Kept(value, size, self._clock())
        self._forget()

    def get(self, key: Hashable) -> _Value | None:
        """Return a value and leave it there."""
        self._forget()
        kept = self._kept.get(key)
        return kept.value if kept else None

    def take(self, key: Hashable) -> _Value | None:
        """Return a value and keep it no longer."""
        self._forget()
        kept = self._kept.pop(key, None)
        return kept.value if kept else None

    def _forget(self) -> None:
        oldest = self._clock() - self._seconds
        while self._kept and (
            len(self._kept) > self._count
            or sum(kept.size for kept in self._kept.values()) > self._size
            or next(iter(self._kept.values())).since < oldest
        ):
            self._kept.popitem(last=False)
