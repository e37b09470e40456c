"""Edits of several files that belong together: looked at together, and taken back together.

Each revision of a batch knows its name. Files are written one after the other, so a batch that was
interrupted is what was applied of it; its undo begins only where all files can be undone, and one
that was interrupted is finished by the same call again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from linewise.changes import ChangeSet
from linewise.errors import DocumentChangedError, FileError, HistoryError, LinewiseError
from linewise.history._file_history import consulted, opened
from linewise.history._register import named_batch, noted, undo_name
from linewise.history._repository import Repository
from linewise.history.applying import carried_back, undo, undone_by

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from linewise.history._file_history import FileHistory
    from linewise.history.revisions import Revision

__all__ = ["batch_files", "log_batch", "undo_batch", "undo_batch_changes"]


def log_batch(batch: str) -> list[Revision]:
    """Return the revisions of a batch in all its files, the newest first.

    Args:
        batch: its name, or `last`.

    Raises:
        FileError: a file cannot be read.
        HistoryError: there is no such batch, or a history is damaged.
    """
    name = named_batch(batch)
    return [
        revision
        for path in reversed(noted(name))
        for revision in consulted(path, lambda history: _of_batch(history, name))
    ]


def batch_files(batch: str) -> list[str]:
    """Return the paths of the files that a batch was to change, in its order.

    A file of which `log_batch` has no revision was not changed by it, or not to the end.

    Args:
        batch: its name, or `last`.

    Raises:
        HistoryError: there is no such batch.
    """
    return [str(path) for path in noted(named_batch(batch))]


def undo_batch(
    batch: str, *, commit: bool = False, done: Callable[[int, int], None] | None = None
) -> list[Revision]:
    """Take all edits of a batch back, file by file; all files can be undone, or none is.

    What is undone already is passed over. The undo is a batch of its own, by which it can be taken
    back in turn.

    Args:
        batch: its name, or `last` for the newest that is no undo of another.
        commit: commit each file in its own git repository as well.
        done: called with how many files are done, and how many there are.

    Returns:
        The undo of each revision.

    Raises:
        DocumentChangedError: later changes touch the same lines; the message names the files.
        FileError: a file cannot be read or written.
        HistoryError: there is no such batch, or nothing of it is left to undo.
    """
    name = named_batch(batch)
    planned = _planned(name, commit=commit)
    own = next((one.begun for one in planned if one.begun), undo_name())
    left = [one for one in planned if one.revisions]
    if not left:
        raise _nothing_left(name, planned)
    made: list[Revision] = []
    for number, one in enumerate(left):
        try:
            made += [
                undo(one.path, revision, commit=commit, batch=own) for revision in one.revisions
            ]
        except LinewiseError as error:
            raise _stopped(error, name, [str(done.path) for done in left[:number]]) from error
        if done is not None:
            done(number + 1, len(left))
    return made


def undo_batch_changes(batch: str, *, commit: bool = False) -> dict[str, ChangeSet]:
    """Return what `undo_batch` would change now, by the path of the file, and write nothing.

    Args:
        batch: its name, or `last`.
        commit: see as well that git could commit each file.

    Raises:
        DocumentChangedError: later changes touch the same lines; the message names the files.
        FileError: a file cannot be read.
        HistoryError: there is no such batch, or nothing of it is left to undo.
    """
    name = named_batch(batch)
    planned = _planned(name, commit=commit)
    left = {str(one.path): one.changes for one in planned if one.revisions}
    if not left:
        raise _nothing_left(name, planned)
    return left


@dataclass(frozen=True, slots=True)
class _Planned:
    """What is to be undone of one file.

    Attributes:
        path: the file.
        revisions: those to be undone, the newest first.
        changes: what that changes in the file as it is now.
        begun: the batch that undid others of them before.
    """

    path: Path
    revisions: tuple[Revision, ...]
    changes: ChangeSet
    begun: str | None = None


def _planned(batch: str, *, commit: bool) -> list[_Planned]:
    """Return what is to be undone of each file, once it is sure that all of it can be."""
    planned: list[_Planned] = []
    refused: list[LinewiseError] = []
    for path in noted(batch):
        try:
            with opened(path) as history:
                planned += _plan(history, batch, commit=commit)
        except LinewiseError as error:
            refused.append(error)
    if refused:
        raise _refusal(refused, batch, others=any(one.revisions for one in planned))
    return planned


def _plan(history: FileHistory, batch: str, *, commit: bool) -> list[_Planned]:
    """Work out the undo of a batch in one file; none where the batch never came to it."""
    own = _of_batch(history, batch)
    if not own:
        return []
    undone = undone_by(history.revisions())
    begun = next((undone[one.id].batch for one in own if one.id in undone), None)
    left = [revision for revision in own if revision.id not in undone]
    if not left:
        return [_Planned(history.path, (), ChangeSet(""), begun)]
    file = history.read()
    text = file.document.text
    if text == left[-1].before:
        # Somebody took it back by hand.
        return [_Planned(history.path, (), ChangeSet(text), begun)]
    if commit:
        Repository.of(history.path)
    changes = ChangeSet(text)
    for revision in left:
        changes = changes.compose(carried_back(revision, changes.after))
    file.encoded(changes.after)
    return [_Planned(history.path, tuple(left), changes, begun)]


def _of_batch(history: FileHistory, batch: str) -> list[Revision]:
    return [revision for revision in history.revisions() if revision.batch == batch]


def _nothing_left(batch: str, planned: Sequence[_Planned]) -> HistoryError:
    if not planned:
        return HistoryError(f"batch {batch} changed no file, so there is nothing to undo")
    by = next((one.begun for one in planned if one.begun), None)
    again = f" by batch {by}; linewise undo --batch {by} has it again" if by else ", file by file"
    return HistoryError(f"batch {batch} was undone already{again}")


def _refusal(refused: Sequence[LinewiseError], batch: str, *, others: bool) -> LinewiseError:
    """Return one error for all files that cannot be undone, with a way for those that can."""
    files = "1 file" if len(refused) == 1 else f"{len(refused)} files"
    first = f"batch {batch} cannot be undone in {files}, so no file was written"
    if others:
        first += (
            "; linewise undo FILE REVISION undoes the others one by one, as linewise log --batch "
            f"{batch} names them"
        )
    error = _like(refused, first)
    # The sides of a conflict take lines of their own.
    apart = "\n" if isinstance(error, DocumentChangedError) else "; "
    return _like(refused, apart.join([first, *map(str, refused)]))


def _stopped(error: LinewiseError, batch: str, undone: Sequence[str]) -> LinewiseError:
    """Return the error that ended an undo midway, with what is undone and what to do."""
    so_far = f"undone in {', '.join(undone)}" if undone else "undone in no file yet"
    words = f"batch {batch} is {so_far}; the same again undoes the rest, once this is mended: "
    return _like([error], words + str(error))


def _like(errors: Sequence[LinewiseError], message: str) -> LinewiseError:
    """Return an error of the kind that says most of some errors."""
    for error in errors:
        if isinstance(error, DocumentChangedError):
            return DocumentChangedError(message, error.conflict)
    kind = FileError if all(isinstance(error, FileError) for error in errors) else HistoryError
    return kind(message)
