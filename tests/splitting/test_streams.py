"""`iter_split`: a text in blocks gives the chunks of the whole, in constant memory."""

from __future__ import annotations

import io
import tracemalloc
from typing import TYPE_CHECKING, Any

import pytest

from linewise import Document, DocumentError, OptionError, Piece, SizeError, Span, SpanError, split
from linewise.splitting import Chunk, iter_split
from linewise.splitting.streams import StreamText

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PROSE = "".join(
    f"Paragraph {i} tells of café number {i * i}, and of {'many ' * (i % 40)}things.\n"
    + "\n" * (i % 3)
    for i in range(3000)
)

SETTINGS: list[dict[str, Any]] = [
    {},
    {"overlap": 0, "pack": "best"},
    {"size": 300, "overlap": 100, "unit": "tokens", "tokenizer": "cl100k"},
    {"by": "tokens", "size": 64},
    {"by": "lines", "size": 7},
    {"by": "chars", "size": 500},
    {"unit": "bytes", "min_size": 400},
    {"size": 60, "unit": "tokens", "tokenizer": str.split},
    {"strip": True, "overlap": 0},
]


def told(chunks: Iterable[Chunk]) -> list[tuple[Any, ...]]:
    """Return places and numbers of chunks."""
    return [
        (c.index, c.start, c.end, c.fresh, c.text, c.lines, c.tokens, c.overlap) for c in chunks
    ]


def in_blocks(text: str, size: int = 1_000) -> Iterator[str]:
    """Yield a text in blocks."""
    return (text[i : i + size] for i in range(0, len(text), size))


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.parametrize("block", [997, 100_000])
def test_blocks_give_the_chunks_of_the_whole(settings: dict[str, Any], block: int) -> None:
    """Through many windows of the stream, for each strategy and unit."""
    blocks = in_blocks(PROSE, block)
    assert told(split(PROSE, **settings)) == told(iter_split(blocks, **settings))


def test_an_open_file_will_do() -> None:
    """Anything with `read` is read in blocks."""
    assert told(split(PROSE)) == told(iter_split(io.StringIO(PROSE)))


@pytest.mark.parametrize(
    "text",
    [PROSE, "é\n" * 40_000 + "plain\n" * 20_000, "a\n" * 40_000 + "\ufeff😀\r\n" * 30_000],
    ids=["prose", "plain after other signs", "marks inside of the text"],
)
@pytest.mark.parametrize("settings", [{"by": "lines", "size": 99, "overlap": 0}, {"size": 700}])
def test_places_are_those_of_the_whole_text(text: str, settings: dict[str, Any]) -> None:
    """Lines and columns too, though only a part of the text is in memory."""
    document = Document(text)
    for chunk in iter_split(in_blocks(text), **settings):
        part = chunk.document
        assert isinstance(part.text, StreamText)
        assert chunk.text == part[chunk.span] == Piece(part, chunk.span).text
        assert document.locate(chunk.start) == part.locate(chunk.start)
        first, last = chunk.lines
        whole = document.line_span(first, last)
        # A line may have begun in what has passed.
        assert Span(max(whole.start, part.text.base), whole.end) == part.line_span(first, last)
        assert first <= last <= part.line_count


def test_what_has_passed_is_said_to_have_passed() -> None:
    """A place that is no longer in memory is an error that names what is, not a wrong answer."""
    *_, last = iter_split(in_blocks(PROSE), size=500)
    document = last.document
    for look in (
        lambda: document.locate(0),
        lambda: document.text[0:10],
        lambda: document[Span(0, 10)],
    ):
        with pytest.raises(SpanError, match="of the stream is not in memory"):
            look()
    for count in (
        document.byte_offset,
        document.offset_of_byte,
        document.utf16_offset,
        document.offset_of_utf16,
    ):
        with pytest.raises(SpanError, match="a stream counts characters"):
            count(last.start)
    with pytest.raises(SpanError, match=f"lines [0-9]+ to {document.line_count} are in memory"):
        document.lines[0]


@pytest.mark.parametrize("settings", [{}, {"unit": "bytes"}, {"by": "tokens"}], ids=str)
def test_half_of_a_surrogate_pair_is_refused_where_it_stands(settings: dict[str, Any]) -> None:
    """By its line and offset in the stream, in whatever part it comes and whatever measures."""
    with pytest.raises(DocumentError, match=r"^line 40002, offset 120002: U\+D800"):
        list(iter_split(["ab\n" * 40_000, "\n", "x\ud800y"], **settings))


def test_a_stream_cannot_know_how_many() -> None:
    """The total is None, and not among the metadata."""
    chunk = next(iter_split(["some words"]))
    assert chunk.total is None
    assert {"chunk": 0} == chunk.metadata


def test_an_empty_stream_has_no_chunks() -> None:
    """No blocks, or empty ones."""
    assert [] == list(iter_split([]))
    assert [] == list(iter_split(["", ""]))


def blocks_without_end(count: int) -> Iterator[str]:
    """Yield megabytes that are never in memory together."""
    for i in range(count):
        yield f"Block {i} has words, and lines.\n\n" * 1000


@pytest.mark.parametrize(
    "settings", [{}, {"size": 200, "unit": "tokens", "tokenizer": "cl100k"}], ids=str
)
def test_memory_does_not_grow_with_the_text(settings: dict[str, Any]) -> None:
    """Eight times the text takes no more."""
    peaks = []
    list(iter_split(blocks_without_end(2), **settings))
    for count in (16, 128):
        tracemalloc.start()
        for _ in iter_split(blocks_without_end(count), **settings):
            pass
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.2 * peaks[0]


def test_wrong_blocks_are_refused() -> None:
    """A plain text, bytes, and pages, each with what would be right."""
    with pytest.raises(OptionError, match="split takes a text"):
        list(iter_split("text"))
    with pytest.raises(OptionError, match="open the file as text"):
        list(iter_split(io.BytesIO(b"text")))  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="no pages"):
        iter_split(["text"], by="pages")
    with pytest.raises(SizeError, match="size is 0"):
        iter_split(["text"], size=0)
