"""A process that makes parts: tasks come in by standard input, entries go out, a line each.

It is a program of its own, and not a fork or a copy of the process that started it: so it runs
from scripts, notebooks and threads alike, and dies alone.
"""

from __future__ import annotations

import json
import mmap
import os
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any

from linewise.bulk.making import Making, make_part
from linewise.bulk.parts import Part
from linewise.bulk.spec import Spec

__all__ = ["POSITION", "main"]

POSITION = 8
"""Bytes of the file in which a worker keeps the row that it is at: its number and one, or 0."""


def main() -> None:
    """Make parts until standard input ends."""
    # Who stops the run stops its workers; a key pressed on the terminal reaches them all.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = _own_output()
    tasks: SimpleQueue[dict[str, Any]] = SimpleQueue()
    threading.Thread(target=_read, args=(tasks,), daemon=True).start()
    setup = tasks.get()
    making = Making(Spec(**setup["spec"]), Path(setup["folder"]), setup["form"])
    position = Path(setup["position"])
    with position.open("r+b") as file, mmap.mmap(file.fileno(), POSITION) as place:
        # Both sides have it open, so its name is of no more use; where a file that is open
        # cannot be removed, whoever made it does so in the end.
        with suppress(OSError):
            position.unlink()

        def watch(row: int | None) -> None:
            place[:] = (0 if row is None else row + 1).to_bytes(POSITION, "little")

        while True:
            answers.write(json.dumps(_answer(tasks.get(), making, watch)).encode() + b"\n")
            answers.flush()


def _answer(task: dict[str, Any], making: Making, watch: Any) -> dict[str, Any]:
    part = Part.from_dict(task["part"])
    skip = {int(row): why for row, why in task["skip"].items()}
    try:
        entry = make_part(part, making, task["known"], skip, watch)
    except OSError as error:
        return {"error": f"{making.folder / making.output(part)}: it cannot be written: {error}"}
    return {"entry": None if entry is None else entry.as_dict()}


def _own_output() -> IO[bytes]:
    """Return standard output, which nothing else can write to from now on."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return answers


def _read(tasks: SimpleQueue[dict[str, Any]]) -> None:
    for line in sys.stdin.buffer:
        tasks.put(json.loads(line))
    # Whoever gave the tasks is gone, or has no more of them.
    os._exit(0)


if __name__ == "__main__":
    main()
