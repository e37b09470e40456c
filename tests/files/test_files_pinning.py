"""Files that are named by a real path: no link is followed, at whatever moment it is put there."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from linewise import TextFile, apply
from linewise.changes import Change, ChangeSet
from linewise.errors import FileError
from linewise.files import RealPath, pinned, read_bytes, real_path, staged

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(os.name == "nt", reason="links need rights there")


@pytest.fixture
def inside(tmp_path: Path) -> RealPath:
    """Make a file in a folder, and one of the same name and words outside of it."""
    for folder in ("root/sub", "outside"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "a.txt").write_text("one\ntwo\n")
    return RealPath(tmp_path.resolve() / "root" / "sub" / "a.txt")


def swap(inside: RealPath) -> None:
    """Put a link that leads outside in the place of the file's folder."""
    folder = inside.parent
    folder.rename(folder.with_name("moved"))
    folder.symlink_to(folder.parent.parent / "outside")


def test_a_real_path_is_not_followed_again(inside: RealPath) -> None:
    """It stands for the file that was meant when it was made, not for where links lead now."""
    swap(inside)
    assert inside == real_path(inside)


def test_a_link_in_the_place_of_a_folder_is_refused(inside: RealPath) -> None:
    """Reading and applying say that the way changed; the file outside is untouched."""
    swap(inside)
    with pytest.raises(FileError, match="the way to it is not what it was"):
        read_bytes(inside)
    with pytest.raises(FileError, match="the way to it is not what it was"):
        apply(inside, ChangeSet("one\ntwo\n", [Change(0, 0, "zero\n")]))
    assert (inside.parent.parent.parent / "outside" / "a.txt").read_text() == "one\ntwo\n"


def test_a_link_in_the_place_of_the_file_is_refused(inside: RealPath) -> None:
    """The file itself may not be a link either."""
    other = inside.with_name("b.txt")
    inside.rename(other)
    inside.symlink_to(other)
    with pytest.raises(FileError, match="it is a link now"):
        TextFile.read(inside)


def test_what_is_begun_in_a_folder_ends_in_it(inside: RealPath) -> None:
    """A folder that is swapped between the reading and the writing does not lead the write away."""
    with staged(inside, b"one\ntwo\n", b"new\n") as put:
        swap(inside)
        assert put()
    top = inside.parent.parent.parent
    assert (top / "outside" / "a.txt").read_text() == "one\ntwo\n"
    assert (top / "root" / "moved" / "a.txt").read_text() == "new\n"
    assert ["a.txt"] == [path.name for path in (top / "outside").iterdir()]


def test_other_paths_are_used_as_they_are(tmp_path: Path) -> None:
    """Whoever did not ask for it may have links on the way."""
    with pinned(tmp_path / "x") as place:
        assert tmp_path / "x" == place


def test_without_paths_through_open_folders(
    inside: RealPath, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the system has none the way is checked all the same, right before it is used."""
    monkeypatch.setattr("linewise.files.pinning._DESCRIPTORS", "/nowhere")
    apply(inside, ChangeSet("one\ntwo\n", [Change(0, 0, "zero\n")]))
    assert inside.read_text() == "zero\none\ntwo\n"
    swap(inside)
    with pytest.raises(FileError, match="the way to it is not what it was"):
        read_bytes(inside)


def test_without_opening_relative_to_folders(
    inside: RealPath, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does it matter when folders cannot be opened step by step."""
    monkeypatch.setattr(os, "supports_dir_fd", set())
    apply(inside, ChangeSet("one\ntwo\n", [Change(0, 0, "zero\n")]))
    assert inside.read_text() == "zero\none\ntwo\n"
    swap(inside)
    with pytest.raises(FileError, match="the way to it is not what it was"):
        read_bytes(inside)
