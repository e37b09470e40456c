"""Edits of a long document: reading the reply, planning, applying, the diff, and how they grow.

Prints processor seconds (medians of interleaved rounds) for 10,000 operations on 1,000,000
lines, the same with ten times and with half the operations and with half the lines, how the plan
grows with ten times the operations (10 is linear), and the ratio to the least that a program could
do: split the text, change a list of lines, join it again. Then the seconds that hostile replies
take to be refused, and how they grow when the reply gets four times longer (4 is linear).
"""

from __future__ import annotations

import random
import statistics
import time
from typing import TYPE_CHECKING

from linewise.document import Document
from linewise.editing import (
    DeleteLine,
    InsertLineAfter,
    LineRange,
    Operation,
    ReplaceLine,
    ReplaceText,
    plan,
    read_operations,
)
from linewise.errors import ReplyError

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 3
LINES, OPERATIONS, MANY = 1_000_000, 10_000, 100_000
GOAL = 2.0

HOSTILE = {
    "quotes": 'a" ',
    "open quotes": '"a ',
    "backslashes": "\\",
    "open comments": "/*",
    "comments": "[ #",
    "dashes": "- ",
    "thinking": "<think>",
    "fences": "```\n",
    "spaces": " ",
}


def document(lines: int) -> str:
    """A text whose lines are all different."""
    return "".join(f"line {i} says what it says\n" for i in range(1, lines + 1))


def operations(lines: int, count: int) -> list[Operation]:
    """Operations of all kinds, each on lines of its own, in disorder."""
    rng = random.Random(7)
    step = lines // count
    drawn: list[Operation] = []
    for index in range(count):
        line = index * step + 1 + rng.randrange(max(1, step - 3))
        kind = index % 5
        if kind == 0:
            drawn.append(ReplaceLine(line, f"new words {index}"))
        elif kind == 1:
            drawn.append(DeleteLine(LineRange(line, line + min(2, step - 1))))
        elif kind == 2:
            drawn.append(ReplaceText(line, "what it says", "something else"))
        elif kind == 3:
            drawn.append(InsertLineAfter(line, f"a\nb\nc {index}", f"n{index}"))
        else:
            # After the line that the operation before this one creates.
            drawn.append(InsertLineAfter(f"n{index - 1}", f"after it {index}"))
    rng.shuffle(drawn)
    return drawn


def reply(drawn: list[Operation]) -> str:
    """The replacements among the operations, as a model writes them."""
    return "functions:\n" + "".join(
        f'  - replaceLine: [{operation.line}, "{operation.content}"]\n'
        for operation in drawn
        if isinstance(operation, ReplaceLine)
    )


def split_and_join(text: str, count: int) -> str:
    """The least that a program could do."""
    lines = text.split("\n")
    for at in range(0, len(lines) - 1, max(1, len(lines) // count)):
        lines[at] = "new words"
    return "\n".join(lines)


def timed(run: Callable[[], object]) -> float:
    """Return the processor seconds that a call takes."""
    start = time.process_time()
    run()
    return time.process_time() - start


def steps(text: str, drawn: list[Operation]) -> dict[str, float]:
    """Return the seconds of each step of an edit."""
    doc = Document(text)
    seconds = {"index": timed(lambda: doc.line_count)}
    edit = plan(doc, [])

    def planned() -> None:
        nonlocal edit
        edit = plan(doc, drawn)

    seconds["plan"] = timed(planned)
    seconds["apply"] = timed(lambda: edit.after)
    seconds["diff"] = timed(edit.diff)
    return seconds


def main() -> None:
    """Print the tables."""
    sizes = [(LINES, OPERATIONS), (LINES, MANY)]
    sizes += [(LINES, OPERATIONS // 2), (LINES // 2, OPERATIONS)]
    texts = {lines: document(lines) for lines, _ in sizes}
    rounds: dict[tuple[int, int], list[dict[str, float]]] = {size: [] for size in sizes}
    least: list[float] = []
    for _ in range(ROUNDS):
        for lines, count in sizes:
            rounds[lines, count].append(steps(texts[lines], operations(lines, count)))
        least.append(timed(lambda: split_and_join(texts[LINES], OPERATIONS)))
    print(f"{'lines':>10} {'operations':>10} {'index':>7} {'plan':>7} {'apply':>7} {'diff':>7}")
    for (lines, count), seconds in rounds.items():
        medians = [statistics.median(s[step] for s in seconds) for step in seconds[0]]
        print(f"{lines:>10,} {count:>10,} " + " ".join(f"{value:>7.3f}" for value in medians))
    few, many = (statistics.median(s["plan"] for s in rounds[size]) for size in sizes[:2])
    print(
        f"\nplan of {MANY // OPERATIONS} times the operations: {many / few:.1f} times the seconds"
    )
    whole = statistics.median(s["index"] + s["plan"] + s["apply"] for s in rounds[sizes[0]])
    ratio = whole / statistics.median(least)
    print(f"index, plan and apply: {whole:.2f} s (goal {GOAL} s), {ratio:.1f} times split and join")
    for count in (OPERATIONS, MANY // 2):
        words = reply(operations(5 * LINES, 5 * count))
        read = statistics.median(timed(lambda: read_operations(words)) for _ in range(ROUNDS))  # noqa: B023
        print(f"reading {count:,} operations ({len(words):,} characters): {read:.2f} s")
    print("\nrefusing a reply of 100,000 and 400,000 signs")
    for name, piece in HOSTILE.items():
        small, large = (
            statistics.median(timed(lambda: refuse(piece, n)) for _ in range(ROUNDS))  # noqa: B023
            for n in (100_000, 400_000)
        )
        print(f"  {name:14} {small:.3f} s {large:.3f} s  growth {large / max(small, 1e-6):.1f}")


def refuse(piece: str, signs: int) -> None:
    """Read a reply that must be refused."""
    try:
        read_operations('- replaceLine: [2, "' + piece * (signs // len(piece)))
    except ReplyError:
        return
    raise AssertionError(piece)


if __name__ == "__main__":
    main()
