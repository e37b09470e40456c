"""Chapters without a model: by headings, or where the topic turns."""

from __future__ import annotations

import pytest

import linewise as lw
from linewise.passages import local_chapters

OTTERS = "The otter swims in the river. An otter eats fish, and the river is full of fish.\n\n"
BREAD = "Knead the dough for bread. The oven bakes the dough, and bread comes from the oven.\n\n"


def markdown(text: str) -> lw.Document:
    """Load a text as Markdown."""
    return lw.load(text.encode(), format="markdown")


def test_a_chapter_begins_at_each_heading() -> None:
    """The title is the heading's; what stands before the first one is a gap."""
    found = local_chapters(markdown("Intro\n\n# One\n\na\n\n## Two\n\nb\n\n# Three\n"))
    assert [("One", (3, 6)), ("Two", (7, 10)), ("Three", (11, 11))] == [
        (passage.title, passage.lines) for passage in found
    ]
    assert ["Intro"] == [gap.text for gap in found.gaps]
    assert found.usage is None


def test_the_level_of_headings_can_be_limited() -> None:
    """Deeper headings are a part of their chapter."""
    found = local_chapters(markdown("# One\n\n## Two\n\n# Three\n"), level=1)
    assert ["One", "Three"] == [passage.title for passage in found]
    with pytest.raises(lw.OptionError, match="level=0"):
        local_chapters("a", level=0)
    with pytest.raises(lw.OptionError, match="level"):
        lw.chapters("# One", str, level=1)


def test_a_book_in_plain_text_needs_no_loading() -> None:
    """A text without headings is searched for those of a book."""
    chapters = (f"CHAPTER {n}.\n\n{(OTTERS + BREAD) * 9}\n\n" for n in ("I", "II", "III"))
    found = lw.chapters("".join(chapters))
    assert 3 == len(found)
    assert [passage.text.split("\n")[0] for passage in found] == [
        "CHAPTER I.",
        "CHAPTER II.",
        "CHAPTER III.",
    ]


def test_without_headings_chapters_begin_where_the_topic_turns() -> None:
    """They are titled by the words that set them apart."""
    document = lw.Document(OTTERS * 12 + BREAD * 12)
    found = lw.chapters(document)
    assert [(1, 24), (25, 48)] == [passage.lines for passage in found]
    assert {"otter", "river", "fish"} < {w.lower() for w in str(found[0].title).split(", ")}
    assert {"bread", "dough", "oven"} < {w.lower() for w in str(found[1].title).split(", ")}
    assert found[1].text in document.text


def test_one_topic_is_one_chapter() -> None:
    """A text that keeps to its subject is one chapter, titled by its words."""
    found = lw.chapters("\n\n" + OTTERS)
    assert [(3, 4)] == [passage.lines for passage in found]
    assert "otter" in str(found[0].title)


@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff"])
def test_a_text_without_words_has_no_chapters(text: str) -> None:
    """There is nothing to name."""
    assert [] == lw.chapters(text)


def test_words_that_are_no_language_still_give_a_title() -> None:
    """Numbers and scripts without spaces are titled by how they begin."""
    assert ["1 2 3"] == [passage.title for passage in lw.chapters("1 2\n3\n")]
    assert ["日本語の文章です。"] == [p.title for p in lw.chapters("日本語の文章です。\n")]
