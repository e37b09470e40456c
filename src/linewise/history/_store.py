"""The revisions of one file in a bare git repository of its own, under the user's data.

A commit is a revision. Its tree holds the file as `content`, its message what is known of the
revision: a line for people and, last, a line of JSON. The branch `main` is the newest; the
repository's description is the path. Any git program can read it.

An edit touches two places, the file and the branch, and a process may be killed between the two.
So the new commit is written first, and a file `intent` that names it is made before the text file
is replaced. That file is the new value of the branch: one rename moves it there and ends the
intent, in one step that needs no room on the disk.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self

from linewise.errors import FileError, HistoryError
from linewise.files import data_folder, file_key, make_folder, settle_folder
from linewise.history._objects import (
    Commit,
    DamageError,
    Objects,
    blob_id,
    damage_found,
    write_durably,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

__all__ = ["Commit", "DamageError", "Store", "blob_id"]

_BRANCH = "refs/heads/main"
_CONFIG = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n"


class Store:
    """The history of one file. To write, hold the lock of the file.

    What cannot be read for good raises a `DamageError`; who holds the lock sets the store aside.
    """

    def __init__(self, folder: Path, path: Path) -> None:
        self._folder = folder
        self._path = path
        self._objects = Objects(folder / "objects")

    @classmethod
    def find(cls, path: Path) -> Self | None:
        """Return the store of a file, or None if it has none yet."""
        folder = _folder_of(path)
        try:
            return cls(folder, path) if folder.exists() else None
        except OSError as error:
            raise HistoryError(f"{folder}: it cannot be read: {error.strerror}") from error

    @classmethod
    def make(cls, path: Path, content: bytes, record: Mapping[str, Any]) -> Self:
        """Make the store of a file, with its first commit."""
        folder = _folder_of(path)
        half_made = folder.with_suffix(".new")
        with _writing(path):
            _make_repository(half_made, path)
            store = cls(half_made, path)
            store.advance(store.add(content, record, None))
            store.close()
            # So there is a whole store or none, wherever a process is killed.
            half_made.replace(folder)
            settle_folder(folder.parent)
        return cls(folder, path)

    # Reading

    def head(self) -> Commit:
        """Return the newest commit."""
        with damage_found(self._folder):
            name = self._branch().decode("ascii")
        if not name:
            raise DamageError("it does not say which revision is the newest")
        return self.commit(name)

    def commit(self, name: str) -> Commit:
        """Return one commit."""
        return self._objects.commit(name)

    def commits(self) -> Iterator[Commit]:
        """Yield all commits, the newest first."""
        commit = self.head()
        yield commit
        while commit.parent is not None:
            commit = self.commit(commit.parent)
            yield commit

    def content_id(self, commit: Commit) -> str:
        """Return the id of the file's content in a commit."""
        return self._objects.content_id(commit)

    def content(self, commit: Commit) -> bytes:
        """Return the bytes of the file in a commit.

        Raises:
            HistoryError: they are damaged; only this revision is.
        """
        try:
            return self._objects.content(commit)
        except DamageError as error:
            raise HistoryError(
                f"{self._path}: the text of revision {commit.id[:12]} is damaged in "
                f"{self._folder} ({error}); the other revisions are not concerned"
            ) from error

    @property
    def intended(self) -> str | None:
        """The commit that was to become the newest when a process was killed."""
        try:
            return self._intent.read_text("ascii").strip()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise HistoryError(f"{self._intent}: it cannot be read: {error.strerror}") from error
        except ValueError as error:
            raise DamageError(f"its intent is not to be made out: {error}") from error

    # Writing

    def add(self, content: bytes, record: Mapping[str, Any], parent: str | None) -> str:
        """Write a commit that nothing points to yet, durably, and return its id."""
        with _writing(self._path):
            return self._objects.add(content, _message(record), parent, int(time.time()))

    def intend(self, name: str) -> None:
        """Note durably that the file is about to become what a commit holds."""
        with _writing(self._path):
            write_durably(self._intent, name.encode("ascii") + b"\n")

    def fulfil(self) -> None:
        """Make the intended commit the newest one, which ends the intent."""
        with _writing(self._path):
            branch = self._folder / _BRANCH
            self._intent.replace(branch)
            settle_folder(branch.parent)
            settle_folder(self._folder)

    def withdraw(self) -> None:
        """End the intent and leave the branch where it is."""
        with _writing(self._path):
            self._intent.unlink(missing_ok=True)

    def advance(self, name: str) -> None:
        """Make a commit the newest one when the file holds its content already."""
        self.intend(name)
        self.fulfil()

    def tidy(self) -> None:
        """Pack the loose objects once they are many; a store that stays untidy is as good."""
        with contextlib.suppress(Exception):
            self._objects.pack_when_many()

    def set_aside(self) -> Path:
        """Give the store another name, so that nothing of it is lost and a new one can begin."""
        self.close()
        number = 1
        while (aside := self._folder.with_name(f"{self._folder.name}.damaged-{number}")).exists():
            number += 1
        with _writing(self._path):
            self._folder.rename(aside)
        return aside

    def close(self) -> None:
        """Let go of the files that are held open; they are opened again when needed."""
        self._objects.close()

    def _branch(self) -> bytes:
        """Read the branch from its own file, or from the one where `git gc` puts them all."""
        try:
            return (self._folder / _BRANCH).read_bytes().strip()
        except FileNotFoundError:
            lines = (self._folder / "packed-refs").read_bytes().split(b"\n")
            suffix = f" {_BRANCH}".encode("ascii")
            return b"".join(line[:40] for line in lines if line.endswith(suffix))

    @property
    def _intent(self) -> Path:
        return self._folder / "intent"


def _folder_of(path: Path) -> Path:
    return data_folder() / "history" / f"{file_key(path)}.git"


def _make_repository(folder: Path, path: Path) -> None:
    if folder.exists():
        shutil.rmtree(folder)
    make_folder(folder)
    for inner in ("objects/info", "objects/pack", "refs/heads", "refs/tags"):
        (folder / inner).mkdir(parents=True)
    (folder / "HEAD").write_text(f"ref: {_BRANCH}\n", encoding="ascii")
    (folder / "config").write_text(_CONFIG, encoding="ascii")
    (folder / "description").write_bytes(os.fsencode(path) + b"\n")


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except FileError:
        raise
    except OSError as error:
        raise HistoryError(
            f"{path}: its history cannot be written below {data_folder()}: "
            f"{error.strerror or error}; make room there, or name another folder by LINEWISE_DATA"
        ) from error


def _message(record: Mapping[str, Any]) -> bytes:
    """Return the subject for people and, last, the record for linewise."""
    words = str(record.get("information") or "").split()
    subject = f"{record['kind']}: {' '.join(words)}" if words else str(record["kind"])
    subject = subject if len(subject) <= 72 else subject[:71] + "…"
    data = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    # Half a surrogate pair, which JSON can carry and UTF-8 cannot, is spelled as JSON does.
    return f"{subject}\n\n{data}\n".encode("utf-8", "backslashreplace")
