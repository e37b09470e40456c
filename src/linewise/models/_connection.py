"""The connection that a request goes over, in reach from before its answer has begun."""

from __future__ import annotations

import contextlib
import socket
import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Connection"]


class Connection:
    """A connection that another thread than the one that reads from it can end.

    The client tells of its steps by `noted`. An answer can be waited for before it has headers,
    or while these come byte by byte, so the response would know of its connection too late.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self._ended = False

    def noted(self, step: str, known: Mapping[str, Any]) -> None:
        """Take note of a step of the client: the socket, once there is one."""
        if not step.endswith(("connect_tcp.complete", "start_tls.complete")):
            return
        found = known["return_value"].get_extra_info("socket")
        with self._lock:
            self._socket = found if isinstance(found, socket.socket) else None
            ended = self._ended
        if ended:
            self.end()

    def end(self) -> None:
        """End the connection, or the one that is being made."""
        with self._lock:
            self._ended = True
            if self._socket is not None:
                with contextlib.suppress(OSError):
                    # Not the method of a TLS socket, which would pull the cipher from under the
                    # reader.
                    socket.socket.shutdown(self._socket, socket.SHUT_RDWR)
