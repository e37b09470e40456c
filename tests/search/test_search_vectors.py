"""Vectors by themselves, and blended with those of their surroundings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from linewise.errors import OptionError
from linewise.search import reciprocal_rank_fusion
from linewise.search._bm25 import Ranges
from linewise.search.vectors import VectorIndex

if TYPE_CHECKING:
    from collections.abc import Sequence

DIRECTIONS = {"north": (0.0, 2.0), "east": (3.0, 0.0), "west": (-1.0, 0.0), "nowhere": (0.0, 0.0)}


def embed(texts: Sequence[str]) -> list[tuple[float, float]]:
    """Return the direction that a text names."""
    return [DIRECTIONS[text] for text in texts]


def test_the_nearest_direction_comes_first() -> None:
    """Lengths do not count; a vector of nothing is as near to one as to the other."""
    index = VectorIndex(["west", "north", "nowhere", "east"], embed)
    assert [(3, 1.0), (1, 0.0), (2, 0.0), (0, -1.0)] == index.ranking("east")
    assert [] == VectorIndex([], embed).ranking("east")


def test_a_text_takes_part_in_what_its_neighbours_say() -> None:
    """The mean of the range counts by its weight; the order is that of the places."""
    texts = ["north", "east", "north"]
    lengths = np.ones(3, np.int64)
    alone = Ranges(lengths, np.array([0, 1, 2]), np.array([1, 2, 3]))
    pairs = Ranges(lengths, np.array([0, 0, 2]), np.array([2, 2, 3]))
    # The last text stands first, then the one that points east, then the first.
    index = VectorIndex(texts, embed).surrounded([2, 1, 0], [(alone, 0.5), (pairs, 0.5)])
    half = 0.5 * np.sqrt(0.5)
    scores = dict(index.ranking("east"))
    assert pytest.approx({1: 0.5 + half, 2: half, 0: 0.0}) == scores
    assert {1: 1.0, 0: 0.0, 2: 0.0} == dict(VectorIndex(texts, embed).ranking("east"))


@pytest.mark.parametrize(
    "rows", [[[float("nan")]], [], [[]], [1.0], [["east"]], [[1.0], [1.0, 2.0]], [{}], None]
)
def test_one_row_of_numbers_for_each_text(rows: Any) -> None:
    """Another shape is refused, and whatever is no number."""
    with pytest.raises(OptionError, match="one row of finite numbers for each of 1 texts"):
        VectorIndex(["east"], lambda _: rows)


def test_a_question_has_as_many_numbers_as_a_text() -> None:
    """A model that changes its mind in between is found out."""
    index = VectorIndex(["east", "west"], lambda texts: [[1.0] * len(texts)] * len(texts))
    with pytest.raises(OptionError, match="1 numbers for a question, but 2 for each text"):
        index.ranking("north")


def test_rankings_count_by_their_weights() -> None:
    """The second ranking counts half: the first of it comes after the first of the other."""
    fused = reciprocal_rank_fusion([["a", "b"], ["c", "d"]], damping=0, weights=[1, 0.5])
    assert [("a", 1.0), ("b", 0.5), ("c", 0.5), ("d", 0.25)] == fused
