"""`linewise completion`: what a shell completes by the Tab key."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from linewise.cli import COMMANDS, main

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = [sys.executable, "-m", "linewise"]


def completed(line: str, word: int) -> list[str]:
    """Return what the program answers a bash that completes a word of a line."""
    asked = {
        "_LINEWISE_COMPLETE": "bash_complete",
        "COMP_WORDS": line,
        "COMP_CWORD": str(word),
    }
    done = subprocess.run(
        PROGRAM, env=os.environ | asked, capture_output=True, check=False, timeout=60
    )
    assert done.stderr == b""
    return done.stdout.decode().splitlines()


def test_commands_options_and_choices_are_completed() -> None:
    """Each by its beginning."""
    assert completed("linewise ", 1) == [f"plain,{name}" for name in COMMANDS]
    assert completed("linewise split --si", 2) == ["plain,--size"]
    assert completed("linewise split --by str", 3) == ["plain,structure"]
    assert completed("linewise prompt ch", 2) == ["plain,chapters"]
    assert ["plain,html"] == completed("linewise split --as ht", 3)
    assert ["plain,pdf"] == completed("linewise bulk --as pd", 3)
    for command in ("split", "chapters", "compare"):
        assert ["plain,o200k"] == completed(f"linewise {command} --tokenizer o2", 3)
        assert ["file,own.js"] == completed(f"linewise {command} --tokenizer own.js", 3)


@pytest.mark.parametrize(
    "line",
    [
        "linewise split rep",
        "linewise bulk rep",
        "linewise extract rep",
        "linewise why rep",
        "linewise apply rep",
        "linewise prompt edit rep",
        "linewise number -o rep",
        "linewise edit a.md --info rep",
        "linewise edit a.md --reply rep",
        "linewise mcp --root rep",
    ],
)
def test_names_of_files_are_left_to_the_shell(line: str) -> None:
    """Where a path is meant the shell is told to complete one."""
    assert completed(line, len(line.split()) - 1) == ["file,rep"]


def test_a_shell_has_to_be_named(capfd: pytest.CaptureFixture[str]) -> None:
    """Those that there are stand in the line that says so."""
    assert 2 == main(["completion"])
    assert "Missing argument 'SHELL'. Choose from: bash, zsh, fish (" in capfd.readouterr().err


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_reads_what_is_written(tmp_path: Path) -> None:
    """What is evaluated makes the function that bash asks."""
    script = f'eval "$("{sys.executable}" -m linewise completion bash)"; complete -p linewise'
    done = subprocess.run(
        ["bash", "--norc", "-c", script],
        cwd=tmp_path,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert b" linewise" in done.stdout
    assert done.stderr == b""
