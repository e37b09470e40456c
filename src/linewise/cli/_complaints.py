"""How errors, wrong usage and signals end the program: a line that says why, and an exit code."""

from __future__ import annotations

import os
import re
import signal
import threading
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import click

from linewise.cli._naming import as_named, in_own_words, names_in
from linewise.cli._result import ExitCode, exit_code
from linewise.cli._telling import tell
from linewise.errors import LinewiseError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Complaint", "code_of_stop", "ended_by_signals", "of_error", "of_usage"]


# An id as the library writes it, which is no part of the name of a file.
_ID = re.compile(r"(?<= )([0-9a-f]{8})[0-9a-f]{4}(?=[ ,;]|$)")


class Complaint(NamedTuple):
    """Why the program ends, and with which exit code."""

    message: str
    code: int

    def told(self) -> int:
        """Tell it in one line, and return the code; the sides of a conflict stand below it."""
        first, *sides = self.message.split("\n")
        if self.code == ExitCode.DOCUMENT_CHANGED:
            tell(first, *sides)
        else:
            tell(" ".join([first, *sides]))
        return int(self.code)


class _TerminatedError(KeyboardInterrupt):
    """The program was told to end."""


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Let what tells the program to end do it as Ctrl-C does: nothing is left half written.

    A second signal of the kind ends it at once.
    """
    names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    heeded = [getattr(signal, name) for name in names]
    if threading.current_thread() is not threading.main_thread():
        heeded = []
    # Who started the program may have had it ignore one of them, as `nohup` does.
    heeded = [number for number in heeded if signal.getsignal(number) is signal.SIG_DFL]
    for number in heeded:
        signal.signal(number, _end)
    try:
        yield
    finally:
        for number in heeded:
            signal.signal(number, signal.SIG_DFL)


def _end(number: int, _: object) -> None:
    signal.signal(number, signal.SIG_DFL)
    raise _TerminatedError


def code_of_stop(error: BaseException) -> ExitCode:
    """Return the exit code for Ctrl-C, a signal, or a question that nobody answers."""
    if isinstance(error, _TerminatedError) or isinstance(error.__context__, _TerminatedError):
        return ExitCode.TERMINATED
    # A question was answered by Ctrl-C, or by the end of the input.
    return ExitCode.FAILED if isinstance(error.__context__, EOFError) else ExitCode.INTERRUPTED


def of_usage(error: click.ClickException, arguments: Sequence[str]) -> Complaint:
    """Return what to say of a command that was called in a wrong way."""
    if not isinstance(error, click.UsageError):
        return Complaint(error.format_message(), ExitCode.FAILED)
    message = error.format_message()
    if isinstance(error, click.MissingParameter):
        # Choices stand below each other, each behind a tab.
        message = " ".join(message.split())
    command = error.ctx.command_path if error.ctx else "linewise"
    hint = f"{command} --help shows how it is used"
    if isinstance(error, click.NoSuchOption):
        dashed = (word for word in arguments if word.startswith("-") and os.path.isfile(word))  # noqa: PTH113 - odd names raise in pathlib
        hint = next((f"./{word} is the file of that name" for word in dashed), hint)
    return Complaint(f"{message} ({hint})", ExitCode.WRONG_USAGE)


def of_error(error: Exception, arguments: Sequence[str]) -> Complaint:
    """Return what to say of an error, in words that name the next step where there is one."""
    if isinstance(error, LinewiseError):
        named = as_named(_short_ids(_with_costs(error)), names_in(arguments))
        return Complaint(named, exit_code(error))
    if isinstance(error, MemoryError):
        return Complaint(
            "memory ran out; nothing was left half done. Give a smaller document, or the process "
            "more memory",
            ExitCode.FAILED,
        )
    if isinstance(error, OSError):
        return Complaint(f"the system refused: {error}", ExitCode.FAILED)
    return Complaint(
        f"{type(error).__name__}: {error}; this is a fault in linewise, and --debug shows where it "
        "lies",
        ExitCode.FAILED,
    )


def _short_ids(message: str) -> str:
    """Return a message in which revisions go by as many digits as the log shows of them."""
    return in_own_words(message, partial(_ID.sub, r"\1"))


def _with_costs(error: LinewiseError) -> str:
    """Return what an error says, and what a model was paid in vain; each number once."""
    message = str(error)
    usage = getattr(error, "usage", None)
    if usage is None or not usage.tokens:
        return message
    return f"{message.removesuffix(f' (after {usage.requests} requests)')} ({usage})"
