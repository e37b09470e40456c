"""The store of a history is a git repository; damage to it is noticed and nothing is deleted."""

from __future__ import annotations

import os
import shutil
import subprocess
import zlib
from typing import TYPE_CHECKING

import pytest

from linewise.changes import diff
from linewise.errors import HistoryError
from linewise.files import TextFile, data_folder
from linewise.history import Revision, apply, log, undo, why

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TEXT = "one\ntwo\nthree\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Write a file and edit it three times."""
    path = tmp_path / "notes.md"
    path.write_text(TEXT)
    for number in range(3):
        edit(path, f"three\n{number}")
    return path


def edit(path: Path, new: str) -> Revision:
    """Replace the last lines of a file, as an edit."""
    text = TextFile.read(path).document.text
    made = apply(path, diff(text, text[: text.index("three")] + new), information=new)
    assert made is not None
    return made


def stores() -> list[Path]:
    """Return the folders of all stores, those set aside last."""
    return sorted((data_folder() / "history").iterdir())


def loose_object(name: str) -> Path:
    """Return where an object lies."""
    return stores()[0] / "objects" / name[:2] / name[2:]


def read_loose(name: str) -> bytes:
    """Return what an object holds."""
    return zlib.decompress(loose_object(name).read_bytes())


def overwrite(file: Path, data: bytes) -> None:
    """Write to a file that may be read-only."""
    file.chmod(0o644)
    file.write_bytes(data)


def test_git_can_read_the_store(path: Path) -> None:
    """A history is a sound repository whose commits hold the file, for any git program."""
    (store,) = stores()

    def git(*words: str) -> str:
        environment = {**os.environ, "GIT_DIR": str(store), "GIT_CONFIG_NOSYSTEM": "1"}
        done = subprocess.run(["git", *words], env=environment, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.decode()

    git("fsck", "--strict")
    assert path.read_text() == git("show", "main:content")
    assert TEXT == git("show", "main~3:content")
    assert ["edit: three 2", "edit: three 1", "edit: three 0", "found"] == git(
        "log", "--format=%s"
    ).split("\n")[:-1]
    assert f"{path}\n" == (store / "description").read_text()
    git("gc", "--quiet", "--prune=now")
    assert 3 == len(log(path))
    edit(path, "three\n4")
    assert 4 == len(log(path))


def test_a_store_is_for_the_user_alone(path: Path) -> None:
    """Nobody else may read what was in a file."""
    assert path.exists()
    assert 0o700 == stores()[0].stat().st_mode & 0o777


def damage_branch(_: Revision) -> None:
    """Empty the file that names the newest commit."""
    (stores()[0] / "refs" / "heads" / "main").write_bytes(b"")


def lose_branch(_: Revision) -> None:
    """Remove the file that names the newest commit."""
    (stores()[0] / "refs" / "heads" / "main").unlink()


def garble_branch(_: Revision) -> None:
    """Write something else into the file that names the newest commit."""
    (stores()[0] / "refs" / "heads" / "main").write_bytes(b"\xff\0nonsense\n")


def truncate_commit(newest: Revision) -> None:
    """Cut off the newest commit."""
    overwrite(loose_object(newest.id), loose_object(newest.id).read_bytes()[:20])


def lose_commit(newest: Revision) -> None:
    """Remove the newest commit."""
    loose_object(newest.id).unlink()


def exchange_commit(newest: Revision) -> None:
    """Change a word in the newest commit, soundly packed."""
    data = read_loose(newest.id).replace(b"three", b"tree!")
    overwrite(loose_object(newest.id), zlib.compress(data))


def lose_tree(newest: Revision) -> None:
    """Remove the tree of the newest commit."""
    loose_object(read_loose(newest.id).split(b"tree ", 1)[1][:40].decode()).unlink()


def lose_objects(_: Revision) -> None:
    """Remove all objects."""
    shutil.rmtree(stores()[0] / "objects")


DAMAGES = [
    damage_branch,
    lose_branch,
    garble_branch,
    truncate_commit,
    lose_commit,
    exchange_commit,
    lose_tree,
    lose_objects,
]


COMMANDS: dict[str, Callable[[Path], object]] = {
    "log": log,
    "apply": lambda path: edit(path, "three\nnew"),
    "undo": undo,
    "why": lambda path: why(path, 4),
}


@pytest.mark.parametrize(
    ("damage", "command"),
    [*((damage, "log") for damage in DAMAGES), *((lose_tree, command) for command in COMMANDS)],
)
def test_damage_is_said_and_set_aside(
    path: Path, damage: Callable[[Revision], None], command: str
) -> None:
    """The next command says what is wrong and where the store went; the one after begins anew."""
    (store,) = stores()
    newest = log(path)[0]
    text = path.read_text()
    damage(newest)
    left = sorted(found.name for found in store.rglob("*") if found.is_file())
    with pytest.raises(HistoryError) as refused:
        COMMANDS[command](path)
    (aside,) = stores()
    assert f"{store.name}.damaged-1" == aside.name
    assert str(aside) in str(refused.value)
    assert left == sorted(found.name for found in aside.rglob("*") if found.is_file())
    assert text == path.read_text()
    assert log(path) == []
    edit(path, "three\nafter")
    assert 1 == len(log(path))


def test_damage_in_the_past_is_noticed_by_the_log(path: Path) -> None:
    """A lost commit in the middle cuts a history in two: it is set aside when it is met."""
    loose_object(log(path)[1].id).unlink()
    edit(path, "three\nnew")
    with pytest.raises(HistoryError, match="set aside"):
        log(path)


def test_a_second_damage_gets_another_name(path: Path) -> None:
    """What was set aside before is not written over."""
    for _ in range(2):
        edit(path, "three\nnew one")
        damage_branch(log(path)[0])
        with pytest.raises(HistoryError, match="set aside"):
            log(path)
        edit(path, "three\nafter")
    assert [".git", "-1", "-2"] == [
        store.name[32:].removeprefix(".git.damaged") for store in stores()
    ]


def test_a_damaged_text_concerns_its_revision_alone(path: Path) -> None:
    """A text that is not what it was is said when it is needed; the rest of the history stays."""
    middle = log(path)[1]
    tree = read_loose(middle.id).split(b"tree ", 1)[1][:40].decode()
    blob = read_loose(tree)[-20:].hex()
    overwrite(loose_object(blob), zlib.compress(b"blob 3\0bad"))
    assert 3 == len(log(path))
    with pytest.raises(HistoryError, match=f"{middle.id[:12]}.*other revisions are not concerned"):
        _ = log(path)[1].after
    with pytest.raises(HistoryError, match="damaged"):
        undo(path)
    assert 1 == len(stores())
    edit(path, "three\nnew")
    assert 4 == len(log(path))


def test_a_store_that_cannot_be_read_is_not_set_aside(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the system does not let be read now is no damage: the store stays where it is."""

    def unreadable(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as closed:
        closed.setattr("linewise.history._objects.Objects._raw", unreadable)
        with pytest.raises(HistoryError, match="cannot be read: Permission denied"):
            log(path)
    assert 3 == len(log(path))


def test_many_objects_are_packed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many small objects go into one file; revisions held before stay readable."""
    held = log(path)
    large = edit(path, "".join(f"three\n{number**9}" for number in range(5000)))
    monkeypatch.setattr("linewise.history._objects._SAMPLE_FULL", -1)
    made = edit(path, "three\npacked")
    assert 1 == len(list((stores()[0] / "objects" / "pack").glob("*.pack")))
    assert not loose_object(made.id).exists()
    large_ones = list((stores()[0] / "objects").glob("??/*"))
    assert 2 == len(large_ones), "a large text, and a commit with information as long"
    assert ["one\ntwo\nthree\n1", "one\ntwo\nthree\n0", TEXT] == [
        held[0].before,
        held[1].before,
        held[2].before,
    ]
    assert [made, large, *held] == log(path)
    undo(path)
    assert large.after == path.read_text()
