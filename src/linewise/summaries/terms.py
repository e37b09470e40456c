"""Which words stand in which sentence, as arrays."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Terms", "count_terms"]


@dataclass(frozen=True, eq=False)
class Terms:
    """The counts of words in sentences, one entry for each word of each sentence.

    Attributes:
        rows: the sentence of each entry, in order.
        columns: the word of each entry.
        counts: how often it stands there.
        starts: where the entries of each sentence begin, and the end.
        width: how many words there are.
    """

    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    counts: NDArray[np.float64]
    starts: NDArray[np.int64]
    width: int

    @property
    def height(self) -> int:
        """The number of sentences."""
        return len(self.starts) - 1

    def sum_by_sentence(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the sum of the entries of each sentence."""
        import numpy as np  # noqa: PLC0415 - only ranking needs it

        return np.bincount(self.rows, values, self.height).astype(np.float64, copy=False)

    def sum_by_word(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the sum of the entries of each word."""
        import numpy as np  # noqa: PLC0415 - as above

        return np.bincount(self.columns, values, self.width).astype(np.float64, copy=False)

    def entries(self, sentence: int) -> slice:
        """Return where the entries of a sentence are."""
        return slice(int(self.starts[sentence]), int(self.starts[sentence + 1]))


def count_terms(sentences: Sequence[Sequence[str]]) -> Terms:
    """Count the words of sentences."""
    import numpy as np  # noqa: PLC0415 - as above

    numbers: dict[str, int] = {}
    columns: list[int] = []
    counts: list[int] = []
    lengths: list[int] = []
    for words in sentences:
        counted = Counter(words)
        columns += [numbers.setdefault(word, len(numbers)) for word in counted]
        counts += counted.values()
        lengths.append(len(counted))
    return Terms(
        np.repeat(np.arange(len(lengths)), lengths),
        np.array(columns, dtype=np.int64),
        np.array(counts, dtype=np.float64),
        np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]),
        len(numbers),
    )
