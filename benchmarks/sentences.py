"""Sentences: speed on books beside other splitters, agreement with them, and hostile texts.

Prints megabytes of UTF-8 a processor second (medians of interleaved rounds) and the ratio to each
peer that is installed; how many ends two slow rule-based splitters share with ours, paragraph by
paragraph; and seconds for texts made to be hostile, which double with their size when linear.
"""

from __future__ import annotations

import argparse
import re
import statistics
import time
from pathlib import Path
from typing import TYPE_CHECKING

from linewise.language import sentence_ends, sentences

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Splitter = Callable[[str, str], Iterable[int]]

ROUNDS = 5
PARAGRAPHS = 120


def ours(text: str, language: str) -> list[int]:
    """Return the ends that linewise finds, by way of its pieces."""
    return [sentence.end for sentence in sentences(text, language)]


def peers() -> dict[str, Splitter]:
    """Return the other splitters that are installed, as functions to ends."""
    found: dict[str, Splitter] = {}
    try:
        import sentencex

        found["sentencex"] = lambda text, language: [
            one["end_index"] for one in sentencex.get_sentence_boundaries(language, text)
        ]
    except ImportError:
        print("sentencex is not installed")
    try:
        import sentencesplit

        found["sentencesplit"] = lambda text, language: [
            one.end for one in sentencesplit.Segmenter(language=language).segment_spans(text)
        ]
    except ImportError:
        print("sentencesplit is not installed")
    return found


def hostile(size: int) -> dict[str, str]:
    """Texts of about a size that a careless rule would not finish."""
    return {
        "stops": "." * size,
        "spaced stops": ". " * (size // 2),
        "stops and brackets": "!(" * (size // 2),
        "stop and digits": ("f." + "1" * 40 + "bd") * (size // 44),
        "one sentence again": "This is one sentence, one of many. " * (size // 35),
        "titles": "Mr. " * (size // 4),
        "initials": "A. " * (size // 3),
        "list items": "".join(f"{i % 1000}. a " for i in range(size // 6)),
        "bullets": "• a " * (size // 4),
        "numbers": "1. 2. " * (size // 6),
        "Han": "你。" * (size // 2),
        "open titles": "《。" * (size // 2),
        "citations": ".[1]" * (size // 4),
        "combining marks": (". " + "\u0301" * 10) * (size // 12),
        "emoji": "! 👩\u200d👩\u200d👧" * (size // 7),
        "blank lines": "\n" * size,
        "tabs": "\n" + "\t" * size,
        "headings": "# a\n" * (size // 4),
        "CRLF paragraphs": "Hello there.\r\n\r\n" * (size // 16),
        "base64": "aGVsbG8gd29ybGQ=" * (size // 16),
    }


def seconds(split: Splitter, text: str, language: str) -> float:
    """Return the processor seconds of one call."""
    start = time.process_time()
    split(text, language)
    return time.process_time() - start


def report_speed(books: dict[str, str], others: dict[str, Splitter]) -> None:
    """Print the speed of each splitter on each book; the slow ones read less of it."""
    splitters: dict[str, Splitter] = {"linewise": ours, **others}
    shares = {"sentencesplit": 10}
    for name, text in books.items():
        speeds: dict[str, list[float]] = {splitter: [] for splitter in splitters}
        for _ in range(ROUNDS):
            for splitter, split in splitters.items():
                part = text[: len(text) // shares.get(splitter, 1)]
                spent = seconds(split, part, name[-2:])
                speeds[splitter].append(len(part.encode()) / 1e6 / max(spent, 1e-9))
        medians = {splitter: statistics.median(values) for splitter, values in speeds.items()}
        line = "".join(
            f"   {splitter} {speed:6.2f} MB/s"
            + (f" (x{medians['linewise'] / speed:.2f})" if splitter != "linewise" else "")
            for splitter, speed in medians.items()
        )
        print(f"{name:22}{line}")


def last_letters(text: str, ends: Iterable[int]) -> set[int]:
    """Return ends without the white space before them, where splitters differ by habit."""
    return {len(text[:end].rstrip()) for end in ends}


def report_agreement(books: dict[str, str], others: dict[str, Splitter]) -> None:
    """Print how many of the ends that all others find are found, and how many they lack."""
    for name, text in books.items():
        paragraphs = [" ".join(part.split()) for part in re.split(r"\n\s*\n", text)]
        shared = missed = alone = 0
        for paragraph in [part for part in paragraphs if len(part) > 40][:PARAGRAPHS]:
            own = last_letters(paragraph, sentence_ends(paragraph, name[-2:]))
            theirs = [last_letters(paragraph, f(paragraph, name[-2:])) for f in others.values()]
            agreed = set.intersection(*theirs)
            shared += len(own & agreed)
            missed += len(agreed - own)
            alone += len(own.difference(*theirs))
        print(f"{name:22} shared {shared:5}   missed {missed:4}   found by us alone {alone:4}")


def report_hostile(size: int) -> None:
    """Print seconds for half the size and all of it, and the ratio."""
    half, whole = hostile(size // 2), hostile(size)
    for name, text in whole.items():
        first, second = seconds(ours, half[name], "en"), seconds(ours, text, "en")
        print(f"{name:22} {first:6.2f} {second:6.2f}   x{second / max(first, 1e-9):.1f}")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    folder = parser.parse_args().data / "chapters"
    books = {p.stem: p.read_text(encoding="utf-8") for p in sorted(folder.glob("*_??.txt"))}
    others = peers()
    if books:
        print("speed, with the objects that linewise makes")
        report_speed(books, others)
        if others:
            print("\nends that all others find, and those that none of them finds")
            report_agreement(books, others)
    else:
        print(f"no books in {folder}; name its parent with --data")
    print("\nprocessor seconds for 0.5 and 1 million characters, and the ratio")
    report_hostile(1_000_000)


if __name__ == "__main__":
    main()
