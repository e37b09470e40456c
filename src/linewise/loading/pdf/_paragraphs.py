"""From lines to paragraphs: where one line goes on in the next, and where something new begins."""

from __future__ import annotations

import re
from enum import Enum
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from linewise.loading.pdf._joining import join, stops_short

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from linewise.loading.pdf._joining import Vocabulary
    from linewise.loading.pdf._lines import Line

__all__ = ["Paragraph", "goes_on", "paragraphs_of"]

# In type sizes
_INDENT = 0.6
_SLACK = 0.4

# Lines further apart than this many times the usual are parted by more than a line end; after
# the end of a sentence less of it tells.
_APART = 1.3
_APART_AFTER_SENTENCE = 1.17

_BULLET = re.compile(r"[•▪◦●○■□◆➢✓▸►‣⁃–—*·-] ?(?=\S)|[•▪●■]")
_NUMBERED = re.compile(r"(?:\(?[0-9]{1,3}[.)]|\(?[a-zA-Z][.)]|\(?[ivxIVX]{1,5}[.)]|\[[0-9]+\])\s")
_END = re.compile(r"[.!?:;…。！？][\"'”’»)\]\d*†‡]*\Z")
_LEADERS = re.compile(r"(?:\. ?){4,}|(?:\. ?){2,}\d+\Z|…{2,}|\t[\divxlc]+\Z")


class Paragraph(NamedTuple):
    """What is read as one: a paragraph, a heading, a list, a table.

    Attributes:
        text: one line, or as many as the block has rows.
        base: the base line of its first line.
        left: where its first line begins.
        size: the type size of its first line.
        bold: whether all of it is bold.
        last: its last line.
    """

    text: str
    base: float
    left: float
    size: float
    bold: bool
    last: Line


class _Step(Enum):
    """What is between two lines."""

    JOINED = "the one goes on in the other"
    LINE = "a row of its own in the same block"
    BLANK = "a new block"


def paragraphs_of(lines: Sequence[Line], vocabulary: Vocabulary) -> Iterator[Paragraph]:
    """Yield the paragraphs of a page's lines, which come in the order of reading."""
    block: list[Line] = []
    steps: list[_Step] = []
    measure = _Measure(lines)
    for index, line in enumerate(lines):
        step = measure.step(index, steps) if index else _Step.BLANK
        if block and step is _Step.BLANK:
            yield _paragraph(block, steps, vocabulary)
            block = []
        steps = [*steps, step] if block else [step]
        block.append(line)
    if block:
        yield _paragraph(block, steps, vocabulary)


def goes_on(text: str, following: str) -> bool:
    """Tell whether a text that stops at the foot of a page goes on in that on the next page."""
    is_open = not _END.search(text) and text.count(" ") > 1 and "\n" not in text
    return is_open and (following[:1].islower() or text.endswith("-"))


def _paragraph(block: Sequence[Line], steps: Sequence[_Step], vocabulary: Vocabulary) -> Paragraph:
    rows = [block[0].text]
    for line, step in zip(block[1:], steps[1:], strict=True):
        if step is _Step.JOINED:
            rows[-1] = join(rows[-1], line.text, vocabulary)
        else:
            rows.append(line.text)
    first = block[0]
    return Paragraph(
        text="\n".join(rows),
        base=first.base,
        left=first.left,
        size=first.size,
        bold=all(line.bold for line in block),
        last=block[-1],
    )


class _Measure:
    """The lines of a page with what is usual among them."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._edges: dict[int, tuple[float, float]] = {}
        for line in lines:
            left, right = self._edges.get(line.column, (line.left, line.right))
            self._edges[line.column] = min(left, line.left), max(right, line.right)
        self._pitches = self._usual_pitches()

    def _usual_pitches(self) -> dict[float, float]:
        found: dict[float, list[float]] = {}
        for last, line in zip(self._lines, self._lines[1:], strict=False):
            down = line.base - last.base
            if last.column == line.column and 0.9 * line.size < down < 2 * line.size:
                found.setdefault(round(line.size), []).append(down)
        return {size: median(pitches) for size, pitches in found.items()}

    def step(self, index: int, steps: Sequence[_Step]) -> _Step:
        """Tell what is between the line before `index` and the one at it.

        Args:
            index: of a line that is not the first.
            steps: what was found before each earlier line of the block.
        """
        last, line = self._lines[index - 1], self._lines[index]
        if self._differs(last, line) or self._is_apart(last, line):
            return _Step.BLANK
        if _is_broken(last, line) or _is_hanging_heading(last, line):
            return _Step.JOINED
        if last.cells > 1 or line.cells > 1 or _LEADERS.search(last.text):
            return _Step.LINE
        full = self._is_full(index - 1)
        ended = bool(_END.search(last.text))
        if _BULLET.match(line.text) and (not full or ended or _BULLET.match(last.text)):
            return _Step.LINE
        if _NUMBERED.match(line.text) and (not full or ended):
            return (
                _Step.LINE if _NUMBERED.match(last.text) or last.left != line.left else _Step.BLANK
            )
        if last.column != line.column and line.base < last.base:
            return self._across(last, line, full=full, ended=ended)
        if self._is_indented(index, steps, full=full):
            return _Step.BLANK if full or ended else _Step.LINE
        if full:
            return _Step.JOINED
        return _Step.BLANK if ended and self._is_prose(last) else _Step.LINE

    def _differs(self, last: Line, line: Line) -> bool:
        """Tell whether the type changes, which parts a heading from the text below it."""
        if _unlike(last.size, line.size) and _unlike(last.sizes[1], line.sizes[0]):
            return True
        return (last.bold and not line.bolds[0]) or (line.bold and not last.bolds[1])

    def _is_apart(self, last: Line, line: Line) -> bool:
        down = line.base - last.base
        if down < 0.5 * line.size:
            return False
        usual = self._pitches.get(round(line.size), 1.2 * line.size)
        apart = _APART_AFTER_SENTENCE if _END.search(last.text) else _APART
        return down > max(apart * usual, 1.1 * line.size)

    def _is_full(self, index: int) -> bool:
        """Tell whether the first word of the next line would not have fitted into this one."""
        last, line = self._lines[index], self._lines[index + 1]
        right = self._edges[last.column][1]
        if last.right + 0.25 * last.size + line.first > right - _SLACK * last.size:
            return True
        return self._is_flush(index) or self._is_open(last, line)

    def _is_open(self, last: Line, line: Line) -> bool:
        """Tell whether a long line stops inside a sentence, as where a long word did not fit."""
        left, right = self._edges[last.column]
        is_long = last.right - last.left > 0.6 * (right - left)
        is_inside = line.text[0].islower() and not _END.search(last.text)
        is_address = "://" in last.text.rsplit(maxsplit=1)[-1]
        return (is_long and is_inside) or (
            (is_long or is_address) and stops_short(last.text, line.text)
        )

    def _is_flush(self, index: int) -> bool:
        """Tell whether a line ends where its neighbours do, in a narrower block of its own."""
        line = self._lines[index]
        around = [self._lines[i] for i in (index - 1, index + 1) if 0 <= i < len(self._lines)]
        return any(
            abs(other.right - line.right) < 0.1 * line.size
            and other.column == line.column
            and abs(other.base - line.base) < 2 * line.size
            for other in around
        )

    def _across(self, last: Line, line: Line, *, full: bool, ended: bool) -> _Step:
        """Tell what is between the last line of a column and the first of the next."""
        if _unlike(last.size, line.size) or _BULLET.match(line.text):
            return _Step.BLANK
        indented = line.left > self._edges[line.column][0] + _INDENT * line.size
        if ended and (indented or not full):
            return _Step.BLANK
        return _Step.JOINED if full or line.text[:1].islower() else _Step.BLANK

    def _is_indented(self, index: int, steps: Sequence[_Step], *, full: bool) -> bool:
        last, line = self._lines[index - 1], self._lines[index]
        shift = (line.left - last.left) / line.size
        starts = not steps or steps[-1] is not _Step.JOINED
        if shift > _INDENT:
            return not (starts and full and self._hangs(index))
        # A first line that is indented stands to the right of the second.
        return shift < -_INDENT and not starts

    def _hangs(self, index: int) -> bool:
        """Tell whether a line stands to the right because it goes on a marked or hanging one."""
        if _BULLET.match(self._lines[index - 1].text) or _NUMBERED.match(
            self._lines[index - 1].text
        ):
            return True
        line = self._lines[index]
        if index + 1 == len(self._lines):
            return not _END.search(self._lines[index - 1].text)
        after = self._lines[index + 1]
        return abs(after.left - line.left) < 0.3 * line.size and after.column == line.column

    def _is_prose(self, line: Line) -> bool:
        return line.text.count(" ") > 2


def _unlike(one: float, other: float) -> bool:
    return abs(one - other) > 0.08 * max(one, other)


def _is_broken(last: Line, line: Line) -> bool:
    """Tell whether a hyphen breaks a word between two lines."""
    return last.text[-2:-1].isalpha() and last.text[-1] == "-" and line.text[0].islower()


def _is_hanging_heading(last: Line, line: Line) -> bool:
    """Tell whether a numbered heading goes on in a line that stands under its first word."""
    hangs = last.bold and line.bold and line.left > last.left + _INDENT * last.size
    return hangs and last.text[0].isdigit() and line.base > last.base
