"""Find words as they stand, whatever their case and the blanks between them, and their lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice

from linewise.document import Document, Piece, Span, as_document
from linewise.errors import OptionError
from linewise.search.pieces import PieceIndex

__all__ = ["FoundLines", "find_lines", "find_words"]


@dataclass(frozen=True, slots=True)
class FoundLines:
    """Where words were found.

    Attributes:
        lines: the numbers of the lines; in their order where the words begin in them as they
            are, otherwise the best first.
        columns: how many characters of each line stand before the words; none if not exact.
        exact: whether the words stand there as they are.
        total: how many lines there are in all, those beyond the limit included.
    """

    lines: tuple[int, ...]
    columns: tuple[int, ...]
    exact: bool
    total: int


def find_words(content: Document | str, words: str, limit: int | None = None) -> list[Piece]:
    """Return the places where words stand in a document, in its order.

    Args:
        content: the document.
        words: what is looked for; blanks stand for any blanks, line ends included.
        limit: how many places to return at most.
    """
    document = as_document(content)
    parts = words.split()
    if not parts:
        return []
    pattern = re.compile(r"\s+".join(map(re.escape, parts)), re.IGNORECASE)
    found = islice(pattern.finditer(document.text), limit)
    return [Piece(document, Span(*match.span())) for match in found]


def find_lines(content: Document | str, words: str, limit: int = 10) -> FoundLines:
    """Return the lines in which words begin, as `find_words` finds them.

    Where they stand nowhere side by side, the lines are ranked by the words that they and their
    surroundings share with them.

    Args:
        content: the document.
        words: what is looked for.
        limit: how many lines to return at most.

    Raises:
        OptionError: there are no words, or the limit is below 1.
    """
    document = as_document(content)
    if not words.strip():
        raise OptionError("there are no words to look for; name one word or more")
    if limit < 1:
        raise OptionError(f"{limit} lines cannot be returned; ask for one line or more")
    if starts := _starts(document, words):
        lines = tuple(islice(starts, limit))
        columns = tuple(starts[line] - document.line_span(line).start for line in lines)
        return FoundLines(lines, columns, exact=True, total=len(starts))
    pieces = [
        Piece(document, document.line_span(number))
        for number, line in enumerate(document.lines, start=1)
        if line.strip()
    ]
    if not pieces:
        return FoundLines((), (), exact=False, total=0)
    ranked = PieceIndex(pieces, texts=[piece.text for piece in pieces]).ranking(words)
    lines = tuple(pieces[at].lines[0] for at, _ in ranked[:limit])
    return FoundLines(lines, (), exact=False, total=len(ranked))


def _starts(document: Document, words: str) -> dict[int, int]:
    """Return the lines in which words begin, each with the offset of the first."""
    found: dict[int, int] = {}
    for piece in find_words(document, words):
        found.setdefault(document.line_at(piece.start), piece.start)
    return found
