"""Units of texts in other programs: bytes of UTF-8, code units of UTF-16, lone halves of pairs."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from itertools import accumulate
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from linewise.errors import DocumentError, SpanError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["UnitIndex", "lone_surrogate", "refuse_lone_surrogates"]


class UnitIndex:
    """Code points against the units of an encoding: one count kept for each block."""

    _WIDTH: Mapping[str, int] = MappingProxyType({"utf-8": 1, "utf-16-le": 2})
    _STEP = 1 << 12

    def __init__(self, text: str, encoding: Literal["utf-8", "utf-16-le"]) -> None:
        self._text = text
        self._encoding = encoding
        blocks = (text[at : at + self._STEP] for at in range(0, len(text), self._STEP))
        self._before = array("Q", accumulate(map(self._measure, blocks), initial=0))

    def _measure(self, text: str) -> int:
        return len(text.encode(self._encoding)) // self._WIDTH[self._encoding]

    def units_before(self, offset: int) -> int:
        block = offset // self._STEP
        return self._before[block] + self._measure(self._text[block * self._STEP : offset])

    def offset_after(self, units: int) -> int:
        if not 0 <= units <= self._before[-1]:
            raise SpanError(
                f"{self._encoding} unit {units} is outside the text: 0 to {self._before[-1]} "
                "are in it"
            )
        block = max(0, min(bisect_right(self._before, units) - 1, len(self._before) - 2))
        start = block * self._STEP
        data = self._text[start : start + self._STEP].encode(self._encoding)
        rest = (units - self._before[block]) * self._WIDTH[self._encoding]
        try:
            return start + len(data[:rest].decode(self._encoding))
        except UnicodeDecodeError as error:
            raise SpanError(
                f"{self._encoding} unit {units} lies inside a character; a place between two "
                "characters was expected"
            ) from error


def lone_surrogate(text: str) -> int | None:
    """Return where the first half of a surrogate pair stands in a text; None where none does."""
    if text.isascii():
        return None
    try:
        text.encode()
    except UnicodeEncodeError as error:
        return error.start
    return None


def refuse_lone_surrogates(text: str, offset: int = 0, line: int = 1) -> None:
    """Refuse a text that no document takes.

    Args:
        text: the text, or a part of one.
        offset: where the part begins.
        line: the number of the line in which it begins.

    Raises:
        DocumentError: it holds half of a surrogate pair; the message says where.
    """
    at = lone_surrogate(text)
    if at is not None:
        line += text.count("\n", 0, at)
        raise DocumentError(
            f"line {line}, offset {offset + at}: U+{ord(text[at]):04X} is half of a surrogate "
            "pair, which no file can hold; decode the bytes with errors='replace', or join the "
            "pairs by text.encode('utf-16', 'surrogatepass').decode('utf-16')"
        )
