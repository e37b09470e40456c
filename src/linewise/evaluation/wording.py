"""Scores in words and numbers for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linewise.evaluation.scores import is_cost

if TYPE_CHECKING:
    from collections.abc import Iterable

    from linewise.evaluation.scores import Estimate

__all__ = [
    "SCORES",
    "count_words",
    "estimate_words",
    "interval_words",
    "known_scores",
    "number_words",
    "percent_words",
    "score_words",
]

_WORDS = {
    "recall": "found in the best {}",
    "precision": "precision of the best {}",
    "iou": "intersection over union, best {}",
    "hit": "something found in the best {}",
    "mrr": "reciprocal rank, best {}",
    "ndcg": "nDCG of the best {}",
    "tokens": "tokens sent by the best {}",
}

# The names of the scores that are measured at numbers of chunks.
SCORES = tuple(_WORDS)


def score_words(name: str) -> str:
    """Return what a score tells, by its name."""
    kind, _, at = name.partition("@")
    if kind == "recall" and at.endswith("t"):
        return f"found within {int(at[:-1]):,} tokens"
    if kind == "omega":
        return "precision where all is found"
    return _WORDS[kind].format(at) if kind in _WORDS else name


def known_scores(ks: Iterable[int], budgets: Iterable[int]) -> str:
    """Return the names of the scores that are measured, in one line."""
    counts = [str(k) for k in ks]
    told = [*(f"recall@{budget}t" for budget in budgets), "omega"]
    if counts:
        told.append(
            f"and each of {', '.join(_WORDS)} at {', '.join(counts)}, as in recall@{counts[-1]}"
        )
    return ", ".join(told)


def count_words(count: int, one: str, several: str) -> str:
    """Return how many there are of something, with what is said of one or of several."""
    return f"{count:,} {one if count == 1 else several}"


def number_words(name: str, value: float) -> str:
    """Return a score as a number: tokens as they are, shares in hundredths."""
    return f"{value:,.0f}" if is_cost(name) else f"{100 * value:.1f}"


def percent_words(share: float) -> str:
    """Return a share as a percentage."""
    return f"{100 * share:.0f} %"


def estimate_words(name: str, estimate: Estimate) -> str:
    """Return a score with the bounds of its mean."""
    mean, low, high = interval_words(name, estimate)
    return f"{mean} {'tokens' if is_cost(name) else '%'} ({low} to {high})"


def interval_words(name: str, estimate: Estimate) -> tuple[str, str, str]:
    """Return a mean and its bounds as numbers; see `number_words`."""
    return (
        number_words(name, estimate.mean),
        number_words(name, estimate.low),
        number_words(name, estimate.high),
    )
