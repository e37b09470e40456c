"""Look back: the revisions of a file, what they changed, and which one brought a line."""

from __future__ import annotations

import re
import sys
from functools import partial
from itertools import islice
from operator import index
from typing import TYPE_CHECKING

from linewise._kinds import check_whole
from linewise.changes import diff
from linewise.errors import HistoryError, OptionError
from linewise.history._file_history import consulted
from linewise.history._lines import line_before
from linewise.history._names import STATE_LENGTH, described, state_of
from linewise.history.revisions import Revision
from linewise.numbering import line_number

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Sequence

    from linewise.changes import ChangeSet
    from linewise.files import TextFile
    from linewise.history._file_history import FileHistory
    from linewise.history._lines import LineChange
    from linewise.history._store import Commit

__all__ = ["chosen", "find_revision", "log", "read_file", "revision_diff", "why"]

_SHORTEST_NAME = 4


def read_file(path: str | os.PathLike[str], encoding: str | None = None) -> TextFile:
    """Read a file that is to be edited, in the encoding that it was last known in.

    A guess at an old encoding can turn with every edit; what the history knows does not.

    Args:
        path: the file.
        encoding: its encoding, if the caller knows it.

    Raises:
        FileError: the file cannot be read or edited.
        HistoryError: the history is damaged, and was set aside; the message says where.
    """
    return consulted(path, lambda history: history.read(encoding))


def log(path: str | os.PathLike[str], limit: int | None = None) -> list[Revision]:
    """Return the revisions of a file, the newest first; none for a file without a history.

    What was changed without linewise since the newest one becomes a revision of its own.

    Args:
        path: the file; its history goes by this path, also when the file is gone.
        limit: how many at most.

    Raises:
        FileError: the file cannot be read.
        HistoryError: the history is damaged, and was set aside; the message says where.
        OptionError: the limit is below 0.
    """
    most = None if limit is None else _most(limit)
    return consulted(path, lambda history: list(islice(history.revisions(), most)))


def _most(limit: int) -> int:
    check_whole("limit", limit)
    if index(limit) < 0:
        raise OptionError(f"a limit is 0 or more, not {limit}")
    # `islice` counts no further.
    return min(index(limit), sys.maxsize)


def find_revision(path: str | os.PathLike[str], revision: str) -> Revision:
    """Return the revision of a file that an id, or the beginning of one, names.

    Raises:
        HistoryError: there is none, or more than one.
    """
    return consulted(path, lambda history: chosen(history.revisions, revision, str(path)))


def revision_diff(
    path: str | os.PathLike[str],
    first: str | Revision | None = None,
    second: str | Revision | None = None,
) -> ChangeSet:
    """Return what changed in a file.

    Args:
        path: the file.
        first: a revision, or its id, or the beginning of it.
        second: another one.

    Returns:
        With two revisions what changed from after the first to after the second; with one what
        changed since; with none what the newest revision changed.

    Raises:
        FileError: the file cannot be read.
        HistoryError: there is no such revision.
    """
    if first is None:
        newest = log(path, limit=1)
        if not newest:
            raise HistoryError(f"{path} has no history, so there is nothing to compare")
        return newest[0].changes
    known = log(path)
    start = chosen(lambda: known, first, str(path))
    end = chosen(lambda: known, second, str(path)) if second is not None else known[0]
    return diff(start.after, end.after)


def why(path: str | os.PathLike[str], line: int | str) -> Revision | None:
    """Return the revision that brought a line: an edit knows the information it was made for.

    A line that an undo gave back belongs to the revision that brought it in the first place.

    Args:
        path: the file.
        line: its number or id as the file is now: `7`, `"7"`, `"line-7"`, or `"div-id-7"`.

    Returns:
        None for a line that stood there before the first edit.

    Raises:
        FileError: the file cannot be read.
        LineIdError: the id has another form.
        SpanError: there is no such line.
    """
    number = line_number(line) if isinstance(line, str) else line
    return consulted(path, partial(_traced, line=number))


def chosen(
    known: Callable[[], Iterable[Revision]], revision: str | Revision, path: str
) -> Revision:
    """Return the one of the revisions that is meant.

    Args:
        known: gives them, the newest first, each time anew.
        revision: one of them, its id, or the beginning of it.
        path: what the file is called in messages.

    Raises:
        HistoryError: none is meant, or more than one.
    """
    named = revision.id if isinstance(revision, Revision) else revision
    if not isinstance(named, str):
        raise TypeError(f"a revision or its id was expected, not {type(named).__name__}")
    name = named.lower()
    if not re.fullmatch(rf"[0-9a-f]{{{_SHORTEST_NAME},40}}", name):
        raise HistoryError(
            f"{revision!r} is no revision: the first {_SHORTEST_NAME} or more of the 40 "
            "hexadecimal digits of its id were expected, as the log shows them"
        )
    newest, found = None, []
    # A history may be long: no more of it is held than what may be meant.
    for candidate in known():
        newest = newest or candidate
        found += [candidate] if candidate.id.startswith(name) else []
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(candidate.id[:12] for candidate in found)
        raise HistoryError(f"{path}: {name!r} may be any of the revisions {names}; say more of it")
    others = f"the newest is {newest.id[:12]}" if newest else "it has no revisions"
    raise HistoryError(f"{path} has no revision {name!r}; {_as_state(known(), name) or others}")


def _as_state(known: Iterable[Revision], name: str) -> str:
    """Return which revisions are meant by the name of a state, as agents know it; "" if none."""
    if len(name) != STATE_LENGTH:
        return ""
    made, oldest = [], None
    for oldest in known:
        made += [oldest] if state_of(oldest, "after") == name else []
    if made:
        return f"that is what it held after {described(made)}: name the revision"
    if oldest is not None and state_of(oldest, "before") == name:
        return f"that is what it held before {oldest.id[:12]}, its first revision"
    return ""


def _traced(history: FileHistory, line: int) -> Revision | None:
    """Follow a line back to the revision that brought it."""
    history.read().document.line_span(line)
    if (store := history.store) is None:
        return None
    commit = store.head()
    while commit.parent is not None:
        parent = store.commit(commit.parent)
        revision = history.revision(commit, parent)
        before = line_before(line, revision.lines)
        if isinstance(before, int):
            line, commit = before, parent
            continue
        undone = store.commit(revision.undoes) if revision.undoes else None
        place = _place_before(revision.lines, before, undone)
        if undone is None or place is None or undone.parent is None:
            return revision
        line, commit = place + line - before.new_first, store.commit(undone.parent)
    return None


def _place_before(
    lines: Sequence[LineChange], brought: LineChange, undone: Commit | None
) -> int | None:
    """Return where lines that an undo gave back stood before what it undid took them."""
    if undone is None:
        return None
    taken = [tuple(change) for change in undone.record["lines"]]
    given = [(change.new_count, change.old_count) for change in lines]
    if given != [(old_count, new_count) for _, old_count, _, new_count in taken]:
        return None
    return int(taken[lines.index(brought)][0])
