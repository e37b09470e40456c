"""The page of a document in a browser: looked at by pointer, keyboard, on paper and in the dark."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from linewise import Document, Layer, Piece, Span, key_points, sentences, split, view

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

    Look = Callable[[Page, str], None]

expect = pytest.importorskip("playwright.sync_api", reason="no playwright is installed").expect

TEXT = "# Valves\n\nOne valve opens. It closes later.\n\nAnother valve never moves at all.\n"

ODD = (
    "<script>document.title='taken'</script>\n<!-- a\n</main></pre>\n"
    "\"'&amp;\nשלום עולם\na\u202eb\x00c\x1b[0m\n👩\u200d👩\u200d👧\n\n"
)


@pytest.fixture
def document() -> Document:
    """Return a document with a heading and three sentences."""
    return Document(TEXT, source="valves.md")


def drawn(document: Document) -> str:
    """Return the page of a document with overlapping chunks, key points and hidden sentences."""
    chunks = split(document, size=40, overlap=12)
    points = Layer("Key points", key_points(document, max_points=1), look="frame")
    hidden = Layer("Sentences", sentences(document), look="underline", shown=False)
    return view(document, [Layer("Chunks", chunks), points, hidden])


def told(page: Page) -> Locator:
    """Return where the page tells of the pieces that are looked at, each in a line."""
    return page.locator("#card:not([hidden]) p")


def test_the_pointer_tells_place_and_size(page: Page, look: Look, document: Document) -> None:
    """Anywhere on the words of a piece; where pieces overlap, of each of them."""
    look(page, drawn(document))
    page.hover(".lines span.a01 >> nth=0")
    place_and_size = re.compile(r"Chunk 2 of .*offset .* characters, .* tokens", re.DOTALL)
    expect(told(page).filter(has_text=place_and_size)).to_be_visible()
    page.hover(".lines span.o0 >> nth=0")
    expect(told(page).filter(has_text="Chunk ")).to_have_count(2)


def test_the_keyboard_tells_the_same(page: Page, look: Look, document: Document) -> None:
    """Focus shows it, arrows go from piece to piece, Escape puts it away."""
    look(page, drawn(document))
    page.focus("#p0-1")
    expect(told(page).first).to_have_text(re.compile(r"^Chunk 1 of "))
    page.keyboard.press("ArrowRight")
    expect(page.locator("#p0-2")).to_be_focused()
    expect(told(page).first).to_have_text(re.compile(r"^Chunk 2 of "))
    assert "none" != page.eval_on_selector(":focus", "one => getComputedStyle(one).outlineStyle")
    page.keyboard.press("Escape")
    expect(page.locator("#card")).to_be_hidden()


def test_tab_reaches_switches_then_pieces(page: Page, look: Look, document: Document) -> None:
    """The first stop leads past all of them, to the text."""
    look(page, drawn(document))
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    expect(page.locator(".skip")).to_have_text("To the text")
    page.keyboard.press("Tab")
    expect(page.locator("#show-0")).to_be_focused()


def test_layers_are_switched(page: Page, look: Look, document: Document) -> None:
    """A layer that is off has no colour and no marks."""
    look(page, drawn(document))
    ground = "one => getComputedStyle(one).backgroundColor"
    filled = page.eval_on_selector(".a00", ground)
    expect(page.locator(".mark.m2").first).to_be_hidden()
    page.check("#show-2")
    expect(page.locator(".mark.m2").first).to_be_visible()
    page.uncheck("#show-0")
    expect(page.locator(".mark.m0").first).to_be_hidden()
    expect(page.locator(".a00").first).not_to_have_css("background-color", filled)


def test_all_works_without_a_script(
    new_page: Callable[..., Page], look: Look, document: Document
) -> None:
    """Marks tell of their pieces by themselves, and boxes switch layers."""
    page = new_page(java_script_enabled=False)
    look(page, drawn(document))
    card = page.locator("#p0-2 .card")
    before = card.bounding_box()
    assert before is not None
    assert before["width"] <= 1
    page.focus("#p0-2")
    expect(page.locator("#p0-2")).to_be_focused()
    expect(card).to_contain_text("offset", use_inner_text=True)
    after = card.bounding_box()
    assert after is not None
    assert after["width"] > 300
    page.uncheck("#show-0")
    expect(page.locator("#p0-2")).to_be_hidden()


def test_a_browser_shows_every_character_and_obeys_none(page: Page, look: Look) -> None:
    """Markup in a text is words, in the heading, in the lists and in the cards as well."""
    document = Document(ODD, source="<img src=x onerror=alert(1)>.md")
    layer = Layer("<b>Lines</b>", sentences(document), note=lambda one: f"<i>{one.start}</i>")
    look(page, view(document, [layer]))
    assert "taken" != page.title()
    assert 0 == page.locator("main img, main b, aside img, aside b").count()
    page.uncheck("#show-0")
    shown = page.eval_on_selector_all(
        ".lines li",
        "all => all.map(one => [...one.querySelectorAll('.card, .mark')]"
        ".forEach(mark => mark.remove()) || one.textContent.trimEnd())",
    )
    expected = [line.replace("\u202e", "RLO").replace("\x00", "NUL") for line in document.lines]
    assert [line.replace("\x1b", "ESC") for line in expected] == shown


def test_the_text_is_copied_without_the_marks(page: Page, look: Look, document: Document) -> None:
    """Who takes words from the page gets the words of the document, and no numbers among them."""
    look(page, drawn(document))
    page.evaluate("getSelection().selectAllChildren(document.querySelector('.lines'))")
    copied = page.evaluate("getSelection().toString()")
    assert document.text.split() == copied.split()


def test_lines_are_written_from_their_own_side(page: Page, look: Look) -> None:
    """Hebrew begins at the right, English at the left, on one page."""
    look(page, view(Document("abc\nשלום\n"), {}))
    left, right = page.evaluate(
        "[...document.querySelectorAll('.lines li')].map(one => {const range = new Range();"
        "range.selectNodeContents(one); const box = range.getBoundingClientRect();"
        "return box.left - one.getBoundingClientRect().left})"
    )
    assert left < 30
    assert right > 200


@pytest.mark.parametrize(
    "text",
    ["", "\n\n\n", TEXT, ODD, "x" * 100_000],
    ids=["empty", "line ends", "plain", "odd", "one line"],
)
def test_a_narrow_page_does_not_scroll_sideways(
    new_page: Callable[..., Page], look: Look, text: str
) -> None:
    """At 360 pixels everything is reached by scrolling down."""
    page = new_page(viewport={"width": 360, "height": 740})
    look(page, drawn(Document(text)))
    assert 360 >= page.evaluate("document.documentElement.scrollWidth")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious_is_in_the_way(
    new_page: Callable[..., Page],
    look: Look,
    serious: Callable[[Page], list[str]],
    document: Document,
    scheme: str,
) -> None:
    """axe-core finds no barrier that it calls serious or critical."""
    page = new_page(color_scheme=scheme)
    look(page, drawn(document))
    page.check("#show-2")
    assert serious(page) == []
    page.focus("#p0-1")
    assert serious(page) == []


def test_paper_has_the_text_and_the_figures(page: Page, look: Look, document: Document) -> None:
    """What can only be used on a screen is left out."""
    look(page, drawn(document))
    page.emulate_media(media="print")
    expect(page.locator(".switches")).to_be_hidden()
    expect(page.locator(".lines")).to_be_visible()
    expect(page.locator("dl").first).to_be_visible()


def test_nothing_moves_for_who_wants_that(
    new_page: Callable[..., Page], look: Look, document: Document
) -> None:
    """A jump is a jump where motion is to be reduced."""
    page = new_page(reduced_motion="reduce")
    look(page, drawn(document))
    behaviour = "getComputedStyle(document.documentElement).scrollBehavior"
    assert "auto" == page.evaluate(behaviour)


def test_a_hundred_thousand_lines_open(page: Page, look: Look) -> None:
    """Only lines in view are laid out, and any line is reached by its number."""
    document = Document("A line of some words, no more.\n" * 100_000)
    chunks = [Piece(document, Span(at, at + 3100)) for at in range(0, len(document), 3100)]
    look(page, view(document, {"Chunks": chunks}))
    assert "auto" == page.eval_on_selector(
        ".lines", "one => getComputedStyle(one).contentVisibility"
    )
    page.evaluate("location.hash = '#L99999'")
    expect(page.locator("#L99999")).to_be_in_viewport()
    page.hover("#L99999 span")
    expect(told(page).first).to_contain_text("lines 99,9")
