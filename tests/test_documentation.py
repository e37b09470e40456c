"""The examples of the README and of the docs run, and give what is written there to the space."""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(console|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CHECKER = doctest.OutputChecker()
# How long something takes is for the machine to say, and not for a page.
TAKEN = re.compile(r"\b\d+\.\d+ s\b")


@dataclass(frozen=True)
class Example:
    """The fenced blocks of one kind of a page, which say what comes out of them."""

    page: Path
    line: int
    kind: str
    code: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.kind}"


def examples() -> list[Example]:
    """Return what can be run of each page, joined: a reader types one block after the other."""
    joined: dict[tuple[Path, str], Example] = {}
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for match in FENCE.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            before = joined.get((page, match[1]), Example(page, line, match[1], ""))
            joined[page, match[1]] = replace(before, code=f"{before.code}{match[2]}")
    return list(joined.values())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a copy of what stands in a clone, so that an example that writes changes none."""
    for name in ("docs", "examples"):
        shutil.copytree(ROOT / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    return tmp_path


def run_in_python(example: Example) -> None:
    """Run a block as a doctest."""
    test = doctest.DocTestParser().get_doctest(
        example.code, {}, str(example), str(example.page), example.line
    )
    assert test.examples, f"{example}: a Python block needs >>> to be checked"
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    outcome = runner.run(test, out=report.append)
    assert outcome.failed == 0, "".join(report)


def run_in_shell(example: Example, folder: Path) -> None:
    """Run each line after `$ ` and compare what it prints with what follows it."""
    commands = re.split(r"^\$ ", example.code, flags=re.MULTILINE)[1:]
    assert commands, f"{example}: a console block needs $ to be checked"
    for block in commands:
        command, _, expected = block.partition("\n")
        while command.endswith("\\"):
            more, _, expected = expected.partition("\n")
            command = command[:-1] + more
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=folder,
            env=os.environ | {"COLUMNS": "80"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
            timeout=300,
        )
        printed = done.stdout.decode()
        told, shown = TAKEN.sub("0 s", expected), TAKEN.sub("0 s", printed)
        assert CHECKER.check_output(told, shown, doctest.ELLIPSIS), (
            f"{example}: $ {command}\n--- as written\n{expected}\n--- as run\n{printed}"
        )


@pytest.mark.parametrize("example", examples(), ids=str)
def test_the_example_gives_what_it_says(example: Example, folder: Path) -> None:
    """A reader who types an example sees what the page shows."""
    if example.kind == "python":
        run_in_python(example)
    else:
        run_in_shell(example, folder)


def test_every_page_is_reached() -> None:
    """There are pages, and the README has examples of both kinds."""
    kinds = {example.kind for example in examples() if example.page.name == "README.md"}
    assert kinds == {"console", "python"}


def test_modules_examples() -> None:
    """The examples in docstrings run, too."""
    done = subprocess.run(
        [sys.executable, "-m", "doctest", str(ROOT / "src" / "linewise" / "__init__.py")],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stdout
