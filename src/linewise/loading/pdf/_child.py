"""The process apart in which a PDF is read: a task comes in by standard input, one answer goes out.

It is a program of its own, which opens no file but the modules that it needs. Its limits are set
before the library that reads PDF is there; where that library wants more, this process ends alone.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any

from linewise.errors import LoadError, OptionError
from linewise.loading.pdf import load_pdf
from linewise.loading.pdf._sent import json_of

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["end_with_parent", "limit", "main"]


def main() -> None:
    """Read the PDF of a task and answer with its document, or with why there is none."""
    # Who stops the reading ends this process; a key pressed on the terminal reaches both.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = _own_output()
    task = json.loads(sys.stdin.buffer.readline())
    answers.write(json.dumps(_answer(task)).encode() + b"\n")
    answers.flush()
    # The thread that waits for the end of standard input would hold up an orderly one.
    os._exit(0)


def limit(memory: int, seconds: int) -> None:
    """Bound this process, where the system knows such bounds.

    Args:
        memory: the bytes of address space.
        seconds: of processor time.
    """
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return
    # What it holds of a file, or of its password, is left on no disk.
    bounds = {"RLIMIT_CORE": 0, "RLIMIT_AS": min(memory, sys.maxsize), "RLIMIT_CPU": seconds}
    for name, wanted in bounds.items():
        # Not every system knows each of them, or lets each of them be lowered.
        with suppress(AttributeError, OSError, ValueError):
            kind = getattr(resource, name)
            _, most = resource.getrlimit(kind)
            bound = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
            resource.setrlimit(kind, (bound, most))


def end_with_parent() -> None:
    """End this process as soon as standard input does: whoever waited for an answer is gone."""
    threading.Thread(target=_wait_for_the_end, daemon=True).start()


def _wait_for_the_end() -> None:
    while os.read(0, 1):
        pass
    os._exit(0)


def _answer(task: Mapping[str, Any]) -> dict[str, Any]:
    try:
        limit(task["memory"], task["seconds"])
        data = sys.stdin.buffer.read(task["size"])
        end_with_parent()
        document = load_pdf(data, name=task["name"], encoding=None, **task["options"])
        return {"document": json_of(document)}
    except (LoadError, OptionError, TypeError) as error:
        return {"error": type(error).__name__, "words": str(error)}
    except MemoryError:
        return {"error": "MemoryError", "words": ""}
    except Exception as error:  # noqa: BLE001 - whoever asked is to know what it was
        return {"error": "Exception", "words": f"{type(error).__name__}: {error}"}


def _own_output() -> IO[bytes]:
    """Return standard output, which nothing else can write to from now on."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return answers


if __name__ == "__main__":
    main()
