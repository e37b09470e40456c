"""Questions that are asked at the same time: in order, all paid for, and ended by one failure."""

from __future__ import annotations

import threading
from functools import partial
from typing import TYPE_CHECKING

import pytest

from linewise.errors import ModelError, ReplyError, ReplyErrorKind
from linewise.models import Reply, Usage, ask_at_once

if TYPE_CHECKING:
    from linewise.models import Progress

COUNTS = pytest.mark.parametrize("count", [1, 3, 99])


def answered(number: int, go_on: Progress) -> Reply:
    """Reply with a number."""
    go_on(f"{number}")
    return Reply(f"{number}", Usage(1, 1, 1))


@COUNTS
def test_results_come_in_the_order_of_the_jobs(count: int) -> None:
    """However many run at once; progress and the words of all replies are told."""
    steps: list[tuple[int, int]] = []
    heard: list[str] = []
    jobs = [partial(answered, number) for number in range(20)]
    found = ask_at_once(jobs, count, lambda *step: steps.append(step), heard.append)
    assert [f"{number}" for number in range(20)] == [reply.text for reply in found]
    assert [(number, 20) for number in range(1, 21)] == steps
    assert sorted(f"{number}" for number in range(20)) == sorted(heard)
    assert [] == ask_at_once([], count)


def test_jobs_run_together() -> None:
    """Each waits for the others here, so one after the other would never end."""
    together = threading.Barrier(4, timeout=60)

    def job(_: Progress) -> int:
        return together.wait()

    assert {0, 1, 2, 3} == set(ask_at_once([job] * 4, 4))


@COUNTS
@pytest.mark.parametrize(
    "error",
    [ModelError("gone", usage=Usage(5, 0, 1)), ReplyError(ReplyErrorKind.UNREADABLE, "bad")],
    ids=["model", "reply"],
)
def test_a_failure_says_what_all_jobs_cost(count: int, error: ModelError | ReplyError) -> None:
    """What was answered before it is paid for, too; no job is begun after it."""
    begun: list[int] = []
    error.usage = Usage(5, 0, 1)

    def job(number: int, go_on: Progress) -> Reply:
        begun.append(number)
        if number == 9:
            raise error
        return answered(number, go_on)

    with pytest.raises(type(error)) as caught:
        ask_at_once([partial(job, number) for number in range(100)], count)
    assert caught.value is error
    answers = caught.value.usage.requests - 1
    assert Usage(answers + 5, answers, answers + 1) == caught.value.usage
    # Of several at once some may be stopped midway; alone each comes to its end.
    assert answers < len(begun)
    assert count > 1 or (9, 10) == (answers, len(begun))


def test_a_failure_ends_replies_that_are_still_coming() -> None:
    """The next stretch of a reply that nobody will read is its last."""
    failed, ended = threading.Event(), threading.Event()

    def fails(_: Progress) -> Reply:
        failed.set()
        raise ModelError("gone")

    def streams(go_on: Progress) -> Reply:
        assert failed.wait(60)
        try:
            while True:
                go_on("more ")
        except ModelError:
            ended.set()
            raise

    with pytest.raises(ModelError, match="gone"):
        ask_at_once([streams, fails], 2)
    assert ended.wait(60)


@COUNTS
@pytest.mark.parametrize("kind", [KeyboardInterrupt, ZeroDivisionError])
def test_what_is_no_error_of_a_model_comes_out_as_it_is(
    count: int, kind: type[BaseException]
) -> None:
    """Whether a job raises it or who is told of the progress."""

    def fail(*_: object) -> Reply:
        raise kind

    with pytest.raises(kind):
        ask_at_once([fail] * 5, count)
    with pytest.raises(kind):
        ask_at_once([partial(answered, 1)] * 5, count, fail)  # type: ignore[arg-type]
