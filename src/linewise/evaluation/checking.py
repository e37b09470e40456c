"""Whether a way to split is still good enough, for continuous integration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linewise.errors import OptionError
from linewise.evaluation.wording import known_scores

if TYPE_CHECKING:
    from collections.abc import Mapping

    from linewise.evaluation.results import Comparison
    from linewise.evaluation.scores import Estimate

__all__ = ["shortfalls"]


def shortfalls(
    comparison: Comparison, name: str | None = None, at_least: Mapping[str, float] | None = None
) -> list[str]:
    """Say where a strategy falls short; nothing where it is good enough.

    It falls short where another strategy is measurably better by the criterion (the interval of
    their difference lies wholly on its side), and where a score is below what was asked for.

    Args:
        comparison: what was compared.
        name: of the strategy; the first one when left out.
        at_least: the least mean of scores, by name, such as `{"recall@800t": 0.85}`.

    Raises:
        OptionError: the strategy or a score was not compared, or scores are asked of questions
            that warrant ranks alone.
    """
    result = comparison.strategies[0] if name is None else comparison.result(name)
    found: list[str] = []
    estimate = result.estimates.get(comparison.criterion)
    if estimate is None:
        found.append("no question could be scored, so that nothing was checked")
    elif not estimate.tied:
        found.append(_behind(comparison, result.name, estimate))
    for score, least in (at_least or {}).items():
        if comparison.ranks_only:
            raise OptionError(
                f"questions that were made of the documents warrant ranks alone: name questions "
                f"to hold {score} to {least}"
            )
        if result.estimates and score not in result.estimates:
            known = known_scores(comparison.ks, [point.tokens for point in result.curve])
            raise OptionError(f"there is no score {score!r}: {known} are measured")
        if result.estimates and result.estimates[score].mean < least:
            found.append(
                f"{score} of {result.name} is {result.estimates[score].mean:.3f}, less than {least}"
            )
    return found


def _behind(comparison: Comparison, name: str, estimate: Estimate) -> str:
    """Say that others are measurably better; the best by its mean need not be one of them."""
    best = comparison.ranking[0].name
    if estimate.gap.low <= 0:
        count = estimate.rank - 1
        others = "another strategy is" if count == 1 else f"{count} other strategies are"
        return f"{others} measurably better than {name} in {comparison.criterion}"
    by = "" if comparison.ranks_only else f" by {estimate.gap.mean:.3f}"
    return f"{best} is measurably better than {name}{by} in {comparison.criterion}"
