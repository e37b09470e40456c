"""Chapters without a model, against those that people read off; and what windows cost.

DIR/chapters holds NAME.txt beside NAME.gold.json, whose `chapters` have a `start`, the line on
which each begins. Prints, for each book and for all, precision, recall and F1 on exact lines, and
processor seconds; the same for the turns of topic in the books without their headings, where a
start within ten lines counts; and the processor seconds that a document of 100,000 lines takes to
be parted into prompts, asked about and joined, without the model's own time.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from linewise.document import Document
from linewise.passages import Asking, ask_chapters, chapters_task, local_chapters, windowed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from linewise.models import Message

ROUNDS = 3
NEAR = 10
LINES = 100_000
WINDOW = 8_000


class Book(NamedTuple):
    """A book, the lines on which its chapters begin, and the lines of their headings."""

    name: str
    document: Document
    starts: frozenset[int]
    headings: frozenset[int]


class Score(NamedTuple):
    """What was found of the starts."""

    right: int
    found: int
    gold: int

    def __str__(self) -> str:
        precision, recall = self.right / (self.found or 1), self.right / (self.gold or 1)
        f1 = 2 * self.right / (self.found + self.gold or 1)
        return (
            f"{self.gold:4} chapters   {self.found:4} found   precision {precision:6.1%}   "
            f"recall {recall:6.1%}   F1 {f1:6.1%}"
        )


def books(data: Path) -> Iterator[Book]:
    """Yield the books of a folder."""
    for path in sorted((data / "chapters").glob("*.gold.json")):
        name = path.name.removesuffix(".gold.json")
        text = path.with_name(f"{name}.txt").read_bytes().decode()
        gold = json.loads(path.read_text(encoding="utf-8"))["chapters"]
        lines = (range(c["heading_lines"][0], c["heading_lines"][1] + 1) for c in gold)
        yield Book(
            name,
            Document(text),
            frozenset(c["start"] for c in gold),
            frozenset(line for span in lines for line in span),
        )


def score(found: Sequence[int], gold: frozenset[int], near: int) -> Score:
    """Count each start that is found near one of its own."""
    left = set(gold)
    right = 0
    for line in found:
        hit = min((start for start in left if abs(start - line) <= near), default=None)
        if hit is not None:
            left.discard(hit)
            right += 1
    return Score(right, len(found), len(gold))


def seconds(run: Callable[[], object]) -> float:
    """Return the median of the processor seconds of some rounds."""
    taken = []
    for _ in range(ROUNDS):
        start = time.process_time()
        run()
        taken.append(time.process_time() - start)
    return statistics.median(taken)


def without_headings(book: Book) -> Document:
    """Return a book whose headings are empty lines, so that every line keeps its number."""
    lines = (
        "" if number in book.headings else line
        for number, line in enumerate(book.document.lines, start=1)
    )
    return Document("".join(f"{line}\n" for line in lines))


def print_scores(title: str, data: Path, near: int, view: Callable[[Book], Document]) -> None:
    """Print how well chapters are found without a model."""
    print(title)
    scores: list[Score] = []
    for book in books(data):
        document = view(book)
        starts = [passage.lines[0] for passage in local_chapters(document)]
        scores.append(score(starts, book.starts, near))
        taken = seconds(lambda document=document: local_chapters(document))  # type: ignore[misc]
        print(f"  {book.name:22} {scores[-1]}   {taken:6.3f} s")
    print(f"  {'all':22} {Score(*map(sum, zip(*scores, strict=True)))}")


def print_windows() -> None:
    """Print what windows cost."""
    lines = (f"{n} words stand in a line of some length\n" for n in range(1, LINES + 1))
    document = Document("".join(lines))
    asking = Asking(window=WINDOW)
    parted = seconds(lambda: windowed(document, chapters_task(), asking))
    whole = seconds(lambda: ask_chapters(document, every_thousandth, window=WINDOW))
    count = len(windowed(document, chapters_task(), asking).windows)
    print(f"{LINES:,} lines in {count} windows of {WINDOW:,} tokens")
    print(f"  parted into prompts      {parted:6.3f} s")
    print(f"  parted, asked, joined    {whole:6.3f} s")


def every_thousandth(messages: Sequence[Message]) -> str:
    """Reply as a model would that begins a chapter on every thousandth line."""
    rows = re.findall(r"^([0-9]*000)\|", messages[0].content, re.MULTILINE)
    return "\n".join(f'- chapter: [{row}, "From {row}"]' for row in rows) or "[]"


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, metavar="DIR")
    data = parser.parse_args().data
    if data is None:
        print("no books: name a folder with --data to see how well chapters are found")
    else:
        print_scores("by headings, exact lines", data, 0, lambda book: book.document)
        title = f"by topic, headings taken out, within {NEAR} lines"
        print_scores(title, data, NEAR, without_headings)
    print_windows()


if __name__ == "__main__":
    main()
