"""Words found as they stand, and the lines that hold them or answer them."""

from __future__ import annotations

import pytest

from linewise import Document
from linewise.errors import OptionError
from linewise.search import FoundLines, find_lines, find_words

TEXT = """# Pumps

The relief   VALVE opens at nine bar.
Close the tap before cleaning.
A relief valve never opens by itself.
"""


def test_case_and_blanks_make_no_difference() -> None:
    """Every place is found in the order of the text, across line ends too."""
    document = Document("The drill.\nA  drill and a\ndrill bit.\n")
    assert [1, 2, 3] == [piece.lines[0] for piece in find_words(document, "DRILL")]
    assert ["a\ndrill"] == [piece.text for piece in find_words(document, "a drill")[1:]]
    assert 2 == len(find_words(document, "drill", 2))


def test_signs_are_words_too() -> None:
    """What is looked for is no pattern."""
    assert ["."] == [piece.text for piece in find_words("a.b", ".")]


def test_no_words_are_nowhere() -> None:
    """Blanks alone stand for nothing."""
    assert [] == find_words("a b\n", "  ")


def test_words_that_stand_in_lines() -> None:
    """Case and the width of gaps do not matter; lines come in their order."""
    assert FoundLines((3, 5), (4, 2), exact=True, total=2) == find_lines(TEXT, "Relief valve")
    assert FoundLines((3,), (4,), exact=True, total=2) == find_lines(TEXT, "relief valve", limit=1)
    assert FoundLines((3,), (28,), exact=True, total=1) == find_lines(TEXT, "nine bar. close")


def test_words_that_stand_apart() -> None:
    """Where no line has the words side by side, the best answer comes first."""
    found = find_lines(TEXT, "cleaning the closed tap")
    assert not found.exact
    assert found.lines[0] == 4


def test_words_that_are_nowhere() -> None:
    """Nothing is found, which is no error; nor is it in a text without lines."""
    assert FoundLines((), (), exact=False, total=0) == find_lines(TEXT, "zebra")
    many = "".join(f"valve number {number} of the boiler\n" for number in range(60))
    some = find_lines(many, "boiler zebra", limit=3)
    assert (3, False, 60) == (len(some.lines), some.exact, some.total)
    assert FoundLines((), (), exact=False, total=0) == find_lines("\n\n", "zebra")


@pytest.mark.parametrize(
    ("words", "limit", "right"),
    [("", 1, "one word"), (" \n", 1, "one word"), ("tap", 0, "one line")],
)
def test_nothing_to_look_for(words: str, limit: int, right: str) -> None:
    """No words and no room are refused."""
    with pytest.raises(OptionError, match=f"{right} or more"):
        find_lines(TEXT, words, limit)
