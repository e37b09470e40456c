"""A document as HTML: every character is shown, none is obeyed, and each piece has its place."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linewise import Document, Heading, Page, Piece, Span, split
from linewise.render import Layer, draw, layer_rules, shown_text, switches
from linewise.render.layers import as_layers

# What could break out of a page, or be lost on the way into one.
ODD = "a \t<>&\"'\r\n\x00\x07\x1b\x7f\x85\xad\u200d\u200e\u202e\u2028\u2066\ufeff\ufffe😀ש/-!"


class Lines(HTMLParser):
    """Reads back from drawn lines what the document said."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.marks: list[str] = []
        self._open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a line, or take a sign for what it stands for."""
        told = dict(attrs)
        if tag in {"li", "p"}:
            self.lines.append("")
        elif tag == "i":
            self.lines[-1] += chr(int(str(told["title"])[2:].split()[0], 16))
        elif tag == "a":
            self.marks.append(str(told["id"]))
        if tag in {"i", "a"}:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Leave a sign or a mark."""
        if tag in {"i", "a"}:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        """Keep the words of the document, not those of signs and marks."""
        if self.lines and not self._open:
            self.lines[-1] += data.removesuffix("\n")


def words_of(html: str) -> str:
    """Return what a page shows of a document."""
    return "\n".join(Lines(html).lines)


def piece(document: Document, start: int, end: int) -> Piece:
    """Return a piece by its offsets."""
    return Piece(document, Span(start, end))


def test_lines_are_numbered_and_pieces_coloured_and_marked() -> None:
    """A run has a class for each layer that it lies in; where pieces overlap, one more."""
    document = Document("One two\nthree")
    layers = {"Words": [piece(document, 0, 7), piece(document, 4, 13)]}
    html = draw(document, layers)
    assert '<ol class="lines" start="1">\n<li id=L1>' in html
    assert '<span class="a00" data-p="0-1">One </span>' in html
    assert '<span class="a01 o0" data-p="0-1 0-2">two</span>' in html
    assert '<li id=L2><span class="a01" data-p="0-2">three</span>' in html
    assert ["p0-1", "p0-2"] == Lines(html).marks


def test_a_mark_tells_the_place_and_the_size() -> None:
    """Lines, page, offset, length, what is repeated, headings, and what else there is to say."""
    document = Document(
        "# A\nOne two\n", headings=[Heading(1, "A", Span(0, 3))], pages=[Page(7, Span(0, 12))]
    )
    pieces = [piece(document, 0, 8), piece(document, 4, 12)]
    html = draw(
        document,
        [Layer("Parts", pieces, note=lambda one: f"from {one.start}")],
        count_tokens=lambda text: len(text.split()),
    )
    assert (
        "Part 2 of 2 · line 2 · page 7 · offset 4–12 · 8 characters, 2 tokens"
        " · 4 of the characters repeat the one before · A · from 4" in html
    )


def test_an_empty_piece_is_a_mark_alone() -> None:
    """It can be seen and reached wherever it stands, though there is nothing to colour."""
    document = Document("ab\n")
    html = draw(document, {"Places": [piece(document, 1, 1), piece(document, 3, 3)]})
    assert ["p0-1", "p0-2"] == Lines(html).marks
    assert "<span class=a" not in html
    assert "ab" == words_of(html)
    assert ["p0-1"] == Lines(draw(Document(""), {"A": [piece(Document(""), 0, 0)]})).marks


def test_a_bar_stands_at_each_line_of_its_piece() -> None:
    """Lines carry the class, blank ones too."""
    document = Document("a\n\nb\nc\n")
    html = draw(
        document, [Layer("Parts", [piece(document, 0, 5), piece(document, 5, 7)], look="bar")]
    )
    assert ["b00", "b00", "b00", "b01"] == re.findall(r'<li id=L\d class="(b\d+)"', html)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", ["The document is empty."]),
        ("\n\n", ["", ""]),
        ("a\r\nb\r\n", ["a", "b"]),
        ("a\rb", ["a\rb"]),
        ("\ufeffa", ["\ufeffa"]),
        ("\ufeff", ["\ufeff"]),
        ("nul\x00", ["nul\x00"]),
        ("</script><!-- x", ["</script><!-- x"]),
        ("👩‍👩‍👧 ok", ["👩‍👩‍👧 ok"]),
        ("שלום \u202e", ["שלום \u202e"]),
        ("x" * 200_000, ["x" * 200_000]),
    ],
    ids=[
        "empty",
        "line ends alone",
        "CRLF",
        "CR",
        "byte order mark",
        "byte order mark alone",
        "null",
        "markup",
        "joined emoji",
        "right to left",
        "long line",
    ],
)
def test_odd_documents(text: str, lines: list[str]) -> None:
    """Nothing is lost, not even what has no look; an empty document says so."""
    assert lines == Lines(draw(Document(text), {})).lines


@given(st.text(ODD, max_size=40), st.data())
def test_the_text_can_be_read_back(text: str, data: st.DataObject) -> None:
    """Whatever the text and however pieces lie over it, each line is shown whole."""
    document = Document(text)
    ends = st.tuples(*[st.integers(0, len(text))] * 2).map(sorted)
    spans = data.draw(st.lists(st.lists(ends, max_size=4), max_size=3))
    layers = [Layer("L", [piece(document, *pair) for pair in one]) for one in spans]
    html = draw(document, layers)
    expected = list(document.lines)
    if text.startswith("\ufeff") and expected:
        expected[0] = f"\ufeff{expected[0]}"
    # A run that begins between the two signs of a line end shows the first of them.
    shown = [line.removesuffix("\r") for line in Lines(html).lines]
    if document.line_count:
        assert [line.removesuffix("\r") for line in expected] == shown
    assert sum(map(len, spans)) == len(Lines(html).marks)


def test_signs_stand_for_what_has_no_look() -> None:
    """Each names its code point; joiners are left alone, since words and emoji need them."""
    assert '<i class="sign" title="U+202E right-to-left override">RLO</i>' == shown_text("\u202e")
    assert '<i class="sign" title="U+0000">NUL</i>' == shown_text("\x00")
    assert "a\tb👩\u200d👧" == shown_text("a\tb👩\u200d👧")


def test_layers_are_switched_by_boxes_that_need_no_script() -> None:
    """Each has its box, checked where the layer is shown, and rules that go by it."""
    layers = as_layers(Document("x"), [Layer("A & B", []), Layer("C", [], shown=False)])
    boxes = switches(layers)
    assert 'id="show-0" checked>' in boxes
    assert 'id="show-1">' in boxes
    assert "A &amp; B" in boxes
    rules = layer_rules(layers)
    assert "body:has(#show-0:checked) .a00{background-color:var(--fill-0)}" in rules
    assert "body:has(#show-1:checked) .a10{box-shadow" in rules


def test_a_run_names_the_last_pieces_alone_where_many_lie_on_it() -> None:
    """Windows that move by a character would be named as often as they are long."""
    document = Document("x" * 100)
    windows = [piece(document, at, at + 50) for at in range(50)]
    html = draw(document, {"Windows": windows})
    names = re.findall(r'data-p="(.*?)"', html)
    assert " ".join(f"0-{number}" for number in range(39, 51)) in names
    assert 12 == max(len(one.split()) for one in names)
    assert "x" * 100 == words_of(html)


def test_lines_are_laid_out_in_blocks() -> None:
    """A browser need not look at lines that are far away; numbers go on from block to block."""
    html = draw(Document("x\n" * 450), {})
    assert ["1", "201", "401"] == re.findall(r'start="(\d+)"', html)


def test_drawing_takes_time_in_the_text_and_the_pieces() -> None:
    """Twice the text and the pieces make twice the page, not four times."""
    lengths = [
        len(draw(document, {"Chunks": split(document, size=100, overlap=20)}))
        for document in (Document("Some words.\n" * 500), Document("Some words.\n" * 1000))
    ]
    assert 1.9 < lengths[1] / lengths[0] < 2.2
