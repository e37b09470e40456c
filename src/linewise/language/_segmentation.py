"""The cheapest way to cut a row of units into segments, by dynamic programming."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from linewise.language._costs import Costs

__all__ = ["cheapest", "cheapest_of"]


def cheapest(costs: Costs, size: int) -> list[int]:
    """Return the cuts that make the sum of costs and prices least."""
    import numpy as np  # noqa: PLC0415 - only segmentation needs it here

    best = np.zeros(size + 1)
    cut = [0] * (size + 1)
    for end, row in enumerate(costs.rows(), start=1):
        sums = best[:end] + row
        cut[end] = int(np.argmin(sums))
        best[end] = sums[cut[end]] + costs.price
    return _traced(lambda end, _: cut[end], size)


def cheapest_of(costs: Costs, size: int, count: int) -> list[int]:
    """Return the cuts into `count` segments that make the sum of costs least."""
    import numpy as np  # noqa: PLC0415 - as above

    # best[k, end]: the least cost of k segments that end before `end`; impossible is infinite.
    best = np.full((count + 1, size + 1), np.inf)
    best[0, 0] = 0
    cut = np.zeros((count + 1, size + 1), np.int32)
    for end, row in enumerate(costs.rows(), start=1):
        sums = best[:-1, :end] + row
        cut[1:, end] = np.argmin(sums, axis=1)
        best[1:, end] = np.min(sums, axis=1)
    return _traced(lambda end, k: int(cut[count - k, end]), size)


def _traced(cut_before: Callable[[int, int], int], size: int) -> list[int]:
    """Follow the cuts back from the end; the second argument counts those already followed."""
    cuts: list[int] = []
    end = cut_before(size, 0)
    while end > 0:
        cuts.append(end)
        end = cut_before(end, len(cuts))
    return cuts[::-1]
