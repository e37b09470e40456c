"""`linewise review` in a process of its own: the link, the end, and what it says."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from linewise.cli import main
from model_server import says, serving
from review_visitor import REPLY, TEXT, Visitor

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PROGRAM = [sys.executable, "-m", "linewise", "review"]


@pytest.fixture
def reply(tmp_path: Path) -> Path:
    """Keep a model's reply in a file."""
    path = tmp_path / "reply.yaml"
    path.write_text(REPLY)
    return path


@contextmanager
def reviewing(*arguments: str) -> Iterator[tuple[Visitor, subprocess.Popen[str]]]:
    """Run the program until its page can be looked at, and interrupt it in the end."""
    process = subprocess.Popen(
        [*PROGRAM, *arguments, "--no-open"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None
        found = None
        while found is None:
            said = process.stderr.readline()
            assert said, "it ended before it told the link"
            found = re.search(r"http://127\.0\.0\.1:\d+/\?token=\S+", said)
        yield Visitor.admitted(found[0]), process
        process.send_signal(signal.SIGINT)
    except BaseException:
        process.kill()
        process.communicate()
        raise


def test_the_page_is_served_until_it_is_interrupted(file: Path, reply: Path) -> None:
    """The link is told, Ctrl-C ends it cleanly, and the result says what became of the file."""
    arguments = [str(file), "--reply", str(reply), "--info-text", "New hours.", "--json"]
    with reviewing(*arguments) as (visitor, process):
        page = visitor.get("/files/1").text
        proposal = re.search(r'name="proposal" value="(\w+)"', page)
        assert proposal is not None
        known = {"proposal": proposal[1]}
        visitor.post("/files/1/decide", known | {"decision": "accept-rest"})
        visitor.post("/files/1/apply", known)
    printed, said = process.communicate(timeout=60)
    assert (0, "Traceback" in said) == (process.returncode, False)
    [outcome] = json.loads(printed)
    assert ("applied", 3, 3) == (outcome["state"], outcome["operations"], outcome["accepted"])
    assert "Dogs are welcome." in file.read_text()


def test_a_model_is_asked_about_the_files_that_are_concerned(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once: the same command again goes on with what was proposed."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    other = file.with_name("other.md")
    other.write_text("# Zebras\n\nStripes.\n")
    with serving(says(REPLY)) as server:
        call = [str(file), str(other), "--info-text", "Cash and cards, open from 8."]
        call += ["--model", "small", "--base-url", server.url]
        for _ in range(2):
            with reviewing(*call) as (visitor, process):
                page = visitor.get("/").text
            process.communicate(timeout=60)
        assert 1 == len(server.bodies)
    assert "0 of 3 decided" in page
    assert "nothing proposed" in page


def test_a_dry_run_says_how_far_it_has_come(
    file: Path, reply: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Nothing is served, kept or written."""
    assert 0 == main(["review", str(file), "--dry-run"])
    assert f"{file}: nothing is proposed\n" == capfd.readouterr().out
    assert 0 == main(["review", str(file), "--reply", str(reply), "--dry-run"])
    assert f"{file}: 3 operations, 0 decided\n" == capfd.readouterr().out
    assert 0 == main(["review", str(file), "--dry-run"])
    assert "nothing is proposed" in capfd.readouterr().out
    assert TEXT == file.read_text()


def test_a_reply_that_is_applied_is_not_proposed_again(
    file: Path, reply: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Its ids mean the text before; the command says so, and shows how the review has ended."""
    assert 0 == main(["apply", str(file), "--reply", str(reply)])
    capfd.readouterr()
    assert 0 == main(["review", str(file), "--reply", str(reply), "--dry-run"])
    out, err = capfd.readouterr()
    assert f"{file}: nothing is proposed\n" == out
    assert f"nothing to do: {file} has these changes already, by revision" in err
    with reviewing(str(file), "--reply", str(reply)) as (visitor, process):
        assert "Nothing is proposed for this file" in visitor.get("/files/1").text
    process.communicate(timeout=60)


def test_a_file_that_is_named_twice_is_reviewed_once(
    file: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """By another name too: the first one is what it is called."""
    other = file.with_name("other.md")
    other.symlink_to(file)
    assert 0 == main(["review", str(file), str(other), str(file), "--dry-run"])
    assert f"{file}: nothing is proposed\n" == capfd.readouterr().out


@pytest.mark.parametrize(
    "call",
    [
        ([], 2, "name the files"),
        (["-"], 2, "cannot be edited in place"),
        (["FILE", "FILE", "--reply", "REPLY"], 2, "about one file"),
        (["FILE", "--port", "70000"], 2, "70000"),
        (["absent.md"], 1, "there is no such file"),
        (["FILE", "--reply", "FILE"], 5, ""),
    ],
)
def test_wrong_calls_are_told_in_a_line(
    file: Path, reply: Path, capfd: pytest.CaptureFixture[str], call: tuple[list[str], int, str]
) -> None:
    """What cannot be reviewed is said before anything is served."""
    arguments, code, words = call
    names = {"FILE": str(file), "REPLY": str(reply)}
    assert code == main(["review", *(names.get(word, word) for word in arguments)])
    captured = capfd.readouterr()
    assert words in captured.err
    assert (1, "") == (captured.err.count("\n"), captured.out)


def test_a_port_that_is_taken_is_told(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The message says which one, and how to get a free one."""
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert 1 == main(["review", str(file), "--port", port])
    assert f"port {port} cannot be listened on" in capfd.readouterr().err
