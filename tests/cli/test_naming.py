"""Files go by the names that the user gave them."""

from __future__ import annotations

from pathlib import Path

import pytest

from linewise.cli import main
from linewise.cli._naming import as_named, from_here, names_in
from linewise.editing import edit_from_reply
from linewise.history import apply, new_batch, read_file

REPLY = 'functions:\n- replaceLine: [1, "New words."]\n'


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with a file in another one, and a reply."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.md").write_text("Old words.\n", encoding="utf-8")
    (tmp_path / "reply.yaml").write_text(REPLY, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (["apply", "notes/b.md", "--reply", "reply.yaml"], "notes/b.md: there is no such file"),
        (["edit", "notes", "gone.md", "--info-text", "x", "--yes"], "gone.md: there is no such"),
        (["edit", "notes/", "--reply", "reply.yaml"], "a reply is about one file"),
        (["apply", "notes", "--reply", "reply.yaml"], "notes: it is a folder; a text file"),
        (["undo", "notes/a.md"], "notes/a.md has no history, so there is nothing to undo"),
        (["undo", "./notes/a.md", "1234"], "./notes/a.md has no history, so there is nothing"),
        (["diff", "notes/a.md"], "notes/a.md has no history, so there is nothing to compare"),
        (["why", "notes/b.md:3"], "notes/b.md: there is no such file"),
        (["review", "notes/b.md", "--dry-run"], "notes/b.md: there is no such file"),
        (["review", "notes/"], "notes/: it is a folder, and files are reviewed; name those in it"),
    ],
)
def test_errors_name_a_file_as_it_was_named(
    place: Path, capfd: pytest.CaptureFixture[str], call: list[str], told: str
) -> None:
    """No message brings in the folders that the user has left out."""
    assert main(call) != 0
    error = capfd.readouterr().err
    assert f"linewise: {told}" in error
    assert str(place) not in error


def test_a_file_has_its_own_name_and_not_that_of_its_folder(place: Path) -> None:
    """Whichever of the two was given first; a name that is the start of another is none."""
    message = f"{place}/notes/a.md: it is a folder\n{place}/notes: so is it"
    shown = "notes/a.md: it is a folder\nnotes: so is it"
    assert shown == as_named(message, [".", "notes", "notes/a", "notes/a.md"])
    assert f"x{place}/notes/a.md" == as_named(f"x{place}/notes/a.md", ["notes/a.md"])
    assert message == as_named(message, ["", "\0", str(place)])


@pytest.mark.parametrize(
    ("name", "pattern"),
    [("notes", "notes/*.md"), ("notes/", "notes/*.md"), ("./my notes/", "'./my notes'/*")],
)
def test_the_files_of_a_folder_are_named_for_the_shell(
    place: Path, capfd: pytest.CaptureFixture[str], name: str, pattern: str
) -> None:
    """What is suggested can be copied."""
    (place / "my notes").mkdir()
    (place / "my notes" / "a.txt").touch()
    assert 1 == main(["review", name, "--dry-run"])
    assert capfd.readouterr().err.endswith(f": linewise review {pattern}\n")


def test_what_a_document_says_is_told_as_it_stands(place: Path) -> None:
    """The sides of a conflict name the files that they name."""
    message = f"{place}/notes/a.md: it changed\n  theirs | see {place}/notes/a.md"
    shown = f"notes/a.md: it changed\n  theirs | see {place}/notes/a.md"
    assert shown == as_named(message, ["notes/a.md"])


def test_names_stand_in_places_and_behind_options() -> None:
    """`FILE:LINE` and `--info=FILE` name files, too."""
    assert {"a.md", "a.md:3"} <= set(names_in(["a.md:3"]))
    assert "note.md" in names_in(["--info=note.md"])


def test_a_path_is_written_as_from_here(place: Path) -> None:
    """What lies elsewhere stands in full."""
    assert "notes/a.md" == from_here(str(place / "notes" / "a.md"))
    assert str(place.parent / "b.md") == from_here(str(place.parent / "b.md"))


def test_a_batch_lists_its_files_as_from_here(capfd: pytest.CaptureFixture[str]) -> None:
    """As the undo of the batch names them."""
    batch = new_batch()
    path = Path("notes/a.md")
    apply(path, edit_from_reply(read_file(path).document, REPLY), batch=batch)
    assert 0 == main(["log", "--batch", batch])
    assert capfd.readouterr().out.endswith("  notes/a.md\n")
