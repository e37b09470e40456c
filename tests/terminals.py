"""The other end of a terminal: what a program shows on it, waited for as long as it may take."""

from __future__ import annotations

import os
import select

__all__ = ["Shown"]

# Long enough for any machine; a program that shows nothing by then has failed.
_SECONDS = 120


class Shown:
    """What a program shows on a terminal whose other end this is."""

    def __init__(self, controller: int) -> None:
        self._controller = controller
        self._bytes = b""
        self._seen = 0

    def until(self, words: str) -> None:
        """Wait for words that stand after those that were waited for before."""
        while (found := self._bytes.find(words.encode(), self._seen)) < 0:
            assert self._read(), f"it ended without {words!r} in {self.text!r}"
        self._seen = found + len(words.encode())

    def whole(self) -> str:
        """Wait for the end, when the program lets go of the terminal, and return all of it."""
        while self._read():
            pass
        return self.text

    @property
    def text(self) -> str:
        """What was shown so far."""
        return self._bytes.decode(errors="replace")

    def _read(self) -> bool:
        """Wait for more; there is none at the end."""
        ready, _, _ = select.select([self._controller], [], [], _SECONDS)
        assert ready, f"nothing came after {self.text!r}"
        try:
            block = os.read(self._controller, 1 << 16)
        except OSError:  # the program has closed its end
            return False
        self._bytes += block
        return bool(block)
