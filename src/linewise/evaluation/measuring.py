"""Run one strategy over documents and questions, and measure what comes of it."""

from __future__ import annotations

import statistics
import time
from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

from linewise.document import Document
from linewise.errors import OptionError
from linewise.evaluation import metrics
from linewise.evaluation.cutting import cut_shares
from linewise.evaluation.places import Place
from linewise.evaluation.scores import CurvePoint, Retrieved, Sizes
from linewise.evaluation.strategies import Strategy, pieces_of
from linewise.tokens import Encoder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from linewise.document import Piece
    from linewise.evaluation.cutting import Wholes
    from linewise.evaluation.places import Question
    from linewise.evaluation.retrievers import Retriever, Search
    from linewise.evaluation.scores import Cuts
    from linewise.evaluation.strategies import Splitter
    from linewise.tokens import Tokenizer

__all__ = ["CURVE", "Bench", "Measured", "measured"]

CURVE = (100, 200, 400, 800, 1_600, 3_200)
"""The budgets at which recall against tokens is drawn, beside those asked for."""

_TINY = Document("One line.\n")

_Value = TypeVar("_Value")

# What was found for a question: chunks by number with their scores, the best first.
_Ranking: TypeAlias = "list[tuple[int, float]]"


@dataclass(frozen=True)
class Bench:
    """What all strategies are measured on.

    Attributes:
        documents: to be split.
        wholes: what of each should not be cut.
        questions: to be asked.
        ks: the numbers of chunks at which is measured.
        budgets: the numbers of tokens within which is measured.
        tokenizer: counts them.
        retriever: searches.
        apart: whether each document is searched for itself, for the questions that it answers.
    """

    documents: Sequence[Document]
    wholes: Sequence[Wholes]
    questions: Sequence[Question]
    ks: tuple[int, ...]
    budgets: tuple[int, ...]
    tokenizer: Tokenizer
    retriever: Retriever
    apart: bool = False

    @cached_property
    def curve(self) -> tuple[int, ...]:
        """The budgets at which recall is drawn."""
        return tuple(sorted({*CURVE, *self.budgets}))

    def cut(self, place: Place, tokens: int) -> Place:
        """Shorten a place to a number of tokens."""
        text = self.documents[place.document].text[place.start : place.end]
        if isinstance(self.tokenizer, Encoder):
            end = self.tokenizer.ends(text)[tokens - 1]
        else:
            end = len(text) * tokens // max(1, self.tokenizer.count(text))
        return place._replace(end=place.start + end)


class Measured(NamedTuple):
    """What was measured of a strategy, before it is set beside others; see `StrategyResult`.

    Attributes:
        sizes: of the chunks, in tokens.
        tokens: of each chunk, in order.
        cuts: the share of chunks that begin or end in the middle of something.
        seconds: of processor time, to split, to make ready for search, and to search.
        scores: by name, for each question.
        curve: recall against tokens sent.
        retrieved: for each question the best chunks.
    """

    sizes: Sizes
    tokens: tuple[int, ...]
    cuts: Cuts
    seconds: tuple[float, float, float]
    scores: dict[str, list[float | None]]
    curve: tuple[CurvePoint, ...]
    retrieved: tuple[tuple[Retrieved, ...], ...]


class _Chunks(NamedTuple):
    """The chunks of all documents, in order: as pieces, as places, and their tokens."""

    pieces: list[Piece]
    places: list[Place]
    tokens: list[int]


def measured(splitter: Strategy | Splitter, bench: Bench) -> Measured:
    """Split, search and measure."""
    if isinstance(splitter, Strategy):
        # What is loaded at first use is no cost of the strategy that happens to come first.
        splitter.pieces(_TINY, bench.tokenizer)
    split_seconds, parts = _timed(lambda: _split(splitter, bench))
    chunks = _counted(parts, bench.tokenizer)
    index_seconds, groups = _timed(lambda: list(_searches(chunks, bench)))
    ask_seconds, answers = _timed(lambda: _asked(groups, chunks, bench))
    touching = _Touching(chunks.places)
    rows = [
        _scored(question, answer, chunks, touching, bench)
        for question, answer in zip(bench.questions, answers, strict=True)
    ]
    return Measured(
        sizes=_sizes(chunks.tokens),
        tokens=tuple(chunks.tokens),
        cuts=cut_shares(zip(bench.wholes, parts, strict=True)),
        seconds=(split_seconds, index_seconds, ask_seconds),
        scores=_columns(rows),
        curve=_curve(rows, bench),
        retrieved=tuple(
            tuple(_told(question, answer, chunks, max(bench.ks, default=10)))
            for question, answer in zip(bench.questions, answers, strict=True)
        ),
    )


def _timed(call: Callable[[], _Value]) -> tuple[float, _Value]:
    """Return the processor seconds of a call, and its result."""
    start = time.process_time()
    value = call()
    return time.process_time() - start, value


# Splitting and searching


def _split(splitter: Strategy | Splitter, bench: Bench) -> list[list[Piece]]:
    return [pieces_of(splitter, document, bench.tokenizer) for document in bench.documents]


def _counted(parts: Iterable[Sequence[Piece]], tokenizer: Tokenizer) -> _Chunks:
    pieces = [piece for part in parts for piece in part]
    places = [
        Place(number, piece.start, piece.end) for number, part in enumerate(parts) for piece in part
    ]
    return _Chunks(pieces, places, [tokenizer.count(piece.text) for piece in pieces])


def _searches(chunks: _Chunks, bench: Bench) -> Iterator[tuple[range, Search]]:
    """Yield the numbers of the chunks that are searched together, and what searches them."""
    if not bench.apart:
        yield range(len(chunks.pieces)), _search(chunks.pieces, bench.retriever)
        return
    for number in range(len(bench.documents)):
        first = bisect_left(chunks.places, (number,))
        after = bisect_left(chunks.places, (number + 1,))
        yield range(first, after), _search(chunks.pieces[first:after], bench.retriever)


def _search(pieces: Sequence[Piece], retriever: Retriever) -> Search:
    if not pieces:
        return lambda _: ()
    return retriever(pieces, [_read(piece) for piece in pieces])


def _read(piece: Piece) -> str:
    """Return what is read of a piece: its text, below what its strategy says stands above it."""
    context = getattr(piece, "context", "")
    return f"{context}\n{piece.text}" if context else piece.text


def _asked(groups: Sequence[tuple[range, Search]], chunks: _Chunks, bench: Bench) -> list[_Ranking]:
    """Ask all questions, each among the chunks that it is asked of."""
    answers: list[_Ranking] = []
    room = max(bench.curve)
    least = max(bench.ks, default=10)
    for question in bench.questions:
        asked = {place.document for place in question.gold} if bench.apart else {0}
        found: _Ranking = []
        for number in sorted(asked):
            numbers, search = groups[number]
            found += _deep_enough(search(question.text), numbers, chunks.tokens, room, least)
        if len(asked) > 1:
            found.sort(key=lambda one: -one[1])
        answers.append(found)
    return answers


def _deep_enough(
    ranking: Iterable[tuple[int, float]],
    numbers: range,
    tokens: Sequence[int],
    room: int,
    least: int,
) -> Iterator[tuple[int, float]]:
    """Yield of a ranking what fills the largest budget, and the largest number of chunks."""
    for done, (index, score) in enumerate(ranking):
        if not 0 <= index < len(numbers):
            raise OptionError(
                f"the retriever gave the number {index}, but there are {len(numbers)} pieces, "
                "counted from 0"
            )
        if room <= 0 and done >= least:
            return
        yield numbers[index], score
        room -= tokens[numbers[index]]


# Scoring


class _Touching:
    """Finds the chunks that hold something of a place."""

    def __init__(self, places: Sequence[Place]) -> None:
        self._of: dict[int, list[Place]] = defaultdict(list)
        for place in places:
            self._of[place.document].append(place)
        self._starts: dict[int, list[int]] = {}
        self._ends: dict[int, list[int]] = {}
        for document, own in self._of.items():
            own.sort()
            self._starts[document] = [place.start for place in own]
            # A chunk may end before one that begins earlier does.
            self._ends[document] = list(accumulate((place.end for place in own), max))

    def __call__(self, gold: Iterable[Place]) -> list[Place]:
        """Return the chunks that overlap any of the places, each as often as it was made."""
        found: dict[tuple[int, int], Place] = {}
        for one in gold:
            if one.document not in self._of:
                continue
            first = bisect_left(self._ends[one.document], one.start + 1)
            after = bisect_left(self._starts[one.document], one.end)
            for number in range(first, after):
                chunk = self._of[one.document][number]
                if chunk.end > one.start:
                    found[one.document, number] = chunk
        return list(found.values())


def _scored(
    question: Question, answer: _Ranking, chunks: _Chunks, touching: _Touching, bench: Bench
) -> dict[str, float | None]:
    """Return the scores of one question by name; None where it has no reference."""
    gold = question.gold
    ranking = [chunks.places[index] for index, _ in answer]
    tokens = [chunks.tokens[index] for index, _ in answer]
    holding = touching(gold)
    row: dict[str, float | None] = {}
    gains = [metrics.shared(chunk, gold) for chunk in ranking[: max(bench.ks, default=0)]]
    all_gains = [metrics.shared(chunk, gold) for chunk in holding]
    covered = metrics.coverages(ranking[: max(bench.ks, default=0)], gold)
    nothing = metrics.Coverage(0, 0, metrics.length(gold))
    for k in bench.ks:
        at = (covered[:k] or [nothing])[-1]
        row |= {
            f"recall@{k}": metrics.recall(at),
            f"precision@{k}": metrics.precision(at),
            f"iou@{k}": metrics.intersection_over_union(at),
            f"hit@{k}": metrics.hit(at),
            f"mrr@{k}": metrics.reciprocal_rank(gains[:k]),
            f"ndcg@{k}": metrics.ndcg(gains, all_gains, k),
            f"tokens@{k}": float(sum(tokens[:k])),
        }
    row["omega"] = metrics.omega(holding, gold)
    for budget in bench.curve:
        sent = metrics.within(ranking, tokens, budget, bench.cut)
        at = (metrics.coverages(sent, gold) or [nothing])[-1]
        row[f"recall@{budget}t"] = metrics.recall(at)
    return row if gold else dict.fromkeys(row)


def _columns(rows: Sequence[Mapping[str, float | None]]) -> dict[str, list[float | None]]:
    """Return the scores by name, and of each name one a question."""
    names = rows[0] if rows else ()
    return {name: [row[name] for row in rows] for name in names}


def _curve(rows: Sequence[Mapping[str, float | None]], bench: Bench) -> tuple[CurvePoint, ...]:
    points = []
    for budget in bench.curve:
        known = [score for row in rows if (score := row[f"recall@{budget}t"]) is not None]
        if known:
            points.append(CurvePoint(budget, statistics.fmean(known)))
    return tuple(points)


def _told(question: Question, answer: _Ranking, chunks: _Chunks, count: int) -> Iterator[Retrieved]:
    for index, score in answer[:count]:
        place = chunks.places[index]
        yield Retrieved(place, chunks.tokens[index], score, metrics.shared(place, question.gold))


def _sizes(tokens: Sequence[int]) -> Sizes:
    if not tokens:
        return Sizes(0.0, 0.0, 0, 0)
    return Sizes(statistics.fmean(tokens), statistics.median(tokens), min(tokens), max(tokens))
