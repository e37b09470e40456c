"""The page as an application: which address is answered by what."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route

from linewise.review import _layers, _looking_back, _proposing, _reviewing
from linewise.review._guard import Guard
from linewise.review._room import Answer, Room

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

    from linewise.review._lock import Lock
    from linewise.review.desk import Desk

__all__ = ["application"]

_FILE = "/files/{number}"

_LOOKED_AT: Mapping[str, Answer] = {
    "/": _reviewing.files,
    _FILE: _reviewing.review,
    f"{_FILE}/lines": _reviewing.lines,
    f"{_FILE}/contents": _reviewing.contents,
    f"{_FILE}/diff": _reviewing.show_diff,
    f"{_FILE}/propose": _proposing.propose,
    f"{_FILE}/again": _proposing.again,
    f"{_FILE}/history": _looking_back.history,
    f"{_FILE}/history/{{revision}}": _looking_back.revision,
    f"{_FILE}/layers": _layers.layers,
}
_DONE: Mapping[str, Answer] = {
    f"{_FILE}/decide": _reviewing.decide,
    f"{_FILE}/apply": _reviewing.apply_accepted,
    f"{_FILE}/reopen": _reviewing.review_again,
    f"{_FILE}/information": _proposing.take_information,
    f"{_FILE}/reply": _proposing.take_reply,
    f"{_FILE}/again": _proposing.take_answer,
    f"{_FILE}/undo": _looking_back.take_back,
}

# What lies beside the pages, each by its name; no other file is ever opened.
_ASSETS: Mapping[str, str] = {
    "shared.css": "text/css",
    "page.css": "text/css",
    "page.js": "text/javascript",
    "icon.svg": "image/svg+xml",
}


def application(desk: Desk, lock: Lock, hosts: frozenset[str]) -> Guard:
    """Return the application that shows a desk to whoever has the key.

    Args:
        desk: the files.
        lock: who may look.
        hosts: the addresses that it goes by.
    """
    room = Room(desk, lock.root)
    looked_at = [
        Route(path, room.answering(answer), methods=["GET"]) for path, answer in _LOOKED_AT.items()
    ]
    done = [Route(path, room.answering(answer), methods=["POST"]) for path, answer in _DONE.items()]
    routes = [*looked_at, *done, Route("/static/{name}", _asset, methods=["GET"])]
    app = Starlette(
        routes=[Mount(lock.root, routes=routes)],
        exception_handlers={HTTPException: room.elsewhere},
    )
    return Guard(app, lock, hosts)


def _asset(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in _ASSETS:
        return PlainTextResponse("There is nothing here.\n", 404)
    if name == "shared.css":
        return Response(_layers.shared_style(), media_type=_ASSETS[name])
    file = resources.files("linewise.review") / "static" / name
    return Response(file.read_bytes(), media_type=_ASSETS[name])
