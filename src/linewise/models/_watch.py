"""Time-outs for each phase of an answer, also where single bytes keep a connection awake."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from linewise.errors import OptionError

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
        OptionError: one of them is not above 0.
    """

    connect: float = 10
    send: float = 30
    first: float = 300
    idle: float = 60
    whole: float = 1_800

    def __post_init__(self) -> None:
        for name in self.__slots__:
            if not getattr(self, name) > 0:
                raise OptionError(
                    f"a time-out is above 0 seconds, not {name}={getattr(self, name)}"
                )


class Watch:
    """Ends a connection once a phase has taken too long.

    A socket's own time-out starts again with each byte, so a server that sends signs of life but
    no words would hold a caller for ever.
    """

    def __init__(self, close: Callable[[], None], whole: float) -> None:
        self.missed: tuple[str, float] | None = None
        self._close = close
        self._condition = threading.Condition()
        self._end = time.monotonic() + whole
        self._whole = whole
        self._phase = ("the whole reply", whole)
        self._due = self._end
        self._over = False
        self._thread = threading.Thread(target=self._run, name="linewise-watch", daemon=True)

    def expect(self, what: str, seconds: float) -> None:
        """Begin a phase: `what` has to come within `seconds`."""
        with self._condition:
            self._phase, self._due = (what, seconds), time.monotonic() + seconds
            if self._due > self._end:
                self._phase, self._due = ("the whole reply", self._whole), self._end
            self._condition.notify()

    def _run(self) -> None:
        with self._condition:
            while not self._over and (left := self._due - time.monotonic()) > 0:
                self._condition.wait(left)
            if self._over:
                return
            self.missed = self._phase
        self._close()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        with self._condition:
            self._over = True
            self._condition.notify()
        self._thread.join()
