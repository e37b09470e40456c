"""Questions that are asked at the same time: the answers in order, and one failure ends all.

Who asks a model waits most of the time, so threads do. They do not keep a program from ending.
"""

from __future__ import annotations

import queue
import threading
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from linewise._kinds import check_call
from linewise.errors import ModelError, ReplyError
from linewise.models.protocol import Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from linewise.models.protocol import Progress

__all__ = ["ask_at_once"]

Result = TypeVar("Result")


class _StoppedError(ModelError):
    """A question that was given up, since another one failed."""


def ask_at_once(
    jobs: Sequence[Callable[[Progress], Result]],
    count: int,
    done: Callable[[int, int], None] | None = None,
    progress: Progress | None = None,
) -> list[Result]:
    """Run jobs that ask a model, and return what came of each, in their order.

    Once a job fails, no other is begun, and those that are running end with the next stretch of
    their replies. A job that would be alone runs where it is called from.

    Args:
        jobs: each takes what it is to call with every stretch of a reply. What a job returns may
            say what it cost in an attribute `usage`.
        count: how many run at the same time.
        done: called with how many have ended, and how many there are.
        progress: called with every stretch of all replies, from the threads that they arrive in.

    Raises:
        ModelError: a model gave no reply; its `usage` is what all jobs cost.
        ReplyError: a reply could not be trusted; its `usage` is what all jobs cost.
    """
    for name, call in (("done", done), ("progress", progress)):
        if call is not None:
            check_call(name, call)
    stop = threading.Event()
    stoppable = [partial(_stoppable, job, stop, progress) for job in jobs]
    found: dict[int, Result | BaseException] = {}
    try:
        for index, outcome in _outcomes(stoppable, min(count, len(jobs))):
            found[index] = outcome
            if done is not None:
                done(len(found), len(jobs))
    except BaseException:
        stop.set()
        raise
    return _results([found[index] for index in range(len(jobs))])


def _stoppable(
    job: Callable[[Progress], Result], stop: threading.Event, progress: Progress | None
) -> Result | BaseException:
    """Run a job unless another one failed, and return what it raises."""

    def go_on(words: str) -> None:
        if stop.is_set():
            raise _StoppedError("stopped, since another question failed")
        if progress is not None and words:
            progress(words)

    try:
        go_on("")
        return job(go_on)
    except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
        stop.set()
        return error


def _outcomes(jobs: Sequence[Callable[[], Result]], count: int) -> Iterator[tuple[int, Result]]:
    """Yield what comes of each job, with its number, in the order in which they end."""
    if count <= 1:
        yield from ((index, job()) for index, job in enumerate(jobs))
        return
    work: queue.SimpleQueue[int] = queue.SimpleQueue()
    ended: queue.SimpleQueue[tuple[int, Result]] = queue.SimpleQueue()
    for index in range(len(jobs)):
        work.put(index)

    def run() -> None:
        while True:
            try:
                index = work.get_nowait()
            except queue.Empty:
                return
            ended.put((index, jobs[index]()))

    for _ in range(count):
        threading.Thread(target=run, name="linewise-ask", daemon=True).start()
    for _ in jobs:
        yield ended.get()


def _results(outcomes: Sequence[Result | BaseException]) -> list[Result]:
    """Return the results, or raise what went wrong, with the cost of all."""
    for error in outcomes:
        if isinstance(error, BaseException) and not isinstance(error, _StoppedError):
            if isinstance(error, ModelError | ReplyError):
                error.usage = sum(map(_spent, outcomes), Usage())
            raise error
    return [outcome for outcome in outcomes if not isinstance(outcome, BaseException)]


def _spent(outcome: object) -> Usage:
    """Return what one job cost, however it ended."""
    usage: Usage | None = getattr(outcome, "usage", None)
    return usage or Usage()
