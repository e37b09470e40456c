"""Where in a row of letters or words another row fits best, with the fewest edits.

Bit-parallel dynamic programming after Myers, "A fast bit-vector algorithm for approximate
string matching based on dynamic programming" (1999): one step of arithmetic on whole numbers as
long as the pattern for each letter of the text. It works on
rows of anything that can be told apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Fit", "best_fit"]


class Fit(NamedTuple):
    """The stretch of a text that a pattern fits best, and how many edits apart they are."""

    start: int
    end: int
    edits: int


def best_fit(pattern: Sequence[str], text: Sequence[str]) -> Fit:
    """Return the stretch of `text` that is the fewest edits away from `pattern`.

    Of stretches that fit equally well the longest is taken, so that a wrong element at either
    end of the pattern counts as changed, not as left out.

    Args:
        pattern: letters, or words.
        text: the same, to be searched.
    """
    end, edits = _last_best_end(pattern, text, 0)
    back, _ = _last_best_end(pattern[::-1], text[:end][::-1], 1)
    return Fit(end - back, end, edits)


def _last_best_end(pattern: Sequence[str], text: Sequence[str], skipped: int) -> tuple[int, int]:
    """Return where the best fit ends, and its edits; what is skipped before it costs `skipped`."""
    size = len(pattern)
    mask, top = (1 << size) - 1, 1 << size >> 1
    places: dict[str, int] = {}
    for index, element in enumerate(pattern):
        places[element] = places.get(element, 0) | 1 << index
    # One bit for each element: whether the column rises or falls there.
    rising, falling, edits = mask, 0, size
    best_end, best = 0, size
    for index, element in enumerate(text, start=1):
        same = places.get(element, 0)
        steady = same | falling
        crossing = (((same & rising) + rising) ^ rising) | same
        up, down = falling | (mask & ~(crossing | rising)), rising & crossing
        if up & top:
            edits += 1
        elif down & top:
            edits -= 1
        if edits <= best:
            best_end, best = index, edits
        up = up << 1 | skipped
        rising = mask & (down << 1 | ~(steady | up))
        falling = mask & up & steady
    return best_end, best
