"""Servers that hang, at each point of an exchange: the wait is bounded, and said in a line."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import pytest

from linewise import load
from linewise.errors import LoadError, ModelError
from linewise.loading.address import fetch
from linewise.models import Message, OpenAICompatible, Timeouts
from model_server import Behaviour, Exchange, serving, stalls
from real_program import PROGRAM, Place, run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# What is not waited for is given time: a busy machine is no fault of the client.
SHORT = Timeouts(connect=60, send=0.3, first=0.3, idle=0.3, whole=60)


def drip(before: bytes, connection: socket.socket, over: threading.Event) -> None:
    """Send some bytes, and then one at a time for ever: signs of life, and no more."""
    with suppress(OSError):
        connection.sendall(before)
        while not over.wait(0.02):
            connection.sendall(b"a")


def take(connection: socket.socket, over: threading.Event) -> None:
    """Take the request and say nothing."""
    with suppress(OSError):
        connection.recv(1 << 16)
        over.wait()


def leave(_: socket.socket, over: threading.Event) -> None:
    """Take nothing at all."""
    over.wait()


def drip_status(connection: socket.socket, over: threading.Event) -> None:
    """Begin the first line of an answer."""
    drip(b"HTTP/1.1 200 O", connection, over)


def drip_headers(connection: socket.socket, over: threading.Event) -> None:
    """Begin a header that does not end."""
    drip(b"HTTP/1.1 200 OK\r\nX-Slow: ", connection, over)


def drip_body(connection: socket.socket, over: threading.Event) -> None:
    """Begin a body that does not end."""
    drip(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n", connection, over)


def drip_error(connection: socket.socket, over: threading.Event) -> None:
    """Begin to say what is wrong, and come to no end."""
    drip(b"HTTP/1.1 500 No\r\nContent-Type: text/plain\r\n\r\n", connection, over)


def stop_in_body(connection: socket.socket, over: threading.Event) -> None:
    """Announce more than is ever sent."""
    with suppress(OSError):
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf of it")
        over.wait()


@contextmanager
def hanging(deed: Callable[[socket.socket, threading.Event], None]) -> Iterator[str]:
    """Listen on this machine, do the same to whoever calls, and yield the address."""
    over = threading.Event()
    listening = socket.create_server(("127.0.0.1", 0))
    listening.settimeout(0.05)

    def answer(connection: socket.socket) -> None:
        with connection:
            deed(connection, over)

    def listen() -> None:
        while not over.is_set():
            with suppress(TimeoutError):
                connection, _ = listening.accept()
                threading.Thread(target=answer, args=(connection,), daemon=True).start()

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    try:
        yield "http://{}:{}".format(*listening.getsockname())
    finally:
        over.set()
        # It may be about to listen: where the next server has its number, it would answer there.
        listener.join()
        listening.close()


@contextmanager
def unanswered() -> Iterator[str]:
    """Yield an address whose calls are not taken: the queue of those who wait is full."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(0)
        waiting = [socket.socket() for _ in range(4)]
        for one in waiting:
            one.setblocking(False)
            with suppress(BlockingIOError):
                one.connect(listening.getsockname())
        yield "http://{}:{}".format(*listening.getsockname())
        for one in waiting:
            one.close()


# Models


def asked(address: str, timeouts: Timeouts = SHORT) -> OpenAICompatible:
    """Return a model that has little time."""
    return OpenAICompatible("m", f"{address}/v1", "", timeouts=timeouts, retries=0)


@pytest.mark.parametrize(
    ("deed", "words"),
    [
        (take, "the first words did not come within 0.3 seconds"),
        (leave, "within 0.3 seconds"),
        (drip_status, "the first words did not come within 0.3 seconds"),
        (drip_headers, "the first words did not come within 0.3 seconds"),
        (drip_body, "the first words did not come within 0.3 seconds"),
        (drip_error, "the first words did not come within 0.3 seconds"),
        (stop_in_body, "within 0.3 seconds"),
    ],
)
def test_a_model_that_hangs(
    deed: Callable[[socket.socket, threading.Event], None], words: str
) -> None:
    """Wherever its server stops, the error says for what it was waited and how long."""
    # More than fits into the buffers on the way, for a server that does not read.
    prompt = "one and the other " * 500_000 if deed is leave else "where?"
    with hanging(deed) as address, pytest.raises(ModelError, match=words):
        asked(address).complete([Message("user", prompt)])


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the queue is longer")
def test_a_model_that_takes_no_calls() -> None:
    """A server that is not reached in time is said to be out of reach."""
    with unanswered() as address, pytest.raises(ModelError, match="cannot be reached"):
        asked(address, Timeouts(connect=0.3)).complete([Message("user", "where?")])


def heard(behave: Behaviour, arrived: threading.Event) -> Behaviour:
    """Behave as told, and say that a request has arrived."""

    def behaving(exchange: Exchange) -> None:
        arrived.set()
        behave(exchange)

    return behaving


@pytest.mark.skipif(sys.platform == "win32", reason="signals are of Unix")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize(
    "command",
    ["edit", *(pytest.param(name, marks=pytest.mark.slow) for name in ("chapters", "find"))],
)
def test_who_waits_for_a_model_can_be_stopped(command: str, number: int, place: Place) -> None:
    """A signal ends the wait at once, the file is as it was, and one line says so."""
    words = {
        "edit": ["--info-text", "Alles neu.", "--yes"],
        "find": ["die letzte Zeile"],
    }
    arrived = threading.Event()
    with serving(heard(stalls("half"), arrived)) as server:
        asked = ["--model", "m", "--base-url", server.url]
        process = subprocess.Popen(
            [*PROGRAM, command, str(place.file), *words.get(command, []), *asked],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert arrived.wait(60)
        process.send_signal(number)
        out, told = process.communicate(timeout=60)
    assert (b"", b"\nlinewise: stopped\n") == (out, told)
    assert 128 + number == process.returncode
    assert place.is_untouched()


def test_who_waits_for_many_answers_can_be_stopped(place: Place) -> None:
    """Also where several questions are asked at the same time."""
    place.file.write_text("# Ein Teil\n\nEin Satz in ihm.\n\n" * 2_000, encoding="utf-8")
    text = place.file.read_bytes()
    arrived = threading.Event()
    with serving(heard(stalls("half"), arrived)) as server:
        asked = ["--model", "m", "--base-url", server.url, "--thorough", "--window", "4000"]
        words = [*PROGRAM, "edit", str(place.file), "--info-text", "Alles neu.", "--yes", *asked]
        process = subprocess.Popen(words, stderr=subprocess.PIPE)
        assert arrived.wait(60)
        process.send_signal(signal.SIGINT)
        told = process.communicate(timeout=60)[1]
    assert told.endswith(b"linewise: stopped\n")
    assert 130 == process.returncode
    assert text == place.file.read_bytes()


# Addresses that are loaded


@pytest.mark.parametrize("deed", [take, leave, drip_status, drip_headers, drip_body, stop_in_body])
def test_an_address_that_hangs(
    deed: Callable[[socket.socket, threading.Event], None],
) -> None:
    """Its time is for everything together, also where single bytes keep coming."""
    with hanging(deed) as address, pytest.raises(LoadError, match=r"0\.5 seconds"):
        fetch(f"{address}/page", timeout=0.5)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the queue is longer")
def test_an_address_that_takes_no_calls() -> None:
    """The same before there is a connection."""
    with unanswered() as address, pytest.raises(LoadError, match=r"0\.5 seconds"):
        fetch(f"{address}/page", timeout=0.5)


def test_an_address_that_is_not_there(place: Place) -> None:
    """It is named, and nothing is written where the result was to go."""
    with socket.socket() as silent:
        # It is taken, so that no other server comes there, and it does not listen.
        silent.bind(("127.0.0.1", 0))
        address = "http://{}:{}/page".format(*silent.getsockname())
        run("load", address, "-o", "page.md").complaint(address)
        with pytest.raises(LoadError, match=address):
            load(address)
    assert place.is_untouched()
