"""Quotations: are damaged ones found at the right place, and those of other books not at all?

Sentences are drawn from each book and damaged as models and people damage them. A place is right
when it shares nine tenths of its extent with the sentence. Prints shares in percent, milliseconds
of processor time for each quotation, and how the time grows on hostile texts.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from linewise import Document, Span
from linewise.language import sentences
from linewise.search import QuoteFinder, locate_quote

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SEED = 11
SHORTEST, LONGEST = 40, 400


def without_commas(text: str, _: random.Random) -> str:
    """Drop the commas."""
    return text.replace(",", "")


def other_quotes(text: str, _: random.Random) -> str:
    """Turn quotation marks and apostrophes into their typographic variants, and back."""
    return text.translate(str.maketrans("\"'“”‘’«»", '”’""\'\'""'))


def other_case(text: str, rng: random.Random) -> str:
    """Write all in capitals or all small."""
    return rng.choice([str.upper, str.lower])(text)


def other_lines(text: str, rng: random.Random) -> str:
    """Break the lines elsewhere."""
    return "".join(rng.choice([" ", "\n", "  "]) if c.isspace() else c for c in text)


def wrong_word(text: str, rng: random.Random) -> str:
    """Put another word for one of the words."""
    words = text.split()
    words[rng.randrange(len(words))] = rng.choice(["nevertheless", "horse", "quickly", "of"])
    return " ".join(words)


def wrong_letters(text: str, rng: random.Random) -> str:
    """Change two letters."""
    letters = list(text)
    for at in rng.sample(range(len(letters)), 2):
        letters[at] = rng.choice("aeiorst")
    return "".join(letters)


def everything(text: str, rng: random.Random) -> str:
    """Do all of it, but the letters."""
    for damage in (without_commas, other_quotes, other_lines, wrong_word, other_case):
        text = damage(text, rng)
    return text


DAMAGES: list[Callable[[str, random.Random], str]] = [
    without_commas,
    other_quotes,
    other_case,
    other_lines,
    wrong_word,
    wrong_letters,
    everything,
]


def drawn(book: Document, count: int, rng: random.Random) -> list[Span]:
    """Draw sentences that stand only once in their book."""
    spans = [sentence.stripped for sentence in sentences(book)]
    times = Counter(book[span] for span in spans)
    fit = [s for s in spans if SHORTEST <= s.length <= LONGEST and times[book[s]] == 1]
    return rng.sample(fit, min(count, len(fit)))


def shared(a: Span, b: Span) -> float:
    """Return the share that two spans have in common of what they cover together."""
    common = min(a.end, b.end) - max(a.start, b.start)
    return max(0, common) / (max(a.end, b.end) - min(a.start, b.start))


def report_books(books: dict[str, Document], count: int) -> None:
    """Print how many are found, book by book and damage by damage."""
    rng = random.Random(SEED)
    spans = {name: drawn(book, count, rng) for name, book in books.items()}
    right: Counter[str] = Counter()
    total = foreign = strangers = 0
    spent = 0.0
    for name, book in books.items():
        finder = QuoteFinder(book)
        for damage in DAMAGES:
            start = time.process_time()
            found = [(span, finder.locate(damage(book[span], rng))) for span in spans[name]]
            spent += time.process_time() - start
            hits = sum(
                match is not None and shared(span, match.span) > 0.9 for span, match in found
            )
            right[damage.__name__] += hits
        total += len(spans[name])
        others = [(other, span) for other in books if other != name for span in spans[other][:10]]
        strangers += len(others)
        foreign += sum(finder.locate(books[other][span]) is not None for other, span in others)
    for damage_name, hits in right.items():
        print(f"{damage_name:16} {100 * hits / total:6.2f} % of {total} at the right place")
    print(f"{'of other books':16} {100 * foreign / strangers:6.2f} % of {strangers} found")
    print(f"{1_000 * spent / (total * len(DAMAGES)):.1f} ms a quotation")


def report_hostile(size: int) -> None:
    """Print seconds for texts that repeat, half and whole, and the ratio."""
    quote = "a quotation of some length that is nowhere in these texts at all"
    texts: Sequence[tuple[str, str, str]] = [
        ("one letter", "a" * size, "a" * 200 + "b" * 20),
        ("two words", "to be " * (size // 6), "to be or not to be " * 10),
        ("signs only", ".,;:" * (size // 4), quote),
        ("accents", "é\u0301" * (size // 2), "é" * 100 + "f" * 20),
        ("long quote", "lorem ipsum dolor " * (size // 18), "lorem ipsum color " * (size // 36)),
    ]
    for name, text, asked in texts:
        seconds = []
        for part in (text[: size // 2], text):
            start = time.process_time()
            locate_quote(part, asked)
            seconds.append(time.process_time() - start)
        print(f"{name:16} {seconds[0]:6.2f} {seconds[1]:6.2f}   x{seconds[1] / seconds[0]:.1f}")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--count", type=int, default=60, help="sentences a book")
    arguments = parser.parse_args()
    files = sorted((arguments.data / "chapters").glob("*_??.txt"))
    books = {path.stem: Document(path.read_text(encoding="utf-8")) for path in files}
    if books:
        report_books(books, arguments.count)
    else:
        print(f"no books in {arguments.data / 'chapters'}; name its parent with --data")
    print("\nprocessor seconds for 0.5 and 1 million characters, and the ratio")
    report_hostile(1_000_000)


if __name__ == "__main__":
    main()
