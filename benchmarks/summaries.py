"""Summaries and key points: ROUGE beside other methods at an equal length, and speed.

Prints ROUGE-1 / ROUGE-2 (F1, percent) for each set: summaries of 500 characters for everyone,
compared as Unicode words, English stemmed; of several references the mean. Then how often the
sentence nearest to a human one-liner is the first key point, or among the first three; then
processor time. Settings were tuned on even rows; odd rows are the default. sumy's methods run on
the sentences that linewise finds, where sumy is installed.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import statistics
import time
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import snowballstemmer

from linewise import key_points, sentences, summarize

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    Grams = tuple[Counter[Any], Counter[Any]]
    # From a text and its language to its sentences, the best first.
    Ranking = Callable[[str, str], list[str]]
    Summarizer = Callable[[str, str], str]

BUDGET = 500
ROUNDS = 7
WORD = re.compile(r"[^\W_]+")
LINE = re.compile(r"(?<=[.!?])\n")
STEM = lru_cache(maxsize=None)(snowballstemmer.stemmer("english").stemWord)

SETS = {
    "news en": "summaries/cnndm_en_news.jsonl",
    "news fr": "summaries/orangesum_fr_news.jsonl",
    "reviews": "summaries/opinosis_en_reviews.jsonl",
    "sumpubmed": "summaries/sumpubmed_en_science.jsonl",
    "clscisumm": "summaries/clscisumm_en_science.jsonl",
    "wiki en": "segmentation/wiki_en.jsonl.gz",
    "wiki de": "segmentation/wiki_de.jsonl.gz",
    "meetings": "segmentation/qmsum_en_meetings.jsonl.gz",
}
SUMY = {"lex_rank": "LexRank", "text_rank": "TextRank", "lsa": "Lsa", "luhn": "Luhn"}
KEY_SENTENCES = "summaries/scitldr_en_keysentence.jsonl"


@dataclass(frozen=True)
class Row:
    """A text, its language, and the summaries that people wrote of it."""

    language: str
    text: str
    references: list[str]


def read(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a file of JSON lines."""
    data = path.read_bytes()
    data = gzip.decompress(data) if path.suffix == ".gz" else data
    return [json.loads(line) for line in data.decode().splitlines() if line]


def row_of(values: dict[str, Any]) -> Row:
    """Return a row in one form: an article against its lead, a meeting as lines of turns."""
    if "sections" in values:
        text = "\n\n".join(part for section in values["sections"] for part in section["paras"])
        return Row(values["lang"], text, ["\n".join(values["lead"])])
    if "turns" in values:
        text = "\n".join(f"{speaker}: {words}" for speaker, words in values["turns"])
        return Row(values["lang"], text, values["refs"])
    return Row(values["lang"], values["text"], values["refs"])


# ROUGE


def grams(text: str, language: str) -> Grams:
    """Count the words and the pairs of words of a text."""
    words: list[str] = WORD.findall(text.lower())
    words = [STEM(word) for word in words] if language == "en" else words
    return Counter(words), Counter(pairwise(words))


def f1(ours: Counter[Any], theirs: Counter[Any]) -> float:
    """Return the harmonic mean of precision and recall."""
    shared = (ours & theirs).total()
    return 2 * shared / (ours.total() + theirs.total()) if shared else 0.0


def rouge(summary: str, row: Row) -> tuple[float, float]:
    """Return ROUGE-1 and ROUGE-2, the mean over the references."""
    ours = grams(summary, row.language)
    scores = [
        tuple(f1(mine, other) for mine, other in zip(ours, grams(one, row.language), strict=True))
        for one in row.references
    ]
    return statistics.fmean(s[0] for s in scores), statistics.fmean(s[1] for s in scores)


# The others


def cut(text: str) -> str:
    """Cut a text to the budget at a word."""
    return text if len(text) <= BUDGET else text[:BUDGET].rsplit(None, 1)[0]


def plain(text: str, language: str) -> list[str]:
    """Return the sentences of a text, each in one line."""
    # Texts in small letters with a sentence a line look like one long sentence.
    parts = (part for one in sentences(text, language) for part in LINE.split(one.text))
    return [" ".join(part.split()) for part in parts if part.strip()]


def filled(ranked: Iterable[str], order: Sequence[str]) -> str:
    """Lay out the best sentences in their order; the last that is begun is cut."""
    place = {sentence: number for number, sentence in reversed(list(enumerate(order)))}
    chosen: list[str] = []
    room = BUDGET
    for sentence in dict.fromkeys(ranked):
        if room < 1:
            break
        begun = sentence if len(sentence) <= room else sentence[:room].rpartition(" ")[0]
        chosen.append(sentence)
        place[begun] = place[sentence]
        chosen[-1] = begun
        room -= len(sentence) + 1
    return " ".join(sorted(filter(None, chosen), key=lambda one: place[one]))


def by_ranking(rank: Ranking) -> Summarizer:
    """Return a summarizer that fills the budget with the first sentences of a ranking."""
    return lambda text, language: filled(rank(text, language), plain(text, language))


class Words:
    """Takes sentences apart for sumy."""

    def to_words(self, sentence: str) -> tuple[str, ...]:
        """Return the words."""
        return tuple(WORD.findall(sentence))


def sumy_rankings() -> dict[str, Ranking]:
    """Return sumy's methods, or none where it is not installed."""
    try:
        stemmer = import_module("sumy.nlp.stemmers").Stemmer
        dom = import_module("sumy.models.dom")
        stop_words = import_module("sumy.utils").get_stop_words
        methods = {
            f"sumy {name}": getattr(import_module(f"sumy.summarizers.{home}"), f"{name}Summarizer")
            for home, name in SUMY.items()
        }
    except ImportError:
        print("sumy is not installed")
        return {}
    names = {"en": "english", "fr": "french", "de": "german"}

    def ranking(method: Any) -> Ranking:
        def rank(text: str, language: str) -> list[str]:
            summarizer = method(stemmer(names[language]))
            summarizer.stop_words = stop_words(names[language])
            # The public call returns the best few in the order of the text: one call a length.
            summarizer._get_best_sentences = _in_order_of_rating  # noqa: SLF001
            found = [dom.Sentence(one, Words()) for one in plain(text, language)]
            document = dom.ObjectDocumentModel([dom.Paragraph(found)])
            return [str(sentence) for sentence in summarizer(document, len(found))]

        return rank

    return {name: ranking(method) for name, method in methods.items()}


def _in_order_of_rating(
    found: Sequence[Any], _count: Any, rating: Any, *arguments: Any, **named: Any
) -> list[Any]:
    if isinstance(rating, dict):
        return sorted(found, key=lambda one: -rating[one])
    return sorted(found, key=lambda one: -rating(one, *arguments, **named))


# Reports


def rows_of(path: Path, chosen: str) -> list[dict[str, Any]]:
    """Return the even rows, the odd ones, or all."""
    rows = read(path)
    return rows if chosen == "all" else rows[("even", "odd").index(chosen) :: 2]


def report_summaries(data: Path, chosen: str, methods: dict[str, Summarizer]) -> None:
    """Print a line for each method, a column for each set, and the mean of the first seven."""
    rows = {
        name: [row_of(one) for one in rows_of(data / path, chosen)] for name, path in SETS.items()
    }
    print(
        f"{'ROUGE-1/2, ' + chosen + ' rows':22}", *(f"{name:>10}" for name in rows), "   mean of 7"
    )
    for method, summarizer in methods.items():
        scores: dict[str, tuple[float, float]] = {}
        for name, texts in rows.items():
            # Graph methods take minutes for a thousand turns.
            if name == "meetings" and method.startswith("sumy"):
                continue
            both = [rouge(summarizer(row.text, row.language), row) for row in texts]
            scores[name] = (
                100 * statistics.fmean(one for one, _ in both),
                100 * statistics.fmean(two for _, two in both),
            )
        cells = [f"{one:.1f}/{two:.1f}" for one, two in scores.values()]
        cells += ["-"] * (len(rows) - len(cells))
        seven = [scores[name] for name in SETS if name != "meetings"]
        mean = [statistics.fmean(score[i] for score in seven) for i in (0, 1)]
        print(f"{method:22}", *(f"{cell:>10}" for cell in cells), f"   {mean[0]:.2f}/{mean[1]:.2f}")


def report_key_points(data: Path, chosen: str, rankings: dict[str, Ranking]) -> None:
    """Print how often the best sentence is first, and among the first three."""
    print(f"\nkey points, {chosen} rows: the best sentence is first / among the first three, %")
    rows = [
        row
        for row in rows_of(data / KEY_SENTENCES, chosen)
        if len(row["rouge"]) == len(row["sentences"])
    ]
    for name, rank in rankings.items():
        places = [_place_of_best(row["sentences"], row["rouge"], rank) for row in rows]
        first, three = (100 * sum(at < most for at in places) / len(rows) for most in (1, 3))
        print(f"{name:22} {first:5.1f} / {three:.1f}   ({len(rows)} rows)")


def _place_of_best(given: Sequence[str], worth: Sequence[float], rank: Ranking) -> int:
    best = set(WORD.findall(given[worth.index(max(worth))]))
    ranked = [set(WORD.findall(one)) for one in rank(" ".join(given), "en")]
    alike = [len(best & one) / max(1, len(best | one)) for one in ranked]
    # Sentences are found anew in the running text, so the most alike is taken for the same.
    return alike.index(max(alike))


def milliseconds(work: Callable[..., object], *arguments: object) -> float:
    """Return the median processor time of a few calls."""
    taken: list[float] = []
    for _ in range(ROUNDS):
        start = time.process_time()
        work(*arguments)
        taken.append(time.process_time() - start)
    return 1000 * statistics.median(taken)


def report_speed(data: Path, rankings: dict[str, Ranking]) -> None:
    """Print milliseconds a note, and notes a second."""
    text = "\n\n".join(row["text"] for row in read(data / SETS["clscisumm"]))
    text *= 1 + 1_000_000 // len(text)
    print("\nprocessor milliseconds, and the ratio", "linewise", *rankings, sep="   ")
    for size in (1_500, 4_000, 20_000, 500_000, 1_000_000):
        note = text[:size]
        ours = milliseconds(summarize, note)
        print(f"{size:>9,} characters   {ours:.1f}", end="   ")
        for rank in rankings.values() if size < 100_000 else ():
            other = milliseconds(rank, note, "en")
            print(f"{other:.0f} (x{other / ours:.0f})", end="   ")
        print()
    notes = [text[at : at + 1_500] for at in range(0, 450_000, 1_500)]
    taken = milliseconds(lambda: [summarize(note) for note in notes])
    print(f"notes of 1,500 characters a second: {1000 * len(notes) / taken:,.0f}")


def our_key_points(method: Literal["auto", "cues"], text: str, language: str) -> list[str]:
    """Return key points, the best first."""
    return [one.text for one in key_points(text, 100, method, language=language)]


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--rows", choices=("odd", "even", "all"), default="odd")
    arguments = parser.parse_args()
    if not (arguments.data / "summaries").is_dir():
        print(f"no data in {arguments.data / 'summaries'}; name its parent with --data")
        return
    others = sumy_rankings()
    methods: dict[str, Summarizer] = {
        "first 500 characters": lambda text, _language: cut(text),
        "leading sentences": by_ranking(plain),
        **{name: by_ranking(rank) for name, rank in others.items()},
        "linewise": lambda text, language: summarize(text, language=language).text,
    }
    report_summaries(arguments.data, arguments.rows, methods)
    ours: dict[str, Ranking] = {
        "linewise auto": partial(our_key_points, "auto"),
        "linewise cues": partial(our_key_points, "cues"),
    }
    report_key_points(arguments.data, arguments.rows, others | ours)
    report_speed(arguments.data, others)


if __name__ == "__main__":
    main()
