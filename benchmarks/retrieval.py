"""What retrieval finds by how texts are split: the published scores, the peers, and our best.

Three parts, each on sets of questions with gold excerpts in the folder of `--data`:

- the scores of fixed and of recursive splitting beside those that were published for them, with
  the BM25 that those were measured with (Porter's stemmer, English stop words, one index);
- all ways to split, ours and those of other libraries, by plain BM25 and by BM25 with the
  surroundings, on the even questions (on which our settings were tuned) and on the odd ones;
- our best combination on people's own questions, beside the best size of LangChain's splitter,
  with the interval of the difference; and by halves on all sets, with intervals.

A budget cuts the last chunk to what is left; "whole" leaves it out instead, as the published
budgets do.
"""

from __future__ import annotations

import argparse
import math
import re
import statistics
import time
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linewise import (
    Comparison,
    Document,
    KeptVectors,
    MiniLM,
    ModelError,
    Strategy,
    StrategyResult,
    compare,
    count_tokens,
    load,
)
from linewise.evaluation import metrics, read_questions

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from linewise import Asked, Piece, Question
    from linewise.evaluation.retrievers import RetrieverName

TOKENIZER = "cl100k"
DEEP = 80

OURS = "structure:60t"
OUR_RETRIEVER: RetrieverName = "bm25-context"

# What was measured independently: recall and overlap of the five best, precision at full recall.
PUBLISHED = {
    "fixed 800/400": (95.8, 1.4, 4.7),
    "fixed 400/0": (93.5, 2.8, 12.8),
    "fixed 200/0": (85.5, 4.9, 21.5),
    "recursive tokens 800/400": (95.3, 1.6, 6.7),
    "recursive tokens 400/0": (91.7, 3.6, 17.8),
    "recursive tokens 200/0": (84.3, 6.5, 30.7),
    "recursive characters 1000/200": (87.2, 5.7, 25.1),
}
ENDINGS = ["\n\n", "\n", ".", "?", "!", " ", ""]
STOP_WORDS = (
    "a an and are as at be but by for if in into is it no not of on or such that the their then "
    "there these they this to was will with"
)


def read_set(folder: Path) -> tuple[list[Document], list[Asked]]:
    """Read the documents and the questions of a set."""
    documents = []
    for path in sorted((folder / "corpora").glob("*.md")):
        loaded = load(path)
        text = path.read_bytes().decode()
        headings = loaded.headings if loaded.text == text else ()
        documents.append(Document(text, source=path.stem, headings=headings))
    return documents, read_questions((folder / "questions_df.csv").read_bytes().decode())


# The BM25 of the published scores


def porter_bm25(pieces: Sequence[Piece], texts: Sequence[str]) -> Callable[[str], Any]:  # noqa: ARG001
    """Index texts by Porter's stems without stop words (k1 = 1.5, b = 0.75)."""
    import numpy as np
    import snowballstemmer

    stop = frozenset(STOP_WORDS.split())
    stem = cache(snowballstemmer.stemmer("porter").stemWord)

    def words(text: str) -> list[str]:
        found = re.findall(r"\b\w\w+\b", text.lower())
        return [stem(word) for word in found if word not in stop]

    rows = [words(text) for text in texts]
    sizes = np.array([len(row) for row in rows])
    norms = 1.5 * (0.25 + 0.75 * sizes / sizes.mean())
    places: dict[str, list[tuple[int, int]]] = {}
    for number, row in enumerate(rows):
        for word, count in Counter(row).items():
            places.setdefault(word, []).append((number, count))
    held = {word: np.array(found).T for word, found in places.items()}

    def search(question: str) -> list[tuple[int, float]]:
        scores = np.zeros(len(rows))
        for word in words(question):
            if word in held:
                numbers, counts = held[word]
                rarity = math.log1p((len(rows) - len(numbers) + 0.5) / (len(numbers) + 0.5))
                scores[numbers] += rarity * counts / (counts + norms[numbers])
        order = np.argsort(-scores, kind="stable")[: int((scores > 0).sum())]
        return [(int(at), float(scores[at])) for at in order]

    return search


# Ways to split


def tokens_of(text: str) -> int:
    """Return the number of tokens of a text."""
    return count_tokens(text, TOKENIZER)


def langchain(size: int, overlap: int, measure: Callable[[str], int], **settings: Any) -> Any:
    """Return LangChain's recursive splitter; None where it is not installed."""
    try:
        from langchain_text_splitters import RecursiveCharacterTextSplitter
    except ImportError:
        return None
    splitter = RecursiveCharacterTextSplitter(
        chunk_size=size, chunk_overlap=overlap, length_function=measure, **settings
    )
    return lambda document: splitter.split_text(document.text)


def published() -> dict[str, Any]:
    """Return the ways to split whose scores were published."""
    found: dict[str, Any] = {
        f"fixed {size}/{overlap}": Strategy("tokens", size, overlap)
        for size, overlap in ((800, 400), (400, 0), (200, 0))
    }
    for size, overlap in ((800, 400), (400, 0), (200, 0)):
        name = f"recursive tokens {size}/{overlap}"
        found[name] = langchain(size, overlap, tokens_of, separators=ENDINGS)
    found["recursive characters 1000/200"] = langchain(1000, 200, len)
    return {name: splitter for name, splitter in found.items() if splitter is not None}


def peers() -> dict[str, Any]:
    """Return the splitters of other libraries, of those that are installed."""
    found: dict[str, Any] = {
        "langchain c1000/200": langchain(1000, 200, len),
        "langchain t200/0": langchain(200, 0, tokens_of),
        "langchain t100/0": langchain(100, 0, tokens_of),
        "langchain t60/0": langchain(60, 0, tokens_of),
    }
    try:
        import semchunk

        cut = semchunk.chunkerify(tokens_of, 200)
        found["semchunk t200"] = lambda document: cut(document.text)
    except ImportError:
        print("semchunk is not installed")
    try:
        from semantic_text_splitter import TextSplitter

        splitter = TextSplitter.from_callback(tokens_of, 200)
        found["semantic-text-splitter t200"] = lambda document: splitter.chunks(document.text)
    except ImportError:
        print("semantic-text-splitter is not installed")
    try:
        from chonkie import RecursiveChunker

        chunker = RecursiveChunker(tokenizer=tokens_of, chunk_size=200)
        found["chonkie recursive t200"] = lambda document: [
            chunk.text for chunk in chunker(document.text)
        ]
    except ImportError:
        print("chonkie is not installed")
    return {name: one for name, one in found.items() if one is not None}


def ours() -> dict[str, Any]:
    """Return our ways to split."""
    written = ("recursive:1000/200", "sentences:60t/0", "structure:300t", "structure:100t", OURS)
    return {name: name for name in written}


# Reports


def percent(values: Sequence[float | None]) -> float:
    """Return the mean of what is known, in percent."""
    return 100 * statistics.fmean(value for value in values if value is not None)


def whole(result: StrategyResult, questions: Sequence[Question], budget: int) -> list[float]:
    """Return the recall of each question of chunks that fit a budget whole."""
    found = []
    for question, retrieved in zip(questions, result.retrieved, strict=True):
        sent, left = [], budget
        for one in retrieved:
            if one.tokens > left:
                break
            left -= one.tokens
            sent.append(one.place)
        covered = metrics.coverages(sent, question.gold)
        found.append(metrics.recall(covered[-1]) if covered else 0.0)
    return found


def report_published(documents: list[Document], asked: list[Asked]) -> None:
    """Print the scores beside the published ones."""
    found = compare(
        documents, published(), asked, retriever=porter_bm25, tokenizer=TOKENIZER, ks=(5,)
    )
    print("\nrecall@5, IoU@5, precision at full recall: measured / published")
    for one in found.strategies:
        told = [percent(one.scores[name]) for name in ("recall@5", "iou@5", "omega")]
        known = PUBLISHED[one.name]
        pairs = "   ".join(f"{a:5.1f} / {b:5.1f}" for a, b in zip(told, known, strict=True))
        verdict = "agrees" if abs(told[0] - known[0]) <= 1 else "DIFFERS"
        print(f"{one.name:30} {one.chunks:5} {one.sizes.mean:4.0f}  {pairs}   {verdict}")


def report_all(documents: list[Document], asked: list[Asked]) -> None:
    """Print all ways to split, by both retrievers, for even and odd questions."""
    strategies = peers() | ours()
    retrievers: tuple[RetrieverName, ...] = ("bm25", OUR_RETRIEVER)
    for retriever in retrievers:
        found = compare(
            documents,
            strategies,
            asked,
            retriever=retriever,
            tokenizer=TOKENIZER,
            ks=(5, DEEP),
            language="en",
        )
        print(f"\n{retriever}: r@800, r@1600 (whole), IoU@5, for even | odd | all questions")
        for one in found.strategies:
            print(f"{one.name:28} {one.chunks:5} {one.sizes.mean:4.0f}  {halves(one, found)}")


def report_vectors(documents: list[Document], asked: list[Asked], folder: Path | None) -> None:
    """Print our best with vectors of the small model, where that is installed."""
    try:
        embed = KeptVectors(MiniLM(), folder=folder)
    except ModelError as error:
        print(f"\n{error}")
        return
    retrievers: tuple[RetrieverName, ...] = ("dense", "hybrid")
    for retriever in retrievers:
        found = compare(
            documents,
            [OURS],
            asked,
            retriever=retriever,
            embed=embed,
            tokenizer=TOKENIZER,
            ks=(5, DEEP),
            language="en",
        )
        print(f"\n{retriever}, MiniLM\n{OURS:40}  {halves(found.strategies[0], found)}")


def halves(one: StrategyResult, found: Comparison) -> str:
    """Return the scores of a strategy for the even, the odd, and all questions."""
    wholes = [whole(one, found.questions, budget) for budget in (800, 1_600)]
    parts = []
    for part in (slice(0, None, 2), slice(1, None, 2), slice(None)):
        cut = [percent(one.scores[f"recall@{budget}t"][part]) for budget in (800, 1_600)]
        kept = [percent(values[part]) for values in wholes]
        overlap = percent(one.scores["iou@5"][part])
        parts.append(f"{cut[0]:.1f} {cut[1]:.1f} ({kept[0]:.1f} {kept[1]:.1f}) {overlap:4.1f}")
    return " | ".join(parts)


def report_people(name: str, folder: Path, budgets: Sequence[int], *, apart: bool) -> None:
    """Print our best combination beside LangChain's best size on people's questions."""
    documents, asked = read_set(folder)
    sizes = ((500, 50), (1000, 100), (1000, 200), (1500, 150), (2000, 200))
    theirs = {f"langchain c{a}/{b}": langchain(a, b, len) for a, b in sizes}
    theirs = {key: one for key, one in theirs.items() if one is not None}
    ways = {**theirs, OURS: OURS, "structure:120t": "structure:120t", "structure": "structure"}
    settings: dict[str, Any] = {
        "budgets": budgets, "tokenizer": TOKENIZER, "apart": apart, "language": "en", "ks": (5,)
    }  # fmt: skip
    print(f"\n{name}: {len(asked)} questions")
    words = compare(documents, ways, asked, retriever="bm25", **settings)
    around = compare(documents, ways, asked, retriever=OUR_RETRIEVER, **settings)
    for found in (words, around):
        print(f"  {found.retriever}")
        for one in found.strategies:
            told = "  ".join(interval(one, f"recall@{budget}t") for budget in budgets)
            print(f"  {one.name:24} {one.sizes.mean:4.0f}  {told}")
    for budget in budgets:
        score = f"recall@{budget}t"
        for found in (words, around):
            of = [one for one in found.strategies if one.name in theirs]
            if of:
                best = max(of, key=lambda one: one.estimates[score].mean)
                told = difference(around.result(OURS), best, score)
                print(f"  {score}: ours against {best.name} by {found.retriever}: {told}")


def report_halves(name: str, folder: Path, budgets: Sequence[int], *, apart: bool) -> None:
    """Print our best combination for the even, the odd, and all questions, with intervals."""
    documents, asked = read_set(folder)
    found = compare(
        documents,
        [OURS],
        asked,
        retriever=OUR_RETRIEVER,
        budgets=budgets,
        tokenizer=TOKENIZER,
        apart=apart,
        language="en",
        ks=(5,),
    )
    print(f"\n{name}, {OURS} by {OUR_RETRIEVER}")
    for score in (*(f"recall@{budget}t" for budget in budgets), "iou@5"):
        values = found.strategies[0].scores[score]
        parts = {"even": values[0::2], "odd": values[1::2], "all": values}
        print(f"  {score:13}", "   ".join(f"{half} {drawn(part)}" for half, part in parts.items()))


def drawn(values: Sequence[float | None]) -> str:
    """Return a mean with its interval, in percent."""
    import numpy as np

    from linewise.evaluation.confidence import drawn_means

    known = np.array([[value for value in values if value is not None]])
    low, high = np.percentile(drawn_means(known, 0), (2.5, 97.5))
    return f"{100 * known.mean():.1f} ({100 * low:.1f} to {100 * high:.1f})"


def interval(one: StrategyResult, score: str) -> str:
    """Return a score with its interval."""
    estimate = one.estimates[score]
    return f"{100 * estimate.mean:5.1f} ({100 * estimate.low:.1f} to {100 * estimate.high:.1f})"


def difference(one: StrategyResult, other: StrategyResult, score: str) -> str:
    """Return how much one strategy finds more than another, with the paired interval."""
    import numpy as np

    from linewise.evaluation.confidence import drawn_means

    pairs = zip(one.scores[score], other.scores[score], strict=True)
    gaps = np.array([[a - b for a, b in pairs if a is not None and b is not None]])
    low, high = np.percentile(drawn_means(gaps, 0), (2.5, 97.5))
    return f"{100 * gaps.mean():+.1f} points ({100 * low:+.1f} to {100 * high:+.1f})"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data/retrieval"))
    parser.add_argument("--vectors", type=Path, help="keep vectors there from run to run")
    chosen = parser.parse_args()
    folder = chosen.data
    if not (folder / "general").is_dir():
        print(f"no data in {folder}; name the folder of the sets with --data")
        return
    start = time.process_time()
    documents, asked = read_set(folder / "general")
    report_published(documents, asked)
    report_all(documents, asked)
    report_vectors(documents, asked, chosen.vectors)
    sets = (
        ("questions of a model", "general", (800, 1_600), False),
        ("people's questions on articles", "covidqa", (800, 1_600), False),
        ("people's questions on meetings", "qmsum_test", (800, 1_600, 3_200), True),
    )
    for name, part, budgets, apart in sets:
        report_halves(name, folder / part, budgets, apart=apart)
    for name, part, budgets, apart in sets[1:]:
        report_people(name, folder / part, budgets, apart=apart)
    print(f"\n{time.process_time() - start:.0f} s of processor time")


if __name__ == "__main__":
    main()
