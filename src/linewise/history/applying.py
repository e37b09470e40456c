"""Change a file and remember why; take a change back."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Protocol

from linewise._kinds import check_several, check_text
from linewise.changes import ChangeSet, Conflict, diff
from linewise.errors import DocumentChangedError, FileError, HistoryError
from linewise.files import carry, real_path
from linewise.history._file_history import FileHistory, consulted, opened
from linewise.history._register import check_batch, note
from linewise.history._repository import Repository
from linewise.history.reading import chosen
from linewise.history.revisions import plain, plain_operation

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from linewise.history.revisions import Revision

__all__ = [
    "Applicable",
    "apply",
    "carried_back",
    "check_commit",
    "undo",
    "undo_changes",
    "undo_of",
    "undone_by",
]

# How often to begin again when somebody else writes between our reading and our writing.
_ATTEMPTS = 5

# Through how many later revisions the lines of one are followed, to say which touched them.
_LOOKED_AT = 200


class Applicable(Protocol):
    """What can be applied to a file: an `Edit`, or anything with these two."""

    @property
    def changes(self) -> ChangeSet:
        """What to change."""
        ...

    @property
    def operations(self) -> Sequence[Any]:
        """What a model or a person asked for."""
        ...


def apply(
    path: str | os.PathLike[str],
    edit: Applicable | ChangeSet,
    *,
    information: str = "",
    model: str = "",
    operations: Sequence[Any] | None = None,
    accepted: Iterable[int] = (),
    rejected: Iterable[int] = (),
    tokens: Mapping[str, Any] | None = None,
    encoding: str | None = None,
    commit: bool = False,
    batch: str | None = None,
) -> Revision | None:
    """Apply an edit to its file and make a revision of it: both or neither.

    The file is locked and read again. If it changed since the edit was made, the edit is carried
    over the difference where the two do not touch, and refused where they do.

    Args:
        path: a raw text file; symbolic links are followed.
        edit: what to change.
        information: the words that the edit was made for.
        model: the name of the model that was asked.
        operations: what the model answered, if it is not what the edit says.
        accepted: which operations a person accepted, counted from 1.
        rejected: which operations a person rejected, counted from 1.
        tokens: what the answer cost; what the edit says when left out.
        encoding: of the file; the one that it was last known in, or found out, when left out.
        commit: commit the file, and nothing else, in its own git repository as well.
        batch: what edits of several files are known and taken back by; `new_batch` names one.

    Returns:
        The revision, or None when there was nothing to change; nothing was written then.

    Raises:
        DocumentChangedError: the file changed in the lines that the edit changes.
        EncodingError: the encoding of the file has no place for a character.
        FileError: the file cannot be read or written.
        HistoryError: the history cannot be kept, or git refused the commit; in both cases the
            file is as it was.
    """
    changes = edit if isinstance(edit, ChangeSet) else getattr(edit, "changes", None)
    if not isinstance(changes, ChangeSet):
        raise TypeError(f"an edit or a change set was expected, not {type(edit).__name__}")
    check_text("information", information)
    asked = getattr(edit, "operations", ()) if operations is None else operations
    check_several("operations", asked, "[DeleteLine(3)]")
    for name, numbers in (("accepted", accepted), ("rejected", rejected)):
        check_several(name, numbers, "[1, 3]")
    known = {
        "kind": "edit",
        "information": information,
        "model": model,
        "operations": [plain_operation(operation) for operation in asked],
        "accepted": sorted(accepted),
        "rejected": sorted(rejected),
        "tokens": plain(getattr(edit, "usage", None) if tokens is None else tokens) or {},
        **_of_batch(batch),
    }
    with opened(path) as history:
        repository = Repository.of(history.path) if commit else None
        for _ in range(_ATTEMPTS):
            file = history.read(encoding, changes.base)
            carried = carry(changes, file.document.text, str(history.path))
            if carried.after == carried.base:
                return None
            _note(batch, history)
            made = history.record(file, carried, known, _committing(repository, known))
            if made is not None:
                return made
    raise _restless(path)


def check_commit(path: str | os.PathLike[str]) -> None:
    """See that an edit or undo of a file could be committed in its own git repository now.

    Args:
        path: the file.

    Raises:
        HistoryError: it could not; the message says why.
    """
    Repository.of(real_path(path))


def undo(
    path: str | os.PathLike[str],
    revision: str | Revision | None = None,
    *,
    encoding: str | None = None,
    commit: bool = False,
    batch: str | None = None,
) -> Revision:
    """Take a revision back, as a new revision; undoing an undo does again what it undid.

    Args:
        path: the file.
        revision: its id or the beginning of it; the newest edit or undo when left out. The
            revisions after it stay: what it changed is carried back over them.
        encoding: of the file; the one that it was last known in, or found out, when left out.
        commit: commit the file, and nothing else, in its own git repository as well.
        batch: what undos of several files are known and taken back by.

    Raises:
        DocumentChangedError: later changes touch the same lines; nothing was written.
        FileError: the file cannot be read or written.
        HistoryError: there is no such revision, or it is undone already.
    """
    with opened(path) as history:
        repository = Repository.of(history.path) if commit else None
        for _ in range(_ATTEMPTS):
            file = history.read(encoding)
            target = _target(history, revision)
            known = {
                "kind": "undo",
                "information": target.information,
                "undoes": target.id,
                **_of_batch(batch),
            }
            carried = _carried_back(history, target, file.document.text)
            _note(batch, history)
            made = history.record(file, carried, known, _committing(repository, known))
            if made is not None:
                return made
    raise _restless(path)


def undo_changes(
    path: str | os.PathLike[str],
    revision: str | Revision | None = None,
    *,
    encoding: str | None = None,
    commit: bool = False,
) -> ChangeSet:
    """Return what `undo` with the same arguments would change now, and write nothing.

    Raises:
        DocumentChangedError: later changes touch the same lines.
        FileError: the file cannot be read.
        HistoryError: there is no such revision, it is undone already, or git would not commit.
    """
    with opened(path) as history:
        if commit:
            Repository.of(history.path)
        file = history.read(encoding)
        return _carried_back(history, _target(history, revision), file.document.text)


def _target(history: FileHistory, revision: str | Revision | None) -> Revision:
    """Return the revision that is to be undone, once it is sure that it can be."""
    if history.store is None:
        raise HistoryError(f"{history.path} has no history, so there is nothing to undo")
    known = history.revisions()
    if revision is None:
        newest = next((found for found in known if found.kind != "outside"), None)
        if newest is None:
            raise HistoryError(f"{history.path} has no edit that could be undone")
        return newest
    target = chosen(history.revisions, revision, str(history.path))
    undone = _undo_of(history, target.id)
    if undone is not None:
        raise HistoryError(
            f"{history.path}: revision {target.id[:12]} was undone by {undone.id[:12]}; undo that "
            "one to have it again"
        )
    return target


def undo_of(path: str | os.PathLike[str], revision: str) -> Revision | None:
    """Return the undo that took a revision of a file back, None while it stands.

    Args:
        path: the file.
        revision: its whole id.

    Raises:
        FileError: the file cannot be read.
        HistoryError: the history is damaged, and was set aside; the message says where.
    """
    return consulted(path, lambda history: _undo_of(history, revision))


def _undo_of(history: FileHistory, revision: str) -> Revision | None:
    return undone_by(_since(history, revision)).get(revision)


def _since(history: FileHistory, revision: str) -> Iterator[Revision]:
    """Yield what came after a revision, the newest first; what is older is not read."""
    return takewhile(lambda later: later.id != revision, history.revisions())


def undone_by(revisions: Iterable[Revision]) -> dict[str, Revision]:
    """Return which revisions are undone, by their ids, each with the undo that did it.

    Args:
        revisions: of a file from the newest on, the newest first.
    """
    undone: dict[str, Revision] = {}
    for later in revisions:
        if later.undoes is not None and later.id not in undone:
            undone[later.undoes] = later
    return undone


def carried_back(target: Revision, text: str) -> ChangeSet:
    """Return the changes that take a revision out of a text that came after it."""
    inverse = target.changes.invert()
    carried = inverse.rebase(diff(inverse.base, text))
    if isinstance(carried, Conflict):
        raise DocumentChangedError(
            f"{target.path}: revision {target.id[:12]} cannot be undone: later changes touch the "
            f"same or adjoining lines; nothing was written ({'ours'!r} is the undo, {'theirs'!r} "
            f"is what came later)\n{carried}",
            carried,
        )
    if carried.after == carried.base:
        raise HistoryError(f"{target.path}: revision {target.id[:12]} changed no words to undo")
    return carried


def _carried_back(history: FileHistory, target: Revision, text: str) -> ChangeSet:
    """Return the changes that take a revision out of a text; a refusal says what to do first."""
    try:
        return carried_back(target, text)
    except DocumentChangedError as error:
        first, _, sides = str(error).partition("\n")
        way = _way_on(target, list(_since(history, target.id)))
        raise DocumentChangedError(f"{first}; {way}\n{sides}", error.conflict) from None


def _way_on(target: Revision, newest_first: Sequence[Revision]) -> str:
    """Say which later revision is to be taken back before another can be, where there is one."""
    undone = undone_by(newest_first)
    ids = {later.id for later in newest_first}
    standing = [one for one in newest_first if one.id not in undone and one.undoes not in ids]
    with suppress(HistoryError):
        standing = _touched_first(target, newest_first, standing)
    if not standing:
        return "change the lines by hand"
    return f"take back {standing[0].id[:12]} first, or change the lines by hand"


def _touched_first(
    target: Revision, newest_first: Sequence[Revision], standing: list[Revision]
) -> list[Revision]:
    """Return the revision that first touched the lines of another, where it stands."""
    inverse = target.changes.invert()
    for later in newest_first[: -_LOOKED_AT - 1 : -1]:
        carried = inverse.rebase(later.changes)
        if isinstance(carried, Conflict):
            return [later] if later in standing else standing
        inverse = carried
    # What no revision touched was changed since the last one.
    return standing if len(newest_first) > _LOOKED_AT else []


def _of_batch(batch: str | None) -> dict[str, str]:
    return {} if batch is None else {"batch": check_batch(batch)}


def _note(batch: str | None, history: FileHistory) -> None:
    if batch is not None:
        note(batch, history.path)


def _committing(repository: Repository | None, known: Mapping[str, Any]) -> Any:
    return partial(repository.commit, known) if repository else None


def _restless(path: str | os.PathLike[str]) -> FileError:
    return FileError(f"{path}: it changes all the time; nothing was written")
