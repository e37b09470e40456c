"""Numbering for a model, and cutting out what its answer names."""

from __future__ import annotations

import pytest

from linewise import Document, LineIdError, OptionError, extract, line_number, number, unnumber
from linewise.numbering import content_tag, line_id, parse_line_id

TEXT = "Title\n\nFirst.\nLast."


def test_number_writes_an_id_around_each_line() -> None:
    """The three styles; empty lines are numbered like any other."""
    assert number("a\n\nb").text == (
        '<p id="line-1">a</p>\n<p id="line-2"></p>\n<p id="line-3">b</p>'
    )
    assert number("a\nb\n", style="div").text == (
        '<div id="div-id-1">a</div>\n<div id="div-id-2">b</div>\n'
    )
    assert number("a\r\nb", style="pipe").text == "1|a\r\n2|b"


def test_tags_show_which_text_was_meant() -> None:
    """Each id carries two characters that depend on the line alone."""
    tagged = number("same\nother\nsame", style="pipe", tags=True).text.split("\n")
    tags = [line.partition(":")[2][:2] for line in tagged]
    assert tags[0] == tags[2] == content_tag("same")
    assert tags[1] == content_tag("other") != tags[0]


def test_a_stretch_keeps_its_true_ids() -> None:
    """Part of a document is numbered as it is in the whole."""
    assert number("a\nb\nc\nd", style="pipe", lines=(2, 3)).text == "2|b\n3|c\n"


def test_unnumber_takes_off_one_layer() -> None:
    """A numbered text that is numbered again comes back as it was."""
    once = number(TEXT, style="pipe").text
    assert once == unnumber(number(once).text)
    assert once == unnumber(number(once, style="pipe").text)


def test_unnumber_leaves_other_lines_alone() -> None:
    """Only lines in the style of the first id are touched."""
    assert unnumber('Sure:\n<p id="line-4">a</p>\n12|b') == "Sure:\na\n12|b"
    assert unnumber("no ids | here") == "no ids | here"
    assert unnumber('<p id="line-1">7|x</p>', style="pipe") == '<p id="line-1">7|x</p>'


def test_extract_cuts_out_whole_lines() -> None:
    """Both ends are included; the line end of the last line is not."""
    passage = extract(Document(TEXT), "line-1", 3)
    assert passage.text == "Title\n\nFirst."
    assert passage.lines == (1, 3)
    assert extract(TEXT, 4).text == "Last."
    assert extract(number(TEXT), "div-id-3", "4").text == "First.\nLast."


@pytest.mark.parametrize(
    "lines", ["1-3", "1..3", "line-1-line-3", "div-id-1..div-id-3", "1–3", "L1-L3", "L1..3"]
)
def test_extract_takes_both_ends_in_one_word(lines: str) -> None:
    """As the command line does, and as people write the lines they mean."""
    assert (1, 3) == extract(TEXT, lines).lines
    with pytest.raises(LineIdError, match="is not a line id"):
        extract(TEXT, lines, 4)


def test_extract_checks_content_tags() -> None:
    """An id whose tag belongs to another text is refused, with the line as it is now."""
    assert extract(TEXT, f"3:{content_tag('First.')}").text == "First."
    with pytest.raises(LineIdError, match=r"line 3 is now 3:..\|First\."):
        extract(TEXT, f"3:{content_tag('Other.')}")


@pytest.mark.parametrize("written", [7, "7", "line-7", "div-id-7", "L7"])
def test_ids_have_five_spellings(written: int | str) -> None:
    """A number, its digits, the ids of the two markup styles, and what people write in short."""
    assert line_number(written) == 7


@pytest.mark.parametrize(
    "bad",
    [0, -1, True, 1.0, None, "", "0", "07", " 7", "7 ", "7\n", "+7", "Line-7", "line 7", "line-",
     "l7", "L", "L-7", "L07", "p-7", "٧", "7.0", "7-9", "line-7:", "1" * 30,
     pytest.param(10**5000, id="huge")],
)  # fmt: skip
def test_anything_else_is_refused(bad: object) -> None:
    """Strict on purpose: a model's free spellings are the business of the reply reader."""
    with pytest.raises(LineIdError, match="is not a line id; ids count from 1"):
        line_number(bad)  # type: ignore[arg-type]


def test_ids_outside_the_document_are_refused() -> None:
    """The message names the id and the range there is."""
    with pytest.raises(LineIdError, match=r"line 5 is outside the document, .* lines 1 to 4"):
        extract(TEXT, 1, 5)
    with pytest.raises(LineIdError, match="has no lines"):
        extract("", 1)
    with pytest.raises(LineIdError, match="the start, line 3, comes after the end, line 2"):
        extract(TEXT, 3, 2)


def test_a_tag_is_no_part_of_a_plain_number() -> None:
    """`line_number` cannot check a tag, so it refuses one; `parse_line_id` gives both."""
    with pytest.raises(
        LineIdError, match="carries a content tag; a plain id such as 7 was expected"
    ):
        line_number("7:k3")
    assert parse_line_id("line-7:k3") == (7, "k3")


def test_line_ids_are_written_as_the_style_does() -> None:
    """What `line_id` writes, `line_number` reads."""
    assert [line_id(7), line_id(7, "div"), line_id(7, "pipe")] == ["line-7", "div-id-7", "7"]
    assert line_id(7, "pipe", tag="k3") == "7:k3"


def test_unknown_styles_are_refused() -> None:
    """The message lists the styles there are."""
    with pytest.raises(OptionError, match="no numbering style 'xml'; there are p, div, pipe"):
        number("a", style="xml")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="no numbering style"):
        unnumber("a", style="xml")  # type: ignore[arg-type]
