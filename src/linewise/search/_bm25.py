"""BM25 scores of stretches of text and of their surroundings, from one list of occurrences.

The formula is Robertson and Zaragoza, "The probabilistic relevance framework: BM25 and beyond"
(2009), with the logarithm of Lucene, which is never negative. What surrounds a stretch is scored
as if it were one text: the occurrences in a range of neighbours are a difference of two running
sums, so no range needs an index of its own.

Pairs of words that stand side by side are scored as if they were words, after Metzler and Croft,
"A Markov random field model for term dependencies" (2005).
"""

from __future__ import annotations

from collections import Counter
from itertools import chain, pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Occurrences", "Ranges", "side_by_side"]

# How soon a word that comes again adds little, and how much a long text is discounted.
_SATURATION = 1.2
_LENGTH_DISCOUNT = 0.75


class Ranges:
    """For each stretch, the range of stretches that are scored together for it.

    Args:
        lengths: the number of words of each stretch.
        first: the first stretch of each range.
        end: the stretch after the last one of each range.
    """

    __slots__ = ("end", "first", "norms")

    def __init__(
        self, lengths: NDArray[np.int64], first: NDArray[np.int64], end: NDArray[np.int64]
    ) -> None:
        self.first = first
        self.end = end
        before = _running_sum(lengths)
        sizes = before[end] - before[first]
        mean = max(1.0, float(sizes.mean())) if len(sizes) else 1.0
        self.norms = _SATURATION * (1 - _LENGTH_DISCOUNT + _LENGTH_DISCOUNT * sizes / mean)


class Occurrences:
    """Which words, or pairs of words, occur in which stretches, and how often."""

    __slots__ = ("_counts", "_ids", "_starts", "_stretches", "lengths")

    def __init__(self, stretches: Sequence[Sequence[Hashable]]) -> None:
        import numpy as np  # noqa: PLC0415 - only searching needs it

        self.lengths = np.array([len(words) for words in stretches], np.int64)
        self._ids: dict[Hashable, int] = {}
        ids = self._ids
        total = int(self.lengths.sum())
        words = (ids.setdefault(word, len(ids)) for word in chain.from_iterable(stretches))
        keys = np.fromiter(words, np.int64, total) * len(stretches)
        keys += np.repeat(np.arange(len(stretches)), self.lengths)
        pairs, self._counts = np.unique(keys, return_counts=True)
        by_word, self._stretches = np.divmod(pairs, max(1, len(stretches)))
        self._starts = np.searchsorted(by_word, np.arange(len(ids) + 1))

    def scores(
        self, words: Sequence[Hashable], ranges: Iterable[tuple[Ranges, float]]
    ) -> NDArray[np.float64]:
        """Return the BM25 scores of ranges for the words of a query.

        Args:
            words: the query.
            ranges: one range for each stretch, and the weight of their scores; several are added.
        """
        import numpy as np  # noqa: PLC0415 - as above

        scores = np.zeros(len(self.lengths))
        ranges = tuple(ranges)
        for word, times in Counter(words).items():
            if word not in self._ids:
                continue
            before = _running_sum(self._counts_of(self._ids[word]))
            for one, weight in ranges:
                counts = before[one.end] - before[one.first]
                holding = int(np.count_nonzero(counts))
                rarity = np.log1p((len(counts) - holding + 0.5) / (holding + 0.5))
                scores += (times * weight * rarity) * (counts / (counts + one.norms))
        return scores

    def _counts_of(self, word: int) -> NDArray[np.int64]:
        """Return how often a word occurs in each stretch."""
        import numpy as np  # noqa: PLC0415 - as above

        counts = np.zeros(len(self.lengths), np.int64)
        held = slice(self._starts[word], self._starts[word + 1])
        counts[self._stretches[held]] = self._counts[held]
        return counts


def side_by_side(words: Iterable[str]) -> list[tuple[str, str]]:
    """Return the pairs of words that follow one another; whichever comes first is the same."""
    return [(one, two) if one < two else (two, one) for one, two in pairwise(words)]


def _running_sum(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the sums of the first 0, 1, 2, … counts."""
    import numpy as np  # noqa: PLC0415 - as above

    sums = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=sums[1:])
    return sums
