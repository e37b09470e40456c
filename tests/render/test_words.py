"""Marks on the words that changed, and how a terminal shows them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linewise.changes import diff
from linewise.document import Span
from linewise.render import Row, marked_hunks, terminal_diff, word_marks
from strategies import texts, versions


def marked(line: str, marks: tuple[Span, ...]) -> str:
    """Show marks as braces around the words."""
    for span in reversed(marks):
        line = f"{line[: span.start]}{{{line[span.start : span.end]}}}{line[span.end :]}"
    return line


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        ("at most 3 questions", "at most 6 questions", ("at most {3} q", "at most {6} q")),
        ("a b", "a new b", ("a b", "a {new }b")),
        ("same", "same", ("same", "same")),
        ("", "words", ("", "{words}")),
        ("l’été", "l’hiver", ("l’{été}", "l’{hiver}")),
    ],
)
def test_the_words_that_changed_are_marked(old: str, new: str, shown: tuple[str, str]) -> None:
    """Words are marked as wholes, and only those of one side."""
    marks = word_marks(old, new)
    assert marked(old, marks[0]).startswith(shown[0])
    assert marked(new, marks[1]).startswith(shown[1])


@given(old=texts(6), new=texts(6))
def test_what_is_not_marked_is_the_same(old: str, new: str) -> None:
    """Without the marked words, both lines say the same."""
    assert unmarked(old, word_marks(old, new)[0]) == unmarked(new, word_marks(old, new)[1])


def unmarked(line: str, marks: tuple[Span, ...]) -> str:
    """Return a line without its marked words."""
    for span in reversed(marks):
        line = line[: span.start] + line[span.end :]
    return line


def test_lines_of_a_hundred_thousand_words_are_marked_by_their_middle() -> None:
    """A long line is compared from both ends, not word by word."""
    line = "word " * 100_000
    old, new = word_marks(f"{line}old {line}", f"{line}new {line}")
    assert ([Span(500_000, 500_003)], [Span(500_000, 500_003)]) == ([*old], [*new])


@given(pair=versions())
def test_rows_are_the_lines_of_both_texts(pair: tuple[str, str]) -> None:
    """With all lines as context, each side of the rows is its whole text."""
    old, new = pair
    rows = [row for rows in marked_hunks(diff(old, new), context=1_000) for row in rows]
    if rows:
        assert bare_lines(old) == [row.old.text for row in rows if row.old is not None]
        assert bare_lines(new) == [row.new.text for row in rows if row.new is not None]
        assert all_numbers(rows)


def bare_lines(text: str) -> list[str]:
    """Return the lines of a text as git counts them, without their ends."""
    *ended, rest = text.split("\n")
    return [line.removesuffix("\r") for line in ended] + ([rest] if rest else [])


def all_numbers(rows: list[Row]) -> bool:
    """Tell whether the lines of both sides are numbered without a gap."""
    old = [row.old.number for row in rows if row.old is not None]
    new = [row.new.number for row in rows if row.new is not None]
    return old == [*range(1, len(old) + 1)] and new == [*range(1, len(new) + 1)]


def test_lines_are_paired_with_what_became_of_them() -> None:
    """A changed line stands beside its old words, and a new one alone."""
    changes = diff("one two three\nfour five six\n", "new\none two 3\nfour five six\n")
    (rows,) = marked_hunks(changes)
    pairs = [(row.old and row.old.text, row.new and row.new.text) for row in rows]
    assert [
        (None, "new"),
        ("one two three", "one two 3"),
        ("four five six", "four five six"),
    ] == pairs


def test_lines_without_a_common_word_are_no_pair() -> None:
    """Blanks between words are nothing in common."""
    (rows,) = marked_hunks(diff("the cat sat on the mat\n", "my dog ran to his house\n"))
    assert [(False, True), (True, False)] == [(row.old is None, row.new is None) for row in rows]


def test_long_lines_of_one_place_are_paired_by_their_order() -> None:
    """To compare all words of each with those of every other would take seconds."""
    old, new = (f"{mark} " + "word " * 300 + "\n" for mark in ("old", "new"))
    (rows,) = marked_hunks(diff(old * 19, new * 19))
    assert [(i, i) for i in range(1, 20)] == [
        (row.old.number, row.new.number) for row in rows if row.old and row.new
    ]


def test_a_terminal_without_colours_shows_signs() -> None:
    """Signs and numbers say all that the colours say."""
    shown = terminal_diff(diff("a\nsame\n", "b\nsame"), colour=False)
    assert [
        "── lines 1 to 2 ──",
        "    1 - a",
        "    2 - same",
        "    1 + b",
        "    2 + same (no line end)",
    ] == shown.splitlines()


def test_a_wide_terminal_shows_both_sides() -> None:
    """From 140 columns on, the old line stands left of the new one."""
    shown = terminal_diff(diff("at most 3\n", "at most 6\n"), width=140, colour=False)
    (line,) = [line for line in shown.splitlines() if "at most" in line]
    assert line.index("at most 3") < 70 < line.index("at most 6")


def test_a_text_cannot_drive_the_terminal() -> None:
    """Control characters and marks that turn the direction of writing are shown, not sent."""
    shown = terminal_diff(diff("a\n", "\x1b[31mred\x07\u202e\x9b\n"), colour=False)
    assert "␛[31mred␇��" in shown
    assert not {"\x1b", "\x07", "\u202e", "\x9b"} & set(shown)


def test_colours_set_the_words_off() -> None:
    """Only the words that changed are shown in reverse."""
    shown = terminal_diff(diff("at most 3\n", "at most 6\n"))
    assert "\x1b[1;7;31m3\x1b[0m" in shown
    assert "\x1b[1;7;32m6\x1b[0m" in shown


@given(pair=versions(), width=st.sampled_from([1, 20, 140]))
def test_anything_can_be_shown(pair: tuple[str, str], width: int) -> None:
    """Every change is shown at every width."""
    changes = diff(*pair)
    assert bool(changes) == bool(terminal_diff(changes, width=width))
