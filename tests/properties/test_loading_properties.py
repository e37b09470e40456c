"""Laws of loading: bytes come back from the text, spans slice to the heading's lines."""

import contextlib
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linewise.document import Document
from linewise.errors import LoadError
from linewise.loading import decode, load, markdown_headings

UNICODE = ["utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"]
texts = st.text(st.characters(exclude_categories=["Cs"]))


@cache
def alphabet(encoding: str) -> str:
    """Return the characters that survive the encoding one by one."""
    every = (chr(code) for code in (*range(0xD800), *range(0xE000, 0x10000)))
    coded = ((character, character.encode(encoding, "ignore")) for character in every)
    return "".join(character for character, data in coded if data.decode(encoding) == character)


@given(text=texts, encoding=st.sampled_from(UNICODE))
def test_a_named_encoding_gives_text_and_bytes_back(text: str, encoding: str) -> None:
    """Whatever the characters, nothing is translated, added or dropped."""
    data = text.encode(encoding)
    decoded = decode(data, encoding)
    assert (text, encoding, True) == (decoded.text, decoded.encoding, decoded.reversible)
    assert data == decoded.text.encode(decoded.encoding)


@given(
    text=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
    encoding=st.sampled_from(UNICODE),
)
def test_a_marked_text_comes_back(text: str, encoding: str) -> None:
    """With a mark no encoding needs to be named."""
    text = "\ufeff" + text
    doc = load(text.encode(encoding))
    assert (text, encoding) == (doc.text, doc.metadata["encoding"])


@pytest.mark.parametrize("encoding", ["cp1252", "cp1251", "koi8-r", "shift_jis", "gb18030", "big5"])
@given(data=st.data())
def test_an_old_encoding_gives_text_and_bytes_back(encoding: str, data: st.DataObject) -> None:
    """A named old encoding decodes to the text that was encoded."""
    text = data.draw(st.text(st.sampled_from(alphabet(encoding))))
    decoded = decode(text.encode(encoding), encoding)
    assert (text, True) == (decoded.text, decoded.reversible)
    assert text.encode(encoding) == decoded.text.encode(decoded.encoding)


@given(data=st.binary(max_size=200))
def test_any_bytes_are_a_document_or_a_load_error(data: bytes) -> None:
    """Nothing but a LoadError comes of wild bytes, and what is exact gives them back."""
    with contextlib.suppress(LoadError):
        decoded = decode(data)
        assert decoded.reversible == (data == decoded.text.encode(decoded.encoding))
        Document(decoded.text)


@given(
    data=st.binary(max_size=100), encoding=st.sampled_from([*UNICODE, "utf-16", "utf-7", "cp932"])
)
def test_any_bytes_under_any_name(data: bytes, encoding: str) -> None:
    """A wrong name is a LoadError, nothing else."""
    with contextlib.suppress(LoadError):
        Document(decode(data, encoding).text)


LINES = st.lists(
    st.sampled_from(
        ["# One", "## *Two* ##", "words", "", "===", "---", "```", "- item", "> quote", "<div>"]
    ),
    max_size=30,
)


@given(lines=LINES, end=st.sampled_from(["\n", "\r\n"]), mark=st.booleans())
def test_a_heading_covers_whole_lines(lines: list[str], end: str, mark: bool) -> None:
    """A span begins at a line and ends at a line, without the last line end."""
    text = "\ufeff" * mark + end.join(lines)
    doc = Document(text, headings=markdown_headings(text))
    for heading in doc.headings:
        first, last = doc.line_at(heading.span.start), doc.line_at(heading.span.end - 1)
        assert doc.line_span(first, last) == heading.span


@given(lines=LINES)
def test_line_ends_make_no_difference(lines: list[str]) -> None:
    """The outline is that of the same text with other line ends."""
    unix, windows, mac = ("".join(line + end for line in lines) for end in ("\n", "\r\n", "\r"))
    expected = [(h.level, h.title) for h in markdown_headings(unix)]
    for text in (windows, mac):
        assert expected == [(h.level, h.title) for h in markdown_headings(text)]


@given(text=texts)
def test_headings_of_any_text_stand_in_order(text: str) -> None:
    """Any text has headings that fit it."""
    Document(text, headings=markdown_headings(text))
