"""Answers of servers, streamed or whole, read into the words and what is said about them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from linewise.models.protocol import Usage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["Answer", "BadAnswerError", "read_events", "read_json"]

MAX_CHARACTERS = 4_000_000
MAX_BYTES = 1 << 28


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
        text = "".join(self.words)
        try:
            text.encode()
        except UnicodeEncodeError:
            return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
        return text

    def take(self, event: Any) -> str:
        """Take in one object of an answer and return the words in it.

        Raises:
            BadAnswerError: it is an error, or something else than an answer.
        """
        if not isinstance(event, dict):
            raise BadAnswerError(f"a {type(event).__name__} stands where an answer was expected")
        if event.get("error"):
            raise BadAnswerError(*_error_of(event["error"]))
        self.model = str(event.get("model") or self.model)
        self.usage = _usage_of(event.get("usage")) or self.usage
        choices = event.get("choices")
        if not isinstance(choices, list):
            if "usage" in event:
                return ""
            raise BadAnswerError("it is JSON, but no completion: `choices` is missing")
        words = "".join(self._choice(choice) for choice in choices[:1])
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


def read_events(chunks: Iterable[bytes]) -> Iterator[Any]:
    """Read the objects of a stream of server-sent events; None for the mark that ends it.

    Raises:
        BadAnswerError: an event is no JSON.
    """
    for line in _lines(chunks):
        name, _, value = line.partition(b":")
        if name != b"data" or not (value := value.strip()):
            yield {"choices": []}
        elif value == b"[DONE]":
            yield None
        else:
            yield _parsed(value)


def read_json(chunks: Iterable[bytes]) -> Any:
    """Read an answer that comes as one object.

    Raises:
        BadAnswerError: it is no JSON.
    """
    return _parsed(b"".join(_bounded(chunks)))


def _lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Cut at line feeds alone: other separators may stand inside the JSON."""
    rest: list[bytes] = []
    for chunk in _bounded(chunks):
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
        start = " ".join(value[:60].decode("utf-8", "replace").split())
        raise BadAnswerError(f"it is no JSON: {start!r}") from None


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
        return str(error), None
    code = str(error.get("status", error.get("code")))
    status = int(code) if code.isdecimal() and len(code) == 3 else None
    return str(error.get("message") or error.get("type") or "an error"), status
