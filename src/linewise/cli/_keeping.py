"""What a person pasted is kept where it would be lost: who quits, or is refused, has it again."""

from __future__ import annotations

import shlex
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linewise.cli._models import asked_model
from linewise.cli._telling import tell

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from linewise.models import Message, Model, Progress, Reply

__all__ = ["Remembered", "remembered"]


class Remembered:
    """A model whose replies are remembered where a person pastes them.

    Args:
        model: who answers.
        again: the command that reads a reply, up to the name of its file.
        is_pasted: whether a person brings the replies.

    Attributes:
        model: who answers.
        is_pasted: whether a person brings the replies.
    """

    def __init__(self, model: Model, again: str, *, is_pasted: bool) -> None:
        self.model = model
        self.is_pasted = is_pasted
        self._again = again
        self._replies: list[str] = []

    def __repr__(self) -> str:
        return f"<Remembered {self.model!r}>"

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> Reply:
        """Return the model's reply, and remember it.

        Raises:
            ModelError: there is no reply.
        """
        reply = self.model.complete(messages, schema=schema, progress=progress)
        if self.is_pasted:
            self._replies.append(reply.text)
        return reply

    def keep(self) -> None:
        """Write what was pasted into files of its own, and tell where they are."""
        if not self._replies:
            return
        try:
            paths = _written(self._replies)
        except OSError as error:
            tell(f"what was pasted cannot be kept: {error.strerror}")
            return
        last = paths[-1]
        where = str(last) if len(paths) == 1 else f"{last.parent}, reply by reply"
        tell(f"what was pasted is kept in {where}; {self._again} {shlex.quote(str(last))} reads it")


@contextmanager
def remembered(choice: dict[str, Any], again: str) -> Iterator[Remembered]:
    """Return the model that is asked; what is pasted for it is kept if the run ends by an error.

    Args:
        choice: which model, as `asked_model` takes it.
        again: the command that reads a reply, up to the name of its file.
    """
    model = Remembered(asked_model(**choice), again, is_pasted=choice["paste"])
    try:
        yield model
    except BaseException:
        model.keep()
        raise


def _written(replies: Sequence[str]) -> list[Path]:
    """Return the files that replies were written into, in a folder that only their owner reads."""
    folder = Path(tempfile.mkdtemp(prefix="linewise-"))
    paths = [folder / f"reply-{number}.txt" for number in range(1, len(replies) + 1)]
    for path, reply in zip(paths, replies, strict=True):
        path.write_text(reply, encoding="utf-8", newline="")
    return paths
