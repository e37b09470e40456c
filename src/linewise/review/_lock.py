"""Who may look at the page: whoever followed the link that was printed, once."""

from __future__ import annotations

import secrets
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Lock"]


class Lock:
    """A token that opens the page once, and the cookie that keeps it open.

    Everything lies below a path that nobody can guess, and the cookie is for that path alone:
    cookies know no ports, and another server on this machine must not be sent ours.

    Attributes:
        token: the word of the link; good for one look.
        root: the path below which everything lies.
    """

    cookie = "linewise"

    def __init__(self) -> None:
        self.token = secrets.token_urlsafe(24)
        self.root = f"/{secrets.token_urlsafe(9)}"
        self._session = secrets.token_urlsafe(24)
        self._used = False
        self._one_at_a_time = threading.Lock()

    def __repr__(self) -> str:
        return f"<Lock {'used' if self._used else 'unused'}>"

    def exchange(self, token: str) -> str | None:
        """Return the value of the cookie for the right token, the first time it is shown."""
        with self._one_at_a_time:
            if self._used or not _same(token, self.token):
                return None
            self._used = True
            return self._session

    def admits(self, cookies: Iterable[str]) -> bool:
        """Tell whether the cookie that was handed out is among those of a request.

        Another server of this machine can make a browser send one of our name beside it.
        """
        own = f"{self.cookie}={self._session}"
        return any(_same(cookie.strip(), own) for cookie in cookies)


def _same(given: str, expected: str) -> bool:
    return secrets.compare_digest(given.encode(), expected.encode())
