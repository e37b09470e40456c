"""Where running heads, page numbers and side notes stand, and what is left beside them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from linewise.document import BYTE_ORDER_MARK, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from linewise.document import Document

__all__ = ["beside_furniture", "furniture_of", "stretches_of", "trimmed_of"]


def furniture_of(document: Document) -> tuple[Span, ...]:
    """Return where a document states its furniture to be, in order; what is no place is none."""
    pdf = document.metadata.get("pdf")
    places = pdf.get("furniture") if isinstance(pdf, Mapping) else None
    if not isinstance(places, Sequence):
        return ()
    last = len(document.text)
    return tuple(_joined(sorted(tuple(place) for place in places if _is_place(place, last))))


def stretches_of(document: Document) -> list[Span]:
    """Return what stands before, between and after the furniture, without blanks at the ends."""
    return list(beside_furniture(document, [Span(0, len(document.text))]))


def beside_furniture(document: Document, spans: Iterable[Span]) -> Iterator[Span]:
    """Yield what is left of spans beside the furniture, in parts where it stands within one.

    Args:
        document: with its furniture in its metadata.
        spans: in order, one after the other.
    """
    furniture = furniture_of(document)
    ends = [span.end for span in furniture]
    for span in spans:
        first = bisect_right(ends, span.start)
        for part in _between(span, islice(furniture, first, None)):
            left = trimmed_of(document, part)
            if left.length:
                yield left


def trimmed_of(document: Document, span: Span) -> Span:
    """Return a span without a byte order mark or white space at either end."""
    words = document[span] if span.start else document[span].removeprefix(BYTE_ORDER_MARK)
    start = span.end - len(words.lstrip())
    return Span(start, start + len(words.strip()))


def _between(whole: Span, furniture: Iterable[Span]) -> Iterator[Span]:
    at = whole.start
    for span in furniture:
        if span.start >= whole.end:
            break
        if span.start > at:
            yield Span(at, span.start)
        at = max(at, span.end)
    if at < whole.end:
        yield Span(at, whole.end)


def _joined(places: Iterable[tuple[int, int]]) -> Iterator[Span]:
    """Yield places that overlap as one."""
    at: Span | None = None
    for start, end in places:
        if at is not None and start < at.end:
            at = Span(at.start, max(at.end, end))
            continue
        if at is not None:
            yield at
        at = Span(start, end)
    if at is not None:
        yield at


def _is_place(place: object, last: int) -> bool:
    if not isinstance(place, Sequence) or len(place) != 2 or isinstance(place, str):
        return False
    start, end = place
    return type(start) is type(end) is int and 0 <= start < end <= last
