"""Scores in words and numbers for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from linewise.evaluation.results import Estimate

__all__ = ["estimate_words", "number_words", "percent_words", "score_words"]

_WORDS = {
    "recall": "found in the best {}",
    "precision": "precision of the best {}",
    "iou": "intersection over union, best {}",
    "hit": "something found in the best {}",
    "mrr": "reciprocal rank, best {}",
    "ndcg": "nDCG of the best {}",
    "tokens": "tokens sent by the best {}",
}


def score_words(name: str) -> str:
    """Return what a score tells, by its name."""
    kind, _, at = name.partition("@")
    if kind == "recall" and at.endswith("t"):
        return f"found within {int(at[:-1]):,} tokens"
    if kind == "omega":
        return "precision where all is found"
    return _WORDS[kind].format(at) if kind in _WORDS else name


def number_words(name: str, value: float) -> str:
    """Return a score as a number: tokens as they are, shares in hundredths."""
    return f"{value:,.0f}" if name.startswith("tokens@") else f"{100 * value:.1f}"


def percent_words(share: float) -> str:
    """Return a share as a percentage."""
    return f"{100 * share:.0f} %"


def estimate_words(estimate: Estimate) -> str:
    """Return a share with the bounds of its mean."""
    return f"{100 * estimate.mean:.1f} % ({100 * estimate.low:.1f} to {100 * estimate.high:.1f})"
