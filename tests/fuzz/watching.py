"""One input after the other, each within a time that its size bounds; and what went wrong."""

from __future__ import annotations

import signal
import traceback
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

__all__ = ["Fault", "TooLongError", "fault_of", "limit_of", "within"]

_HERE = Path(__file__).parent

# Seconds of processor time that any input may take, and bytes that one more second is given for.
_SECONDS = 3.0
_BYTES_A_SECOND = 10_000


class TooLongError(Exception):
    """An input that takes longer than its size allows."""


class Fault(NamedTuple):
    """What went wrong with an input.

    Attributes:
        name: of the kind, short and the same for the same place in the code.
        report: how it came about.
    """

    name: str
    report: str


def limit_of(data: bytes) -> float:
    """Return the seconds of processor time that an input may take."""
    return _SECONDS + len(data) / _BYTES_A_SECOND


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise `TooLongError` where more processor time than this is used."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TooLongError(f"more than {seconds:.1f} s of processor time")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def fault_of(call: Callable[[bytes], None], data: bytes, slower: float = 1.0) -> Fault | None:
    """Run an input and return what went wrong, None where all is well."""
    try:
        with within(slower * limit_of(data)):
            call(data)
    except Exception as error:  # noqa: BLE001 - whatever is raised is what is looked for
        return Fault(_name_of(error), "".join(traceback.format_exception(error)))
    return None


def _name_of(error: Exception) -> str:
    """Name a fault by its kind and its place in the code; where a hang stops is chance."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [f for f in frames if "linewise" in Path(f.filename).parts]
    own = [f for f in frames if Path(f.filename).parent == _HERE and f.name != "fault_of"]
    kind = type(error).__name__.removesuffix("Error").removesuffix("Exception")
    if isinstance(error, TooLongError):
        at = ours[0] if ours else own[-1]
    elif isinstance(error, AssertionError) and own:
        at = own[-1]
    else:
        at = (ours or own or frames)[-1]
    return f"{kind}-{Path(at.filename).stem.strip('_')}-{at.name.strip('_<>')}-{at.lineno}"
