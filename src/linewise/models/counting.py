"""Tokens before and after a call: what a prompt costs, and what a copy would have cost."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from linewise.document import Document, as_document
from linewise.models.protocol import Usage
from linewise.tokens import TokenizerLike, count_tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linewise.models.protocol import Message

__all__ = ["Bill", "bill", "count_messages", "count_prompt", "count_text", "counted"]

# What the protocol's own signs around each message cost, as OpenAI counts them.
_PER_MESSAGE = 4


@dataclass(frozen=True, slots=True)
class Bill:
    """What asking costs, before it is asked.

    Attributes:
        requests: how many prompts are sent.
        input_tokens: what they hold together.
        document_tokens: what the document alone holds; a model that copied it out would write
            as many.
    """

    requests: int
    input_tokens: int
    document_tokens: int

    def as_dict(self) -> dict[str, Any]:
        """Return the bill as plain values, ready for JSON."""
        return asdict(self)

    def __str__(self) -> str:
        requests = "1 request" if self.requests == 1 else f"{self.requests:,} requests"
        return (
            f"{requests}, {self.input_tokens:,} tokens in; a full copy of the document would be "
            f"{self.document_tokens:,} tokens out"
        )


def bill(
    prompts: Sequence[str], content: Document | str, tokenizer: TokenizerLike = "o200k"
) -> Bill:
    """Count what some prompts cost, and what the document would cost as an answer.

    Args:
        prompts: each of what is sent.
        content: the document that they are about.
        tokenizer: what counts tokens.

    Raises:
        TokenizerError: there is no such tokenizer.
    """
    tokens = sum(count_prompt(prompt, tokenizer) for prompt in prompts)
    return Bill(len(prompts), tokens, count_tokens(as_document(content).text, tokenizer))


def count_prompt(prompt: str, tokenizer: TokenizerLike = "o200k") -> int:
    """Return the tokens of a prompt as it is sent: a conversation of one message.

    Args:
        prompt: what is sent.
        tokenizer: what counts tokens.

    Raises:
        TokenizerError: there is no such tokenizer.
    """
    return count_tokens(prompt, tokenizer) + _PER_MESSAGE


def count_messages(messages: Sequence[Message]) -> int:
    """Return about how many tokens a conversation holds."""
    return sum(count_text(message.content) + _PER_MESSAGE for message in messages)


def count_text(text: str) -> int:
    """Return about how many tokens a text holds, whatever the model's own tokenizer is."""
    return count_tokens(text) if text else 0


def counted(messages: Sequence[Message], reply: str) -> Usage:
    """Return what a call cost, where the server does not say so."""
    return Usage(count_messages(messages), count_text(reply), 1, estimated=True)
