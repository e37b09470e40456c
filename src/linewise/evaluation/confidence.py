"""How sure a mean is: what it would be on other questions of the same kind.

The questions are drawn again, with repetition, as often as there are (the bootstrap of Efron and
Tibshirani, "An introduction to the bootstrap", 1993). All strategies are seen on the same draws,
so that what makes a question hard for all of them does not blur their differences (the paired
test that Koehn proposed in "Statistical significance tests for machine translation
evaluation", 2004).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from linewise.evaluation.scores import Estimate, Interval, direction

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["FEWEST", "drawn_means", "estimates"]

FEWEST = 6
"""Questions below which nothing is told apart: five agree by chance one time in sixteen."""

_DRAWS = 2_000
_BLOCK = 1 << 20

# Sums that are taken in another order differ by less.
_NOISE = 1e-9

# The share of the draws below and above an interval.
_TAILS = (2.5, 97.5)


def estimates(
    scores: Sequence[Mapping[str, Sequence[float]]], seed: int
) -> list[dict[str, Estimate]]:
    """Return what the scores of strategies say, each by name.

    Args:
        scores: for each strategy, by name of the score, one a question; the same questions, in
            the same order, and the same names for all. Of `tokens@…` less is better.
        seed: of the draws.
    """
    import numpy as np  # noqa: PLC0415 - only comparing needs it

    names = list(scores[0]) if scores else []
    told: list[dict[str, Estimate]] = [{} for _ in scores]
    if not names or not len(scores[0][names[0]]):
        return told
    values = np.array([[one[name] for one in scores] for name in names], np.float64)
    # Drawing takes longer than everything else, so that all scores share the draws.
    drawn = drawn_means(values.reshape(-1, values.shape[-1]), seed)
    drawn = drawn.reshape(*values.shape[:2], -1)
    for name, own, means in zip(names, values, drawn, strict=True):
        for row, estimate in zip(told, _estimated(name, own, means), strict=True):
            row[name] = estimate
    return told


def drawn_means(values: NDArray[np.float64], seed: int) -> NDArray[np.float64]:
    """Return the means of the rows on each draw of the columns.

    Args:
        values: a row for each strategy, a column for each question.
        seed: of the draws.
    """
    import numpy as np  # noqa: PLC0415 - as above

    return np.concatenate([values @ weights.T for weights in _draws(values.shape[1], seed)], axis=1)


def _estimated(
    name: str, values: NDArray[np.float64], drawn: NDArray[np.float64]
) -> Iterator[Estimate]:
    """Yield what one score says of each strategy.

    Args:
        name: of the score.
        values: a row for each strategy, a column for each question.
        drawn: a row for each strategy, the mean of each draw.
    """
    import numpy as np  # noqa: PLC0415 - as above

    means = values.mean(axis=1)
    better = direction(name)
    best = int(np.argmax(better * means))
    few = values.shape[1] < FEWEST
    for at, mean in enumerate(means):
        gaps = np.percentile(better * (drawn - drawn[at]), _TAILS, axis=1)
        gaps[np.abs(gaps) < _NOISE] = 0.0
        if few:
            gaps[0] = np.minimum(gaps[0], 0.0)
        low, high = np.percentile(drawn[at], _TAILS)
        gap = Interval(
            float(better * (means[best] - mean)), float(gaps[0, best]), float(gaps[1, best])
        )
        yield Estimate(
            mean=float(mean),
            low=float(low),
            high=float(high),
            spread=float(values[at].std()),
            rank=1 + int((gaps[0] > 0).sum()),
            gap=gap,
        )


def _draws(count: int, seed: int) -> Iterator[NDArray[np.float64]]:
    """Yield, a block at a time, what weight each question has in each draw."""
    import numpy as np  # noqa: PLC0415 - as above

    generator = np.random.default_rng(seed)
    step = max(1, min(_DRAWS, _BLOCK // count))
    for done in range(0, _DRAWS, step):
        size = min(step, _DRAWS - done)
        yield generator.multinomial(count, np.full(count, 1 / count), size=size) / count
