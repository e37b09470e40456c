"""Documents: what a line is, and where an offset lies."""

from __future__ import annotations

import pickle

import pytest

from linewise import (
    Document,
    DocumentError,
    Heading,
    Location,
    Page,
    Piece,
    Span,
    SpanError,
)

BOOK = Document(
    "Title\n\nPart\nwords of the part\nChapter\nwords of the chapter\nPart two\nlast words\n",
    headings=[
        Heading(1, "Title", Span(0, 5)),
        Heading(2, "Part", Span(7, 11)),
        Heading(3, "Chapter", Span(30, 37)),
        Heading(2, "Part two", Span(59, 67)),
    ],
    pages=[Page(1, Span(0, 30), label="i"), Page(2, Span(30, 79), label="ii")],
)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", []),
        ("a", ["a"]),
        ("a\n", ["a"]),
        ("a\n\n", ["a", ""]),
        ("\n", [""]),
        ("a\r\nb", ["a", "b"]),
        ("a\rb\n", ["a\rb"]),
        ("a\r", ["a\r"]),
        ("a\r\r\n", ["a\r"]),
        ("a\u2028b\x0bc\x85d\n", ["a\u2028b\x0bc\x85d"]),
        ("\ufeff", []),
        ("\ufeffa\n\ufeffb", ["a", "\ufeffb"]),
        ("\ufeff\na", ["", "a"]),
    ],
)
def test_lines_end_with_lf_or_crlf_alone(text: str, lines: list[str]) -> None:
    """LF and CRLF end a line, nothing else does, and a mark at the start belongs to none."""
    document = Document(text)
    assert lines == list(document.lines)
    assert len(lines) == document.line_count == len(document.lines)


def test_lines_are_a_sequence() -> None:
    """Lines are indexed from 0, from the end, and by slices, as in a list."""
    lines = Document("a\nb\nc\nd\n").lines
    assert lines[0] == "a"
    assert lines[-1] == "d"
    assert lines[1:3] == ["b", "c"]
    assert "c" in lines
    assert lines == ["a", "b", "c", "d"]
    assert lines != ["a", "b", "c"]
    with pytest.raises(IndexError):
        lines[4]


def test_line_spans_count_from_one_and_include_both_ends() -> None:
    """`ends=True` takes the line end of the last line along, LF or CRLF."""
    document = Document("ab\r\ncd\nef")
    assert document[document.line_span(1)] == "ab"
    assert document[document.line_span(1, 2)] == "ab\r\ncd"
    assert document[document.line_span(1, ends=True)] == "ab\r\n"
    assert document[document.line_span(2, 3, ends=True)] == "cd\nef"


@pytest.mark.parametrize(
    ("first", "last", "named"),
    [
        (0, 1, "lines 0 to 1 were"),
        (1, 4, "lines 1 to 4 were"),
        (3, 2, "lines 3 to 2 were"),
        (-1, -1, "line -1 was"),
    ],
)
def test_lines_that_are_not_there_are_refused(first: int, last: int, named: str) -> None:
    """The message names the lines asked for and the lines there are."""
    with pytest.raises(SpanError, match=rf"^{named} asked for, .* lines 1 to 3"):
        Document("a\nb\nc").line_span(first, last)


def test_locate_gives_line_column_page_and_headings() -> None:
    """A place is told in a reader's terms, the path of headings included."""
    assert Location(1, 1, 1, ("Title",)) == BOOK.locate(0)
    assert Location(4, 1, 1, ("Title", "Part")) == BOOK.locate(12)
    assert Location(6, 7, 2, ("Title", "Part", "Chapter")) == BOOK.locate(44)
    assert Location(8, 5, 2, ("Title", "Part two")) == BOOK.locate(72)


def test_locate_the_end_of_the_text() -> None:
    """The end of the text lies after the last line's end, since no line starts there."""
    assert Location(1, 3) == Document("a\n").locate(2)
    assert Location(1, 1) == Document("").locate(0)
    with pytest.raises(SpanError, match="offset 3 is outside the text: 0 to 2"):
        Document("a\n").locate(3)


def test_offsets_in_bytes_and_utf16_and_back() -> None:
    """Other programs count bytes or UTF-16 units; both ways agree."""
    document = Document("né 😀!" * 3_000)
    for offset in (0, 1, 2, 3, 4, 5, 9_000, len(document)):
        before = document.text[:offset]
        assert len(before.encode()) == document.byte_offset(offset)
        assert offset == document.offset_of_byte(document.byte_offset(offset))
        assert len(before.encode("utf-16-le")) // 2 == document.utf16_offset(offset)
        assert offset == document.offset_of_utf16(document.utf16_offset(offset))


def test_a_unit_inside_a_character_is_refused() -> None:
    """An offset in another unit that falls inside a character is not moved silently."""
    with pytest.raises(SpanError, match="unit 2 lies inside a character"):
        Document("né").offset_of_byte(2)
    with pytest.raises(SpanError, match="unit 1 lies inside a character"):
        Document("😀").offset_of_utf16(1)
    with pytest.raises(SpanError, match="unit 4 is outside the text: 0 to 3"):
        Document("né").offset_of_byte(4)


def test_lone_surrogates_are_refused() -> None:
    """A text that no file can hold is refused where it enters, with its place."""
    with pytest.raises(DocumentError, match=r"line 2, offset 2: U\+D800"):
        Document("a\n\ud800")


def test_headings_and_pages_must_fit_the_text() -> None:
    """Headings and pages come in the order of the text and inside it."""
    with pytest.raises(DocumentError, match=r"heading 1 at 0\.\.9 ends after the text"):
        Document("short", headings=[Heading(1, "x", Span(0, 9))])
    with pytest.raises(DocumentError, match=r"page 2 at 1\.\.3 begins before"):
        Document("short", pages=[Page(1, Span(0, 2)), Page(2, Span(1, 3))])


def test_a_span_knows_its_bounds() -> None:
    """A span that runs backwards is refused with its numbers."""
    with pytest.raises(SpanError, match="start=3, end=2"):
        Span(3, 2)
    with pytest.raises(SpanError, match="start=-1"):
        Span(-1, 2)
    assert Span(1, 4).length == 3
    assert Span(1, 4).overlaps(Span(3, 5))
    assert not Span(1, 4).overlaps(Span(4, 5))
    assert Span(1, 4).contains(Span(2, 4))


def test_documents_are_frozen_and_hashed_by_content() -> None:
    """The same text has the same fingerprint anywhere; nothing can be changed afterwards."""
    one, other = Document("text", source="a.md"), Document("text", source="a.md")
    assert one == other
    assert hash(one) == hash(other)
    assert one.fingerprint == Document("text").fingerprint
    assert one.fingerprint != Document("texT").fingerprint
    with pytest.raises(AttributeError):
        one.text = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        one.metadata["k"] = 1  # type: ignore[index]


def test_documents_travel_between_processes() -> None:
    """A pickled document comes back equal, places included."""
    copy = pickle.loads(pickle.dumps(BOOK))
    assert copy == BOOK
    assert copy.locate(44) == BOOK.locate(44)


def test_a_piece_is_a_place_before_it_is_a_string() -> None:
    """A piece knows its text, lines, page and headings from its span."""
    piece = Piece(BOOK, Span(38, 58))
    assert piece.text == "words of the chapter"
    assert piece.document.text[piece.span.start : piece.span.end] == piece.text
    assert piece.lines == (6, 6)
    assert piece.page == 2
    assert piece.headings == ("Title", "Part", "Chapter")
    assert piece == Piece(BOOK, Span(38, 58))
    assert piece != Piece(BOOK, Span(38, 57))
    with pytest.raises(SpanError, match="ends after the text"):
        Piece(BOOK, Span(0, 1_000))
