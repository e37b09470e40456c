"""Editing from the command line: what is asked, what is written, and how it ends."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from linewise.cli import main
from terminals import Shown

PAGE = "# Contenus\n\n- Quiz (au plus 3 questions)\n- Vidéo\n"
REPLY = """functions:
  - insertLineAfter: [4, "- Bloc audio"]
  - replaceLine: [3, "- Quiz (au plus 6 questions)"]
"""
EDITED = "# Contenus\n\n- Quiz (au plus 6 questions)\n- Vidéo\n- Bloc audio\n"


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with a page and a reply."""
    monkeypatch.chdir(tmp_path)
    Path("reply.yaml").write_text(REPLY, encoding="utf-8")
    path = tmp_path / "page.md"
    path.write_text(PAGE, encoding="utf-8")
    return path


def answer(*answers: str) -> str:
    """Run `linewise edit` on a terminal, type answers, and return what was shown."""
    controller, terminal = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "linewise", "edit", "page.md", "--reply", "reply.yaml"],
        stdin=terminal,
        stdout=subprocess.DEVNULL,
        stderr=terminal,
        env=os.environ | {"TERM": "dumb"},
    )
    os.close(terminal)
    # The terminal keeps what is typed ahead until it is read, line by line.
    os.write(controller, "".join(f"{line}\n" for line in answers).encode(errors="surrogateescape"))
    shown = Shown(controller).whole()
    process.wait(timeout=60)
    os.close(controller)
    return shown


def test_dry_run_shows_the_diff_and_writes_nothing(
    page: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The diff holds the two changes and no other; there is no history afterwards."""
    assert main(["edit", "page.md", "--reply", "reply.yaml", "--dry-run"]) == 0
    shown = [
        line
        for line in capfd.readouterr().out.splitlines()
        if line.startswith(("+", "-")) and not line.startswith(("+++", "---"))
    ]
    assert shown == [
        "-- Quiz (au plus 3 questions)",
        "+- Quiz (au plus 6 questions)",
        "+- Bloc audio",
    ]
    assert page.read_text(encoding="utf-8") == PAGE
    assert main(["log", "page.md"]) == 3


def test_without_a_terminal_nothing_is_written_unasked(
    page: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Exit code 1, and the line says which options there are."""
    assert main(["edit", "page.md", "--reply", "reply.yaml"]) == 1
    assert "--yes applies all of it, --dry-run shows it" in capfd.readouterr().err
    assert page.read_text(encoding="utf-8") == PAGE


@pytest.mark.parametrize("command", [["edit", "--yes"], ["apply"]])
def test_apply_log_why_undo(
    page: Path, capfd: pytest.CaptureFixture[str], command: list[str]
) -> None:
    """An edit is applied with its reason, found again by it, and taken back to the byte."""
    name, *options = command
    information = ["--info-text", "Version 2.8: audio, quiz to 6"]
    assert main([name, "page.md", "--reply", "reply.yaml", *options, *information]) == 0
    assert page.read_text(encoding="utf-8") == EDITED
    capfd.readouterr()
    assert main(["log", "page.md", "--json"]) == 0
    (revision,) = json.loads(capfd.readouterr().out)
    assert revision["kind"] == "edit"
    assert revision["accepted"] == [1, 2]
    assert main(["why", "page.md:5"]) == 0
    assert "Version 2.8: audio, quiz to 6" in capfd.readouterr().out
    assert main(["why", "page.md:1"]) == 3
    assert main(["diff", "page.md"]) == 0
    assert "+- Bloc audio" in capfd.readouterr().out
    assert main(["undo", "page.md"]) == 0
    assert page.read_text(encoding="utf-8") == PAGE


def test_the_place_of_a_line_is_one_word_or_two(
    page: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """FILE:LINE, as editors write it, or FILE LINE, as extract takes it."""
    main(["apply", str(page), "--reply", "reply.yaml"])
    capfd.readouterr()
    assert main(["why", f"{page}:3"]) == 0
    shown = capfd.readouterr().out
    assert main(["why", str(page), "3"]) == 0
    assert shown == capfd.readouterr().out


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ([], "there is nothing to tell the model; --info"),
        (["--info", "none.md"], "none.md: there is no such file"),
        (["--info-text", "New."], "no model is configured"),
        (["--info-text", "New.", "--paste"], "there is no terminal to ask on"),
    ],
)
def test_what_is_missing_is_told_before_the_terminal(
    page: Path, capfd: pytest.CaptureFixture[str], given: list[str], told: str
) -> None:
    """Of several things that are missing the one that is missing anywhere comes first."""
    assert main(["edit", str(page), *given]) != 0
    assert told in capfd.readouterr().err


def test_a_reply_that_cannot_be_used_is_exit_code_5(
    page: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The message names the item and the lines there are; nothing is written."""
    Path("reply.yaml").write_text("functions:\n  - deleteLine: [9]\n", encoding="utf-8")
    assert main(["apply", "page.md", "--reply", "reply.yaml"]) == 5
    assert "9" in capfd.readouterr().err
    assert page.read_text(encoding="utf-8") == PAGE


def test_an_undo_over_later_changes_is_exit_code_4(
    page: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A line that somebody else changed since is not overwritten."""
    assert main(["apply", "page.md", "--reply", "reply.yaml", "-o", "diff.txt"]) == 0
    later = EDITED.replace("6 questions", "7 questions")
    page.write_text(later, encoding="utf-8")
    assert main(["log", "page.md", "--json"]) == 0
    *_, first = json.loads(capfd.readouterr().out)
    assert main(["undo", "page.md", first["id"]]) == 4
    complaint = capfd.readouterr().err
    assert "  ours   | - Quiz (au plus 3 questions)" in complaint
    assert "  theirs | - Quiz (au plus 7 questions)" in complaint
    assert f"revision {first['id'][:8]} cannot be undone" in complaint
    assert "change the lines by hand" in complaint.splitlines()[0]
    assert page.read_text(encoding="utf-8") == later


def test_a_mistyped_information_file_is_an_error(
    page: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A name is never taken for the words themselves."""
    assert main(["apply", "page.md", "--reply", "reply.yaml", "--info", "note.md"]) == 1
    assert "note.md: there is no such file; --info-text takes" in capfd.readouterr().err
    assert page.read_text(encoding="utf-8") == PAGE


def test_standard_input_is_read_once(page: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Two readers of one stream are refused instead of one of them seeing nothing."""
    assert page
    assert main(["edit", "-", "--reply", "-", "--dry-run"]) == 2
    assert "standard input can be read once" in capfd.readouterr().err


def test_pdf_is_never_written_back(page: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A format that is only read is refused with a clear word."""
    page.with_name("page.pdf").write_bytes(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    assert main(["apply", "page.pdf", "--reply", "reply.yaml"]) == 1
    assert "only raw text files can be edited" in capfd.readouterr().err


def test_each_operation_is_accepted_or_rejected(page: Path) -> None:
    """What is accepted is written, what is rejected is not."""
    shown = answer("r", "a")
    assert "1 of 2: insertLineAfter 4" in shown
    assert "2 of 2: replaceLine 3" in shown
    assert page.read_text(encoding="utf-8") == PAGE.replace("3 questions", "6 questions")


def test_of_two_that_say_the_same_one_is_rejected(page: Path) -> None:
    """Operations are told apart by their number, not by what they say."""
    Path("reply.yaml").write_text(
        'functions:\n  - insertLineAfter: [4, "- Bloc"]\n  - insertLineAfter: [4, "- Bloc"]\n',
        encoding="utf-8",
    )
    answer("a", "r")
    assert page.read_text(encoding="utf-8") == PAGE + "- Bloc\n"


def test_all_that_remain_are_accepted_at_once(page: Path) -> None:
    """`A` ends the questions."""
    answer("A")
    assert page.read_text(encoding="utf-8") == EDITED


def test_quitting_writes_nothing(page: Path) -> None:
    """What was accepted before is dropped, too: all or nothing."""
    assert "stopped; nothing was written" in answer("a", "q")
    assert page.read_text(encoding="utf-8") == PAGE


def test_an_operation_is_reworded(page: Path) -> None:
    """New words are typed line by line, and accept the operation as they do on the page."""
    shown = answer("w", "- Audio", "- Podcast", ".", "R")
    assert "accepted in these words" in shown
    assert "+- Podcast" in shown
    assert page.read_text(encoding="utf-8") == PAGE + "- Audio\n- Podcast\n"


def test_rewording_shows_what_is_replaced_and_the_words_as_they_stand(page: Path) -> None:
    """Whoever writes the new words sees which words they take the place of."""
    Path("reply.yaml").write_text(
        'functions:\n  - replaceText: [3, "3 questions", "6 questions"]\n'
        '  - insertLineAfter: [4, "- Bloc audio"]\n'
        '  - replaceLine: ["1..2", "# Contents"]\n',
        encoding="utf-8",
    )
    shown = answer("e", "9 questions", ".", "e", ".", "a", "e", "# Tout", ".")
    assert "in the place of “3 questions”; now: “6 questions”" in shown
    assert "after line 4; now: “- Bloc audio”" in shown
    assert "in the place of \r\n  # Contenus\r\n  \r\nnow: “# Contents”" in shown
    text = "# Tout\n- Quiz (au plus 9 questions)\n- Vidéo\n- Bloc audio\n"
    assert text == page.read_text(encoding="utf-8")


def test_new_words_that_repeat_what_stands_beside_them_are_told(page: Path) -> None:
    """The whole line in the place of a part of it is asked about once more, and stands else."""
    Path("reply.yaml").write_text('functions:\n  - replaceText: [3, "3", "6"]\n', encoding="utf-8")
    shown = answer("e", "- Quiz (au plus 9 questions)", ".", "e", "9", ".")
    assert "look: “- Quiz (au plus” stands right before these words already" in shown
    assert "“questions)” stands right after them already; it is asked about once more" in shown
    assert "1 of 1: replaceText 3, accepted in these words" in shown
    assert page.read_text(encoding="utf-8") == PAGE.replace("3", "9")


def test_what_is_asked_about_once_more_remains(page: Path) -> None:
    """Whoever rejects all that remain there does not apply it."""
    answer("e", "- Vidéo", "- Bloc audio", ".", "R")
    assert page.read_text(encoding="utf-8") == PAGE


def test_a_line_that_stands_beside_new_lines_is_told(page: Path) -> None:
    """New lines bring their neighbours along as easily."""
    shown = answer("e", "- Vidéo", "- Bloc audio", ".", "e", "- Bloc audio", ".", "r")
    assert "look: “- Vidéo” stands right before these words already; it is asked" in shown
    assert page.read_text(encoding="utf-8") == PAGE + "- Bloc audio\n"


def test_wrong_new_words_are_asked_for_again(page: Path) -> None:
    """Words that no file can hold cost nothing that was decided before."""
    shown = answer("w", "caf\udce9", ".", "a", "r")
    assert "half of a surrogate pair" in shown
    assert page.read_text(encoding="utf-8") == PAGE + "- Bloc audio\n"


def test_all_keys_are_explained(page: Path) -> None:
    """Those of the page among them; each is followed by Enter, as is said."""
    _, _, explained = answer("?", "q").partition("then Enter): ")
    assert "Each key is followed by Enter" in explained
    assert "areujkARq" == "".join(re.findall("^([a-zA-Z])  ", explained, re.MULTILINE))
    assert page.read_text(encoding="utf-8") == PAGE


def test_decisions_are_taken_back_and_left_for_later(page: Path) -> None:
    """The letters lead where they lead on the page; what is left open is asked about last."""
    shown = answer("u", "j", "r", "u", "k", "r", "a")
    assert "nothing is decided yet" in shown
    assert page.read_text(encoding="utf-8") == PAGE.replace("3 questions", "6 questions")


def test_what_needs_a_rejected_line_is_told(page: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """An operation whose line was rejected is no accepted one, on the screen and in the log."""
    Path("reply.yaml").write_text(
        'functions:\n  - insertLineAfter: [4, 9, "- A"]\n  - replaceLine: [9, "- B"]\n'
        '  - replaceLine: [4, "- Film"]\n',
        encoding="utf-8",
    )
    assert "left out: replaceLine 9, whose line was rejected" in answer("r", "a", "a")
    assert page.read_text(encoding="utf-8") == PAGE.replace("Vidéo", "Film")
    assert main(["log", "page.md", "--json"]) == 0
    (revision,) = json.loads(capfd.readouterr().out)
    assert ([3], [1, 2]) == (revision["accepted"], revision["rejected"])


def test_the_words_that_were_accepted_are_remembered(
    page: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The log knows all operations as they were looked at, reworded ones in their new words."""
    answer("w", "- Podcast", ".", "r")
    assert page.read_text(encoding="utf-8") == PAGE + "- Podcast\n"
    assert main(["log", "page.md", "--json"]) == 0
    (revision,) = json.loads(capfd.readouterr().out)
    assert ([1], [2]) == (revision["accepted"], revision["rejected"])
    first, second = revision["operations"]
    assert first["insertLineAfter"]["content"] == "- Podcast"
    assert second["replaceLine"]["content"] == "- Quiz (au plus 6 questions)"


def test_nothing_steers_the_terminal(page: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Words of a document, a note, or a model cannot hide what is asked, logged or explained."""
    page.write_text(PAGE.replace("- Quiz", "\x1b[8m- Quiz"), encoding="utf-8")
    shown = answer("r", "a")
    assert "-␛[8m- Quiz (au plus 3 questions)" in shown
    page.write_text(PAGE, encoding="utf-8")
    note = ["--info-text", "a\x1b[8mb\rc"]
    assert main(["apply", "page.md", "--reply", "reply.yaml", *note]) == 0
    assert main(["log", "page.md"]) == 0
    out, err = capfd.readouterr()
    assert "\x1b" not in shown + out + err
    assert "a␛[8mb␍c" in out


def test_a_long_reason_is_shortened_on_a_terminal_alone(page: Path) -> None:
    """A revision is a line there; what is piped has every word."""
    reason = "Because of this. " * 40
    assert main(["apply", "page.md", "--reply", "reply.yaml", "--info-text", reason]) == 0
    assert main(["undo", "page.md"]) == 0
    words = [sys.executable, "-m", "linewise", "log", "page.md"]
    controller, terminal = pty.openpty()
    environment = {"TERM": "dumb", "COLUMNS": "90"}
    subprocess.run(words, stdin=terminal, stdout=terminal, env=os.environ | environment, check=True)
    os.close(terminal)
    shown = Shown(controller).whole().splitlines()
    os.close(controller)
    assert page
    assert [True, True] == [len(line) <= 90 and line.endswith("…") for line in shown]
    assert re.search(r" undo     \+\d -\d  of [0-9a-f]{8}: Because of", shown[0])
    piped = subprocess.run(words, capture_output=True, check=True).stdout.decode()
    assert [reason.rstrip()] * 2 == re.findall(r"Because.*$", piped, re.MULTILINE)


def test_odd_names_are_named_right(page: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A command that is suggested can be copied; a name may hold a line break."""
    odd = page.with_name("l'eau et\nle feu.md")
    page.rename(odd)
    assert main(["apply", odd.name, "--reply", "reply.yaml"]) == 0
    assert """undo 'l'"'"'eau et␊le feu.md' takes""" in capfd.readouterr().err
    assert main(["why", f"{odd.name}:5"]) == 0


def test_a_file_without_revisions_is_told(page: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A mistyped name is told from a file that was never edited."""
    assert page
    assert main(["log", "page.md"]) == 3
    assert main(["log", "pgae.md"]) == 3
    never, mistyped = capfd.readouterr().err.splitlines()
    assert never == "linewise: page.md has no revisions"
    assert mistyped == "linewise: pgae.md has no revisions; there is no such file, either"


def test_the_diff_never_takes_the_place_of_the_file(
    page: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """`-o` names where the result goes, which is not the document."""
    assert main(["apply", "page.md", "--reply", "reply.yaml", "-o", "page.md"]) == 2
    assert "-o page.md is the input" in capfd.readouterr().err
    assert main(["extract", "page.md", "1-2", "-o", "./page.md"]) == 2
    assert main(["why", "page.md:1", "-o", "page.md"]) == 2
    assert main(["why", "page.md", "1", "-o", "page.md"]) == 2
    assert page.read_text(encoding="utf-8") == PAGE


@pytest.mark.parametrize("place", ["missing/x.diff", "folder", "folder/"])
def test_no_edit_is_made_whose_diff_has_no_place(page: Path, place: str) -> None:
    """What cannot take the result is refused before the file is written."""
    Path("folder").mkdir()
    assert main(["apply", "page.md", "--reply", "reply.yaml", "-o", place]) == 1
    assert PAGE == page.read_text(encoding="utf-8")


@pytest.mark.parametrize("place", ["reply.yaml", "note.md", "page.md"])
def test_the_diff_takes_the_place_of_no_input(page: Path, place: str) -> None:
    """Neither the file, nor the reply, nor the information is written over."""
    Path("note.md").write_text("new\n", encoding="utf-8")
    before = Path(place).read_bytes()
    named = ["--reply", "reply.yaml", "--info", "note.md"]
    assert 2 == main(["apply", "page.md", *named, "-o", place])
    assert before == Path(place).read_bytes()
    assert PAGE == page.read_text(encoding="utf-8")


def test_a_reply_of_which_nothing_is_left_is_exit_code_5(
    page: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """`--partial` leaves out what cannot be trusted, item by item; all of it is too much."""
    clash = 'functions:\n  - replaceLine: [3, "one"]\n  - replaceLine: [3, "two"]\n'
    Path("reply.yaml").write_text(clash, encoding="utf-8")
    assert main(["apply", "page.md", "--reply", "reply.yaml", "--partial"]) == 5
    complaint = capfd.readouterr().err
    assert "refused: item 1: " in complaint
    assert "refused: item 2: " in complaint
    assert page.read_text(encoding="utf-8") == PAGE


@pytest.mark.parametrize(
    "operation",
    ["insertLineAfter: [4, new]", "deleteLine: [3]", "replaceText: [3, Quiz, Test]"],
)
def test_a_reply_is_not_applied_once_more(
    page: Path, capfd: pytest.CaptureFixture[str], operation: str
) -> None:
    """Its ids mean the text that was numbered; the second time it is said that all is done."""
    Path("again.yaml").write_text(f"functions:\n- {operation}\n", encoding="utf-8")
    call = ["apply", "page.md", "--reply", "again.yaml"]
    assert 0 == main(call)
    once = page.read_text(encoding="utf-8")
    capfd.readouterr()
    assert main([*call, "--dry-run"]) == main(call) == main(["edit", *call[1:], "--yes"]) == 0
    out, err = capfd.readouterr()
    assert "" == out
    assert 3 == err.count("nothing to do: page.md has these changes already, by revision")
    assert page.read_text(encoding="utf-8") == once
    assert 0 == main(["log", "page.md", "--json"])
    (logged,) = json.loads(capfd.readouterr().out)
    assert 0 == main([*call, "--json"])
    told = json.loads(capfd.readouterr().out)
    assert ("", logged["id"]) == (told["diff"], told["revision"]["id"])
    assert main(["undo", "page.md"]) == main(call) == 0
    assert page.read_text(encoding="utf-8") == once


def test_a_reply_is_not_applied_once_more_when_what_came_after_is_undone(
    page: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Its changes are there again, whoever brought them back."""
    call = ["apply", "page.md", "--reply", "reply.yaml"]
    assert main(call) == main(["undo", "page.md"]) == main(["undo", "page.md"]) == 0
    capfd.readouterr()
    assert 0 == main(call)
    assert "nothing to do: page.md has these changes already" in capfd.readouterr().err
    assert EDITED == page.read_text(encoding="utf-8")


def test_a_reply_that_was_applied_before_other_changes_is_told_of(
    page: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """It may be meant for the file as it is, so it is applied; but its ids deserve a look."""
    call = ["apply", "page.md", "--reply", "reply.yaml"]
    assert 0 == main(call)
    page.write_text(f"top\n{EDITED}", encoding="utf-8")
    capfd.readouterr()
    assert 0 == main([*call, "--dry-run"])
    assert "look: page.md was edited by the same operations as" in capfd.readouterr().err
    assert main(["undo", "page.md"]) == main([*call, "--dry-run"]) == 0
    assert "look:" not in capfd.readouterr().err


def test_a_reply_is_applied_again_where_the_file_has_changed(page: Path) -> None:
    """What was done since shows that it is meant for the file as it is."""
    Path("again.yaml").write_text("functions:\n- insertLineAfter: [4, new]\n", encoding="utf-8")
    call = ["apply", "page.md", "--reply", "again.yaml"]
    assert 0 == main(call)
    page.write_text(PAGE, encoding="utf-8")
    assert 0 == main(call)
    assert f"{PAGE}new\n" == page.read_text(encoding="utf-8")
