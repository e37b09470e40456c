"""Read a PDF in a process apart, which ends alone where a file is more than its reader can bear.

The bytes of the file, and its password, go through a pipe, and a line of JSON comes back: the
process is given nothing else, and nothing that it says is run or unpickled here.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from contextlib import suppress
from threading import Event, Timer
from typing import TYPE_CHECKING, Any, NamedTuple

from linewise.errors import LinewiseError, LoadError, OptionError
from linewise.loading.pdf._sent import document_from

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from linewise.document import Document

__all__ = ["Bounds", "DiedError", "answer_of", "load_isolated"]

# Pages of nothing but text take 9 seconds a megabyte; processors may be several times slower.
_LEAST_SECONDS = 60
_BYTES_A_SECOND = 10_000
_MOST_SECONDS = 3600

# A process may have to wait for the processor: on a busy machine, many times as long as it works.
_WAITING = 10

# Address space of Python, its modules, PDFium and a thread, before a file is there.
_WITHOUT_FILE = 128 << 20

_BLOCK = 1 << 16

# PDFium gives up in these ways, too, where it gets no memory.
_AS_WITHOUT_MEMORY = {"SIGABRT", "SIGILL", "SIGTRAP"}


class Bounds(NamedTuple):
    """What a process may take before it is ended.

    Attributes:
        memory: the bytes that may be wanted beside the file and Python itself.
        seconds: of processor time.
        waiting: seconds on the clock.
    """

    memory: int
    seconds: int
    waiting: float

    @classmethod
    def of_file(cls, size: int, memory: int) -> Bounds:
        """Return the bounds for a file of so many bytes."""
        seconds = min(_LEAST_SECONDS + size // _BYTES_A_SECOND, _MOST_SECONDS)
        return cls(memory, seconds, seconds * _WAITING)


class DiedError(Exception):
    """A process that ended without an answer, or did not end in time."""


def load_isolated(
    data: bytes,
    name: str | None,
    options: Mapping[str, Any],
    memory: int,
) -> Document:
    """Make a document of a PDF in a process apart.

    Args:
        data: the file.
        name: for messages.
        options: what `load_pdf` is told.
        memory: the bytes that the process may take beside the file.

    Raises:
        LoadError: as of `load_pdf`; or the process ended over the file, or took too long.
        OptionError: as of `load_pdf`.
    """
    where = name or "the bytes"
    bounds = Bounds.of_file(len(data), memory)
    task = {
        "name": name,
        "options": dict(options),
        "size": len(data),
        "memory": bounds.memory + len(data) + _WITHOUT_FILE,
        "seconds": bounds.seconds,
    }
    try:
        line = answer_of(_program(), json.dumps(task).encode() + b"\n", data, bounds)
    except DiedError as error:
        raise LoadError(f"{where}: {error}") from error
    except OSError as error:
        raise LoadError(f"{where}: no process apart can be started: {error.strerror}") from error
    return _received(line, name, bounds)


def answer_of(program: Sequence[str], task: bytes, data: bytes, bounds: Bounds) -> bytes:
    """Run a program with a task and return the line that it answers.

    Args:
        program: with its arguments.
        task: a line, the first that the program reads.
        data: what it reads after that. Its standard input is left open until it has answered, so
            that it sees the end of this process.
        bounds: the program is ended where it takes longer, or answers more than its memory holds.

    Raises:
        DiedError: it did not answer.
        OSError: it cannot be started.
    """
    late = Event()
    # Without a buffer: what a dead process did not take is not tried again.
    with subprocess.Popen(  # noqa: S603 - this Python, and a module of ours
        program,
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        clock = Timer(bounds.waiting, _end, (process, late))
        clock.daemon = True
        try:
            clock.start()
            with suppress(OSError):
                _write(process, task)
                _write(process, data)
            line = _read(process, bounds.memory + _WITHOUT_FILE)
            if line.endswith(b"\n"):
                return line
            code = process.wait()
        finally:
            clock.cancel()
            process.kill()
    if late.is_set():
        raise DiedError(f"it was not read within {bounds.waiting:g} seconds; get a whole copy")
    raise DiedError(_reason(code, bounds))


def _program() -> list[str]:
    if not sys.executable or getattr(sys, "frozen", False):
        raise DiedError("a process apart needs a Python to run, and this program names none")
    # -P: a module in the current folder must not stand in for one of the library.
    flags = ["-P", *(["-E"] if sys.flags.ignore_environment else [])]
    flags += ["-s"] if sys.flags.no_user_site else []
    return [sys.executable, *flags, "-m", "linewise.loading.pdf._child"]


def _end(process: subprocess.Popen[bytes], late: Event) -> None:
    late.set()
    process.kill()


def _write(process: subprocess.Popen[bytes], data: bytes) -> None:
    assert process.stdin is not None  # noqa: S101 - for the type checker
    left = memoryview(data)
    while left:
        left = left[process.stdin.write(left) :]


def _read(process: subprocess.Popen[bytes], most: int) -> bytes:
    assert process.stdout is not None  # noqa: S101 - for the type checker
    line = bytearray()
    while not line.endswith(b"\n") and (block := process.stdout.read(_BLOCK)):
        line += block
        if len(line) > most:
            raise DiedError("its reader answered more than its own memory holds")
    return bytes(line)


def _received(line: bytes, name: str | None, bounds: Bounds) -> Document:
    where = name or "the bytes"
    try:
        answer = json.loads(line)
        if "document" in answer:
            return document_from(answer["document"], name)
        kind, words = answer["error"], str(answer["words"])
    except (LinewiseError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise LoadError(f"{where}: its reader answered what is no document ({error})") from error
    match kind:
        case "LoadError":
            raise LoadError(words)
        case "OptionError":
            raise OptionError(words)
        case "TypeError":
            raise TypeError(words)
        case "MemoryError":
            raise LoadError(f"{where}: it took {_too_much(bounds)}")
        case _:
            raise LoadError(f"{where}: its reader failed ({words})")


def _reason(code: int, bounds: Bounds) -> str:
    if code >= 0:
        return (
            f"the process that reads it ended without an answer (exit code {code}); this Python "
            "must be able to run the module linewise.loading.pdf._child"
        )
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    if name == "SIGXCPU":
        return f"it took more than {bounds.seconds:,} seconds of processor time; get a whole copy"
    told = f"it ended the process that read it, by {name}"
    if name in _AS_WITHOUT_MEMORY:
        return f"{told}, as happens where it takes {_too_much(bounds)}"
    if name == "SIGKILL":
        return f"{told}, as happens where the machine has no more memory; get a whole copy"
    return f"{told}; it is damaged, get a whole copy"


def _too_much(bounds: Bounds) -> str:
    return (
        f"more than {bounds.memory:,} bytes of memory; get a whole copy or, if it is to be "
        f"trusted, raise the limit with max_memory_bytes={bounds.memory * 2}"
    )
