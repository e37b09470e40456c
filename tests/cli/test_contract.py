"""One contract for every command: input, output, exit codes, and nothing unasked."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest

from linewise import TextFile, apply, edit_from_reply
from linewise.cli import COMMANDS, program
from terminals import Shown

if TYPE_CHECKING:
    from collections.abc import Iterator

PROGRAM = [sys.executable, "-m", "linewise"]
TEXT = "# Le café\n\nPremière ligne.\nDeuxième ligne.\n\n## Suite\n\nDernière ligne.\n"
REPLY = """functions:
  - insertLineAfter: [4, "Ligne nouvelle."]
  - replaceLine: [3, "Première ligne, revue."]
"""

EARLIER = 'functions:\n  - insertLineAfter: [4, "Une autre ligne."]\n'
ASKED = "question,quote\nQuelle ligne vient ensuite ?,Deuxième ligne.\n"

# For each command a whole call; FILE stands for a document, REPLY for a model's reply to it, and
# ASKED for questions about it.
READS_A_DOCUMENT = {
    "load": ["FILE"],
    "number": ["FILE"],
    "extract": ["FILE", "3-4"],
    "split": ["FILE"],
    "compare": ["FILE", "--questions", "ASKED"],
    "bulk": ["FILE"],
    "view": ["FILE"],
    "chapters": ["FILE", "--local"],
    "find": ["FILE", "la dernière ligne", "--dry-run"],
    "prompt": ["edit", "FILE", "--info-text", "Tout est nouveau."],
    "summarize": ["FILE"],
    "keypoints": ["FILE"],
    "edit": ["FILE", "--reply", "REPLY", "--dry-run"],
    "apply": ["FILE", "--reply", "REPLY", "--dry-run"],
}
READS_A_HISTORY = {
    "diff": ["FILE"],
    "log": ["FILE"],
    "why": ["FILE:5"],
    "undo": ["FILE", "--dry-run"],
    "review": ["FILE", "--reply", "REPLY", "--dry-run"],
}
OTHERS = {"completion": ["bash"], "config": ["list"], "mcp": ["--list"]}

# Tell on standard error what was found beside the result.
TALKS = {"find", "prompt"}
CALLS = READS_A_DOCUMENT | READS_A_HISTORY | OTHERS

# Seconds in a table and in JSON.
_TAKEN = re.compile(rb'\d+\.\d+(?= s\b)|(?<=_seconds": )\d+\.\d+')

reading = pytest.mark.parametrize("command", sorted(READS_A_DOCUMENT))
every = pytest.mark.parametrize("command", sorted(CALLS))


@pytest.fixture
def reply(tmp_path: Path) -> Path:
    """Keep a reply beside the folder that the tests work in."""
    path = tmp_path / "reply.yaml"
    path.write_text(REPLY, encoding="utf-8")
    return path


@pytest.fixture
def file(tmp_path: Path, reply: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with one file, which was edited once."""
    path = tmp_path / "work" / "café.md"
    path.parent.mkdir()
    path.write_text(TEXT, encoding="utf-8")
    (tmp_path / "asked.csv").write_text(ASKED, encoding="utf-8")
    apply(path, edit_from_reply(TextFile.read(path).document, EARLIER))
    monkeypatch.chdir(path.parent)
    assert reply.exists()
    return path


def run(
    *arguments: str, stdin: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the program as a person would, in a process of its own."""
    return subprocess.run(
        [*PROGRAM, *arguments],
        input=stdin,
        capture_output=True,
        env=os.environ | environment,
        check=False,
        timeout=60,
    )


def result(*arguments: str, stdin: bytes = b"", **environment: str) -> bytes:
    """Return what a call that succeeds prints, with 0 for each time that it took.

    How long something takes differs from call to call; all else is the same.
    """
    done = run(*arguments, stdin=stdin, **environment)
    assert done.returncode == 0, done.stderr
    return _TAKEN.sub(b"0", done.stdout)


def call(command: str, file: Path | str | None) -> list[str]:
    """Return the arguments of a whole call; without a file those that leave it out."""
    beside = Path.cwd().parent
    names = {"REPLY": str(beside / "reply.yaml"), "ASKED": str(beside / "asked.csv")}
    words = [word for word in CALLS[command] if file is not None or word != "FILE"]
    return [command, *(names.get(word, word.replace("FILE", str(file))) for word in words)]


def run_on_terminal(*arguments: str, **environment: str) -> str:
    """Run the program on a terminal and return what it showed."""
    controller, terminal = pty.openpty()
    process = subprocess.Popen(
        [*PROGRAM, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=terminal,
        stderr=subprocess.DEVNULL,
        env=os.environ | environment,
    )
    os.close(terminal)
    shown = Shown(controller).whole()
    os.close(controller)
    assert process.wait(timeout=60) == 0
    return shown


def test_every_command_is_held_to_the_contract() -> None:
    """A new command has to be entered here."""
    assert set(COMMANDS) == set(CALLS)


@every
def test_the_result_goes_to_standard_output_alone(command: str, file: Path) -> None:
    """What else there is to say goes to standard error; no file is left behind."""
    done = run(*call(command, file))
    assert done.returncode == 0
    assert done.stdout
    assert all(line.startswith(b"linewise: ") for line in done.stderr.splitlines())
    assert (done.stderr != b"") == (command in TALKS)
    assert list(file.parent.iterdir()) == [file]


@reading
def test_standard_input_is_a_dash_or_no_path(command: str, file: Path) -> None:
    """`-` and no path give the result of the file with the same content."""
    content = file.read_bytes()
    dashed = result(*call(command, "-"), stdin=content)
    absent = result(*call(command, None), stdin=content)
    assert dashed == absent
    assert dashed


@every
def test_output_goes_to_the_file_asked_for(command: str, file: Path) -> None:
    """`-o FILE` holds what standard output would have held, and nothing is printed."""
    printed = result(*call(command, file))
    assert result(*call(command, file), "-o", "out.txt") == b""
    assert printed == _TAKEN.sub(b"0", Path("out.txt").read_bytes())
    assert {file.name, "out.txt"} == {path.name for path in file.parent.iterdir()}


@every
def test_output_that_cannot_be_written_is_one_line(command: str, file: Path) -> None:
    """The message names the file, before anything is asked or changed for the result."""
    done = run(*call(command, file), "-o", "no/such/folder/out.txt")
    assert done.returncode == 1
    (complaint,) = done.stderr.splitlines()
    assert b"no/such/folder/out.txt: the result could not be written" in complaint


@every
def test_json_is_one_value_and_jsonl_a_line_an_item(command: str, file: Path) -> None:
    """Both are UTF-8 JSON; the two hold the same items."""
    one = json.loads(result(*call(command, file), "--json"))
    items = [json.loads(line) for line in result(*call(command, file), "--jsonl").splitlines()]
    assert items == (one if isinstance(one, list) else [one])


@reading
def test_a_missing_file_fails_with_one_line(command: str, file: Path) -> None:
    """Exit code 1, nothing on standard output, and one line that names the file."""
    done = run(*call(command, file.with_name("absent.md")))
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"absent.md" in done.stderr
    assert done.stderr.count(b"\n") == 1


@every
def test_wrong_usage_is_exit_code_2(command: str, file: Path) -> None:
    """An unknown option is named, with where to read on."""
    done = run(*call(command, file), "--no-such-option")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"--no-such-option" in done.stderr
    assert b"--help shows how it is used" in done.stderr


@reading
def test_tracebacks_only_with_debug(command: str, file: Path) -> None:
    """`--debug` shows where an error arose; without it there is one line."""
    missing = call(command, file.with_name("absent.md"))
    assert b"Traceback" not in run(*missing).stderr
    assert b"Traceback" in run(*missing, "--debug").stderr


@every
def test_colour_is_for_terminals_that_want_it(command: str, file: Path) -> None:
    """Escape codes never reach a pipe, nor a terminal with NO_COLOR."""
    assert b"\x1b" not in run(*call(command, file)).stdout
    assert "\x1b" not in run_on_terminal(*call(command, file), NO_COLOR="1")


@every
def test_output_is_utf8_in_any_locale(command: str, file: Path) -> None:
    """The locale of the terminal does not reach what is written."""
    plain = result(*call(command, file))
    assert plain == result(*call(command, file), LC_ALL="C", PYTHONIOENCODING="ascii")


@every
def test_a_reader_that_stops_is_no_error(command: str, file: Path) -> None:
    """`linewise … | head` ends in silence."""
    if command in READS_A_DOCUMENT:
        file.write_text(TEXT + "Une ligne de plus.\n" * 50_000, encoding="utf-8")
    line = shlex.join([*PROGRAM, *call(command, file)])
    done = subprocess.run(
        ["sh", "-c", f"{line} | head -c 1"], capture_output=True, check=False, timeout=120
    )
    assert all(line.startswith(b"linewise: ") for line in done.stderr.splitlines())
    assert (done.stderr != b"") == (command in TALKS)


@every
def test_help_is_there(command: str) -> None:
    """Both spellings give the same page, on standard output."""
    done = run(command, "--help")
    assert done.returncode == 0
    assert done.stdout.startswith(b"Usage: linewise " + command.encode())
    assert done.stdout == run(command, "-h").stdout


def commands_in(command: click.Command, path: str = "linewise") -> Iterator[tuple[str, str]]:
    """Yield the path and the help page of a command and of those in it, on one line each."""
    context = click.Context(command, info_name=path, **command.context_settings)
    yield path, " ".join(command.get_help(context).split())
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from commands_in(inner, f"{path} {name}")


@pytest.mark.parametrize(("path", "page"), list(commands_in(program)))
def test_help_has_an_example_with_options_that_exist(path: str, page: str) -> None:
    """Who reads a help page finds a call to begin with."""
    words, _, options = page.partition(" Options: ")
    example = words.partition(" Example")[2]
    assert path in example
    called = {word for word in example.split() if word.startswith("-") and word != "\\"}
    assert called <= set(options.replace(",", " ").split())
