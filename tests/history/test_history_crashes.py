"""File and log agree after any kill, and processes that edit at once lose nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PROGRAM = Path(__file__).with_name("edited_by_others.py")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the program forks")


def run(command: str, path: Path, *numbers: int) -> dict[str, Any]:
    """Run the program and return what it found."""
    words = [sys.executable, str(PROGRAM), command, str(path), *map(str, numbers)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Name a file in a folder of its own, so that whatever is left lying there is seen."""
    folder = tmp_path / "documents"
    folder.mkdir()
    return folder / "notes.md"


def test_killed_at_random_moments(file: Path) -> None:
    """After a SIGKILL the next command finds the old or the new state, in file and log alike."""
    found = run("kill", file, 30, 1)
    assert [] == found["wrong"]
    assert found["revisions"] > 0


def test_killed_at_each_step(file: Path) -> None:
    """The same holds at every single step of an edit or an undo that touches the disk."""
    found = run("steps", file)
    assert [] == found["wrong"]
    for name in ("second edit", "undo"):
        old, new = found["outcomes"][name]
        assert old > 5, "kills before the file was replaced"
        assert new > 2, "kills after it"


def test_failing_at_each_step(file: Path) -> None:
    """A disk that is full at any of these steps is an error of linewise, and the old state.

    Or the step was worth a try and no more, and all is well. A sound history is never taken for
    a damaged one.
    """
    found = run("faults", file)
    assert [] == found["wrong"]
    for name in ("second edit", "undo"):
        assert found["outcomes"][name][0] > 20


def test_twenty_processes_at_once(file: Path) -> None:
    """Twenty processes that edit one file lose no edit, and each edit is a revision."""
    found = run("crowd", file, 20, 2)
    assert 0 == found["failed"]
    assert ["2"] * 20 == found["counted"]
    assert 40 == found["revisions"]


@pytest.mark.slow
def test_killed_five_hundred_times(file: Path) -> None:
    """What holds for thirty kills holds for five hundred."""
    assert [] == run("kill", file, 500, 2)["wrong"]
