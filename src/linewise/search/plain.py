"""Find words as they stand, whatever their case and the blanks between them."""

from __future__ import annotations

import re
from itertools import islice

from linewise.document import Document, Piece, Span, as_document

__all__ = ["find_words"]


def find_words(content: Document | str, words: str, most: int | None = None) -> list[Piece]:
    """Return the places where words stand in a document, in its order.

    Args:
        content: the document.
        words: what to look for; blanks stand for any blanks, line ends included.
        most: how many places at most.
    """
    document = as_document(content)
    parts = words.split()
    if not parts:
        return []
    pattern = re.compile(r"\s+".join(map(re.escape, parts)), re.IGNORECASE)
    found = islice(pattern.finditer(document.text), most)
    return [Piece(document, Span(*match.span())) for match in found]
