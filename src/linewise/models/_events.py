"""Answers of servers, streamed or whole, read into the words and what is said about them."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any

from linewise.models.protocol import Usage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["Answer", "BadAnswerError", "joined_halves", "read_answer"]

MAX_CHARACTERS = 4_000_000
MAX_BYTES = 1 << 28

_MARK = "\ufeff".encode()
# Servers and proxies name either kind of answer by the name of the other; its first signs do not.
_EVENT = re.compile(rb":|(?:data|event|id|retry)\b")
_OBJECT = (b"{", b"[")


class BadAnswerError(Exception):
    """An answer that is not of the protocol, or an error inside one; the message says which.

    Attributes:
        status: the status that an error inside the answer names.
    """

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status


@dataclass
class Answer:
    """What came of an answer so far.

    Attributes:
        words: the stretches of the reply.
        finish_reason: why the model stopped.
        model: which model answered.
        usage: what the server says it cost.
        ended: whether the server said that this is all.
        beats: how often something was generated, be it thinking.
    """

    words: list[str] = field(default_factory=list)
    finish_reason: str | None = None
    model: str = ""
    usage: Usage | None = None
    ended: bool = False
    beats: int = 0
    _length: int = 0

    @property
    def text(self) -> str:
        """The words together; halves of a character that came apart are one again."""
        return joined_halves("".join(self.words))

    def take(self, event: Any) -> str:
        """Take in one object of an answer and return the words in it.

        Raises:
            BadAnswerError: it is an error, or something else than an answer.
        """
        if not isinstance(event, dict):
            raise BadAnswerError(f"a {type(event).__name__} stands where an answer was expected")
        if event.get("error"):
            raise BadAnswerError(*_error_of(event["error"]))
        self.model = joined_halves(str(event.get("model") or self.model))
        self.usage = _usage_of(event.get("usage")) or self.usage
        choices = event.get("choices")
        if not isinstance(choices, list):
            if "usage" in event:
                return ""
            raise BadAnswerError("it is JSON, but no completion: `choices` is missing")
        words = "".join(self._choice(choice) for choice in choices if _is_first(choice))
        if words:
            self.words.append(words)
            self._length += len(words)
        if self._length > MAX_CHARACTERS:
            raise BadAnswerError(f"the reply is longer than {MAX_CHARACTERS:,} characters")
        return words

    def _choice(self, choice: Any) -> str:
        if not isinstance(choice, dict):
            raise BadAnswerError("a choice of the answer is no object")
        if choice.get("finish_reason"):
            self.finish_reason = str(choice["finish_reason"])
        part = choice.get("delta") or choice.get("message") or {}
        if not isinstance(part, dict):
            raise BadAnswerError("a message of the answer is no object")
        words = _words_of(part.get("content")) or _words_of(part.get("refusal"))
        thinking = part.get("reasoning_content") or part.get("reasoning")
        self.beats += bool(words or thinking)
        return words


def read_answer(chunks: Iterable[bytes], kind: str) -> Iterator[Any]:
    """Read the objects of an answer, a stream of events or one object; None for its end.

    Args:
        chunks: what comes.
        kind: what the server calls it; what it looks like goes before.

    Raises:
        BadAnswerError: an object is no JSON.
    """
    bounded = _bounded(chunks)
    start = _start_of(bounded)
    streamed = "event-stream" in kind and not start.startswith(_OBJECT)
    if streamed or _EVENT.match(start):
        yield from _events(chain((start,), bounded))
    else:
        yield _parsed(start + b"".join(bounded))
        yield None


def joined_halves(text: str) -> str:
    """Return a text with halves of a character made one again, and marked where they stay alone.

    JSON can spell half a surrogate pair, which nothing can write or send on.
    """
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _start_of(chunks: Iterator[bytes]) -> bytes:
    """Read until something stands there, and return it without blanks and mark before it."""
    start = b""
    for chunk in chunks:
        start = (start + chunk).lstrip()
        if len(start) > len(_MARK):
            break
    return start.removeprefix(_MARK).lstrip()


def _events(chunks: Iterable[bytes]) -> Iterator[Any]:
    """Read the objects of a stream of server-sent events."""
    for line in _lines(chunks):
        name, _, value = line.partition(b":")
        if name != b"data" or not (value := value.strip()):
            yield {"choices": []}
        elif value == b"[DONE]":
            yield None
        else:
            yield _parsed(value)


def _lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Cut at line feeds alone: other separators may stand inside the JSON."""
    rest: list[bytes] = []
    for chunk in chunks:
        *ended, last = chunk.split(b"\n")
        for line in ended:
            yield b"".join([*rest, line]).rstrip(b"\r")
            rest.clear()
        rest.append(last)
    yield b"".join(rest)


def _bounded(chunks: Iterable[bytes]) -> Iterator[bytes]:
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > MAX_BYTES:
            raise BadAnswerError(f"the answer is larger than {MAX_BYTES:,} bytes")
        yield chunk


def _parsed(value: bytes) -> Any:
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        if not value.strip():
            raise BadAnswerError("it is empty") from None
        start = " ".join(value[:60].decode("utf-8", "replace").split())
        raise BadAnswerError(f"it is no JSON: {start!r}") from None


def _is_first(choice: Any) -> bool:
    """Tell whether a choice belongs to the first reply, where several were asked for."""
    return not isinstance(choice, dict) or not choice.get("index")


def _words_of(content: Any) -> str:
    """Return the words of a content: a text, or the texts of its parts."""
    if isinstance(content, list):
        return "".join(_words_of(part.get("text")) for part in content if isinstance(part, dict))
    return content if isinstance(content, str) else ""


def _usage_of(said: Any) -> Usage | None:
    if not isinstance(said, dict):
        return None
    tokens_in, tokens_out = said.get("prompt_tokens"), said.get("completion_tokens")
    if not isinstance(tokens_in, int) or not isinstance(tokens_out, int):
        return None
    return Usage(max(0, tokens_in), max(0, tokens_out), 1)


def _error_of(error: Any) -> tuple[str, int | None]:
    """Return the words and the status of an error."""
    if not isinstance(error, dict):
        return joined_halves(str(error)), None
    code = str(error.get("status", error.get("code")))
    status = int(code) if code.isdecimal() and len(code) == 3 else None
    words = str(error.get("message") or error.get("type") or "an error")
    return joined_halves(words), status
