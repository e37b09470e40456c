"""The order in which the runs of a page are read.

Where columns stand side by side, the page is cut at its gutters: an upright stretch that few
runs cross. Runs that do cross it, such as a title over both columns, part the page into bands;
in each band the left side is read before the right one, each of them in the same way again. A
broad blank across all of it parts bands too.

Where there is no gutter the order of the file stands, unless it jumps about the page.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, groupby, pairwise
from operator import itemgetter
from statistics import median
from typing import TYPE_CHECKING

from linewise.loading.pdf._runs import rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from linewise.loading.pdf._runs import Run

__all__ = ["Region", "read_columns"]

Region = list["Run"]
"""Runs of one column, in the order of reading."""

# A run crosses a gutter when at least this part of it stands on either side.
_CROSSING = 0.12

# In points: how finely the page is searched for gutters; two steps are the narrowest gutter.
_STEP = 2.0

# Steps over the widest page; where a file puts words further apart, steps are larger.
_MOST_STEPS = 10_000

_DEEPEST = 10

# Lines from which on short ones side by side are columns too.
_TALL = 5

# In type sizes: the height of a blank that parts what stands above it from what stands below,
# and of one that may.
_BLANK = 2.2
_SMALL_BLANK = 0.6

# In type sizes: how far the order of the file may climb and still be believed (from the end of
# one cell of a table to the top of the next), and the jump down that starts a new stretch.
_CLIMB = 9.0
_DROP = 6.0


def read_columns(runs: Sequence[Run], depth: int = 0) -> list[Region]:
    """Put runs in the order of reading, column by column."""
    if depth == _DEEPEST or not (best := _best_gutter(runs)):
        return [_plain_order(runs)] if runs else []
    bands = list(_between_blanks(runs))
    if len(bands) > 1:
        return [region for band in bands for region in read_columns(band, depth + 1)]
    return [
        region
        for part in best.parts
        for side in (part.left, part.right)
        for region in read_columns(side, depth + 1)
    ]


def _between_blanks(runs: Iterable[Run], blank: float = _BLANK) -> Iterator[list[Run]]:
    """Yield the bands between blanks that reach over the whole width."""
    band: list[Run] = []
    bottom = 0.0
    for run in sorted(runs, key=lambda run: run.top):
        if band and run.top - bottom > blank * run.size:
            yield band
            band = []
        bottom = max(bottom, run.bottom) if band else run.bottom
        band.append(run)
    yield band


@dataclass(frozen=True, slots=True)
class _Part:
    """A stretch of the page: two sides of a gutter, or `left` alone over its whole width."""

    left: list[Run]
    right: list[Run]

    @property
    def is_split(self) -> bool:
        return bool(self.right)


@dataclass(frozen=True, slots=True)
class _Gutter:
    parts: list[_Part]
    score: float


def _best_gutter(runs: Sequence[Run]) -> _Gutter | None:
    if len(runs) < 3:
        return None
    found = [_cut(runs, at) for at in _places(runs)]
    best = max(found, key=lambda gutter: gutter.score, default=None)
    return best if best and best.score > 0 else None


def _places(runs: Sequence[Run]) -> Iterator[float]:
    """Yield where a gutter could be: the middles of stretches that fewer runs cover than beside."""
    start, end = min(run.left for run in runs), max(run.right for run in runs)
    step = max(_STEP, (end - start) / _MOST_STEPS)
    steps = [0] * (int((end - start) / step) + 3)
    for run in runs:
        steps[int((run.left - start) / step)] += 1
        steps[int((run.right - start) / step) + 1] -= 1
    covers = list(accumulate(steps))
    for first, last in _valleys([max(two) for two in pairwise(covers)]):
        yield start + (first + last + 1) / 2 * step


def _valleys(covers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the stretches that lie lower than what is on either side of them."""
    first = 0
    for index, (cover, following) in enumerate(pairwise(covers), start=1):
        if following < cover:
            first = index
        elif following > cover:
            if first:
                yield first, index
            first = 0


def _cut(runs: Sequence[Run], at: float) -> _Gutter:
    """Cut runs at an upright line into bands, and see how much of the text the cut puts right."""
    wide = sorted((run for run in runs if _crosses(run, at)), key=lambda run: run.base)
    rest = [run for run in runs if not _crosses(run, at)]
    parts: list[_Part] = []
    score = 0.0
    for band, crossing in _bands(wide, rest):
        columns, caption = _without_caption(band, at) if crossing else (band, [])
        left, right = _sides(columns, at)
        if _are_columns(left, right):
            parts.append(_Part(left, right))
            score += min(len(left), len(right))
        else:
            _add_wide(parts, columns)
        _add_wide(parts, [*caption, *crossing])
    return _Gutter(parts, score - 0.3 * len(wide) if score else 0.0)


def _crosses(run: Run, at: float) -> bool:
    return min(at - run.left, run.right - at) > _CROSSING * run.width


def _sides(runs: Iterable[Run], at: float) -> tuple[list[Run], list[Run]]:
    left: list[Run] = []
    right: list[Run] = []
    for run in runs:
        (left if run.left + run.right < 2 * at else right).append(run)
    return left, right


def _bands(wide: Sequence[Run], rest: Sequence[Run]) -> Iterator[tuple[list[Run], list[Run]]]:
    """Yield what stands between two crossing rows, and the crossing row below it."""
    waiting = sorted(rest, key=lambda run: run.base)
    index = 0
    for row in rows(wide):
        top, bottom = min(run.top for run in row), max(run.bottom for run in row)
        band: list[Run] = []
        crossing = list(row)
        while index < len(waiting) and (run := waiting[index]).top < bottom:
            middle = (run.top + run.bottom) / 2
            (crossing if top < middle < bottom else band).append(run)
            index += 1
        yield band, crossing
    yield list(waiting[index:]), []


def _without_caption(band: list[Run], at: float) -> tuple[list[Run], list[Run]]:
    """Part columns from what stands below them and belongs to the row that crosses them next.

    The title of a wide table and the heads of its columns need not cross a gutter themselves;
    they are set off, and none of them begins where the lines of a column do.
    """
    segments = list(_between_blanks(band, _SMALL_BLANK))
    edges = [min(run.left for run in side) for side in _sides(band, at) if side]
    caption: list[Run] = []
    while len(segments) > 1 and not any(
        abs(run.left - edge) < run.size for run in segments[-1] for edge in edges
    ):
        caption = [*segments.pop(), *caption]
    return [run for segment in segments for run in segment], caption


def _add_wide(parts: list[_Part], runs: list[Run]) -> None:
    if not runs:
        return
    if parts and not parts[-1].is_split:
        parts[-1].left.extend(runs)
    else:
        parts.append(_Part(list(runs), []))


def _are_columns(left: Sequence[Run], right: Sequence[Run]) -> bool:
    """Tell columns of text, read one after the other, from the cells of a table.

    The file draws columns one after the other, and tables row by row; what it draws otherwise
    is known by its lines.
    """
    if not left or not right or len(left) + len(right) < 3:
        return False
    turns = _turns(left, right)
    if _are_cells(turns):
        return False
    fewer = min(len(left), len(right))
    is_text = _is_running_text(left) and _is_running_text(right)
    if len(turns) - 1 <= max(1, 0.3 * fewer):
        return is_text or fewer >= _TALL
    return is_text and fewer >= 3


def _turns(left: Iterable[Run], right: Iterable[Run]) -> list[list[Run]]:
    """Return what the file draws on one side before it goes to the other."""
    sides = [(run, 0) for run in left] + [(run, 1) for run in right]
    sides.sort(key=lambda drawn: drawn[0].order)
    return [[run for run, _ in turn] for _, turn in groupby(sides, key=itemgetter(1))]


def _are_cells(turns: Sequence[Sequence[Run]]) -> bool:
    """Tell whether the file draws cells of several lines, left and right, row by row."""
    tops = [min(run.top for run in turn) for turn in turns]
    level = sum(abs(one - two) < turns[0][0].size for one, two in pairwise(tops))
    lines = sum(map(len, turns))
    # About every other change of sides stays on one level: from a cell to the one beside it.
    return len(turns) > 3 and level * 2.5 >= len(turns) and lines >= 1.5 * len(turns)


def _is_running_text(runs: Sequence[Run]) -> bool:
    """Tell whether most lines fill their column and have several words."""
    width = max(run.right for run in runs) - min(run.left for run in runs)
    full = sum(run.width > 0.7 * width for run in runs)
    return full * 2 >= len(runs) and median(len(run.words) for run in runs) >= 4


def _plain_order(runs: Sequence[Run]) -> Region:
    """Keep the order of the file, but put stretches of it that stand out of turn in their place."""
    stretches: list[list[Run]] = []
    for run in sorted(runs, key=lambda run: run.order):
        if stretches and not _jumps(stretches[-1][-1], run):
            stretches[-1].append(run)
        else:
            stretches.append([run])
    return [run for group in _settled(stretches) for run in group]


def _jumps(last: Run, run: Run) -> bool:
    size = max(last.size, run.size)
    return run.base < last.base - _CLIMB * size or run.base > last.base + _DROP * size


def _settled(stretches: list[list[Run]]) -> Iterator[list[Run]]:
    """Yield the stretches from top to bottom.

    Those that share rows are merged row by row, but for texts beside each other.
    """
    merged: list[list[Run]] = []
    for stretch in sorted(stretches, key=lambda runs: min(run.base for run in runs)):
        if merged and _share_rows(merged[-1], stretch):
            both = [*merged.pop(), *stretch]
            merged.append([run for row in rows(both) for run in row])
        else:
            merged.append(stretch)
    yield from merged


def _share_rows(upper: Sequence[Run], lower: Sequence[Run]) -> bool:
    last, first = max(run.base for run in upper), min(run.base for run in lower)
    if last <= first + 0.3 * lower[0].size:
        return False
    is_beside = max(run.right for run in upper) <= min(run.left for run in lower)
    return not (is_beside and _is_running_text(upper) and _is_running_text(lower))
