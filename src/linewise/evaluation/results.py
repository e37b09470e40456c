"""What a comparison of splittings found: values from which a table, a page and JSON are made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from linewise.errors import OptionError
from linewise.evaluation.scores import direction, rounded

if TYPE_CHECKING:
    from collections.abc import Mapping

    from linewise.document import Document
    from linewise.evaluation.places import Evidence, Place, Question, Unlocated
    from linewise.evaluation.scores import CurvePoint, Cuts, Estimate, Retrieved, Sizes

__all__ = ["Comparison", "StrategyResult"]

# Costs that differ by less are the same: a cut elsewhere makes a token more or less.
_SAME_COST = 1.05


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class StrategyResult:
    """What one way to split came to.

    Attributes:
        name: of the strategy, as it can be given to `compare`.
        chunks: how many it makes.
        tokens_stored: all their tokens, overlaps counted again.
        sizes: of the chunks, in tokens.
        tokens: of each chunk, in order, as a histogram is made of.
        cuts: the share of chunks that begin or end in the middle of something.
        split_seconds: of processor time, to split.
        index_seconds: to make the chunks ready for search.
        ask_seconds: to search for all questions.
        scores: by name of the score, for each question; None where there is no reference.
        estimates: by name of the score; empty where no question could be scored.
        curve: recall against tokens sent.
        retrieved: for each question the best chunks, the best first, as many as the largest k.
    """

    name: str
    chunks: int
    tokens_stored: int
    sizes: Sizes
    tokens: tuple[int, ...]
    cuts: Cuts
    split_seconds: float
    index_seconds: float
    ask_seconds: float
    scores: Mapping[str, tuple[float | None, ...]]
    estimates: Mapping[str, Estimate]
    curve: tuple[CurvePoint, ...]
    retrieved: tuple[tuple[Retrieved, ...], ...]

    def __repr__(self) -> str:
        return (
            f"<StrategyResult {self.name!r}, {self.chunks:,} chunks, "
            f"{self.tokens_stored:,} tokens stored>"
        )

    def as_dict(self, *, ranks_only: bool = False) -> dict[str, Any]:
        """Return the result as plain values, ready for JSON.

        Args:
            ranks_only: leave out the scores, because the questions do not warrant them.
        """
        told = {
            "name": self.name,
            "chunks": self.chunks,
            "tokens_stored": self.tokens_stored,
            "sizes": self.sizes._asdict(),
            "cuts": {name: rounded(share) for name, share in self.cuts._asdict().items()},
            "split_seconds": round(self.split_seconds, 1),
            "index_seconds": round(self.index_seconds, 1),
            "ask_seconds": round(self.ask_seconds, 1),
        }
        if ranks_only:
            return told | {"ranks": {name: one.rank for name, one in self.estimates.items()}}
        return told | {
            "estimates": {name: one.as_dict() for name, one in self.estimates.items()},
            "curve": [[point.tokens, rounded(point.recall)] for point in self.curve],
            "scores": {
                name: list(map(_told_score, values)) for name, values in self.scores.items()
            },
            "retrieved": [[one.as_dict() for one in chunks] for chunks in self.retrieved],
        }


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Comparison:
    """How several ways to split the same documents did, on the same questions.

    Attributes:
        documents: what was split.
        questions: what was asked.
        strategies: in the order in which they were given.
        criterion: the name of the score that decides.
        retriever: what searched.
        ks: the numbers of chunks at which was measured.
        budgets: the numbers of tokens within which was measured.
        tokenizer: what counted them.
        evidence: the kind of questions that were made from the documents themselves; None where
            questions were given. Made ones warrant ranks and no scores.
        unlocated: quotations that stand in no document.
        notes: what a reader has to know, one sentence each.
        seed: of what was left to chance.
    """

    documents: tuple[Document, ...]
    questions: tuple[Question, ...]
    strategies: tuple[StrategyResult, ...]
    criterion: str
    retriever: str
    ks: tuple[int, ...]
    budgets: tuple[int, ...]
    tokenizer: str
    evidence: Evidence | None = None
    unlocated: tuple[Unlocated, ...] = ()
    notes: tuple[str, ...] = ()
    seed: int = 0

    def __repr__(self) -> str:
        best = self.recommended
        return (
            f"<Comparison of {len(self.strategies)} strategies by {self.criterion}, "
            f"{len(self.questions)} questions, "
            f"recommended {'none' if best is None else repr(best.name)}>"
        )

    @property
    def ranks_only(self) -> bool:
        """Whether the questions warrant no more than an order."""
        return self.evidence is not None

    @property
    def scored(self) -> int:
        """How many questions have a reference, so that they count."""
        return sum(bool(question.gold) for question in self.questions)

    @property
    def ranking(self) -> tuple[StrategyResult, ...]:
        """The strategies by the criterion, the best first; in their order where none was scored."""
        return tuple(sorted(self.strategies, key=self._place_in_ranking))

    @property
    def tied(self) -> tuple[StrategyResult, ...]:
        """The strategies than which none is measurably better, the best first."""
        return tuple(
            one
            for one in self.ranking
            if self.criterion in one.estimates and one.estimates[self.criterion].tied
        )

    @property
    def recommended(self) -> StrategyResult | None:
        """The cheapest of those that tie for the best; None where no question was scored.

        Within a budget all send the same, so the cheapest is the one that stores the fewest
        tokens; at a number of chunks it is the one that sends the fewest. Where the cost is the
        same but for a twentieth, the one that found more is taken; where that is the same, too,
        the one that sends fewer tokens for it, and then the one whose chunks fit closer.
        """
        sends = "" if self.criterion.endswith("t") else self.criterion.partition("@")[2]
        tied = self.tied
        least = min((_cost(one, sends) for one in tied), default=0.0)
        cheap = [one for one in tied if _cost(one, sends) <= _SAME_COST * least]
        return min(cheap, key=self._place_among_cheap, default=None)

    @property
    def depth(self) -> int | None:
        """The number of chunks at which is told what is sent; None where none was measured at."""
        return self.ks[len(self.ks) // 2] if self.ks else None

    def result(self, name: str) -> StrategyResult:
        """Return the result of a strategy by its name.

        Raises:
            OptionError: no strategy has the name.
        """
        for one in self.strategies:
            if one.name == name:
                return one
        names = ", ".join(one.name for one in self.strategies)
        raise OptionError(f"no strategy {name!r} was compared: {names} were")

    def text_of(self, place: Place) -> str:
        """Return the text of a place."""
        return self.documents[place.document].text[place.start : place.end]

    def worst(self, name: str, count: int = 5) -> list[int]:
        """Return the numbers of the questions that a strategy answers worst, the worst first."""
        scores = self.result(name).scores.get(self.criterion, ())
        better = direction(self.criterion)
        known = [(better * score, index) for index, score in enumerate(scores) if score is not None]
        return [index for _, index in sorted(known)[:count]]

    def as_dict(self) -> dict[str, Any]:
        """Return the comparison as plain values, ready for JSON, without the documents' text."""
        best = self.recommended
        return {
            "documents": [_told(document) for document in self.documents],
            "retriever": self.retriever,
            "tokenizer": self.tokenizer,
            "ks": list(self.ks),
            "budgets": list(self.budgets),
            "evidence": self.evidence,
            "criterion": self.criterion,
            "seed": self.seed,
            "recommended": None if best is None else best.name,
            "tied": [one.name for one in self.tied],
            "notes": list(self.notes),
            "strategies": [one.as_dict(ranks_only=self.ranks_only) for one in self.strategies],
            "questions": [question.as_dict() for question in self.questions],
            "unlocated": [one.as_dict() for one in self.unlocated],
        }

    def _place_among_cheap(self, result: StrategyResult) -> tuple[float, float, float]:
        """Return what decides among strategies of the same cost: found, sent, and fitting."""
        sent = result.estimates.get(f"tokens@{self.depth}")
        fitting = result.estimates.get(f"iou@{self.depth}")
        return (
            rounded(self._place_in_ranking(result)),
            0.0 if sent is None else rounded(sent.mean),
            0.0 if fitting is None else -rounded(fitting.mean),
        )

    def _place_in_ranking(self, result: StrategyResult) -> float:
        estimate = result.estimates.get(self.criterion)
        return 0.0 if estimate is None else -direction(self.criterion) * estimate.mean


def _cost(result: StrategyResult, sends: str) -> float:
    """Return what a strategy costs: the tokens sent for `sends` chunks, else those stored."""
    sent = result.estimates.get(f"tokens@{sends}")
    return result.tokens_stored if sent is None else sent.mean


def _told(document: Document) -> dict[str, Any]:
    return {
        "source": document.source,
        "fingerprint": document.fingerprint,
        "chars": len(document.text),
    }


def _told_score(score: float | None) -> float | None:
    return None if score is None else rounded(score)
