"""A model that is a person with a chat window: the prompt is shown, the reply is brought back."""

from __future__ import annotations

import sys
import threading
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from linewise._kinds import check_path
from linewise._signs import visible
from linewise.errors import ModelError
from linewise.models.counting import counted
from linewise.models.protocol import Message, Progress, Reply

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

__all__ = ["END", "Pasted"]

# The line that ends a reply, besides the end of the input.
END = "."

_HINT = f"\n--- Paste the reply; a line with {END} alone ends it.\n"


class Pasted:
    """A model whose replies a person brings from any chat; no key, no network.

    Of a conversation only what is new is shown: the chat remembers the rest.

    Args:
        prompt_file: where the prompt is written; the screen when left out.
        screen: where prompts and hints are shown; standard error when left out.
        keyboard: where replies come from; standard input when left out.

    Attributes:
        at_once: how many prompts are shown before the first reply is brought: one.
    """

    at_once = 1

    def __init__(
        self,
        prompt_file: str | os.PathLike[str] | None = None,
        *,
        screen: TextIO | None = None,
        keyboard: TextIO | None = None,
    ) -> None:
        if prompt_file is not None:
            check_path(prompt_file)
        self._file = None if prompt_file is None else Path(prompt_file)
        self._screen = screen
        self._keyboard = keyboard
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return "<Pasted>"

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: dict[str, Any] | None = None,  # noqa: ARG002 - a person is held to nothing
        progress: Progress | None = None,
    ) -> Reply:
        """Show a prompt and return what is pasted.

        Raises:
            ModelError: nothing was pasted, what was is no text, or the prompt cannot be written.
        """
        with self._lock:
            self._show(_new_words(messages))
            text = self._read()
        if not text.strip():
            raise ModelError("no reply was pasted")
        if progress is not None:
            progress(text)
        return Reply(text, counted(messages, text), None, "pasted")

    def _show(self, prompt: str) -> None:
        screen = self._screen or sys.stderr
        if screen is None:
            raise ModelError("standard error is closed, so no prompt can be shown")
        if self._file is None:
            words = _harmless(prompt) if screen.isatty() else prompt
            screen.write(words if words.endswith("\n") else words + "\n")
        else:
            try:
                self._file.write_text(prompt, encoding="utf-8", newline="")
            except OSError as error:
                raise ModelError(
                    f"{self._file}: the prompt cannot be written: {error.strerror}"
                ) from error
            screen.write(f"--- The prompt is in {self._file}.\n")
        screen.write(_HINT)
        screen.flush()

    def _read(self) -> str:
        keyboard = self._keyboard or sys.stdin
        if keyboard is None:
            raise ModelError("standard input is closed, so no reply can be pasted")
        try:
            text = "".join(takewhile(_goes_on, keyboard))
            # Python lets bytes that it cannot read through as halves of characters.
            text.encode()
        except OSError as error:
            raise ModelError(f"what is pasted cannot be read: {error.strerror}") from error
        except UnicodeError as error:
            encoding = getattr(keyboard, "encoding", None) or "the encoding of the terminal"
            raise ModelError(f"what was pasted cannot be read: it is not in {encoding}") from error
        return text


def _harmless(prompt: str) -> str:
    """Return a prompt with signs for what a terminal would obey instead of showing it."""
    lines = prompt.replace("\r\n", "\n").split("\n")
    return "\n".join("\t".join(map(visible, line.split("\t"))) for line in lines)


def _goes_on(line: str) -> bool:
    """Tell whether a line belongs to the reply, and does not end it."""
    return line.rstrip("\r\n") != END


def _new_words(messages: Sequence[Message]) -> str:
    """Return what a chat has not yet been told: everything after its last reply."""
    last = max((i for i, m in enumerate(messages) if m.role == "assistant"), default=-1)
    return "\n\n".join(message.content for message in messages[last + 1 :])
