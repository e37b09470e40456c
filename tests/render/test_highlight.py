"""Pieces marked in their documents, on a page of its own."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linewise import Document, Piece, Span, SpanError
from linewise.render import highlight_page


class Page(HTMLParser):
    """Reads what a page shows: the text of each document, and what is marked in it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.texts: list[str] = []
        self.marked = ""
        self._open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002 - as it is called
        """Note a tag, and begin the text of a document."""
        self.tags.append(tag)
        self._open.append(tag)
        if tag == "pre":
            self.texts.append("")

    def handle_endtag(self, tag: str) -> None:
        """Note the end of a tag."""
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        """Keep what stands in a document."""
        if "pre" in self._open:
            self.texts[-1] += data
            self.marked += data if "mark" in self._open else ""


def test_a_piece_is_marked_and_listed() -> None:
    """The list says where it stands, with a note, and leads to the mark."""
    document = Document("One.\nTwo & three.\n", source="a.txt")
    piece = Piece(document, Span(5, 17))
    page = highlight_page(document, [piece], note=lambda _piece: "matters")
    assert '<mark id="piece-1">Two &amp; three.</mark>' in page
    assert '<a href="#piece-1">Two &amp; three.</a> line 2 (matters)' in page
    assert "<h1>a.txt</h1>" in page


def test_what_is_marked_are_pieces_of_documents() -> None:
    """A text is neither, and is not taken for its letters."""
    text: Any = "One."
    with pytest.raises(TypeError, match="document 1 is a str, not a Document"):
        highlight_page(text, [])
    with pytest.raises(TypeError, match="piece 1 is a str, not a Piece"):
        highlight_page(Document("One."), text)


def test_no_sign_turns_the_page() -> None:
    """Marks that turn the direction of writing are signs in the text, the list and the names."""
    document = Document("one\u202e two", source="\u202ea.txt")
    pieces = [Piece(document, Span(0, 8))]
    assert "\u202e" not in highlight_page(document, pieces, note=lambda _piece: "\u202e")


def test_nothing_of_a_document_is_markup() -> None:
    """Tags, quotes and scripts of the text are shown, never obeyed."""
    text = "<script>alert('x')</script>\"&amp;"
    document = Document(text, source="<b>")
    page = highlight_page(document, [Piece(document, Span(0, 8))], title="<i>")
    assert "<script" not in page
    assert [text] == [one.removeprefix("\n") for one in Page(page).texts]
    assert "<i>" not in page


def test_a_page_needs_nothing_beside_it() -> None:
    """It runs nothing and loads nothing."""
    page = highlight_page(Document("x"), [])
    assert {"script", "link", "img", "iframe"}.isdisjoint(Page(page).tags)
    assert "default-src 'none'" in page


def test_several_documents() -> None:
    """Each has its heading, and its own marks."""
    first, second = Document("One.", source="a"), Document("Two.", source="b")
    page = highlight_page([first, second], [Piece(second, Span(0, 4))])
    assert "<h2>a</h2>\n<pre>\nOne.</pre>" in page
    assert '<h2>b</h2>\n<pre>\n<mark id="piece-1">Two.</mark></pre>' in page


def test_a_piece_of_another_document_is_refused() -> None:
    """What is not shown cannot be marked."""
    with pytest.raises(SpanError, match="of none of the 1 documents"):
        highlight_page(Document("x"), [Piece(Document("y"), Span(0, 1))])


@given(st.text("ab<&\n\"'", min_size=1, max_size=30), st.data())
def test_the_text_stays_and_what_is_covered_is_marked(text: str, data: st.DataObject) -> None:
    """However pieces overlap, the text is whole and each covered character is marked once."""
    document = Document(text)
    pairs = data.draw(st.lists(st.tuples(*[st.integers(0, len(text))] * 2), max_size=5))
    spans = [Span(min(pair), max(pair)) for pair in pairs]
    page = Page(highlight_page(document, [Piece(document, span) for span in spans]))
    assert f"\n{text}" == page.texts[0]
    covered = {at for span in spans for at in range(span.start, span.end)}
    assert "".join(text[at] for at in sorted(covered)) == page.marked
