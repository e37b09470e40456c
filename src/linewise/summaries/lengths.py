"""How long a summary may be, and where a text is cut that would be longer."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from linewise.errors import OptionError, SizeError
from linewise.language.words import has_unspaced
from linewise.tokens import floor_boundary, tokenizer_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from linewise.tokens import TokenizerLike

__all__ = ["MARK", "Length", "Unit", "length_in"]

Unit = Literal["chars", "tokens"]

MARK = "…"
"""What stands where a text was cut."""

# No more than this is looked at to find a cut, for each unit of room.
_WINDOW = 64

_SPACE = re.compile(r"\s")
_LOOSE_END = " \t\r\n,;:–—-("


@dataclass(frozen=True, slots=True)
class Length:
    """A limit, and the measure that it is in.

    Attributes:
        limit: the most that a text may measure.
        measure: from a text to its length.
        joint: what a space between two texts adds.
        gap: a smaller rest has no room for words that say anything.
    """

    limit: int
    measure: Callable[[str], int]
    joint: int
    gap: int

    def fits(self, text: str) -> bool:
        """Tell whether a text keeps the limit."""
        return self.measure(text) <= self.limit

    def cut(self, text: str, room: int) -> int:
        """Return where to cut a text so that it keeps to `room`, the mark included.

        The cut falls between words, or inside one that has no room itself, then between two
        grapheme clusters. 0 where nothing but the mark has room.
        """
        window = text[: room * _WINDOW + _WINDOW]
        ends = range(1, len(window) + 1)
        most = bisect_right(ends, room, key=lambda end: self.measure(window[:end] + MARK))
        while most > 0:
            end = _between_words(text, most)
            if self.measure(text[:end] + MARK) <= room:
                return end
            most = end - 1 if end < most else most - 1
        return 0

    def shorten(self, text: str) -> tuple[str, int]:
        """Return a text within the limit, and how many characters of it were kept."""
        if self.fits(text):
            return text, len(text)
        end = self.cut(text, self.limit)
        return text[:end] + MARK, end

    def less(self, spent: int) -> Length:
        """Return what is left of the limit."""
        return replace(self, limit=max(0, self.limit - spent))


def length_in(unit: Unit, limit: int, tokenizer: TokenizerLike) -> Length:
    """Return a limit in a unit.

    Raises:
        OptionError: there is no such unit.
        SizeError: the limit has no room for the mark of a cut.
        TokenizerError: there is no such tokenizer.
    """
    if unit not in ("chars", "tokens"):
        raise OptionError(f"unit {unit!r} is unknown; known are 'chars' and 'tokens'")
    measure = len if unit == "chars" else tokenizer_for(tokenizer).count
    least = measure(MARK)
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < max(1, least):
        raise SizeError(
            f"max_length={limit!r} has no room for the mark of a cut; a whole number from "
            f"{max(1, least)} on was expected"
        )
    return Length(limit, measure, *((1, 40) if unit == "chars" else (0, 10)))


def _between_words(text: str, most: int) -> int:
    """Return the last place up to `most` that no word and no cluster reaches over."""
    end = most
    if most < len(text) and not has_unspaced(text[most - 1 : most + 1]):
        last = max((match.start() for match in _SPACE.finditer(text, 0, most + 1)), default=0)
        end = len(text[:last].rstrip(_LOOSE_END)) or most
    return floor_boundary(text, end)
