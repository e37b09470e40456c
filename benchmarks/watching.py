"""What processes hold while they run: memory, open descriptors, threads, and whether it grows."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from statistics import linear_regression, mean
from threading import Event, Thread
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = [
    "ONE_STORE",
    "Held",
    "Watch",
    "as_words",
    "children_of",
    "growth",
    "held_by",
    "leaks",
    "percentiles",
]

_SYSTEM = Path("/proc")
_MEGA = 1024 * 1024

# The memory of a process goes up and down in steps; what grows by less than this, in MB a minute
# and process, cannot be told from them within some minutes.
_MOST_GROWTH = 0.5

# What the allocator of the system keeps for each thread goes up for long; with one store for all
# threads, what grows is ours.
ONE_STORE = {"MALLOC_ARENA_MAX": "1"}

# Caches fill, threads begin, and what was taken from the system once is kept: the second half of
# the time tells whether that ends, if it is long enough to tell a slope from a step.
_LEAST = 240.0

# Descriptors and threads come and go with each request; a leak leaves the common range.
_SLACK = 4


@dataclass(frozen=True)
class Held:
    """What processes hold at one time, all together.

    Attributes:
        seconds: since the watch began.
        memory: resident, in MB.
        descriptors: how many are open.
        threads: how many there are.
        largest: the memory of the largest of the processes.
    """

    seconds: float
    memory: float
    descriptors: int
    threads: int
    largest: float


class Watch:
    """Looks at processes once a second, from a thread of its own, while a block runs.

    Args:
        processes: their numbers.

    Attributes:
        seen: what they held, in the order of time.
    """

    def __init__(self, processes: Sequence[int]) -> None:
        self._processes = processes
        self._begun = time.monotonic()
        self._over = Event()
        self._thread = Thread(target=self._look, daemon=True)
        self.seen: list[Held] = []

    def __enter__(self) -> Self:
        self._begun = time.monotonic()
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._over.set()
        self._thread.join()

    def at(self, seconds: float) -> Held:
        """Return what was held nearest to a time."""
        return min(self.seen, key=lambda held: abs(held.seconds - seconds))

    def _look(self) -> None:
        while True:
            self.seen.append(held_by(self._processes, time.monotonic() - self._begun))
            if self._over.wait(1.0):
                return


def held_by(processes: Iterable[int], seconds: float = 0.0) -> Held:
    """Return what processes hold now, as the system tells it."""
    each = [(_memory(one), _count(one, "fd"), _count(one, "task")) for one in processes]
    memory = [held[0] for held in each]
    return Held(
        seconds,
        sum(memory),
        sum(held[1] for held in each),
        sum(held[2] for held in each),
        max(memory),
    )


def children_of(process: int) -> list[int]:
    """Return the processes that a process started."""
    found = _SYSTEM.glob(f"{process}/task/*/children")
    return sorted(int(word) for file in found for word in file.read_text().split())


def growth(seen: Sequence[Held]) -> float | None:
    """Return by how many MB a minute memory grew in the second half, None if that was short."""
    later = _second_half(seen)
    if seen[-1].seconds < _LEAST:
        return None
    line = linear_regression([held.seconds / 60 for held in later], [held.memory for held in later])
    return line.slope


def leaks(seen: Sequence[Held], processes: int) -> list[str]:
    """Return in words what grew without an end, nothing where all is level."""
    found = []
    slope = growth(seen)
    if slope is not None and slope / processes > _MOST_GROWTH:
        found.append(f"memory grows by {slope / processes:.2f} MB a minute and process")
    later = _second_half(seen)
    quarters = later[: len(later) // 2], later[len(later) // 2 :]
    if not all(quarters):
        return found
    for what in ("descriptors", "threads"):
        third, last = (mean(getattr(held, what) for held in part) for part in quarters)
        if last > third + _SLACK * processes:
            found.append(f"{what} grow: {third:.0f} in the third quarter, {last:.0f} in the last")
    return found


def as_words(watch: Watch, seconds: float, processes: int) -> str:
    """Return what was held at some times, a line each."""
    rows = ["minute          memory in MB   largest   descriptors   threads"]
    for at in sorted({0.0, 60.0, 300.0, seconds}):
        if at <= seconds:
            held = watch.at(at)
            rows.append(
                f"{at / 60:6.1f}          {held.memory:12.1f}   {held.largest:7.1f}"
                f"   {held.descriptors:11}   {held.threads:7}"
            )
    slope = growth(watch.seen)
    told = "too short to tell"
    if slope is not None:
        told = f"{slope / processes:.2f} MB a minute and process, in the second half"
    rows.append(f"growth          {told}")
    return "\n".join(rows)


def percentiles(seconds: Sequence[float]) -> str:
    """Return in words how long the half, most and the slowest took, in milliseconds."""
    ordered = sorted(seconds) or [0.0]
    places = {"half": 0.5, "95 in 100": 0.95, "99 in 100": 0.99}
    told = [
        f"{name} {ordered[int(at * (len(ordered) - 1))] * 1e3:.0f}" for name, at in places.items()
    ]
    return f"{', '.join(told)}, slowest {ordered[-1] * 1e3:.0f}"


def _second_half(seen: Sequence[Held]) -> list[Held]:
    half = seen[-1].seconds / 2
    return [held for held in seen if held.seconds >= half]


def _memory(process: int) -> float:
    for line in (_SYSTEM / str(process) / "status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024 / _MEGA
    return 0.0


def _count(process: int, what: str) -> int:
    return sum(1 for _ in (_SYSTEM / str(process) / what).iterdir())
