"""Commands that ask a model, against a real server that speaks the protocol."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from linewise.cli import main
from model_server import ModelServer, refuses, says, serving

PAGE = "# Contenus\n\n- Quiz (au plus 3 questions)\n- Vidéo\n\n# Contact\n\nÉcrivez-nous.\n"
EDIT = '{"functions": [{"function": "replaceText", "line": "3", "old": "3", "new": "6"}]}'
CHAPTERS = """chapters:
  - [1, "Ce qui existe"]
  - [6, "À qui écrire"]
"""
NOTE = ["--info-text", "Un quiz compte au plus 6 questions."]
KEY = "sk-secret-0123456789"


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with a page, and with a key in the environment."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("LINEWISE_MODEL", "small")
    path = tmp_path / "page.md"
    path.write_text(PAGE, encoding="utf-8")
    return path


def at(server: ModelServer) -> list[str]:
    """Return the option that names a server."""
    return ["--base-url", server.url]


def test_edit_asks_the_model_and_applies(page: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The information goes out, the edit comes back, and the revision knows what it cost."""
    with serving(says(EDIT)) as server:
        assert main(["edit", "page.md", *NOTE, "--yes", *at(server)]) == 0
    assert page.read_text(encoding="utf-8") == PAGE.replace("3 questions", "6 questions")
    assert "tokens in" in capfd.readouterr().err
    assert main(["log", "page.md", "--json"]) == 0
    (revision,) = json.loads(capfd.readouterr().out)
    assert (revision["model"], revision["information"]) == ("small", NOTE[1])
    assert revision["tokens"]["requests"] == 1


def test_a_refused_reply_goes_back_with_the_reason(page: Path) -> None:
    """The second answer is used when the first one named a line that is not there."""
    wrong = EDIT.replace('"3", "old"', '"33", "old"')
    with serving(says(wrong), says(EDIT)) as server:
        assert main(["edit", "page.md", *NOTE, "--yes", *at(server)]) == 0
        assert len(server.bodies) == 2
    assert "6 questions" in page.read_text(encoding="utf-8")


def test_a_model_that_never_answers_well_changes_nothing(page: Path) -> None:
    """Three replies that cannot be trusted end with exit code 5."""
    with serving(says("Sure!"), says("Sure!"), says("Sure!")) as server:
        assert main(["edit", "page.md", *NOTE, "--yes", *at(server)]) == 5
    assert page.read_text(encoding="utf-8") == PAGE


def test_a_server_that_refuses_is_told_in_one_line(
    page: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The line names what the server said, and never the key."""
    with serving(refuses(401, f"bad key {KEY}")) as server:
        assert main(["edit", "page.md", *NOTE, "--yes", *at(server)]) == 1
    complaint = capfd.readouterr().err
    assert "401" in complaint
    assert "request" not in complaint
    assert KEY not in complaint
    assert page.read_text(encoding="utf-8") == PAGE


def test_dry_run_shows_the_prompt_and_the_bill(
    page: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Nobody is asked; what a full copy would cost stands beside the price."""
    assert page
    assert main(["edit", "page.md", *NOTE, "--dry-run"]) == 0
    shown = capfd.readouterr()
    assert "3|- Quiz (au plus 3 questions)" in shown.out
    assert "a full copy of the document would be" in shown.err


def test_without_a_model_the_line_says_how(
    page: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The two ways that need no key are named."""
    assert page
    monkeypatch.delenv("OPENAI_API_KEY")
    assert main(["chapters", "page.md"]) == 1
    complaint = capfd.readouterr().err
    assert "--paste" in complaint
    assert "--local" in complaint


@pytest.mark.parametrize(
    ("words", "instead"),
    [
        (["find", "page.md", "les limites"], "linewise summarize --about"),
        (["edit", "page.md", *NOTE, "--yes"], "linewise prompt edit"),
        (["edit", "page.md", *NOTE], "linewise prompt edit"),
        (["summarize", "page.md", "--ask"], "without --ask"),
    ],
)
@pytest.mark.parametrize("named", [True, False], ids=["without a server", "without a name"])
def test_what_a_command_does_without_a_model_is_its_own(
    page: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    instead: str,
    *,
    named: bool,
) -> None:
    """Each names its own options, and what is missing is told before the terminal is."""
    assert page
    monkeypatch.delenv("OPENAI_API_KEY")
    if not named:
        monkeypatch.delenv("LINEWISE_MODEL")
    assert 1 == main(words)
    complaint = capfd.readouterr().err
    assert ("model 'small' is named" if named else "no model is configured") in complaint
    assert "--base-url" in complaint
    assert instead in complaint
    assert "--local" not in complaint


def test_chapters_by_a_model(page: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Each chapter begins at the line that the model names and ends before the next."""
    assert page
    with serving(says(CHAPTERS)) as server:
        assert main(["chapters", "page.md", *at(server)]) == 0
    assert capfd.readouterr().out == "1–5  Ce qui existe\n6–8  À qui écrire\n"


def test_chapters_by_headings_show_their_depth(
    page: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A chapter stands under the one that it is a part of."""
    page.write_text("# One\n\n## Two\n\nwords\n\n# Three\n", encoding="utf-8")
    assert main(["chapters", "page.md", "--local"]) == 0
    assert "1–2  One\n3–6    Two\n  7  Three\n" == capfd.readouterr().out


def test_a_folder_of_chapters_is_not_json(page: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The parts are text files; what was asked for besides is not left out in silence."""
    assert main(["chapters", "page.md", "--local", "--json", "-o", "parts/"]) == 2
    assert "--json writes one file" in capfd.readouterr().err
    assert not (page.parent / "parts").exists()


def test_chapters_go_into_a_folder(page: Path) -> None:
    """A file for each chapter, with its lines byte for byte; together they are the document."""
    assert main(["chapters", "page.md", "--local", "-o", "parts/"]) == 0
    files = sorted(Path("parts").iterdir())
    assert [file.name for file in files] == ["1-contenus.md", "2-contact.md"]
    assert b"".join(file.read_bytes() for file in files) == page.read_bytes()


def test_no_chapter_takes_the_place_of_what_it_was_cut_from(
    page: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A document that is named like one of its chapters is refused before any is written."""
    document = page.rename("1-contenus.md")
    before = document.read_bytes()
    assert main(["chapters", "1-contenus.md", "--local", "-o", "."]) == 1
    assert "1-contenus.md in it is the input; name another folder" in capfd.readouterr().err
    assert before == document.read_bytes()
    assert not Path("2-contact.md").exists()


def test_a_file_is_no_folder_for_chapters(page: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """What stands in the way of the folder is said."""
    Path("taken").touch()
    assert main(["chapters", page.name, "--local", "-o", "taken/"]) == 1
    assert "taken/: the result could not be written: it is a file" in capfd.readouterr().err


def test_what_else_a_folder_holds_is_told(page: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The parts of an earlier run are not deleted, and not passed over in silence."""
    assert main(["chapters", "page.md", "--local", "-o", "parts/"]) == 0
    assert "linewise: 2 files written to parts\n" == capfd.readouterr().err
    page.write_text("# One\n", encoding="utf-8")
    assert main(["chapters", "page.md", "--local", "-o", "parts/"]) == 0
    assert "1 file written to parts; it also holds 2 other files" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("../../etc/passwd", "etc-passwd"),
        ("CON.txt", "con-txt"),
        ("...", "passage"),
        ("\U0001f600", "passage"),
        ("-rf / ~", "rf"),
        ("cafe\u0301", "caf\u00e9"),
        ("\u0939\u093f\u0928\u094d\u0926\u0940", "\u0939\u093f\u0928\u094d\u0926\u0940"),
        ("\u6f22" * 300, "\u6f22" * 60),
        ("\U00020000" * 300, "\U00020000" * 60),
        ("x" * 59 + " y", "x" * 59),
    ],
)
def test_titles_become_names_of_files(page: Path, title: str, name: str) -> None:
    """Any title makes a name that stays in its folder, keeps its letters, and is short enough."""
    assert page
    with serving(says(f"chapters: {json.dumps([[1, title]])}")) as server:
        assert main(["chapters", "page.md", *at(server), "-o", "parts/"]) == 0
    assert [f"1-{name}.md"] == [file.name for file in Path("parts").iterdir()]


def test_find_by_a_model(page: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Only the lines that the model names are found; nothing found is exit code 3."""
    assert page
    with serving(says('passages:\n  - [3, 3, "Quiz"]\n'), says("passages: []\n")) as server:
        assert main(["find", "page.md", "les limites", *at(server), "--json"]) == 0
        (passage,) = json.loads(capfd.readouterr().out)
        assert (passage["lines"], passage["title"]) == ([3, 3], "Quiz")
        assert main(["find", "page.md", "les prix", *at(server)]) == 3
        assert "the model names no passage in page.md" in capfd.readouterr().err


def test_a_run_keeps_to_its_tokens(page: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A prompt that does not fit is not sent."""
    assert page
    with serving(says(CHAPTERS)) as server:
        assert main(["chapters", "page.md", "--max-tokens", "10", *at(server)]) == 1
        assert server.bodies == []
    assert "do not fit into what is left" in capfd.readouterr().err


def test_what_belongs_to_no_chapter_is_told(page: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Words before the first chapter are in no part, so they are not left out in silence."""
    page.write_text("Bonjour.\n\n" + PAGE, encoding="utf-8")
    assert main(["chapters", "page.md", "--local"]) == 0
    assert "lines in no chapter: 1\n" in capfd.readouterr().err
    page.write_text(PAGE, encoding="utf-8")
    assert main(["chapters", "page.md", "--local"]) == 0
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    "command",
    [["chapters"], ["find", "les limites"], ["edit", "page.md", "--info", "-", "--yes"]],
    ids=lambda command: command[0],
)
def test_a_reply_is_not_pasted_where_something_else_is_read(
    page: Path, capfd: pytest.CaptureFixture[str], command: list[str]
) -> None:
    """Standard input holds the document or the note, or the reply; never both."""
    assert page
    assert main([*command, "--paste"]) == 2
    assert "standard input can be read once" in capfd.readouterr().err


def test_a_reply_is_pasted_by_hand(page: Path) -> None:
    """The prompt is shown, and the reply that a person brings is used: no key, no network."""
    done = subprocess.run(
        [sys.executable, "-m", "linewise", "edit", "page.md", *NOTE, "--paste", "--yes"],
        input=f"{EDIT}\n.\n".encode(),
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert b"3|- Quiz (au plus 3 questions)" in done.stderr
    assert "6 questions" in page.read_text(encoding="utf-8")
