"""A comparison as a page of HTML that needs nothing beside it: tables, plots, and the failures.

Where questions were made from the documents, the page tells ranks and no scores: their order
carries over to people's questions, their scores do not.
"""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any

from linewise._kinds import check_kind, check_text
from linewise.evaluation._failures import failures
from linewise.evaluation._figures import curves, question_map, size_plots
from linewise.evaluation.results import Comparison
from linewise.evaluation.wording import estimate_words, interval_words, percent_words, score_words
from linewise.render.pages import fill, page

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from linewise.evaluation.results import StrategyResult
    from linewise.evaluation.scores import Estimate

__all__ = ["comparison_page"]

_TITLE = "Which splitting finds most?"


def comparison_page(comparison: Comparison, *, title: str = _TITLE) -> str:
    """Return a comparison as a page that can be sent, printed, and read in the dark.

    Args:
        comparison: what `compare` found.
        title: the heading.
    """
    check_kind("comparison", comparison, Comparison)
    check_text("title", title)
    body = fill(
        "linewise.evaluation",
        "report.html",
        title=title,
        verdict=_verdict(comparison),
        setting=_setting(comparison),
        notes=comparison.notes,
        makings=[_making(one) for one in comparison.ranking],
        score_names=[score_words(name) for name in _main_scores(comparison)],
        scores=[_scores(comparison, one, _main_scores(comparison)) for one in comparison.ranking],
        all_names=[score_words(name) for name in _all_scores(comparison)],
        all_scores=[
            _scores(comparison, one, _all_scores(comparison)) for one in comparison.ranking
        ],
        ranks_only=comparison.ranks_only,
        evidence=comparison.evidence,
        sizes=size_plots(comparison),
        curves=curves(comparison),
        map=question_map(comparison),
        failures=failures(comparison),
        failing=_failing(comparison),
        unlocated=comparison.unlocated,
    )
    style = files("linewise.evaluation").joinpath("assets", "report.css").read_text("utf-8")
    return page(title, body, style=style)


def _failing(comparison: Comparison) -> str:
    """Return the name of the strategy whose failures are shown."""
    best = comparison.recommended
    return "" if best is None else best.name


def _verdict(comparison: Comparison) -> str:
    """Return in two or three sentences what the comparison says."""
    best = comparison.recommended
    if best is None:
        return "No question could be scored, so the strategies have no order."
    found = f"“{score_words(comparison.criterion)}”"
    tied = [one.name for one in comparison.tied]
    if len(comparison.strategies) == 1:
        words = f"Only {best.name} was measured, so that there is nothing to compare it with."
    elif len(tied) == 1:
        words = f"{best.name} is the best by {found}."
    else:
        words = (
            f"{_listed(tied)} cannot be told apart by {found}. {best.name} is the cheapest of "
            f"them, with {best.tokens_stored:,} tokens stored."
        )
    if comparison.ranks_only:
        return words
    estimate = best.estimates[comparison.criterion]
    return f"{words} It reaches {estimate_words(comparison.criterion, estimate)}."


def _listed(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _setting(comparison: Comparison) -> list[tuple[str, str]]:
    """Return what was compared, and on what."""
    documents, asked = comparison.documents, len(comparison.questions)
    characters = sum(len(document.text) for document in documents)
    return [
        ("Documents", f"{len(documents):,}, with {characters:,} characters"),
        ("Questions", f"{asked:,}, of which {comparison.scored:,} can be scored"),
        ("Retriever", comparison.retriever),
        ("Tokenizer", comparison.tokenizer),
        ("Decides", score_words(comparison.criterion)),
    ]


def _making(result: StrategyResult) -> dict[str, Any]:
    """Return what a strategy makes of the documents, as cells of a row."""
    sizes, seconds = result.sizes, (result.split_seconds, result.index_seconds, result.ask_seconds)
    return {
        "name": result.name,
        "cells": [
            f"{result.chunks:,}",
            f"{result.tokens_stored:,}",
            f"{sizes.mean:,.0f}",
            f"{sizes.median:,.0f}",
            f"{sizes.min:,}",
            f"{sizes.max:,}",
            *(percent_words(share) for share in result.cuts),
            f"{sum(seconds):.2f}",
        ],
    }


def _main_scores(comparison: Comparison) -> list[str]:
    """Return the names of the scores that are read first: what decides, then what is found."""
    wanted = [
        comparison.criterion,
        *(f"recall@{budget}t" for budget in comparison.budgets),
        *(f"recall@{k}" for k in comparison.ks),
    ]
    known = set(_all_scores(comparison))
    return [name for name in dict.fromkeys(wanted) if name in known][:8]


def _all_scores(comparison: Comparison) -> list[str]:
    return list(dict.fromkeys(name for one in comparison.strategies for name in one.estimates))


def _scores(comparison: Comparison, result: StrategyResult, names: Sequence[str]) -> dict[str, Any]:
    """Return how a strategy scored, as cells of a row: a value with its bounds, or a rank."""
    return {
        "name": result.name,
        "best": comparison.recommended is result,
        "cells": list(_cells(comparison, result, names)),
    }


def _cells(
    comparison: Comparison, result: StrategyResult, names: Sequence[str]
) -> Iterator[dict[str, Any]]:
    for name in names:
        estimate = result.estimates.get(name)
        if estimate is None:
            yield {"value": "–", "bounds": "", "tied": False}
            continue
        tied = estimate.tied and sum(one.tied for one in _estimates(comparison, name)) > 1
        value, low, high = interval_words(name, estimate)
        if comparison.ranks_only:
            yield {"value": f"{estimate.rank}", "bounds": "", "tied": tied}
        else:
            yield {"value": value, "bounds": f"{low}–{high}", "tied": tied}


def _estimates(comparison: Comparison, name: str) -> Iterator[Estimate]:
    return (one.estimates[name] for one in comparison.strategies if name in one.estimates)
