"""What revisions and the states between them are called, where people and agents read of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from linewise.document import Document, as_document
from linewise.errors import HistoryError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linewise.history.revisions import Revision

__all__ = ["STATE_LENGTH", "described", "state_name", "state_of"]

STATE_LENGTH = 8

# Of several revisions that may be meant, as many are named.
_MOST = 5


def state_name(content: Document | str) -> str:
    """Return the name of the state in which a file holds this text."""
    return as_document(content).fingerprint[:STATE_LENGTH]


def state_of(revision: Revision, side: Literal["before", "after"]) -> str:
    """Return the name of what a file held on one side of a revision; "" where it was no text."""
    try:
        return state_name(revision.text(side))
    except HistoryError:
        return ""


def described(revisions: Sequence[Revision]) -> str:
    """Return revisions in words that tell them apart: id, kind, and what each was made for."""
    return ", ".join(map(_described, revisions[:_MOST]))


def _described(revision: Revision) -> str:
    why = " ".join(revision.information.split())[:60]
    return f"{revision.id[:12]} ({revision.kind}{f' for {why!r}' if why else ''})"
