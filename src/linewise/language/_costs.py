"""What the segments of a text cost: by the words that are written, or by the scatter of vectors.

Costs are given row by row, so that no matrix of all pairs is kept.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Costs", "ScatterCosts", "WordCosts"]

# The Dirichlet prior, and the price of a segment in logarithms of the number of words: tuned on
# the even rows of the sets that docs/quality.md names.
_PRIOR = 0.4
_PRICE = 0.75

# With vectors, the price is that share of the mean scatter, again by logarithms of the number.
_VECTOR_PRICE = 0.37

# Rarer words are dropped beyond so many, to bound memory.
_MOST_WORDS = 4_000


class Costs(Protocol):
    """What segments cost, row by row and one by one.

    Attributes:
        price: what one more segment costs, whatever is in it.
    """

    price: float

    def rows(self) -> Iterator[NDArray[np.float64]]:
        """Yield, for each unit, the costs of the segments that end with it, by first unit."""

    def cost(self, first: int, end: int) -> float:
        """Return the cost of the segment of the units from `first` to before `end`."""


class WordCosts:
    """The cost of writing down the words of a segment."""

    __slots__ = ("_base", "_before", "_seen", "_unit_words", "_word", "price")

    def __init__(self, units: Sequence[Sequence[str]]) -> None:
        import numpy as np  # noqa: PLC0415 - only segmentation needs it here

        counts = Counter(word for unit in units for word in unit)
        known = {word: i for i, (word, _) in enumerate(counts.most_common(_MOST_WORDS))}
        seen = np.zeros((len(known), len(units) + 1), np.int32)
        for index, unit in enumerate(units, start=1):
            for word in unit:
                if word in known:
                    seen[known[word], index] += 1
        self._unit_words = [np.flatnonzero(seen[:, i + 1]) for i in range(len(units))]
        self._seen = np.cumsum(seen, axis=1, out=seen)
        self._before = seen.sum(axis=0)
        total = int(self._before[-1])
        # Logarithms of rising factorials: of a word's count, and of a segment's length.
        steps = np.arange(total + 1)
        self._word = _running_sum(np.log(steps + _PRIOR))
        self._base = _running_sum(np.log(steps + _PRIOR * max(1, len(known))))
        self.price = _PRICE * math.log(total + 1)

    def rows(self) -> Iterator[NDArray[np.float64]]:
        import numpy as np  # noqa: PLC0415 - as above

        gain = np.zeros(len(self._unit_words))
        for index, words in enumerate(self._unit_words):
            seen = self._seen[words, : index + 2]
            now = seen[:, -1:] - seen[:, :-1]
            earlier = seen[:, -2:-1] - seen[:, :-1]
            gain[: index + 1] += (self._word[now] - self._word[earlier]).sum(axis=0)
            lengths = self._before[index + 1] - self._before[: index + 1]
            yield self._base[lengths] - gain[: index + 1]

    def cost(self, first: int, end: int) -> float:
        counts = self._seen[:, end] - self._seen[:, first]
        length = self._before[end] - self._before[first]
        return float(self._base[length] - self._word[counts].sum())


class ScatterCosts:
    """The scatter of the vectors of a segment around their mean."""

    __slots__ = ("_before", "price", "size")

    def __init__(self, vectors: ArrayLike, expected: int) -> None:
        import numpy as np  # noqa: PLC0415 - as above

        from linewise.search.vectors import unit_vectors  # noqa: PLC0415 - search needs languages

        rows = unit_vectors(vectors, expected)
        self.size = len(rows)
        self._before = np.concatenate([np.zeros((1, rows.shape[1])), np.cumsum(rows, axis=0)])
        whole = self.cost(0, self.size) if self.size else 0.0
        self.price = _VECTOR_PRICE * math.log(max(1, self.size)) * whole / max(1, self.size)

    def rows(self) -> Iterator[NDArray[np.float64]]:
        import numpy as np  # noqa: PLC0415 - as above

        for end in range(1, self.size + 1):
            sums = self._before[end] - self._before[:end]
            sizes = np.arange(end, 0, -1)
            yield sizes - np.einsum("ij,ij->i", sums, sums) / sizes

    def cost(self, first: int, end: int) -> float:
        total = self._before[end] - self._before[first]
        return float((end - first) - total @ total / (end - first))


def _running_sum(steps: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the sums of the first 0, 1, 2, … steps."""
    import numpy as np  # noqa: PLC0415 - as above

    return np.concatenate([[0.0], np.cumsum(steps)])
