"""Heading lines of books in plain text, against those that people read off.

DIR holds NAME.txt beside NAME.gold.json, whose `chapters` have `heading_lines` (first and last,
counted from 1) and `level`. Prints, for each book and for all, precision, recall and F1 on exact
lines (first and last line both right), wrong levels, and processor seconds.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from dataclasses import dataclass
from pathlib import Path

from linewise import Document
from linewise.loading.books import book_headings

ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Score:
    """What was found of the headings of a book."""

    right: int
    found: int
    gold: int
    wrong_levels: int

    def __add__(self, other: Score) -> Score:
        return Score(
            self.right + other.right,
            self.found + other.found,
            self.gold + other.gold,
            self.wrong_levels + other.wrong_levels,
        )

    def __str__(self) -> str:
        precision, recall = self.right / (self.found or 1), self.right / (self.gold or 1)
        f1 = 2 * self.right / (self.found + self.gold or 1)
        return (
            f"{self.gold:4} headings   precision {precision:6.1%}   recall {recall:6.1%}   "
            f"F1 {f1:6.1%}   wrong levels {self.wrong_levels}"
        )


def score(text: str, gold: dict[tuple[int, int], int]) -> Score:
    """Compare the headings that are found in a text with the ones that are right."""
    document = Document(text, headings=book_headings(text))
    found = {
        (document.line_at(h.span.start), document.line_at(h.span.end - 1)): h.level
        for h in document.headings
    }
    right = found.keys() & gold.keys()
    return Score(len(right), len(found), len(gold), sum(found[key] != gold[key] for key in right))


def seconds(text: str) -> float:
    """Return the median of the processor seconds of some rounds."""
    taken = []
    for _ in range(ROUNDS):
        start = time.process_time()
        book_headings(text)
        taken.append(time.process_time() - start)
    return statistics.median(taken)


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, metavar="DIR")
    whole = Score(0, 0, 0, 0)
    for gold_path in sorted(parser.parse_args().data.glob("*.gold.json")):
        name = gold_path.name.removesuffix(".gold.json")
        text = gold_path.with_name(f"{name}.txt").read_bytes().decode()
        chapters = json.loads(gold_path.read_text(encoding="utf-8"))["chapters"]
        gold = {(c["heading_lines"][0], c["heading_lines"][1]): c["level"] for c in chapters}
        one = score(text, gold)
        whole += one
        taken = seconds(text)
        print(f"{name:24} {one}   {taken * 1e3:5.1f} ms, {len(text) / taken / 1e6:.0f} MB/s")
    print(f"{'all':24} {whole}")


if __name__ == "__main__":
    main()
