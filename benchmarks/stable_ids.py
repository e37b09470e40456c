"""How many ids change when one line of a text does.

Lines of four kinds of text are edited at random: written anew, put in or taken out. Each edited
text is split again and its ids compared with those of the text before; an id that came or went
counts, the greater number of the two. Beside it stands what a split without `stable` gives.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

from splitting_texts import Writer, markdown, prose

from linewise.splitting import compare_chunks, split

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

EDITS = 200
# What is only there to compare with is edited less often.
FEWER = 5
MOST = 10
LINES = 5_000

SETTINGS: list[dict[str, Any]] = [
    {"by": "recursive", "size": 1000, "overlap": 200},
    {"by": "lines", "size": 20, "overlap": 0},
    {"by": "recursive", "size": 200, "overlap": 40, "unit": "tokens"},
    {"by": "sentences", "size": 1000, "language": "en"},
    {"by": "structure", "size": 1000, "language": "en"},
    {"by": "markdown", "size": 1000, "language": "en"},
]


def log(draw: random.Random) -> str:
    """Return lines of equal length, each with its time."""
    kinds = ("start", "close", "retry", "fetch")
    return "".join(
        f"2026-11-30 {at // 3600:02}:{at // 60 % 60:02}:{at % 60:02} {draw.choice(kinds)} "
        f"{draw.randrange(10**8):08} from 10.0.{draw.randrange(10, 99)}.{draw.randrange(10, 99)}\n"
        for at in range(LINES)
    )


def table(draw: random.Random) -> str:
    """Return a Markdown table."""
    head = "| number | name | cost |\n| --- | --- | --- |\n"
    names = ("spring", "valve", "housing", "left hinge", "screw M4")
    return head + "".join(
        f"| {at} | {draw.choice(names)} {draw.randrange(999)} | {draw.random():.2f} |\n"
        for at in range(LINES)
    )


def lines_of(kind: Callable[[Writer], Iterator[str]]) -> str:
    """Return so many lines of a text by rule."""
    parts, lines = [], 0
    for part in kind(Writer(1)):
        parts.append(part)
        lines += part.count("\n")
        if lines >= LINES:
            break
    return "".join("".join(parts).splitlines(keepends=True)[:LINES])


def edited(text: str, draw: random.Random) -> str:
    """Return the text with one line written anew, put in, or taken out."""
    lines = text.splitlines(keepends=True)
    at = draw.randrange(len(lines))
    kind = draw.choice(["change", "insert", "delete"])
    words = " ".join(draw.choices(["other", "words", "are", "here", "now", "and", "then"], k=9))
    lines[at : at + (kind != "insert")] = [] if kind == "delete" else [words + "\n"]
    return "".join(lines)


def changes(text: str, options: dict[str, Any], edits: int) -> list[int]:
    """Return how many ids each edit changes, in order."""
    draw = random.Random(7)
    before = split(text, **options)
    counts = []
    for _ in range(edits):
        found = compare_chunks(before, split(edited(text, draw), **options))
        counts.append(max(len(found.added), len(found.removed)))
    return sorted(counts)


def main() -> None:
    """Print what share of edits changes few ids, for each kind of text and strategy."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="a folder of texts to use instead")
    parser.add_argument("--edits", type=int, default=EDITS)
    parser.add_argument("--kinds", nargs="*", help="only these kinds of text")
    arguments = parser.parse_args()
    draw = random.Random(3)
    texts = {
        "manual": lines_of(markdown),
        "book": lines_of(prose),
        "log": log(draw),
        "table": table(draw),
    }
    if arguments.data:
        paths = sorted(arguments.data.rglob("*.txt")) + sorted(arguments.data.rglob("*.md"))
        texts = {path.stem: path.read_text(encoding="utf-8") for path in paths}
    print(f"{arguments.edits} edits each; ids that change: at the median, for 95 % of the edits,")
    print(f"at most, and the share of edits that change {MOST} or fewer\n")
    for name, text in texts.items():
        if arguments.kinds and name not in arguments.kinds:
            continue
        for options in SETTINGS:
            for stable in (False, True):
                edits = arguments.edits if stable else max(1, arguments.edits // FEWER)
                counts = changes(text, {**options, "stable": stable}, edits)
                share = sum(count <= MOST for count in counts) / len(counts)
                told = " ".join(f"{value}" for value in options.values())
                number = len(split(text, **options, stable=stable))
                print(
                    f"{name:8} {told:26} {'stable' if stable else '':6} {number:5} chunks: "
                    f"{counts[len(counts) // 2]:4} {counts[int(len(counts) * 0.95)]:4} "
                    f"{counts[-1]:4}  {share:6.1%}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
