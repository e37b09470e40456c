"""How the lines of a PDF become paragraphs."""

from __future__ import annotations

import pytest

import linewise as lw
from pdf_writer import Leaf, Text, rows, write_pdf

FILLER = "This line is as long as lines get on this page, and so it sets its measure for all."

LONG = "A line of this page may end in many ways, with"


def text_of(*texts: Text) -> str:
    """Return the text of a page with these texts on it."""
    return lw.load(write_pdf(Leaf(texts))).text.rstrip("\n")


def joined(*lines: str) -> str:
    """Return what lines below a full one come to, without that one."""
    return text_of(*rows(FILLER, *lines)).removeprefix(FILLER).strip()


def test_a_paragraph_is_one_line() -> None:
    """Line ends inside of a paragraph are the printer's, not the author's."""
    assert f"{FILLER} {FILLER} The end." == text_of(*rows(FILLER, FILLER, "The end."))


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (f"{LONG} such as the word docu-", "ment", "document"),
        (f"{LONG} the city of Stratford-", "Upon", "Stratford-Upon"),
        (f"{LONG} the words pre-", "and post", "pre- and post"),
        (f"{LONG} the years from 1914–", "1918", "1914–1918"),
        (f"{LONG} the pages 10-", "20", "10-20"),
        (f"{LONG} https://example.com/", "a", "example.com/a"),
        (f"{LONG} https://www.example.", "com/x", "example.com/x"),
    ],
)
def test_line_ends_after_hyphens_and_dashes(first: str, second: str, expected: str) -> None:
    """What a hyphen at a line end means is told by what stands on either side of it."""
    assert expected in joined(first, second)


def test_the_document_tells_which_words_have_a_hyphen() -> None:
    """A word that stands with its hyphen elsewhere in the text keeps it at a line end."""
    lines = (
        "here it is well-known, and here at the end of a longer line it is well-",
        "known too.",
    )
    assert "it is well-known too." in joined(*lines)


def test_ligatures_are_letters() -> None:
    """A ligature is a matter of type; one can search for the word."""
    assert "the final flow" == text_of(Text(72, 700, "the ﬁnal ﬂow"))


def test_an_indented_line_begins_a_paragraph() -> None:
    """Books that set no space between paragraphs indent their first lines."""
    page = [*rows(FILLER, "The first ends."), Text(84, 676, FILLER[:60]), Text(72, 664, "it ends.")]
    assert f"{FILLER} The first ends.\n\n{FILLER[:60]} it ends." == text_of(*page)


def test_a_wider_space_begins_a_paragraph() -> None:
    """Lines further apart than the others are parted by a blank line."""
    page = [*rows(FILLER, FILLER, "ends."), *rows(FILLER, FILLER, "ends.", y=656)]
    block = f"{FILLER} {FILLER} ends."
    assert f"{block}\n\n{block}" == text_of(*page)


def test_another_type_size_begins_a_paragraph() -> None:
    """A heading is not the beginning of the text below it."""
    page = [Text(72, 700, "A heading", 14), *rows(FILLER, "ends.", y=684)]
    assert f"A heading\n\n{FILLER} ends." == text_of(*page)


def test_bold_type_begins_a_paragraph_where_all_of_a_line_is_set_in_it() -> None:
    """A heading may be as large as the text and only bolder."""
    page = [Text(72, 700, "A heading", font="bold"), *rows(FILLER, "ends.", y=688)]
    assert f"A heading\n\n{FILLER} ends." == text_of(*page)


def test_lines_that_end_early_stay_lines() -> None:
    """The lines of a poem, of an address or of code are rows of one block."""
    page = [*rows(FILLER, FILLER), *rows("Roses are red", "Violets are blue", y=660)]
    assert text_of(*page).endswith("\n\nRoses are red\nViolets are blue")


def test_items_of_a_list_are_rows() -> None:
    """Each item stands on a line of its own, with what goes on in further lines."""
    items = rows("• one thing", "• another thing", y=660)
    assert text_of(*rows(FILLER, FILLER), *items).endswith("\n\n• one thing\n• another thing")


def test_an_accent_drawn_over_a_letter_is_part_of_it() -> None:
    """Old TeX fonts set the accent first and the letter under it."""
    page = [Text(72, 700, "caf"), Text(83.1, 700, "´"), Text(83.1, 700, "e")]
    assert "café" == text_of(*page)
