"""The best fit of one row in another, against the plain algorithm."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from linewise.search._alignment import Fit, best_fit


def distance(a: str, b: str) -> int:
    """Count the edits between two strings by the table that everyone knows."""
    row = list(range(len(b) + 1))
    for i, left in enumerate(a, start=1):
        above, row = row, [i]
        for j, right in enumerate(b, start=1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (left != right)))
    return row[-1]


@given(st.text("abc", min_size=1, max_size=9), st.text("abcd", max_size=12))
def test_no_stretch_fits_better(pattern: str, text: str) -> None:
    """The edits are those of the stretch, and no other stretch needs fewer."""
    fit = best_fit(pattern, text)
    assert fit.edits == distance(pattern, text[fit.start : fit.end])
    ends = range(len(text) + 1)
    assert fit.edits == min(distance(pattern, text[a:b]) for a in ends for b in ends[a:])


def test_words_are_compared_as_wholes() -> None:
    """Rows may be of words; a wrong word at the edge counts as changed."""
    assert Fit(1, 4, 1) == best_fit(["b", "c", "x"], ["a", "b", "c", "d", "e"])


def test_patterns_longer_than_a_machine_word() -> None:
    """Nothing breaks at 64."""
    pattern = "abcdefghij" * 20
    assert Fit(3, 203, 0) == best_fit(pattern, "xyz" + pattern + "xyz")
