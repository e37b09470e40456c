"""Tell whether what is proposed of a file was done to it already."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from linewise.errors import LinewiseError
from linewise.history._file_history import consulted
from linewise.history.revisions import plain_operation

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Sequence

    from linewise.history.revisions import Revision

__all__ = ["asked_before", "brought_by"]


def brought_by(path: str | os.PathLike[str], remake: Callable[[str], str]) -> Revision | None:
    """Return the newest edit that brought a file to what it holds, and did just what is proposed.

    A file comes to what it holds by an edit, and again by the undo of what came after.

    Args:
        path: the file.
        remake: returns what a text becomes by what is proposed.

    Raises:
        FileError: the file cannot be read.
        HistoryError: the history is damaged, and was set aside; the message says where.
    """
    looked_at: set[str] = set()
    for revision in consulted(path, lambda history: _leading_here(history.revisions())):
        before = revision.contents[0]
        if before in looked_at:
            continue
        looked_at.add(before)
        with suppress(LinewiseError):
            if remake(revision.text("before")) == revision.text("after"):
                return revision
    return None


def asked_before(path: str | os.PathLike[str], operations: Sequence[Any]) -> Revision | None:
    """Return the newest edit of a file that was made of the same operations, and that stands.

    Not all of them need to have been accepted, and the file may have been changed since.

    Args:
        path: the file.
        operations: what is proposed.

    Raises:
        FileError: the file cannot be read.
        HistoryError: the history is damaged, and was set aside; the message says where.
    """
    asked = [plain_operation(one) for one in operations]
    return consulted(path, lambda history: _made_of(history.revisions(), asked)) if asked else None


# A history may be long: no more of it is held than what may be meant.


def _leading_here(newest_first: Iterable[Revision]) -> list[Revision]:
    """Return the edits that brought a file to what it holds now."""
    held = None
    found: list[Revision] = []
    for revision in newest_first:
        after = revision.contents[1]
        held = held or after
        found += [revision] if revision.kind == "edit" and after == held else []
    return found


def _made_of(newest_first: Iterable[Revision], asked: list[Any]) -> Revision | None:
    """Return the newest edit that was made of such operations and is not undone."""
    undone: set[str] = set()
    for revision in newest_first:
        if revision.id in undone:
            continue
        if revision.undoes is not None:
            undone.add(revision.undoes)
        elif revision.kind == "edit" and list(revision.operations) == asked:
            return revision
    return None
