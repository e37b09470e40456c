"""What each sentence is worth, before what was chosen already is looked at.

Centrality is the cosine of a sentence and the whole text in TF-IDF weights, as in the centroid
method (Radev, Jing, Styś and Tam, "Centroid-based summarization of multiple documents", 2004).
Its share is joined by the place in the text, which counts less the longer the text is, and by
what a sentence says of itself. The constants are tuned on half of the sets that
docs/summaries.md names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from linewise.summaries.markers import marker

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from linewise.summaries.candidates import Candidate
    from linewise.summaries.terms import Terms

__all__ = [
    "Places",
    "Weights",
    "central",
    "inner_worth",
    "is_unended",
    "places_of",
    "weigh",
    "worth_by_place",
]

# From about this many sentences on, the place in a text says little.
_FADE = 40
_RARITY = 1.5


@dataclass(frozen=True, eq=False)
class Weights:
    """The words of sentences, weighed.

    Attributes:
        entries: TF-IDF of each word in each sentence; those of a sentence make a unit vector.
        words: what each word counts in the whole text.
    """

    entries: NDArray[np.float64]
    words: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Places:
    """Where sentences stand in their documents.

    Attributes:
        numbers: which sentence of its document each is, from 0.
        counts: how many its document has.
        fading: how much the place says: 1 in a short document, near 0 in a long one.
    """

    numbers: NDArray[np.float64]
    counts: NDArray[np.float64]
    fading: NDArray[np.float64]


def places_of(found: Sequence[Candidate]) -> Places:
    """Return where candidates stand."""
    import numpy as np  # noqa: PLC0415 - only ranking needs it

    numbers = np.array([one.position for one in found], dtype=np.float64)
    counts = np.array([one.count for one in found], dtype=np.float64)
    return Places(numbers, counts, 1 / (1 + (counts / _FADE) ** 2))


def weigh(terms: Terms, stress: NDArray[np.float64], rarity: float = _RARITY) -> Weights:
    """Weigh words by how often they stand in the text and in how few of its sentences.

    Args:
        terms: the words.
        stress: how much each sentence counts for what its words count.
        rarity: the power of the inverse document frequency.
    """
    import numpy as np  # noqa: PLC0415 - as above

    holding = terms.sum_by_word(np.ones_like(terms.counts))
    rare = np.log1p(terms.height / np.maximum(holding, 1)) ** rarity
    entries = (1 + np.log(terms.counts)) * rare[terms.columns]
    norms = np.sqrt(terms.sum_by_sentence(entries**2))
    unit = entries / np.maximum(norms, 1e-9)[terms.rows]
    return Weights(unit, terms.sum_by_word(stress[terms.rows]) * rare)


def central(terms: Terms, weights: Weights, stress: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how near each sentence is to the whole; 1 for the nearest."""
    import numpy as np  # noqa: PLC0415 - as above

    whole = terms.sum_by_word(weights.entries * stress[terms.rows])
    near = terms.sum_by_sentence(weights.entries * whole[terms.columns])
    return near / max(float(near.max(initial=0.0)), 1e-9) if len(near) else np.zeros(0)


def worth_by_place(found: Sequence[Candidate], places: Places) -> NDArray[np.float64]:
    """Return what the place of each sentence is worth."""
    import numpy as np  # noqa: PLC0415 - as above

    long = 1 - places.fading
    first = 0.8 * places.fading / (1 + places.numbers / 10)
    first += 0.2 * long * np.exp(-places.numbers / 10)
    last = 0.2 * long * np.clip(10 * places.numbers / places.counts - 9, 0, 1)
    begins = np.array([one.begins_paragraph for one in found], dtype=np.float64)
    # Where most sentences stand alone, a blank line says nothing.
    return first + last + (0.1 * begins if begins.mean() < 0.6 else 0.0)


# What each kind of phrase is worth.
_PHRASES = (("purpose", 0.2), ("finding", 0.1), ("conclusion", 0.1))
_ENDS = frozenset(".!?…。！？")
_CLOSERS = "\"'”’»)]」』 "


def inner_worth(found: Sequence[Candidate], language: str | None) -> NDArray[np.float64]:
    """Return what each sentence is worth by its phrases, its length and its ends."""
    import numpy as np  # noqa: PLC0415 - as above

    lower = [one.text.lower() for one in found]
    worth = np.zeros(len(found))
    for kind, value in _PHRASES:
        phrase = marker(kind, language)
        worth += value * np.array([phrase.search(text) is not None for text in lower])
    leaning = marker("leaning", language)
    worth -= 0.05 * np.array([leaning.match(_said(text)) is not None for text in lower])
    unended = np.array([is_unended(text) for text in lower])
    if unended.mean() < 0.5:
        worth -= 0.2 * unended
    lengths = np.array([len(text) for text in lower])
    worth -= 0.2 * np.clip((80 - lengths) / 80, 0, 1)
    worth -= 0.1 * np.clip((lengths - 350) / 100, 0, 2)
    return worth


def is_unended(text: str) -> bool:
    """Tell whether a sentence has no stop at its end, as a title or the head of a list."""
    return text.rstrip(_CLOSERS)[-1:] not in _ENDS


def _said(text: str) -> str:
    """Return a turn without the name of who speaks."""
    speaker, colon, said = text[:60].partition(": ")
    return said if colon and len(speaker) <= 40 else text
