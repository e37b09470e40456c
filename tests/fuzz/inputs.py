"""From bytes to choices: the first eight choose settings, the rest is what is read."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from linewise.errors import LinewiseError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["HEAD", "PART", "Input", "joined", "sure"]

HEAD = 8
PART = "\n=====\n"

_T = TypeVar("_T")


class Input:
    """An input of a target: what is read, and the settings that it is read with.

    Settings are taken one after the other; an input that is too short chooses the first of each.
    """

    def __init__(self, data: bytes) -> None:
        self._head = data[:HEAD].ljust(HEAD, b"0")
        self._taken = 0
        self.data = data[HEAD:]

    def below(self, count: int) -> int:
        """Take a number from 0 to `count - 1`; the digit "0" is 0."""
        byte = self._head[self._taken % HEAD]
        turn = self._taken // HEAD
        self._taken += 1
        return ((byte - 48) * (turn + 1)) % count

    def pick(self, choices: Sequence[_T]) -> _T:
        """Take one of some values."""
        return choices[self.below(len(choices))]

    @property
    def text(self) -> str:
        """What is read, as a text that can be in a document."""
        return self.data.decode("utf-8", "replace")

    @property
    def wild(self) -> str:
        """What is read, with halves of surrogate pairs for bytes that are no UTF-8."""
        return self.data.decode("utf-8", "surrogateescape")

    def parts(self, count: int) -> list[str]:
        """Return the text in so many parts; those that are missing are empty."""
        found = self.text.split(PART, count - 1)
        return found + [""] * (count - len(found))


def joined(*parts: str, head: str = "0" * HEAD) -> bytes:
    """Return the input whose parts these are."""
    return (head.ljust(HEAD, "0") + PART.join(parts)).encode()


@contextmanager
def sure() -> Iterator[None]:
    """Tell that inside nothing may be refused any more."""
    try:
        yield
    except LinewiseError as error:
        raise AssertionError(f"refused what was taken before: {error}") from error
