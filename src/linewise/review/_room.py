"""What every page of the review shares: the templates, the language, and how errors are shown."""

from __future__ import annotations

import secrets
from functools import cache, wraps
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, RedirectResponse, Response

from linewise.errors import DocumentChangedError, HistoryError, LinewiseError, ReplyError
from linewise.render import MarkedLine
from linewise.render.markup import shown_text
from linewise.review._state import Standing, standing
from linewise.review._words import LANGUAGES, Words, language_of
from linewise.search import find_words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from starlette.requests import Request

    from linewise.document import Span
    from linewise.review.desk import Desk
    from linewise.review.sheet import Sheet

__all__ = ["Answer", "Room", "form_of", "number_in"]

Answer: TypeAlias = "Callable[[Room, Request], Response]"

# What is longer is cut: nobody reads it, and it would keep the browser busy.
_LONGEST_LINE = 4_000

# Of the numbers that forms are given; what is longer is none of them, and is not kept.
_LONGEST_ONCE = 64

# A form that comes twice comes twice in a row, or nearly so.
_MOST_SPENT = 10_000

_LANGUAGE_COOKIE = "linewise-language"


class Room:
    """Makes the pages of one desk.

    Args:
        desk: what lies on it.
        root: the path that all pages lie below.
    """

    def __init__(self, desk: Desk, root: str) -> None:
        self.desk = desk
        self.root = root
        self._spent: dict[str, None] = {}
        self._one_at_a_time = Lock()

    def answering(self, answer: Answer) -> Callable[[Request], Response]:
        """Return an endpoint that makes a page, or shows why it cannot be made."""

        @wraps(answer)
        def endpoint(request: Request) -> Response:
            try:
                return answer(self, request)
            except LinewiseError as error:
                return self._apology(request, error)
            except HTTPException as error:
                return self.elsewhere(request, error)
            except Exception as error:  # noqa: BLE001 - a page that says so helps; a traceback does not
                fault = f"{type(error).__name__}: {error}; this is a fault in linewise"
                return self._apology(request, LinewiseError(fault), status=500)

        return endpoint

    def page(
        self, request: Request, template: str, *, status: int = 200, **values: Any
    ) -> HTMLResponse:
        """Return a page in the language of the person who looks at it."""
        chosen = request.query_params.get("language", "")
        words = self.words(request)
        html = (
            _templates()
            .get_template(template)
            .render(
                {
                    "t": words,
                    "root": self.root,
                    "desk": self.desk,
                    "languages": LANGUAGES,
                    "here": request.url.path,
                    "in_language": lambda code: self._in_language(request, code),
                    "once": secrets.token_urlsafe(9),
                    **values,
                }
            )
        )
        page = HTMLResponse(html, status, {"Content-Language": words.language})
        if chosen in LANGUAGES:
            page.set_cookie(
                _LANGUAGE_COOKIE, chosen, path=self.root, httponly=True, samesite="strict"
            )
        return page

    def words(self, request: Request) -> Words:
        """Return the words of the page in the language of the person who looks at it."""
        chosen = request.query_params.get("language", "")
        remembered = chosen or request.cookies.get(_LANGUAGE_COOKIE, "")
        return Words(language_of(remembered, request.headers.get("accept-language", "")))

    def sheet(self, request: Request) -> Sheet:
        """Return the file that an address names by its number.

        Raises:
            HTTPException: there is none.
        """
        sheet = self._sheet(request)
        if sheet is None:
            raise HTTPException(404)
        return sheet

    def elsewhere(self, request: Request, error: Exception) -> Response:
        """Say that an address leads nowhere, and where to go on."""
        status = error.status_code if isinstance(error, HTTPException) else 404
        return self.page(
            request, "elsewhere.html", status=status, sheet=self._sheet(request), tab=""
        )

    def to(self, sheet: Sheet, place: str = "", mark: str = "") -> RedirectResponse:
        """Lead to a page of a file, by GET."""
        return RedirectResponse(f"{self.root}/files/{sheet.number}{place}{mark}", 303)

    def is_first(self, once: str) -> bool:
        """Tell whether a form comes for the first time; the same form again does nothing.

        Args:
            once: the number that the form was given.
        """
        with self._one_at_a_time:
            if not 0 < len(once) <= _LONGEST_ONCE or once in self._spent:
                return False
            self._spent[once] = None
            if len(self._spent) > _MOST_SPENT:
                del self._spent[next(iter(self._spent))]
            return True

    def standings(self) -> list[tuple[Sheet, Standing]]:
        """Return how far each file has come."""
        return [(sheet, standing(sheet)) for sheet in self.desk.sheets]

    def _apology(
        self, request: Request, error: LinewiseError, status: int | None = None
    ) -> Response:
        return self.page(
            request,
            "error.html",
            status=status or _status(error),
            error=error,
            conflict=getattr(error, "conflict", None),
            reply=isinstance(error, ReplyError),
            sheet=self._sheet(request),
            tab="",
        )

    def _sheet(self, request: Request) -> Sheet | None:
        return self.desk.sheet(number_in(request.path_params.get("number", "")))

    def _in_language(self, request: Request, code: str) -> str:
        """Return where to see what is shown in another language: a form is not sent again."""
        if request.method == "POST":
            sheet = self._sheet(request)
            place = f"/files/{sheet.number}" if sheet is not None else "/"
            return f"{self.root}{place}?language={code}"
        asked = [pair for pair in request.query_params.multi_items() if pair[0] != "language"]
        return f"{request.url.path}?{urlencode([*asked, ('language', code)])}"


@cache
def _templates() -> Environment:
    templates = Environment(
        loader=PackageLoader("linewise.review"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters |= {"shown": _shown, "marked": _marked, "found": _found}
    return templates


def form_of(request: Request) -> Mapping[str, str]:
    """Return what was posted."""
    form: Mapping[str, str] = request.scope.get("form", {})
    return form


def number_in(text: str, otherwise: int = 0) -> int:
    """Return a number that a form or an address holds, or another where it holds none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 12 else otherwise


def _status(error: LinewiseError) -> int:
    return 409 if isinstance(error, DocumentChangedError | HistoryError) else 422


def _shown(text: object) -> Markup:
    """Return text as HTML: escaped, with signs for what has no look."""
    words = str(text)
    cut = words[:_LONGEST_LINE]
    more = f" … +{len(words) - _LONGEST_LINE:,}" if len(words) > _LONGEST_LINE else ""
    return Markup(shown_text(f"{cut}{more}"))  # noqa: S704 - escaped there


def _marked(line: MarkedLine) -> Markup:
    """Return a line as HTML with the words marked that are only on its side."""
    html = ""
    at = 0
    for span in _before(line.marks, _LONGEST_LINE):
        html += shown_text(line.text[at : span.start])
        html += f"<mark>{shown_text(line.text[span.start : span.end])}</mark>"
        at = span.end
    return Markup(html + str(_shown(line.text[at:])))  # noqa: S704 - escaped there


def _found(text: str, words: str) -> Markup:
    """Return a line as HTML with the words marked that were looked for."""
    hits = find_words(text[:_LONGEST_LINE], words) if words else ()
    return _marked(MarkedLine(0, text, tuple(hit.span for hit in hits)))


def _before(marks: tuple[Span, ...], end: int) -> list[Span]:
    return [span for span in marks if span.end <= end]
