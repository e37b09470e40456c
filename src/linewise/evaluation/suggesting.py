"""`suggest`: search sizes and strategies, and propose one for these documents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from linewise._kinds import check_several
from linewise.errors import OptionError
from linewise.evaluation.calls import compare
from linewise.evaluation.confidence import drawn_means
from linewise.evaluation.scores import direction, rounded
from linewise.evaluation.strategies import Strategy

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from linewise.document import Document
    from linewise.evaluation.results import Comparison

__all__ = ["Suggestion", "TradeOff", "suggest"]

# As near to the best, in the criterion, as makes no difference to a reader.
_NEAR = 0.01


class TradeOff(NamedTuple):
    """The most that any strategy finds for what is sent.

    Attributes:
        tokens: the budget.
        recall: what is found within it, on the average of the questions.
        strategy: that finds it.
    """

    tokens: int
    recall: float
    strategy: str


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What is proposed, and why.

    Attributes:
        proposal: the strategy, as it can be given to `compare`; None where no question could
            be scored.
        confidence: in how many of 100 draws of questions like these it comes within a point of
            the best strategy of the draw, as a share.
        curve: found against sent, by the best strategy for each budget.
        comparison: of all strategies that were searched.
    """

    proposal: str | None
    confidence: float
    curve: tuple[TradeOff, ...]
    comparison: Comparison

    def as_dict(self) -> dict[str, Any]:
        """Return the suggestion as plain values, ready for JSON.

        Questions that were made of the documents warrant no scores, so that what is found is
        left out then.
        """
        only = self.comparison.ranks_only
        return {
            "proposal": self.proposal,
            "confidence": rounded(self.confidence),
            "curve": [
                {"tokens": one.tokens, "strategy": one.strategy}
                | ({} if only else {"recall": rounded(one.recall)})
                for one in self.curve
            ],
            "comparison": self.comparison.as_dict(),
        }


def suggest(
    docs: Document | str | Iterable[Document | str],
    questions: Iterable[Any] | None = None,
    *,
    by: Sequence[str] = ("recursive", "sentences", "structure"),
    sizes: Sequence[int] = (60, 120, 240, 480),
    **settings: Any,
) -> Suggestion:
    """Search ways to split for the one that suits documents best.

    Each strategy is tried at each size, recursive ones with and without an overlap of a fifth.
    The proposal is the cheapest of those that cannot be told from the best.

    Args:
        docs: a text, or a Document (`load` opens a file), or several.
        questions: as in `compare`.
        by: the strategies to try.
        sizes: in tokens.
        settings: whatever else `compare` takes, by name.

    Raises:
        OptionError: there is nothing to try, or a setting has an unknown value.
        SizeError: a size cannot be kept.
        TokenizerError: there is no such tokenizer.
    """
    check_several("by", by, "('recursive', 'structure')")
    check_several("sizes", sizes, "(120, 240)")
    tried = {str(one): one for one in _tried(by, sizes)}
    if not tried:
        raise OptionError("no strategy or no size to try; leave them out to try the usual ones")
    comparison = compare(docs, tried, questions, **settings)
    best = comparison.recommended
    return Suggestion(
        None if best is None else best.name,
        0.0 if best is None else _confidence(comparison, best.name),
        tuple(_curve(comparison)),
        comparison,
    )


def _tried(by: Iterable[str], sizes: Sequence[int]) -> Iterator[Strategy]:
    for name in by:
        for size in sizes:
            yield Strategy(name, size, 0, "tokens")
            if name == "recursive" and size >= 5:
                yield Strategy(name, size, size // 5, "tokens")


def _confidence(comparison: Comparison, name: str) -> float:
    """Return in which share of the draws a strategy comes near the best one of the draw."""
    import numpy as np  # noqa: PLC0415 - only comparing needs it

    criterion = comparison.criterion
    values = np.array(
        [
            [score for score in one.scores[criterion] if score is not None]
            for one in comparison.strategies
        ],
        np.float64,
    )
    drawn = direction(criterion) * drawn_means(values, comparison.seed)
    at = [one.name for one in comparison.strategies].index(name)
    return float((drawn[at] >= drawn.max(axis=0) - _NEAR).mean())


def _curve(comparison: Comparison) -> Iterator[TradeOff]:
    points = [
        TradeOff(point.tokens, point.recall, one.name)
        for one in comparison.strategies
        for point in one.curve
    ]
    for tokens in sorted({point.tokens for point in points}):
        yield max((point for point in points if point.tokens == tokens), key=lambda one: one.recall)
