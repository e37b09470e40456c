"""What a model is here: messages go in, a reply comes out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias, runtime_checkable

__all__ = ["Message", "Model", "Progress", "Reply", "Role", "Usage"]

Role = Literal["system", "user", "assistant"]

# Called with each stretch of a reply as it arrives; what it raises ends the call.
Progress: TypeAlias = Callable[[str], None]


class Message(NamedTuple):
    """One turn of a conversation: who speaks, and the words."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens that were paid for.

    Attributes:
        input_tokens: what was sent.
        output_tokens: what was written, thinking included where the server counts it.
        requests: how many times something was sent, in vain or not.
        estimated: whether a part was counted here, since the server did not say.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    requests: int = 0
    estimated: bool = False

    @property
    def tokens(self) -> int:
        """The sum of both directions."""
        return self.input_tokens + self.output_tokens

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.requests + other.requests,
            self.estimated or other.estimated,
        )

    def __str__(self) -> str:
        about = "about " if self.estimated else ""
        requests = "1 request" if self.requests == 1 else f"{self.requests:,} requests"
        return f"{about}{self.input_tokens:,} tokens in, {self.output_tokens:,} out, {requests}"


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model answered.

    Attributes:
        text: the words.
        usage: what they cost, with all that was tried before they came.
        finish_reason: why the model stopped, where its server says so.
        model: which model answered, as it calls itself.
        attempts: how many requests it took.
    """

    text: str
    usage: Usage = Usage()
    finish_reason: str | None = None
    model: str = ""
    attempts: int = 1


@runtime_checkable
class Model(Protocol):
    """Anything that answers messages; safe to be called from several threads."""

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> Reply:
        """Return the reply to a conversation.

        Args:
            messages: the turns so far, the oldest first.
            schema: the JSON schema that the reply is held to, where the model can be held.
            progress: called with each stretch of the reply as it arrives.

        Raises:
            ModelError: there is no reply.
        """
        ...
