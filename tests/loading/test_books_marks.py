"""What marks a line as a heading, and the numbers that headings are written with."""

from __future__ import annotations

import pytest

from linewise.loading._book_marks import is_capitals, mark_of
from linewise.loading._book_numbers import number_of, ordinal_of


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("7", 7),
        ("XLIX", 49),
        ("xii", 12),
        ("VIIII", 9),
        ("nineteen", 19),
        ("Twenty-One", 21),
        ("NINETY-NINE", 99),
        ("douze", 12),
        ("vingt et un", 21),
        ("zwölf", 12),
        ("Einundzwanzig", 21),
        ("IIX", None),
        ("Xi", None),
        ("twelveth", None),
        ("", None),
    ],
)
def test_cardinals(word: str, value: int | None) -> None:
    """Digits, Roman numerals and words in three languages; nothing that only looks like one."""
    assert value == number_of(word)


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("First", 1),
        ("THIRTIETH", 30),
        ("forty-second", 42),
        ("3rd", 3),
        ("12.", 12),
        ("premier", 1),
        ("PREMIERE", 1),
        ("Deuxième", 2),
        ("vingt-et-unième", 21),
        ("Erstes", 1),
        ("dritter", 3),
        ("SIEBENTE", 7),
        ("Einunddreißigstes", 31),
        ("EINUNDDREISSIGSTES", 31),
        ("twenty", None),
    ],
)
def test_ordinals(word: str, value: int | None) -> None:
    """Case, endings and missing accents do not matter."""
    assert value == ordinal_of(word)


@pytest.mark.parametrize(
    ("line", "style", "number", "title"),
    [
        ("CHAPTER IV. The Rabbit", "chapter", 4, "The Rabbit"),
        ("Chapter Twenty-One", "chapter", 21, ""),
        ("CHAPTER FORTY TWO. HOME", "chapter", 42, "HOME"),
        ("CHAPTER THE FIRST", "chapter", 1, ""),
        ("CHAPTER 12—HOME", "chapter", 12, "HOME"),
        ("CHAPTER XVIII(*) -- OF FAITH", "chapter", 18, "OF FAITH"),
        ("  _Letter 2_", "letter", 2, ""),
        ("Book the Second--The Thread", "book", 2, "The Thread"),
        ("LIVRE PREMIER--UN JUSTE", "livre", 1, "UN JUSTE"),
        ("PREMIÈRE PARTIE", "partie", 1, ""),
        ("Siebzehntes Kapitel", "kapitel", 17, ""),
        ("1. Kapitel", "kapitel", 1, ""),
        ("Story 3: Home", "story", 3, "Home"),
        ("XII", "roman", 12, ""),
        ("— 7 —", "digits", 7, ""),
        ("VII. THE ADVENTURE", "roman, title", 7, "THE ADVENTURE"),
        ("3 Results", "digits, title", 3, "Results"),
        ("1.2.3 Data", "decimal", 3, "Data"),
        ("Epilogue", "name", None, "Epilogue"),
        ("AVANT-PROPOS", "name", None, "AVANT-PROPOS"),
        ("THE LIFE OF A SAILOR", "capitals", None, "THE LIFE OF A SAILOR"),
    ],
)
def test_marks(line: str, style: str, number: int | None, title: str) -> None:
    """A mark tells what the line has in common with others, its number and its title."""
    mark = mark_of(line)
    assert mark is not None
    assert (style, number, title) == (mark.style, mark.number, mark.title)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "Part of the crew was ill.",
        "Book I have read",
        "What I Heard",
        "I am by birth a sailor",
        "Chapter 3 of this book tells it",
        "MAX_BYTES = 1 << 30",
        "2026-11-30 12:00 ERROR",
        "x" * 300,
    ],
)
def test_lines_without_a_mark(line: str) -> None:
    """Sentences, programs and logs begin with none."""
    assert mark_of(line) is None


def test_capitals() -> None:
    """Letters make capitals, and a few of them are not enough."""
    assert is_capitals("THE GALE, AND AFTER")
    assert not is_capitals("The GALE")
    assert not is_capitals("A. B.")
    assert not is_capitals("1898")
