"""What searches: a retriever makes pieces ready, and gives what ranks them for a question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from linewise.document import Piece
from linewise.errors import OptionError
from linewise.search.pieces import PieceIndex
from linewise.search.scoring import ALONE, SURROUNDED
from linewise.search.vectors import VectorIndex

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import ArrayLike

__all__ = ["Ranking", "Retriever", "RetrieverLike", "RetrieverName", "Search", "retriever_for"]

RetrieverName = Literal["bm25", "bm25-context", "dense", "hybrid"]

# The numbers of the pieces that were found with their scores, the best first.
Ranking: TypeAlias = "Iterable[tuple[int, float]]"
Search: TypeAlias = Callable[[str], Ranking]
Retriever: TypeAlias = Callable[[Sequence[Piece], Sequence[str]], Search]
RetrieverLike: TypeAlias = "RetrieverName | Retriever"


def retriever_for(
    retriever: RetrieverLike,
    *,
    language: str | None = None,
    embed: Callable[[Sequence[str]], ArrayLike] | None = None,
) -> Retriever:
    """Return the retriever that a name stands for, or the one given.

    Args:
        retriever: "bm25" (each piece by its own words), "bm25-context" (by the words of its
            surroundings too, more where they stand side by side as in the question), "dense" (by
            likeness of vectors), "hybrid" (the ranking by words joined with that by vectors, both
            with the surroundings), or a function of pieces and of what is read of each, which
            returns a function from a question to the numbers and scores of the pieces found, the
            best first.
        language: of the words; what the texts look to be in when left out.
        embed: makes a vector of each of some texts.

    Raises:
        OptionError: there is no such retriever, or it needs `embed`.
    """
    if callable(retriever):
        return retriever
    if retriever not in get_args(RetrieverName):
        raise OptionError(
            f"there is no retriever {retriever!r}: {', '.join(get_args(RetrieverName))}, or a "
            "function, were expected"
        )
    if retriever in {"dense", "hybrid"} and embed is None:
        raise OptionError(
            f"the retriever {retriever!r} needs embed= (--embed), which makes vectors of texts; "
            "bm25 and bm25-context go by the words alone"
        )
    if retriever == "dense":
        return partial(_by_vectors, embed=embed)
    scoring = ALONE if retriever == "bm25" else SURROUNDED
    meaning = embed if retriever == "hybrid" else None
    return partial(_by_words, language=language, embed=meaning, scoring=scoring)


def _by_words(pieces: Sequence[Piece], texts: Sequence[str], **settings: Any) -> Search:
    index = PieceIndex(pieces, texts=texts, **settings)
    return index.ranking


def _by_vectors(pieces: Sequence[Piece], texts: Sequence[str], embed: Any) -> Search:  # noqa: ARG001
    return VectorIndex(texts, embed).ranking
