"""The plots of a comparison."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from linewise.evaluation.scores import is_cost
from linewise.evaluation.wording import score_words
from linewise.render.heat_map import heat_map_svg
from linewise.render.pages import as_markup
from linewise.render.plots import Line, histogram_svg, lines_svg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markupsafe import Markup

    from linewise.evaluation.results import Comparison, StrategyResult

__all__ = ["curves", "question_map", "size_plots"]

# Rows of the map: the questions that are answered worst are those to look at.
_MOST_ROWS = 40

# Lines of a plot that have signs of their own.
_MOST_LINES = 6


def size_plots(comparison: Comparison) -> list[tuple[str, Markup]]:
    """Return for each strategy how long its chunks are, all on one ground."""
    most = max((one.sizes.max for one in comparison.strategies), default=0)
    return [
        (
            one.name,
            as_markup(
                histogram_svg(one.tokens, unit="tokens", label=f"Chunks of {one.name}", upto=most)
            ),
        )
        for one in comparison.ranking
    ]


def curves(comparison: Comparison) -> tuple[Markup, str] | None:
    """Return what the best strategies find for how much is sent, and what is shown.

    None where only ranks are warranted.
    """
    lines = [_curve(one) for one in comparison.ranking if one.curve]
    if comparison.ranks_only or not lines:
        return None
    told = "Each strategy’s best chunks, the last one cut off, as many as fit. Upright lines: the "
    told += "bounds of 95 % of draws of questions."
    if len(lines) > _MOST_LINES:
        told += f" The best {_MOST_LINES} of {len(lines)} strategies are drawn."
    drawn = lines_svg(
        lines[:_MOST_LINES],
        label="Found against tokens sent",
        x_label="tokens sent",
        y_label="% of the answers found",
        spread=True,
    )
    return as_markup(drawn), told


def question_map(comparison: Comparison) -> tuple[Markup, str] | None:
    """Return how each strategy does on the questions that tell something, and what is shown."""
    # Of tokens that are sent, few are no failure.
    if is_cost(comparison.criterion):
        return None
    columns = [one.scores.get(comparison.criterion, ()) for one in comparison.ranking]
    telling = _telling(columns, ranks_only=comparison.ranks_only)
    if not telling:
        return None
    rows = telling[:_MOST_ROWS]
    values = [[column[row] for column in columns] for row in rows]
    ranks = [_ranks(row) for row in values]
    deep = len(columns) - 1 or 1
    told = _map_words(comparison, len(rows), len(telling))
    drawn = heat_map_svg(
        [comparison.questions[row].text for row in rows],
        [one.name for one in comparison.ranking],
        [[1 - (rank - 1) / deep for rank in row] for row in ranks]
        if comparison.ranks_only
        else values,
        label=told,
        words=[[str(rank) for rank in row] for row in ranks] if comparison.ranks_only else None,
    )
    return as_markup(drawn), told


def _map_words(comparison: Comparison, shown: int, telling: int) -> str:
    """Return what the map shows, in words."""
    which = f"{shown}" if shown == telling else f"the {shown} hardest of the {telling}"
    left = comparison.scored - telling
    if comparison.ranks_only:
        told = f"The rank of each strategy on {which} questions that set them apart; 1 is the best."
        return f"{told} Another {left} do not." if left else told
    told = (
        f"By “{score_words(comparison.criterion)}”, in %: {which} questions of which at least one "
        "strategy misses something, the hardest first."
    )
    return f"{told} All strategies answer another {left} wholly." if left else told


def _curve(result: StrategyResult) -> Line:
    known = {
        point.tokens: estimate
        for point in result.curve
        if (estimate := result.estimates.get(f"recall@{point.tokens}t")) is not None
    }
    return Line(
        result.name,
        [(point.tokens, 100 * point.recall) for point in result.curve],
        [(tokens, 100 * one.low, 100 * one.high) for tokens, one in known.items()],
    )


def _telling(columns: Sequence[Sequence[float | None]], *, ranks_only: bool) -> list[int]:
    """Return the numbers of the questions that tell something, those that fare worst first."""
    known = []
    for row, values in enumerate(zip(*columns, strict=True)):
        scores = [value for value in values if value is not None]
        best = max(scores, default=1.0) if ranks_only else 1.0
        if len(scores) == len(values) and min(scores) < best:
            known.append((fmean(scores), row))
    return [row for _, row in sorted(known)]


def _ranks(values: Sequence[float | None]) -> list[int]:
    """Return for each value 1 and how many are higher."""
    known = [value or 0.0 for value in values]
    return [1 + sum(other > value for other in known) for value in known]
