"""Run as a program: many processes that edit one file, and processes that are killed at it.

One process imports what is needed once and forks the others, so that hundreds of them are quick.
It prints one line of JSON: what the tests look at.

    python edited_by_others.py crowd FILE PROCESSES EDITS
    python edited_by_others.py kill FILE TIMES SEED
    python edited_by_others.py steps FILE
    python edited_by_others.py faults FILE
"""

from __future__ import annotations

import errno
import json
import os
import random
import signal
import sys
import time
import traceback
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import dulwich.object_store
import dulwich.objects
import dulwich.refs
import dulwich.repo

from linewise.changes import diff
from linewise.errors import LinewiseError
from linewise.files import TextFile, data_folder
from linewise.history import apply, log, undo

if TYPE_CHECKING:
    from collections.abc import Callable

# How a forked process ends: with an error of linewise, without one though a step failed, or wrong.
TOLD, UNTOLD, TOLD_WRONGLY = 3, 4, 5

# An edit takes fewer.
MOST_STEPS = 300

IMPORTED_EARLY = (dulwich.object_store, dulwich.objects, dulwich.refs, dulwich.repo)


def forked(work: Callable[[], None]) -> int:
    """Start a process that does some work and ends."""
    process = os.fork()
    if process:
        return process
    status = 0
    try:
        work()
    except BaseException:  # noqa: BLE001 - nothing may leave a forked process but its status
        traceback.print_exc()
        status = 1
    os._exit(status)


def count_up(path: Path, mark: str) -> None:
    """Raise by one the number in the line that begins with `mark`."""
    text = TextFile.read(path).document.text
    old = next(line for line in text.split("\n") if line.startswith(mark))
    new = f"{mark}{int(old.removeprefix(mark)) + 1}"
    apply(path, diff(text, text.replace(f"{old}\n", f"{new}\n")), information=new)


def crowd(path: Path, processes: int, edits: int) -> dict[str, Any]:
    """Let many processes raise a number each, in lines that do not adjoin, all at once."""
    marks = [f"process {number}: " for number in range(processes)]
    path.write_text("".join(f"# Part\n\n{mark}0\n\n" for mark in marks))

    def work(mark: str) -> None:
        for _ in range(edits):
            count_up(path, mark)

    children = [forked(lambda mark=mark: work(mark)) for mark in marks]  # type: ignore[misc]
    failed = sum(os.waitpid(child, 0)[1] != 0 for child in children)
    counted = [line.partition(": ")[2] for line in path.read_text().split("\n") if ": " in line]
    return {"failed": failed, "counted": counted, "revisions": len(log(path))}


def state_after_kill(path: Path, known: set[str]) -> str:
    """Return what is wrong with the file and its history after a process was killed, if any."""
    revisions = log(path)
    text = path.read_text()
    if text not in known:
        return f"the file holds neither the old nor the new text but {text!r}"
    if revisions and revisions[0].after != text:
        return f"the log ends with {revisions[0].after!r}, the file holds {text!r}"
    if any(revision.kind == "outside" for revision in revisions):
        return "an edit was taken for a change from outside"
    for newer, older in pairwise(revisions):
        if newer.before != older.after:
            return f"revision {newer.id} does not begin where {older.id} ends"
    histories = data_folder() / "history"
    if damaged := [found.name for found in histories.glob("*.damaged*")]:
        return f"a sound history was set aside: {damaged}"
    if names := [found.name for found in path.parent.iterdir() if found != path]:
        return f"left lying in the folder: {names}"
    return ""


def text_of(number: int) -> str:
    """Return the text that the file has after so many edits."""
    return f"# Title\n\nedit {number}\n\nlast line\n" + "filling\n" * 50


def kill(path: Path, times: int, seed: int) -> dict[str, Any]:
    """Kill a process that edits without a pause, again and again, at random moments."""
    chance = random.Random(seed)  # noqa: S311 - chance that can be repeated
    path.write_text(text_of(0))
    wrong: list[str] = []
    most = 0

    def work() -> None:
        while True:
            number = int(path.read_text().split("\n")[2].removeprefix("edit "))
            apply(path, diff(text_of(number), text_of(number + 1)))
            if number % 3 == 2:
                undo(path)
                undo(path)

    start = time.perf_counter()
    apply(path, diff(text_of(0), text_of(1)))
    undo(path)
    took = time.perf_counter() - start
    for _ in range(times):
        child = forked(work)
        time.sleep(chance.uniform(0.0, took))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        found = state_after_kill(path, {text_of(n) for n in range(most, most + 100)})
        if found:
            wrong.append(found)
        most = max(0, int(path.read_text().split("\n")[2].removeprefix("edit ")) - 1)
    return {"wrong": wrong, "revisions": len(log(path)), "last": path.read_text()}


def steps(path: Path) -> dict[str, Any]:
    """Kill a process at each step that touches the disk: the first edit, a second one, an undo."""
    return at_each_step(path, killed_at)


def faults(path: Path) -> dict[str, Any]:
    """Let the disk be full at each of these steps."""
    return at_each_step(path, failing_at)


def at_each_step(
    path: Path, stopped_at: Callable[[int, Callable[[], object]], None]
) -> dict[str, Any]:
    """Stop an edit, another one and an undo at each step, and look at file and log."""
    wrong: list[str] = []
    outcomes: dict[str, list[int]] = {}
    works: list[tuple[str, Callable[[], object], int, int]] = [
        ("first edit", lambda: apply(path, diff(text_of(0), text_of(1))), 0, 1),
        ("second edit", lambda: apply(path, diff(text_of(1), text_of(2))), 1, 2),
        ("undo", lambda: undo(path), 2, 1),
    ]
    path.write_text(text_of(0))
    for name, work, old, new in works:
        outcomes[name] = [0, 0]
        step = 0
        stopped = True
        while stopped and step < MOST_STEPS:
            step += 1
            child = forked(lambda work=work, step=step: stopped_at(step, work))  # type: ignore[misc]
            status = os.waitpid(child, 0)[1]
            stopped = status != 0
            if os.WIFEXITED(status) and os.WEXITSTATUS(status) == TOLD_WRONGLY:
                wrong.append(f"{name}, step {step}: no error of linewise, or none at all")
            if found := state_after_kill(path, {text_of(old), text_of(new)}):
                wrong.append(f"{name}, step {step}: {found}")
            is_new = path.read_text() == text_of(new)
            if is_new and os.WIFEXITED(status) and os.WEXITSTATUS(status) == TOLD:
                wrong.append(f"{name}, step {step}: an error, but the new file")
            outcomes[name][is_new] += 1
            if stopped and step == MOST_STEPS:
                wrong.append(f"{name}: it cannot be done any more")
            if is_new and stopped:
                apply(path, diff(text_of(new), text_of(old)))
    return {"wrong": wrong, "outcomes": outcomes}


def killed_at(step: int, work: Callable[[], object]) -> None:
    """Do some work, but die just before the given step that touches the disk."""
    at_step(step, lambda: os.kill(os.getpid(), signal.SIGKILL))
    work()


def failing_at(step: int, work: Callable[[], object]) -> None:
    """Do some work, but let the given step that touches the disk fail; then end with a status."""
    failed = []

    def fail() -> None:
        failed.append(step)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    at_step(step, fail)
    try:
        work()
    except LinewiseError:
        os._exit(TOLD)
    except BaseException:  # noqa: BLE001 - whatever else comes out is wrong
        traceback.print_exc()
        os._exit(TOLD_WRONGLY)
    # Some steps are worth a try and no more: that they failed is no failure.
    os._exit(UNTOLD if failed else 0)


def at_step(step: int, deed: Callable[[], None]) -> None:
    """Do something just before the given step that touches the disk."""
    left = step

    def hook(event: str, _: tuple[Any, ...]) -> None:
        nonlocal left
        if event in {"open", "os.mkdir", "os.rename", "os.remove", "os.chmod", "os.utime"}:
            left -= 1
            if left == 0:
                deed()

    sys.addaudithook(hook)


if __name__ == "__main__":
    command, file, *numbers = sys.argv[1:]
    commands: dict[str, Callable[..., dict[str, Any]]] = {
        "crowd": crowd,
        "kill": kill,
        "steps": steps,
        "faults": faults,
    }
    print(json.dumps(commands[command](Path(file), *map(int, numbers))))
