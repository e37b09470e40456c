"""A server of the chat completions protocol in this process, that behaves as it is told."""

from __future__ import annotations

import json
import threading
from collections import deque
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Behaviour: TypeAlias = "Callable[[Exchange], None]"


class Exchange(BaseHTTPRequestHandler):
    """One request to the server, and what is sent back."""

    server: ModelServer

    def do_POST(self) -> None:
        """Note the request and behave as the next behaviour says; the last one stays."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.asked = json.loads(body)
        with self.server.lock:
            self.server.paths.append(self.path)
            self.server.bodies.append(self.asked)
            self.server.keys.append(self.headers.get("Authorization"))
            behaviours = self.server.behaviours
            behave = behaviours.popleft() if len(behaviours) > 1 else behaviours[0]
        behave(self)

    def log_message(self, format: str, *arguments: Any) -> None:  # noqa: A002
        """Keep quiet."""

    def head(self, status: int, kind: str, length: int | None = None, **headers: str) -> None:
        """Send the status and the headers."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        if length is not None:
            self.send_header("Content-Length", str(length))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def event(self, value: dict[str, Any] | str) -> None:
        """Send one event of a stream."""
        words = value if isinstance(value, str) else json.dumps(value)
        self.wfile.write(f"data: {words}\r\n\r\n".encode())
        self.wfile.flush()

    def words(self, text: str, finish: str | None = None) -> None:
        """Send a stretch of a reply."""
        choice = {"index": 0, "delta": {"content": text}, "finish_reason": finish}
        self.event({"model": "tiny-1", "choices": [choice]})


class ModelServer(ThreadingHTTPServer):
    """Behaves as told, request by request, and remembers what it was asked."""

    daemon_threads = True

    def __init__(self, *behaviours: Behaviour) -> None:
        super().__init__(("127.0.0.1", 0), Exchange)
        self.lock = threading.Lock()
        self.behaviours = deque(behaviours)
        self.paths: list[str] = []
        self.bodies: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.over = threading.Event()

    @property
    def url(self) -> str:
        """The base URL."""
        return f"http://127.0.0.1:{self.server_port}/v1"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away is no fault of the server."""


@contextmanager
def serving(*behaviours: Behaviour) -> Iterator[ModelServer]:
    """Run a server as long as the block runs."""
    server = ModelServer(*behaviours)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.over.set()
        server.shutdown()
        server.server_close()
        thread.join()


def says(text: str, finish: str | None = "stop", *, usage: bool = True) -> Behaviour:
    """Stream a reply, a few characters at a time."""

    def behave(exchange: Exchange) -> None:
        exchange.head(200, "text/event-stream; charset=utf-8")
        exchange.wfile.write(b": a sign of life\n\n")
        for at in range(0, len(text), 7):
            exchange.words(text[at : at + 7])
        exchange.words("", finish)
        if usage and exchange.asked.get("stream_options"):
            used = {"prompt_tokens": 11, "completion_tokens": 5}
            exchange.event({"model": "tiny-1", "choices": [], "usage": used})
        exchange.event("[DONE]")

    return behave


def answers(
    body: Any, status: int = 200, kind: str = "application/json", **headers: str
) -> Behaviour:
    """Send a whole body: what is no text is sent as JSON."""
    data = (body if isinstance(body, str) else json.dumps(body)).encode()

    def behave(exchange: Exchange) -> None:
        exchange.head(status, kind, len(data), **headers)
        exchange.wfile.write(data)

    return behave


def refuses(status: int, words: str = "no", **headers: str) -> Behaviour:
    """Send an error as the protocol writes it."""
    return answers({"error": {"message": words, "type": "an_error"}}, status, **headers)


def stalls(begun: str = "", *, alive: bool = False) -> Behaviour:
    """Begin a reply and go silent, or only show signs of life, until the server ends."""

    def behave(exchange: Exchange) -> None:
        exchange.head(200, "text/event-stream")
        if begun:
            exchange.words(begun)
        while not exchange.server.over.wait(0.02):
            if alive:
                exchange.wfile.write(b": still here\n\n")
                exchange.wfile.flush()

    return behave


def drips() -> Behaviour:
    """Send the head of an answer byte by byte, until the server ends."""

    def behave(exchange: Exchange) -> None:
        exchange.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        while not exchange.server.over.wait(0.02):
            exchange.wfile.write(b"a")
            exchange.wfile.flush()

    return behave


def cuts(begun: str = "", *, length: int | None = None) -> Behaviour:
    """Begin a reply and close the connection."""

    def behave(exchange: Exchange) -> None:
        exchange.head(200, "text/event-stream", length)
        if begun:
            exchange.words(begun)
        exchange.close_connection = True

    return behave


def holds_to(kinds: tuple[str, ...], reply: str, status: int = 400) -> Behaviour:
    """Answer requests for one of these forms only."""

    def behave(exchange: Exchange) -> None:
        kind = exchange.asked.get("response_format", {}).get("type", "text")
        if kind in kinds:
            says(reply)(exchange)
        else:
            refuses(status, f"response_format {kind} is not supported")(exchange)

    return behave
