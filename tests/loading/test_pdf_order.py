"""The order in which the text of a PDF is read."""

from __future__ import annotations

from itertools import chain

import pytest

import linewise as lw
from pdf_writer import Leaf, Text, rows, width, write_pdf

LEFT = ("The left column begins with a first", "line, goes on in a second one, and", "ends.")
RIGHT = ("The right column has lines of about", "the same length, and is read after", "it.")
FULL = (
    "This line reaches over both of the columns, from the left margin to the right, as titles do."
)


def text_of(*texts: Text, rotate: int = 0) -> str:
    """Return the text of a page with these texts on it."""
    return lw.load(write_pdf(Leaf(texts, rotate=rotate))).text


def column(lines: tuple[str, ...], x: float, y: float = 700) -> list[Text]:
    """Return the lines of a column, several times, so that it is one beyond doubt."""
    return rows(*lines[:2] * 3, lines[2], x=x, y=y)


def words(*lines: str) -> str:
    """Return what the lines of a column come to."""
    return " ".join(lines[:2] * 3 + lines[2:])


def test_columns_are_read_one_after_the_other() -> None:
    """A sentence that runs on in the next line of its column is one line of the text."""
    text = text_of(*column(LEFT, 72), *column(RIGHT, 320))
    assert f"{words(*LEFT)}\n\n{words(*RIGHT)}\n" == text


def test_the_order_of_the_file_does_not_matter() -> None:
    """Columns drawn from right to left, or line by line across, are read from left to right."""
    left, right = column(LEFT, 72), column(RIGHT, 320)
    assert text_of(*left, *right) == text_of(*right, *left)
    assert text_of(*left, *right) == text_of(*chain.from_iterable(zip(left, right, strict=True)))


def test_columns_need_not_share_base_lines() -> None:
    """A column that is set a little lower is a column all the same."""
    text = text_of(*column(LEFT, 72), *column(RIGHT, 320, y=695))
    assert f"{words(*LEFT)}\n\n{words(*RIGHT)}\n" == text


def test_three_columns() -> None:
    """A page is cut as often as it has gutters."""
    first, second, third = ("one two three four",) * 6, ("five six seven eight",) * 6, ("nine",) * 6
    page = [*rows(*third, x=420), *rows(*first, x=72), *rows(*second, x=240)]
    read = text_of(*page).split()
    assert ["one two three four"] * 6 == [" ".join(read[i : i + 4]) for i in range(0, 24, 4)]
    assert ["five", "six", "seven", "eight"] * 6 == read[24:48]


def test_what_reaches_over_both_columns_parts_them_into_bands() -> None:
    """Above and below a line over the whole width each side is read to its own end."""
    upper = [*column(LEFT, 72), *column(RIGHT, 320)]
    lower = [*column(LEFT, 72, y=560), *column(RIGHT, 320, y=560)]
    text = text_of(Text(72, 730, FULL), *upper, Text(72, 590, FULL), *lower)
    both = f"{words(*LEFT)}\n\n{words(*RIGHT)}"
    assert f"{FULL}\n\n{both}\n\n{FULL}\n\n{both}\n" == text


def test_the_title_of_a_wide_table_does_not_part_the_columns_above_it() -> None:
    """It is set off from them, and stands with the table that reaches over both."""
    columns_above = [*column(LEFT, 72), *column(RIGHT, 320)]
    title = Text(330, 608, "Costs")
    table = rows(*([FULL] * 3), x=90, y=590)
    text = text_of(*columns_above, title, *table)
    assert text.startswith(f"{words(*LEFT)}\n\n{words(*RIGHT)}\n\nCosts\n")


def test_a_table_is_read_row_by_row() -> None:
    """Cells that stand in columns are no columns of text; tabs part them."""
    table = [
        Text(x, 700 - 14 * row, f"{name}{row}")
        for row in range(6)
        for x, name in ((72, "cell"), (250, "value"), (420, "sum"))
    ]
    lines = [f"cell{row}\tvalue{row}\tsum{row}" for row in range(6)]
    assert "\n".join(lines) + "\n" == text_of(*table)


def test_cells_of_several_lines_are_read_one_after_the_other_row_by_row() -> None:
    """A table of texts is no page in columns: each row is read before the next one."""
    table = []
    for row in range(3):
        table += rows(*LEFT[:2], f"end {row}.", x=72, y=700 - 50 * row)
        table += rows(*RIGHT[:2], f"stop {row}.", x=320, y=700 - 50 * row)
    read = text_of(*table).split()
    ends = [word for word in read if word in {"0.", "1.", "2."}]
    assert ["0.", "0.", "1.", "1.", "2.", "2."] == ends
    assert " ".join(LEFT[:2]) in " ".join(read)


def test_a_page_without_columns_keeps_the_order_of_the_file() -> None:
    """Boxes beside each other are read as they were drawn, not line by line across."""
    boxes = [*rows("To the first", "of two people", x=72), *rows("From the other", "one", x=400)]
    assert "To the first\nof two people\nFrom the other one" == text_of(*boxes).strip()


def test_what_the_file_draws_out_of_turn_is_put_in_its_place() -> None:
    """A note drawn before the text above it is read after it."""
    lines = rows("The text stands at the top of the page and is", "drawn last of all.", y=700)
    note = rows("A note at the foot is drawn first.", y=100)
    text = text_of(*note, *lines)
    assert "The text stands at the top of the page and is drawn last of all." in text
    assert text.index("drawn last") < text.index("A note")


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_a_turned_page_is_read_as_it_is_seen(rotate: int) -> None:
    """Text that a viewer shows upright is the text, however the page is turned."""
    lines = ("A wide table is often set on", "a page that is turned.")
    turn = rotate // 90
    texts = [
        {
            0: Text(72, 700 - 12 * i, line),
            1: Text(100 + 12 * i, 72, line, turn=1),
            2: Text(540, 92 + 12 * i, line, turn=2),
            3: Text(500 - 12 * i, 700, line, turn=3),
        }[turn]
        for i, line in enumerate(lines)
    ]
    assert " ".join(lines) + "\n" == text_of(*texts, rotate=rotate)


def test_side_notes_interrupt_nothing() -> None:
    """What is turned beside the text comes after it, wherever the file draws it."""
    lines = column(LEFT, 72)
    text = text_of(lines[0], Text(30, 300, "printed in May", turn=1), *lines[1:])
    assert f"{words(*LEFT)}\n\nprinted in May\n" == text


def test_notes_at_the_foot_of_a_column_do_not_part_it_from_the_next() -> None:
    """A sentence runs from the foot of the left column to the head of the right one."""
    left = rows(*("A line that fills the column here",) * 30, "and this sentence", y=700)
    note = [Text(72, 320, "1", 5), Text(75, 318, "A note in small type.", 7)]
    right = rows(
        "goes on in the other column.", *("A line that fills the column there.",) * 31, x=320
    )
    text = text_of(*left, *note, *right)
    assert "and this sentence goes on in the other column." in text
    assert text.rstrip().endswith("1A note in small type.")


def test_letters_spaced_by_their_places_alone_make_words() -> None:
    """Where no space characters stand, as in TeX, gaps part words and kerns do not."""
    texts, x = [], 72.0
    for word in ("no", "space", "characters", "at", "all"):
        texts.append(Text(x, 700, word))
        x += width(word) + 3.3
    assert "no space characters at all\n" == text_of(*texts)


def test_what_is_filled_into_a_form_is_read() -> None:
    """A value stands in the text where it stands on the page."""
    leaf = Leaf((Text(100, 405, "Name:"), Text(100, 300, "Signature:")), field="Ada Lovelace")
    assert "Name:\tAda Lovelace\n\nSignature:\n" == lw.load(write_pdf(leaf)).text
