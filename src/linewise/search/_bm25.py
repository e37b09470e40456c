"""BM25 scores of stretches of text and of their surroundings, from one list of occurrences.

The formula is Robertson and Zaragoza, "The probabilistic relevance framework: BM25 and beyond"
(2009), with the logarithm of Lucene, which is never negative. What surrounds a stretch is scored
as if it were one text: the occurrences in a range of neighbours are a difference of two running
sums, so no range needs an index of its own.

Pairs of words that stand side by side are scored as if they were words, after Metzler and Croft,
"A Markov random field model for term dependencies" (2005).
"""

from __future__ import annotations

from itertools import chain, pairwise
from math import log1p
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Occurrences", "Ranges", "Weights", "side_by_side"]

# The words of a query, and how much each counts.
Weights: TypeAlias = "Mapping[Any, float]"

# How soon a word that comes again adds little, and how much a long text is discounted.
_SATURATION = 1.2
_LENGTH_DISCOUNT = 0.75

# The words of a query of which it is told which stand together; time and memory grow with them.
_MOST_COMPARED = 64


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
        self.norms = _norms(before[end] - before[first])


class Occurrences:
    """Which words, or pairs of words, occur in which stretches, and how often.

    Args:
        stretches: the words of each, in the order in which they stand.
    """

    __slots__ = ("_counts", "_ids", "_norms", "_starts", "_stretches", "lengths")

    def __init__(self, stretches: Sequence[Sequence[Hashable]]) -> None:
        import numpy as np  # noqa: PLC0415 - only searching needs it

        self.lengths = np.array([len(words) for words in stretches], np.int64)
        self._norms = _norms(self.lengths)
        self._ids: dict[Hashable, int] = {}
        ids = self._ids
        total = int(self.lengths.sum())
        words = (ids.setdefault(word, len(ids)) for word in chain.from_iterable(stretches))
        keys = np.fromiter(words, np.int64, total) * len(stretches)
        keys += np.repeat(np.arange(len(stretches)), self.lengths)
        pairs, self._counts = np.unique(keys, return_counts=True)
        by_word, self._stretches = np.divmod(pairs, max(1, len(stretches)))
        self._starts = np.searchsorted(by_word, np.arange(len(ids) + 1))

    def own_scores(
        self, words: Weights, first: NDArray[np.int64], end: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """Return the BM25 scores of stretches, each word by how few of those near hold it, too.

        Args:
            words: the words of a query, and how much each counts.
            first: the first stretch near each stretch; with none but itself, the score is plain.
            end: the one after the last.
        """
        import numpy as np  # noqa: PLC0415 - as above

        scores = np.zeros(len(self.lengths))
        others = np.maximum(1, end - first - 1)
        for word, weight in self._known(words):
            held, counts = self._occurrences_of(word)
            near = np.searchsorted(held, end[held]) - np.searchsorted(held, first[held])
            telling = 1 - (near - 1) / others[held]
            rarity = _rarity(len(held), len(scores))
            scores[held] += (weight * rarity) * telling * (counts / (counts + self._norms[held]))
        return scores

    def scores(self, words: Weights, ranges: Iterable[tuple[Ranges, float]]) -> NDArray[np.float64]:
        """Return the BM25 scores of ranges.

        Args:
            words: the words of a query, and how much each counts.
            ranges: one range for each stretch, and the weight of their scores; several are added.
        """
        import numpy as np  # noqa: PLC0415 - as above

        scores = np.zeros(len(self.lengths))
        ranges = tuple(ranges)
        for word, weight in self._known(words) if ranges else ():
            held, counts = self._occurrences_of(word)
            before = np.zeros(len(scores) + 1, np.int64)
            before[held + 1] = counts
            np.cumsum(before, out=before)
            for one, share in ranges:
                within = before[one.end] - before[one.first]
                rarity = _rarity(int(np.count_nonzero(within)), len(scores))
                scores += (weight * share * rarity) * (within / (within + one.norms))
        return scores

    def company(self, words: Iterable[Hashable]) -> dict[Hashable, float]:
        """Return with how many of the words each stands together, itself included.

        A word that always stands with another counts as one, one that never does as none; in
        between the share of the stretches with either that hold both (Jaccard, 1901). Of a query
        as long as a page the rarest words are compared, as those of names are.
        """
        import numpy as np  # noqa: PLC0415 - as above

        known = [word for word in dict.fromkeys(words) if word in self._ids]
        rarest = sorted(known, key=lambda word: len(self._occurrences_of(self._ids[word])[0]))
        compared = rarest[:_MOST_COMPARED]
        holds = np.zeros((len(compared), len(self.lengths)), np.float32)
        for row, word in zip(holds, compared, strict=True):
            row[self._occurrences_of(self._ids[word])[0]] = 1
        both = holds @ holds.T
        either = both.diagonal()[:, None] + both.diagonal() - both
        together = (both / either).sum(axis=1).tolist()
        return dict.fromkeys(known, 1.0) | dict(zip(compared, together, strict=True))

    def _known(self, words: Weights) -> Iterator[tuple[int, float]]:
        return ((self._ids[word], weight) for word, weight in words.items() if word in self._ids)

    def _occurrences_of(self, word: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the stretches that hold a word, in order, and how often each does."""
        held = slice(self._starts[word], self._starts[word + 1])
        return self._stretches[held], self._counts[held]


def side_by_side(words: Iterable[str]) -> list[tuple[str, str]]:
    """Return the pairs of words that follow one another; whichever comes first is the same."""
    return [(one, two) if one < two else (two, one) for one, two in pairwise(words)]


def _rarity(holding: int, total: int) -> float:
    return log1p((total - holding + 0.5) / (holding + 0.5))


def _norms(sizes: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return how often a word has to come in texts of these sizes to count half."""
    mean = max(1.0, float(sizes.mean())) if len(sizes) else 1.0
    share = sizes.astype("float64") / mean
    return _SATURATION * (1 - _LENGTH_DISCOUNT + _LENGTH_DISCOUNT * share)


def _running_sum(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the sums of the first 0, 1, 2, … counts."""
    import numpy as np  # noqa: PLC0415 - as above

    sums = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=sums[1:])
    return sums
