"""Places that were found in windows, joined as if the whole document had been seen at once."""

from __future__ import annotations

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
        zone = (window.first, seen)
        crossing = [i for i in crossing if _last(joined[i]) >= window.first]
        begun = len(joined)
        left = [*crossing]
        for place in places.places:
            same = _same(place, [joined[i] for i in left], zone)
            if same is None:
                joined.append(place)
            else:
                index = left.pop(same)
                joined[index] = _united(joined[index], place)
        crossing += range(begun, len(joined))
        seen = window.last
    return sorted(joined, key=_ends)


def _same(place: Place, candidates: Sequence[Place], zone: tuple[int, int]) -> int | None:
    """Return which of some places is another part of this one; the title decides between two."""
    if place.first > zone[1]:
        return None
    part = _within(place, zone)
    same = [i for i, known in enumerate(candidates) if _within(known, zone) == part]
    titled = [i for i in same if candidates[i].title == place.title]
    return next(iter(titled or same), None)


def _within(place: Place, zone: tuple[int, int]) -> tuple[int, int]:
    return max(place.first, zone[0]), min(_last(place), zone[1])


def _united(known: Place, place: Place) -> Place:
    return replace(known, first=min(known.first, place.first), last=max(_last(known), _last(place)))


def _ends(place: Place) -> tuple[int, int]:
    return place.first, _last(place)


def _last(place: Place) -> int:
    return place.first if place.last is None else place.last
