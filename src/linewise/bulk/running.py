"""Worker processes, and what becomes of a part when one of them dies."""

from __future__ import annotations

import json
import mmap
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from itertools import islice
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from linewise.bulk._worker import POSITION
from linewise.bulk.making import lost
from linewise.bulk.manifest import Entry
from linewise.errors import FileError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from linewise.bulk.making import Making
    from linewise.bulk.parts import Part

__all__ = ["Task", "made_by_workers"]

# Seconds between two looks at what the workers are at.
_LOOK = 0.2


class Task(NamedTuple):
    """A part to be made, and a name for what its output was made of."""

    part: Part
    known: str | None


def made_by_workers(
    tasks: Iterable[Task], making: Making, workers: int, timeout: float | None
) -> Generator[tuple[Part, Entry | None]]:
    """Make parts by several processes, and yield what came of each, in the order of their ends.

    A process that dies takes no part with it: the part is made again by another one. Where that
    one dies at the same document, the document is left out and the entry says so.

    Args:
        tasks: the parts.
        making: how, and where to.
        workers: how many processes.
        timeout: the seconds that a document may take; None for as long as it takes.

    Raises:
        FileError: the output cannot be written.
    """
    with _Crew(making, timeout) as crew, ThreadPoolExecutor(workers) as threads:
        left = iter(tasks)
        running: dict[Future[Entry | None], Part] = {}
        try:
            while True:
                # Few are handed out ahead: a run may have very many.
                for task in islice(left, 2 * workers - len(running)):
                    running[threads.submit(crew.make, task)] = task.part
                if not running:
                    return
                done, _ = wait(running, _LOOK, FIRST_COMPLETED)
                crew.look()
                for future in done:
                    yield running.pop(future), future.result()
        finally:
            for future in running:
                future.cancel()
            crew.close()


class _DiedError(Exception):
    """A worker died at a row, or outside of all rows."""

    def __init__(self, row: int | None, reason: str, *, slow: bool) -> None:
        super().__init__(reason)
        self.row = row
        self.reason = reason
        self.slow = slow


class _Crew:
    """The workers of a run; each thread that asks for a part to be made gets one that is idle."""

    def __init__(self, making: Making, timeout: float | None) -> None:
        self._making = making
        self._timeout = timeout
        self._idle: SimpleQueue[_Worker] = SimpleQueue()
        self._all: set[_Worker] = set()
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def make(self, task: Task) -> Entry | None:
        """Make a part, by another worker where one dies."""
        skip: dict[int, str] = {}
        deaths: Counter[int | None] = Counter()
        while True:
            try:
                return self._made_once(task, skip)
            except _DiedError as death:
                deaths[death.row] += 1
                # One death may have been bad luck; two at the same place are none.
                if deaths[death.row] < 2 and not death.slow:
                    continue
                if death.row is None:
                    reason = f"{death.reason}, while it was read or written"
                    return lost(task.part, self._making, reason)
                skip[death.row] = death.reason

    def look(self) -> None:
        """Stop the workers that have been at one document for too long."""
        if self._timeout is not None:
            for worker in [*self._all]:
                worker.stop_if_slow(self._timeout)

    def close(self) -> None:
        """End all workers; what they are at is left unfinished."""
        self._closed = True
        for worker in [*self._all]:
            worker.end()

    def _made_once(self, task: Task, skip: dict[int, str]) -> Entry | None:
        try:
            worker = self._idle.get_nowait()
        except Empty:
            worker = _Worker(self._making)
            self._all.add(worker)
            if self._closed:
                worker.end()
        try:
            answer = worker.ask({"part": task.part.as_dict(), "known": task.known, "skip": skip})
        except _DiedError:
            self._all.discard(worker)
            raise
        self._idle.put(worker)
        if "error" in answer:
            raise FileError(answer["error"])
        entry = answer["entry"]
        return None if entry is None else Entry.from_dict(entry)


class _Worker:
    """A process that makes parts."""

    def __init__(self, making: Making) -> None:
        self._place, self._position = _new_place()
        try:
            self._process = _started()
        except OSError:
            self._position.unlink()
            raise
        self._seen: tuple[int, int] = (0, 0)
        self._since = time.monotonic()
        self._asked = 0
        self._slow: float | None = None
        setup = {
            "spec": making.spec.as_dict(),
            "folder": str(making.folder),
            "form": making.form,
            "position": str(self._position),
        }
        self._send(setup)

    def ask(self, task: dict[str, Any]) -> dict[str, Any]:
        """Have a part made.

        Raises:
            _DiedError: the process died over it.
        """
        self._asked += 1
        self._send(task)
        assert self._process.stdout is not None  # noqa: S101 - for the type checker
        line = self._process.stdout.readline()
        if line.endswith(b"\n"):
            answer: dict[str, Any] = json.loads(line)
            return answer
        code = self._process.wait()
        row = self._row() - 1
        reason = f"the process that split it died ({_cause(code)})"
        if self._slow is not None:
            reason = f"it took more than {self._slow:g} seconds"
        self.end()
        raise _DiedError(row if row >= 0 else None, reason, slow=self._slow is not None)

    def stop_if_slow(self, timeout: float) -> None:
        """Kill the process if it has been at one document for longer than that."""
        seen, now = (self._asked, self._row()), time.monotonic()
        if seen != self._seen:
            self._seen, self._since = seen, now
        elif seen[1] and now - self._since > timeout:
            self._slow = timeout
            self._process.kill()

    def end(self) -> None:
        """Kill the process, and let go of what leads to it."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            # What was not sent to it has nowhere to go.
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
        # It is still there where the process died before it could remove it.
        with suppress(OSError):
            self._position.unlink()

    def _row(self) -> int:
        return int.from_bytes(self._place[:], "little")

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None  # noqa: S101 - for the type checker
        # Where the process is dead, that is told by its silence.
        with suppress(OSError):
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()


def _new_place() -> tuple[mmap.mmap, Path]:
    """Make what a worker and the run share: its bytes, and the file that they are kept in.

    The worker removes the file once it has it open, so that a run that is killed leaves none.
    """
    descriptor, path = tempfile.mkstemp(prefix="linewise-")
    try:
        os.write(descriptor, bytes(POSITION))
        return mmap.mmap(descriptor, POSITION), Path(path)
    except OSError:
        Path(path).unlink()
        raise
    finally:
        os.close(descriptor)


def _started() -> subprocess.Popen[bytes]:
    # -P: a module in the current folder must not stand in for one of the library.
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "linewise.bulk._worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )


def _cause(code: int) -> str:
    """Say of what a process died."""
    if code >= 0:
        return f"exit code {code}"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    return f"{name}, as when memory runs out" if name == "SIGKILL" else name
