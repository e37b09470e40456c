"""Time-outs for each phase of an answer, also where single bytes keep a connection awake."""

from __future__ import annotations

import queue
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Self

from linewise._kinds import check_seconds

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

__all__ = ["Timeouts", "Watch"]


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Seconds that each phase of a request may take.

    Attributes:
        connect: until the server answers the call.
        send: until it takes more of the request.
        first: until the first words of the reply; long prompts take long.
        idle: from some words to the next.
        whole: for the reply from first to last.

    Raises:
        OptionError: one of them is not above 0, or more than the system counts.
    """

    connect: float = 10
    send: float = 30
    first: float = 300
    idle: float = 60
    whole: float = 1_800

    def __post_init__(self) -> None:
        for name in self.__slots__:
            check_seconds(name, getattr(self, name))


class _Phase(NamedTuple):
    """What is waited for, how long, and until when."""

    what: str
    seconds: float
    due: float


class Watch:
    """Ends a connection once a phase has taken too long.

    A socket's own time-out starts again with each byte, so a server that sends signs of life but
    no words would hold a caller for ever.
    """

    def __init__(self, close: Callable[[], None], whole: float) -> None:
        self.missed: tuple[str, float] | None = None
        self._close = close
        self._whole = _Phase("the whole reply", whole, time.monotonic() + whole)
        # A queue and no lock: Ctrl-C between the taking of a lock and its use would keep it taken.
        self._phases: queue.SimpleQueue[_Phase | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="linewise-watch", daemon=True)

    def expect(self, what: str, seconds: float) -> None:
        """Begin a phase: `what` has to come within `seconds`."""
        phase = _Phase(what, seconds, time.monotonic() + seconds)
        self._phases.put(min(phase, self._whole, key=lambda one: one.due))

    def _run(self) -> None:
        phase = self._whole
        while True:
            try:
                begun = self._phases.get(timeout=max(0.0, phase.due - time.monotonic()))
            except queue.Empty:
                self.missed = phase.what, phase.seconds
                return self._close()
            if begun is None:
                return None
            phase = begun

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._phases.put(None)
        self._thread.join()
