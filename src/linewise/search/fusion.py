"""Make one ranking of several, by ranks alone, so that their scores need not be comparable."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, TypeVar

from linewise._kinds import check_number, check_several
from linewise.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["reciprocal_rank_fusion"]

Item = TypeVar("Item", bound=Hashable)


def reciprocal_rank_fusion(
    rankings: Iterable[Iterable[Item]],
    damping: float = 60.0,
    weights: Iterable[float] | None = None,
) -> list[tuple[Item, float]]:
    """Rank what several rankings hold, each by the sum of its reciprocal ranks.

    After Cormack, Clarke and Büttcher, "Reciprocal rank fusion outperforms Condorcet and
    individual rank learning methods" (2009).

    Args:
        rankings: the best first in each; an item may be missing from some.
        damping: how little the first ranks stand out.
        weights: how much each ranking counts; all the same when left out.

    Returns:
        Items with their scores, the best first; those that tie in the order of first sight.

    Raises:
        OptionError: there is not one weight for each ranking.
    """
    scores: dict[Item, float] = {}
    check_several("rankings", rankings, "[['a', 'b'], ['b']]")
    if weights is not None:
        check_several("weights", weights, "[1.0, 0.5]")
    check_number("damping", damping)
    several = list(rankings)
    counting = [1.0] * len(several) if weights is None else list(weights)
    if len(counting) != len(several):
        raise OptionError(
            f"{len(several)} rankings came with {len(counting)} weights; one for each was expected"
        )
    for ranking, weight in zip(several, counting, strict=True):
        check_several("the items of a ranking", ranking, "['a', 'b']")
        check_number("a weight", weight)
        for rank, item in enumerate(ranking, start=1):
            scores[item] = scores.get(item, 0.0) + weight / (damping + rank)
    return sorted(scores.items(), key=lambda scored: -scored[1])
