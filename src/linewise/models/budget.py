"""A limit on the tokens of a whole run, however many calls it takes."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from linewise._kinds import check_whole
from linewise.errors import BudgetError, ModelError, OptionError
from linewise.models.choosing import ModelLike, as_model
from linewise.models.counting import count_messages, count_text
from linewise.models.protocol import Message, Progress, Reply, Usage

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Budget"]

# Characters of a reply that are counted at a time.
_STRETCH = 400


class Budget:
    """A model that may use so many tokens, both directions together, in all its calls.

    A prompt that does not fit into what is left is not sent, and a reply that grows beyond it is
    ended where the model streams.

    Args:
        model: who answers: a model, its name, or a function from messages to words.
        max_tokens: what all calls may use.

    Raises:
        OptionError: `max_tokens` is below 1.
    """

    def __init__(self, model: ModelLike, max_tokens: int) -> None:
        check_whole("max_tokens", max_tokens)
        if max_tokens < 1:
            raise OptionError(f"a run may use 1 token or more, not max_tokens={max_tokens}")
        self.model = as_model(model)
        self.max_tokens = max_tokens
        self._lock = threading.Lock()
        self._usage = Usage()
        self._promised = 0

    @property
    def usage(self) -> Usage:
        """What has been used so far."""
        return self._usage

    def __repr__(self) -> str:
        return f"<Budget {self._usage.tokens:,} of {self.max_tokens:,} tokens for {self.model!r}>"

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> Reply:
        """Return the model's reply.

        Raises:
            BudgetError: the prompt or the reply does not fit into what is left.
            ModelError: there is no reply.
        """
        prompt = count_messages(messages)
        self._promise(prompt)
        meter = _Meter(self, prompt, progress)
        used = Usage()
        try:
            reply = self.model.complete(messages, schema=schema, progress=meter)
            used = reply.usage
        except BudgetError as error:
            used = Usage(prompt, meter.tokens, 1, estimated=True)
            error.usage = used
            raise
        except ModelError as error:
            used = error.usage or used
            raise
        finally:
            with self._lock:
                self._promised -= meter.promised
                self._usage += used
        return reply

    def _promise(self, tokens: int) -> None:
        with self._lock:
            left = self.max_tokens - self._usage.tokens - self._promised
            if tokens > left:
                raise BudgetError(
                    f"the next {tokens:,} tokens do not fit into what is left: {max(0, left):,} of "
                    f"the {self.max_tokens:,} that this run may use"
                )
            self._promised += tokens


class _Meter:
    """Counts a reply as it comes."""

    def __init__(self, budget: Budget, promised: int, progress: Progress | None) -> None:
        self.promised = promised
        self.tokens = 0
        self._budget = budget
        self._progress = progress
        self._words = ""

    def __call__(self, words: str) -> None:
        self._words += words
        if len(self._words) >= _STRETCH:
            tokens = count_text(self._words)
            self.tokens += tokens
            self._words = ""
            self._budget._promise(tokens)  # noqa: SLF001 - the meter is a part of the budget
            self.promised += tokens
        if self._progress is not None:
            self._progress(words)
