"""Name what a file holds at one time, and bring the file back to it.

A revision of the log is a change. Who reads and edits a file in turns knows it by its states:
the name of one is made of the text alone, so it is the same for everybody who sees that text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from linewise.changes import diff
from linewise.document import Document, as_document
from linewise.errors import HistoryError
from linewise.history._file_history import consulted
from linewise.history.applying import apply
from linewise.history.reading import find_revision, log, read_file

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    from linewise.history.revisions import Revision

__all__ = ["State", "back_to", "made_state", "state_after", "state_name", "states"]

_LENGTH = 8

# Of several revisions that may be meant, as many are named.
_MOST = 5


class State(NamedTuple):
    """What a file held, by its name, and the revision that made it so.

    Attributes:
        name: eight hexadecimal digits, made of the text; "" where it was no text.
        revision: None for the state in which the file was found.
    """

    name: str
    revision: Revision | None


def state_name(content: Document | str) -> str:
    """Return the name of the state in which a file holds this text."""
    return as_document(content).fingerprint[:_LENGTH]


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
    found = [State(_name(revision, "after"), revision) for revision in known]
    if known and len(known) != limit:
        found.append(State(_name(known[-1], "before"), None))
    return found


def made_state(path: str | os.PathLike[str], name: str) -> Revision:
    """Return the revision that brought a file to a state.

    A file may come to a state more than once: by an edit, and by the undo of what came after it.
    A revision that was undone is not meant, while another one stands.

    Args:
        path: the file.
        name: of the state; or the id of the revision, which is longer.

    Raises:
        HistoryError: there is none, or several stand that did not change the same.
    """
    if len(name) > _LENGTH:
        return find_revision(path, name)
    standing = consulted(path, lambda history: _standing(history.revisions(), name))
    if not standing:
        raise _unknown(path, name)
    if len({revision.contents[0] for revision in standing}) > 1:
        raise HistoryError(
            f"{path} was brought to {name} by {len(standing)} changes that stand; name the one "
            f"that is meant by its own id: {', '.join(map(_described, standing[:_MOST]))}"
        )
    return standing[0]


def state_after(revision: Revision) -> str:
    """Return the name of what a file held after a revision; "" where it was no text."""
    return _name(revision, "after")


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
    if oldest is not None and _name(oldest, "before") == name:
        return oldest.before
    return None


def _name(revision: Revision, side: Literal["before", "after"]) -> str:
    """Return the name of what a file held on one side of a revision; "" where it was no text."""
    try:
        return state_name(revision.text(side))
    except HistoryError:
        return ""


def _described(revision: Revision) -> str:
    """Return a revision in words that tell it from others: id, kind, and what it was made for."""
    why = " ".join(revision.information.split())[:60]
    return f"{revision.id[:12]} ({revision.kind}{f' for {why!r}' if why else ''})"


def _unknown(path: str | os.PathLike[str], name: str) -> HistoryError:
    names = map(state_after, log(path, _MOST))
    newest = ", ".join(dict.fromkeys(filter(None, names)))
    return HistoryError(
        f"{path} was never brought to {name[:40]!r} as far as its history goes"
        + (f"; the newest states are {newest}" if newest else ", which is empty")
    )
