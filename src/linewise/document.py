"""A text and the places in it: documents, spans, locations, and pieces of documents.

Offsets count code points from 0; lines, columns and pages count from 1. A `Span` is
half-open. A line ends with LF or CRLF and with nothing else; a final line end ends the last
line and starts no other; a U+FEFF at offset 0 is a byte order mark and belongs to no line.
"""

from __future__ import annotations

import hashlib
import operator
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from itertools import accumulate
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from linewise._file_names import warn_of_file_name
from linewise._kinds import check_whole, file_name_hint, loading_hint, no_content
from linewise._lines import Lines
from linewise._places import (
    Heading,
    Location,
    Page,
    Span,
    places_in_order,
    set_end,
    set_start,
)
from linewise._units import UnitIndex, refuse_lone_surrogates
from linewise.errors import DocumentError, SpanError

if TYPE_CHECKING:
    from linewise.changes import ChangeSet

__all__ = [
    "Document",
    "Heading",
    "Lines",
    "Location",
    "Page",
    "Piece",
    "Span",
    "as_document",
    "as_documents",
]

BYTE_ORDER_MARK = "\ufeff"

# Code points that are indexed at a time: few enough to stay in the processor's cache.
_BLOCK = 1 << 16


@dataclass(frozen=True, repr=False)
class Document:
    """A text that knows its places. Frozen; its hash is that of its text.

    Attributes:
        text: the whole text.
        source: where it came from, a path or an address.
        metadata: anything else that is known of it.
        headings: in the order of the text.
        pages: in the order of the text.
        origin: for a text made from another one, the changes from that other to this one.

    Raises:
        DocumentError: the text holds a lone surrogate, a heading or page does not fit it, or the
            origin leads to another text.
    """

    text: str
    source: str | None = field(default=None, kw_only=True)
    metadata: Mapping[str, Any] = field(default_factory=dict, kw_only=True, hash=False)
    headings: Sequence[Heading] = field(default=(), kw_only=True, hash=False)
    pages: Sequence[Page] = field(default=(), kw_only=True, hash=False)
    origin: ChangeSet | None = field(default=None, kw_only=True, hash=False)

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            told = f"a document's text is a str, not {type(self.text).__name__}"
            raise DocumentError(told + loading_hint(self.text))
        refuse_lone_surrogates(self.text)
        if not isinstance(self.metadata, Mapping):
            raise TypeError(f"metadata is a mapping, not {type(self.metadata).__name__}")
        object.__setattr__(self, "metadata", MappingProxyType(dict(self.metadata)))
        headings = places_in_order(Heading, self.headings, len(self.text))
        object.__setattr__(self, "headings", headings)
        object.__setattr__(self, "pages", places_in_order(Page, self.pages, len(self.text)))
        if self.origin is not None and getattr(self.origin, "after", None) != self.text:
            raise DocumentError("the origin of a document is a change set that leads to its text")

    def __reduce__(self) -> tuple[Any, ...]:
        # A mapping proxy cannot be pickled, and the indexes are cheaper to build than to send.
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        values["metadata"] = dict(self.metadata)
        return _rebuild, (type(self), values)

    def __repr__(self) -> str:
        source = f"{self.source!r}, " if self.source is not None else ""
        return f"<Document {source}{self.line_count:,} lines, {len(self.text):,} chars>"

    def __len__(self) -> int:
        return len(self.text)

    def __bool__(self) -> bool:
        # An empty document is still a document.
        return True

    def __getitem__(self, span: Span | slice) -> str:
        """Return the text of a span of this document.

        Raises:
            SpanError: the span ends after the text.
        """
        if isinstance(span, slice):
            return self.text[span]
        _refuse_other_places(self, span)
        return self.text[span.start : span.end]

    @cached_property
    def fingerprint(self) -> str:
        """A name for the text: 32 hexadecimal digits, the same for the same text anywhere."""
        return hashlib.blake2b(self.text.encode(), digest_size=16).hexdigest()

    # Lines

    @property
    def lines(self) -> Lines:
        """The lines without their ends, as a sequence; index 0 is line 1."""
        return Lines(self)

    @cached_property
    def line_count(self) -> int:
        """The number of lines."""
        starts = self._line_starts
        return len(starts) - (starts[-1] == len(self.text))

    def line_span(self, first: int, last: int | None = None, *, ends: bool = False) -> Span:
        """Return the span from line `first` to line `last`, both included.

        Args:
            first: counted from 1.
            last: counted from 1; `first` when left out.
            ends: take the line end of the last line along.

        Raises:
            SpanError: there are no such lines, or `first` is after `last`.
        """
        last = first if last is None else last
        if type(first) is not int or type(last) is not int:
            for line in (first, last):
                check_whole("the number of a line", line)
        if not 1 <= first <= last <= self.line_count:
            raise SpanError(
                (f"line {first} was" if first == last else f"lines {first} to {last} were")
                + " asked for, but the document has "
                + (f"lines 1 to {self.line_count}" if self.line_count else "no lines")
                + (", and the first comes after the last" if first > last else "")
                + file_name_hint(self.text)
            )
        starts = self._line_starts
        start = starts[first - 1]
        end = starts[last] if last < len(starts) else len(self.text)
        if not ends and end > start and self.text[end - 1] == "\n":
            end -= 2 if self.text.startswith("\r\n", end - 2) and end - 2 >= start else 1
        return Span(start, end)

    def line_at(self, offset: int) -> int:
        """Return the number of the line that `offset` lies in; a line end is part of its line.

        Raises:
            SpanError: the offset is outside the text.
        """
        self._check_offset(offset)
        return max(1, min(bisect_right(self._line_starts, offset), self.line_count))

    def _lines_of(self, start: int, end: int) -> tuple[int, int]:
        """Return the first and the last line of a stretch that is known to be in the text."""
        if start == end:
            line = self.line_at(start)
            return line, line
        starts = self._line_starts
        first = bisect_right(starts, start)
        # There are not more lines than characters after the first.
        last = bisect_right(starts, end - 1, first, min(first + end - start, len(starts)))
        return first or 1, last or 1

    @cached_property
    def _line_starts(self) -> array[int]:
        """The offset after each line end, after the start of the first line."""
        start = len(BYTE_ORDER_MARK) if self.text.startswith(BYTE_ORDER_MARK) else 0
        starts = array("Q", (start,))
        for block in range(start, len(self.text), _BLOCK):
            lengths = [len(line) + 1 for line in self.text[block : block + _BLOCK].split("\n")]
            lengths.pop()
            ends = accumulate(lengths, initial=block)
            next(ends)
            starts.extend(ends)
        return starts

    # Places

    def locate(self, offset: int) -> Location:
        """Return the line, column, page and headings of an offset, in logarithmic time.

        The end of the text is a place too: the one after the last character.

        Raises:
            SpanError: the offset is outside the text.
        """
        line = self.line_at(offset)
        column = max(1, offset - self._line_starts[line - 1] + 1)
        return Location(line, column, self.page_at(offset), self.headings_at(offset))

    def page_at(self, offset: int) -> int | None:
        """Return the number of the page of an offset, or None where there are no pages."""
        self._check_offset(offset)
        if not self.pages:
            return None
        return self.pages[max(0, bisect_right(self._page_starts, offset) - 1)].number

    def headings_at(self, offset: int) -> tuple[str, ...]:
        """Return the titles that an offset stands under, the highest first."""
        self._check_offset(offset)
        return self._heading_paths[bisect_right(self._heading_starts, offset)]

    @cached_property
    def _page_starts(self) -> list[int]:
        return [page.span.start for page in self.pages]

    @cached_property
    def _heading_starts(self) -> list[int]:
        return [heading.span.start for heading in self.headings]

    @cached_property
    def _heading_paths(self) -> list[tuple[str, ...]]:
        """The path under each heading, after the one above the first heading."""
        paths: list[tuple[str, ...]] = [()]
        open_headings: list[Heading] = []
        for heading in self.headings:
            while open_headings and open_headings[-1].level >= heading.level:
                open_headings.pop()
            open_headings.append(heading)
            paths.append(tuple(one.title for one in open_headings))
        return paths

    # Other units

    def byte_offset(self, offset: int) -> int:
        """Return how many bytes of UTF-8 stand before an offset.

        Raises:
            SpanError: the offset is outside the text.
        """
        self._check_offset(offset)
        return offset if self.text.isascii() else self._utf8.units_before(offset)

    def offset_of_byte(self, byte: int) -> int:
        """Return the offset that has `byte` bytes of UTF-8 before it.

        Raises:
            SpanError: there is no such byte, or it lies inside a character.
        """
        return self._utf8.offset_after(byte)

    def utf16_offset(self, offset: int) -> int:
        """Return how many UTF-16 code units stand before an offset, as editors count them.

        Raises:
            SpanError: the offset is outside the text.
        """
        self._check_offset(offset)
        return offset if self.text.isascii() else self._utf16.units_before(offset)

    def offset_of_utf16(self, unit: int) -> int:
        """Return the offset that has `unit` UTF-16 code units before it.

        Raises:
            SpanError: there is no such unit, or it lies inside a character.
        """
        return self._utf16.offset_after(unit)

    @cached_property
    def _utf8(self) -> UnitIndex:
        return UnitIndex(self.text, "utf-8")

    @cached_property
    def _utf16(self) -> UnitIndex:
        return UnitIndex(self.text, "utf-16-le")

    def _check_offset(self, offset: int) -> None:
        if type(offset) is not int:
            check_whole("an offset", offset)
        if not 0 <= operator.index(offset) <= len(self.text):
            raise SpanError(f"offset {offset} is outside the text: 0 to {len(self.text)} are in it")

    def _check_span(self, span: Span) -> None:
        if span.end > len(self.text):
            raise SpanError(
                f"span {span.start}..{span.end} ends after the text, which has "
                f"{len(self.text):,} characters"
            )


class Piece:
    """A span of a document: a place first, a string when asked.

    Read-only. Two pieces are equal when kind, document and span are.

    Raises:
        SpanError: the span ends after the document's text.
    """

    __slots__ = ("_document", "_end", "_start")

    def __init__(self, document: Document, span: Span) -> None:
        if not isinstance(document, Document):
            raise TypeError(f"a piece is one of a Document, not of {type(document).__name__}")
        _refuse_other_places(document, span)
        self._document = document
        self._start = span.start
        self._end = span.end

    @property
    def document(self) -> Document:
        """The document that the piece is a piece of."""
        return self._document

    @property
    def span(self) -> Span:
        """Where the piece lies in its document."""
        span = Span.__new__(Span)
        set_start(span, self._start)
        set_end(span, self._end)
        return span

    @property
    def start(self) -> int:
        """The offset of the first character."""
        return self._start

    @property
    def end(self) -> int:
        """The offset after the last character."""
        return self._end

    @property
    def text(self) -> str:
        """The words, exactly as they stand in the document."""
        return self._document.text[self._start : self._end]

    @property
    def lines(self) -> tuple[int, int]:
        """The first and the last line, counted from 1, that the piece has a part in."""
        return self._document._lines_of(self._start, self._end)  # noqa: SLF001 - one module

    @property
    def page(self) -> int | None:
        """The page on which the piece begins, or None where the document has no pages."""
        return self._document.page_at(self._start)

    @property
    def headings(self) -> tuple[str, ...]:
        """The titles that the piece begins under, the highest first."""
        return self._document.headings_at(self._start)

    def as_dict(self) -> dict[str, Any]:
        """Return the piece as plain values, ready for JSON."""
        return {
            "text": self.text,
            "start": self._start,
            "end": self._end,
            "lines": list(self.lines),
            "page": self.page,
            "headings": list(self.headings),
        }

    def __len__(self) -> int:
        return self._end - self._start

    def __bool__(self) -> bool:
        # An empty piece is still a place.
        return True

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        assert isinstance(other, Piece)  # noqa: S101 - for the type checker
        return self.span == other.span and self._document == other._document

    def __hash__(self) -> int:
        return hash((self._document, self._start, self._end))

    def __repr__(self) -> str:
        text = self.text if len(self) <= 40 else self.text[:39] + "…"
        return f"<{type(self).__name__} {self._start}..{self._end} {text!r}>"


def as_document(content: Document | str) -> Document:
    """Return `content` as a document: itself, or a new one around a text.

    Where the text is the name of a file there is a warning: mostly the file is meant.

    Raises:
        DocumentError: the text holds half of a surrogate pair.
        TypeError: it is neither a text nor a document; `load` makes one of a file.
    """
    if isinstance(content, Document):
        return content
    if not isinstance(content, str):
        raise no_content(content)
    warn_of_file_name(content)
    return Document(content)


def as_documents(content: Document | str | Iterable[Document | str]) -> list[Document]:
    """Return a text or a document, or several of them, as documents.

    Raises:
        DocumentError: a text holds half of a surrogate pair.
        TypeError: one is neither a text nor a document.
    """
    if isinstance(content, Document | str):
        return [as_document(content)]
    if isinstance(content, bytes | bytearray) or not isinstance(content, Iterable):
        raise no_content(content)
    return [as_document(one) for one in content]


def _rebuild(kind: type[Document], values: dict[str, Any]) -> Document:
    return kind(**values)


def _refuse_other_places(document: Document, span: Span) -> None:
    if not isinstance(span, Span):
        raise TypeError(
            f"a place in a document is a Span, not {type(span).__name__}; the text itself is "
            "document.text, its lines are document.lines"
        )
    document._check_span(span)  # noqa: SLF001 - one module
