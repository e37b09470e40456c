"""From runs in reading order to lines of text."""

from __future__ import annotations

import re
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from linewise.loading.pdf._runs import Run

__all__ = ["Line", "lines_of"]

# In type sizes: how far apart base lines of one line are at most, and the gap from which on two
# runs are the cells of a table rather than words far apart. Narrower ones are where they are
# that many times as wide as the spaces of the line.
_SHIFT = 0.5
_CELL = 2.0
_WIDER = 2.5

# How many times as wide as others the spaces of a line may be that is stretched.
_UNEVEN = 1.75

# What stands before a heading or an item of a list, and how far before it.
_MARK = re.compile(r"\W|\W?(?:\d{1,3}(?:\.\d{1,3})*|[A-Za-z](?:\.\d{1,3})*|[ivxIVX]{1,5})[.):]?")
_MARK_GAP = 4.0

_SENTENCE_END = re.compile(r"\w[\"”’)]?[.!?]\Z")


class Line(NamedTuple):
    """A line of a column.

    Attributes:
        text: the words, cells parted by tabs.
        left: where the first word begins.
        right: where the last word ends.
        base: the base line.
        size: the type size of most of it.
        first: the width of the first word, which did not fit into the line before.
        sizes: the type sizes of the first and of the last word.
        bolds: whether the first and whether the last word is bold.
        bold: whether all of it is.
        cells: how many cells it has.
        column: which column of the page it stands in, counted in the order of reading.
    """

    text: str
    left: float
    right: float
    base: float
    size: float
    first: float
    sizes: tuple[float, float]
    bolds: tuple[bool, bool]
    bold: bool
    cells: int
    column: int


def lines_of(region: Iterable[Run], column: int = 0) -> list[Line]:
    """Join the runs of a column to lines."""
    lines: list[list[Run]] = []
    for run in region:
        if lines and _goes_on(lines[-1], run):
            lines[-1].append(run)
        else:
            lines.append([run])
    return [_line(runs, column) for runs in lines]


def _goes_on(line: Sequence[Run], run: Run) -> bool:
    main = max(line, key=lambda member: member.size * len(member.words))
    size = max(main.size, run.size)
    return abs(run.base - main.base) < _SHIFT * size and not _overlap(line, run)


def _overlap(line: Sequence[Run], run: Run) -> bool:
    return any(min(run.right, r.right) - max(run.left, r.left) > 0.4 * run.size for r in line)


def _line(runs: Sequence[Run], column: int) -> Line:
    words = [word for run in runs for word in run.words]
    main = max(runs, key=lambda run: run.width)
    parts = [runs[0].text]
    cell = _cell_gap(runs)
    for last, run in pairwise(runs):
        parts += [_between(last, run, _allowed(last, cell, is_first=last is runs[0])), run.text]
    first = next((i for i, word in enumerate(words[1:], 1) if not word.glued), len(words))
    return Line(
        text="".join(parts),
        left=min(run.left for run in runs),
        right=max(run.right for run in runs),
        base=main.base,
        size=main.size,
        first=abs(words[first - 1].right - words[0].left),
        sizes=(words[0].size, words[-1].size),
        bolds=(words[0].bold, words[-1].bold),
        bold=all(word.bold for word in words),
        cells=1 + parts.count("\t"),
        column=column,
    )


def _cell_gap(runs: Sequence[Run]) -> float:
    """Return how wide a gap parts two cells, in type sizes, by the spaces of the line."""
    spaces = [
        (word.left - last.right) / run.size
        for run in runs
        for last, word in pairwise(run.words)
        if not word.glued
    ]
    gaps = [(run.left - last.right) / run.size for last, run in pairwise(runs)]
    are_words = not spaces and all(any(map(str.isalpha, run.text)) for run in runs)
    if len(gaps) > 1 and are_words and max(gaps) < _UNEVEN * min(gaps):
        # One width for all of them: a line that is stretched to fill its column.
        spaces = gaps
    usual = median(spaces) if spaces else 0.25
    return min(_CELL, max(0.9, _WIDER * usual))


def _allowed(last: Run, cell: float, *, is_first: bool) -> float:
    """Return the gap that parts cells after a run: a wider one after a mark or a sentence."""
    if is_first and _MARK.fullmatch(last.text):
        return _MARK_GAP
    return _CELL if _SENTENCE_END.search(last.text) else cell


def _between(last: Run, run: Run, cell: float) -> str:
    gap = max(run.left - last.right, last.left - run.right)
    size = max(last.size, run.size)
    if gap > cell * size:
        return "\t"
    return "" if run.words[0].glued and gap < 0.1 * size else " "
