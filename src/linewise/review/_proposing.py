"""The pages on which an edit is proposed: by a model, or by a prompt and a pasted reply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linewise.errors import HistoryError, ReplyError, SizeError
from linewise.review._answers import NothingToChangeError
from linewise.review._room import Room, form_of

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from linewise.editing import EditPrompt
    from linewise.errors import LinewiseError
    from linewise.review.sheet import Sheet

__all__ = ["again", "propose", "take_answer", "take_information", "take_reply"]


def propose(room: Room, request: Request) -> Response:
    """Show the words that are to be brought in, and the prompt where there are some."""
    return _page(room, request, room.sheet(request))


def take_information(room: Room, request: Request) -> Response:
    """Keep the words that are to be brought in, and ask the model where there is one."""
    sheet = room.sheet(request)
    form = form_of(request)
    information, context = form.get("information", ""), form.get("context", "")
    sheet.keep_draft(information, context)
    if form.get("way") != "ask":
        return room.to(sheet, "/propose", "#prompt")
    if room.is_first(form.get("once", "")):
        sheet.propose(information, context or None)
    return room.to(sheet)


def take_reply(room: Room, request: Request) -> Response:
    """Propose what a pasted reply asks for."""
    sheet = room.sheet(request)
    form = form_of(request)
    reply = form.get("reply", "")
    try:
        sheet.propose_answer(reply, form.get("text", ""))
    except (ReplyError, HistoryError) as error:
        return _page(room, request, sheet, status=422, reply=reply, refusal=error)
    return room.to(sheet)


def again(room: Room, request: Request) -> Response:
    """Show the prompt that asks for others in the place of the rejected operations."""
    sheet = room.sheet(request)
    pending = sheet.pending()
    proposal = pending.id if pending is not None else ""
    return room.page(
        request,
        "again.html",
        sheet=sheet,
        tab="propose",
        pending=pending,
        prompt=sheet.prompt_again(proposal),
    )


def take_answer(room: Room, request: Request) -> Response:
    """Review what is proposed in the place of the rejected operations."""
    sheet = room.sheet(request)
    form = form_of(request)
    reply = form.get("reply")
    if room.is_first(form.get("once", "")):
        sheet.ask_again(form.get("proposal", ""), reply)
    return room.to(sheet)


def _page(
    room: Room,
    request: Request,
    sheet: Sheet,
    *,
    status: int = 200,
    reply: str = "",
    refusal: LinewiseError | None = None,
) -> Response:
    draft = sheet.draft()
    prompt, too_long = _prompt(sheet)
    return room.page(
        request,
        "propose.html",
        status=422 if too_long else status,
        sheet=sheet,
        tab="propose",
        draft=draft,
        prompt=prompt,
        too_long=too_long,
        stale=bool(draft.information) and draft.text != sheet.document().text,
        pending=sheet.pending(),
        reply=reply,
        refusal=refusal,
        agreed=isinstance(refusal, NothingToChangeError),
    )


def _prompt(sheet: Sheet) -> tuple[EditPrompt | None, LinewiseError | None]:
    """Return the prompt, or why there is none: the words can be made shorter on the same page."""
    try:
        return sheet.prompt(), None
    except SizeError as error:
        return None, error
