"""Chunks: pieces of a document that know their number, their overlap and their length."""

# ruff: noqa: SLF001 - chunks are filled in from outside, one call less for each
from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from linewise._kinds import check_items, check_several
from linewise.document import Document, Piece
from linewise.errors import OptionError
from linewise.splitting.identity import id_of, ids_of
from linewise.tokens import count_graphemes, tokenizer_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from linewise.document import Span
    from linewise.splitting.packing import CutFields
    from linewise.splitting.plan import Plan
    from linewise.splitting.strategies.layouts import ContextOf
    from linewise.tokens import Tokenizer

__all__ = [
    "Chunk",
    "Making",
    "Place",
    "Run",
    "Scale",
    "chunks_at",
    "chunks_from",
    "chunks_in",
    "chunks_of",
]


@dataclass(frozen=True, slots=True)
class Scale:
    """The measure that chunks of one call were cut by.

    Attributes:
        unit: what sizes count.
        size: what a chunk measures at most.
        tokenizer: what counts tokens, whatever the unit is.
    """

    unit: str
    size: int
    tokenizer: Tokenizer

    def measure(self, text: str) -> int:
        """Return the length of a text in the unit."""
        if self.unit == "chars":
            return len(text)
        if self.unit == "graphemes":
            return count_graphemes(text)
        if self.unit == "bytes":
            return len(text.encode())
        if self.unit == "lines":
            return text.count("\n") + (text[-1:] not in {"", "\n"})
        return self.tokenizer.count(text)


class Making(NamedTuple):
    """How chunks came to be.

    Attributes:
        plan: that made them.
        context: what stands above a chunk; None where nothing does.
    """

    plan: Plan | None = None
    context: ContextOf | None = None


_UNKNOWN = Making()


@dataclass(slots=True, eq=False)
class Run:
    """What the chunks of one document have in common.

    Attributes:
        scale: the measure that they were cut by.
        total: how many they are; None in a stream.
        extra: goes into their metadata.
        making: how they came to be.
        cuts: all of them, where they are known.
        places: all of them, where not all are slices of one document.
        ids: their names, once one was asked for.
    """

    scale: Scale
    total: int | None
    extra: Mapping[str, Any]
    making: Making = _UNKNOWN
    cuts: Sequence[CutFields] = ()
    places: Sequence[Place] = ()
    ids: list[str] = field(default_factory=list)


class Chunk(Piece):
    """A piece of a document, cut to size.

    Its text is a slice of the document; what stands before `fresh` repeats the chunk before.
    One that is made by hand is the only chunk of its document, and just as long as it may be.
    """

    __slots__ = ("_fresh", "_index", "_run", "_tokens")

    _fresh: int
    _index: int
    _run: Run
    _tokens: int | None

    def __init__(self, document: Document, span: Span) -> None:
        super().__init__(document, span)
        self._fresh = self._start
        self._index = 0
        self._tokens = None
        self._run = Run(Scale("chars", len(self), tokenizer_for("o200k")), 1, {})

    @property
    def index(self) -> int:
        """The chunk's number in its document, counted from 0."""
        return self._index

    @property
    def total(self) -> int | None:
        """How many chunks the document has; None in a stream, which cannot know."""
        return self._run.total

    @property
    def fresh(self) -> int:
        """The offset before which the chunk repeats the one before it."""
        return self._fresh

    @property
    def overlap(self) -> int:
        """How much of the chunk before is repeated, in the unit that the size is in."""
        return self._run.scale.measure(self._document.text[self._start : self._fresh])

    @property
    def tokens(self) -> int:
        """What the text measures when the tokenizer encodes it alone."""
        if self._tokens is None:
            self._tokens = self._run.scale.tokenizer.count(self.text)
        return self._tokens

    @property
    def size(self) -> int:
        """What the text measures in the unit that the size is in."""
        scale = self._run.scale
        return self.tokens if scale.unit == "tokens" else scale.measure(self.text)

    @property
    def unit(self) -> str:
        """What `size` and `overlap` count."""
        return self._run.scale.unit

    @property
    def oversize(self) -> bool:
        """Whether the chunk is one indivisible character that alone measures more than the size."""
        return self.size > self._run.scale.size

    @property
    def context(self) -> str:
        """What helps to understand the text and is not part of it: headings, a table's header."""
        context = self._run.making.context
        return "" if context is None else context(self._start)

    @property
    def metadata(self) -> dict[str, Any]:
        """What is known of the document, with `chunk` (from 0) and `total_chunks`."""
        numbers = {"chunk": self._index}
        if self.total is not None:
            numbers["total_chunks"] = self.total
        return {**self._document.metadata, **self._run.extra, **numbers}

    @property
    def id(self) -> str:
        """A name made from the text: 16 hexadecimal digits, whatever stands around it.

        Where chunks of a document have the same text, all but the first have a number with it;
        chunks of a stream, which cannot look back, do not.
        """
        run = self._run
        if not run.ids:
            text = self._document.text
            found = [(text, start, end) for start, end, _, _ in run.cuts]
            found += [(one.document.text, one.start, one.end) for one in run.places]
            run.ids += ids_of(text[start:end] for text, start, end in found)
        return run.ids[self._index] if run.ids else id_of(self.text)

    @property
    def page_content(self) -> str:
        """The text, under the name that the field's document classes use."""
        return self.text

    def split_again(self, document: Document) -> list[Chunk]:
        """Split a document as the one was split that the chunk is of.

        Raises:
            OptionError: the chunk does not know how: it was not made by `split`.
        """
        plan = self._run.making.plan
        if plan is None:
            raise OptionError("only a chunk that split made knows how it was made")
        return plan.chunks(document)

    def as_dict(self) -> dict[str, Any]:
        """Return everything there is to say of the chunk, ready for JSON."""
        return {
            "source": self._document.source,
            "index": self.index,
            "total": self.total,
            **super().as_dict(),
            "tokens": self.tokens,
            "overlap": self.overlap,
            "oversize": self.oversize,
            "context": self.context,
            "metadata": self.metadata,
            "id": self.id,
        }


class Place(NamedTuple):
    """Where a chunk is, when the chunks of one source are not all slices of it.

    Attributes:
        document: that the chunk is a slice of.
        start: of the chunk.
        end: of the chunk.
        fresh: what stands before it is overlap.
        extra: goes into the chunk's metadata.
    """

    document: Document
    start: int
    end: int
    fresh: int
    extra: Mapping[str, Any]


def chunks_of(
    document: Document,
    cuts: Iterable[CutFields],
    scale: Scale,
    making: Making = _UNKNOWN,
) -> list[Chunk]:
    """Return the chunks of a document that the packer cut."""
    cuts = list(cuts)
    run = Run(scale, None, {}, making, cuts)
    chunks: list[Chunk] = []
    add, new = chunks.append, Chunk.__new__
    for index, (start, end, fresh, count) in enumerate(cuts):
        chunk = new(Chunk)
        chunk._document = document
        chunk._start = start
        chunk._end = end
        chunk._fresh = fresh
        chunk._index = index
        chunk._tokens = count
        chunk._run = run
        add(chunk)
    run.total = len(chunks)
    return chunks


def chunks_from(
    document: Document, cuts: Iterable[CutFields], run: Run, base: int, index: int
) -> Iterator[Chunk]:
    """Yield the chunks of a part of a stream.

    Args:
        document: the part.
        cuts: in the part.
        run: what the chunks of the stream have in common.
        base: where the part begins in the stream.
        index: of the first chunk.
    """
    for number, (start, end, fresh, count) in enumerate(cuts, start=index):
        chunk = Chunk.__new__(Chunk)
        chunk._document = document
        chunk._start = base + start
        chunk._end = base + end
        chunk._fresh = base + fresh
        chunk._index = number
        chunk._tokens = count
        chunk._run = run
        yield chunk


def chunks_in(values: Iterable[Chunk]) -> list[Chunk]:
    """Return chunks as a list, if they are some.

    Raises:
        TypeError: one is no chunk, or they are not several.
    """
    check_several("chunks", values, "split(doc)")
    chunks = list(values)
    check_items("chunk", chunks, Chunk)
    return chunks


def chunks_at(places: Iterable[Place], scale: Scale) -> list[Chunk]:
    """Return chunks that are numbered as one run, each of a document of its own or not."""
    places = list(places)
    ids: list[str] = []
    chunks: list[Chunk] = []
    for index, (document, start, end, fresh, extra) in enumerate(places):
        run = Run(scale, len(places), extra, places=places, ids=ids)
        chunks += chunks_from(document, [(start, end, fresh, None)], run, 0, index)
    return chunks
