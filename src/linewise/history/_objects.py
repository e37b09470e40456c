"""Commits and contents in a folder of git objects, checked against their names when read."""

from __future__ import annotations

import errno
import hashlib
import json
import os
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from linewise.errors import HistoryError
from linewise.files import settle_folder

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from dulwich.object_store import DiskObjectStore
    from dulwich.objects import ObjectID

__all__ = ["Commit", "DamageError", "Objects", "blob_id", "damage_found", "write_durably"]

_CONTENT = b"content"
_IDENTITY = b"linewise <linewise@localhost>"
_REGULAR_FILE = 0o100644
_KINDS = {1: b"commit", 2: b"tree", 3: b"blob", 4: b"tag"}

# Fast, and little worse than the default for texts.
_COMPRESSION = 1

# Of the 256 folders of loose objects, one whose count tells that there are many; in bytes, what
# is small.
_SAMPLE_FOLDER = "17"
_SAMPLE_FULL = 6
_SMALL = 1 << 13

_GONE = {errno.ENOENT, errno.ENOTDIR, errno.EISDIR, None}


class DamageError(Exception):
    """What is stored is missing, or is not what it was."""


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit of the store.

    Attributes:
        id: 40 hexadecimal digits.
        tree: the id of its tree.
        parent: the commit before it, None for the first.
        record: what is known of the revision.
    """

    id: str
    tree: str
    parent: str | None
    record: Mapping[str, Any]


class Objects:
    """The objects in a folder. Files are opened when needed and held until `close`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open: DiskObjectStore | None = None

    def commit(self, name: str) -> Commit:
        """Return a commit."""
        header, _, message = self._get(b"commit", name).partition(b"\n\n")
        tree, parent, *_ = header.split(b"\n")
        try:
            record = json.loads(message.rstrip(b"\n").rpartition(b"\n")[2])
            return Commit(
                name,
                tree.removeprefix(b"tree ").decode("ascii"),
                parent[7:].decode("ascii") if parent.startswith(b"parent ") else None,
                {"kind": record["kind"], "time": record["time"], **record},
            )
        except (ValueError, LookupError, TypeError) as error:
            raise DamageError(f"commit {name} was not made by linewise") from error

    def content_id(self, commit: Commit) -> str:
        """Return the id of the content in a commit."""
        # The tree has one entry: mode, space, name, zero byte, and the id as 20 bytes.
        return self._get(b"tree", commit.tree)[-20:].hex()

    def content(self, commit: Commit) -> bytes:
        """Return the content in a commit."""
        return self._get(b"blob", self.content_id(commit))

    def add(self, content: bytes, message: bytes, parent: str | None, when: int) -> str:
        """Write a commit durably, and return its id."""
        from dulwich.objects import Blob, Commit, Tree  # noqa: PLC0415 - heavy

        blob, tree, commit = Blob.from_string(content), Tree(), Commit()
        tree.add(_CONTENT, _REGULAR_FILE, blob.id)
        commit.tree = tree.id
        commit.parents = [_git_id(parent)] if parent else []
        commit.author = commit.committer = _IDENTITY
        commit.author_time = commit.commit_time = when
        commit.author_timezone = commit.commit_timezone = 0
        commit.message = message
        for made in (blob, tree, commit):
            name = made.id.decode("ascii")
            place = self._folder / name[:2] / name[2:]
            if not place.exists():
                place.parent.mkdir(exist_ok=True)
                write_durably(place, made.as_legacy_object(_COMPRESSION))
        settle_folder(self._folder)
        return commit.id.decode("ascii")

    def pack_when_many(self) -> None:
        """Put the small loose objects into one file once they are many.

        Large ones stay: packing them takes long, and there is little to gain.
        """
        if len(_small_files(self._folder / _SAMPLE_FOLDER)) <= _SAMPLE_FULL:
            return
        store = self._store()
        folders = [folder for folder in self._folder.iterdir() if len(folder.name) == 2]
        files = [file for folder in folders for file in _small_files(folder)]
        objects = [(store[_git_id(file.parent.name + file.name)], None) for file in files]
        try:
            store.add_objects(objects)
        finally:
            # A pack that did not fit stays half written, and so would the next one.
            for unfinished in self._folder.rglob("tmp*.pack"):
                unfinished.unlink()
        for packed, _ in objects:
            store.delete_loose_object(packed.id)

    def close(self) -> None:
        """Let go of the files that are held open."""
        if self._open is not None:
            self._open.close()
            self._open = None

    def _store(self) -> DiskObjectStore:
        from dulwich.object_store import DiskObjectStore  # noqa: PLC0415 - heavy

        if self._open is None:
            # Made here and not by way of a repository: the user's git settings have no say in it.
            self._open = DiskObjectStore(
                self._folder, fsync_object_files=True, pack_compression_level=_COMPRESSION
            )
        return self._open

    def _get(self, kind: bytes, name: str) -> bytes:
        """Return an object of a kind, once it is sure that it is the one of that name."""
        with damage_found(self._folder):
            number, data = self._raw(name)
        if _KINDS.get(number) != kind or _name_of(kind, data) != name:
            raise DamageError(f"object {name} is not what it was")
        return data

    def _raw(self, name: str) -> tuple[int, bytes]:
        try:
            return self._store().get_raw(_git_id(name))
        except KeyError:
            # Another process may have packed the objects after this one looked at the packs.
            self.close()
            return self._store().get_raw(_git_id(name))


def write_durably(path: Path, data: bytes) -> None:
    """Write a small file so that it is there whole or not at all, whoever is killed meanwhile."""
    temporary = path.with_name(f"{path.name}.tmp")
    with temporary.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
    settle_folder(path.parent)


@contextmanager
def damage_found(folder: Path) -> Iterator[None]:
    """Tell damage, which can break the reading anywhere, from what the system is short of.

    Raises:
        DamageError: what was to be read is missing or not readable for good.
        HistoryError: the system does not let it be read now.
    """
    try:
        yield
    except MemoryError:
        raise
    except OSError as error:
        if error.errno not in _GONE:
            raise HistoryError(f"{folder}: it cannot be read: {error.strerror}") from error
        raise DamageError(f"{error.filename} is missing") from error
    except Exception as error:
        raise DamageError(f"it cannot be read: {error!r}") from error


def blob_id(content: bytes) -> str:
    """Return the name that git gives to a content."""
    return _name_of(b"blob", content)


def _git_id(name: str) -> ObjectID:
    from dulwich.objects import ObjectID  # noqa: PLC0415 - heavy

    return ObjectID(name.encode("ascii"))


def _small_files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    return [file for file in folder.iterdir() if file.stat().st_size <= _SMALL]


def _name_of(kind: bytes, data: bytes) -> str:
    named = hashlib.sha1(b"%s %d\0" % (kind, len(data)), usedforsecurity=False)
    named.update(data)
    return named.hexdigest()
