"""A conversation that repairs itself: a refused reply goes back with the words of the refusal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from linewise._kinds import check_whole
from linewise.errors import ModelError, OptionError, ReplyError
from linewise.models.choosing import ModelLike, as_model
from linewise.models.prompting import fill
from linewise.models.protocol import Message, Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from linewise.models.protocol import Progress, Reply

__all__ = ["Answer", "ask"]

Value = TypeVar("Value")

# Of a reply that is refused, no more than this goes back; the refusal says what matters.
_LONGEST = 4_000


@dataclass(frozen=True, slots=True)
class Answer(Generic[Value]):
    """What came of a conversation.

    Attributes:
        value: what was read from the reply that was taken.
        reply: that reply.
        usage: what all replies cost together.
        refusals: why each reply before it was refused.
    """

    value: Value
    reply: Reply
    usage: Usage
    refusals: tuple[ReplyError, ...] = ()


def ask(
    model: ModelLike,
    messages: Sequence[Message],
    read: Callable[[Reply], Value],
    attempts: int = 3,
    *,
    schema: dict[str, Any] | None = None,
    language: str = "en",
    progress: Progress | None = None,
) -> Answer[Value]:
    """Ask until a reply can be read, and tell the model what was wrong with those before.

    Only the last refused reply goes back, so that a long conversation costs no more than a
    short one.

    Args:
        model: who is asked: a model, its name, or a function from messages to words.
        messages: what is asked.
        read: takes a reply and returns what it means, or raises `ReplyError`.
        attempts: how many replies are looked at.
        schema: the JSON schema that replies are held to, where the model can be held.
        language: of the words around a refusal.
        progress: called with each stretch of a reply as it arrives.

    Raises:
        ReplyError: the last reply could not be read, either; it is in the error.
        ModelError: the model gave no reply.
        OptionError: `attempts` is below 1.
    """
    check_whole("attempts", attempts)
    if attempts < 1:
        raise OptionError(f"a model is asked once or more, not attempts={attempts}")
    asked = as_model(model)
    usage = Usage()
    refusals: list[ReplyError] = []
    turn = list(messages)
    while True:
        try:
            reply = asked.complete(turn, schema=schema, progress=progress)
        except ModelError as error:
            error.usage = usage + (error.usage or Usage())
            raise
        usage += reply.usage
        try:
            return Answer(read(reply), reply, usage, tuple(refusals))
        except ReplyError as error:
            error.reply, error.usage = reply.text, usage
            refusals.append(error)
            if len(refusals) == attempts:
                raise
        turn = [*messages, *_sent_back(reply, refusals[-1], language)]


def _sent_back(reply: Reply, refusal: ReplyError, language: str) -> list[Message]:
    said = reply.text.strip()
    if len(said) > _LONGEST:
        said = f"{said[:_LONGEST]}\n…"
    words = Message("user", fill("repair", "prompt", language, {"refusal": str(refusal)}).strip())
    # Servers refuse a turn without words.
    return [Message("assistant", said), words] if said else [words]
