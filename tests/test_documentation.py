"""The examples of the README and of the docs run, and give what is written there."""

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
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@dataclass(frozen=True)
class Example:
    """A fenced block of a page that says what comes out of it."""

    page: Path
    line: int
    kind: str
    code: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def examples() -> list[Example]:
    """Return every block that can be run."""
    found: list[Example] = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for match in FENCE.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            found.append(Example(page, line, match[1], match[2]))
    return [*(one for one in found if one.kind == "console"), *_pages_of_python(found)]


def _pages_of_python(blocks: list[Example]) -> list[Example]:
    """Join the Python of each page: a reader types one block after the other."""
    joined: dict[Path, Example] = {}
    for block in blocks:
        if block.kind == "python":
            before = joined.get(block.page, Example(block.page, block.line, "python", ""))
            joined[block.page] = replace(before, code=f"{before.code}\n{block.code}")
    return list(joined.values())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a copy, so that an example that writes changes nothing here."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run_in_python(example: Example) -> None:
    """Run a block as a doctest."""
    test = doctest.DocTestParser().get_doctest(
        example.code, {}, str(example), str(example.page), example.line
    )
    assert test.examples, f"{example}: a Python block needs >>> to be checked"
    report: list[str] = []
    outcome = doctest.DocTestRunner(optionflags=FLAGS).run(test, out=report.append)
    assert outcome.failed == 0, "".join(report)


def run_in_shell(example: Example, folder: Path) -> None:
    """Run each line after `$ ` and compare what it prints with what follows it."""
    commands = re.split(r"^\$ ", example.code, flags=re.MULTILINE)[1:]
    assert commands, f"{example}: a console block needs $ to be checked"
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for block in commands:
        command, _, expected = block.partition("\n")
        while command.endswith("\\"):
            more, _, expected = expected.partition("\n")
            command = command[:-1] + more
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=folder,
            env=os.environ | {"PATH": path, "COLUMNS": "88"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
            timeout=300,
        )
        printed = done.stdout.decode()
        assert CHECKER.check_output(expected, printed, FLAGS), (
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
