"""Serve the page to this machine, on a port of its own, until somebody ends it."""

from __future__ import annotations

import os
import socket
from contextlib import contextmanager
from threading import Thread
from typing import TYPE_CHECKING

from linewise.errors import LinewiseError
from linewise.review._lock import Lock
from linewise.review.application import application

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from uvicorn import Server

    from linewise.review.desk import Desk

__all__ = ["serve", "served"]

_HOME = "127.0.0.1"

# How long a request that is being answered is waited for in the end.
_PATIENCE = 3


def serve(desk: Desk, port: int = 0, opened: Callable[[str], None] | None = None) -> None:
    """Serve a desk until the process is interrupted.

    Args:
        desk: the files.
        port: a free one when it is 0.
        opened: called with the link when the page can be looked at.

    Raises:
        LinewiseError: the port is taken.
    """
    with _listening(port) as listening:
        lock = Lock()
        server = _server(desk, lock, listening)
        if opened is not None:
            opened(_link(lock, listening))
        try:
            server.run(sockets=[listening])
        except KeyboardInterrupt:
            # That is how it is ended; what was decided is kept already.
            return


@contextmanager
def served(desk: Desk) -> Iterator[str]:
    """Serve a desk while a block runs, and yield the link."""
    with _listening(0) as listening:
        lock = Lock()
        server = _server(desk, lock, listening)
        thread = Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        try:
            yield _link(lock, listening)
        finally:
            server.should_exit = True
            thread.join()


@contextmanager
def _listening(port: int) -> Iterator[socket.socket]:
    listening = socket.socket()
    try:
        # Elsewhere this would let another process listen on the same port.
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((_HOME, port))
        except OSError as error:
            raise LinewiseError(
                f"port {port} cannot be listened on: {error.strerror or error}; leave --port out "
                "for a free one"
            ) from error
        listening.listen()
        yield listening
    finally:
        listening.close()


def _server(desk: Desk, lock: Lock, listening: socket.socket) -> Server:
    from uvicorn import Config, Server  # noqa: PLC0415 - heavy

    port = listening.getsockname()[1]
    hosts = frozenset({f"{_HOME}:{port}", f"localhost:{port}"})
    return Server(
        Config(
            application(desk, lock, hosts),
            lifespan="off",
            ws="none",
            http="h11",
            loop="asyncio",
            log_config=None,
            log_level="critical",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=_PATIENCE,
        )
    )


def _link(lock: Lock, listening: socket.socket) -> str:
    return f"http://{_HOME}:{listening.getsockname()[1]}/?token={lock.token}"
