"""Run as a program: `linewise` gets a signal at each step that touches the disk.

One process imports what is needed once and forks the others, so that hundreds of them are quick.
It prints one line of JSON: the exit codes, and what was wrong.

    python stopped_midway.py SIGNAL FILE ARGUMENT…
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections import Counter
from pathlib import Path

from history.edited_by_others import IMPORTED_EARLY, MOST_STEPS, at_step, forked
from linewise import log
from linewise.cli import main

RAN = 0
assert IMPORTED_EARLY


def stopped_at(step: int, number: int, words: list[str]) -> tuple[int, str]:
    """Run the program, send it the signal before a step, and return its code and its words."""
    reading, writing = os.pipe()

    def work() -> None:
        os.dup2(writing, 2)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        at_step(step, lambda: os.kill(os.getpid(), number))
        os._exit(main(words))

    child = forked(work)
    os.close(writing)
    with open(reading, "rb") as told:  # noqa: PTH123 - a descriptor, not a path
        said = told.read().decode()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), said


def wrong_with(file: Path, texts: set[str], code: int, said: str) -> str:
    """Return what is wrong with the file, its folder, its log or what was said, if anything."""
    text = file.read_text(encoding="utf-8")
    if text not in texts:
        return f"the file holds neither the old nor the new text but {text!r}"
    if (revisions := log(file)) and revisions[0].after != text:
        return f"the log ends with {revisions[0].after!r}"
    if names := [found.name for found in file.parent.iterdir() if found != file]:
        return f"left lying in the folder: {names}"
    # An empty line comes first: after Ctrl-C the cursor stands behind ^C.
    if code != RAN and not said.endswith("\nlinewise: stopped\n"):
        return f"exit code {code} with the words {said!r}"
    return ""


def try_each_step(number: int, file: Path, words: list[str]) -> dict[str, object]:
    """Stop the program at one step after the other, until there is none left."""
    codes: Counter[int] = Counter()
    wrong: list[str] = []
    main([*words, "-o", os.devnull])
    texts = {one.before for one in log(file)} | {one.after for one in log(file)}
    for step in range(1, MOST_STEPS):
        code, said = stopped_at(step, number, words)
        codes[code] += 1
        if found := wrong_with(file, texts, code, said):
            wrong.append(f"step {step}: {found}")
        if code == RAN:
            break
    return {"codes": codes, "wrong": wrong}


if __name__ == "__main__":
    name, path, *arguments = sys.argv[1:]
    print(json.dumps(try_each_step(signal.Signals[name], Path(path), arguments)))
