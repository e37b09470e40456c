"""Numbering loses nothing, and every place it names is the place it names."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linewise import Document, extract, number, unnumber
from linewise.numbering import Style

# Lines that a careless reader would take for ids, markup, or line ends.
TRAPS = st.sampled_from(
    ["", " ", "</p>", "</div>", "<", "&amp;", "7|", "7|x", "12:ab|x", "|", '<p id="line-1">',
     '<p id="line-9">x</p>', '<div id="div-id-2">y</div>', "\r", "a\r", "\u2028", "\ufeff",
     "x\u2028y", "\x0b", "\x85", "\x1c", "</p>\r", "line-7", "e\u0301", "👨‍👩‍👧"]
)  # fmt: skip
LINES = st.one_of(TRAPS, st.text(max_size=20).filter(lambda line: "\n" not in line))
ENDS = st.sampled_from(["\n", "\r\n"])


@st.composite
def trap_texts(draw: st.DrawFn) -> str:
    """Draw a text of awkward lines, with a mark or without, with a last line end or without."""
    text = draw(st.sampled_from(["", "", "\ufeff"]))
    for line in draw(st.lists(LINES, max_size=8)):
        text += line + draw(ENDS)
    return text + draw(LINES) if draw(st.booleans()) else text


STYLES = st.sampled_from(get_args(Style))


def check_round_trip(text: str, style: Style, tags: bool) -> None:
    """Numbering is undone with the style named and without."""
    numbered = number(text, style, tags=tags).text
    assert text == unnumber(numbered)
    assert text == unnumber(numbered, style)


@given(trap_texts(), STYLES, st.booleans())
def test_unnumber_undoes_number(text: str, style: Style, tags: bool) -> None:
    """`unnumber(number(text).text) == text`, whatever the text."""
    check_round_trip(text, style, tags)


@given(st.text(), STYLES, st.booleans())
def test_unnumber_undoes_number_on_any_text(text: str, style: Style, tags: bool) -> None:
    """The same for texts of no kind at all."""
    check_round_trip(text, style, tags)


@pytest.mark.slow
@settings(max_examples=10_000, deadline=None)
@given(st.one_of(trap_texts(), st.text()), STYLES, st.booleans())
def test_unnumber_undoes_number_ten_thousand_times(text: str, style: Style, tags: bool) -> None:
    """The same, for long."""
    check_round_trip(text, style, tags)


@given(trap_texts())
def test_lines_and_ends_make_up_the_text(text: str) -> None:
    """Line spans with their ends, laid end to end after the mark, are the text."""
    document = Document(text)
    spans = [document.line_span(n, ends=True) for n in range(1, document.line_count + 1)]
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    assert text == mark + "".join(document[span] for span in spans)


@given(trap_texts())
def test_lines_agree_with_a_plain_reading(text: str) -> None:
    """An index of offsets gives the lines that splitting by hand gives."""
    by_hand = text.removeprefix("\ufeff").split("\n")
    ended = [line.removesuffix("\r") for line in by_hand[:-1]]
    assert ended + ([by_hand[-1]] if by_hand[-1] else []) == list(Document(text).lines)


@given(trap_texts(), st.data())
def test_locate_agrees_with_counting(text: str, data: st.DataObject) -> None:
    """Line and column are what counting line ends from the start gives."""
    document = Document(text)
    offset = data.draw(st.integers(0, len(text)))
    place = document.locate(offset)
    assert place.line == max(1, min(text.count("\n", 0, offset) + 1, document.line_count))
    if document.line_count:
        start = document.line_span(place.line).start
        assert max(1, offset - start + 1) == place.column


@given(trap_texts(), st.data())
def test_a_passage_is_the_lines_it_names(text: str, data: st.DataObject) -> None:
    """Extraction agrees with joining the lines by hand."""
    document = Document(text)
    if not document.line_count:
        return
    first = data.draw(st.integers(1, document.line_count))
    last = data.draw(st.integers(first, document.line_count))
    passage = extract(document, first, last)
    assert passage.document.text[passage.span.start : passage.span.end] == passage.text
    assert (first, last) == passage.lines
    spans = [document.line_span(n, ends=n < last) for n in range(first, last + 1)]
    assert "".join(document[span] for span in spans) == passage.text


@given(trap_texts(), st.data())
def test_units_of_other_programs_agree_with_encoding(text: str, data: st.DataObject) -> None:
    """Offsets in bytes and in UTF-16 units are those of the encoded text, and come back."""
    document = Document(text)
    offset = data.draw(st.integers(0, len(text)))
    assert len(text[:offset].encode()) == document.byte_offset(offset)
    assert len(text[:offset].encode("utf-16-le")) // 2 == document.utf16_offset(offset)
    assert offset == document.offset_of_byte(document.byte_offset(offset))
    assert offset == document.offset_of_utf16(document.utf16_offset(offset))
