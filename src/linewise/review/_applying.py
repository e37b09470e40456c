"""Apply what was accepted, once: also when the process ended between the file and the decision."""

from __future__ import annotations

import json
from itertools import takewhile
from typing import TYPE_CHECKING

from linewise.history import apply, log, plain_operation, undo_of

if TYPE_CHECKING:
    from pathlib import Path

    from linewise.editing import Outcome
    from linewise.history import Revision
    from linewise.review._shelf import Pending
    from linewise.review.asking import Asking

__all__ = ["applied", "newest_of", "taken_back_by"]


def newest_of(path: Path) -> str:
    """Return the id of the newest revision of a file, "" where it has none."""
    return next((one.id for one in log(path, limit=1)), "")


def taken_back_by(path: Path, pending: Pending) -> str:
    """Return the id of the undo that took back what was applied, "" while it stands.

    Whoever undid it, here or elsewhere.
    """
    if not pending.finished:
        return ""
    undone = undo_of(path, pending.finished)
    return undone.id if undone is not None else ""


def applied(path: Path, pending: Pending, asking: Asking) -> str:
    """Apply what was accepted and return the id of the revision, "" where nothing was.

    What was applied by a process that ended before it could say so is found, not done again.

    Args:
        path: the file.
        pending: what was decided, and which revision was the newest when applying was begun.
        asking: what is done beside it.
    """
    outcome = pending.review.outcome()
    if not outcome.accepted:
        return ""
    done = _done(path, pending, outcome)
    revision = done or apply(
        path,
        outcome.edit,
        information=pending.information,
        model=pending.model,
        operations=pending.review.edit.operations,
        accepted=outcome.accepted,
        rejected=outcome.rejected,
        encoding=asking.encoding,
        commit=asking.commit,
    )
    return revision.id if revision is not None else ""


def _done(path: Path, pending: Pending, outcome: Outcome) -> Revision | None:
    """Return the revision that was made of a proposal since it was begun to be applied."""
    if pending.begun is None:
        return None
    operations = _plain([plain_operation(one) for one in pending.review.edit.operations])
    since = takewhile(lambda one: one.id != pending.begun, log(path))
    for one in since:
        asked = one.information, one.model, one.accepted, _plain(one.operations)
        if asked == (pending.information, pending.model, outcome.accepted, operations):
            return one
    return None


def _plain(values: object) -> str:
    return json.dumps(values, sort_keys=True)
