"""`by="structure"`, `"markdown"`, `"html"`, `"json"`: chunks along the parts of the source."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from linewise import Document, split
from splitting_strategies import laid_end_to_end

if TYPE_CHECKING:
    from linewise.splitting.plan import Pack


def shown(text: str, by: str, size: int, **more: int) -> list[str]:
    """Return the texts of the chunks."""
    return [chunk.text for chunk in split(text, by=by, size=size, **more)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("by", "text"),
    [
        ("markdown", "# C\n\nfirst\n\n## S\n\nsecond\n"),
        ("structure", "# C\n\nfirst\n\n## S\n\nsecond\n"),
        ("structure", "= C =\n\nfirst\n\n== S ==\n\nsecond\n"),
        ("structure", "<h1>C</h1>\n<p>first</p>\n<h2>S</h2>\n<p>second</p>\n"),
        ("html", "<h1>C</h1>\n<p>first</p>\n<h2>S</h2>\n<p>second</p>\n"),
        ("markdown", "C\n===\nfirst\n\nS\n---\nsecond\n"),
    ],
)
def test_a_chunk_lies_under_one_heading_and_knows_the_path(by: str, text: str) -> None:
    """Fault 12: the parent heading is in the context, whatever the form of the headings."""
    chunks = split(text, by=by)  # type: ignore[arg-type]
    assert ["C", "C › S"] == [chunk.context for chunk in chunks]
    assert "first" in chunks[0].text
    assert "second" in chunks[1].text


def test_a_heading_right_below_another_begins_no_chunk() -> None:
    """Otherwise the chunk above it would be a heading alone."""
    assert ["# A\n\n## B\n\nwords\n"] == shown("# A\n\n## B\n\nwords\n", "markdown", 100)


def test_short_sections_are_joined_when_a_least_size_is_asked_for() -> None:
    """Up to the least size, sections share a chunk."""
    text = "# A\n\nx\n\n# B\n\ny\n\n# C\n\nz\n"
    assert 3 == len(shown(text, "markdown", 100))
    assert ["# A\n\nx\n\n# B\n\ny\n\n", "# C\n\nz\n"] == shown(text, "markdown", 100, min_size=12)


def test_structure_cuts_at_paragraphs_then_sentences() -> None:
    """The best cuts of the section, none of them inside a sentence."""
    text = "One is here. Two is here.\n\nThree is here. Four is here.\n\nFive is here.\n"
    assert [
        "One is here. Two is here.\n\n",
        "Three is here. Four is here.\n\n",
        "Five is here.\n",
    ] == shown(text, "structure", 32)


def test_the_chapters_of_a_plain_book_are_headings() -> None:
    """Marks that books have are enough."""
    words = "It was a day like all other days, and nothing at all happened. " * 8
    text = f"CHAPTER I\n\n{words}\n\nCHAPTER II\n\n{words}\n\nCHAPTER III\n\n{words}\n"
    chunks = split(text, by="structure", size=2000)
    assert ["CHAPTER I", "CHAPTER II", "CHAPTER III"] == [chunk.context for chunk in chunks]


def test_a_fence_that_fits_is_whole() -> None:
    """Blank lines in it are no paragraphs, and a number sign is no heading."""
    fence = "```python\n# no heading\n\nx = 1\n```\n"
    text = f"Some words before it.\n\n{fence}\nSome words after it.\n"
    assert [chunk for chunk in shown(text, "markdown", 40) if "```" in chunk] == [fence + "\n"]
    assert {""} == {chunk.context for chunk in split(text, by="markdown", size=40)}


def test_an_item_that_fits_is_whole() -> None:
    """With what is nested in it."""
    text = "- one\n  - inner one\n  - inner two\n- two\n  - inner three\n"
    assert ["- one\n  - inner one\n  - inner two\n", "- two\n  - inner three\n"] == shown(
        text, "markdown", 36
    )


def test_a_link_that_fits_is_whole() -> None:
    """Its text may have spaces."""
    text = "some words and [a link with words](https://example.org/page) and more"
    assert "[a link with words](https://example.org/page) " in shown(text, "markdown", 46)


def test_a_link_is_worth_more_than_its_overlap() -> None:
    """Less is repeated where a unit would not fit otherwise."""
    text = "some words and [a link with words](https://example.org/page) and more"
    chunks = split(text, by="markdown", size=48, overlap=15)
    assert any("[a link with words](https://example.org/page)" in chunk.text for chunk in chunks)


@pytest.mark.parametrize("pack", ["greedy", "best"])
def test_a_link_may_take_the_room_of_the_overlap(pack: Pack) -> None:
    """Also where nothing else can be cut, and a line ends behind it."""
    text = "- word\n  - word\n- [a link](http://x.y/z)\n  - [a link](http://x.y/z)"
    chunks = split(text, by="markdown", size=22, overlap=7, pack=pack)
    assert 2 == sum("[a link](http://x.y/z)" in chunk.text for chunk in chunks)


@pytest.mark.parametrize(("brackets", "whole"), [(20, True), (2000, False)])
def test_a_link_is_looked_for_so_far(brackets: int, whole: bool) -> None:
    """Thousands of brackets are no link: each would be looked at again from each before it."""
    link = "[" + "a \\]" * brackets + "](to)"
    chunks = split("words " * 10 + link, by="markdown", size=len(link), overlap=0)
    assert whole == any(link in chunk.text for chunk in chunks)


def test_the_rows_of_a_cut_table_have_its_header_as_context() -> None:
    """Fault 28: beside the text, not in it."""
    head = "| number | square |\n| --- | --- |\n"
    text = "# Squares\n\n" + head + "".join(f"| {i} | {i * i} |\n" for i in range(30))
    chunks = split(text, by="markdown", size=200)
    assert text == laid_end_to_end(chunks)
    assert "Squares" == chunks[0].context
    for chunk in chunks[1:]:
        assert "Squares\n\n" + head.rstrip() == chunk.context
        assert all(line[0] + line[-1] == "||" for line in chunk.text.splitlines())


def test_front_matter_is_a_block_of_its_own() -> None:
    """It is no heading, and not torn."""
    text = "---\ntitle: One\ntags: [a, b]\n---\n# Top\n\nWords.\n"
    chunks = split(text, by="markdown", size=40)
    assert ["", "Top"] == [chunk.context for chunk in chunks]


def test_closing_hashes_and_indented_code() -> None:
    """As CommonMark says: the hashes are no words, and four spaces make code."""
    text = "## Two ##\n\nwords\n\n    # code\n"
    assert {"Two"} == {chunk.context for chunk in split(text, by="markdown", size=20)}


def test_text_after_an_unclosed_fence_is_kept() -> None:
    """Fault 6: the fence lasts to the end, and nothing vanishes."""
    text = "# One\n\n```python\ncode()\n\n# Two\n\nwords after\n"
    for size in (8, 20, 100):
        assert text == laid_end_to_end(split(text, by="markdown", size=size))


def test_inline_html_keeps_its_order() -> None:
    """Fault 11: chunks are slices of the source."""
    text = "<p>one <b>two</b> three <a href='#'>four</a> five</p>"
    assert [text] == shown(text, "html", 100)
    assert text == "".join(shown(text, "html", 20))


def test_no_tag_is_cut() -> None:
    """Nor a comment, nor a script that fits."""
    text = (
        '<ul><li class="a b c">one two three<li title="x > y">four</ul>'
        "<!-- a b c --><script>if (a < b) { c() }</script><p>five six"
    )
    for chunk in shown(text, "html", 40):
        assert chunk.count("<li") == chunk.count("<li class=") + chunk.count('<li title="x > y">')
        assert chunk.count("<!--") == chunk.count("-->")
        assert chunk.count("<script>") == chunk.count("</script>")


def test_html_is_cut_between_its_blocks() -> None:
    """End tags that were left out are known to be there."""
    text = "<ul><li>first item<li>second item<li>third item</ul><p>words"
    assert ["<ul><li>first item<li>second item", "<li>third item</ul><p>words"] == shown(
        text, "html", 33
    )


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize(
    ("value", "size"),
    [({"a": {"b": {"c": "x" * 30}}}, 40), (list(range(500)), 100)],
    ids=["nested", "integers"],
)
def test_json_is_never_over_the_size(value: object, size: int, indent: int | None) -> None:
    """Fault 10: neither deep nor long values are."""
    text = json.dumps(value, indent=indent)
    chunks = split(text, by="json", size=size)
    assert text == laid_end_to_end(chunks)
    assert all(len(chunk) <= size for chunk in chunks)


def test_json_is_cut_between_members() -> None:
    """And the context says which object they are of."""
    text = json.dumps({"one": {"a": 1, "b": [1, 2]}, "two": [{"c": 3}, {"d": "x, y"}]}, indent=1)
    chunks = split(text, by="json", size=30)
    assert text == laid_end_to_end(chunks)
    assert [
        ('{\n "one": {\n  "a": 1,\n', ""),
        ('  "b": [\n   1,\n   2\n  ]\n },\n', "one"),
        (' "two": [\n  {\n   "c": 3\n  },\n', ""),
        ('  {\n   "d": "x, y"\n  }\n ]\n}', "two"),
    ] == [(chunk.text, chunk.context) for chunk in chunks]


def test_known_headings_are_taken() -> None:
    """A document's own headings come before any that could be found."""
    document = Document("# A\n\nwords\n")
    assert "A" == split(document, by="structure")[0].context
