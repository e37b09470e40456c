"""Vectors of texts from a server that speaks the protocol of OpenAI's embeddings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from linewise.errors import ModelError, OptionError
from linewise.models._address import EMBEDDINGS, OPENAI, read_address
from linewise.models._events import Answer, BadAnswerError
from linewise.models._failures import Again, Failure, Repeating
from linewise.models._posting import Target, post
from linewise.models._secret import Secret
from linewise.models._watch import Timeouts
from linewise.models.protocol import Usage

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Embeddings"]

# Texts, and characters, in one request at most.
_MOST_TEXTS = 128
_MOST_CHARACTERS = 200_000


@dataclass
class _Vectors(Answer):
    """An answer that is vectors instead of words."""

    rows: list[Any] = field(default_factory=list)

    def take(self, event: Any) -> str:
        """Take in the vectors, in the order of their numbers.

        Raises:
            BadAnswerError: it is an error, or something else than vectors.
        """
        if isinstance(event, dict) and event.get("error"):
            return super().take(event)
        data = event.get("data") if isinstance(event, dict) else None
        if not isinstance(data, list) or not all(isinstance(one, dict) for one in data):
            raise BadAnswerError("it is JSON, but no vectors: `data` is missing")
        numbered = [(one.get("index", at), one.get("embedding")) for at, one in enumerate(data)]
        if not all(isinstance(at, int) and isinstance(row, list) for at, row in numbered):
            raise BadAnswerError("a vector of the answer is no list of numbers")
        self.rows = [row for _, row in sorted(numbered, key=lambda one: one[0])]
        used = event.get("usage")
        tokens = used.get("prompt_tokens") if isinstance(used, dict) else None
        self.usage = Usage(tokens, 0, 1) if isinstance(tokens, int) else None
        return ""


class Embeddings:
    """Makes vectors of texts on a server; can be passed wherever an `embed` is taken.

    Requests are sent again after 408, 409, 425, 429 and 5xx and where nobody took them, as those
    of `OpenAICompatible` are.

    Args:
        model: the model's name on its server.
        base_url: the server's address, such as `http://localhost:8080/v1`; OpenAI's own when left
            out.
        api_key: the key; when left out, what `LINEWISE_API_KEY` or `OPENAI_API_KEY` holds.
        timeouts: the seconds that each phase may take.
        retries: how many times a request may be sent again.
        backoff: seconds before the first repetition; they double with each.
        longest_wait: seconds that the server may ask to wait; when it asks for more, that is told.

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
        backoff: float = 0.5,
        longest_wait: float = 60,
    ) -> None:
        if not model:
            raise OptionError("the name of a model is empty")
        self.model = model
        self.usage = Usage()
        self._address = read_address(OPENAI if base_url is None else base_url, EMBEDDINGS)
        self._key = Secret.from_environment() if api_key is None else Secret(api_key)
        self._timeouts = timeouts or Timeouts()
        self._repeating = Repeating(retries, backoff, longest_wait)

    @property
    def name(self) -> str:
        """What tells these vectors from those of other models: the model and its server."""
        return f"{self.model} at {self._address.shown}"

    def __repr__(self) -> str:
        return f"<Embeddings {self.name!r}>"

    def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return a row for each text.

        Raises:
            ModelError: the server cannot be reached, refuses, or gives no vector for each text.
        """
        import numpy as np  # noqa: PLC0415 - only where vectors are made

        from linewise.search.vectors import finite_rows  # noqa: PLC0415 - it brings all of search

        rows: list[Any] = []
        for batch in _batches(texts):
            rows += self._asked(batch)
        if not rows:
            return np.zeros((0, 0), np.float32)
        try:
            return finite_rows(rows, len(rows), np.float32)
        except OptionError as error:
            raise ModelError(
                f"{self.name}: its vectors are not all of one length, or not of finite numbers"
            ) from error

    def _asked(self, texts: Sequence[str]) -> list[Any]:
        target = Target(self._address, self._key, self._timeouts)
        # Servers refuse a text without words.
        body = {"model": self.model, "input": [text or " " for text in texts]}
        repeated = 0
        while True:
            outcome = post(target, {**body, "encoding_format": "float"}, None, _Vectors())
            if not isinstance(outcome, Failure):
                self.usage += outcome.usage or Usage(requests=1)
                return self._one_each(outcome.rows, texts)
            if not self._may_repeat(outcome, repeated):
                asked = self._repeating.overlong(outcome)
                raise ModelError(f"{self.name}: {outcome.message}{asked}", status=outcome.status)
            self._repeating.pause(outcome, repeated)
            repeated += 1

    def _may_repeat(self, failure: Failure, repeated: int) -> bool:
        # A vector costs so little that a request may well be paid for twice.
        safe = failure.again in {Again.SAFE, Again.UNSAFE}
        return safe and self._repeating.allows(failure, repeated)

    def _one_each(self, rows: list[Any], texts: Sequence[str]) -> list[Any]:
        if len(rows) != len(texts):
            raise ModelError(f"{self.name}: it gave {len(rows)} vectors for {len(texts)} texts")
        return rows


def _batches(texts: Sequence[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    size = 0
    for text in texts:
        if batch and (len(batch) == _MOST_TEXTS or size + len(text) > _MOST_CHARACTERS):
            yield batch
            batch, size = [], 0
        batch.append(text)
        size += len(text)
    if batch:
        yield batch
