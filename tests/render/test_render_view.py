"""The page of a document: its figures, its policy, and what it says beside the text."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linewise import (
    Document,
    Layer,
    OptionError,
    Page,
    Piece,
    Span,
    SpanError,
    TokenizerError,
    split,
    view,
)
from linewise.render.figures import layer_figures


def pieces_at(document: Document, *pairs: tuple[int, int]) -> list[Piece]:
    """Return pieces of a document by their offsets."""
    return [Piece(document, Span(*pair)) for pair in pairs]


def told(layer: Layer, document: Document) -> dict[str, str]:
    """Return the figures of a layer by their names."""
    return {one.name: one.value for one in layer_figures(layer, document)}


def test_figures_tell_sizes_and_what_is_covered() -> None:
    """Overlaps count once as covered, and apart as overlap."""
    document = Document("0123456789")
    layer = Layer("Parts", pieces_at(document, (0, 4), (2, 6), (6, 7)))
    assert {
        "Count": "3",
        "Mean": "3 characters",
        "Median": "4 characters",
        "Shortest": "1 characters",
        "Longest": "4 characters",
        "In all": "9 characters",
        "Cover": "70 % of the text",
        "Overlap": "20 % of the text",
    } == told(layer, document)
    assert [2, 0] == [one.piece for one in layer_figures(layer, document) if one.piece is not None]


def test_figures_of_nothing() -> None:
    """A layer without pieces has a count; in an empty text nothing can be covered."""
    assert {"Count": "0"} == told(Layer("Parts", []), Document("abc"))
    empty = Document("")
    assert "Cover" not in told(Layer("Parts", pieces_at(empty, (0, 0))), empty)


def test_only_nothing_is_0_percent_and_only_all_is_100() -> None:
    """A thousandth is not rounded away."""
    document = Document("x" * 1000)
    nearly = Layer("Parts", pieces_at(document, (0, 999), (0, 1)))
    assert ("over 99 % of the text", "under 1 % of the text") == (
        told(nearly, document)["Cover"],
        told(nearly, document)["Overlap"],
    )


@given(st.lists(st.tuples(*[st.integers(0, 40)] * 2).map(sorted), max_size=8))
def test_cover_and_overlap_agree_with_counting(pairs: list[list[int]]) -> None:
    """Each character is looked at."""
    document = Document("x" * 40)
    spans = [Span(*pair) for pair in pairs]
    depths = [sum(span.start <= at < span.end for span in spans) for at in range(40)]
    figures = told(Layer("Parts", [Piece(document, span) for span in spans]), document)
    if spans:
        assert f"{2.5 * sum(d > 0 for d in depths):.0f} % of the text" == figures["Cover"]
        assert f"{2.5 * sum(d > 1 for d in depths):.0f} % of the text" == figures["Overlap"]


def test_the_policy_names_the_style_and_the_script_of_the_page() -> None:
    """Nothing else may run or load; the hashes are those of what stands there."""
    page = view(Document("x"), {"Chunks": split("x")})
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    for tag in ("style", "script"):
        inside = page.partition(f"<{tag}>")[2].partition(f"</{tag}>")[0]
        digest = b64encode(sha256(inside.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy[1]
        assert 1 == page.count(f"<{tag}")
    assert policy[1].startswith("default-src 'none'; ")
    assert "unsafe" not in policy[1]


def test_there_is_no_style_attribute_and_no_handler() -> None:
    """The policy would not let them work."""
    document = Document("One two three.\n" * 30)
    page = view(document, {"Chunks": split(document, size=60, overlap=20)})
    body = page.partition("<body")[2].partition("<script>")[0]
    assert " style=" not in body
    assert re.search(r"<[^>]* on\w+=", body) is None
    assert "http" not in body.replace("http://www.w3.org/2000/svg", "")


def test_the_heading_is_the_title_or_the_source() -> None:
    """Both are words, not markup."""
    assert "<h1>a &lt;b&gt;.txt</h1>" in view(Document("x", source="a <b>.txt"))
    assert "<h1>T &amp; U</h1>" in view(Document("x", source="a.txt"), title="T & U")
    assert "<title>Document</title>" in view("x")


def test_what_there_is_of_a_document_is_told() -> None:
    """Lines, characters, pages, and line ends that are not seen."""
    pages = [Page(1, Span(0, 3)), Page(2, Span(3, 6))]
    page = view(Document("a\r\nb\r\n", pages=pages))
    assert "2 lines, 6 characters, 2 pages, 2 line ends of Windows (CRLF)" in page


def test_lists_name_the_first_pieces() -> None:
    """A page of many pieces stays small; how many are not listed is said."""
    document = Document("a\n" * 250)
    pieces = pieces_at(document, *((at, at + 2) for at in range(0, 500, 2)))
    page = view(document, {"Lines": pieces})
    assert 200 == page.count('<li><a href="#p0-')
    assert "50 more are numbered in the text." in page


def test_a_list_shows_no_control_character() -> None:
    """What could turn the direction of a line is a sign there, too."""
    document = Document("a\u202eb")
    listed = view(document, {"Parts": pieces_at(document, (0, 3))}).partition("<main")[0]
    assert "\u202e" not in listed


@pytest.mark.parametrize(
    ("tokenizer", "words"), [("o200k", "3 characters, 1 token"), (None, "3 characters<")]
)
def test_tokens_are_told_where_they_are_wanted(tokenizer: str | None, words: str) -> None:
    """By the tokenizer that is named."""
    document = Document("One")
    assert words in view(document, {"Parts": pieces_at(document, (0, 3))}, tokenizer=tokenizer)


def test_the_language_of_the_text_is_told() -> None:
    """Voices speak it right; an unknown one is said to be unknown."""
    french = "Les quiz existants ne changent pas ; il suffit de les rouvrir pour en ajouter."
    assert 'id="text" tabindex="-1" lang="fr"' in view(french)
    assert 'lang=""' in view("xyzzy")
    assert 'lang="he"' in view("שלום", language="he")
    assert 'lang="he"' in view(Document("שלום", metadata={"language": "he"}))


def test_many_lines_are_laid_out_when_they_are_looked_at() -> None:
    """From 2,000 lines on; a short text needs no such care."""
    assert '<body class="many still">' in view("x\n" * 2001)
    assert '<body class="still">' in view("x\n" * 2000)


def test_wrong_use_is_told() -> None:
    """Pieces of other documents, and tokenizers that are none."""
    with pytest.raises(SpanError):
        view(Document("x"), {"Chunks": split("y")})
    with pytest.raises(TokenizerError):
        view("x", tokenizer="no-such-tokenizer")
    with pytest.raises(OptionError):
        view("x", [Layer(str(number), []) for number in range(11)])


@given(st.text(max_size=60))
def test_any_text_is_a_page(text: str) -> None:
    """Whatever is in it, the page has the same frame, and no control character but line ends."""
    layer = Layer(text, split(text, size=10, overlap=3), label=text, note=str)
    page = view(text, [layer], title=text)
    assert page.endswith("</script>\n</body>\n</html>\n")
    assert 1 == page.count("<script") == page.count("</main>")
    assert not ({*map(chr, range(32)), "\u202e"} - {"\n", "\t"}) & set(unescape(page))


def test_a_unit_turns_no_line_around() -> None:
    """It is somebody else's word, as a name is."""
    document = Document("One two.")
    layer = Layer("Parts", split(document), sizes=[1], unit="\u202ewords")
    assert "\u202e" not in view(document, [layer])
