"""Diffs of large texts: edits scattered over a million lines, and texts made to be hostile.

Prints processor seconds (medians of interleaved rounds), how they grow when the text doubles
(2 is linear), and the ratio to difflib on a size that difflib can bear.
"""

from __future__ import annotations

import argparse
import difflib
import random
import statistics
import time
from functools import partial
from typing import TYPE_CHECKING

from linewise.changes import ChangeSet, diff

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ROUNDS = 3
WORDS = ["the", "quick", "brown", "fox", "jumped", "over", "a", "lazy", "dog", "in", "the", "sun"]

Pair = tuple[str, str]


def scattered(lines: int) -> Pair:
    """A text and the same with 1,000 lines changed, put in, or taken out."""
    rng = random.Random(7)
    old = [f"{i} {' '.join(rng.choices(WORDS, k=8))}\n" for i in range(lines)]
    new = list(old)
    for at in rng.sample(range(lines), 1_000):
        new[at] = rng.choice(["", old[at] + "a new line\n", old[at].replace(" ", " very ", 1)])
    return "".join(old), "".join(new)


def shuffled(lines: int) -> Pair:
    """Two lines over and over, and the same in disorder."""
    old = ["a\n", "b\n"] * (lines // 2)
    return "".join(old), "".join(random.Random(7).sample(old, len(old)))


def all_equal(lines: int) -> Pair:
    """One line over and over, and more of them with another one at two places."""
    third = "x\n" * (lines // 3)
    return third * 3, third + "y\n" + third + "x\n" * 7 + "y\n" + third


def all_new(lines: int) -> Pair:
    """Two texts that share no line."""
    return "".join(f"old{i}\n" for i in range(lines)), "".join(f"new{i}\n" for i in range(lines))


def one_line(characters: int) -> Pair:
    """A single line and the same with 50 words changed."""
    rng = random.Random(7)
    old = rng.choices(WORDS, k=characters // 5)
    new = list(old)
    for at in rng.sample(range(len(old)), 50):
        new[at] = "CHANGED"
    return " ".join(old), " ".join(new)


CASES: list[tuple[str, Callable[[int], Pair], int]] = [
    ("1,000 edits in 1,000,000 lines", scattered, 1_000_000),
    ("hostile: a and b, shuffled, 400,000 lines", shuffled, 400_000),
    ("hostile: all lines equal, 1,000,000 lines", all_equal, 1_000_000),
    ("hostile: no line in common, 400,000 lines", all_new, 400_000),
    ("hostile: one line of 2 MB, 50 edits", one_line, 2_000_000),
]


def seconds(action: Callable[[], object]) -> float:
    """Return the processor seconds of an action."""
    start = time.process_time()
    action()
    return time.process_time() - start


def medians(actions: Sequence[Callable[[], object]]) -> list[float]:
    """Return the median processor seconds of each action; the rounds are interleaved."""
    rounds = [[seconds(action) for action in actions] for _ in range(ROUNDS)]
    return [statistics.median(times) for times in zip(*rounds, strict=True)]


def with_difflib(old: str, new: str) -> object:
    """Match lines by difflib."""
    old_lines, new_lines = old.splitlines(keepends=True), new.splitlines(keepends=True)
    return difflib.SequenceMatcher(None, old_lines, new_lines, autojunk=False).get_opcodes()


def print_growth() -> None:
    """Print what each case costs and how that grows from half the size."""
    print(f"{'diff':44} {'seconds':>8} {'growth':>7} {'changes':>8}")
    for name, make, size in CASES:
        half, (old, new) = make(size // 2), make(size)
        small, large = medians([partial(diff, *half), partial(diff, old, new)])
        changes = diff(old, new)
        assert changes.apply(old) == new
        growth = f"{large / small:.1f}" if small > 0.005 else "-"
        print(f"{name:44} {large:8.3f} {growth:>7} {len(changes):8,}")


def print_peer(lines: int) -> None:
    """Print the ratio to difflib."""
    pair = scattered(lines)
    ours, theirs = medians([partial(diff, *pair), partial(with_difflib, *pair)])
    print(f"\n1,000 edits in {lines:,} lines: {ours:.3f} s")
    print(f"difflib, lines only: {theirs:.3f} s; ratio {ours / theirs:.2f}")


def print_algebra(count: int) -> None:
    """Print what the operations on a large change set cost."""
    base = "one two three\nfour\n" * count
    changes = diff(base, base.replace("two", "2"))
    assert len(changes) == count
    again = ChangeSet(changes.after, changes.invert().changes)
    appended = diff(base, base + "end\n")
    assert isinstance(changes.rebase(appended), ChangeSet)
    offsets = random.Random(7).sample(range(len(base)), 10_000)
    print(f"\na change set of {count:,} changes")
    actions: dict[str, Callable[[], object]] = {
        "invert": changes.invert,
        "compose": lambda: changes.compose(again),
        "rebase": lambda: changes.rebase(appended),
        "map 10,000 offsets": lambda: [changes.map_offset(offset) for offset in offsets],
    }
    for name, action in actions.items():
        action()
        print(f"  {name:20} {medians([action])[0]:8.3f} s")


def main() -> None:
    """Run everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", help="unused: the texts are made here")
    parser.parse_args()
    print_growth()
    print_peer(20_000)
    print_algebra(100_000)


if __name__ == "__main__":
    main()
