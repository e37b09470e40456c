"""Where in a text something like a given row of letters may begin.

Rare stretches of the row are looked up in the text, and each occurrence votes for the start that
it speaks for, with less weight the more often its stretch occurs.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["likely_starts", "places_of"]

# Bounds: stretches that are looked for, those rare enough to be followed, and how far.
_MOST_SEEDS = 48
_FOLLOWED_SEEDS = 16
_MOST_PLACES = 64
_MOST_STARTS = 6

# Votes for starts this near to each other count together.
_WIDEST_STEP = 256


def likely_starts(text: str, letters: str, near: int | None) -> list[int]:
    """Return where `letters`, or what is like them, may begin in `text`, likeliest first.

    Args:
        text: letters only.
        letters: what is looked for.
        near: an offset in `text` whose surroundings are looked at first.
    """
    votes: dict[int, float] = defaultdict(float)
    width = max(8, min(len(letters) // 8, _WIDEST_STEP))
    for seed, places in _seeds(text, letters, near):
        for place in places:
            votes[(place - seed) // width] += 1 / len(places)
    # A start that lies between two steps has its votes on both.
    sums = {step: votes[step] + votes.get(step + 1, 0.0) for step in tuple(votes)}
    chosen: list[int] = []
    for step in sorted(sums, key=lambda step: (-sums[step], step))[: 2 * _MOST_STARTS]:
        if all(abs(step - other) > 1 for other in chosen):
            chosen.append(step)
    return [max(0, step * width + width // 2) for step in chosen[:_MOST_STARTS]]


def places_of(text: str, part: str, near: int | None) -> Iterator[int]:
    """Yield where a part occurs in a text: in order, or the nearest to `near` first."""
    if near is None:
        at = text.find(part)
        while at >= 0:
            yield at
            at = text.find(part, at + 1)
        return
    near = min(max(near, 0), len(text))
    before, after = text.rfind(part, 0, near + len(part)), text.find(part, near + 1)
    while before >= 0 or after >= 0:
        if after < 0 or (before >= 0 and near - before <= after - near):
            yield before
            before = text.rfind(part, 0, before + len(part) - 1)
        else:
            yield after
            after = text.find(part, after + 1)


def _seeds(text: str, letters: str, near: int | None) -> list[tuple[int, list[int]]]:
    """Return the rarest stretches, each as its place in `letters` and its places in `text`."""
    size = 4 if len(letters) < 16 else 6 if len(letters) < 48 else 8
    step = max(1, (len(letters) - size) // _MOST_SEEDS)
    starts = range(0, len(letters) - size + 1, step)
    counts = ((text.count(letters[start : start + size]), start) for start in starts)
    rare = sorted(counted for counted in counts if counted[0])[:_FOLLOWED_SEEDS]
    return [
        (start, list(islice(places_of(text, letters[start : start + size], near), _MOST_PLACES)))
        for _, start in rare
    ]
