"""Rank the pieces of documents by a question, by their words and by what surrounds them.

A small piece says little of what it is about: the answer stands in it, the words of the question
stand around it. So a piece is scored by its own words and by those of its near and its far
surroundings in the same document, as if each were one text. Words that stand side by side in the
question count more where they do so in the text, whichever comes first. What else counts is told
where the weights are: `linewise.search.scoring`.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from linewise._kinds import check_items, check_kind, check_several, check_text, check_whole
from linewise.document import Piece
from linewise.errors import OptionError
from linewise.language.detection import detect_language
from linewise.language.words import content_terms, function_terms, terms
from linewise.search._asking import asking_terms
from linewise.search._bm25 import Occurrences, Ranges, side_by_side
from linewise.search.fusion import reciprocal_rank_fusion
from linewise.search.scoring import SURROUNDED, Scoring
from linewise.search.vectors import VectorIndex, descending

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from linewise.search.scoring import Shares

__all__ = ["Hit", "PieceIndex"]

# The first piece near each piece, and the one after the last.
_Neighbours: TypeAlias = "tuple[NDArray[np.int64], NDArray[np.int64]]"

# How much the ranking by words counts, and that by vectors; tuned as the surroundings are.
_WORDS_AND_VECTORS = (1.0, 0.5)

# How many characters are read to tell the language.
_SAMPLE = 20_000


class Hit(NamedTuple):
    """A piece that was found.

    Attributes:
        piece: what was found.
        score: higher is better; comparable within one search only.
    """

    piece: Piece
    score: float


class PieceIndex:
    """Finds the pieces, of one or more documents, that answer a question best.

    Args:
        pieces: what is searched; surroundings are told by the places in the documents.
        texts: what is read of each piece, with context if there is some; its headings and its
            own text when left out.
        language: the language code; the one that the texts look to be in when left out.
        embed: makes a vector of each of some texts; the ranking by likeness of vectors is then
            joined with that by words; those of the surroundings are blended in, too.
        scoring: what the search by words goes by.

    Raises:
        OptionError: there is not one text a piece, or `embed` gives no row for each text.
    """

    def __init__(
        self,
        pieces: Iterable[Piece],
        *,
        texts: Sequence[str] | None = None,
        language: str | None = None,
        embed: Callable[[Sequence[str]], ArrayLike] | None = None,
        scoring: Scoring = SURROUNDED,
    ) -> None:
        check_several("pieces", pieces, "split(doc)")
        if language is not None:
            check_text("language", language)
        check_kind("scoring", scoring, Scoring)
        self._pieces = list(pieces)
        check_items("piece", self._pieces, Piece)
        if texts is not None:
            check_several("texts", texts, "one text for each piece")
        read = [_text_of(piece) for piece in self._pieces] if texts is None else list(texts)
        if len(read) != len(self._pieces):
            raise OptionError(f"{len(self._pieces)} pieces came with {len(read)} texts; one each")
        self.language = language or detect_language(_sample(read))
        self._scoring = scoring
        self._order = sorted(range(len(read)), key=_by_place(self._pieces))
        words = [terms(read[i], self.language) for i in self._order]
        placed = [self._pieces[i] for i in self._order]
        self._goes_on = [one.document is other.document for one, other in pairwise(placed)]
        near = cache(partial(_neighbours, placed))
        self._words = _Counted(words, near, scoring.words, scoring)
        self._pairs = (
            _Counted(_paired(words, self.language), near, scoring.pairs, scoring)
            if scoring.pairs
            else None
        )
        self._vectors = (
            None
            if embed is None
            else VectorIndex(read, embed).surrounded(self._order, self._words.blend)
        )

    def __len__(self) -> int:
        return len(self._pieces)

    def search(self, query: str, k: int = 10) -> list[Hit]:
        """Return the best pieces for a question, the best first, `k` at most.

        Without vectors a piece that shares no word with the question, nor do its surroundings or
        those of the piece before it, is not returned.

        Raises:
            OptionError: `k` is below 1.
        """
        check_text("a question", query)
        check_whole("k", k)
        if k < 1:
            raise OptionError(f"a search returns 1 piece or more, not k={k}")
        return [Hit(self._pieces[index], score) for index, score in self.ranking(query)[:k]]

    def ranking(self, query: str) -> list[tuple[int, float]]:
        """Return the numbers and scores of all pieces that `search` may return, the best first."""
        scores = self.scores(query)
        order = descending(scores)[: int((scores > 0).sum())]
        if self._vectors is None:
            return list(zip(order, scores[order].tolist(), strict=True))
        alike = (index for index, _ in self._vectors.ranking(query))
        return reciprocal_rank_fusion([order, alike], weights=_WORDS_AND_VECTORS)

    def scores(self, query: str) -> NDArray[np.float64]:
        """Return the score of each piece by its words, in the order of the pieces."""
        import numpy as np  # noqa: PLC0415 - only searching needs it

        words = content_terms(query, self.language) or terms(query, self.language)
        placed = self._words.scores(self._weighed(words))
        if self._pairs is not None:
            placed += self._pairs.scores(Counter(side_by_side(words)))
        placed[1:] += self._scoring.onward * placed[:-1] * self._goes_on
        scores = np.empty_like(placed)
        scores[self._order] = placed
        return scores

    def _weighed(self, words: Sequence[str]) -> dict[str, float]:
        """Return how much each word of a question counts, by how often it stands there."""
        asking = asking_terms(self.language)
        return {
            word: times * (self._scoring.asking if word in asking else 1.0)
            for word, times in Counter(words).items()
        }


class _Counted:
    """Words, or pairs of them, in pieces and in what surrounds these, ready to be scored."""

    def __init__(
        self,
        rows: Sequence[Sequence[Hashable]],
        near: Callable[[int], _Neighbours],
        shares: Shares,
        scoring: Scoring,
    ) -> None:
        self._occurrences = Occurrences(rows)
        self._own = shares.own
        self._overlap = scoring.overlap
        self._vicinity = near(scoring.vicinity)
        lengths = self._occurrences.lengths
        self._around = [(Ranges(lengths, *near(reach)), share) for reach, share in shares.around]
        self.blend = [(Ranges(lengths, *near(0)), shares.own), *self._around]

    def scores(self, words: Mapping[Any, float]) -> NDArray[np.float64]:
        """Return the score of each piece, in the order of their places.

        Args:
            words: those of a question, and how much each counts.
        """
        counting = self._apart(words) if self._overlap else words
        own = self._own * self._occurrences.own_scores(counting, *self._vicinity)
        return own + self._occurrences.scores(counting, self._around)

    def _apart(self, words: Mapping[Any, float]) -> dict[Any, float]:
        """Return how much each word counts, less where it mostly stands with others of them."""
        company = self._occurrences.company(words)
        return {word: words[word] / many**self._overlap for word, many in company.items()}


def _paired(rows: Iterable[Sequence[str]], language: str | None) -> list[list[tuple[str, str]]]:
    """Return which words stand side by side in each row, but for the function words between."""
    common = function_terms(language)
    return [side_by_side(word for word in row if word not in common) for row in rows]


def _text_of(piece: Piece) -> str:
    return "\n".join([*piece.headings, piece.text])


def _sample(texts: Sequence[str]) -> str:
    """Return a few texts from all over."""
    step = max(1, len(texts) // 50)
    return "\n".join(text[: _SAMPLE // 50] for text in texts[::step])


def _by_place(pieces: Sequence[Piece]) -> Callable[[int], tuple[int, int, int]]:
    """Return a key that sorts pieces by document, in the order of first sight, and by place."""
    seen: dict[int, int] = {}
    numbers = [seen.setdefault(id(piece.document), len(seen)) for piece in pieces]
    return lambda i: (numbers[i], pieces[i].start, pieces[i].end)


def _neighbours(pieces: Sequence[Piece], reach: int) -> _Neighbours:
    """Return the range of pieces of the same document that lie within reach of each."""
    import numpy as np  # noqa: PLC0415 - as above

    places = np.arange(len(pieces))
    if reach == 0 or not pieces:
        return places, places + 1
    # Documents are laid end to end, too far apart to reach from one to another.
    lengths = {id(piece.document): len(piece.document.text) for piece in pieces}
    gaps = np.cumsum([0, *(length + 2 * reach + 2 for length in lengths.values())])
    shifts = dict(zip(lengths, gaps.tolist(), strict=False))
    starts = np.array([shifts[id(piece.document)] + piece.start for piece in pieces])
    ends = np.array([shifts[id(piece.document)] + piece.end for piece in pieces])
    first = np.searchsorted(starts, starts - reach, side="left")
    after = np.searchsorted(np.maximum.accumulate(ends), ends + reach, side="right")
    return np.minimum(first, places), np.maximum(after, places + 1)
