"""The files that lie on the desk: those that were named at the start, and no others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linewise.editing import touched
from linewise.files import real_path
from linewise.review.asking import Asking
from linewise.review.sheet import Sheet

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

__all__ = ["Desk"]


class Desk:
    """The files that were named at the start, and no others.

    Args:
        paths: of raw text files; one that is named twice, by another name too, counts once.
        asking: how models are asked.
    """

    def __init__(self, paths: Sequence[str], asking: Asking | None = None) -> None:
        self.asking = asking or Asking()
        named: dict[Path, str] = {}
        for path in paths:
            named.setdefault(real_path(path), path)
        self.sheets = tuple(
            Sheet(number, path, self.asking) for number, path in enumerate(named.values(), start=1)
        )

    def concerned(self, information: str) -> tuple[Sheet, ...]:
        """Return the files that words touch; a file that is alone is meant in any case.

        Raises:
            FileError: one of them cannot be read.
        """
        if len(self.sheets) == 1:
            return self.sheets
        documents = [sheet.document() for sheet in self.sheets]
        found = {id(touch.document) for touch in touched(documents, information)}
        known = zip(self.sheets, documents, strict=True)
        return tuple(sheet for sheet, document in known if id(document) in found)

    def sheet(self, number: int) -> Sheet | None:
        """Return the file of a number, or None."""
        return self.sheets[number - 1] if 1 <= number <= len(self.sheets) else None
