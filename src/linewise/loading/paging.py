"""Documents by the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linewise.document import Document, Heading, Page, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["split_pages"]


def split_pages(document: Document) -> list[Document]:
    """Return each page as a document of its own, with its number, its label and its headings.

    A document without pages is returned as it is, in a list.
    """
    if not isinstance(document, Document):
        raise TypeError(f"a Document was expected, not {type(document).__name__}; load makes one")
    if not document.pages:
        return [document]
    return [_page(document, page) for page in document.pages]


def _page(document: Document, page: Page) -> Document:
    start, end = page.span.start, page.span.end
    return Document(
        document.text[start:end],
        source=document.source,
        metadata=_shifted_metadata(document, page.span),
        headings=[
            Heading(heading.level, heading.title, _shifted(heading.span, start))
            for heading in document.headings
            if page.span.contains(heading.span)
        ],
        pages=[Page(page.number, Span(0, end - start), page.label)],
    )


def _shifted(span: Span, start: int) -> Span:
    return Span(span.start - start, span.end - start)


def _shifted_metadata(document: Document, span: Span) -> dict[str, Any]:
    """Return the metadata, with the places of furniture in the page rather than the document."""
    metadata = dict(document.metadata)
    if pdf := metadata.get("pdf"):
        metadata["pdf"] = {**pdf, "furniture": tuple(_within(pdf["furniture"], span))}
    return metadata


def _within(places: tuple[tuple[int, int], ...], span: Span) -> Iterator[tuple[int, int]]:
    for start, end in places:
        if span.contains(Span(start, end)):
            yield start - span.start, end - span.start
