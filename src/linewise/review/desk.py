"""The files that lie on the desk: those that were named at the start, and no others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linewise.review.asking import Asking
from linewise.review.sheet import Sheet

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Desk"]


class Desk:
    """The files that were named at the start, and no others.

    Args:
        paths: of raw text files.
        asking: how models are asked.
    """

    def __init__(self, paths: Sequence[str], asking: Asking | None = None) -> None:
        self.asking = asking or Asking()
        self.sheets = tuple(
            Sheet(number, path, self.asking) for number, path in enumerate(paths, start=1)
        )

    def sheet(self, number: int) -> Sheet | None:
        """Return the file of a number, or None."""
        return self.sheets[number - 1] if 1 <= number <= len(self.sheets) else None
