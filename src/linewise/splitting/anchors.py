"""Places to begin anew, chosen by their own words, so that an edit moves no cut far away.

Content-defined chunking: an anchor is a line whose hash is the least among the lines around it
(Schleimer, Wilkerson and Aiken, "Winnowing", 2003). Headings and lines after a blank line come
before all others. Whether a line is an anchor depends on the lines near it and on nothing else.
"""

from __future__ import annotations

import re
from collections import deque
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from linewise.tokens import floor_boundary

if TYPE_CHECKING:
    from collections.abc import Iterator

    from linewise.splitting.chunks import Scale

__all__ = ["anchors"]

# How far on each side a line has to be the least, in sizes of a chunk.
_AROUND = 1.25

# Characters to a unit, about, where the unit is no character.
_WIDTHS = {"tokens": 4, "lines": 60}

_LINE = re.compile(r"[^\n]*+\n|[^\n]++")
_HEADING = re.compile(r"#{1,6}[ \t]|={1,6} |<h[1-6]\b", re.IGNORECASE)


def anchors(text: str, start: int, finish: int, scale: Scale) -> Iterator[int]:
    """Yield the anchors of a section, in order.

    Args:
        text: that the section is a part of.
        start: of the section.
        finish: its end.
        scale: the measure, and the size of a chunk.
    """
    around = int(_AROUND * scale.size * _WIDTHS.get(scale.unit, 1))
    # Lines that no line after them undercuts so far, their keys in rising order.
    waiting: deque[_Line] = deque()
    for key, offset in _keys(text, start, finish):
        while waiting and waiting[0].offset + around < offset:
            line = waiting.popleft()
            if line.least and floor_boundary(text, line.offset, start) == line.offset > start:
                yield line.offset
        while waiting and waiting[-1].key >= key:
            waiting.pop()
        waiting.append(_Line(key, offset, not waiting))


class _Line(NamedTuple):
    """A line that may be an anchor.

    Attributes:
        key: its rank and its hash.
        offset: where it begins.
        least: no line shortly before it has a lower key.
    """

    key: tuple[int, int]
    offset: int
    least: bool


def _keys(text: str, start: int, finish: int) -> Iterator[tuple[tuple[int, int], int]]:
    """Yield the rank and hash of each line, and where it begins."""
    after_blank = True
    for line in _LINE.finditer(text, start, finish):
        words = line[0].strip()
        if not words:
            after_blank = True
            continue
        rank = 0 if _HEADING.match(words) else 1 if after_blank else 2
        yield (rank, crc32(words.encode())), line.start()
        after_blank = False
