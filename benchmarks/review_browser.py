"""A browser for `review_load.py`: one connection, and what a page shows as values."""

from __future__ import annotations

import html
import re
import time
from collections import Counter
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from threading import Lock
from typing import TYPE_CHECKING
from urllib.parse import urlencode

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["Browser", "Door", "Page", "Suggested", "Tally", "seen_words"]

_LINE = re.compile(
    r'id="line-(\d+)".*?<span class="words" dir="auto">(.*?)</span></div>', re.DOTALL
)
_ARTICLE = re.compile(
    r'<article id="op-(?P<number>\d+)" class="suggestion (?P<state>\w+)"(?P<inside>.*?)</article>',
    re.DOTALL,
)
_REMOVED = re.compile(r'<del class="words" dir="auto">(.*?)</del>', re.DOTALL)
_REASON = re.compile(r'<input name="reason"[^>]* value="([^"]*)"')
_CONTENT = re.compile(r'<textarea name="content"[^>]*>\n(.*?)</textarea>', re.DOTALL)
_UNSEEN = re.compile(r'<span class="unseen"[^>]*>.*?</span>', re.DOTALL)


@dataclass
class Tally:
    """What all clients saw.

    Attributes:
        durations: of each request, in seconds.
        errors: requests without an answer, or with a status that they should not have.
        wrong: answers that were not what they should have been, and how often.
    """

    durations: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    lock: Lock = field(default_factory=Lock)

    def expect(self, is_right: bool, what: str) -> None:
        """Note an answer that is wrong."""
        if not is_right:
            with self.lock:
                self.wrong[what] += 1


@dataclass(frozen=True)
class Door:
    """The way in, once the link was followed."""

    host: str
    root: str
    cookie: str


@dataclass(frozen=True)
class Page:
    """What was answered."""

    status: int
    text: str
    location: str = ""

    def lines(self) -> Iterator[tuple[int, str]]:
        """Yield the lines that are shown outside of suggestions, with their numbers."""
        for found in _LINE.finditer(self.text):
            yield int(found[1]), seen_words(found[2])

    def suggestions(self) -> dict[int, Suggested]:
        """Return the suggestions that are shown, by the numbers of their operations."""
        return {int(found["number"]): _suggested(found) for found in _ARTICLE.finditer(self.text)}

    def hidden(self, name: str) -> str:
        """Return what a form on the page holds unseen; "" where there is none."""
        found = re.search(rf'name="{name}" value="([^"]*)"', self.text)
        return found[1] if found else ""


@dataclass(frozen=True)
class Suggested:
    """An operation as a page shows it."""

    state: str = "open"
    reason: str = ""
    content: str = ""
    removed: tuple[str, ...] = ()


class Browser:
    """One connection to the server.

    Args:
        door: the way in.
        tally: where each request is noted.
    """

    def __init__(self, door: Door, tally: Tally) -> None:
        self._door = door
        self.tally = tally
        self._connection = HTTPConnection(door.host, timeout=120)

    def get(self, path: str, status: int = 200) -> Page:
        """Return a page."""
        return self._asked("GET", path, None, {}, status)

    def post(
        self, path: str, form: Mapping[str, object], status: int = 303, *, fragment: bool = False
    ) -> Page:
        """Send a form and return the answer; one that leads elsewhere is not followed."""
        headers = {
            "Origin": f"http://{self._door.host}",
            "Content-Type": "application/x-www-form-urlencoded",
            **({"X-Linewise": "fragment"} if fragment else {}),
        }
        return self._asked("POST", path, urlencode(form), headers, 200 if fragment else status)

    def close(self) -> None:
        """Hang up."""
        self._connection.close()

    def _asked(
        self, method: str, path: str, body: str | None, headers: dict[str, str], status: int
    ) -> Page:
        begun = time.monotonic()
        given = {"Cookie": self._door.cookie} | headers
        try:
            self._connection.request(method, self._door.root + path, body, given)
            answer = self._connection.getresponse()
            text = answer.read().decode()
            page = Page(answer.status, text, answer.headers.get("Location", ""))
        except (OSError, HTTPException) as error:
            self._connection.close()
            page = Page(0, type(error).__name__)
        with self.tally.lock:
            self.tally.durations.append(time.monotonic() - begun)
            if page.status != status:
                why = page.text if not page.status else str(page.status)
                self.tally.errors[f"{method} {re.sub('[0-9a-f]{8,}', '…', path)}: {why}"] += 1
        return page


def _suggested(found: re.Match[str]) -> Suggested:
    reason, content = _REASON.search(found["inside"]), _CONTENT.search(found["inside"])
    return Suggested(
        found["state"],
        html.unescape(reason[1]) if reason else "",
        html.unescape(content[1]) if content else "",
        tuple(map(seen_words, _REMOVED.findall(found["inside"]))),
    )


def seen_words(marked: str) -> str:
    """Return what is seen of HTML, as text."""
    return html.unescape(re.sub(r"<[^>]+>", "", _UNSEEN.sub("", marked)))
