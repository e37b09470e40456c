"""Headings of Markdown: what CommonMark calls one, at the exact place of its source lines."""

import random

import pytest

from linewise.document import Heading, Span
from linewise.loading import load, markdown, markdown_headings


def outline(text: str) -> list[tuple[int, str, str]]:
    """Return (level, title, source) of each heading."""
    return [(h.level, h.title, text[h.span.start : h.span.end]) for h in markdown_headings(text)]


def test_atx_headings() -> None:
    """The span is the source line; the title has no marks."""
    text = "# One\n\ntext\n   ## Two ##\n####### no\n#no\n#\n"
    assert outline(text) == [(1, "One", "# One"), (2, "Two", "   ## Two ##"), (1, "", "#")]


def test_setext_headings() -> None:
    """The underline belongs to the span; a title of two lines is one line."""
    text = "One\n===\n\nTwo\nlines\n---\nafter\n"
    assert outline(text) == [(1, "One", "One\n==="), (2, "Two lines", "Two\nlines\n---")]


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ("*a* **b** `c  d`", "a b c  d"),
        ("[words](url) ![alt *text*](image.png)", "words alt text"),
        ("[see][r] and [not]", "see and [not]"),
        ("&amp; \\* <b>bold</b><br>new", "& * bold new"),
        ("<https://a.example>", "https://a.example"),
        ("Éléments : ça va 😀", "Éléments : ça va 😀"),
        ("snake_case_name", "snake_case_name"),
    ],
)
def test_titles_are_without_markup(source: object, title: str) -> None:
    """Words of code, links and images stay; a reference may be defined at the end."""
    text = f"# {source}\n\ntext\n\n[r]: /url\n"
    assert [(1, title, f"# {source}")] == outline(text)


def test_a_title_longer_than_any_is_left_as_it_is() -> None:
    """It has its markup, and still no line end."""
    words = "*a* " * 999
    assert [(1, "a " * 998 + "a")] == [found[:2] for found in outline(f"# {words}\n")]
    assert [(1, f"{words}*b* more")] == [found[:2] for found in outline(f"{words}*b*\nmore\n===\n")]


@pytest.mark.parametrize(
    "text",
    [
        "```\n# code\n```\n",
        "~~~~ sh\n# code\n~~~\n",
        "    # indented\n",
        "<div>\n# html\n</div>\n",
        "<!--\n\n# comment\n\n-->\n",
        "```\n# never closed\n",
        "\\# escaped\n",
    ],
)
def test_code_and_html_hold_no_headings(text: str) -> None:
    """A hash there is a hash."""
    assert outline(text) == []


@pytest.mark.parametrize("text", ["> # quoted\n", "- # listed\n", "1. a\n\n   b\n   ---\n"])
def test_nested_headings_are_left_out(text: str) -> None:
    """What is quoted or listed is not the outline of the document."""
    assert outline(text + "\n# after\n") == [(1, "after", "# after")]


@pytest.mark.parametrize(
    "front",
    [
        "---\ntitle: a\n---\n",
        "---\n# comment\ntitle: a\n\nlist:\n- b\n...\n",
        "---\r\ntitle: a\r\n---\r\n",
        '+++\n# toml\ntitle = "a"\n+++\n',
        "\ufeff---\ntitle: a\n---\n",
    ],
)
def test_front_matter_is_passed_over(front: str) -> None:
    """Its last line is no underline and its comments are no headings."""
    assert outline(front + "# Title\n") == [(1, "Title", "# Title")]


@pytest.mark.parametrize(
    "text", ["---\n\nA: b\n---\n", "---\nA: b\n===\n", "text\n---\nA: b\n---\n"]
)
def test_what_only_looks_like_front_matter(text: str) -> None:
    """A blank line after the rule, no end, or text before: these are headings."""
    assert outline(text) != []


def test_a_mark_at_the_start_moves_the_spans() -> None:
    """U+FEFF is no part of the heading, but it counts as a character."""
    assert [Heading(1, "A", Span(1, 4))] == markdown_headings("\ufeff# A\n")


def test_every_line_end_of_commonmark() -> None:
    """LF, CRLF and a lone CR end a line for the parser; offsets are those of the source."""
    text = "\r\n# One\r\ntext\r# Two\r\rThree\r\n---\r\n"
    assert outline(text) == [(1, "One", "# One"), (1, "Two", "# Two"), (2, "Three", "Three\r\n---")]


@pytest.mark.parametrize("character", ["\u2028", "\u2029", "\x0b", "\x0c", "\x85", "\x1c"])
def test_no_other_character_ends_a_line(character: str) -> None:
    """What Python's splitlines takes for a line end is a character like others."""
    text = f"one{character}# no\n\n# a{character}b\n"
    assert [(1, f"a{character}b", f"# a{character}b")] == outline(text)


def test_a_zero_character_is_shown_as_replaced() -> None:
    """CommonMark puts U+FFFD in its place; the source keeps it."""
    assert outline("# a\0b\n") == [(1, "a\ufffdb", "# a\0b")]


def test_a_document_has_the_headings() -> None:
    """`load` puts them where `headings_at` finds them."""
    doc = load(b"# A\n\n## B\n\ntext\n", format="markdown")
    assert doc.headings_at(doc.text.index("text")) == ("A", "B")
    assert dict(doc.metadata) == {"format": "markdown", "encoding": "utf-8"}


PIECES = (
    *("# h\n", "   # [a]\n", "---\n", "===\n", "text\n", "\n", "\n", "\r", "* * *\n"),
    *("```\n", "~~~\n", "    code\n", "- a\n", "  b\n", "1. x\n", "> q\n"),
    *("<!--\n", "-->\n", "<div>\n", "<pre>\n", "</pre>\n"),
    *("[a]:\n", "[a]: /u\n", "'title\n", "title'\n"),
)


def test_stretches_find_what_one_run_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Large files are parsed in stretches; where they are cut makes no difference."""
    chance = random.Random(7)  # noqa: S311 - no secret
    for _ in range(1_500):
        text = "".join(chance.choices(PIECES, k=chance.randint(1, 22)))
        whole = markdown_headings(text)
        with monkeypatch.context() as patch:
            patch.setattr(markdown, "_STRETCH", chance.choice([1, 4, 9]))
            assert whole == markdown_headings(text), text


def test_a_cut_definition_hides_no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """A link reference definition that is cut in two is not taken for a heading."""
    monkeypatch.setattr(markdown, "_STRETCH", 1)
    assert outline("[a]:\nx'\n't\n===\nt'\n") == []


@pytest.mark.parametrize("filling", ["words\n\n", "- item\n", "words\n", "<!-- -->\n", "```\n"])
def test_a_large_text_is_parsed_in_stretches(filling: str) -> None:
    """A heading after much of anything is found at its place."""
    text = "# A\n\n" + filling * (2 * markdown._STRETCH // len(filling) // 2 * 2) + "\n# B\n"
    assert outline(text) == [(1, "A", "# A"), (1, "B", "# B")]
