"""Which lines of documents have to do with some information.

Lines are ranked by the words of the information, their own and those around them. Information of
several lines is asked for as a whole and line by line, so that each fact finds its place: the
best line for any of these scores 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from linewise.document import Piece
from linewise.search import PieceIndex
from linewise.search.vectors import descending

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from linewise.document import Document

__all__ = ["Relevant", "relevant_lines"]

# Information of more lines than this is asked for in so many stretches of lines.
_MOST_QUESTIONS = 64


class Relevant(NamedTuple):
    """A line that has to do with some information.

    Attributes:
        number: which document it is in, counted from 0.
        line: which line it is, counted from 1.
        score: above 0, and 1 for the best.
    """

    number: int
    line: int
    score: float


def relevant_lines(documents: Sequence[Document], information: str) -> Iterator[Relevant]:
    """Yield the lines of all documents that have to do with some information, the best first.

    Args:
        documents: what is searched, together.
        information: what is new.
    """
    import numpy as np  # noqa: PLC0415 - only searching needs it

    places = [
        (number, line)
        for number, document in enumerate(documents)
        for line, text in enumerate(document.lines, start=1)
        if text.strip()
    ]
    if not places:
        return
    pieces = [
        Piece(documents[number], documents[number].line_span(line, line)) for number, line in places
    ]
    index = PieceIndex(pieces, texts=[piece.text for piece in pieces])
    best = np.zeros(len(pieces))
    for question in _questions(information):
        scores = index.scores(question)
        best = np.maximum(best, scores / max(float(scores.max()), 1e-12))
    for at in descending(best):
        if best[at] <= 0:
            return
        number, line = places[at]
        yield Relevant(number, line, float(best[at]))


def _questions(information: str) -> list[str]:
    """Return what is searched for: the information, and its lines where there are several."""
    lines = [line for line in information.splitlines() if line.strip()]
    if len(lines) < 2:
        return [information]
    step = -(-len(lines) // _MOST_QUESTIONS)
    starts = range(0, len(lines), step)
    return [information, *("\n".join(lines[start : start + step]) for start in starts)]
