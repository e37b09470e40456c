"""The lines of a document that hold words, or else those that answer them best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from linewise.document import Document, Piece, as_document
from linewise.errors import OptionError
from linewise.search.pieces import PieceIndex

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["FoundLines", "find_lines"]


@dataclass(frozen=True, slots=True)
class FoundLines:
    """Where words were found.

    Attributes:
        lines: the numbers of the lines; in their order where the words stand in them as they
            are, otherwise the best first.
        exact: whether the words stand in these lines as they are.
        total: how many lines there are in all, those beyond the limit included.
    """

    lines: tuple[int, ...]
    exact: bool
    total: int


def find_lines(content: Document | str, words: str, limit: int = 10) -> FoundLines:
    """Return the lines that hold words, whatever their case and the white space between them.

    Where no line holds them all side by side, the lines are ranked by the words that they and
    their surroundings share with them.

    Args:
        content: the document.
        words: what is looked for.
        limit: how many lines to return at most.

    Raises:
        OptionError: there are no words, or the limit is below 1.
    """
    document = as_document(content)
    wanted = " ".join(words.split()).casefold()
    if not wanted or limit < 1:
        raise OptionError(
            "one word or more must be looked for, and one line or more returned, not "
            f"{words!r} and {limit}"
        )
    exact = [number for number, line in _lines(document) if wanted in line]
    if exact:
        return FoundLines(tuple(exact[:limit]), exact=True, total=len(exact))
    pieces = [
        Piece(document, document.line_span(number)) for number, line in _lines(document) if line
    ]
    if not pieces:
        return FoundLines((), exact=False, total=0)
    ranked = PieceIndex(pieces, texts=[piece.text for piece in pieces]).search(words, limit)
    lines = tuple(hit.piece.lines[0] for hit in ranked)
    return FoundLines(lines, exact=False, total=len(lines))


def _lines(document: Document) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(document.lines, start=1):
        yield number, " ".join(line.split()).casefold()
