"""Which sentences are taken: the best, without repetition, until the room is filled.

Each choice is the sentence that is worth most beside those taken before: by what it is worth
itself, by how much of the text's weight it adds (Lin and Bilmes, "A class of submodular
functions for document summarization", 2011), less its likeness to those (Carbonell and Goldstein,
"The use of MMR", 1998).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from linewise.summaries.ranking import Weights
    from linewise.summaries.terms import Terms

__all__ = ["Chosen", "Covering", "fill_room"]

# How much of a word's weight is left once it is said.
_SAID = 0.5

# After so many sentences the rest is taken by worth alone, so that the time stays bounded.
_ROUNDS = 200

_NEVER = -1e9


class Chosen(NamedTuple):
    """What was chosen.

    Attributes:
        whole: the sentences that are taken whole, the best first.
        cut: the one that fills what room is left with its beginning, if there is one.
    """

    whole: list[int]
    cut: int | None


@dataclass(frozen=True, slots=True)
class Covering:
    """How the value of a sentence changes with what was chosen.

    Attributes:
        added: what the largest share of the text's weight is worth.
        repeated: what a sentence loses that was said already.
        by_length: the power of the length that the weight is shared by.
    """

    added: float = 0.35
    repeated: float = 0.5
    by_length: float = 0.7


class _Field:
    """The sentences that are left, and what each adds to those taken."""

    def __init__(
        self, terms: Terms, weights: Weights, worth: NDArray[np.float64], covering: Covering
    ) -> None:
        import numpy as np  # noqa: PLC0415 - only ranking needs it

        self._terms = terms
        self._entries = weights.entries
        self._left = weights.words.copy()
        self._worth = worth
        self._covering = covering
        self._likeness = np.zeros(len(worth))
        self._most = 0.0
        self.free = np.ones(len(worth), dtype=bool)

    def values(self, lengths: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return what each sentence is worth now."""
        import numpy as np  # noqa: PLC0415 - as above

        adds = self._terms.sum_by_sentence(self._left[self._terms.columns])
        adds /= (lengths + 20) ** self._covering.by_length
        self._most = self._most or max(float(adds.max()), 1e-9)
        values = self._worth + self._covering.added * adds / self._most
        values -= self._covering.repeated * self._likeness
        return np.where(self.free, values, _NEVER)

    def take(self, sentence: int) -> None:
        """Note that a sentence was taken."""
        import numpy as np  # noqa: PLC0415 - as above

        self.free[sentence] = False
        entries = self._terms.entries(sentence)
        columns = self._terms.columns[entries]
        self._left[columns] *= _SAID
        vector = np.zeros(self._terms.width)
        vector[columns] = self._entries[entries]
        alike = self._terms.sum_by_sentence(self._entries * vector[self._terms.columns])
        np.maximum(self._likeness, alike, out=self._likeness)


def fill_room(
    terms: Terms,
    weights: Weights,
    worth: NDArray[np.float64],
    *,
    lengths: Sequence[int],
    sizes: Sequence[int],
    room: int,
    joint: int,
    least: int,
    covering: Covering,
) -> Chosen:
    """Choose sentences until the room is filled.

    Args:
        terms: their words.
        weights: what these weigh.
        worth: what each sentence is worth alone.
        lengths: how many characters each has.
        sizes: what each takes of the room.
        room: how much there is.
        joint: what goes between two.
        least: in a smaller gap no sentence is begun.
        covering: how the value changes with what was chosen.
    """
    import numpy as np  # noqa: PLC0415 - as above

    field = _Field(terms, weights, worth, covering)
    characters, taken = np.asarray(lengths, dtype=np.float64), np.asarray(sizes)
    whole: list[int] = []
    values = field.values(characters)
    while field.free.any() and room >= 1:
        best = int(np.argmax(values))
        if taken[best] > room:
            other = _that_fits(values, taken, room, best, 0.85 * room if room >= least else 0.0)
            if other is None:
                return Chosen(whole, best if room >= least or not whole else None)
            best = other
        whole.append(best)
        room -= int(taken[best]) + joint
        if len(whole) < _ROUNDS:
            field.take(best)
            values = field.values(characters)
        else:
            field.free[best] = False
            values[best] = _NEVER
    return Chosen(whole, None)


def _that_fits(
    values: NDArray[np.float64], sizes: NDArray[np.int64], room: int, best: int, least: float
) -> int | None:
    """Return a sentence with room that is worth nearly as much as the best, if there is one."""
    import numpy as np  # noqa: PLC0415 - as above

    fitting = np.where(sizes <= room, values, _NEVER)
    other = int(np.argmax(fitting))
    near = fitting[other] >= 0.9 * values[best] and sizes[other] >= least
    return other if near and fitting[other] > _NEVER else None
