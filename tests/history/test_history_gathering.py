"""Which files of a folder can be edited, and why others are left alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from linewise.errors import FileError
from linewise.history import read_files

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work beside a folder with files of all kinds."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "docs"
    (folder / "deep" / "deeper").mkdir(parents=True)
    (folder / ".git").mkdir()
    for name in ("b.md", "a.txt", "deep/page.html", "deep/deeper/code.py", ".git/config", ".env"):
        (folder / name).write_text("one\n")
    (folder / "image.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    (folder / "paper.pdf").write_bytes(b"%PDF-1.7\n")
    return folder


def names_of(*paths: str) -> list[str]:
    """Return the names of the files that are read."""
    return [one.name for one in read_files(paths) if one.file]


@pytest.mark.usefixtures("folder")
def test_the_text_files_of_a_folder_are_read_by_name() -> None:
    """Folders in folders, too; each is called as one would call it from here."""
    expected = ["docs/a.txt", "docs/b.md", "docs/deep/deeper/code.py", "docs/deep/page.html"]
    assert expected == names_of("docs")
    assert expected[2:] + expected[:2] == names_of("docs/deep", "docs")


@pytest.mark.usefixtures("folder")
def test_what_is_left_alone_is_said_with_its_reason() -> None:
    """Hidden files and folders as one each, and what is read but never written back."""
    reasons = {one.name: one.reason for one in read_files(["docs"]) if not one.file}
    assert ["docs/.env", "docs/.git", "docs/image.png", "docs/paper.pdf"] == list(reasons)
    assert "it is hidden" == reasons["docs/.git"] == reasons["docs/.env"]
    assert reasons["docs/image.png"].startswith("this is a PNG image")
    assert "this is a PDF document, not text" == reasons["docs/paper.pdf"]


@pytest.mark.usefixtures("folder")
def test_a_file_that_is_named_itself_has_to_be_one() -> None:
    """It may be hidden, but it must be there and be text."""
    assert ["docs/.env"] == names_of("docs/.env")
    for name in ("docs/paper.pdf", "docs/nothing.md"):
        with pytest.raises(FileError, match=name.partition("/")[2]):
            read_files([name])


def test_a_file_of_two_names_is_read_once(folder: Path) -> None:
    """A link that is named itself is followed."""
    (folder / "z.md").symlink_to("b.md")
    assert ["docs/b.md"] == names_of("docs/b.md", "docs/b.md", "docs/z.md")
    assert ["docs/z.md"] == names_of("docs/z.md", "docs/b.md")


def test_links_in_a_folder_are_left_alone(folder: Path) -> None:
    """They lead out of it, in circles, or to nothing; what they lead to inside counts there."""
    (folder.parent / "outside.md").write_text("one\n")
    leading = {"z.md": "b.md", "up": "..", "out.md": "../outside.md", "gone": "no", "self": "self"}
    for name, target in leading.items():
        (folder / name).symlink_to(target)
    reasons = {one.name: one.reason for one in read_files(["docs"]) if not one.file}
    for name in leading:
        assert reasons[f"docs/{name}"].startswith("it is a link"), name
    assert ["docs/out.md"] == names_of("docs/out.md")


@pytest.mark.usefixtures("folder")
def test_a_file_can_be_left_out() -> None:
    """Such as the note that says what is new, where it lies among the others."""
    found = {
        one.name: one
        for one in read_files(["docs"], without={"docs/../docs/b.md": "it is the note"})
    }
    assert (None, "it is the note") == found["docs/b.md"][1:]
    assert found["docs/a.txt"].file


@pytest.mark.usefixtures("folder")
def test_an_encoding_that_does_not_exist_is_an_error() -> None:
    """It is no reason of each file to be left alone."""
    with pytest.raises(FileError, match=r"^encoding 'nonsense' is unknown"):
        read_files(["docs"], "nonsense")
