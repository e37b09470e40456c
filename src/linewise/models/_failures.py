"""What went wrong with a request, and whether it may be sent again."""

from __future__ import annotations

import json
import random
import re
import time
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from enum import Enum
from typing import TYPE_CHECKING, Any

from linewise._kinds import MOST_SECONDS, check_number, check_whole
from linewise.errors import OptionError
from linewise.models._events import joined_halves
from linewise.models.protocol import Usage

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Again", "Failure", "Repeating", "refused"]

_TRANSIENT = frozenset((408, 409, 425, 429))

# Statuses with which servers refuse a form of answer that they do not know.
_UNKNOWN_FORM = frozenset((400, 415, 422, 501))
_ABOUT_FORM = re.compile(
    r"response_format|json_schema|json_object|schema|structured|grammar|stream_options",
    re.IGNORECASE,
)
_ABOUT_LENGTH = re.compile(
    r"context.{0,10}(?:length|window|size)|too many tokens|too long|maximum.{0,30}tokens",
    re.IGNORECASE,
)
_MEANINGS = {
    401: "it does not know the key; keys are read from LINEWISE_API_KEY or OPENAI_API_KEY",
    403: "the key may not be used for this",
    404: "there is no such model, or no such address; a base URL usually ends in /v1",
    408: "it waited too long",
    413: "the prompt is too long",
    429: "too many requests, or nothing left to spend",
}
_LONGEST = 300
_LONGEST_BACKOFF = 30.0


class Again(Enum):
    """Whether a request may be sent again."""

    NO = "no"
    SAFE = "nothing was generated"
    UNSAFE = "something may have been generated, and paid for"
    SIMPLER = "in a simpler form"


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a request brought no reply.

    Attributes:
        message: why, in words without secrets.
        again: whether it may be sent again.
        status: the status that the server answered with.
        wait: the seconds that it asks to wait.
        usage: what was spent.
        words: what the server said.
    """

    message: str
    again: Again = Again.NO
    status: int | None = None
    wait: float | None = None
    usage: Usage = field(default_factory=lambda: Usage(requests=1))
    words: str = ""


@dataclass(frozen=True, slots=True)
class Repeating:
    """How often a request may be sent again, and after how long.

    Attributes:
        retries: how many times.
        backoff: seconds before the first repetition; they double with each.
        longest_wait: seconds that the server may ask to wait.

    Raises:
        OptionError: one of them is below 0.
    """

    retries: int
    backoff: float
    longest_wait: float

    def __post_init__(self) -> None:
        check_whole("retries", self.retries)
        for name in self.__slots__:
            check_number(name, getattr(self, name))
            if not getattr(self, name) >= 0:
                raise OptionError(f"{name} is 0 or more, not {getattr(self, name)}")

    def allows(self, failure: Failure, repeated: int) -> bool:
        """Tell whether a request that was sent again so many times may be so once more."""
        return repeated < self.retries and not self.overlong(failure)

    def overlong(self, failure: Failure) -> str:
        """Return the words for a wait that is too long; "" where it asks for none."""
        if failure.wait is None or failure.wait <= self.longest_wait:
            return ""
        return f"; it asks to wait {failure.wait:,.0f} seconds"

    def pause(self, failure: Failure, repeated: int) -> None:
        """Wait before a request is sent again: as long as the server asks, or longer each time."""
        # No float holds what very many doublings come to, and no wait is that long.
        seconds = min(self.backoff * 2 ** min(repeated, 100), _LONGEST_BACKOFF)
        # Callers that failed together must not come back together.
        seconds *= 0.5 + random.random()  # noqa: S311 - no secret depends on it
        time.sleep(seconds if failure.wait is None else min(failure.wait, MOST_SECONDS))


def refused(status: int, headers: Mapping[str, str], body: bytes) -> Failure:
    """Return what a status other than 200 means."""
    if 300 <= status < 400:
        return Failure(
            f"the server answered {status}, go elsewhere; keys and texts are not sent on. Name the "
            "other address as base URL, if it is right",
            status=status,
        )
    words = _said(headers, body)
    said = "" if status in (401, 403) or not words else f": {words}"
    meaning = _MEANINGS.get(status, "")
    message = f"the server answered {status}{said}" + (f" ({meaning})" if meaning else "")
    again = _again(status, words)
    return Failure(message, again, status, _wait(headers), words=words)


def _again(status: int, words: str) -> Again:
    if status in (400, 413, 422, 500) and _ABOUT_LENGTH.search(words):
        return Again.NO
    if status in _UNKNOWN_FORM or (status in (404, 500) and _ABOUT_FORM.search(words)):
        return Again.SIMPLER
    if status in _TRANSIENT or status >= 500:
        return Again.SAFE
    return Again.NO


def _said(headers: Mapping[str, str], body: bytes) -> str:
    """Return the words of an error, without its markup."""
    text = body.decode("utf-8", "replace")
    if "html" in headers.get("content-type", "") or text.lstrip()[:1] == "<":
        title = re.search(r"<title[^<>]*>([^<]*)", text, re.IGNORECASE)
        return _shortened(f"a web page, {title[1]!r}" if title else "a web page")
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return _shortened(text)
    return _shortened(joined_halves(_message_in(said)))


def _message_in(said: Any) -> str:
    if isinstance(said, dict):
        for name in ("error", "message", "detail"):
            if said.get(name):
                return _message_in(said[name])
    return said if isinstance(said, str) else json.dumps(said, ensure_ascii=False)


def _shortened(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


def _wait(headers: Mapping[str, str]) -> float | None:
    """Return the seconds that a server asks to wait: a number or a date (RFC 9110, 10.2.3)."""
    written = headers.get("retry-after", "").strip()
    if re.fullmatch(r"[0-9]{1,9}(?:\.[0-9]{1,9})?", written):
        return float(written)
    try:
        return max(0.0, parsedate_to_datetime(written).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None
