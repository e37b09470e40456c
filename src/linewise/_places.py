"""Places in a text as values: spans, locations, headings, pages."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from linewise._kinds import check_items, check_several, check_whole
from linewise.errors import DocumentError, SpanError

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Heading", "Location", "Page", "Span", "places_in_order", "set_end", "set_start"]


@dataclass(frozen=True, slots=True, order=True, init=False)
class Span:
    """A half-open stretch of a text, in code points.

    Raises:
        SpanError: `start` is negative or after `end`.
        TypeError: one of them is no whole number.
    """

    start: int
    end: int

    def __init__(self, start: int, end: int) -> None:
        # Spans are made by the million: what is right already is not asked twice.
        if type(start) is not int or type(end) is not int:
            check_whole("the start of a span", start)
            check_whole("the end of a span", end)
            start, end = operator.index(start), operator.index(end)
        if not 0 <= start <= end:
            raise SpanError(f"a span needs 0 <= start <= end, not start={start}, end={end}")
        object.__setattr__(self, "start", start)
        object.__setattr__(self, "end", end)

    @property
    def length(self) -> int:
        """The number of code points."""
        return self.end - self.start

    def overlaps(self, other: Span) -> bool:
        """Tell whether the two share at least one code point."""
        return self.start < other.end and other.start < self.end

    def contains(self, other: Span) -> bool:
        """Tell whether `other` lies wholly inside."""
        return self.start <= other.start and other.end <= self.end


# For spans whose bounds were checked before: made so, they take half of the time.
set_start = Span.__dict__["start"].__set__
set_end = Span.__dict__["end"].__set__


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a document.

    Attributes:
        level: 1 for the highest.
        title: the words, without markup.
        span: where the heading stands, from its first to its last line without the line end.
    """

    level: int
    title: str
    span: Span


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a document.

    Attributes:
        number: counted from 1.
        span: the text of the page; pages follow each other without overlap.
        label: what is printed on the page ("iv", "A-3"), where it is known.
    """

    number: int
    span: Span
    label: str | None = None


# What a document lists in the order of its text.
_P = TypeVar("_P", Heading, Page)


@dataclass(frozen=True, slots=True)
class Location:
    """Where an offset lies, in a reader's terms.

    Attributes:
        line: counted from 1.
        column: counted from 1, in code points.
        page: the page's number, or None where the document has no pages.
        headings: the titles that the place stands under, the highest first.
    """

    line: int
    column: int
    page: int | None = None
    headings: tuple[str, ...] = ()


def places_in_order(kind: type[_P], places: Iterable[_P], length: int) -> tuple[_P, ...]:
    """Return the headings or pages of a text of so many code points, checked.

    Raises:
        DocumentError: one of them ends after the text, or begins before the end of another.
        TypeError: one of them is of another kind.
    """
    # Documents are made by the thousand, most of them with neither headings nor pages.
    if type(places) is tuple and not places:
        return ()
    name = kind.__name__.lower()
    check_several(f"{name}s", places, f"[{kind.__name__}(…)]")
    found = tuple(places)
    check_items(name, found, kind)
    before = Span(0, 0)
    for number, place in enumerate(found, start=1):
        span = place.span
        if span.end > length:
            raise DocumentError(
                f"{name} {number} at {span.start}..{span.end} ends after the text, which has "
                f"{length:,} characters"
            )
        if span.start < before.end:
            raise DocumentError(
                f"{name} {number} at {span.start}..{span.end} begins before the end of the one "
                f"before it, {before.start}..{before.end}; they come in the order of the text"
            )
        before = span
    return found
