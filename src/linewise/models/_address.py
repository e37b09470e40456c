"""Addresses of servers: what is sent where, and what of it may be shown."""

from __future__ import annotations

import ipaddress
from typing import NamedTuple
from urllib.parse import urlsplit, urlunsplit

from linewise._kinds import check_text
from linewise.errors import OptionError

__all__ = ["COMPLETIONS", "EMBEDDINGS", "OPENAI", "Address", "read_address", "shown_address"]

OPENAI = "https://api.openai.com/v1"

COMPLETIONS = "/chat/completions"
EMBEDDINGS = "/embeddings"


class Address(NamedTuple):
    """Where a server is asked.

    Attributes:
        url: the whole address.
        shown: the same without what may be secret in it.
        local: whether it is this machine, so that no proxy has a part in it.
    """

    url: str
    shown: str
    local: bool

    def __repr__(self) -> str:
        return f"<Address {self.shown}>"


def read_address(base_url: str, endpoint: str = COMPLETIONS) -> Address:
    """Read the address of a server, such as `http://localhost:8080/v1`.

    Args:
        base_url: the address, with or without an endpoint at its end.
        endpoint: what is asked for there.

    Raises:
        OptionError: it is none, or there is a name or key in it.
    """
    check_text("base_url", base_url)
    try:
        parts = urlsplit(base_url.strip())
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise OptionError(f"the base URL cannot be read: {error}") from None
    if parts.username is not None or parts.password is not None:
        raise OptionError(
            f"the base URL for {host} has a name or password in it; keys belong in the environment"
        )
    if parts.scheme not in ("http", "https") or not host:
        raise OptionError(
            f"{urlunsplit(parts._replace(query='', fragment=''))!r} is no base URL; "
            f"http://localhost:8080/v1 and {OPENAI} are"
        )
    path = parts.path.rstrip("/").removesuffix(COMPLETIONS).removesuffix(EMBEDDINGS)
    url = urlunsplit((parts.scheme, parts.netloc, path + endpoint, parts.query, ""))
    shown = urlunsplit((parts.scheme, parts.netloc, path, "", ""))
    return Address(url, shown, _is_local(host))


def shown_address(base_url: str) -> str:
    """Return an address without the parts of it that may be secret, be it right or wrong."""
    try:
        parts = urlsplit(base_url.strip())
    except ValueError:
        return "…"
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit((parts.scheme, host, parts.path, "", ""))


def _is_local(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified
