"""Chunks from joined pieces: slices of the source where they are slices, else texts apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linewise.document import Document
from linewise.splitting.chunks import Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from linewise.splitting.classic.merging import Joined

__all__ = ["located", "places_of"]


def located(text: str, chunks: Iterable[str], overlap: int) -> Iterator[Joined]:
    """Yield chunks with the places where they are found, each after the one before it.

    Args:
        text: what was split.
        chunks: in order.
        overlap: characters that a chunk may repeat of the one before.
    """
    start = end = 0
    for chunk in chunks:
        at = text.find(chunk, max(start, end - overlap))
        if at < 0:
            at = text.find(chunk, start)
        if at < 0:
            yield chunk, start
            continue
        yield chunk, at
        start, end = at + 1, at + len(chunk)


def places_of(
    document: Document, chunks: Iterable[Joined], *, start_index: bool
) -> Iterator[Place]:
    """Yield where chunks are: in the document, or in a document of their own.

    A chunk whose pieces do not follow each other in the source as they do in it (blank pieces
    were dropped between them) is no slice of it.
    """
    end = 0
    for text, start in chunks:
        extra = {"start_index": start} if start_index else {}
        if document.text.startswith(text, start):
            fresh = max(start, min(end, start + len(text)))
            end = start + len(text)
            yield Place(document, start, end, fresh, extra)
        else:
            own = Document(text, source=document.source, metadata=document.metadata)
            yield Place(own, 0, len(text), 0, extra)
