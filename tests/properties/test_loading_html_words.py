"""What a walk over HTML promises: every visible word, in order, each with its place."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, field
from html import escape, unescape

from hypothesis import given
from hypothesis import strategies as st

from linewise.changes import diff
from linewise.document import Document, Span
from linewise.loading.html import clean_html

WORDS = st.sampled_from(["fish", "R&D", "a<b", "été", "日本", "x", "&amp;", "👍🏽", '"q"', "1>0"])
INLINE = ["b", "i", "span", "a", "em", "code", "x-custom"]
BLOCK = ["p", "div", "h1", "h3", "li", "ul", "td", "tr", "table", "blockquote", "section", "pre"]
ATTRIBUTES = ["", ' class="a > b"', " title='<p>'", " data-x=1>"[:-1], ' hreflang="en" ', " a = b/"]
SPACES = [" ", "  ", "\n", "\t", "\r\n   "]
NOTHING = [
    "<!-- no <p>word --> ",
    "<!---->",
    "<!doctype html>",
    "<?no?>",
    "</>",
    "<script>if (a<b) no()</script>",
]
HIDDEN = [
    "<span hidden>no<b>no</b></span>",
    '<div style="color:red; display : none">no<p>no<div>no</div></div>',
    "<template><p>no</template>",
    "<noscript>no <p>no</noscript>",
    "<style>p { content: '<no>' }</style>",
]  # fmt: skip


@dataclass
class Page:
    """HTML source as it is drawn, and the words that it shows."""

    source: str = ""
    words: list[str] = field(default_factory=list)
    glued: bool = False

    def show(self, word: str, written: str) -> None:
        """Write a word; without white space or a block before it, it is part of the last one."""
        if self.glued:
            self.words[-1] += word
        else:
            self.words.append(word)
        self.source += written
        self.glued = True


def spelled(draw: st.DrawFn, word: str) -> str:
    """Spell a word in one of the ways that HTML has for it."""
    way = draw(st.sampled_from(["named", "decimal", "hexadecimal"]))
    if way == "named":
        return escape(word)
    pattern = "&#{};" if way == "decimal" else "&#x{:X};"
    return "".join(pattern.format(ord(character)) for character in word)


def tagged(draw: st.DrawFn, page: Page, name: str, depth: int) -> None:
    """Write an element around more parts; some end tags are forgotten."""
    page.source += (
        f"<{draw(st.sampled_from([name, name.upper()]))}{draw(st.sampled_from(ATTRIBUTES))}>"
    )
    if name in BLOCK:
        page.glued = False
    parts(draw, page, depth + 1)
    if name in INLINE or draw(st.integers(0, 3)):
        page.source += f"</{name}>"
    if name in BLOCK:
        page.source += "<p>"
        page.glued = False


def parts(draw: st.DrawFn, page: Page, depth: int) -> None:
    """Write a few parts of a page."""
    for _ in range(draw(st.integers(0 if depth else 2, 6))):
        kind = draw(st.sampled_from(["word", "word", "space", "inline", "block", "nothing", "br"]))
        if kind == "word":
            word = draw(WORDS)
            page.show(word, spelled(draw, word))
        elif kind == "space":
            page.source += draw(st.sampled_from(SPACES))
            page.glued = False
        elif kind == "nothing":
            page.source += draw(st.sampled_from(NOTHING + HIDDEN)).strip()
        elif kind == "br":
            page.source += draw(st.sampled_from(["<br>", "<BR/>", "</br>"]))
            page.glued = False
        elif depth < 4:
            tagged(draw, page, draw(st.sampled_from(INLINE if kind == "inline" else BLOCK)), depth)


@st.composite
def pages(draw: st.DrawFn) -> Page:
    """Draw a page."""
    page = Page()
    parts(draw, page, 0)
    return page


def raw_of(document: Document, span: Span) -> str:
    """Return the raw text that a span of a clean text came from."""
    assert document.origin is not None
    place = document.origin.invert().map_span(span)
    return "" if place is None else document.origin.base[place.start : place.end]


@given(pages())
def test_every_visible_word_is_kept_in_order(page: Page) -> None:
    """What the page shows is there, once and in order, neither glued nor split."""
    assert page.words == clean_html(page.source).text.split()


@given(st.text(alphabet="<>&/!-'\"= \nabpth1;#x", max_size=60))
def test_any_text_is_html(source: str) -> None:
    """Broken markup is no error, and the origin always leads to the clean text."""
    document = clean_html(source)
    assert document.origin is not None
    assert document.text == document.origin.after
    assert source == document.origin.base
    assert document.origin.invert().after == source


@given(pages(), st.data())
def test_the_origin_carries_every_piece_back(page: Page, data: st.DataObject) -> None:
    """The raw text of a run of words cleans to these words."""
    document = clean_html(page.source)
    words = [*_word_spans(document.text)]
    if not words:
        return
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first, len(words) - 1))
    span = Span(words[first].start, words[last].end)
    cleaned = clean_html(raw_of(document, span)).text
    assert document[span].split() == cleaned.split()


@given(pages(), st.data())
def test_the_origin_carries_single_characters_back(page: Page, data: st.DataObject) -> None:
    """Every character that is no white space has a place of its own in the source."""
    document = clean_html(page.source)
    offsets = [at for at, character in enumerate(document.text) if not character.isspace()]
    if not offsets:
        return
    at = data.draw(st.sampled_from(offsets))
    raw = raw_of(document, Span(at, at + 1))
    assert unescape(raw).endswith(document.text[at])


@given(pages(), st.text(alphabet="ab é\n", max_size=8))
def test_an_origin_is_a_change_set(page: Page, words: str) -> None:
    """It can be sent, turned round, and followed by other changes."""
    document = clean_html(page.source)
    origin = document.origin
    assert origin is not None
    assert origin == pickle.loads(pickle.dumps(document)).origin
    assert origin.after == origin.invert().invert().after
    edit = diff(document.text, words + document.text)
    assert edit.after == origin.compose(edit).after
    assert origin.base == origin.compose(origin.invert()).after


def _word_spans(text: str) -> list[Span]:
    spans = []
    end = 0
    for word in text.split():
        start = text.index(word, end)
        end = start + len(word)
        spans.append(Span(start, end))
    return spans
