"""A text of 1,000,000 lines: indexed, numbered, cut and looked up.

Prints processor seconds (medians of five rounds) and the peak memory of numbering, which is
measured in a process of its own as a multiple of the numbered text.
"""

from __future__ import annotations

import argparse
import random
import resource
import statistics
import subprocess
import sys
import time
from typing import TYPE_CHECKING

from linewise import Document, extract, number

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 5


def text_of(lines: int) -> str:
    """Write a text of so many lines of some 60 characters, one in a hundred not ASCII."""
    words = [
        "the",
        "quick",
        "brown",
        "fox",
        "jumped",
        "over",
        "a",
        "lazy",
        "dog",
        "in",
        "the",
        "sun",
    ]
    rng = random.Random(7)
    return "".join(
        f"{i} {' '.join(rng.choices(words, k=11))}{' é😀' if i % 100 == 0 else ''}\n"
        for i in range(lines)
    )


def seconds(action: Callable[[], object]) -> float:
    """Return the processor seconds of an action."""
    start = time.process_time()
    action()
    return time.process_time() - start


def median(action: Callable[[], object]) -> float:
    """Return the median of the processor seconds of some rounds."""
    return statistics.median(seconds(action) for _ in range(ROUNDS))


def report_times(lines: int) -> None:
    """Print how long each step takes."""
    text = text_of(lines)
    document = Document(text)
    rng = random.Random(8)
    offsets = [rng.randrange(len(text)) for _ in range(1_000)]
    middle = lines // 2
    print(f"{lines:,} lines, {len(text) / 1e6:.0f} million characters")
    print(f"  index the lines          {median(lambda: Document(text).line_count) * 1e3:9.2f} ms")
    for style in ("p", "pipe"):
        numbering = median(lambda style=style: number(document, style))  # type: ignore[misc]
        print(f"  number, style {style:<10} {numbering * 1e3:9.2f} ms")
    cutting = median(lambda: extract(document, middle, middle + 9).text)
    print(f"  extract 10 lines         {cutting * 1e3:9.3f} ms")
    locating = median(lambda: [document.locate(offset) for offset in offsets])
    print(f"  locate 1,000 offsets     {locating * 1e3:9.2f} ms")


def report_memory(lines: int) -> None:
    """Print the peak memory of numbering; a process has only one peak, so use a new one."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    text = text_of(lines)
    built = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    numbered = number(text).text
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    size = sys.getsizeof(numbered) / 1024
    print(
        f"peak memory of numbering {lines:,} lines: {(peak - before) / 1024:.0f} MB, "
        f"{(peak - before) / size:.2f} times the numbered text of {size / 1024:.0f} MB; "
        f"{(built - before) / 1024:.0f} MB of it were there before, with the text itself"
    )


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--lines", type=int, default=1_000_000)
    parser.add_argument("--memory-only", action="store_true")
    options = parser.parse_args()
    if options.memory_only:
        report_memory(options.lines)
        return
    # First, since a process is born with the peak of its parent.
    subprocess.run(
        [sys.executable, __file__, "--memory-only", "--lines", str(options.lines)], check=True
    )
    report_times(options.lines)


if __name__ == "__main__":
    main()
