"""Places that were found in windows, joined as if the whole document had been seen at once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from linewise.chapters.placing import Place, Places

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linewise.chapters.tasks import Task
    from linewise.chapters.windows import Window

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
    return Places(
        tuple(_ranges(windows, found, task) if task.has_ends else _starts(windows, found)),
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


def _ranges(windows: Sequence[Window], found: Sequence[Places], task: Task) -> list[Place]:
    joined: list[Place] = []
    seen = 0
    for window, places in zip(windows, found, strict=True):
        # The lines that the windows before have shown, too.
        zone = (window.first, seen)
        candidates = [i for i, place in enumerate(joined) if _last(place) >= window.first]
        for place in places.places:
            same = _same(place, [joined[i] for i in candidates], zone, task)
            if same is None:
                joined.append(place)
                continue
            index = candidates[same]
            joined[index] = _united(joined[index], place)
            if task.overlap:
                del candidates[same]
        seen = window.last
    return sorted(joined, key=lambda place: (place.first, _last(place)))


def _same(
    place: Place, candidates: Sequence[Place], zone: tuple[int, int], task: Task
) -> int | None:
    """Return which of some places is another part of this one."""
    if place.first > zone[1]:
        return None
    if not task.overlap:
        shared = (i for i, known in enumerate(candidates) if _last(known) >= place.first)
        return next((i for i in shared if candidates[i].first <= _last(place)), None)
    part = _within(place, zone)
    same = [i for i, known in enumerate(candidates) if _within(known, zone) == part]
    titled = [i for i in same if candidates[i].title == place.title]
    return next(iter(titled or same), None)


def _within(place: Place, zone: tuple[int, int]) -> tuple[int, int]:
    return max(place.first, zone[0]), min(_last(place), zone[1])


def _united(known: Place, place: Place) -> Place:
    return replace(known, first=min(known.first, place.first), last=max(_last(known), _last(place)))


def _last(place: Place) -> int:
    return place.first if place.last is None else place.last
