"""The method `lead`: the first paragraph that says something."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from linewise.document import Piece, Span
from linewise.loading.furniture import stretches_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from linewise.document import Document

__all__ = ["lead_of"]

_PARAGRAPH_END = re.compile(r"\n[^\S\n]*\n\s*|\Z")

# A paragraph of no more characters is a line of address or a date.
_SHORT = 30


def lead_of(document: Document) -> Piece | None:
    """Return the first paragraph of more than 30 characters that is no heading or picture."""
    told = (
        span
        for stretch in stretches_of(document)
        for span in _paragraphs(document.text, stretch)
        if span.length > _SHORT and document.text[span.start] not in "#!"
    )
    first = next(told, None)
    return None if first is None else Piece(document, first)


def _paragraphs(text: str, stretch: Span) -> Iterator[Span]:
    at = stretch.start
    for end in _PARAGRAPH_END.finditer(text, at, stretch.end):
        yield Span(at, at + len(text[at : end.start()].rstrip()))
        at = end.end()
