"""The page on which an edit is reviewed: the document, what is suggested, and the decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException

from linewise.errors import OptionError
from linewise.language import detect_language
from linewise.review._comparing import comparison
from linewise.review._folio import BLOCK, Folio, new_lines
from linewise.review._room import Room, form_of, number_in
from linewise.review._state import saving, standing
from linewise.review._suggestions import Suggestion, suggestions
from linewise.search import find_words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from starlette.requests import Request
    from starlette.responses import Response

    from linewise.document import Document
    from linewise.editing import Review
    from linewise.review._shelf import Pending
    from linewise.review.sheet import Sheet

__all__ = [
    "apply_accepted",
    "contents",
    "decide",
    "files",
    "lines",
    "review",
    "review_again",
    "show_diff",
]

VIEWS = ("marks", "after", "before")
_MOST_HITS = 200

# How much of a text is looked at to know its language.
_LANGUAGE_SAMPLE = 20_000


def files(room: Room, request: Request) -> Response:
    """List the files; one alone is shown at once."""
    if len(room.desk.sheets) == 1:
        return room.to(room.desk.sheets[0])
    return room.page(request, "files.html", standings=room.standings(), sheet=None, tab="")


def review(room: Room, request: Request) -> Response:
    """Show a file with what is suggested in it."""
    sheet = room.sheet(request)
    asked = request.query_params
    now = sheet.document()
    pending, running = sheet.pending(), _running(sheet)
    clashes = sheet.clashes(running) if running is not None else {}
    view = _view(asked.get("view", ""))
    found = suggestions(running, clashes) if running is not None else ()
    folio = _folio(now, running, view, found)
    query = asked.get("words", "")
    return room.page(
        request,
        "review.html",
        sheet=sheet,
        tab="review",
        **_known(sheet, pending, found),
        view=view,
        views=VIEWS,
        blocks=folio.window(_line_asked(asked.get("line", ""), asked.get("at", ""), found)),
        folio=folio,
        block_size=BLOCK,
        text_language=detect_language(now.text[:_LANGUAGE_SAMPLE]) or "",
        has_changed=running is not None and _has_changed(running, now),
        clashes=clashes,
        saving=saving(pending) if pending is not None else None,
        query=query,
        hits=find_words(folio.document, query, _MOST_HITS) if query.strip() else [],
        most_hits=_MOST_HITS,
    )


def lines(room: Room, request: Request) -> Response:
    """Show one block of a file, for the script that fetches what comes into view."""
    sheet = room.sheet(request)
    asked = request.query_params
    running = _running(sheet)
    now = running.review.proposed.before if running is not None else sheet.document()
    clashes = sheet.clashes(running) if running is not None else {}
    found = suggestions(running, clashes) if running is not None else ()
    folio = _folio(now, running, _view(asked.get("view", "")), found)
    index = number_in(asked.get("block", ""))
    if asked.get("text", "") not in {"", folio.document.fingerprint}:
        raise HTTPException(409)
    if index >= folio.block_count:
        raise HTTPException(404)
    return room.page(
        request,
        "block.html",
        sheet=sheet,
        block=folio.block(index),
        words=asked.get("words", ""),
        pending=running,
        count=running.review.count if running else 0,
    )


def decide(room: Room, request: Request) -> Response:
    """Take down a decision and show the next operation that is open."""
    sheet = room.sheet(request)
    form = form_of(request)
    number = number_in(form.get("operation", ""))
    pending = sheet.decide(
        form.get("proposal", ""), _decision(form.get("decision", ""), number, form)
    )
    is_fragment = request.headers.get("x-linewise") == "fragment"
    clashes = sheet.clashes(pending) if is_fragment else {}
    found = suggestions(pending, clashes)
    following = _next_open(pending, found, number)
    if not is_fragment:
        return room.to(sheet, f"?at={following or number}", f"#op-{following or number}")
    touched = [one for one in found if one.number == number or number in one.needs]
    return room.page(
        request,
        "decided.html",
        sheet=sheet,
        touched=touched,
        following=following,
        has_changed=_has_changed(pending, sheet.document()),
        clashes=clashes,
        **_known(sheet, pending, found),
        saving=saving(pending),
    )


def apply_accepted(room: Room, request: Request) -> Response:
    """Apply what was accepted; the same form again does nothing."""
    sheet = room.sheet(request)
    form = form_of(request)
    sheet.apply(form.get("proposal", ""))
    return room.to(sheet)


def review_again(room: Room, request: Request) -> Response:
    """Open a proposal anew that was taken back; the same form again does nothing."""
    sheet = room.sheet(request)
    form = form_of(request)
    if room.is_first(form.get("once", "")):
        sheet.review_again(form.get("proposal", ""))
    return room.to(sheet)


def show_diff(room: Room, request: Request) -> Response:
    """Show what would be applied, as a comparison."""
    sheet = room.sheet(request)
    pending = sheet.pending()
    changes = pending.review.preview().changes if pending is not None else None
    return room.page(
        request,
        "diff.html",
        sheet=sheet,
        tab="diff",
        compared=comparison(request, changes),
        pending=pending,
        standing=standing(sheet),
    )


def contents(room: Room, request: Request) -> Response:
    """Show the headings of a file, each with its way to it."""
    sheet = room.sheet(request)
    view = _view(request.query_params.get("view", ""))
    running = _running(sheet)
    found = suggestions(running) if running is not None else ()
    folio = _folio(sheet.document(), running, view, found)
    headed = sheet.headed(folio.document)
    return room.page(
        request,
        "contents.html",
        sheet=sheet,
        tab="review",
        view=view,
        folio=folio,
        headings=[(one, headed.line_at(one.span.start)) for one in headed.headings],
    )


def _known(sheet: Sheet, pending: Pending | None, found: tuple[Suggestion, ...]) -> dict[str, Any]:
    """Return what the parts of the page need that change with each decision."""
    return {
        "pending": pending,
        "standing": standing(sheet),
        "suggestions": found,
        "count": pending.review.count if pending is not None else 0,
        "stranded": sum(one.stranded for one in found),
    }


def _running(sheet: Sheet) -> Pending | None:
    """Return what is under review, None where it is finished."""
    pending = sheet.pending()
    return pending if pending is not None and pending.finished is None else None


def _has_changed(pending: Pending, now: Document) -> bool:
    return now.text != pending.review.proposed.before.text


def _view(name: str) -> str:
    return name if name in VIEWS else VIEWS[0]


def _folio(
    now: Document, pending: Pending | None, view: str, found: tuple[Suggestion, ...]
) -> Folio:
    if pending is None:
        return Folio(now)
    if view == "before":
        return Folio(pending.review.proposed.before)
    if view == "after":
        preview = pending.review.preview()
        return Folio(preview.after, new=new_lines(preview.changes))
    return Folio(pending.review.proposed.before, found)


def _line_asked(line: str, operation: str, found: tuple[Suggestion, ...]) -> int:
    """Return the line that is to be seen first."""
    at = number_in(operation)
    return next((one.first for one in found if one.number == at), number_in(line, 1))


def _next_open(pending: Pending, found: tuple[Suggestion, ...], number: int) -> int:
    """Return the open operation after one in the order of the document, 0 where none is open."""
    order = [one.number for one in found]
    at = order.index(number) + 1 if number in order else 0
    still_open = set(pending.review.open)
    return next((n for n in (*order[at:], *order[:at]) if n in still_open), 0)


def _decision(name: str, number: int, form: Mapping[str, str]) -> Callable[[Review], Review]:
    """Return the step from one review to the next that a form asks for."""
    steps: dict[str, Callable[[Review], Review]] = {
        "accept": lambda review: review.accept(number),
        "reject": lambda review: review.reject(number, form.get("reason", "")),
        "reopen": lambda review: review.reopen(number),
        "reword": lambda review: review.reword(number, form.get("content", "")),
        "accept-rest": lambda review: review.accept_rest(),
        "reject-rest": lambda review: review.reject_rest(),
    }
    if name not in steps:
        raise OptionError(f"a decision is one of {', '.join(steps)}, not {name!r}")
    return steps[name]
