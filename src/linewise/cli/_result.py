"""What a command returns, and how that is written."""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from errno import EACCES
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from linewise._json import json_text
from linewise.cli._telling import tell
from linewise.errors import DocumentChangedError, LinewiseError, ReplyError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

__all__ = [
    "ExitCode",
    "Form",
    "Result",
    "check_place",
    "exit_code",
    "styled",
    "unstyled",
    "wants_colour",
    "write",
    "write_file",
]

Form = Literal["text", "json", "jsonl"]


class ExitCode(IntEnum):
    """How a command ended."""

    DONE = 0
    FAILED = 1
    WRONG_USAGE = 2
    NOTHING_FOUND = 3
    DOCUMENT_CHANGED = 4
    UNUSABLE_REPLY = 5

    # What shells report of a program that Ctrl-C ended.
    INTERRUPTED = 130

    # And of one that was told to end, by `kill` or a service that stops.
    TERMINATED = 143


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a command found, in the forms in which it can be written.

    Attributes:
        text: for people, in pieces; made only when it is written.
        terminal: the same with colours and to the terminal's width, where that differs.
        page: what goes to a file or a pipe when no form is asked for, where it is no text.
        items: for `--jsonl`, a value a line; made only when they are written.
        value: gives the value of `--json`; a list of the items when left out.
        piped: the form that goes to a file or a pipe when none is asked for.
        files: for `-o FOLDER/`, what goes into each file of it, by name.
        exit_code: how the command ended.
    """

    text: Iterable[str]
    items: Iterable[Any]
    value: Callable[[], Any] | None = None
    terminal: Iterable[str] | None = None
    page: Iterable[str] | None = None
    piped: Form = "text"
    files: Callable[[], Mapping[str, str]] | None = None
    exit_code: ExitCode = ExitCode.DONE


def exit_code(error: LinewiseError) -> ExitCode:
    """Return how a command ends that an error ended."""
    if isinstance(error, ReplyError):
        return ExitCode.UNUSABLE_REPLY
    if isinstance(error, DocumentChangedError):
        return ExitCode.DOCUMENT_CHANGED
    return ExitCode.FAILED


def wants_colour() -> bool:
    """Tell whether people have not asked for plain words; an empty NO_COLOR asks for nothing."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def styled(text: str, **style: Any) -> str:
    """Return text in colour or bold, for a terminal whose user has not asked for plain words."""
    return click.style(text, **style) if wants_colour() else text


def unstyled(text: str, **_style: Any) -> str:
    """Return text as it is, where `styled` would set it off."""
    return text


def check_place(path: str | None, *, may_be_folder: bool) -> None:
    """Refuse a place that cannot take a result, before anything is asked or changed for it.

    Raises:
        LinewiseError: it is a folder and should be a file, or its own folder is not there.
    """
    if path is None or path == "-" or (may_be_folder and _is_folder(path)):
        return
    if _is_folder(path):
        raise LinewiseError(
            f"{path}: the result could not be written: it is a folder; name a file in it"
        )
    folder = os.path.dirname(os.path.realpath(path))  # noqa: PTH120 - odd names raise in pathlib
    if not os.path.isdir(folder):  # noqa: PTH112
        raise LinewiseError(
            f"{path}: the result could not be written: there is no folder {folder}; make it first"
        )


def write(
    result: Result, form: Form | None, path: str | None, *, source: str | None = None
) -> None:
    """Write a result to a file, or to standard output; always as UTF-8 with its own line ends.

    Args:
        result: what is written.
        form: how; by the place when it is None.
        path: of the file or the folder; standard output when it is None.
        source: the file that it was made of, which no file of a folder may replace.

    Raises:
        LinewiseError: it cannot be written; what stood in a file before is untouched.
    """
    if path is not None and result.files is not None and _is_folder(path):
        if form not in {None, "text"}:
            raise click.UsageError(
                f"-o {path} is a folder, where each passage is a text file; "
                f"--{form} writes one file: name that"
            )
        _write_folder(Path(path), result.files(), source)
        return
    if path is not None and path != "-":
        write_file(Path(path), _pieces(result, form, to_terminal=False))
        return
    if sys.stdout is None:
        raise LinewiseError("standard output is closed; open it, or name a file by -o")
    pieces = _pieces(result, form, to_terminal=sys.stdout.isatty())
    try:
        for data in _encoded(pieces):
            sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # The reader has had enough; what is left in the buffer has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        raise _unwritten("standard output", error) from error


def _encoded(pieces: Iterable[str]) -> Iterator[bytes]:
    # Only the name of a file can hold what UTF-8 does not: bytes that are none. Written as an
    # escape they are valid JSON.
    return (piece.encode(errors="backslashreplace") for piece in pieces)


def _pieces(result: Result, form: Form | None, *, to_terminal: bool) -> Iterator[str]:
    if form is None and to_terminal and result.terminal is not None:
        yield from result.terminal
        return
    if form is None and not to_terminal and result.page is not None:
        yield from result.page
        return
    form = form or ("text" if to_terminal else result.piped)
    if form == "text":
        yield from result.text
    elif form == "jsonl":
        for item in result.items:
            yield json_text(item) + "\n"
    else:
        value = list(result.items) if result.value is None else result.value()
        yield json_text(value, indent=2) + "\n"


def _is_folder(path: str) -> bool:
    return path.endswith(("/", os.sep)) or os.path.isdir(path)  # noqa: PTH112 - pathlib raises for odd names


def _write_folder(folder: Path, files: Mapping[str, str], source: str | None) -> None:
    if folder.exists() and not folder.is_dir():
        raise _unwritten(f"{folder}/", "it is a file; name a folder")
    kept = source and os.path.realpath(source)
    for name in files:
        if os.path.realpath(folder / name) == kept:
            raise _unwritten(str(folder), f"{name} in it is the input; name another folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            _replace_whole(folder / name, _encoded([text]))
        others = sum(path.name not in files for path in folder.iterdir())
    except OSError as error:
        raise _unwritten(str(folder), error) from error
    wrote = "1 file" if len(files) == 1 else f"{len(files):,} files"
    # They may be the parts of an earlier run, or anything else: they are not ours to delete.
    also = f"; it also holds {others:,} other files" if others else ""
    tell(f"{wrote} written to {folder}{also}")


def write_file(path: Path, text: Iterable[str]) -> None:
    """Write a file: all of it, or nothing where that fails.

    Raises:
        LinewiseError: it cannot be written.
    """
    target, blocks = Path(os.path.realpath(path)), _encoded(text)
    try:
        if target.exists() and not target.is_file():
            # A device or a pipe is written to, never replaced; a reader may stop when it likes.
            with suppress(BrokenPipeError), target.open("wb") as stream:
                stream.writelines(blocks)
        else:
            _replace_whole(target, blocks)
    except OSError as error:
        raise _unwritten(str(path), error) from error


def _replace_whole(target: Path, blocks: Iterable[bytes]) -> None:
    """Write all or nothing: a command that fails midway leaves no half a file behind."""
    if target.exists() and not os.access(target, os.W_OK):
        # Its folder would let it be replaced, but it was made read-only for a reason.
        raise PermissionError(EACCES, os.strerror(EACCES))
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=".linewise.")
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.writelines(blocks)
        Path(name).chmod(target.stat().st_mode & 0o7777 if target.exists() else _new_mode())
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _unwritten(place: str, error: OSError | str) -> LinewiseError:
    why = error if isinstance(error, str) else error.strerror or error
    return LinewiseError(f"{place}: the result could not be written: {why}")


def _new_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
