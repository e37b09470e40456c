"""What retrieval finds, measured on places: how much of the gold, and how much beside it.

Gold is what should be found: the places that answer a question. All lengths are characters, as
in the published evaluation of chunking by Smith and Troynikov ("Evaluating chunking strategies
for retrieval", Chroma, 2024), whose token-wise scores are computed on character ranges; only
budgets are tokens, since they are what is paid for. What overlapping chunks repeat is sent twice,
so it counts twice as sent, but it is found once.
"""

from __future__ import annotations

from math import log2
from typing import TYPE_CHECKING, NamedTuple

from linewise.evaluation.places import Place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

__all__ = [
    "Coverage",
    "coverages",
    "hit",
    "intersection_over_union",
    "length",
    "ndcg",
    "omega",
    "precision",
    "recall",
    "reciprocal_rank",
    "shared",
    "union",
    "within",
]


class Coverage(NamedTuple):
    """How chunks and gold lie on each other.

    Attributes:
        found: the characters of the gold that stand in a chunk.
        sent: the characters of all chunks, what they repeat included.
        gold: the characters of the gold.
    """

    found: int
    sent: int
    gold: int


def recall(coverage: Coverage) -> float:
    """Return the share of the gold that is found; 0 without gold."""
    return coverage.found / coverage.gold if coverage.gold else 0.0


def precision(coverage: Coverage) -> float:
    """Return the share of what is sent that is gold; 0 where nothing is sent."""
    return coverage.found / coverage.sent if coverage.sent else 0.0


def omega(holding: Iterable[Place], gold: Sequence[Place]) -> float:
    """Return the precision at full recall: what the cuts alone allow, whatever searches.

    As Smith and Troynikov define it, of all chunks that hold gold, what they repeat counted once.

    Args:
        holding: every chunk that holds some of the gold.
        gold: places of which none overlaps another.
    """
    united = union(holding)
    return precision((coverages(united, gold) or [Coverage(0, 0, 0)])[-1])


def intersection_over_union(coverage: Coverage) -> float:
    """Return what is found over all that is sent or gold (Jaccard, 1901); 0 where both are empty.

    As Smith and Troynikov have it, what is sent twice is twice in the union.
    """
    united = coverage.sent + coverage.gold - coverage.found
    return coverage.found / united if united else 0.0


def hit(coverage: Coverage) -> float:
    """Return 1 where anything of the gold is found, else 0."""
    return float(coverage.found > 0)


def reciprocal_rank(gains: Sequence[int]) -> float:
    """Return 1 over the rank of the first chunk that holds gold, 0 without one.

    The mean of it over questions is the mean reciprocal rank of Voorhees, "The TREC-8 question
    answering track report" (1999).

    Args:
        gains: the gold in each chunk, the best chunk first.
    """
    return next((1 / rank for rank, gain in enumerate(gains, start=1) if gain), 0.0)


def ndcg(gains: Sequence[int], all_gains: Iterable[int], k: int) -> float:
    """Return how near a ranking comes to the best possible one, from 0 to 1.

    The normalised discounted cumulative gain of Järvelin and Kekäläinen, "Cumulated gain-based
    evaluation of IR techniques" (2002), with the logarithm to base 2 of 1 and the rank.

    Args:
        gains: the gold in each chunk that is sent, the best chunk first.
        all_gains: the gold in each chunk that there is; those without any may be left out.
        k: how many chunks are sent at most.
    """
    best = _discounted(sorted(all_gains, reverse=True)[:k])
    return _discounted(gains[:k]) / best if best else 0.0


def coverages(ranking: Iterable[Place], gold: Sequence[Place]) -> list[Coverage]:
    """Return the coverage of the first chunk, of the first two, and so on.

    Args:
        ranking: the chunks, the best first.
        gold: places of which none overlaps another.
    """
    total = length(gold)
    sent, seen, found = 0, list[Place](), 0
    rows: list[Coverage] = []
    for chunk in ranking:
        sent += chunk.end - chunk.start
        pieces = _common(chunk, gold)
        if pieces:
            seen = union([*seen, *pieces])
            found = length(seen)
        rows.append(Coverage(found, sent, total))
    return rows


def within(
    ranking: Iterable[Place],
    tokens: Iterable[int],
    budget: int,
    cut: Callable[[Place, int], Place],
) -> list[Place]:
    """Return what a budget of tokens has room for; the last chunk is cut to what is left.

    The recall of it is the fair score: at a number of chunks big ones win by their size alone.

    Args:
        ranking: the chunks, the best first.
        tokens: of each of them.
        budget: the tokens that may be sent.
        cut: shortens a chunk to a number of tokens.
    """
    sent: list[Place] = []
    for chunk, size in zip(ranking, tokens, strict=False):
        if size > budget:
            return [*sent, cut(chunk, budget)] if budget else sent
        sent.append(chunk)
        budget -= size
    return sent


def shared(chunk: Place, gold: Iterable[Place]) -> int:
    """Return how many characters of the gold stand in a chunk."""
    return length(_common(chunk, gold))


def length(places: Iterable[Place]) -> int:
    """Return how many characters places have together."""
    return sum(place.end - place.start for place in places)


def union(places: Iterable[Place]) -> list[Place]:
    """Return the same places in order, those that overlap or touch made one."""
    merged: list[Place] = []
    for place in sorted(places):
        last = merged[-1] if merged else None
        if last and last.document == place.document and place.start <= last.end:
            merged[-1] = last._replace(end=max(last.end, place.end))
        else:
            merged.append(place)
    return merged


def _common(chunk: Place, gold: Iterable[Place]) -> list[Place]:
    """Return the stretches of gold that stand in a chunk."""
    return [
        Place(chunk.document, max(chunk.start, one.start), min(chunk.end, one.end))
        for one in gold
        if chunk.document == one.document and chunk.start < one.end and one.start < chunk.end
    ]


def _discounted(gains: Iterable[int]) -> float:
    return sum(gain / log2(1 + rank) for rank, gain in enumerate(gains, start=1))
