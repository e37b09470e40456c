"""Streams, folders and files as they are found: closed, full, gone, read-only, oddly named."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from linewise.cli import main

PROGRAM = shlex.join([sys.executable, "-m", "linewise"])
NUMBERED = b'<p id="line-1">one</p>\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with one file."""
    (tmp_path / "a.txt").write_text("one\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def shell(line: str) -> tuple[int, bytes, bytes]:
    """Run a line of shell in which LINEWISE stands for the program."""
    done = subprocess.run(
        ["sh", "-c", line.replace("LINEWISE", PROGRAM)],
        capture_output=True,
        check=False,
        timeout=60,
        stdin=subprocess.DEVNULL,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("LINEWISE number a.txt >&-", b"standard output is closed; open it, or name a file by -o"),
        ("LINEWISE number <&-", b"standard input is closed; name a file, or send a text"),
        ("LINEWISE number a.txt >/dev/full", b"standard output: the result could not be written:"),
        ("LINEWISE number a.txt -o /dev/full", b"/dev/full: the result could not be written:"),
        ("LINEWISE --help >/dev/full", b"the system refused:"),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="/dev/full is of Linux")
def test_a_stream_that_cannot_be_used_is_no_fault_of_the_program(line: str, message: bytes) -> None:
    """One line says which stream it is; the exit code is 1."""
    code, _, complaint = shell(line)
    assert code == 1
    assert complaint.startswith(b"linewise: " + message)
    assert complaint.count(b"\n") == 1


def test_a_closed_standard_error_leaves_the_exit_code() -> None:
    """There is nowhere to complain, but wrong usage is still told from failure."""
    assert (2, b"", b"") == shell("LINEWISE number --no-such-option 2>&-")
    assert (1, b"", b"") == shell("LINEWISE number absent.txt 2>&-")


def test_a_message_names_standard_input() -> None:
    """Bytes that are no text are told by where they came from."""
    code, _, complaint = shell("printf 'a\\0b' | LINEWISE number")
    assert code == 1
    assert complaint.startswith(b"linewise: standard input: a zero byte at offset 1 says")


def test_a_named_pipe_whose_reader_stops_is_no_error() -> None:
    """`-o PIPE` ends as quietly as a pipe of the shell does."""
    Path("long.txt").write_text("a line\n" * 100_000, encoding="utf-8")
    line = "mkfifo pipe; (head -c 1 pipe >/dev/null &); LINEWISE number long.txt -o pipe"
    assert (0, b"", b"") == shell(line)


def test_a_folder_that_is_gone_has_no_settings() -> None:
    """Standard input is numbered as anywhere else."""
    line = f"mkdir gone; cd gone; rmdir ../gone; echo one | {shlex.quote(sys.executable)}"
    assert (0, NUMBERED, b"") == shell(line + " -P -m linewise number")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names are UTF-8")
def test_a_file_whose_name_is_no_utf8_is_named_by_an_escape() -> None:
    """JSON stays UTF-8; a lone byte stands in it as Python writes it."""
    Path(os.fsdecode(b"b\xff.txt")).write_text("one\n", encoding="utf-8")
    code, out, complaint = shell("LINEWISE number b*.txt --json")
    assert (code, complaint) == (0, b"")
    assert os.fsdecode(b"b\xff.txt") == json.loads(out.decode())["source"]
    assert shell("LINEWISE split b*.txt --text")[1].startswith(b"b\\udcff.txt\n")


def test_output_may_have_the_longest_name_there_is() -> None:
    """What is written in the meantime has a short name of its own."""
    name = "n" * 255
    assert main(["number", "a.txt", "-o", name]) == 0
    assert NUMBERED == Path(name).read_bytes()


def test_output_never_replaces_a_read_only_file(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Nothing is written, nothing left behind."""
    Path("b.txt").write_bytes(b"kept\n")
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    assert main(["number", "a.txt", "-o", "b.txt"]) == 1
    assert "b.txt: the result could not be written: Permission denied" in capfd.readouterr().err
    assert {"a.txt", "b.txt"} == {path.name for path in Path.cwd().iterdir()}
    assert Path("b.txt").read_bytes() == b"kept\n"


def test_output_never_takes_the_place_of_its_input(capfd: pytest.CaptureFixture[str]) -> None:
    """A result is not the document that it was made of."""
    Path("link.txt").symlink_to("a.txt")
    for name in ("a.txt", "./a.txt", "link.txt"):
        assert main(["number", "a.txt", "-o", name]) == 2
        assert "is the input" in capfd.readouterr().err
    assert Path("a.txt").read_bytes() == b"one\n"


def test_control_characters_are_shown_and_not_sent(capfd: pytest.CaptureFixture[str]) -> None:
    """Neither a preview nor a complaint can recolour the screen."""
    Path("a.txt").write_text("\x1b[31mred\x9b0m\n", encoding="utf-8")
    assert main(["split", "a.txt", "--text"]) == 0
    assert capfd.readouterr().out.endswith("\n  ␛[31mred�0m\n")
    assert main(["number", "--no\x1b[31m"]) == 2
    assert "\x1b" not in capfd.readouterr().err


@pytest.mark.parametrize("columns", ["1", "2", "4", "5"])
def test_a_preview_fits_any_width(
    columns: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """On a terminal of next to no width one sign is left."""
    monkeypatch.setenv("COLUMNS", columns)
    assert main(["split", "a.txt", "--text"]) == 0
    assert capfd.readouterr().out.endswith("\n  …\n")


def test_undo_refuses_what_goes_with_numbering(capfd: pytest.CaptureFixture[str]) -> None:
    """An option without effect would be a silent guess; a style named in the call has one."""
    assert main(["number", "a.txt", "--undo", "--lines", "1"]) == 2
    assert main(["number", "a.txt", "--undo", "--tags"]) == 2
    Path("a.txt").write_bytes(b"7|" + NUMBERED)
    capfd.readouterr()
    assert main(["number", "a.txt", "--undo", "--style", "p"]) == 0
    assert capfd.readouterr().out == "7|" + NUMBERED.decode()
    assert main(["number", "a.txt", "--undo", "--json"]) == 0
    assert {"source": "a.txt", "text": NUMBERED.decode()} == json.loads(capfd.readouterr().out)
    assert main(["number", "a.txt", "--undo"]) == 0
    assert capfd.readouterr().out == NUMBERED.decode()
