"""Places to begin anew, chosen by their own words, so that an edit moves no cut far away.

Content-defined chunking: an anchor is a line whose hash is the least among the lines around it
(Schleimer, Wilkerson and Aiken, "Winnowing", 2003). Headings and lines after a blank line come
before all others. Whether a line is an anchor depends on the lines near it and on nothing else.
"""

from __future__ import annotations

import re
from collections import deque
from math import log2
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from linewise.tokens import floor_boundary

if TYPE_CHECKING:
    from collections.abc import Iterator

    from linewise.splitting.packing import Packer

__all__ = ["anchors"]

# How far on each side a line has to be the least, in sizes of a chunk.
_AROUND = 1.25

# So many chunks tell how many characters a token has.
_SAMPLE = 8

_LINE = re.compile(r"[^\n]*+\n|[^\n]++")
_HEADING = re.compile(r"#{1,6}[ \t]|={1,6} |<h[1-6]\b", re.IGNORECASE)


def anchors(packer: Packer, start: int, finish: int, unit: str) -> Iterator[int]:
    """Yield the anchors of a section, in order.

    Args:
        packer: the text, its measure and the sizes.
        start: of the section.
        finish: its end.
        unit: what sizes count.
    """
    text, by_lines = packer.text, unit == "lines"
    width = _token_width(packer, start) if unit == "tokens" else 1
    around = int(_AROUND * packer.budget.size * width)
    # Lines that no line after them undercuts so far, their keys in rising order.
    waiting: deque[_Line] = deque()
    for number, offset, key in _keys(text, start, finish):
        place = number if by_lines else offset
        while waiting and waiting[0].place + around < place:
            line = waiting.popleft()
            if line.least and floor_boundary(text, line.offset, start) == line.offset > start:
                yield line.offset
        while waiting and waiting[-1].key >= key:
            waiting.pop()
        waiting.append(_Line(place, offset, key, not waiting))


def _token_width(packer: Packer, start: int) -> int:
    """Return about how many characters a token has: a power of two, which few edits change."""
    end = packer.ruler.reach(start, _SAMPLE * packer.budget.size)
    tokens = packer.ruler.count(start, end)
    return 1 << max(0, round(log2(max(1, end - start) / max(1, tokens))))


class _Line(NamedTuple):
    """A line that may be an anchor.

    Attributes:
        place: where it begins, in characters or lines.
        offset: where it begins.
        key: its rank and its hash.
        least: no line shortly before it has a lower key.
    """

    place: int
    offset: int
    key: tuple[int, int]
    least: bool


def _keys(text: str, start: int, finish: int) -> Iterator[tuple[int, int, tuple[int, int]]]:
    """Yield the number of each line, where it begins, and its rank and hash."""
    after_blank = True
    for number, line in enumerate(_LINE.finditer(text, start, finish)):
        words = line[0].strip()
        if not words:
            after_blank = True
            continue
        rank = 0 if _HEADING.match(words) else 1 if after_blank else 2
        yield number, line.start(), (rank, crc32(words.encode()))
        after_blank = False
