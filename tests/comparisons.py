"""A comparison made by hand, of which every number can be seen: what the report is tested on."""

from __future__ import annotations

from dataclasses import replace

from linewise import Document
from linewise.evaluation.places import Place, Question, Unlocated
from linewise.evaluation.results import Comparison, StrategyResult
from linewise.evaluation.scores import CurvePoint, Cuts, Estimate, Interval, Retrieved, Sizes

__all__ = ["comparison", "made_comparison", "without_questions"]

TEXT = "The valve closes at 70 degrees.\nIt opens again at 40 <degrees>.\nNothing else moves it.\n"
DOCUMENT = Document(TEXT, source="valve.md")

CLOSES, OPENS = Place(0, 0, 31), Place(0, 32, 63)


def estimate(mean: float, gap: float, low: float) -> Estimate:
    """Return an estimate whose distance from the best is known."""
    return Estimate(
        mean=mean,
        low=max(0.0, mean - 0.1),
        high=min(1.0, mean + 0.1),
        spread=0.2,
        rank=1 if low <= 0 else 2,
        gap=Interval(gap, low, gap + 0.1),
    )


def result(name: str, scores: tuple[float, float, None], *, tied: bool) -> StrategyResult:
    """Return what a strategy came to that found so much for each question."""
    mean = (scores[0] + scores[1]) / 2
    told = estimate(mean, 1 - mean, 0.0 if tied else 0.2)
    return StrategyResult(
        name=name,
        chunks=2,
        tokens_stored=31,
        sizes=Sizes(15.5, 15.5, 9, 22),
        tokens=(9, 22),
        cuts=Cuts(0.5, 0.0, 0.0, 0.25),
        split_seconds=0.01,
        index_seconds=0.02,
        ask_seconds=0.03,
        scores={"recall@800t": scores, "recall@3": scores},
        estimates={"recall@800t": told, "recall@3": told},
        curve=(CurvePoint(400, mean / 2), CurvePoint(800, mean)),
        retrieved=(
            (Retrieved(CLOSES, 9, 2.5, 31),),
            (Retrieved(Place(0, 20, 50), 22, 1.5, 18), Retrieved(Place(0, 64, 87), 5, 0.5, 0)),
            (),
        ),
    )


def comparison() -> Comparison:
    """Return a comparison of three strategies by two questions with a reference and one without."""
    return Comparison(
        documents=(DOCUMENT,),
        questions=(
            Question("When does it close?", (CLOSES,), "row 1"),
            Question("When does it <b>open</b>?", (OPENS,), "row 2"),
            Question("Who knows?"),
        ),
        strategies=(
            result("recursive:500/50", (1.0, 0.25, None), tied=False),
            result("recursive:1000/200", (1.0, 0.58, None), tied=True),
            result("structure", (1.0, 0.5, None), tied=True),
        ),
        criterion="recall@800t",
        retriever="bm25",
        ks=(3,),
        budgets=(800,),
        tokenizer="o200k_base",
        unlocated=(Unlocated("Who knows?", "Nobody <knows>.", "row 3"),),
        notes=("1 questions have no reference and are not scored",),
    )


def made_comparison() -> Comparison:
    """Return the same, as if the questions had been made from the document."""
    return replace(comparison(), evidence="passage")


def without_questions() -> Comparison:
    """Return a comparison in which nothing could be scored."""
    known = comparison()
    bare = tuple(
        replace(
            one,
            scores=dict.fromkeys(one.scores, (None,)),
            estimates={},
            curve=(),
            retrieved=((),),
        )
        for one in known.strategies
    )
    return replace(known, questions=(Question("Who knows?"),), strategies=bare)
