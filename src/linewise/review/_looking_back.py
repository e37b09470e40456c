"""The pages of the history: what was changed, when, why, by whom, and the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linewise.errors import HistoryError
from linewise.history import find_revision, log, undo_of, undone_by
from linewise.review._comparing import comparison
from linewise.review._room import Room, form_of

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from linewise.changes import ChangeSet
    from linewise.history import Revision

__all__ = ["history", "revision", "take_back"]


def history(room: Room, request: Request) -> Response:
    """Show the revisions of a file, the newest first."""
    sheet = room.sheet(request)
    revisions = log(sheet.file)
    return room.page(
        request,
        "history.html",
        sheet=sheet,
        tab="history",
        revisions=revisions,
        undone=undone_by(revisions),
    )


def revision(room: Room, request: Request) -> Response:
    """Show what one revision changed."""
    sheet = room.sheet(request)
    one = find_revision(sheet.file, request.path_params["revision"])
    return room.page(
        request,
        "revision.html",
        sheet=sheet,
        tab="history",
        one=one,
        compared=comparison(request, _changes(one)),
        undone=undo_of(sheet.file, one.id),
    )


def take_back(room: Room, request: Request) -> Response:
    """Undo a revision; the same form again does nothing."""
    sheet = room.sheet(request)
    form = form_of(request)
    if room.is_first(form.get("once", "")):
        sheet.undo(form.get("revision", ""))
    return room.to(sheet, "/history")


def _changes(one: Revision) -> ChangeSet | None:
    """Return what a revision changed, None where it was no text."""
    try:
        return one.changes
    except HistoryError:
        return None
