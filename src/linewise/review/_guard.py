"""What stands before every request: only this machine, only this page, only so much.

A request is let through when its Host is the address that was printed, its Origin (every browser
sends one with a form) is that same address, and it carries the cookie that the link was exchanged
for. The cookie is same-site and for an unguessable path, so no form needs a token besides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import parse_qsl

from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.responses import HTMLResponse, PlainTextResponse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from linewise.review._lock import Lock

__all__ = ["MOST_BYTES", "Guard"]

# A form holds a note or a model's reply; more than this is neither.
MOST_BYTES = 4_000_000
_MOST_FIELDS = 64

_FORM = "application/x-www-form-urlencoded"

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    # With no-referrer a browser would send the Origin of our own forms as null.
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

_ENTRY = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>linewise</title>
<link rel="icon" href="{root}/static/icon.svg">
<meta http-equiv="refresh" content="0; url={root}/"></head>
<body><p><a href="{root}/">linewise</a></p></body></html>
"""

_USED = (
    "This link does not open the page: it works once, and was used or is not the one that was "
    "printed. Run linewise review again for a new one."
)

Form: TypeAlias = "Mapping[str, str]"


class Guard:
    """Refuses what is not from the page itself, and reads the forms that are.

    Args:
        app: what answers the requests that are let through.
        lock: knows the token and the cookie.
        hosts: the addresses that the page goes by.
    """

    def __init__(self, app: ASGIApp, lock: Lock, hosts: frozenset[str]) -> None:
        self._app = app
        self._lock = lock
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            return
        answer: ASGIApp = self._refusal(scope) or self._app
        if answer is self._app and scope["method"] == "POST":
            answer = await _read_form(scope, receive) or self._app
        await answer(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope) -> Response | None:
        """Return why a request is refused, or how the link is answered; None to go on."""
        headers = Headers(scope=scope)
        if scope["method"] not in {"GET", "HEAD", "POST"}:
            return _refused(405, "Only GET and POST are answered.")
        if headers.getlist("host") not in [[host] for host in self._hosts]:
            return _refused(403, "This page is only for the machine that it runs on.")
        if not _is_own_page(scope, headers):
            return _refused(403, "This came from another page, so nothing was done.")
        if scope["path"] == "/":
            return self._enter(scope)
        return self._stranger(scope, headers)

    def _enter(self, scope: Scope) -> Response:
        """Exchange the token of the link for the cookie.

        The page is reached by a refresh and not by a redirect: the request that follows must come
        from this page for a same-site cookie to be sent along, wherever the link was followed.
        """
        if scope["method"] != "GET":
            return _refused(405, "A link is opened by GET.")
        session = self._lock.exchange(QueryParams(scope["query_string"]).get("token", ""))
        if session is None:
            return _refused(403, _USED)
        entry = HTMLResponse(_ENTRY.format(root=self._lock.root))
        entry.set_cookie(
            self._lock.cookie, session, path=self._lock.root, httponly=True, samesite="strict"
        )
        return entry

    def _stranger(self, scope: Scope, headers: Headers) -> Response | None:
        if not self._lock.admits(headers.get("cookie", "").split(";")):
            return _refused(403, "Follow the link that linewise review printed.")
        if not f"{scope['path']}/".startswith(f"{self._lock.root}/"):
            return _refused(404, "There is nothing here.")
        return None


def _is_own_page(scope: Scope, headers: Headers) -> bool:
    """Tell whether a request comes from a page of ours, or from the person at the browser."""
    own = f"http://{headers['host']}"
    origins = headers.getlist("origin")
    if scope["method"] == "POST":
        return origins == [own]
    # A link may be followed from anywhere once: its token is what counts.
    from_elsewhere = headers.get("sec-fetch-site") in {"cross-site", "same-site"}
    return origins in ([], [own]) and not (from_elsewhere and scope["path"] != "/")


async def _read_form(scope: Scope, receive: Receive) -> Response | None:
    """Put the form of a request into its scope, or return why it is refused."""
    headers = Headers(scope=scope)
    if headers.get("content-type", "").partition(";")[0].strip().lower() != _FORM:
        return _refused(415, f"A form is sent as {_FORM}.")
    length = headers.get("content-length", "")
    if length.isdecimal() and int(length) > MOST_BYTES:
        return _too_large()
    body = bytearray()
    more = True
    while more:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > MOST_BYTES:
            return _too_large()
        more = message.get("more_body", False)
    try:
        fields = parse_qsl(
            body.decode("ascii"),
            keep_blank_values=True,
            errors="strict",
            max_num_fields=_MOST_FIELDS,
        )
    except ValueError:
        return _refused(400, "This is no form of this page.")
    scope["form"] = {name: value.replace("\r\n", "\n") for name, value in fields}
    return None


def _too_large() -> Response:
    return _refused(413, f"This is more than the {MOST_BYTES:,} bytes that a form may hold.")


def _refused(status: int, words: str) -> Response:
    return PlainTextResponse(f"{words}\n", status, {"Connection": "close"})


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers[name] = value
        await send(message)

    return sending
