"""Each score on cases that can be checked by eye."""

from __future__ import annotations

from math import log2

import pytest

from linewise.evaluation import metrics
from linewise.evaluation.metrics import Coverage, coverages
from linewise.evaluation.places import Place


def at(start: int, end: int, document: int = 0) -> Place:
    """Return a place."""
    return Place(document, start, end)


GOLD = [at(10, 20), at(50, 60)]


@pytest.mark.parametrize(
    ("chunks", "expected"),
    [
        pytest.param([], [], id="nothing is sent"),
        pytest.param([at(0, 100)], [Coverage(20, 100, 20)], id="all in one"),
        pytest.param([at(0, 15)], [Coverage(5, 15, 20)], id="half of one place"),
        pytest.param([at(20, 50)], [Coverage(0, 30, 20)], id="between them"),
        pytest.param([at(10, 20, 1)], [Coverage(0, 10, 20)], id="another document"),
        pytest.param(
            [at(5, 15), at(10, 25)], [Coverage(5, 10, 20), Coverage(10, 25, 20)], id="overlapping"
        ),
        pytest.param(
            [at(10, 20), at(10, 20)], [Coverage(10, 10, 20), Coverage(10, 20, 20)], id="twice"
        ),
    ],
)
def test_what_is_found_counts_once_and_what_is_sent_each_time(
    chunks: list[Place], expected: list[Coverage]
) -> None:
    """The coverage grows with each chunk; a repeated one costs and brings nothing."""
    assert expected == coverages(chunks, GOLD)


def test_scores_of_a_coverage() -> None:
    """Five of twenty characters found, in fifteen that were sent."""
    some = Coverage(found=5, sent=15, gold=20)
    assert 0.25 == metrics.recall(some)
    assert pytest.approx(1 / 3) == metrics.precision(some)
    assert pytest.approx(5 / 30) == metrics.intersection_over_union(some)
    assert 1.0 == metrics.hit(some)


def test_scores_of_nothing_are_nothing() -> None:
    """Nothing sent, or no gold: each score is 0, and none divides by it."""
    for coverage in (Coverage(0, 0, 20), Coverage(0, 15, 0), Coverage(0, 0, 0)):
        scores = (
            metrics.recall(coverage),
            metrics.precision(coverage),
            metrics.intersection_over_union(coverage),
            metrics.hit(coverage),
        )
        assert (0.0, 0.0, 0.0, 0.0) == scores


def test_omega_is_what_the_cuts_allow() -> None:
    """All chunks that hold gold, each stretch of text once, however often chunks repeat it."""
    assert 0.5 == metrics.omega([at(0, 20), at(50, 70)], GOLD)
    assert 0.5 == metrics.omega([at(0, 20), at(5, 20), at(50, 70)], GOLD)
    assert 1.0 == metrics.omega(GOLD, GOLD)
    assert 0.0 == metrics.omega([], GOLD)


@pytest.mark.parametrize(
    ("gains", "expected"), [([], 0.0), ([0, 0], 0.0), ([3, 0], 1.0), ([0, 0, 1, 5], 1 / 3)]
)
def test_the_rank_of_the_first_chunk_that_helps(gains: list[int], expected: float) -> None:
    """1 over that rank."""
    assert expected == metrics.reciprocal_rank(gains)


def test_ndcg_rewards_the_better_order() -> None:
    """The ideal puts the most gold first; what is not sent at all counts against the ranking."""
    assert 1.0 == metrics.ndcg([10, 5], [5, 10], 2)
    assert pytest.approx((5 + 10 / log2(3)) / (10 + 5 / log2(3))) == metrics.ndcg(
        [5, 10], [5, 10], 2
    )
    assert pytest.approx(10 / (10 + 5 / log2(3))) == metrics.ndcg([10], [5, 10], 2)
    assert 1.0 == metrics.ndcg([10], [5, 10], 1)
    assert 0.0 == metrics.ndcg([0], [], 1)


def test_a_budget_cuts_the_last_chunk() -> None:
    """What fits goes whole, the next one is cut to the rest, and nothing follows it."""

    def cut(place: Place, tokens: int) -> Place:
        return place._replace(end=place.start + 10 * tokens)

    ranking = [at(0, 40), at(100, 140), at(200, 210)]
    sizes = [4, 4, 1]
    assert [at(0, 20)] == metrics.within(ranking, sizes, 2, cut)
    assert [at(0, 40)] == metrics.within(ranking, sizes, 4, cut)
    assert [at(0, 40), at(100, 130)] == metrics.within(ranking, sizes, 7, cut)
    assert ranking == metrics.within(ranking, sizes, 100, cut)


def test_places_are_united() -> None:
    """Those that overlap or touch become one; documents stay apart."""
    places = [at(5, 9), at(0, 5), at(7, 12), at(20, 21), at(0, 3, 1)]
    assert [at(0, 12), at(20, 21), at(0, 3, 1)] == metrics.union(places)
