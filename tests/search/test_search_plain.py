"""Words found as they stand."""

from __future__ import annotations

from linewise import Document
from linewise.search import find_words

TEXT = "The drill.\nA  drill and a\ndrill bit.\n"


def test_case_and_blanks_make_no_difference() -> None:
    """Every place is found in the order of the text, across line ends too."""
    document = Document(TEXT)
    assert [1, 2, 3] == [piece.lines[0] for piece in find_words(document, "DRILL")]
    assert ["a\ndrill"] == [piece.text for piece in find_words(document, "a drill")[1:]]


def test_signs_are_words_too() -> None:
    """What is looked for is no pattern."""
    assert ["."] == [piece.text for piece in find_words("a.b", ".")]


def test_no_words_are_nowhere() -> None:
    """Blanks alone stand for nothing, and a limit is kept."""
    assert [] == find_words(TEXT, "  ")
    assert 2 == len(find_words(TEXT, "drill", 2))
