"""Jobs that wait for others most of the time, run at the same time."""

from __future__ import annotations

import queue
import threading
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

__all__ = ["run_at_once"]

Result = TypeVar("Result")


def run_at_once(
    jobs: Sequence[Callable[[], Result]],
    count: int,
    progress: Callable[[int, int], None] | None = None,
) -> list[Result | BaseException]:
    """Run jobs in threads and return what came of each, in their order; what they raise, too.

    The threads do not keep a program from ending, so an interrupt ends it at once. A job that
    would be alone runs where it is called from.

    Args:
        jobs: what is to be done.
        count: how many are done at the same time.
        progress: called with how many are done, and how many there are.
    """
    found: dict[int, Result | BaseException] = {}
    for index, outcome in _in_turn(jobs) if min(count, len(jobs)) <= 1 else _together(jobs, count):
        found[index] = outcome
        if progress is not None:
            progress(len(found), len(jobs))
    return [found[index] for index in range(len(jobs))]


def _in_turn(
    jobs: Sequence[Callable[[], Result]],
) -> Iterator[tuple[int, Result | BaseException]]:
    for index, job in enumerate(jobs):
        yield index, _outcome(job)


def _together(
    jobs: Sequence[Callable[[], Result]], count: int
) -> Iterator[tuple[int, Result | BaseException]]:
    work: queue.SimpleQueue[int] = queue.SimpleQueue()
    outcomes: queue.SimpleQueue[tuple[int, Result | BaseException]] = queue.SimpleQueue()
    for index in range(len(jobs)):
        work.put(index)

    def run() -> None:
        while True:
            try:
                index = work.get_nowait()
            except queue.Empty:
                return
            outcomes.put((index, _outcome(jobs[index])))

    for _ in range(min(count, len(jobs))):
        threading.Thread(target=run, name="linewise-ask", daemon=True).start()
    for _ in jobs:
        yield outcomes.get()


def _outcome(job: Callable[[], Result]) -> Result | BaseException:
    try:
        return job()
    except BaseException as error:  # noqa: BLE001 - raised again where it can be waited for
        return error
