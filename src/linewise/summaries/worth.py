"""What the sentences of documents are worth for a summary, a question included."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from linewise._kinds import check_call, check_text
from linewise.document import Piece
from linewise.search import PieceIndex
from linewise.search.vectors import unit_vectors
from linewise.summaries.candidates import content_words, is_dialogue
from linewise.summaries.choosing import Chosen, Covering, fill_room
from linewise.summaries.ranking import central, inner_worth, places_of, weigh, worth_by_place
from linewise.summaries.terms import count_terms

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from linewise.document import Document
    from linewise.summaries.candidates import Candidate
    from linewise.summaries.lengths import Length
    from linewise.summaries.ranking import Weights
    from linewise.summaries.terms import Terms

__all__ = ["Embed", "Worth", "alike", "answering", "summary_worth"]

Embed: TypeAlias = "Callable[[Sequence[str]], ArrayLike]"
"""From texts to an array with a row for each."""

_CENTRAL = 0.4

# In a dialogue the words say more than the place or the phrases.
_PROSE = Covering()
_DIALOGUE = Covering(added=0.7)


@dataclass(frozen=True, eq=False)
class Worth:
    """What sentences are worth, with what is needed to choose among them.

    Attributes:
        found: the sentences.
        terms: their words.
        weights: what these weigh.
        alone: what each sentence is worth before another is taken.
        covering: how that changes with what was taken.
        asked: whether a question was answered.
    """

    found: Sequence[Candidate]
    terms: Terms
    weights: Weights
    alone: NDArray[np.float64]
    covering: Covering = _PROSE
    asked: bool = False

    def choose(self, sizes: Sequence[int], length: Length) -> Chosen:
        """Choose sentences until the length is filled; `sizes` is what each takes of it."""
        lengths = [len(one.text) for one in self.found]
        return fill_room(
            self.terms,
            self.weights,
            self.alone,
            lengths=lengths,
            sizes=sizes,
            room=length.limit,
            joint=length.joint,
            least=length.gap,
            covering=self.covering,
        )


def summary_worth(
    documents: Sequence[Document],
    found: Sequence[Candidate],
    language: str | None,
    about: str | None = None,
    embed: Embed | None = None,
) -> Worth:
    """Weigh sentences for a summary.

    Args:
        documents: where they stand.
        found: the sentences.
        language: the language code, where it is known.
        about: what the summary should tell of; the whole when left out.
        embed: makes a vector of each text, to tell also by meaning what is central.

    Raises:
        OptionError: `embed` gives no row of numbers for each text.
    """
    places = places_of(found)
    stress = 1 + 2 * places.fading / (1 + places.numbers / 10)
    terms = count_terms([content_words(one, language) for one in found])
    weights = weigh(terms, stress)
    near = central(terms, weights, stress)
    if embed is not None:
        near = (near + alike(embed, found)) / 2
    alone = _CENTRAL * near + worth_by_place(found, places) + inner_worth(found, language)
    talks = all(is_dialogue(document.text) for document in documents)
    answers = answering(documents, found, language, about, embed) if about else None
    if answers is not None:
        alone = alone / 3 + answers
    return Worth(
        found, terms, weights, alone, _DIALOGUE if talks else _PROSE, asked=answers is not None
    )


def answering(
    documents: Sequence[Document],
    found: Sequence[Candidate],
    language: str | None,
    about: str,
    embed: Embed | None = None,
) -> NDArray[np.float64] | None:
    """Return how well each sentence answers a question: 1 for the best, -1 where it does not.

    Returns:
        None where no sentence does.
    """
    import numpy as np  # noqa: PLC0415 - only ranking needs it

    check_text("about", about)
    pieces = [Piece(documents[one.document], one.span) for one in found]
    ranking = PieceIndex(pieces, language=language, embed=embed).ranking(about)
    if not ranking:
        return None
    answers = np.full(len(pieces), -1.0)
    _, highest = ranking[0]
    for number, score in ranking:
        answers[number] = score / highest
    return answers


def alike(embed: Embed, found: Sequence[Candidate]) -> NDArray[np.float64]:
    """Return how near the vector of each sentence is to that of the whole; 1 for the nearest.

    Raises:
        OptionError: there is no row of finite numbers for each sentence.
    """
    check_call("embed", embed)
    rows = unit_vectors(embed([one.text for one in found]), len(found))
    near: NDArray[np.float64] = rows @ rows.sum(axis=0)
    return near / max(float(near.max(initial=0.0)), 1e-9)
