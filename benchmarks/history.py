"""How long a history takes: the log and an undo over 10,000 revisions, an edit of a large file.

python benchmarks/history.py [--data DIR] [--revisions N] [--lines N]
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

from linewise.changes import Change, ChangeSet, diff
from linewise.files import TextFile
from linewise.history import apply, log, revision_diff, undo, why
from linewise.history._file_history import opened

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 5


def measured(work: Callable[[], object], rounds: int = ROUNDS) -> tuple[float, float]:
    """Return the medians of processor and wall seconds of some rounds of work."""
    processor, wall = [], []
    for _ in range(rounds):
        start, start_wall = time.process_time(), time.perf_counter()
        work()
        processor.append(time.process_time() - start)
        wall.append(time.perf_counter() - start_wall)
    return statistics.median(processor), statistics.median(wall)


def show(name: str, work: Callable[[], object], rounds: int = ROUNDS) -> None:
    """Measure some work and print the medians."""
    processor, wall = measured(work, rounds)
    print(f"{name:44} {processor:8.3f} s processor {wall:8.3f} s wall")


def grow(path: Path, revisions: int) -> None:
    """Give a file of some pages so many revisions, each one line."""
    text = "".join(
        f"Line {number} of a document with a few words in it.\n" for number in range(400)
    )
    path.write_text(text)
    for number in range(revisions):
        old = path.read_text()
        start = old.index(f"Line {number % 400} ")
        end = old.index("\n", start)
        new = f"Line {number % 400} was brought by revision {number}."
        apply(path, ChangeSet(old, [Change(start, end, new)]), information=new, model="some-model")


def stored_bytes() -> int:
    """Return how much room the histories take."""
    return sum(file.stat().st_size for file in Path(os.environ["LINEWISE_DATA"]).rglob("*"))


def many_revisions(path: Path, revisions: int) -> None:
    """Measure a long history."""
    grow(path, 20)
    _, wall = measured(lambda: grow(path, 20))
    # What is measured here is no crash, and ten thousand times a dozen flushes take long.
    with mock.patch.object(os, "fsync"):
        processor, _ = measured(lambda: grow(path, revisions), 1)
    each = f"{wall / 20 * 1000:.1f} ms wall, {processor / revisions * 1000:.2f} ms processor"
    texts = revisions * path.stat().st_size / 1e6
    print(
        f"{revisions:,} edits, each {each}; {stored_bytes() / 1e6:.0f} MB for {texts:.0f} of texts"
    )
    show("log", lambda: log(path))
    show("log, the newest 20", lambda: log(path, limit=20))
    oldest = log(path)[-1]
    show("undo the newest", lambda: undo(path))
    show("what the newest changed", lambda: revision_diff(path))
    show("what changed since the first", lambda: revision_diff(path, oldest.id))
    show("why, a line of the last edit", lambda: why(path, (revisions - 1) % 400 + 1))
    path.write_text(path.read_text().replace("Line 399", "Line 399,"))
    show("why, a line there since early edits", lambda: why(path, 200))
    with_git(path, revisions)


def with_git(path: Path, revisions: int) -> None:
    """Measure the git program on the same repository, where it is installed."""
    if shutil.which("git") is None:
        print("git is not installed")
        return
    with opened(path) as history:
        assert history.store is not None
        folder = history.store._folder  # noqa: SLF001 - measured, not used
    words = ["git", "-C", str(folder), "log", "--format=%H %B", "main"]
    _, ours = measured(lambda: log(path))
    _, theirs = measured(lambda: subprocess.run(words, capture_output=True, check=True))
    print(f"log of {revisions:,}: {ours / theirs:.1f} times the wall time of `git log`")


def large_file(path: Path, lines: int) -> None:
    """Measure an edit of a file of very many lines."""
    text = "".join(f"line {number} of a long text with some words\n" for number in range(lines))
    path.write_text(text)
    at = [len(text) * part // 11 for part in range(1, 11)]
    print(f"{lines:,} lines, {len(text) / 1e6:.0f} MB, ten changes:")
    show("read", lambda: TextFile.read(path), 3)
    changes = [
        ChangeSet(text, [Change(place, place + 4, f"{n} {place}") for place in at])
        for n in range(3)
    ]
    todo = iter(changes)

    def edit() -> None:
        path.write_text(text)
        apply(path, next(todo))

    show("apply (after a change by hand)", edit, 3)
    show("undo", lambda: undo(path), 3)
    moved = "first\n" + text

    def rebased() -> None:
        path.write_text(moved)
        apply(path, ChangeSet(text, [Change(at[5], at[5] + 4, f"{time.perf_counter()}")]))

    show("apply over a change by hand", rebased, 3)
    show("log", lambda: log(path), 3)
    assert diff(moved, path.read_text())


def main() -> None:
    """Measure in a folder of its own, or in the one that is named."""
    parser = argparse.ArgumentParser()
    parser.add_argument(
        "--data", type=Path, help="a folder to work in; a temporary one if left out"
    )
    parser.add_argument("--revisions", type=int, default=10_000)
    parser.add_argument("--lines", type=int, default=1_000_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.data) as folder:
        os.environ["LINEWISE_DATA"] = str(Path(folder, "data"))
        many_revisions(Path(folder, "notes.md"), options.revisions)
        large_file(Path(folder, "large.txt"), options.lines)


if __name__ == "__main__":
    main()
