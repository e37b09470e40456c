"""What a command returns, and how that is written."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from linewise.errors import LinewiseError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = ["ExitCode", "Form", "Result", "styled", "wants_colour", "write"]

Form = Literal["text", "json", "jsonl"]


class ExitCode(IntEnum):
    """How a command ended."""

    DONE = 0
    FAILED = 1
    WRONG_USAGE = 2
    NOTHING_FOUND = 3
    DOCUMENT_CHANGED = 4
    UNUSABLE_REPLY = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a command found, in the forms in which it can be written.

    Attributes:
        text: for people, in pieces; made only when it is written.
        terminal: the same with colours and to the terminal's width, where that differs.
        items: for `--jsonl`, a value a line; made only when they are written.
        value: gives the value of `--json`; a list of the items when left out.
        piped: the form that goes to a file or a pipe when none is asked for.
        exit_code: how the command ended.
    """

    text: Iterable[str]
    items: Iterable[Any]
    value: Callable[[], Any] | None = None
    terminal: Iterable[str] | None = None
    piped: Form = "text"
    exit_code: ExitCode = ExitCode.DONE


def wants_colour() -> bool:
    """Tell whether people have not asked for plain words."""
    return "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def styled(text: str, **style: Any) -> str:
    """Return text in colour or bold, for a terminal whose user has not asked for plain words."""
    return click.style(text, **style) if wants_colour() else text


def write(result: Result, form: Form | None, path: str | None) -> None:
    """Write a result to a file, or to standard output; always as UTF-8 with its own line ends.

    Raises:
        LinewiseError: the file cannot be written; what stood there before is untouched.
    """
    pieces = _pieces(result, form, to_terminal=path is None and sys.stdout.isatty())
    if path is None or path == "-":
        for piece in pieces:
            sys.stdout.buffer.write(piece.encode())
        sys.stdout.buffer.flush()
        return
    _write_whole(Path(path), pieces)


def _pieces(result: Result, form: Form | None, *, to_terminal: bool) -> Iterator[str]:
    if form is None and to_terminal and result.terminal is not None:
        yield from result.terminal
        return
    form = form or ("text" if to_terminal else result.piped)
    if form == "text":
        yield from result.text
    elif form == "jsonl":
        for item in result.items:
            yield json.dumps(item, ensure_ascii=False) + "\n"
    else:
        value = list(result.items) if result.value is None else result.value()
        yield json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def _write_whole(path: Path, pieces: Iterable[str]) -> None:
    """Write all or nothing: a command that fails midway leaves no half a file behind."""
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file():
            # A device or a pipe is written to, never replaced.
            with target.open("wb") as stream:
                stream.writelines(piece.encode() for piece in pieces)
            return
        descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(descriptor, "wb") as stream:
                stream.writelines(piece.encode() for piece in pieces)
            Path(name).chmod(target.stat().st_mode & 0o7777 if target.exists() else _new_mode())
            Path(name).replace(target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise LinewiseError(
            f"{path}: the result could not be written: {error.strerror or error}; nothing was "
            "changed there"
        ) from error


def _new_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
