"""Any revision can be taken back, or a conflict says why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from linewise.changes import diff
from linewise.errors import DocumentChangedError, FileError, HistoryError
from linewise.files import TextFile
from linewise.history import Revision, apply, log, undo, undo_changes, undo_of

if TYPE_CHECKING:
    from pathlib import Path

TEXT = "one\ntwo\nthree\nfour\nfive\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Write a small file."""
    path = tmp_path / "notes.md"
    path.write_text(TEXT)
    return path


def edit(path: Path, old: str, new: str) -> Revision:
    """Replace words in a file, as an edit."""
    text = TextFile.read(path).document.text
    made = apply(path, diff(text, text.replace(old, new)), information=f"{old} is {new}")
    assert made is not None
    return made


def test_undo_gives_the_bytes_back(path: Path) -> None:
    """The newest edit is taken back to the byte, and the undo is a revision of its own."""
    data = "\ufeffone\r\ntwo\nthree".encode()
    path.write_bytes(data)
    made = edit(path, "two\nthree", "2\r\n3\n")
    undone = undo(path)
    assert data == path.read_bytes()
    assert ("undo", made.id, made.information) == (undone.kind, undone.undoes, undone.information)
    assert [undone, made] == log(path)


def test_the_root_of_all_folders_has_no_edit() -> None:
    """It is a folder without a name, and no fault of linewise."""
    with pytest.raises(FileError, match="/: it is a folder"):
        undo("/")


def test_it_is_known_which_undo_took_a_revision_back(path: Path) -> None:
    """None while it stands, and none again once the undo is undone; others are not concerned."""
    older, made = edit(path, "two", "2"), edit(path, "four", "4")
    assert undo_of(path, made.id) is None
    undone = undo(path, made.id)
    assert undone == undo_of(path, made.id)
    assert undo_of(path, older.id) is None
    undo(path, undone.id)
    assert undo_of(path, made.id) is None


def test_undo_of_an_undo_does_it_again(path: Path) -> None:
    """Undoing again and again goes back and forth."""
    edit(path, "two", "2")
    undo(path)
    assert TEXT == path.read_text()
    undo(path)
    assert TEXT.replace("two", "2") == path.read_text()
    undo(path)
    assert TEXT == path.read_text()
    assert ["undo", "undo", "undo", "edit"] == [revision.kind for revision in log(path)]


def test_an_older_revision_leaves_the_newer_ones(path: Path) -> None:
    """An older edit is taken out of what came after it, named by the first digits of its id."""
    first = edit(path, "two\n", "two\nand a half\n")
    edit(path, "five", "5")
    undo(path, first.id[:8])
    assert TEXT.replace("five", "5") == path.read_text()


def test_a_revision_can_be_named_by_itself(path: Path) -> None:
    """What `apply` returns can be handed to `undo`."""
    first = edit(path, "one", "1")
    edit(path, "five", "5")
    undo(path, first)
    assert TEXT.replace("five", "5") == path.read_text()


def test_an_undo_that_touches_later_changes_is_a_refusal(path: Path) -> None:
    """A conflict shows both sides, and nothing is written."""
    first = edit(path, "two", "2")
    edit(path, "2", "zwei")
    with pytest.raises(DocumentChangedError) as refused:
        undo(path, first.id)
    assert "cannot be undone" in str(refused.value)
    assert "two" in str(refused.value)
    assert "zwei" in str(refused.value)
    assert (2, 2) == refused.value.conflict.clashes[0].lines
    assert TEXT.replace("two", "zwei") == path.read_text()
    assert 2 == len(log(path))


def test_a_refused_undo_says_what_to_take_back_first(path: Path) -> None:
    """It is the revision that touched the lines, and with it taken back the other can be."""
    first = edit(path, "two", "2")
    second = edit(path, "2", "zwei")
    edit(path, "five", "5")
    for refuse in (undo, undo_changes):
        with pytest.raises(
            DocumentChangedError,
            match=f"take back {second.id[:12]} first, or change the lines by hand\n",
        ):
            refuse(path, first.id)
    undo(path, second.id)
    undo(path, first.id)
    assert TEXT.replace("five", "5") == path.read_text()


def test_lines_changed_by_hand_since_are_left_to_hands(path: Path) -> None:
    """No revision stands for them yet, so none is named."""
    first = edit(path, "two", "2")
    path.write_text(path.read_text().replace("2", "zwei"))
    with pytest.raises(DocumentChangedError, match="; change the lines by hand\n"):
        undo(path, first.id)


def test_what_is_undone_is_not_undone_twice(path: Path) -> None:
    """Naming a revision that was taken back says by which one, which brings it back."""
    first = edit(path, "one", "1")
    edit(path, "five", "5")
    undone = undo(path, first.id)
    with pytest.raises(HistoryError, match=f"was undone by {undone.id[:12]}"):
        undo(path, first.id)
    undo(path, undone.id)
    assert TEXT.replace("one", "1").replace("five", "5") == path.read_text()
    undo(path, first.id)
    assert TEXT.replace("five", "5") == path.read_text()


def test_changes_by_hand_stay(path: Path) -> None:
    """Without a name the newest edit is undone, not what was changed without linewise."""
    edit(path, "two", "2")
    path.write_text(path.read_text().replace("five", "by hand"))
    undo(path)
    assert TEXT.replace("five", "by hand") == path.read_text()


def test_changes_by_hand_can_be_undone_by_name(path: Path) -> None:
    """What was changed without linewise is a revision like any other."""
    edit(path, "two", "2")
    path.write_text(path.read_text().replace("five", "by hand"))
    outside = log(path)[0]
    undo(path, outside.id)
    assert TEXT.replace("two", "2") == path.read_text()


def test_nothing_to_undo_is_an_error(path: Path) -> None:
    """A file without a history, and one changed by hand alone, have no edit to take back."""
    with pytest.raises(HistoryError, match="no history"):
        undo(path)
    assert log(path) == []


@pytest.mark.parametrize(
    ("name", "word"), [("zzzz", "hexadecimal"), ("abc", "4 or more"), ("0000000", "no revision")]
)
def test_an_unknown_revision_is_named(path: Path, name: str, word: str) -> None:
    """A name that is no revision says what would be one."""
    edit(path, "two", "2")
    with pytest.raises(HistoryError, match=word):
        undo(path, name)


def test_a_vanished_file_is_not_made_anew(path: Path) -> None:
    """A file that is gone cannot be undone, but its log is still there."""
    edit(path, "two", "2")
    path.unlink()
    with pytest.raises(FileError, match="no such file"):
        undo(path)
    assert 1 == len(log(path))
    assert not path.exists()


def test_a_file_that_came_back_goes_on_with_its_history(path: Path) -> None:
    """A file made anew under an old name continues the log that the name has."""
    edit(path, "two", "2")
    path.unlink()
    path.write_text("new\n")
    assert ["outside", "edit"] == [revision.kind for revision in log(path)]
    edit(path, "new", "newer")
    undo(path)
    assert path.read_text() == "new\n"
