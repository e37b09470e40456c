"""Search over small pieces: how much of the right text comes within a budget, and how fast.

Sentences are packed to about 250 characters that end with their paragraph or section, each read
with the titles above it. Prints the share of the gold excerpts of each question that comes within
800 and 1,600 tokens of the best pieces, and the overlap (intersection over union) of the five best
pieces with them, for the even questions, on which the weights were tuned, and the odd ones; then
the time to index and to ask, beside other libraries that are installed.
"""

from __future__ import annotations

import argparse
import csv
import json
import statistics
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from linewise import Document, Piece, PieceIndex, Span, count_tokens, sentences
from linewise.language import terms
from linewise.loading import load

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Ranking = Callable[[str], list[int]]

SIZE = 250
BUDGETS = (800, 1_600)
MOST = 60
ROUNDS = 3


class Question(NamedTuple):
    """A question and the excerpts that answer it.

    Attributes:
        words: the question.
        source: the name of the text.
        excerpts: the places in it.
    """

    words: str
    source: str
    excerpts: list[Span]


def questions(path: Path) -> list[Question]:
    """Read the questions."""
    with path.open(encoding="utf-8", newline="") as lines:
        return [
            Question(
                row["question"],
                row["corpus_id"],
                [Span(r["start_index"], r["end_index"]) for r in json.loads(row["references"])],
            )
            for row in csv.DictReader(lines)
        ]


def packed(document: Document) -> list[Piece]:
    """Pack sentences to pieces that do not reach over a heading, nor far over a paragraph."""
    pieces: list[Piece] = []
    headings = {heading.span.start for heading in document.headings}
    start = end = 0
    for sentence in sentences(document, "en"):
        room = SIZE * 0.6 if document.text[:end].endswith("\n\n") else SIZE
        if end > start and (sentence.end - start > room or sentence.start in headings):
            pieces.append(Piece(document, Span(start, end)))
            start = end
        end = sentence.end
    return [*pieces, Piece(document, Span(start, end))]


def common(a: Span, b: Span) -> int:
    """Return how many characters two spans share."""
    return max(0, min(a.end, b.end) - max(a.start, b.start))


def shares(
    asked: Sequence[Question], pieces: Sequence[Piece], sizes: Sequence[int], ranking: Ranking
) -> list[float]:
    """Return the mean recall within each budget, and the overlap, in percent."""
    rows = []
    for question in asked:
        order = ranking(question.words)
        gold = sum(excerpt.length for excerpt in question.excerpts)
        found = [
            sum(common(pieces[i].span, excerpt) for excerpt in question.excerpts)
            if pieces[i].document.source == question.source
            else 0
            for i in order
        ]
        row = []
        for budget in BUDGETS:
            spent, within = 0, 0
            for index, hit in zip(order, found, strict=True):
                spent += sizes[index]
                if spent > budget:
                    break
                within += hit
            row.append(within / gold)
        sent = sum(len(pieces[i]) for i in order[:5])
        row.append(sum(found[:5]) / (sent + gold - sum(found[:5])))
        rows.append(row)
    return [100 * statistics.mean(column) for column in zip(*rows, strict=True)]


def timed_builder(build: Callable[[list[list[str]]], Any], texts: list[str]) -> Callable[[], Any]:
    """Return a call that indexes texts with a library, and gives what scores a question."""

    def builder() -> Callable[[str], Any]:
        scores = build([terms(text, "en") for text in texts])
        return lambda query: scores(terms(query, "en"))

    return builder


def ask_all(ask: Callable[[str], Any], asked: Sequence[str]) -> None:
    """Ask every question."""
    for words in asked:
        ask(words)


def peers() -> dict[str, Callable[[list[list[str]]], Any]]:
    """Return what builds an index from words, for each library that is installed."""
    found: dict[str, Callable[[list[list[str]]], Any]] = {}
    try:
        import bm25s

        def build(texts: list[list[str]]) -> Any:
            index = bm25s.BM25()
            index.index(texts, show_progress=False)
            return index.get_scores

        found["bm25s"] = build
    except ImportError:
        print("bm25s is not installed")
    try:
        import rank_bm25

        found["rank_bm25"] = lambda texts: rank_bm25.BM25Okapi(texts).get_scores
    except ImportError:
        print("rank_bm25 is not installed")
    return found


def seconds(call: Callable[[], Any]) -> tuple[float, Any]:
    """Return the processor seconds of a call, and its result."""
    start = time.process_time()
    result = call()
    return time.process_time() - start, result


def report_speed(pieces: list[Piece], texts: list[str], asked: Sequence[str]) -> None:
    """Print the time to index, words included, and to ask."""
    builders: dict[str, Callable[[], Any]] = {
        "linewise": lambda: PieceIndex(pieces, texts=texts, language="en").scores
    }
    for name, build in peers().items():
        builders[name] = timed_builder(build, texts)
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in builders}
    for _ in range(ROUNDS):
        for name, builder in builders.items():
            indexed, ask = seconds(builder)
            spent, _ = seconds(partial(ask_all, ask, asked))
            times[name].append((indexed, spent / len(asked)))
    for name, rounds in times.items():
        indexed, spent = (statistics.median(column) for column in zip(*rounds, strict=True))
        print(
            f"{name:10} {indexed:6.2f} s to index {len(texts):,}   {1_000 * spent:6.2f} ms to ask"
        )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    folder = parser.parse_args().data / "retrieval" / "general"
    if not folder.is_dir():
        print(f"no data in {folder}; name its parent with --data")
        return
    pieces: list[Piece] = []
    for path in sorted((folder / "corpora").glob("*.md")):
        loaded = load(path)
        text = path.read_bytes().decode()
        headings = loaded.headings if loaded.text == text else ()
        pieces += packed(Document(text, source=path.stem, headings=headings))
    asked = questions(folder / "questions_df.csv")
    sizes = [count_tokens(piece.text, "cl100k") for piece in pieces]
    texts = ["\n".join([*piece.headings, piece.text]) for piece in pieces]
    index = PieceIndex(pieces, texts=texts, language="en")
    places = {id(piece): number for number, piece in enumerate(pieces)}
    print(f"{len(pieces):,} pieces of {statistics.mean(sizes):.0f} tokens")
    for part, chosen in (("even", asked[0::2]), ("odd", asked[1::2]), ("all", asked)):
        within = shares(
            chosen,
            pieces,
            sizes,
            lambda words: [places[id(hit.piece)] for hit in index.search(words, MOST)],
        )
        print(f"{part:5} r@800 {within[0]:5.1f}   r@1600 {within[1]:5.1f}   IoU {within[2]:5.1f}")
    report_speed(pieces, texts, [question.words for question in asked])


if __name__ == "__main__":
    main()
