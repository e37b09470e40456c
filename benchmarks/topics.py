"""Topic segmentation: how near the turns are, and how the time grows.

Prints Pk and WindowDiff in percent (lower is better) on documents joined from unlike texts
(Choi, 2000) and on encyclopedia articles by their top sections, for even rows, on which the
settings were tuned, and odd rows, beside no cut at all; then processor seconds for ordinary and
hostile texts, which double with their size when the time is linear.
"""

from __future__ import annotations

import argparse
import gzip
import json
import statistics
import time
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from linewise.language import (
    TopicTurn,
    segment_vectors,
    segment_words,
    sentence_ends,
    topic_turns,
)
from linewise.language.words import content_terms

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Method = Callable[["Case"], list[TopicTurn]]


class Case(NamedTuple):
    """A document: its language, the units between which cuts may fall, and the truth.

    Attributes:
        language: the language code.
        units: a text each.
        sizes: the number of sentences in each unit, by which the measures count.
        segments: the number of sentences in each true segment.
    """

    language: str
    units: list[str]
    sizes: list[int]
    segments: list[int]


def rows(path: Path) -> list[dict[str, Any]]:
    """Read compressed JSON lines."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def joined_texts(folder: Path) -> list[Case]:
    """Choi's documents: cuts may fall between sentences."""
    cases = []
    for row in rows(folder / "choi_en.jsonl.gz"):
        units = [sentence for segment in row["segments"] for sentence in segment]
        cases.append(Case("en", units, [1] * len(units), [len(s) for s in row["segments"]]))
    return cases


def articles(folder: Path, language: str) -> list[Case]:
    """Encyclopedia articles: cuts may fall between paragraphs, a topic is a top section."""
    cases = []
    for row in rows(folder / f"wiki_{language}.jsonl.gz"):
        top = min(section["level"] for section in row["sections"])
        segments: list[list[str]] = []
        for section in row["sections"]:
            if section["level"] == top or not segments:
                segments.append([])
            segments[-1] += [text for text in section["paras"] if text.strip()]
        segments = [segment for segment in segments if segment]
        units = [text for segment in segments for text in segment]
        sizes = [len(sentence_ends(text, language)) for text in units]
        counts = [sum(len(sentence_ends(t, language)) for t in segment) for segment in segments]
        cases.append(Case(language, units, sizes, counts))
    return cases


def labels(sizes: Sequence[int]) -> list[int]:
    """Number each sentence with its segment."""
    return [index for index, size in enumerate(sizes) for _ in range(size)]


def errors(truth: Sequence[int], found: Sequence[int]) -> tuple[float, float]:
    """Return Pk and WindowDiff over windows of half a true segment."""
    window = max(1, round(len(truth) / (truth[-1] + 1) / 2))
    pairs = range(len(truth) - window)
    true = [truth[i + window] - truth[i] for i in pairs]
    ours = [found[i + window] - found[i] for i in pairs]
    apart = sum((a == 0) != (b == 0) for a, b in zip(true, ours, strict=True))
    differ = sum(a != b for a, b in zip(true, ours, strict=True))
    return apart / len(true), differ / len(true)


def by_words(case: Case) -> list[TopicTurn]:
    """Find the turns by the words of the units."""
    return segment_words([content_terms(text, case.language) for text in case.units])


def by_vectors(embed: Callable[[Sequence[str]], Any]) -> Method:
    """Return the method that finds the turns by the vectors of the units."""
    return lambda case: segment_vectors(embed(case.units))


def not_at_all(_: Case) -> list[TopicTurn]:
    """Find no turn."""
    return []


def found_labels(case: Case, method: Method) -> list[int]:
    """Number each sentence with the segment that was found for it."""
    starts = {turn.offset for turn in method(case)}
    found, number = [], 0
    for index, size in enumerate(case.sizes):
        number += index in starts
        found += [number] * size
    return found


def report(name: str, cases: Sequence[Case], methods: dict[str, Method]) -> None:
    """Print the errors on even and odd rows."""
    for part, chosen in (("even", cases[0::2]), ("odd", cases[1::2])):
        line = f"{name:24} {part:5}"
        for label, method in methods.items():
            scores = [errors(labels(c.segments), found_labels(c, method)) for c in chosen]
            pk, difference = (100 * statistics.mean(values) for values in zip(*scores, strict=True))
            line += f"   {label} {pk:5.1f} / {difference:5.1f}"
        print(line)


def hostile(size: int) -> dict[str, str]:
    """Texts of a size that a quadratic method would not finish."""
    words = [f"word{i % 9973}" for i in range(size // 9)]
    paragraphs = "\n\n".join(" ".join(words[i : i + 20]) for i in range(0, len(words), 20))
    return {
        "paragraphs of new words": paragraphs,
        "one word for ever": "again " * (size // 6),
        "tiny paragraphs": "a b\n\n" * (size // 5),
        "tiny sentences": "No. Yes! " * (size // 9),
        "one line, no space": "x" * size,
        "Han without stops": "山水雨雪" * (size // 4),
        "blank lines": "\n" * size,
    }


def timed(text: str) -> float:
    """Return the processor seconds of one call."""
    start = time.process_time()
    topic_turns(text, language="en")
    return time.process_time() - start


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--embed", help="module:function, from texts to an array of rows")
    arguments = parser.parse_args()
    folder = arguments.data / "segmentation"
    methods: dict[str, Method] = {"no cut": not_at_all, "words": by_words}
    if arguments.embed:
        module, _, function = arguments.embed.partition(":")
        methods["vectors"] = by_vectors(getattr(import_module(module), function))
    print("Pk / WindowDiff, percent")
    if folder.is_dir():
        report("joined texts", joined_texts(folder), methods)
        report("articles, English", articles(folder, "en"), methods)
        report("articles, German", articles(folder, "de"), methods)
    else:
        print(f"no data in {folder}; name its parent with --data")
    print("\nprocessor seconds, 0.5 and 1 million characters, and the ratio")
    half, whole = hostile(500_000), hostile(1_000_000)
    for name, text in whole.items():
        first, second = timed(half[name]), timed(text)
        print(f"{name:24} {first:6.2f} {second:6.2f}   x{second / max(first, 1e-9):.1f}")


if __name__ == "__main__":
    main()
