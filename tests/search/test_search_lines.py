"""Lines that hold words, or that answer them."""

from __future__ import annotations

import pytest

from linewise.errors import OptionError
from linewise.search.lines import FoundLines, find_lines

TEXT = """# Pumps

The relief   VALVE opens at nine bar.
Close the tap before cleaning.
A relief valve never opens by itself.
"""


def test_words_that_stand_in_lines() -> None:
    """Case and the width of gaps do not matter; lines come in their order."""
    assert FoundLines((3, 5), exact=True, total=2) == find_lines(TEXT, "Relief valve")
    assert FoundLines((3,), exact=True, total=2) == find_lines(TEXT, "relief valve", limit=1)
    assert FoundLines((3,), exact=True, total=1) == find_lines(TEXT, "nine bar. close")


def test_words_that_stand_apart() -> None:
    """Where no line has the words side by side, the best answer comes first."""
    found = find_lines(TEXT, "cleaning the closed tap")
    assert not found.exact
    assert found.lines[0] == 4


def test_words_that_are_nowhere() -> None:
    """Nothing is found, which is no error; nor is it in a text without lines."""
    assert FoundLines((), exact=False, total=0) == find_lines(TEXT, "zebra")
    assert FoundLines((), exact=False, total=0) == find_lines("\n\n", "zebra")


@pytest.mark.parametrize(("words", "limit"), [("", 1), (" \n", 1), ("tap", 0)])
def test_nothing_to_look_for(words: str, limit: int) -> None:
    """No words and no room are refused."""
    with pytest.raises(OptionError, match="one word or more"):
        find_lines(TEXT, words, limit)
