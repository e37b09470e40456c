"""Several files from the command line: what is touched is edited as one batch."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from linewise.cli import main
from linewise.history import apply, undo
from model_server import refuses, says, serving, stalls
from terminals import Shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from model_server import Exchange, ModelServer

KILN = "The kiln holds 30 pots."
NOTE = "The kiln holds 40 pots now.\n"
FILES = {
    "docs/boat.md": b"# Boat\n\nThe boat carries 4 people.\n",
    "docs/deep/kiln.txt": f"\ufeffKiln\r\n\r\n{KILN}\r\nIt is hot.".encode(),
    "docs/kiln.md": f"# Kiln\n\n{KILN}\n".encode(),
    "docs/note.md": NOTE.encode(),
    "docs/empty.md": b"\n",
    "docs/paper.pdf": b"%PDF-1.7\n",
    "docs/.hidden.md": f"{KILN}\n".encode(),
    "more.md": f"# More\n\n{KILN}\n".encode(),
}
ALL = ["docs/", "more.md", "--info", "docs/note.md"]
TOUCHED = ["docs/deep/kiln.txt", "docs/kiln.md", "more.md"]
PROGRAM = [sys.executable, "-m", "linewise"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with files of all kinds, and with a model."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LINEWISE_MODEL", "small")
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    for name, data in FILES.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(data)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    """Run a model that changes the line about the kiln wherever its prompt shows it."""

    def edits(exchange: Exchange) -> None:
        prompt = exchange.asked["messages"][0]["content"]
        lines = re.findall(rf"^([0-9]+)\|{re.escape(KILN)}\r?$", prompt, re.MULTILINE)
        calls = "".join(f'- replaceText: [{line}, "30", "40"]\n' for line in lines)
        says(f"functions:\n{calls}" if calls else "functions: []")(exchange)

    with serving(edits) as running:
        monkeypatch.setenv("LINEWISE_BASE_URL", running.url)
        yield running


def held() -> dict[str, bytes]:
    """Return what the files hold."""
    return {name: Path(name).read_bytes() for name in FILES}


def edited(*names: str) -> dict[str, bytes]:
    """Return what the files hold once some of them are edited."""
    return {
        name: data.replace(b"holds 30", b"holds 40") if name in names else data
        for name, data in FILES.items()
    }


@pytest.mark.usefixtures("server")
def test_what_is_touched_is_edited_and_undone_by_one_command(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Each file that is left alone is told with its reason; the undo restores all bytes."""
    assert main(["edit", *ALL, "--yes"]) == 0
    out, err = capfd.readouterr()
    assert edited(*TOUCHED) == held()
    assert [f"+++ b/{name}" for name in TOUCHED] == re.findall(r"^\+\+\+ .*$", out, re.MULTILINE)
    for name, reason in (
        ("docs/boat.md", "shares no words"),
        ("docs/note.md", "it says what is new"),
        ("docs/paper.pdf", "this is a PDF document, not text\n"),
        ("docs/.hidden.md", "it is hidden"),
    ):
        assert re.search(rf"left alone: {re.escape(name)}: .*{reason}", err)
    command = re.findall(r"3 files changed as batch \S+; linewise (undo --batch \S+) takes", err)
    assert main(command[0].split()) == 0
    assert FILES == held()


@pytest.mark.usefixtures("server")
def test_a_batch_is_listed_and_its_undo_is_shown_before(capfd: pytest.CaptureFixture[str]) -> None:
    """The log lists its revisions; a dry run of the undo writes nothing."""
    assert main(["edit", *ALL, "--yes"]) == 0
    assert main(["log", "--batch", "last", "--json"]) == 0
    assert main(["undo", "--batch", "last", "--dry-run", "--jsonl"]) == 0
    out = capfd.readouterr().out
    assert edited(*TOUCHED) == held()
    listed = json.loads(out[out.index("[\n") : out.index("\n]\n") + 2])
    assert 1 == len({one["batch"] for one in listed})
    assert [str(Path(name).resolve()) for name in reversed(TOUCHED)] == [
        one["path"] for one in listed
    ]
    shown = [json.loads(line) for line in out[out.index("\n]\n") + 3 :].splitlines()]
    assert TOUCHED == [one["file"] for one in shown]
    assert all("-The kiln holds 40 pots." in one["diff"] for one in shown)
    assert main(["log", "more.md"]) == 0
    assert f"(batch {listed[0]['batch']})" in capfd.readouterr().out


@pytest.mark.usefixtures("server")
def test_an_undone_batch_names_the_command_that_has_it_again(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """`last` is a batch of edits, whose undo goes by a name of its own; a file's does, too."""
    assert main(["edit", *ALL, "--yes"]) == 0
    assert main(["undo", "--batch", "last"]) == 0
    capfd.readouterr()
    assert main(["undo", "--batch", "last"]) == 1
    (again,) = re.findall(r"by batch \S+; linewise (.*) has it again\n", capfd.readouterr().err)
    main(["log", "more.md", "--json"])
    _, first = json.loads(capfd.readouterr().out)
    assert main(["undo", "more.md", first["id"]]) == 1
    (one,) = re.findall(r" have it again: linewise (undo more.md \S{8})\n", capfd.readouterr().err)
    assert main(again.split()) == 0
    assert edited(*TOUCHED) == held()
    assert main(one.split()) == 1  # the other command has it already


@pytest.mark.usefixtures("server")
def test_a_batch_that_cannot_be_undone_names_the_way_for_the_others(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Files and revisions go by the names that the log gives them, in all lines."""
    assert main(["edit", *ALL, "--yes"]) == 0
    Path("more.md").write_text("# More\n\nThe kiln is gone.\n", encoding="utf-8")
    capfd.readouterr()
    assert main(["undo", "--batch", "last"]) == 4
    err = capfd.readouterr().err
    assert "linewise undo FILE REVISION undoes the others one by one, as linewise log --b" in err
    assert re.search("^more.md: revision [0-9a-f]{8} cannot be undone", err, re.MULTILINE)
    assert str(Path.cwd()) not in err
    main(["log", *re.findall(r"log (--batch \S+) names", err)[0].split()])
    for line in capfd.readouterr().out.splitlines():
        name = line.split()[-1]
        assert main(["undo", name, line.split()[0]]) == (4 if name == "more.md" else 0)
    assert edited() | {"more.md": b"# More\n\nThe kiln is gone.\n"} == held()


@pytest.mark.usefixtures("server")
def test_json_has_a_value_for_each_file(capfd: pytest.CaptureFixture[str]) -> None:
    """With what was done and why, or why it was left alone; the lines of JSONL are the same."""
    assert main(["edit", *ALL, "--yes", "--json"]) == 0
    values = {one["file"]: one for one in json.loads(capfd.readouterr().out)}
    assert set(FILES) == set(values)
    assert 1 == len({values[name]["revision"]["batch"] for name in TOUCHED})
    assert [3] == [one["replaceText"]["line"] for one in values["more.md"]["operations"]]
    assert (None, "", []) == tuple(
        values["docs/boat.md"][key] for key in ("revision", "diff", "operations")
    )
    assert main(["undo", "--batch", "last", "--jsonl"]) == 0
    undone = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert TOUCHED == [one["file"] for one in undone]


def test_a_dry_run_shows_what_would_be_asked(
    server: ModelServer, capfd: pytest.CaptureFixture[str]
) -> None:
    """Nobody is asked; each file has its prompts, or the reason that it has none."""
    assert main(["edit", *ALL, "--dry-run", "--json"]) == 0
    out, err = capfd.readouterr()
    assert TOUCHED == [one["file"] for one in json.loads(out) if one["prompts"]]
    assert "linewise: 3 requests, " in err
    assert "linewise: more.md: line 3 comes nearest to the information" in err
    assert [] == server.bodies
    assert FILES == held()


def test_each_prompt_says_which_file_it_is_about() -> None:
    """Whoever pastes prompts into a chat knows what each is for, before it is shown."""
    shown = subprocess.run(
        [*PROGRAM, "edit", *ALL, "--dry-run"], capture_output=True, check=True, timeout=60
    ).stdout.decode()
    assert TOUCHED == re.findall(r"(?m)^--- (.+)$", shown)
    replies = "functions: []\n.\n" * len(TOUCHED)
    pasted = subprocess.run(
        [*PROGRAM, "edit", *ALL, "--paste", "--yes"],
        input=replies.encode(),
        capture_output=True,
        check=False,
        timeout=60,
    ).stderr.decode()
    assert TOUCHED == re.findall(r"(?m)^linewise: the prompt below is about (.+)$", pasted)
    assert pasted.index(f"about {TOUCHED[0]}") < pasted.index(KILN)


def test_a_dry_run_of_many_parts_tells_how_many(capfd: pytest.CaptureFixture[str]) -> None:
    """In one line, however many; what it costs is told before."""
    long = [f"Clay number {n} is kept dry." for n in range(3_000)]
    Path("docs/long.md").write_text("\n".join([*long, KILN]), encoding="utf-8")
    same = ["--info-text", NOTE, "--thorough", "--window", "2000", "--dry-run"]
    for files, name in ((["docs/long.md"], ""), (["docs"], "docs/long.md: ")):
        assert main(["edit", *files, *same]) == 0
        told = [line for line in capfd.readouterr().err.splitlines() if "lines shown" in line]
        assert 1 == len(told)
        assert re.fullmatch(rf"linewise: {name}all lines shown, in [1-9][0-9] parts", told[0])


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize("yes_or_dry_run", ["--yes", "--dry-run"])
def test_what_was_passed_over_can_be_asked_about(
    capfd: pytest.CaptureFixture[str], yes_or_dry_run: str
) -> None:
    """A file whose line is near, but not near enough, comes with the two ways to ask about it."""
    Path("docs/tea.md").write_text("# Tea\n\nIt holds tea.\n", encoding="utf-8")
    main(["edit", *ALL, yes_or_dry_run])
    err = capfd.readouterr().err
    main(["undo", "--batch", "last"])
    capfd.readouterr()
    assert "left alone: docs/tea.md: its best line reaches only" in err
    (alone, least) = re.findall(
        r"linewise (edit docs/tea.md .*) asks about it by itself, --least (\S+) about what", err
    )[0]
    assert alone == "edit docs/tea.md --info docs/note.md"
    for words in (alone.split(), ["edit", *ALL, "--least", least]):
        main([*words, "--dry-run", "--json"])
        assert "It holds tea." in capfd.readouterr().out


@pytest.mark.usefixtures("server")
def test_a_dry_run_is_refused_where_git_would_refuse(capfd: pytest.CaptureFixture[str]) -> None:
    """Outside of git nothing can be committed, whatever is edited or taken back."""
    Path("reply.yaml").write_text('replaceText: [3, "30", "40"]\n', encoding="utf-8")
    assert main(["edit", *ALL, "--yes"]) == 0
    assert main(["edit", *ALL, "--dry-run"]) == 0
    for words in (
        ["edit", *ALL, "--dry-run"],
        ["edit", "docs/boat.md", "--info-text", "x", "--dry-run"],
        ["edit", "docs/boat.md", "--info-text", "x", "--yes"],
        ["apply", "docs/boat.md", "--reply", "reply.yaml", "--dry-run"],
        ["undo", "more.md", "--dry-run"],
        ["undo", "--batch", "last", "--dry-run"],
    ):
        capfd.readouterr()
        assert main([*words, "--commit"]) == 1
        assert "it lies in no git repository" in capfd.readouterr().err
    assert edited(*TOUCHED) == held()


def test_a_folder_without_files_is_told(capfd: pytest.CaptureFixture[str]) -> None:
    """Nobody is asked, and exit code 3 says that nothing was found."""
    Path("empty").mkdir()
    for options in (["--yes"], ["--dry-run"]):
        assert main(["edit", "empty", "--info-text", NOTE, *options]) == 3
        assert "there is no file to edit in empty" in capfd.readouterr().err


@pytest.mark.usefixtures("server")
def test_nothing_touched_is_exit_code_3(capfd: pytest.CaptureFixture[str]) -> None:
    """Neither is anybody asked; the reasons say why."""
    for options in ([], ["--dry-run"]):
        words = ["--info-text", "Zebras graze.", "--yes", *options]
        assert main(["edit", "docs", "more.md", *words]) == 3
        assert "left alone: more.md: it shares no words" in capfd.readouterr().err
    assert FILES == held()


def test_a_reply_that_cannot_be_used_keeps_no_other_file_back(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """The others are edited, and exit code 5 says that not all is well."""

    def edits(exchange: Exchange) -> None:
        bad = "# More" in exchange.asked["messages"][0]["content"]
        says("Done!" if bad else 'functions:\n- replaceText: [3, "30", "40"]')(exchange)

    with serving(edits) as server:
        monkeypatch.setenv("LINEWISE_BASE_URL", server.url)
        assert main(["edit", *ALL, "--yes"]) == 5
    assert edited("docs/kiln.md", "docs/deep/kiln.txt") == held()
    assert "left alone: more.md: " in capfd.readouterr().err


def test_a_file_that_changed_meanwhile_keeps_no_other_file_back(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Both sides are shown, the work of others stays, and the exit code is 4."""

    def edits(exchange: Exchange) -> None:
        Path("more.md").write_text("# More\n\nThe kiln is gone.\n", encoding="utf-8")
        says('functions:\n- replaceText: [3, "30", "40"]')(exchange)

    with serving(edits) as server:
        monkeypatch.setenv("LINEWISE_BASE_URL", server.url)
        assert main(["edit", *ALL, "--yes"]) == 4
    err = capfd.readouterr().err
    assert (
        edited("docs/kiln.md", "docs/deep/kiln.txt") | {"more.md": b"# More\n\nThe kiln is gone.\n"}
        == held()
    )
    assert "  theirs | The kiln is gone." in err
    assert "2 files changed as batch" in err


def test_a_model_that_is_gone_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """What was proposed before is not applied in part."""
    with serving(refuses(401, "no")) as server:
        monkeypatch.setenv("LINEWISE_BASE_URL", server.url)
        assert main(["edit", *ALL, "--yes"]) == 1
    assert "401" in capfd.readouterr().err
    assert FILES == held()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["docs", "--reply", "note.md"], "a reply is about one file"),
        (["more.md", "docs", "--reply", "note.md"], "a reply is about one file"),
        (["more.md", "--reply", "note.md", "--thorough"], "a reply is about one prompt"),
        (["more.md", "--reply", "docs/note.md", "--focus"], "depends on the information"),
        (["more.md", "-", "--info-text", "x", "--yes"], "standard input is no file"),
        (["docs", "--yes"], "there is nothing to tell the model"),
        (["more.md", "--info-text", "x", "--least", "0.2"], "named alone is always asked about"),
        (["docs", "--info-text", "x", "--least", "1.2"], "1.2 is not in the range 0<=x<=1"),
        (["docs", "--info", "docs/empty.md", "--yes"], "docs/empty.md says nothing"),
    ],
)
def test_wrong_usage_is_told(
    words: list[str], complaint: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2, and a line that says what would be right."""
    assert main(["edit", *words]) == 2
    assert complaint in capfd.readouterr().err
    assert FILES == held()


@pytest.mark.parametrize(
    "words",
    [["undo"], ["log"], ["undo", "more.md", "--batch", "last"], ["log", "a.md", "--batch", "x"]],
)
def test_a_file_or_a_batch_is_named(words: list[str]) -> None:
    """One of the two, not both and not none."""
    assert main(words) == 2


def test_a_file_that_is_named_has_to_be_text(capfd: pytest.CaptureFixture[str]) -> None:
    """In a folder it would be left alone; named itself it is an error before anybody is asked."""
    assert main(["edit", "docs/paper.pdf", "more.md", "--info-text", NOTE, "--yes"]) == 1
    assert "paper.pdf: this is a PDF document" in capfd.readouterr().err


def test_the_result_never_takes_the_place_of_a_file_of_a_folder(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """`-o` names where the diff goes, which is none of the documents."""
    assert main(["edit", "docs", "-o", "docs/deep/kiln.txt", "--info-text", NOTE, "--yes"]) == 2
    assert "is the input" in capfd.readouterr().err
    assert FILES == held()


@pytest.mark.usefixtures("server")
def test_nobody_is_asked_without_a_terminal(
    server: ModelServer, capfd: pytest.CaptureFixture[str]
) -> None:
    """What could not be looked at afterwards is not paid for."""
    for words in (ALL, ["more.md", "--info-text", NOTE]):
        assert main(["edit", *words]) == 1
        assert "there is no terminal to ask on" in capfd.readouterr().err
    assert [] == server.bodies


@pytest.mark.usefixtures("server")
def test_who_interrupts_the_writing_knows_what_was_written(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """The batch is named all the same, and its undo takes back what was applied of it."""

    def apply_first(path: str, *arguments: Any, **known: Any) -> Any:
        if path != TOUCHED[0]:
            raise KeyboardInterrupt
        return apply(path, *arguments, **known)

    monkeypatch.setattr("linewise.cli._applying.apply", apply_first)
    assert main(["edit", *ALL, "--yes"]) == 130
    assert edited(TOUCHED[0]) == held()
    command = re.findall(
        r"1 file changed as batch \S+; linewise (\S+ \S+ \S+)", capfd.readouterr().err
    )
    assert main(command[0].split()) == 0
    assert FILES == held()


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize("words", [["undo"], ["undo", "--dry-run"], ["log"]])
def test_no_result_takes_the_place_of_a_file_of_the_batch(
    words: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    """Nothing is undone either."""
    assert main(["edit", *ALL, "--yes"]) == 0
    assert main([*words, "--batch", "last", "-o", TOUCHED[0]]) == 2
    assert f"-o {TOUCHED[0]} is the input" in capfd.readouterr().err
    assert edited(*TOUCHED) == held()


@pytest.mark.usefixtures("server")
def test_an_undo_that_is_interrupted_is_finished_by_the_same_command(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """It says how far it came."""
    assert main(["edit", *ALL, "--yes"]) == 0

    def undo_first(path: Path, *arguments: Any, **known: Any) -> Any:
        if path.name != Path(TOUCHED[0]).name:
            raise KeyboardInterrupt
        return undo(path, *arguments, **known)

    with monkeypatch.context() as patched:
        patched.setattr("linewise.history.batches.undo", undo_first)
        assert main(["undo", "--batch", "last"]) == 130
    assert "1 of 3 files are undone; the same command undoes the others" in capfd.readouterr().err
    assert edited(*TOUCHED[1:]) == held()
    assert main(["undo", "--batch", "last"]) == 0
    assert FILES == held()


def test_what_was_proposed_before_the_model_was_gone_is_applied(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Exit code 1 says that not all files were asked about."""
    words = says('functions:\n- replaceText: [3, "30", "40"]')
    with serving(words, refuses(400, "too much")) as server:
        monkeypatch.setenv("LINEWISE_BASE_URL", server.url)
        assert main(["edit", *ALL, "--yes"]) == 1
    assert len([name for name in TOUCHED if held()[name] != FILES[name]]) == 1
    assert "too much" in capfd.readouterr().err


def on_terminal(words: list[str], typed: str) -> tuple[int, str]:
    """Run the program on a terminal, type answers, and return how it ends and what it shows."""
    controller, terminal = pty.openpty()
    process = subprocess.Popen(
        [*PROGRAM, *words],
        stdin=terminal,
        stdout=subprocess.DEVNULL,
        stderr=terminal,
        env=os.environ | {"TERM": "dumb"},
    )
    os.close(terminal)
    os.write(controller, typed.encode())
    shown = Shown(controller).whole()
    os.close(controller)
    return process.wait(timeout=60), shown


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize(
    ("typed", "code", "names"),
    [("a\nr\nA\n", 0, ["docs/deep/kiln.txt", "more.md"]), ("a\nR\na\n", 0, TOUCHED[::2])],
)
def test_a_person_looks_at_file_by_file(typed: str, code: int, names: list[str]) -> None:
    """What is accepted is written, with the name of each file before its questions."""
    ended, shown = on_terminal(["edit", *ALL], typed)
    assert code == ended
    assert edited(*names) == held()
    for number, name in enumerate(TOUCHED, start=1):
        assert f"{name} ({number} of 3): line 3 comes nearest" in shown


@pytest.mark.usefixtures("server")
def test_quitting_in_the_last_file_writes_none() -> None:
    """Nothing is written before everything is decided."""
    ended, shown = on_terminal(["edit", *ALL], "a\na\nq\n")
    assert ended == 1
    assert "stopped; nothing was written" in shown
    assert FILES == held()


@pytest.mark.usefixtures("server")
def test_whoever_ends_the_questions_is_told_that_nothing_was_written() -> None:
    """In a line of its own, behind the question."""
    ended, shown = on_terminal(["edit", *ALL], "a\n\x04")
    assert ended == 1
    assert "\r\nlinewise: nothing was written\r\nlinewise: stopped\r\n" in shown
    assert FILES == held()


def test_a_prompt_of_what_matters_and_its_reply(capfd: pytest.CaptureFixture[str]) -> None:
    """Of a long file the prompt shows what matters; its reply changes nothing else."""
    long = [f"Clay number {n} is kept dry." for n in range(1, 3_001)]
    long[1_499] = KILN
    Path("long.md").write_text("\n".join(long) + "\n", encoding="utf-8")
    same = ["--info", "docs/note.md", "--window", "2000"]
    assert main(["prompt", "edit", "long.md", *same, "--json"]) == 0
    out, err = capfd.readouterr()
    asked = json.loads(out)
    assert f"1500|{KILN}" in asked["prompt"]
    assert asked["tokens"] <= 2_000
    assert any(first <= 1_500 <= last for first, last in asked["shown"])
    assert "of 3,000 lines shown" in err
    assert " of which the shown lines " in err
    same_words = "edit long.md --window 2000 --info docs/note.md --reply REPLY"
    assert f"its reply goes to linewise {same_words}" in err.splitlines()[-1]
    hidden = next(n for n in range(1, 3_000) if not any(a <= n <= b for a, b in asked["shown"]))
    Path("reply.yaml").write_text(f'- replaceLine: [{hidden}, "x"]\n', encoding="utf-8")
    assert main(["edit", "long.md", "--reply", "reply.yaml", *same, "--yes"]) == 5
    assert f"line {hidden} was not shown" in capfd.readouterr().err
    for more in ([], ["--partial"]):
        Path("reply.yaml").write_text(f"- showLines: [{hidden}..3]\n", encoding="utf-8")
        assert 5 == main(["edit", "long.md", "--reply", "reply.yaml", *same, "--yes", *more])
        told = capfd.readouterr().err
        assert f"the model asks to see lines {hidden}–3; use --paste or a model" in told
    Path("reply.yaml").write_text('- replaceText: [1500, "30", "40"]\n', encoding="utf-8")
    assert main(["edit", "long.md", "--reply", "reply.yaml", *same, "--yes", "--json"]) == 0
    assert asked["shown"] == json.loads(capfd.readouterr().out)["shown"]["stretches"]
    assert "The kiln holds 40 pots." in Path("long.md").read_text(encoding="utf-8")
    assert main(["prompt", "edit", "long.md", "--schema", "--focus"]) == 2


def test_a_window_without_room_is_named_by_its_option(capfd: pytest.CaptureFixture[str]) -> None:
    """The one that is enough is enough."""
    words = ["prompt", "edit", "more.md", "--info", "docs/note.md", "--window"]
    assert main([*words, "100"]) == 1
    (enough,) = re.findall(r"than --window 100; --window (\d+) is enough$", capfd.readouterr().err)
    assert main([*words, enough]) == 0
    assert main([*words, "0"]) == 1
    assert "1 token or more, not --window 0" in capfd.readouterr().err


def test_a_prompt_that_is_too_long_hints_at_focus(capfd: pytest.CaptureFixture[str]) -> None:
    """In one line; whoever asked for focus or for a window is not told."""
    Path("long.md").write_text(f"{KILN}\n" + "Clay is dry.\n" * 6_000, encoding="utf-8")
    words = ["prompt", "edit", "long.md", "--info", "docs/note.md"]
    hint = "linewise: that is more than the 24,000 tokens that edit would send; --focus sends only"
    assert main(words) == 0
    assert capfd.readouterr().err.count(hint) == 1
    for more in (["--focus"], ["--window", "30000"]):
        assert main([*words, *more]) == 0
        assert hint not in capfd.readouterr().err


def test_an_interrupt_is_exit_code_130(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends a run that waits for a model at once, with one line, and writes nothing."""
    with serving(stalls("functions:\n")) as server:
        monkeypatch.setenv("LINEWISE_BASE_URL", server.url)
        process = subprocess.Popen(
            [*PROGRAM, "edit", *ALL, "--yes"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        until = time.monotonic() + 60
        while len(server.bodies) < 3 and time.monotonic() < until:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"linewise: stopped" == err.splitlines()[-1]
    assert FILES == held()
