"""What focus sends of long documents, and whether it finds what is to be changed.

A rule model edits only lines that stand in its prompt, so an edit is right where focus showed the
line. Generated manuals hold the fact among others like it. Of books (--data DIR with
chapters/*.txt) a line is looked for by half of its words in another order, as somebody says it
who does not have the text at hand. What that saves is counted by `edit_cost.py`.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import linewise as lw

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from focus_models import changing, with_fact

if TYPE_CHECKING:
    from collections.abc import Iterator

WINDOW = 8_000
DISTRACTORS = 20


class Outcome(NamedTuple):
    """One edit: what became of it, the share that was sent, and the processor seconds."""

    word: str
    share: float
    seconds: float


def edited(doc: lw.Document, news: str, old: str, new: str, window: int) -> Outcome:
    """Edit a document by a rule model through a window."""
    start = time.process_time()
    edit = lw.edit(doc, news, changing(old, new), window=window)
    seconds = time.process_time() - start
    share = edit.shown.share if edit.shown else 1.0
    if not edit.operations:
        return Outcome("not found", share, seconds)
    right = edit.after.text == doc.text.replace(old, new, 1)
    return Outcome("right" if right else "wrong", share, seconds)


def of_manuals(lines: int, seeds: int) -> Iterator[Outcome]:
    """Edit a fact of generated manuals."""
    for seed in range(seeds):
        written, old, new = with_fact(random.Random(seed), lines, DISTRACTORS)
        doc = lw.Document("\n".join(written) + "\n")
        yield edited(doc, f"{new[:-1]} now, no longer 7.", old, new, WINDOW)


def of_book(text: str, seeds: int, window: int) -> Iterator[Outcome]:
    """Edit lines of a book that are told by half of their words."""
    doc = lw.Document(text)
    lines = list(doc.lines)
    long = [line for line in lines if len(line.split()) >= 8 and lines.count(line) == 1]
    for seed in range(seeds):
        rng = random.Random(seed)
        old = rng.choice(long)
        words = re.findall(r"\w+", old)
        news = " ".join(rng.sample(words, len(words) // 2))
        yield edited(doc, news, old, "Another line.", window)


def tell(name: str, outcomes: list[Outcome]) -> None:
    """Print what became of some edits."""
    found = [outcome.word for outcome in outcomes]
    shares = [outcome.share for outcome in outcomes]
    seconds = statistics.median(outcome.seconds for outcome in outcomes)
    print(
        f"{name:28} {found.count('right'):3} right, {found.count('wrong')} wrong, "
        f"{found.count('not found')} not found of {len(found)}; sent {statistics.mean(shares):6.2%}"
        f" on average, {max(shares):6.2%} at most; {seconds:.2f} s"
    )


def main() -> None:
    """Print the tables."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--data", type=Path, help="a folder with chapters/*.txt")
    options.add_argument("--seeds", type=int, default=10)
    options.add_argument("--lines", type=int, default=100_000)
    asked = options.parse_args()
    print(f"a window of {WINDOW:,} tokens, {DISTRACTORS} distractors")
    tell(f"manuals, {asked.lines:,} lines", list(of_manuals(asked.lines, asked.seeds)))
    books = sorted((asked.data / "chapters").glob("[a-z]*.txt")) if asked.data else []
    for window in (WINDOW, 3_000) if books else ():
        outcomes = [
            outcome
            for book in books
            for outcome in of_book(book.read_text(encoding="utf-8"), asked.seeds, window)
        ]
        tell(f"{len(books)} books, window {window:,}", outcomes)
    if not books:
        print("no books: --data names a folder with chapters/*.txt")


if __name__ == "__main__":
    main()
