"""HTML: what is kept, what goes, what stands apart, and where it came from."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from linewise import Document, LoadError, OptionError, Span, load
from linewise.loading.formats import detect
from linewise.loading.html import clean_html, is_html

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "tests" / "vectors"

# Each says what it shows; a case more needs no line of Python.
CASES = json.loads((VECTORS / "html_notes.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["case"] for case in CASES])
def test_what_is_kept_and_what_stands_apart(case: dict[str, str]) -> None:
    """Every visible word is there, neither glued nor split; blocks stand apart."""
    document = clean_html(case["html"])
    assert case["text"] == document.text
    assert document.origin is not None
    assert (case["html"], case["text"]) == (document.origin.base, document.origin.after)


def test_a_note_as_editors_write_it() -> None:
    """Styles, comments, scripts and hidden parts go; the paragraphs stay apart."""
    source = """
      <style>p { margin: 0 }</style><!-- pasted -->
      <p class="x"><span style="font-size:11pt">Dear Ada,</span></p>
      <p>the boat leaves <em>on Monday</em>.<br>Bring a coat.</p>
      <p style="display:none">tracking pixel</p>
      <script>track()</script>
    """
    text = "Dear Ada,\n\nthe boat leaves on Monday.\nBring a coat."
    assert text == clean_html(source).text


def test_headings() -> None:
    """h1 to h6 are headings, each with its words and its place in the clean text."""
    document = clean_html(
        "<h1>One <i>&amp;</i>\n two</h1><p>text</p><h3><br>Three</h3><h2></h2><h6>Six<p>rest"
    )
    found = [(h.level, h.title, document[h.span]) for h in document.headings]
    expected = [(1, "One & two", "One & two"), (3, "Three", "Three"), (6, "Six", "Six")]
    assert expected == found
    assert ("One & two", "Three", "Six") == document.headings_at(len(document))


def test_hidden_headings_are_none() -> None:
    """Nobody sees them, so nothing stands under them."""
    assert () == clean_html("<h1 hidden>No</h1><div hidden><h2>No</h2></div>yes").headings


def test_the_title_is_known() -> None:
    """The title element goes into the metadata."""
    document = load(b"<html><title>\n The &lt;sea&gt; </title>a", format="html")
    expected = {"format": "html", "encoding": "utf-8", "mode": "note", "title": "The <sea>"}
    assert expected == dict(document.metadata)


@pytest.mark.parametrize(
    ("words", "raw"),
    [
        ("Fish & chips", "Fish &amp; <b>chips"),
        ("&", "&amp;"),
        ("École", "&Eacute;cole"),
        ("É", "&Eacute;"),
        ("cole\n\nÉ", "cole</p>\n<p>&Eacute;"),
        ("té", "t&eacute;"),
        ("\n\n", "</b></p>\n<p>"),
    ],
)
def test_the_origin_leads_back(words: str, raw: str) -> None:
    """A span of the clean text has its place in the source, decoded characters too."""
    source = "<p>Fish &amp; <b>chips</b></p>\n<p>&Eacute;cole</p>\n<p>&Eacute;t&eacute;</p>"
    document = clean_html(source)
    start = document.text.index(words)
    assert document.origin is not None
    place = document.origin.invert().map_span(Span(start, start + len(words)))
    assert place is not None
    assert raw == source[place.start : place.end]


def test_the_origin_leads_forth() -> None:
    """A span of the source has its place in the clean text, or none where it is left out."""
    source = "<p>Fish &amp; <b>chips</b></p><!-- no -->"
    document = clean_html(source)
    assert document.origin is not None
    shown = document.origin.map_span(Span(3, len(source) - 11))
    assert shown == Span(0, 12)
    assert document.origin.map_span(Span(source.index("no"), len(source) - 4)) is None


def test_deep_and_hostile_markup() -> None:
    """Depth, quotes that never end and parts that never close cost no more than length."""
    many = 20_000
    assert "x" == clean_html("<div>" * many + "x").text
    assert "x" == clean_html("<div hidden>" * many + "</div>" * many + "x").text
    assert 1 == clean_html('<a b=">" ' * many).text.count('" <a') // many + 1
    assert many == len(clean_html("<p>a&amp;b" * many).text.split("\n\n"))


# Bytes


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        ("<meta charset=iso-8859-1><p>Ça € ira".encode("cp1252"), "cp1252"),
        ("<meta charset='utf-8'><p>Ça € ira".encode(), "utf-8"),
        ("<meta content='text/html; charset=windows-1252'><p>Ça € ira".encode("cp1252"), "cp1252"),
        ("<meta charset=utf-8><p>Ça € ira".encode("utf-16"), "utf-16-le"),
        ("<meta charset=nosuch><p>Ça € ira".encode(), "utf-8"),
        ("<meta charset=gb2312><p>Ça € ira".encode("gb18030"), "gb18030"),
    ],
)
def test_the_encoding_that_a_page_names(data: bytes, encoding: str) -> None:
    """It counts as browsers read it, after a byte order mark and before a guess."""
    document = load(data, format="html")
    assert ("Ça € ira", encoding) == (document.text.strip("\ufeff"), document.metadata["encoding"])


def test_the_encoding_asked_for_counts_most() -> None:
    """What the caller says is not overruled by the page."""
    data = "<meta charset=utf-8><p>é".encode("latin-1")
    assert "é" == load(data, format="html", encoding="latin-1").text


@pytest.mark.parametrize(
    ("data", "proof"),
    [
        (b"<!DOCTYPE html><p>a", True),
        (b"\xef\xbb\xbf \n<!-- saved -->\n<HTML lang=en>", True),
        (b'<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "x">', True),
        (b"<p>a</p>", False),
        (b"<htmlish>", False),
        (b"# <html>", False),
        (b"", False),
    ],
)
def test_what_proves_html(data: bytes, *, proof: bool) -> None:
    """Only the beginning of a whole page does; a fragment is found by its name."""
    assert proof == is_html(data)
    assert "html" == detect(data, "a.htm").name
    assert ("html" if proof else "text") == detect(data).name


# Options


def test_an_unknown_mode() -> None:
    """The message lists the known ones."""
    with pytest.raises(OptionError, match="mode 'news' is unknown; known are 'note' and 'article'"):
        load(b"<p>a", format="html", mode="news")  # type: ignore[arg-type]


def test_an_option_of_another_format() -> None:
    """No option is passed over in silence."""
    with pytest.raises(OptionError, match="option 'mode' does not belong to the format 'text'"):
        load(b"a", format="text", mode="note")


# The main text of a page


def test_the_extra_is_named_when_it_is_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who lacks the extra is told its name, and what works without."""
    monkeypatch.setitem(sys.modules, "trafilatura", None)
    with pytest.raises(LoadError, match=r"page.html.*needs the extra 'web'.*linewise\[web\]"):
        load_page("page.html", b"<p>a")


def test_the_example_page_in_both_modes() -> None:
    """A note keeps the chrome of a page; the article is what it is about."""
    pytest.importorskip("trafilatura")
    path = ROOT / "examples" / "page.html"
    note, article = load(path), load(path, mode="article")
    for chrome in ("Ferry tickets", "Accept all", "Imprint"):
        assert (True, False) == (chrome in note.text, chrome in article.text)
    for words in ("Twice a day", "High water", "leaves the harbour dry"):
        assert words in note.text
        assert words in article.text
    assert None is article.origin
    assert {"Reading a tide table"} == {h.title for h in article.headings if h.level == 1}


def test_a_page_without_a_main_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is made up: the message says what to do instead."""
    nothing = ModuleType("trafilatura")
    nothing.bare_extraction = lambda *_, **__: SimpleNamespace(body=None)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "trafilatura", nothing)
    with pytest.raises(LoadError, match=r"no main text was found.*mode='note'"):
        load_page("page.html", b"<p>a")


def load_page(name: str, data: bytes) -> Document:
    """Load bytes as the main text of a page of that name."""
    from linewise.loading.html import load_html

    return load_html(data, name=name, encoding=None, mode="article")


def test_a_file_is_known_by_its_name(tmp_path: Path) -> None:
    """A fragment in a file that is called a page is one."""
    path = tmp_path / "note.html"
    path.write_text("<p>Buy milk</p>", encoding="utf-8")
    document = load(path)
    assert ("Buy milk", str(path)) == (document.text, document.source)


def test_a_number_of_thousands_of_digits_is_no_character() -> None:
    """As a browser does it: what is no character is shown as one that is unknown."""
    raw = f"<title>a&#{'3' * 5000};b</title><p title='&#{'3' * 5000};'>c&#{'3' * 5000}d&#x41;"
    document = clean_html(raw)
    assert ("a\ufffdb", "c\ufffddA") == (document.metadata["title"], document.text)
