"""The real program, in surroundings that fail it: what limits it stands as words before it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from cli.test_contract import ASKED, CALLS, REPLY, TEXT
from linewise import TextFile, apply, edit_from_reply

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

__all__ = ["CALLS", "PROGRAM", "WRITERS", "Done", "Place", "at_stream", "limited", "obeying", "run"]

PROGRAM = [sys.executable, "-m", "linewise"]

# What the program may end with, by its own words.
CODES = {0, 1, 2, 3, 4, 5, 130, 143}

# A change of the text that REPLY left.
SECOND = 'functions:\n  - replaceLine: [9, "Toute dernière ligne."]\n'
WRITERS = {
    "edit": ["FILE", "--reply", "SECOND", "--yes"],
    "apply": ["FILE", "--reply", "SECOND"],
    "undo": ["FILE"],
}


class Done(NamedTuple):
    """What a run came to: the exit code, the result, and the lines on standard error."""

    code: int
    out: bytes
    told: list[str]

    def complaint(self, *words: str) -> str:
        """Return the one line that says why it failed; all the words stand in it."""
        assert (self.code, len(self.told)) == (1, 1), self
        assert all(word in self.told[0] for word in words), self
        return self.told[0]


def run(
    *arguments: str,
    before: Sequence[str] = (),
    stdin: Any = subprocess.DEVNULL,
    without: Sequence[str] = (),
    **environment: str,
) -> Done:
    """Run the program behind some words, and see that it ends as it may.

    Args:
        arguments: those of the program.
        before: words that run the ones after them in surroundings of their own.
        stdin: its standard input; none when left out.
        without: variables of the environment that are taken away.
        environment: variables that are set.
    """
    known = {name: value for name, value in os.environ.items() if name not in without}
    done = subprocess.run(
        [*before, *PROGRAM, *arguments],
        stdin=stdin,
        capture_output=True,
        env=known | environment,
        check=False,
        timeout=120,
    )
    told = done.stderr.decode(errors="surrogateescape").splitlines()
    assert done.returncode in CODES, told
    assert all(line.startswith("linewise: ") for line in told), told
    # Both are words for an error that nobody thought of.
    for words in ("this is a fault in linewise", "the system refused"):
        assert words not in "".join(told), told
    return Done(done.returncode, done.stdout, told)


def limited(limit: str) -> list[str]:
    """Return words that run a program under a limit of the shell, such as `-f 0`."""
    return ["sh", "-c", f'ulimit {limit} && exec "$@"', "sh"]


def at_stream(redirection: str) -> list[str]:
    """Return words that run a program with a stream elsewhere, such as `2>/dev/full`."""
    return ["sh", "-c", f'exec "$@" {redirection}', "sh"]


def obeying() -> list[str]:
    """Return words that run a program for which rights count, whoever runs the tests."""
    if os.geteuid() != 0:
        return []
    if (setpriv := shutil.which("setpriv")) is None:
        pytest.skip("the superuser may do everything, and setpriv is not there to forbid it")
    rights = "-dac_override,-dac_read_search,-fowner"
    words = [setpriv, f"--bounding-set={rights}", f"--inh-caps={rights}"]
    tried = subprocess.run([*words, "true"], capture_output=True, check=False)
    if tried.returncode:
        pytest.skip(f"setpriv may not take rights away: {tried.stderr.decode().strip()}")
    return words


class Place:
    """A folder with one file that was edited once; the next reply and questions lie beside it."""

    def __init__(self, root: Path, name: str = "café.md") -> None:
        self.root = root
        self.folder = root / "work"
        self.file = self.folder / name
        self.folder.mkdir()
        (root / "second.yaml").write_text(SECOND, encoding="utf-8")
        (root / "asked.csv").write_text(ASKED, encoding="utf-8")
        self.file.write_text(TEXT, encoding="utf-8")
        apply(self.file, edit_from_reply(TextFile.read(self.file).document, REPLY))
        self.text = self.file.read_text(encoding="utf-8")

    def call(self, command: str, *, writing: bool = False) -> list[str]:
        """Return a whole call of a command, for real or as the contract has it."""
        places = {
            "FILE": str(self.file),
            "REPLY": str(self.root / "second.yaml"),
            "SECOND": str(self.root / "second.yaml"),
            "ASKED": str(self.root / "asked.csv"),
        }
        words = (WRITERS if writing else CALLS)[command]
        for name, path in places.items():
            words = [word.replace(name, path) for word in words]
        return [command, *words]

    def is_untouched(self) -> bool:
        """Tell whether the file is what it was, and alone in its folder."""
        alone = [self.file] == list(self.folder.iterdir())
        return alone and self.file.read_text(encoding="utf-8") == self.text
