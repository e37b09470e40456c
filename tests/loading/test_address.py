"""Addresses: what is fetched, what bounds it, and what is said when it fails; by a real server."""

from __future__ import annotations

import gzip
import math
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from linewise import LoadError, OptionError, load
from linewise.loading.address import fetch, is_address

Answer = Callable[[BaseHTTPRequestHandler], None]


def send(data: bytes = b"", status: int = 200, length: int | None = None, **headers: str) -> Answer:
    """Answer with some bytes; an underscore in the name of a header stands for a hyphen."""

    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(status)
        request.send_header("Content-Length", str(len(data) if length is None else length))
        for name, value in headers.items():
            request.send_header(name.replace("_", "-"), value)
        request.end_headers()
        request.wfile.write(data)

    return answer


class Web:
    """A server on this machine, and what it was asked."""

    def __init__(self) -> None:
        self.answers: dict[str, Answer] = {}
        self.asked: list[tuple[str, str | None]] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._kind())
        self._server.daemon_threads = True
        self.thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))

    def _kind(self) -> type[BaseHTTPRequestHandler]:
        web = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                web.asked.append((self.path, self.headers.get("User-Agent")))
                web.answers.get(self.path, send(status=404))(self)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        return Handler

    def at(self, path: str, answer: Answer) -> str:
        """Place an answer, and return its address."""
        self.answers[path] = answer
        return f"http://127.0.0.1:{self._server.server_port}{path}"

    def close(self) -> None:
        """Stop."""
        self._server.shutdown()
        self._server.server_close()
        self.thread.join()


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> Iterator[Web]:
    """Serve on this machine, past every proxy."""
    monkeypatch.setenv("no_proxy", "*")
    serving = Web()
    serving.thread.start()
    yield serving
    serving.close()


# What is loaded


def test_a_page(web: Web) -> None:
    """One request; the document knows where it came from."""
    address = web.at("/tides", send(b"<h1>Tides</h1><p>They rise.", Content_Type="text/html"))
    document = load(address)
    assert ("Tides\n\nThey rise.", address) == (document.text, document.source)
    assert [("/tides", "linewise")] == web.asked


@pytest.mark.parametrize(
    ("path", "media_type", "data", "format_name"),
    [
        ("/a", "text/html; charset=utf-8", b"<p>a", "html"),
        ("/a", "text/markdown", b"# a", "markdown"),
        ("/a.md", "text/plain", b"# a", "markdown"),
        ("/a.md?raw=1#top", "application/octet-stream", b"# a", "markdown"),
        ("/a", "text/plain", b"<!doctype html><p>a", "html"),
        ("/a", "text/plain", b"# a", "text"),
    ],
)
def test_the_format(web: Web, path: str, media_type: str, data: bytes, format_name: str) -> None:
    """By content, then by what the server calls it, then by how the address ends."""
    answer = send(data, Content_Type=media_type)
    address = web.at(path, answer)
    web.at(path.partition("#")[0], answer)
    assert format_name == load(address).metadata["format"]


def test_options_reach_the_format(web: Web) -> None:
    """What a format can be told is told; what it cannot is an error."""
    address = web.at("/a", send(b"<p>a", Content_Type="text/html"))
    assert "<p>a" == load(address, format="text", timeout=9, max_bytes=9).text
    assert "note" == load(address, mode="note").metadata["mode"]
    with pytest.raises(OptionError, match="option 'mode' does not belong"):
        load(address, format="text", mode="note")


@pytest.mark.parametrize(
    ("charset", "data", "encoding"),
    [
        ("iso-8859-1", "Ça € ira".encode("cp1252"), "cp1252"),
        ("utf-8", "Ça € ira".encode(), "utf-8"),
        ("utf-8", "Ça € ira, déjà, là-bas, à côté".encode("cp1252"), "cp1252"),
        ("nosuch", "Ça € ira".encode(), "utf-8"),
        ("base64", "Ça € ira".encode(), "utf-8"),
    ],
)
def test_the_encoding_that_a_server_names(
    web: Web, charset: str, data: bytes, encoding: str
) -> None:
    """It counts where the bytes are in it."""
    document = load(web.at("/a", send(data, Content_Type=f"text/plain; charset={charset}")))
    assert encoding == document.metadata["encoding"]
    assert document.text.startswith("Ça € ira")


def test_what_is_packed_is_unpacked(web: Web) -> None:
    """Within the same bounds."""
    address = web.at("/a", send(gzip.compress(b"a" * 50_000), Content_Encoding="gzip"))
    assert b"a" * 50_000 == fetch(address).data
    with pytest.raises(LoadError, match="more than 1,000 bytes"):
        fetch(address, max_bytes=1_000)


def test_redirects_are_followed(web: Web) -> None:
    """The source is where the answer came from in the end."""
    web.at("/b", send(b"b"))
    document = load(web.at("/a", send(status=302, Location="/b")))
    assert ("b", True) == (document.text, (document.source or "").endswith("/b"))


# What is none


def test_a_path_stays_a_path() -> None:
    """Only a string that begins as an address does is one."""
    assert is_address("HTTPS://example.org/a")
    for path in ("http.txt", "./http://a", "ftp://example.org/a", "https:/a", "a https://b"):
        assert not is_address(path)
        with pytest.raises(LoadError, match="there is no such file"):
            load(path)


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("http://", "a host were expected"),
        ("https:///a", "a host were expected"),
        ("http://example.org:99999/", "which is none"),
        ("http://[::1", "which is none"),
    ],
)
def test_addresses_that_are_none(address: str, message: str) -> None:
    """The message says what was expected; nothing is asked."""
    with pytest.raises(LoadError, match=message):
        load(address)


def test_passwords_stay_out_of_messages() -> None:
    """An address with a password is refused without repeating it."""
    with pytest.raises(LoadError, match="a name or a password in the address") as caught:
        load("https://ada:secret@example.org/a")
    assert "secret" not in str(caught.value)


# What goes wrong


@pytest.mark.parametrize(
    ("status", "message"),
    [(404, "404 Not Found; check"), (403, "403 Forbidden; it does not"), (500, "500 Internal"),
     (204, "204 No Content"), (304, "304 Not Modified")],
)  # fmt: skip
def test_the_server_says_no(web: Web, status: int, message: str) -> None:
    """The message has its answer, and what to do."""
    with pytest.raises(LoadError, match=f"/a: the server answers {message}"):
        load(web.at("/a", send(b"no", status=status)))


def test_too_much(web: Web) -> None:
    """By what the server announces, and by what it sends."""
    with pytest.raises(LoadError, match="more than 10 bytes; raise max_bytes"):
        load(web.at("/a", send(b"a" * 11)), max_bytes=10)

    def endless(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.end_headers()
        for _ in range(1_000):
            request.wfile.write(b"a" * 10_000)

    with pytest.raises(LoadError, match="more than 100,000 bytes"):
        load(web.at("/b", endless), max_bytes=100_000)
    assert "a" * 10 == load(web.at("/c", send(b"a" * 10)), max_bytes=10).text


def test_too_late(web: Web) -> None:
    """Drop by drop counts as late too."""
    over = threading.Event()

    def dripping(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.end_headers()
        with suppress(OSError):
            while not over.wait(0.05):
                request.wfile.write(b"a")
                request.wfile.flush()

    def silent(_: BaseHTTPRequestHandler) -> None:
        over.wait()

    with pytest.raises(LoadError, match=r"no whole answer within 0\.3 seconds"):
        load(web.at("/a", dripping), timeout=0.3)
    with pytest.raises(LoadError, match=r"no whole answer within 0\.2 seconds"):
        load(web.at("/b", silent), timeout=0.2)
    over.set()


def test_an_answer_that_is_cut_off(web: Web) -> None:
    """Half a file is not taken for a whole one."""
    with pytest.raises(LoadError, match="cut off 7 bytes before its end"):
        load(web.at("/a", send(b"abc", length=10)))


def test_an_answer_that_is_none(web: Web) -> None:
    """What speaks no HTTP is told so."""

    def nonsense(request: BaseHTTPRequestHandler) -> None:
        request.wfile.write(b"\0\1\2 nonsense\r\n\r\n")

    address = web.at("/a", nonsense)
    with pytest.raises(LoadError, match="cannot be reached"):
        load(address)
    packed = web.at("/b", send(b"not packed", Content_Encoding="gzip"))
    with pytest.raises(LoadError, match="cannot be unpacked"):
        load(packed)


def test_nobody_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """A port that nobody listens on, and a host that nobody knows."""
    monkeypatch.setenv("no_proxy", "*")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        with pytest.raises(LoadError, match="cannot be reached"):
            load(f"http://127.0.0.1:{port}/")
    with pytest.raises(LoadError, match="cannot be reached"):
        load("http://no-such-host.invalid/")


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("file:///etc/passwd", "it leads to 'file:///etc/passwd'"),
        ("ftp://example.org/a", "it leads to 'ftp://example.org/a'"),
        ("/a", "it leads on more than 5 times"),
        ("http://u:secret@127.0.0.1/", "a name or a password"),
    ],
)
def test_redirects_that_are_not_followed(web: Web, target: str, message: str) -> None:
    """Only to the web, and not for ever."""
    with pytest.raises(LoadError, match=message):
        load(web.at("/a", send(status=301, Location=target)))
    assert len(web.asked) <= 6


@pytest.mark.parametrize(
    "bounds",
    [
        {"timeout": 0},
        {"timeout": -1},
        {"timeout": 10**400},
        {"timeout": math.inf},
        {"max_bytes": 0},
    ],
)
def test_bounds_that_can_be_kept(bounds: dict[str, float]) -> None:
    """No bound that lets nothing through is taken, nor a time that no system counts."""
    with pytest.raises(OptionError, match=f"{next(iter(bounds))} is "):
        load("http://127.0.0.1/", **bounds)  # type: ignore[arg-type]


def test_bounds_belong_to_addresses() -> None:
    """A file has none."""
    with pytest.raises(OptionError, match="option 'timeout' does not belong"):
        load(b"a", timeout=1)


def test_addresses_are_written_as_they_go_over_the_wire(web: Web) -> None:
    """Letters and spaces that no address may hold are escaped, and a fragment is not sent."""
    web.at("/caf%C3%A9%20a?q=%C3%A9&p=a/b", send(b"a"))
    assert b"a" == fetch(web.at("/café a?q=é&p=a/b#top", send(b"no"))).data
