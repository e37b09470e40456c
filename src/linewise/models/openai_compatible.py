"""One client for every server that speaks the protocol of OpenAI's chat completions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from linewise._kinds import check_kind
from linewise.errors import ModelError, OptionError
from linewise.models._address import OPENAI, read_address
from linewise.models._events import Answer
from linewise.models._failures import Again, Failure, Repeating
from linewise.models._posting import Target, post
from linewise.models._secret import Secret
from linewise.models._watch import Timeouts
from linewise.models.counting import count_messages, counted
from linewise.models.protocol import Reply, Usage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linewise.models.protocol import Message, Progress

__all__ = ["OpenAICompatible"]

_KINDS = ("json_schema", "json_object", "text")


class _Form(NamedTuple):
    """How an answer is asked for: what holds it to JSON, and whether its cost is asked for."""

    kind: str
    counts: bool = True

    def simpler(self, words: str) -> _Form | None:
        """Return what to ask for after a server refused this form."""
        if self.counts and ("stream_options" in words or "include_usage" in words):
            return self._replace(counts=False)
        if self.kind != _KINDS[-1]:
            return self._replace(kind=_KINDS[_KINDS.index(self.kind) + 1])
        return self._replace(counts=False) if self.counts else None


class OpenAICompatible:
    """A model on a server that speaks the protocol of OpenAI's chat completions.

    A request is sent again after 408, 409, 425, 429 and 5xx, as long as nothing was generated;
    after that only where `retry_unsafe` says so, since it may be paid for twice. A server that
    refuses a JSON schema is asked for JSON, and then for text; which one it took is remembered.

    Args:
        model: the model's name on its server.
        base_url: the server's address, such as `http://localhost:8080/v1`; OpenAI's own when left
            out.
        api_key: the key; when left out, what `LINEWISE_API_KEY` or `OPENAI_API_KEY` holds. It is
            in no message, `repr`, log, recording or pickle.
        timeouts: the seconds that each phase may take.
        retries: how many times a request may be sent again.
        retry_unsafe: also send it again after something may have been generated.
        backoff: seconds before the first repetition; they double with each.
        longest_wait: seconds that the server may ask to wait; when it asks for more, that is told.
        options: more of the request's body, such as `{"temperature": 0}`.

    Raises:
        OptionError: the address is none, the key is none, or a number is below 0.
    """

    def __init__(
        self,
        model: str,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        timeouts: Timeouts | None = None,
        retries: int = 3,
        retry_unsafe: bool = False,
        backoff: float = 0.5,
        longest_wait: float = 60,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        if not model:
            raise OptionError("the name of a model is empty")
        self.model = model
        self._address = read_address(OPENAI if base_url is None else base_url)
        self._key = Secret.from_environment() if api_key is None else Secret(api_key)
        self._timeouts = timeouts or Timeouts()
        self._retry_unsafe = retry_unsafe
        self._repeating = Repeating(retries, backoff, longest_wait)
        if options is not None:
            check_kind("options", options, Mapping)
        self._options = dict(options or {})
        self._form = _Form(_KINDS[0])

    @property
    def base_url(self) -> str:
        """The server's address, without anything in it that may be secret."""
        return self._address.shown

    @property
    def options(self) -> Mapping[str, Any]:
        """What else stands in each request."""
        return MappingProxyType(self._options)

    def __repr__(self) -> str:
        return f"<OpenAICompatible {self.model!r} at {self.base_url}>"

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> Reply:
        """Return the reply to a conversation.

        Raises:
            ModelError: the server cannot be reached, refuses, or gives no whole answer.
        """
        spent, sent, repeated = Usage(), 0, 0
        form = self._form if schema is not None else self._form._replace(kind="text")
        target = Target(self._address, self._key, self._timeouts)
        while True:
            outcome = post(target, self._body(messages, form, schema), progress, Answer())
            sent += 1
            if not isinstance(outcome, Failure):
                usage = outcome.usage or counted(messages, outcome.text)
                self._remember(form, asked=schema is not None)
                return Reply(
                    self._key.blotted(outcome.text),
                    replace(spent + usage, requests=sent),
                    outcome.finish_reason,
                    self._key.blotted(outcome.model) or self.model,
                    sent,
                )
            spent += self._cost(outcome, messages)
            if outcome.again is Again.SIMPLER and (lower := form.simpler(outcome.words)):
                form = lower
                continue
            if not self._may_repeat(outcome, repeated):
                raise self._error(outcome, spent, sent)
            self._repeating.pause(outcome, repeated)
            repeated += 1

    def _body(
        self, messages: Sequence[Message], form: _Form, schema: dict[str, Any] | None
    ) -> dict[str, Any]:
        body: dict[str, Any] = {
            **self._options,
            "model": self.model,
            "messages": [{"role": m.role, "content": m.content} for m in messages],
            "stream": True,
        }
        if form.counts:
            body["stream_options"] = {"include_usage": True}
        if form.kind == "json_schema":
            held = {"name": "answer", "schema": schema, "strict": True}
            body["response_format"] = {"type": form.kind, "json_schema": held}
        elif form.kind == "json_object":
            body["response_format"] = {"type": form.kind}
        return body

    def _remember(self, form: _Form, *, asked: bool) -> None:
        self._form = form if asked else self._form._replace(counts=form.counts)

    def _cost(self, failure: Failure, messages: Sequence[Message]) -> Usage:
        """Return what a failed request cost: the prompt, where it may have been read."""
        if failure.again is not Again.UNSAFE:
            return failure.usage
        prompt = count_messages(messages)
        return failure.usage + Usage(prompt, estimated=True)

    def _may_repeat(self, failure: Failure, repeated: int) -> bool:
        safe = failure.again is Again.SAFE or (failure.again is Again.UNSAFE and self._retry_unsafe)
        return safe and self._repeating.allows(failure, repeated)

    def _error(self, failure: Failure, spent: Usage, sent: int) -> ModelError:
        message = f"{self.model} at {self.base_url}: {failure.message}"
        message += self._repeating.overlong(failure)
        if failure.again is Again.UNSAFE and not self._retry_unsafe:
            message += "; not sent again, since what was generated may be paid for twice"
        if sent > 1:
            message += f" (after {sent} requests)"
        return ModelError(message, status=failure.status, usage=replace(spent, requests=sent))
