"""A model that is a function: for tests, and for clients that linewise does not know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from linewise._kinds import check_call
from linewise.models.counting import counted
from linewise.models.protocol import Message, Progress, Reply

__all__ = ["Function", "Replying"]

Replying: TypeAlias = Callable[[Sequence[Message]], "str | Reply"]


class Function:
    """A model whose replies a function gives.

    Args:
        replying: takes the messages and returns the words of the reply, or a whole `Reply`.
    """

    def __init__(self, replying: Replying) -> None:
        check_call("what gives the replies of a model", replying)
        self._replying = replying

    def __repr__(self) -> str:
        return f"<Function {getattr(self._replying, '__name__', type(self._replying).__name__)}>"

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: dict[str, Any] | None = None,  # noqa: ARG002 - a function is held to nothing
        progress: Progress | None = None,
    ) -> Reply:
        """Return what the function returns for the messages.

        Raises:
            TypeError: it returns something else than words or a reply.
        """
        given = self._replying(messages)
        reply = Reply(given, counted(messages, given)) if isinstance(given, str) else given
        if not isinstance(reply, Reply):
            raise TypeError(
                f"{self!r} returned {type(given).__name__}; the words of a reply, or a Reply, were "
                "expected"
            )
        if progress is not None and reply.text:
            progress(reply.text)
        return reply
