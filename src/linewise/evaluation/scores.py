"""What is measured of one way to split: the sizes, the cuts, the scores, what was retrieved.

Scores have names that say what was measured and how much was sent: `recall@5` of the five best
chunks, `recall@800t` of the best chunks within 800 tokens, `omega` of a whole collection.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from linewise.evaluation.places import Place

__all__ = [
    "CurvePoint",
    "Cuts",
    "Estimate",
    "Interval",
    "Retrieved",
    "Sizes",
    "direction",
    "is_cost",
    "rounded",
]

# Decimals of scores in JSON: more would be noise.
_DIGITS = 4


class Sizes(NamedTuple):
    """How many tokens the chunks of a strategy have; all 0 where there are no chunks.

    Attributes:
        mean: of all chunks.
        median: of all chunks.
        min: the fewest.
        max: the most.
    """

    mean: float
    median: float
    min: int
    max: int


class Cuts(NamedTuple):
    """The share of chunks, from 0 to 1, that begin or end in the middle of something.

    Attributes:
        sentence: a sentence.
        fence: a fenced block of code.
        row: a row of a table.
        item: an item of a list.
    """

    sentence: float
    fence: float
    row: float
    item: float


class Interval(NamedTuple):
    """A mean, and between which bounds it lies in 95 of 100 draws of questions like these."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What a score is on the average of the questions, and how sure that is.

    Attributes:
        mean: of the questions that can be scored.
        low: the lower bound of the mean's interval of 95 %.
        high: the upper bound.
        spread: the standard deviation between the questions.
        rank: 1 and the number of strategies that are measurably better by this score.
        gap: how much the best strategy by this score is better, question by question.
    """

    mean: float
    low: float
    high: float
    spread: float
    rank: int
    gap: Interval

    @property
    def tied(self) -> bool:
        """Whether no strategy is measurably better, so that this one may be the best."""
        return self.rank == 1

    def as_dict(self) -> dict[str, Any]:
        """Return the estimate as plain values, ready for JSON."""
        return {
            "mean": rounded(self.mean),
            "low": rounded(self.low),
            "high": rounded(self.high),
            "spread": rounded(self.spread),
            "rank": self.rank,
            "gap": {name: rounded(value) for name, value in self.gap._asdict().items()},
        }


class Retrieved(NamedTuple):
    """A chunk that was found for a question.

    Attributes:
        place: where it stands.
        tokens: that it has.
        score: that the retriever gave; comparable within one question of one strategy only.
        found: how many characters of the question's gold stand in it.
    """

    place: Place
    tokens: int
    score: float
    found: int

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values, ready for JSON."""
        return {
            **self.place._asdict(),
            "tokens": self.tokens,
            "score": rounded(self.score),
            "found": self.found,
        }


class CurvePoint(NamedTuple):
    """How much is found for how much is sent.

    Attributes:
        tokens: the budget.
        recall: what is found within it, on the average of the questions.
    """

    tokens: int
    recall: float


def is_cost(name: str) -> bool:
    """Tell whether less of a score is better: of the tokens that are sent."""
    return name.startswith("tokens@")


def direction(name: str) -> float:
    """Return -1.0 for a score of which less is better, else 1.0."""
    return -1.0 if is_cost(name) else 1.0


def rounded(score: float) -> float:
    """Return a score as it is told in JSON."""
    return round(score, _DIGITS)
