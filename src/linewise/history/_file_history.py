"""A file and its history, held together under the lock of the file."""

from __future__ import annotations

import contextlib
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar

from linewise.changes import diff
from linewise.errors import FileError, HistoryError
from linewise.files import (
    TextFile,
    encoding_after,
    leftover_of,
    locked,
    pinned,
    read_bytes,
    real_path,
    staged,
)
from linewise.history._lines import line_changes
from linewise.history._store import DamageError, Store, blob_id
from linewise.history.revisions import FOUND, revision_of

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from linewise.changes import ChangeSet
    from linewise.files import Stamp
    from linewise.history._store import Commit
    from linewise.history.revisions import Revision

__all__ = ["FileHistory", "consulted", "opened"]

_Answer = TypeVar("_Answer")


class FileHistory:
    """A file and what is known of its past."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.store = Store.find(path)

    def read(self, encoding: str | None = None, base: str | None = None) -> TextFile:
        """Read the file in the encoding that it was last known in, unless another is given.

        Args:
            encoding: the encoding, if the caller knows it.
            base: a text that the file is believed to hold; it settles what bytes leave open.
        """
        data, stamp = read_bytes(self.path)
        known = encoding or self._known_encoding(data)
        file = TextFile.of_bytes(self.path, data, stamp, known)
        if encoding is None and known is not None and base not in (None, file.document.text):
            with contextlib.suppress(FileError):
                other = TextFile.of_bytes(self.path, data, stamp)
                return other if other.document.text == base else file
        return file

    def revisions(self) -> Iterator[Revision]:
        """Yield the revisions, the newest first."""
        newer = None
        for commit in self.store.commits() if self.store else ():
            if newer is not None:
                yield self.revision(newer, commit)
            newer = commit

    def revision(self, commit: Commit, parent: Commit) -> Revision:
        """Return the revision that a commit holds."""
        if self.store is None:
            raise HistoryError(f"{self.path} has no history")
        return revision_of(self.store, str(self.path), commit, parent)

    def is_complete(self) -> bool:
        """Tell whether nothing is half done, and the newest commit holds what the file holds."""
        if self.store is None:
            return True
        held = self._held()
        head = self.store.head()
        agrees = held is None or self.store.content_id(head) == blob_id(held[0])
        return agrees and self.store.intended is None and not _exists(leftover_of(self.path))

    # Hold the lock for these.

    def settle(self) -> None:
        """Finish or take back what a killed process left half done.

        The file decides: if it holds the new bytes, the revision is made the newest; if it holds
        the old ones, the intent is withdrawn. If it holds others, somebody wrote to it since,
        and whether the new bytes still lie beside it tells which of the two they replaced.
        """
        leftover = leftover_of(self.path)
        if self.store is not None and (intended := self.store.intended) is not None:
            if self._became(self.store, self.store.commit(intended), leftover):
                self.store.fulfil()
            else:
                self.store.withdraw()
        with contextlib.suppress(OSError, FileError), pinned(leftover) as place:
            place.unlink()

    def catch_up(self, held: tuple[bytes, Stamp], encoding: str | None) -> tuple[Store, Commit]:
        """Make the newest commit hold what the file holds, and return it with its store.

        What was changed without linewise becomes a revision of its own, so that every revision
        begins where the one before it ended.
        """
        data, stamp = held
        if self.store is None:
            found = {"kind": FOUND, "time": _now(), "encoding": encoding}
            self.store = Store.make(self.path, data, found)
        head = self.store.head()
        if self.store.content_id(head) == blob_id(data):
            return self.store, head
        outside = {"kind": "outside", "time": _time_of(stamp), "encoding": encoding}
        lines = self._lines_since(self.store, head, data, encoding)
        name = self.store.add(data, {**outside, "lines": lines}, head.id)
        self.store.advance(name)
        return self.store, self.store.commit(name)

    def note_outside(self) -> None:
        """Make a revision of what was changed without linewise, if there is a history."""
        if self.store is None or (held := self._held()) is None:
            return
        try:
            encoding = self.read().encoding
        except FileError:
            encoding = None
        self.catch_up(held, encoding)

    def record(
        self,
        file: TextFile,
        changes: ChangeSet,
        known: Mapping[str, Any],
        commit: Callable[[str], str] | None = None,
    ) -> Revision | None:
        """Change the file and make a revision of it: both or neither.

        Args:
            file: the file as it is now.
            changes: of its text.
            known: what the revision is to say of itself.
            commit: makes a commit in the file's own repository for the id of the revision.

        Returns:
            None when somebody else changed the file just now; nothing was done.
        """
        data = file.encoded(changes.after)
        store, parent = self.catch_up((file.data, file.stamp), file.encoding)
        name = store.add(data, _complete(known, file, changes, parent), parent.id)
        # Reading it back shows that it is there, while the file is still the old one.
        revision = self.revision(store.commit(name), parent)
        own_commit = None
        with staged(self.path, file.data, data) as put:
            store.intend(name)
            try:
                if not put():
                    store.withdraw()
                    return None
                own_commit = commit(name) if commit else None
                store.fulfil()
            except HistoryError:
                if own_commit is None and store.intended == name:
                    self._put_back(file.data, data)
                self.settle()
                raise
            except BaseException:
                self.settle()
                raise
        store.tidy()
        return replace(revision, commit=own_commit)

    def close(self) -> None:
        """Let go of the files that are held open."""
        if self.store is not None:
            self.store.close()

    def _held(self) -> tuple[bytes, Stamp] | None:
        return read_bytes(self.path) if _exists(self.path) else None

    def _became(self, store: Store, intended: Commit, leftover: Path) -> bool:
        try:
            held = blob_id(read_bytes(self.path)[0])
        except FileError:
            held = None
        if held == store.content_id(intended):
            return True
        if intended.parent and held == store.content_id(store.commit(intended.parent)):
            return False
        return not _exists(leftover)

    def _known_encoding(self, data: bytes) -> str | None:
        if self.store is None:
            return None
        head = self.store.head()
        known = head.record.get("encoding")
        if known is None or self.store.content_id(head) == blob_id(data):
            return known
        return encoding_after(data, self.store.content(head), known)

    def _lines_since(self, store: Store, head: Commit, data: bytes, encoding: str | None) -> Any:
        """Return the lines that were changed without linewise; what is no text has none."""
        encoding_before = head.record.get("encoding")
        before = store.content(head).decode(encoding_before) if encoding_before else ""
        return line_changes(diff(before, data.decode(encoding) if encoding else ""))

    def _put_back(self, old: bytes, new: bytes) -> None:
        """Give the file its old bytes back, unless somebody wrote others over the new ones."""
        with staged(self.path, new, old) as put:
            put()


@contextmanager
def opened(path: str | os.PathLike[str]) -> Iterator[FileHistory]:
    """Hold a file and its history, with nothing left half done.

    Raises:
        HistoryError: the history is damaged; it was set aside.
    """
    real = real_path(path)
    with locked(real):
        history = FileHistory(real)
        try:
            history.settle()
            yield history
        except DamageError as error:
            raise _set_aside(history, error) from error
        finally:
            history.close()


def consulted(path: str | os.PathLike[str], question: Callable[[FileHistory], _Answer]) -> _Answer:
    """Put a question to a history that says all there is to say.

    The lock is taken only where there is something to finish, to note because the file was
    changed without linewise, or to set aside. A file that is gone has its past still.

    Raises:
        HistoryError: the history is damaged; it was set aside.
    """
    history = FileHistory(real_path(path))
    try:
        if history.is_complete():
            return question(history)
    except DamageError:
        # Perhaps only because another process was at work on it: the lock will tell.
        pass
    finally:
        history.close()
    with opened(path) as history:
        history.note_outside()
        return question(history)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as error:
        raise FileError(f"{path}: it cannot be read: {error.strerror}") from error


def _complete(
    known: Mapping[str, Any], file: TextFile, changes: ChangeSet, parent: Commit
) -> dict[str, Any]:
    """Return the record of a revision with what the file and the changes add to it."""
    record = {"time": _now(), **known, "encoding": file.encoding, "lines": line_changes(changes)}
    if parent.record.get("encoding") != file.encoding:
        record["encoding_before"] = file.encoding
    return record


def _set_aside(history: FileHistory, damage: DamageError) -> HistoryError:
    aside = history.store.set_aside() if history.store else None
    history.store = None
    return HistoryError(
        f"{history.path}: the history of this file is damaged ({damage}) and was set aside as "
        f"{aside}; nothing in it was deleted, and the file was left as it is; the next command "
        "begins a new history"
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")


def _time_of(stamp: Stamp) -> str:
    """Return when a file was last written, as far as its stamp is a time."""
    try:
        return datetime.fromtimestamp(stamp[3] / 1e9, UTC).isoformat(timespec="microseconds")
    except (OverflowError, ValueError, OSError):
        return _now()
