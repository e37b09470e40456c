"""Places that were found in windows, joined as if the whole document had been seen at once."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING

from linewise.passages.placing import Place, Places

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from linewise.passages.tasks import Task
    from linewise.passages.windows import Window

__all__ = ["join"]


def join(windows: Sequence[Window], found: Sequence[Places], task: Task) -> Places:
    """Join the places of all windows.

    A start counts in the window whose core it lies in. Ranges that two windows saw parts of are
    one: neighbours share lines, so where ranges lie apart those that share a line are the same,
    and where they may overlap those that are the same in the shared lines.

    Args:
        windows: the windows, in order.
        found: what was found in each.
        task: what was asked.
    """
    if not task.has_ends:
        places = _starts(windows, found)
    elif task.overlap:
        places = _overlapping(windows, found)
    else:
        places = _apart(place for places in found for place in places.places)
    return Places(
        tuple(places),
        tuple(dict.fromkeys(quote for places in found for quote in places.missing)),
        tuple(repair for places in found for repair in places.repairs),
        tuple(warning for places in found for warning in places.warnings),
    )


def _starts(windows: Sequence[Window], found: Sequence[Places]) -> list[Place]:
    return [
        place
        for window, places in zip(windows, found, strict=True)
        for place in places.places
        if window.core_first <= place.first <= window.core_last
    ]


def _apart(places: Iterable[Place]) -> list[Place]:
    """Make one place of all that share lines; the first part gives the title."""
    joined: list[Place] = []
    for place in sorted(places, key=_ends):
        if joined and place.first <= _last(joined[-1]):
            joined[-1] = _united(joined[-1], place)
        else:
            joined.append(place)
    return joined


def _overlapping(windows: Sequence[Window], found: Sequence[Places]) -> list[Place]:
    """Make one place of those that look the same in the lines that two windows show."""
    joined: list[Place] = []
    crossing: list[int] = []
    seen = 0
    for window, places in zip(windows, found, strict=True):
        crossing = [i for i in crossing if _last(joined[i]) >= window.first]
        parts = _Parts((window.first, seen), joined, crossing)
        for place in places.places:
            same = parts.taken(place)
            if same is None:
                crossing.append(len(joined))
                joined.append(place)
            else:
                joined[same] = _united(joined[same], place)
        seen = window.last
    return sorted(joined, key=_ends)


class _Parts:
    """What of known places lies in the lines that two windows share."""

    def __init__(
        self, zone: tuple[int, int], known: Sequence[Place], indexes: Iterable[int]
    ) -> None:
        self._zone = zone
        self._waiting: dict[tuple[object, ...], deque[int]] = {}
        self._taken: set[int] = set()
        for index in indexes:
            part = _within(known[index], zone)
            for key in (part, (*part, known[index].title)):
                self._waiting.setdefault(key, deque()).append(index)

    def taken(self, place: Place) -> int | None:
        """Return which place this one is another part of; the title decides between two."""
        if place.first > self._zone[1]:
            return None
        part = _within(place, self._zone)
        for key in ((*part, place.title), part):
            waiting = self._waiting.get(key, deque())
            while waiting:
                if (index := waiting.popleft()) not in self._taken:
                    self._taken.add(index)
                    return index
        return None


def _within(place: Place, zone: tuple[int, int]) -> tuple[int, int]:
    return max(place.first, zone[0]), min(_last(place), zone[1])


def _united(known: Place, place: Place) -> Place:
    return replace(known, first=min(known.first, place.first), last=max(_last(known), _last(place)))


def _ends(place: Place) -> tuple[int, int]:
    return place.first, _last(place)


def _last(place: Place) -> int:
    return place.first if place.last is None else place.last
