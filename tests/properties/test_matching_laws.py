"""What two sequences have in common, against the table that every textbook has."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linewise import _matching
from linewise._matching import common_prefix, common_suffix, matching_blocks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linewise._matching import Block

FEW = st.lists(st.integers(0, 2), max_size=24)
MANY = st.lists(st.integers(0, 12), max_size=24)


def check_blocks(blocks: list[Block], a: Sequence[int], b: Sequence[int]) -> None:
    """Blocks are equal on both sides, in order, and do not overlap."""
    a_end = b_end = 0
    for a_start, b_start, size in blocks:
        assert size > 0
        assert a_end <= a_start
        assert b_end <= b_start
        assert a[a_start : a_start + size] == b[b_start : b_start + size]
        a_end, b_end = a_start + size, b_start + size


def check_shortest(a: list[int], b: list[int]) -> None:
    """The shortest edit script matches as much as can be."""
    blocks = _matching._myers(a, b)
    check_blocks(blocks, a, b)
    assert longest_common(a, b) == sum(block.size for block in blocks)


def longest_common(a: list[int], b: list[int]) -> int:
    """Return the length of a longest common subsequence, by the table of all prefixes."""
    row = [0] * (len(b) + 1)
    for item in a:
        above = row
        row = [0]
        for at, other in enumerate(b, start=1):
            row.append(above[at - 1] + 1 if item == other else max(above[at], row[-1]))
    return row[-1]


@given(st.one_of(st.tuples(FEW, FEW), st.tuples(MANY, MANY)))
def test_blocks_are_equal_and_in_order(pair: tuple[list[int], list[int]]) -> None:
    """What is said to match does, and touching blocks are one."""
    blocks = matching_blocks(*pair)
    check_blocks(blocks, *pair)
    ends = [(block.a_start + block.size, block.b_start + block.size) for block in blocks]
    assert not set(ends).intersection((block.a_start, block.b_start) for block in blocks)


@given(FEW, FEW)
def test_the_shortest_edit_script_is_the_shortest(a: list[int], b: list[int]) -> None:
    """It keeps a longest common subsequence."""
    check_shortest(a, b)


@given(FEW, FEW)
def test_a_search_cut_short_still_matches_only_what_is_equal(a: list[int], b: list[int]) -> None:
    """Beyond its bound the search keeps what it has found."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_matching, "_STEPS_AT_MOST", 4)
        check_blocks(_matching._myers(a, b), a, b)


def test_a_search_is_cut_short() -> None:
    """The bound holds: a match that costs more steps than allowed is not found."""
    a, b = [0, 1] * 9, [1, 1, 0, 0] * 4 + [1, 1]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_matching, "_STEPS_AT_MOST", 4)
        assert sum(block.size for block in _matching._myers(a, b)) < longest_common(a, b)


def test_what_occurs_once_goes_before_what_occurs_often() -> None:
    """Two lines that repeat would match more, but one that is unique tells where one is."""
    expected = [(2, 0, 1)]
    assert expected == matching_blocks(["x", "x", "once"], ["once", "x", "x"])


def test_between_anchors_the_search_begins_anew() -> None:
    """What occurs once between two anchors is an anchor there."""
    old = ["x", "x", "twice", "once", "twice", "old"]
    new = ["twice", "x", "x", "once", "twice", "new"]
    expected = [(2, 0, 1), (3, 3, 2)]
    assert expected == matching_blocks(old, new)


@given(st.text("ab", max_size=9), st.text("ab", max_size=9), st.text("ab", max_size=9))
def test_common_ends(shared: str, a: str, b: str) -> None:
    """The longest common start and end of two texts are found."""
    prefix = common_prefix(shared + a, shared + b)
    assert (shared + a)[:prefix] == (shared + b)[:prefix]
    assert (shared + a)[prefix : prefix + 1] != (shared + b)[prefix : prefix + 1] or (
        prefix == min(len(shared + a), len(shared + b))
    )
    backwards = (a[::-1] + shared[::-1], b[::-1] + shared[::-1])
    assert common_prefix(*(text[::-1] for text in backwards)) == common_suffix(*backwards)


@pytest.mark.slow
@settings(max_examples=10_000)
@given(FEW, FEW, MANY, MANY)
def test_matching_ten_thousand_times(
    a: list[int], b: list[int], c: list[int], d: list[int]
) -> None:
    """The same, for long."""
    check_shortest(a, b)
    check_blocks(matching_blocks(a, b), a, b)
    check_blocks(matching_blocks(c, d), c, d)
