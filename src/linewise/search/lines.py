"""The lines of a document that hold words, or else those that answer them best."""

from __future__ import annotations

from dataclasses import dataclass

from linewise.document import Document, Piece, as_document
from linewise.errors import OptionError
from linewise.search.pieces import PieceIndex
from linewise.search.plain import find_words

__all__ = ["FoundLines", "find_lines"]


@dataclass(frozen=True, slots=True)
class FoundLines:
    """Where words were found.

    Attributes:
        lines: the numbers of the lines; in their order where the words begin in them as they
            are, otherwise the best first.
        exact: whether the words stand there as they are.
        total: how many lines there are in all, those beyond the limit included.
    """

    lines: tuple[int, ...]
    exact: bool
    total: int


def find_lines(content: Document | str, words: str, limit: int = 10) -> FoundLines:
    """Return the lines that hold words, whatever their case and the white space between them.

    Words may run on into the next line. Where they stand nowhere side by side, the lines are
    ranked by the words that they and their surroundings share with them.

    Args:
        content: the document.
        words: what is looked for.
        limit: how many lines to return at most.

    Raises:
        OptionError: there are no words, or the limit is below 1.
    """
    document = as_document(content)
    if not words.strip() or limit < 1:
        raise OptionError(
            "one word or more must be looked for, and one line or more returned, not "
            f"{words!r} and {limit}"
        )
    exact = sorted({piece.lines[0] for piece in find_words(document, words)})
    if exact:
        return FoundLines(tuple(exact[:limit]), exact=True, total=len(exact))
    pieces = [
        Piece(document, document.line_span(number))
        for number, line in enumerate(document.lines, start=1)
        if line.strip()
    ]
    if not pieces:
        return FoundLines((), exact=False, total=0)
    ranked = PieceIndex(pieces, texts=[piece.text for piece in pieces]).search(words, limit)
    lines = tuple(hit.piece.lines[0] for hit in ranked)
    return FoundLines(lines, exact=False, total=len(lines))
