"""Splitting a text that comes in blocks, in memory that does not grow with it."""

from __future__ import annotations

from functools import cached_property, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Protocol, Self, SupportsIndex

from linewise._kinds import check_several
from linewise._units import refuse_lone_surrogates
from linewise.document import BYTE_ORDER_MARK, Document, Location, Span
from linewise.errors import OptionError, SpanError
from linewise.splitting.chunks import Run, chunks_from
from linewise.splitting.packing import Position

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from linewise.splitting.chunks import Chunk
    from linewise.splitting.packing import CutFields
    from linewise.splitting.plan import Plan

__all__ = ["Before", "Readable", "StreamDocument", "StreamText", "chunks_of_stream"]

# Code points that are read at a time.
_BLOCK = 1 << 16


class Readable(Protocol):
    """An open text file."""

    def read(self, size: int, /) -> str:
        """Return the next characters, or none at the end."""
        ...


class StreamText(str):  # noqa: SLOT000 - a str has no room for slots
    """The part of a stream's text that is in memory, cut by offsets in the whole stream."""

    base: int

    def __new__(cls, text: str, base: int) -> Self:
        """Return the part of a stream that begins at offset `base`."""
        self = super().__new__(cls, text)
        self.base = base
        return self

    def __getitem__(self, key: SupportsIndex | slice) -> str:
        if not isinstance(key, slice):
            return super().__getitem__(key.__index__() - self.base)
        start = self.base if key.start is None else key.start
        stop = self.base + len(self) if key.stop is None else key.stop
        if start < self.base or stop > self.base + len(self):
            raise SpanError(
                f"{start}..{stop} of the stream is not in memory: {self.base}.."
                f"{self.base + len(self)} is"
            )
        return super().__getitem__(slice(start - self.base, stop - self.base, key.step))

    def __reduce__(self) -> tuple[Any, ...]:
        return StreamText, (str(self), self.base)


class StreamDocument(Document):
    """The part of a stream that is in memory; offsets and lines are those of the stream.

    Args:
        text: the part.
        before: all that came before it.
    """

    _part: Document
    _before: Before

    def __init__(self, text: str, before: Before) -> None:
        super().__init__(StreamText(text, before.offset))
        object.__setattr__(self, "_part", Document(text))
        object.__setattr__(self, "_before", before)

    def __post_init__(self) -> None:
        # The text was checked when it came, and once more as the part.
        object.__setattr__(self, "metadata", MappingProxyType({}))

    def __reduce__(self) -> tuple[Any, ...]:
        return StreamDocument, (self._part.text, self._before)

    @cached_property
    def line_count(self) -> int:
        """The number of lines up to the end of the part."""
        return self._before.lines + self._part.line_count

    def line_at(self, offset: int) -> int:
        """Return the number of the line that `offset` lies in."""
        return self._before.lines + self._part.line_at(self._in_part(offset))

    def _lines_of(self, start: int, end: int) -> tuple[int, int]:
        before = self._before
        first, last = self._part._lines_of(start - before.offset, end - before.offset)  # noqa: SLF001 - the same, over the part
        return before.lines + first, before.lines + last

    def line_span(self, first: int, last: int | None = None, *, ends: bool = False) -> Span:
        """Return the span from line `first` to line `last`, as far as it is in memory."""
        before = self._before
        last = first if last is None else last
        if not before.lines < first <= last <= self.line_count:
            raise SpanError(
                (f"line {first}" if first == last else f"lines {first} to {last}")
                + f" of the stream cannot be told: lines {before.lines + 1} to "
                f"{self.line_count} are in memory"
            )
        span = self._part.line_span(first - before.lines, last - before.lines, ends=ends)
        # Only at the very start of a text U+FEFF is no character of its line.
        start = 0 if before.offset and first == before.lines + 1 else span.start
        return Span(start + before.offset, span.end + before.offset)

    def locate(self, offset: int) -> Location:
        """Return the line and column of an offset."""
        before, at = self._before, self._in_part(offset)
        place = self._part.locate(at)
        if place.line > 1:
            return Location(before.lines + place.line, place.column)
        first = at + 1 if before.offset else place.column
        return Location(before.lines + 1, before.columns + first)

    def _refuse_units(self, *_place: Any, **_named: Any) -> NoReturn:
        """Refuse other units: what came before was not counted in them."""
        raise SpanError(
            "a stream counts characters, not bytes or UTF-16 units: load the document and ask that"
        )

    byte_offset = offset_of_byte = utf16_offset = offset_of_utf16 = _refuse_units

    def _in_part(self, offset: int) -> int:
        self._check_offset(offset)
        return offset - self._before.offset

    def _check_offset(self, offset: int) -> None:
        self._check_span(Span(offset, offset))

    def _check_span(self, span: Span) -> None:
        start = self._before.offset
        if not start <= span.start <= span.end <= start + len(self.text):
            raise SpanError(
                f"{span.start}..{span.end} of the stream is not in memory: {start}.."
                f"{start + len(self.text)} is"
            )


class Before(NamedTuple):
    """What came before a part of a stream.

    Attributes:
        offset: the characters.
        lines: the line ends.
        columns: the characters of the line that is begun.
    """

    offset: int = 0
    lines: int = 0
    columns: int = 0

    def and_(self, text: str) -> Before:
        """Return what came before when `text` has come as well."""
        line_end = text.rfind("\n")
        columns = len(text) - line_end - 1
        if line_end < 0:
            marked = self.offset == 0 and text.startswith(BYTE_ORDER_MARK)
            columns += self.columns - marked
        return Before(self.offset + len(text), self.lines + text.count("\n"), columns)


def chunks_of_stream(plan: Plan, blocks: Iterable[str] | Readable) -> Iterator[Chunk]:
    """Yield the chunks of a text that comes in blocks, the same for any blocks.

    Args:
        plan: how to split.
        blocks: of the text, or an open text file.
    """
    source = _blocks_of(blocks)
    run = Run(plan.scale, None, {})
    text, before, position = "", Before(), Position(0, 0)
    index, origin, room, more = 0, 0, _BLOCK, True
    while more:
        text, more = _filled(text, source, room)
        packer = plan.packer(text, origin)
        horizon = packer.horizon(position) if more else None
        cuts, position = _drained(plan.packed(packer, position, len(text), horizon))
        if not cuts:
            room *= 2
            continue
        document = StreamDocument(text, before)
        for chunk in chunks_from(document, plan.finished(text, cuts), run, before.offset, index):
            yield chunk
            index += 1
        kept, origin = packer.ruler.kept_from(position.start)
        text, before = text[kept:], before.and_(text[:kept])
        position = Position(position.start - kept, position.fresh - kept)


def _filled(text: str, source: Iterator[str], room: int) -> tuple[str, bool]:
    """Return the text with blocks added until it has `room` characters, and if there are more."""
    parts, length = [text], len(text)
    while length < room:
        block = next(source, None)
        if block is None:
            return "".join(parts), False
        parts.append(block)
        length += len(block)
    return "".join(parts), True


def _drained(
    cuts: Generator[CutFields, None, Position],
) -> tuple[list[CutFields], Position]:
    """Return what a packer yields, and what it returns."""
    found: list[CutFields] = []
    while True:
        try:
            found.append(next(cuts))
        except StopIteration as stop:
            position: Position = stop.value
            return found, position


def _blocks_of(blocks: Iterable[str] | Readable) -> Iterator[str]:
    if hasattr(blocks, "read"):
        blocks = iter(partial(blocks.read, _BLOCK), "")
    if isinstance(blocks, str):
        raise OptionError("iter_split takes blocks of text or an open file; split takes a text")
    check_several("the blocks of a stream", blocks, "an open file")
    offset, line = 0, 1
    for block in blocks:
        if not isinstance(block, str):
            raise OptionError(
                f"a block of the stream is {type(block).__name__}, not str: open the file as text"
            )
        # Here, since what measures comes before the document does.
        refuse_lone_surrogates(block, offset, line)
        yield block
        offset += len(block)
        line += block.count("\n")
