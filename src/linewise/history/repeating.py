"""Tell whether what is proposed of a file was done to it already."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from linewise.errors import LinewiseError
from linewise.history.applying import undone_by
from linewise.history.reading import log
from linewise.history.revisions import plain_operation

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Sequence

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
    known = log(path)
    looked_at: set[str] = set()
    for revision in known:
        before, after = revision.contents
        if revision.kind != "edit" or after != known[0].contents[1] or before in looked_at:
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
    known, asked = log(path), [plain_operation(one) for one in operations]
    undone = undone_by(known)
    standing = (one for one in known if one.kind == "edit" and one.id not in undone)
    return next((one for one in standing if asked and list(one.operations) == asked), None)
