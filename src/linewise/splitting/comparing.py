"""What is left of the chunks of a text when the text has changed."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from linewise.errors import OptionError
from linewise.loading.markdown import markdown_headings
from linewise.splitting.chunks import chunks_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from linewise.changes import ChangeSet
    from linewise.document import Document, Heading, Page
    from linewise.splitting.chunks import Chunk

__all__ = ["ChunkChanges", "compare_chunks", "rechunk"]


@dataclass(frozen=True, slots=True, repr=False)
class ChunkChanges:
    """What became of chunks: an index embeds `added`, forgets `removed`, and leaves the rest.

    Attributes:
        chunks: all new ones, in order.
        kept: old and new chunk with the same id, in the same order as before.
        moved: old and new chunk with the same id that now stands before or after others.
        added: new chunks whose id is new.
        removed: old chunks whose id is gone.
    """

    chunks: tuple[Chunk, ...]
    kept: tuple[tuple[Chunk, Chunk], ...]
    moved: tuple[tuple[Chunk, Chunk], ...]
    added: tuple[Chunk, ...]
    removed: tuple[Chunk, ...]

    def __repr__(self) -> str:
        return (
            f"<ChunkChanges {len(self.kept)} kept, {len(self.moved)} moved, "
            f"{len(self.added)} added, {len(self.removed)} removed>"
        )


def compare_chunks(old: Sequence[Chunk], new: Sequence[Chunk]) -> ChunkChanges:
    """Tell which chunks of one version of a document are chunks of another one too.

    Args:
        old: the chunks of one version, in order.
        new: the chunks of the other.
    """
    old, new = chunks_in(old), chunks_in(new)
    places = {chunk.id: at for at, chunk in enumerate(old)}
    pairs = [(places[chunk.id], chunk) for chunk in new if chunk.id in places]
    in_order = set(_longest_rise([at for at, _ in pairs]))
    known = {chunk.id for chunk in new}
    return ChunkChanges(
        tuple(new),
        tuple((old[at], chunk) for i, (at, chunk) in enumerate(pairs) if i in in_order),
        tuple((old[at], chunk) for i, (at, chunk) in enumerate(pairs) if i not in in_order),
        tuple(chunk for chunk in new if chunk.id not in places),
        tuple(chunk for chunk in old if chunk.id not in known),
    )


def rechunk(
    chunks: Sequence[Chunk], changes: ChangeSet, document: Document | None = None
) -> ChunkChanges:
    """Split the new version of a document as the old one was, and tell what became of its chunks.

    Args:
        chunks: all chunks of the old version, as `split` gave them.
        changes: from the old version to the new one.
        document: the new version, where it was loaded; otherwise it is the old one with the
            changes, its pages and headings carried along.

    Raises:
        OptionError: there are no chunks, or not `split` made them, or they are of several
            documents, or the document has another text than the changes lead to.
        ChangeError: the changes are for another text.
    """
    chunks = chunks_in(chunks)
    if not chunks:
        raise OptionError("there are no chunks that say how to split: call split on the new text")
    before = chunks[0].document
    if any(chunk.document is not before for chunk in chunks):
        raise OptionError("the chunks are of several documents: rechunk takes those of one")
    after = changes.apply(before)
    if document is None:
        document = _carried(before, after, changes)
    elif document.text != after:
        raise OptionError("the document has another text than the changes lead to")
    return compare_chunks(chunks, chunks[0].split_again(document))


def _carried(before: Document, after: str, changes: ChangeSet) -> Document:
    """Return the new version of a document with the places that it still has."""
    if before.metadata.get("format") == "markdown":
        headings: Sequence[Heading] = markdown_headings(after)
    else:
        headings = [*_carried_headings(before, changes)]
    pages = [*_carried_pages(before, changes)]
    return replace(before, text=after, headings=headings, pages=pages, origin=None)


def _carried_headings(before: Document, changes: ChangeSet) -> Iterator[Heading]:
    for heading in before.headings:
        span = changes.map_span(heading.span)
        if span is not None:
            yield replace(heading, span=span)


def _carried_pages(before: Document, changes: ChangeSet) -> Iterator[Page]:
    for page in before.pages:
        span = changes.map_span(page.span)
        if span is not None:
            yield replace(page, span=span)


def _longest_rise(numbers: Sequence[int]) -> list[int]:
    """Return the indexes of a longest rising part of some numbers, by patience sorting."""
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for at, number in enumerate(numbers):
        pile = bisect_left(tails, number)
        before.append(ends[pile - 1] if pile else -1)
        tails[pile : pile + 1] = [number]
        ends[pile : pile + 1] = [at]
    found, at = [], ends[-1] if ends else -1
    while at >= 0:
        found.append(at)
        at = before[at]
    return found
