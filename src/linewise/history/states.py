"""Name what a file holds at one time, and bring the file back to it.

A revision of the log is a change. Who reads and edits a file in turns knows it by its states:
the name of one is made of the text alone, so it is the same for everybody who sees that text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from linewise.changes import diff
from linewise.errors import HistoryError
from linewise.history._file_history import consulted
from linewise.history._names import STATE_LENGTH, described, state_name, state_of
from linewise.history.applying import apply
from linewise.history.reading import find_revision, log, read_file

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    from linewise.history.revisions import Revision

__all__ = ["State", "back_to", "made_state", "state_after", "state_name", "states"]

# Of the states of a file, as many are named where another one was asked for.
_MOST = 5


class State(NamedTuple):
    """What a file held, by its name, and the revision that made it so.

    Attributes:
        name: eight hexadecimal digits, made of the text; "" where it was no text.
        revision: None for the state in which the file was found.
    """

    name: str
    revision: Revision | None


def states(path: str | os.PathLike[str], limit: int | None = None) -> list[State]:
    """Return the states of a file that are known, the newest first, the one it was found in last.

    Args:
        path: the file.
        limit: how many at most.

    Raises:
        FileError: the file cannot be read.
        HistoryError: the history is damaged, and was set aside; the message says where.
        OptionError: the limit is below 0.
    """
    known = log(path, limit)
    found = [State(state_of(revision, "after"), revision) for revision in known]
    if known and len(known) != limit:
        found.append(State(state_of(known[-1], "before"), None))
    return found


def made_state(path: str | os.PathLike[str], name: str) -> Revision:
    """Return the revision that brought a file to a state.

    A file may come to a state more than once: by an edit, and by the undo of what came after it.
    A revision that was undone is not meant, while another one stands.

    Args:
        path: the file.
        name: of the state; or the id of the revision, or the beginning of it.

    Raises:
        HistoryError: there is none, or several stand that did not change the same.
    """
    if len(name) > STATE_LENGTH:
        return find_revision(path, name)
    standing = consulted(path, lambda history: _standing(history.revisions(), name))
    if not standing:
        return _of_id(path, name)
    if len({revision.contents[0] for revision in standing}) > 1:
        raise HistoryError(
            f"{path} was brought to {name} by {len(standing)} changes that stand; name the one "
            f"that is meant by its own id: {described(standing)}"
        )
    return standing[0]


def state_after(revision: Revision) -> str:
    """Return the name of what a file held after a revision; "" where it was no text."""
    return state_of(revision, "after")


def back_to(path: str | os.PathLike[str], name: str) -> Revision:
    """Bring a file back to a state that it was in, as a new revision that can be undone itself.

    Everything that came after it is taken back, whoever did it.

    Args:
        path: the file.
        name: of the state.

    Raises:
        DocumentChangedError: somebody changed the same lines just now; nothing was written.
        FileError: the file cannot be read or written.
        HistoryError: there is no such state, or the file is in it.
    """
    now = read_file(path).document.text
    made = None
    if state_name(now) != name:
        made = apply(path, diff(now, _held(path, name)), information=f"back to {name}")
    if made is None:
        raise HistoryError(f"{path} is as it was at {name} already")
    return made


def _held(path: str | os.PathLike[str], name: str) -> str:
    """Return the text of a state."""
    text = consulted(path, lambda history: _text_of(history.revisions(), name))
    if text is None:
        raise _unknown(path, name)
    return text


# A history may be long and its file large: the texts of these are looked at one at a time.


def _standing(newest_first: Iterable[Revision], name: str) -> list[Revision]:
    """Return the revisions after which a file was in a state and that stand, or else the newest."""
    made: list[Revision] = []
    undone: set[str] = set()
    for revision in newest_first:
        if revision.undoes is not None and revision.id not in undone:
            undone.add(revision.undoes)
        is_so = (
            revision.contents[1] == made[0].contents[1] if made else state_after(revision) == name
        )
        made += [revision] if is_so else []
    return [revision for revision in made if revision.id not in undone] or made[:1]


def _text_of(newest_first: Iterable[Revision], name: str) -> str | None:
    oldest = None
    for oldest in newest_first:
        if state_after(oldest) == name:
            return oldest.after
    if oldest is not None and state_of(oldest, "before") == name:
        return oldest.before
    return None


def _of_id(path: str | os.PathLike[str], name: str) -> Revision:
    """Return the revision of an id that is as short as the name of a state, or shorter."""
    try:
        return find_revision(path, name)
    except HistoryError:
        raise _unknown(path, name) from None


def _unknown(path: str | os.PathLike[str], name: str) -> HistoryError:
    names = map(state_after, log(path, _MOST))
    newest = ", ".join(dict.fromkeys(filter(None, names)))
    return HistoryError(
        f"{path} was never brought to {name[:40]!r} as far as its history goes"
        + (f"; the newest states are {newest}" if newest else ", which is empty")
    )
