"""A visitor of the review page without a browser, and what it is given to review."""

from __future__ import annotations

import re
from dataclasses import dataclass
from http.client import HTTPConnection
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

from linewise.review import Desk

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["REPLY", "TEXT", "Answer", "Visitor", "desk_of", "written_shop"]

TEXT = "# Shop\n\nOpen from 9 to 5.\nClosed on Sunday.\nCash only.\n"
REPLY = """functions:
  - replaceText: [3, "9 to 5", "8 to 6"]
  - replaceLine: [5, "Cash and cards."]
  - insertLineAfter: [5, "Dogs are welcome."]
"""


def written_shop(folder: Path) -> Path:
    """Write the file that is to be edited."""
    path = folder / "shop.md"
    path.write_text(TEXT, encoding="utf-8", newline="")
    return path


def desk_of(file: Path) -> Desk:
    """Return a desk with the file, for which three operations are proposed."""
    desk = Desk([str(file)])
    desk.sheets[0].propose_reply(REPLY, "New hours, cards, dogs.")
    return desk


@dataclass(frozen=True)
class Answer:
    """What the server answered: status, headers by their small names, text."""

    status: int
    headers: Mapping[str, str]
    text: str


class Visitor:
    """Whoever was given a link."""

    def __init__(self, link: str) -> None:
        address = urlsplit(link)
        self.host = address.netloc
        self.link = f"/?{address.query}"
        self.root = ""
        self.cookie = ""

    @classmethod
    def admitted(cls, link: str) -> Visitor:
        """Follow a link, as its owner does."""
        visitor = cls(link)
        visitor.enter()
        return visitor

    def enter(self) -> Answer:
        """Follow the link and keep the cookie."""
        answer = self.ask("GET", self.link)
        if answer.status == 200:
            self.cookie = answer.headers["set-cookie"].split(";")[0]
            found = re.search(r"url=(/[^/]+)/", answer.text)
            assert found is not None
            self.root = found[1]
        return answer

    def get(self, path: str, **headers: str) -> Answer:
        """Ask for a page."""
        return self.ask("GET", self.root + path, headers={"Cookie": self.cookie} | headers)

    def post(self, path: str, form: Mapping[str, object], **headers: str) -> Answer:
        """Send a form as the page's own form would be sent."""
        own = {
            "Cookie": self.cookie,
            "Origin": f"http://{self.host}",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        return self.ask("POST", self.root + path, urlencode(form).encode(), own | headers)

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Send a request; a header that is "" is not sent."""
        connection = HTTPConnection(self.host, timeout=60)
        try:
            given = {name.replace("_", "-"): value for name, value in (headers or {}).items()}
            connection.request(method, path, body, {k: v for k, v in given.items() if v})
            response = connection.getresponse()
            known = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, known, response.read().decode())
        finally:
            connection.close()
