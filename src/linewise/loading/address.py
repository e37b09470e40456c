"""Fetch what stands at an address that the user named: one bounded request, by urllib alone."""

from __future__ import annotations

import re
import socket
import threading
import time
import zlib
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import quote, urljoin, urlsplit, urlunsplit

from linewise._kinds import check_seconds, check_whole
from linewise.errors import LoadError, OptionError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from http.client import HTTPConnection, HTTPResponse
    from urllib.request import OpenerDirector

__all__ = ["MAX_BYTES", "TIMEOUT", "Fetched", "fetch", "is_address"]

TIMEOUT = 30.0
"""How many seconds a request may take in all."""

MAX_BYTES = 1 << 28
"""How many bytes are fetched at most."""

_MAX_REDIRECTS = 5
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_BLOCK = 1 << 16
_ADDRESS = re.compile(r"https?://", re.IGNORECASE)

# What servers are told, so that they know whom to ask and send what can be read.
_HEADERS = {
    "User-Agent": "linewise",
    "Accept": "text/html, text/plain, text/markdown, application/pdf, */*;q=0.5",
    "Accept-Encoding": "gzip, identity",
}

_ADVICE = {
    401: "; it wants to know who asks: fetch it yourself and load the file",
    403: "; it does not give this to programs: fetch it yourself and load the file",
    404: "; check the address",
    410: "; it is gone for good",
    429: "; it was asked too often: wait before the next try",
    503: "; it is busy: try again later",
}


@dataclass(frozen=True, slots=True)
class Fetched:
    """What a server sent.

    Attributes:
        data: the bytes, unpacked.
        address: where they came from, after redirects.
        media_type: what the server calls them, such as "text/html"; empty where it does not say.
        charset: the encoding that the server names, or None.
    """

    data: bytes
    address: str
    media_type: str
    charset: str | None


def is_address(text: str) -> bool:
    """Tell an address from a path: it begins with http:// or https://."""
    return _ADDRESS.match(text) is not None


def fetch(address: str, *, timeout: float = TIMEOUT, max_bytes: int = MAX_BYTES) -> Fetched:
    """Fetch what stands at an address.

    At most five redirects are followed, to addresses of the web alone, and from a secure one to
    secure ones alone. Proxies are those of the environment.

    Args:
        address: http:// or https://.
        timeout: in seconds, for everything together.
        max_bytes: how much is fetched at most, unpacked.

    Raises:
        LoadError: the address is none, cannot be reached, answers with an error, sends too much,
            or takes too long.
        OptionError: a limit is not above zero, or more seconds than the system counts.
    """
    check_seconds("timeout", timeout)
    check_whole("max_bytes", max_bytes)
    if max_bytes < 1:
        raise OptionError(f"max_bytes is {max_bytes}; it must be at least 1")
    request = _Request(_written(address), time.monotonic() + timeout, timeout, max_bytes)
    for _ in range(_MAX_REDIRECTS + 1):
        found = request.ask()
        if isinstance(found, Fetched):
            return found
        request = found
    raise LoadError(
        f"{address}: it leads on more than {_MAX_REDIRECTS} times, last to {request.address}"
    )


@dataclass(frozen=True, slots=True)
class _Request:
    """One request, and what bounds it."""

    address: str
    deadline: float
    timeout: float
    max_bytes: int

    def ask(self) -> Fetched | _Request:
        """Return what was sent, or the request that it leads on to."""
        from http.client import HTTPException  # noqa: PLC0415 - heavy, so imported when used
        from urllib.request import Request  # noqa: PLC0415

        left = self.deadline - time.monotonic()
        if left <= 0:
            self._is_late()
        try:
            asked = Request(self.address, headers=_HEADERS)  # noqa: S310 - http and https alone
            with _opened_for(left) as opener, opener.open(asked, timeout=left) as response:
                # What was ended midway in its headers looks like a whole answer without words.
                if time.monotonic() > self.deadline:
                    self._is_late()
                return self._answer(response)
        except TimeoutError:
            self._is_late()
        except (OSError, HTTPException, ValueError) as error:
            if time.monotonic() > self.deadline:
                self._is_late()
            self._is_out_of_reach(error)

    def _answer(self, response: HTTPResponse) -> Fetched | _Request:
        target = response.headers.get("Location")
        if response.status in _REDIRECTS and target:
            return self._led_on(target)
        if response.status != 200:
            advice = _ADVICE.get(response.status, "")
            raise LoadError(
                f"{self.address}: the server answers {response.status} {response.reason}{advice}"
            )
        data = b"".join(self._blocks(response))
        if response.length:
            raise LoadError(
                f"{self.address}: the answer was cut off {response.length:,} bytes before its "
                "end; try again"
            )
        headers = response.headers
        media_type = headers.get_content_type() if "Content-Type" in headers else ""
        return Fetched(data, self.address, media_type, headers.get_content_charset())

    def _led_on(self, target: str) -> _Request:
        there = _written(urljoin(self.address, target), source=self.address)
        if self.address.startswith("https:") and not there.startswith("https:"):
            raise LoadError(
                f"{self.address}: it leads from a secure address to {there}, which is not "
                "followed; name that one if you trust it"
            )
        return _Request(there, self.deadline, self.timeout, self.max_bytes)

    def _blocks(self, response: HTTPResponse) -> Iterator[bytes]:
        left = self.max_bytes
        for block in _unpacked(self._packed(response), response.headers.get("Content-Encoding")):
            left -= len(block)
            if left < 0:
                self._is_too_large()
            yield block

    def _packed(self, response: HTTPResponse) -> Iterator[bytes]:
        if (response.length or 0) > self.max_bytes:
            self._is_too_large()
        while block := response.read1(_BLOCK):
            yield block
            if time.monotonic() > self.deadline:
                self._is_late()

    def _is_too_large(self) -> NoReturn:
        raise LoadError(
            f"{self.address}: this is more than {self.max_bytes:,} bytes; raise max_bytes if you "
            "want it all"
        )

    def _is_late(self) -> NoReturn:
        raise LoadError(
            f"{self.address}: no whole answer within {self.timeout:g} seconds; raise timeout, or "
            "try again later"
        ) from None

    def _is_out_of_reach(self, error: Exception) -> NoReturn:
        reason = getattr(error, "reason", None) or error
        if isinstance(reason, TimeoutError):
            self._is_late()
        words = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
        raise LoadError(
            f"{self.address}: it cannot be reached ({words}); check the address and the network"
        ) from error


@contextmanager
def _opened_for(seconds: float) -> Iterator[OpenerDirector]:
    """Yield what asks the web, and end its connections when its time is over.

    The time-out of a socket begins again with each byte, so a server that sends its headers one
    byte after the other would hold a caller for ever.
    """
    connections: list[HTTPConnection] = []

    def end() -> None:
        for reached in [one.sock for one in connections if one.sock is not None]:
            with suppress(OSError):
                # Not the method of a TLS socket, which would pull the cipher from under the reader.
                socket.socket.shutdown(reached, socket.SHUT_RDWR)

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield _opener(connections)
    finally:
        timer.cancel()


def _opener(connections: list[HTTPConnection]) -> OpenerDirector:
    """Return what asks the web and nothing else, and hands every answer over as it is.

    Args:
        connections: takes every connection that is made.
    """
    from urllib.request import (  # noqa: PLC0415 - heavy, so imported when used
        AbstractHTTPHandler,
        HTTPHandler,
        HTTPSHandler,
        OpenerDirector,
        ProxyHandler,
    )

    class Noting(AbstractHTTPHandler):
        def do_open(self, http_class: Any, req: Any, **known: Any) -> Any:
            def made(*place: Any, **settings: Any) -> HTTPConnection:
                connections.append(http_class(*place, **settings))
                return connections[-1]

            return super().do_open(made, req, **known)

    class Plain(Noting, HTTPHandler):
        pass

    class Secure(Noting, HTTPSHandler):
        pass

    opener = OpenerDirector()
    for handler in (ProxyHandler(), Plain(), Secure()):
        opener.add_handler(handler)
    return opener


def _unpacked(blocks: Iterator[bytes], encoding: str | None) -> Iterator[bytes]:
    """Unpack what the server packed, a bounded block at a time."""
    if (encoding or "identity").lower() not in {"gzip", "x-gzip", "deflate"}:
        yield from blocks
        return
    unpacking = zlib.decompressobj(zlib.MAX_WBITS | 32)
    try:
        for block in blocks:
            yield unpacking.decompress(block, _BLOCK)
            while rest := unpacking.unconsumed_tail:
                yield unpacking.decompress(rest, _BLOCK)
    except zlib.error as error:
        raise LoadError(f"the answer cannot be unpacked: {error}; try again") from error


def _written(address: str, source: str | None = None) -> str:
    """Write an address as it goes over the wire.

    Raises:
        LoadError: it is none of the web, or holds a password.
    """
    where = f"{source}: it leads to" if source else "the address"
    try:
        parts = urlsplit(address.strip())
        host, port = parts.hostname or "", parts.port
        host = host if host.isascii() else host.encode("idna").decode()
    except (ValueError, UnicodeError) as error:
        raise LoadError(f"{where} {address!r}, which is none: {error}") from error
    if parts.username is not None or parts.password is not None:
        raise LoadError(
            f"{where} a page of {host} with a name or a password in the address; such pages are "
            "not fetched: fetch it yourself and load the file"
        )
    if parts.scheme.lower() not in {"http", "https"} or not host:
        raise LoadError(f"{where} {address!r}; http:// or https:// and a host were expected")
    place = f"[{host}]" if ":" in host else host
    place += f":{port}" if port is not None else ""
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~")
    query = quote(parts.query, safe="/%:@!$&'()*+,;=~?[]")
    return urlunsplit((parts.scheme.lower(), place, path, query, ""))
