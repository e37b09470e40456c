"""Edits of several files that belong together are one batch, and one call takes it back."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from linewise.changes import diff
from linewise.errors import DocumentChangedError, FileError, HistoryError, LinewiseError
from linewise.files import TextFile
from linewise.history import (
    Revision,
    apply,
    batch_files,
    log,
    log_batch,
    new_batch,
    undo,
    undo_batch,
    undo_batch_changes,
)

pytestmark = pytest.mark.usefixtures("folder")

TEXTS = {
    "one.md": b"\xef\xbb\xbfone\r\ntwo\nthree",
    "two.txt": "caf\xe9 two\n".encode("latin-1"),
    "three.md": b"two\n",
}
EDITED = {name: data.replace(b"two", b"2") for name, data in TEXTS.items()}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with three files in different dress."""
    folder = tmp_path / "docs"
    folder.mkdir()
    for name, data in TEXTS.items():
        (folder / name).write_bytes(data)
    monkeypatch.chdir(folder)
    return folder


def held() -> dict[str, bytes]:
    """Return what the files hold."""
    return {name: Path(name).read_bytes() for name in TEXTS}


def edit(path: str, batch: str | None, old: str = "two", new: str = "2") -> Revision:
    """Replace words in a file, as an edit."""
    text = TextFile.read(path).document.text
    made = apply(path, diff(text, text.replace(old, new)), information="2 is two", batch=batch)
    assert made is not None
    return made


def edit_all(batch: str) -> list[Revision]:
    """Replace the same words in all files."""
    return [edit(name, batch) for name in TEXTS]


def test_a_batch_is_undone_by_one_call_to_the_byte() -> None:
    """All files are what they were before, in their dress; the undo is a batch of its own."""
    batch = new_batch()
    made = edit_all(batch)
    assert EDITED == held()
    steps: list[tuple[int, int]] = []
    undone = undo_batch(batch, done=lambda *step: steps.append(step))
    assert TEXTS == held()
    assert [(1, 3), (2, 3), (3, 3)] == steps
    assert [one.id for one in made] == [one.undoes for one in undone]
    (again,) = {one.batch for one in undone}
    assert again is not None
    undo_batch(again)
    assert EDITED == held()
    undo_batch(batch)
    assert TEXTS == held()


def test_a_log_tells_the_batch(folder: Path) -> None:
    """Each revision knows its batch; all of one are listed together, the newest first."""
    batch = new_batch()
    made = edit_all(batch)
    edit("one.md", None, "three", "3")
    assert [batch] * 3 == [one.batch for one in made]
    assert [None, batch] == [one.batch for one in log("one.md")]
    assert batch == log("one.md")[1].as_dict()["batch"]
    assert made[::-1] == log_batch(batch)
    assert [str(folder / name) for name in TEXTS] == batch_files("last")


def test_the_last_batch_goes_by_that_word() -> None:
    """It is the newest batch of edits: an undo that was interrupted is finished by it."""
    first, second = "first", "second"
    edit_all(first)
    edit("one.md", second, "three", "3")
    os.utime(Path(os.environ["HOME"]) / ".local/share/linewise/batches/first", (1, 1))
    undo_batch("last")
    assert EDITED == held()
    with pytest.raises(HistoryError, match="second was undone already by batch"):
        undo_batch("last")


def test_a_conflict_in_one_file_keeps_all_as_they_are(folder: Path) -> None:
    """The message names the file and shows both sides; nothing is written anywhere."""
    batch = new_batch()
    edit_all(batch)
    Path("three.md").write_bytes(b"zwei\n")
    before = held()
    for refused_call in (undo_batch, undo_batch_changes):
        with pytest.raises(DocumentChangedError, match="in 1 file, so no file was writ") as refused:
            refused_call(batch)
        assert f"{folder / 'three.md'}: revision" in str(refused.value)
        assert (1, 1) == refused.value.conflict.clashes[0].lines
    assert before == held()


def test_a_file_that_is_gone_keeps_all_as_they_are() -> None:
    """It cannot be given its old words; the others are not touched, either."""
    batch = new_batch()
    edit_all(batch)
    Path("three.md").unlink()
    with pytest.raises(FileError, match=r"three\.md: there is no such file") as refused:
        undo_batch(batch)
    assert "\n" not in str(refused.value)
    assert EDITED["one.md"] == Path("one.md").read_bytes()


def test_what_is_undone_by_hand_or_by_itself_is_passed_over(folder: Path) -> None:
    """The rest is undone; then nothing is left."""
    batch = new_batch()
    edit_all(batch)
    undo("one.md")
    Path("two.txt").write_bytes(TEXTS["two.txt"])
    assert [str(folder / "three.md")] == list(undo_batch_changes(batch))
    assert 1 == len(undo_batch(batch))
    assert TEXTS == held()
    with pytest.raises(HistoryError, match="was undone already"):
        undo_batch(batch)


def test_changes_in_other_lines_stay() -> None:
    """The undo is carried over what came later, in each file."""
    batch = new_batch()
    edit_all(batch)
    Path("one.md").write_bytes(EDITED["one.md"].replace(b"\xef\xbb\xbfone\r\n", b"zero\n\none\r\n"))
    undo_batch(batch)
    assert b"zero\n\none\r\ntwo\nthree" == Path("one.md").read_bytes()


def test_a_file_may_be_edited_twice_in_a_batch() -> None:
    """All of it is taken back, the newest edit first."""
    edit("one.md", "mine")
    edit("one.md", "mine", "2", "zwei")
    assert 2 == len(undo_batch("mine"))
    assert TEXTS == held()


def test_an_undo_that_fails_midway_is_finished_by_the_same_call(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message names what is undone; the whole undo is one batch all the same."""
    batch = new_batch()
    edit_all(batch)

    def full(path: Path, *arguments: object, **options: object) -> Revision:
        if Path(path).name == "two.txt":
            raise FileError("two.txt: no space left on the device")
        return undo(path, *arguments, **options)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr("linewise.history.batches.undo", full)
        with pytest.raises(FileError, match="no space left") as stopped:
            undo_batch(batch)
    assert f"undone in {folder / 'one.md'}; the same again undoes the rest" in str(stopped.value)
    assert TEXTS["one.md"] == Path("one.md").read_bytes()
    assert EDITED["two.txt"] == Path("two.txt").read_bytes()
    rest = undo_batch("last")
    assert TEXTS == held()
    assert log("one.md")[0].batch == rest[0].batch
    undo_batch(str(rest[0].batch))
    assert EDITED == held()


@pytest.mark.parametrize("batch", ["last", "a", "A-B", "../x", "x/y", "a" * 81, ""])
def test_a_name_of_a_batch_is_a_plain_word(batch: str) -> None:
    """Others are refused before anything is written."""
    with pytest.raises(HistoryError, match="is no name of a batch"):
        edit("one.md", batch)
    assert TEXTS == held()
    assert [] == log("one.md")


def test_an_unknown_batch_is_an_error() -> None:
    """The message says what there is."""
    for name in ("last", "nobody"):
        with pytest.raises(HistoryError, match="there is no batch"):
            undo_batch(name)
    edit("one.md", "known")
    with pytest.raises(HistoryError, match="no batch 'nobody'; the newest is known"):
        log_batch("nobody")


def test_an_edit_that_cannot_be_noted_is_not_made() -> None:
    """No file of a batch is changed that its undo would not know."""
    edit("one.md", None)
    place = Path(os.environ["HOME"]) / ".local/share/linewise/batches"
    place.write_bytes(b"in the way")
    with pytest.raises(LinewiseError, match="batches"):
        edit("three.md", "mine")
    assert TEXTS["three.md"] == Path("three.md").read_bytes()


KILLED = """
import os, sys
from pathlib import Path
from linewise.changes import diff
from linewise.files import TextFile
from linewise.history import apply, undo_batch

left = int(sys.argv[2])
replace = Path.replace

def dies(self, target):
    global left
    left -= 1
    if left < 0:
        os._exit(9)
    return replace(self, target)

def edited():
    for name in ("one.md", "two.txt", "three.md"):
        text = TextFile.read(name).document.text
        apply(name, diff(text, text.replace("two", "2")), batch="mine")

if sys.argv[1] == "edit":
    Path.replace = dies
    edited()
else:
    edited()
    Path.replace = dies
    undo_batch("mine")
"""


@pytest.mark.parametrize("work", ["edit", "undo"])
@pytest.mark.parametrize("step", [*range(0, 9, 2), 99])
def test_a_batch_that_is_killed_can_be_undone(work: str, step: int) -> None:
    """Whatever was applied of it, or undone already: one undo gives all files their old bytes."""
    done = subprocess.run(
        [sys.executable, "-c", KILLED, work, str(step)], capture_output=True, check=False
    )
    assert (0 if step == 99 else 9) == done.returncode, done.stderr
    for name, data in held().items():
        assert data in (TEXTS[name], EDITED[name])
    if held() == TEXTS:
        with pytest.raises(HistoryError, match=r"no batch|changed no file|undone already"):
            undo_batch("mine")
    else:
        assert {"mine"} == {revision.batch for revision in log_batch("mine")}
        undo_batch("mine")
    assert TEXTS == held()
