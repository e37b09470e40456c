"""One page: its words put into blocks in reading order, furniture and notes set apart."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from linewise.loading.pdf._characters import SKEW
from linewise.loading.pdf._columns import read_columns
from linewise.loading.pdf._furniture import Edges, Furniture, edges_of
from linewise.loading.pdf._lines import lines_of
from linewise.loading.pdf._paragraphs import Paragraph, paragraphs_of
from linewise.loading.pdf._runs import rows, runs_of, split_turns

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from linewise.loading.pdf._characters import Word
    from linewise.loading.pdf._file import PageText
    from linewise.loading.pdf._joining import Vocabulary
    from linewise.loading.pdf._lines import Line
    from linewise.loading.pdf._runs import Run

__all__ = ["Blocks", "Sheet", "blocks_of", "sheet_of"]

# What is set this much smaller than the text at the foot of a column may be a note to it.
_SMALLER = 0.93

# In type sizes: how far above the lowest line of the page notes may end.
_FOOT = 4.0

_NOTE_SIGN = re.compile(r"[*†‡§¶∗]")


class Turned(NamedTuple):
    """Words that stand at another angle than the page, and whether beside all of its text."""

    text: str
    is_beside: bool


class Sheet(NamedTuple):
    """A page before it is known what its furniture is.

    Attributes:
        runs: what stands upright, in the order of the file.
        turned: what stands at another angle.
        edges: the rows that may be furniture.
        height: of the page's upper end, in PDF's own coordinates.
        has_images: whether pictures stand on it.
    """

    runs: list[Run]
    turned: tuple[Turned, ...]
    edges: Edges
    height: float
    has_images: bool


class Blocks(NamedTuple):
    """A page in its parts, each in the order of reading."""

    head: tuple[str, ...]
    text: tuple[Paragraph, ...]
    notes: tuple[Paragraph, ...]
    turned: tuple[str, ...]
    side: tuple[str, ...]
    foot: tuple[str, ...]


def sheet_of(page: PageText) -> Sheet:
    """Sort the words of a page into runs."""
    upright, turned = split_turns(page.words)
    runs = runs_of(upright)
    top, bottom = _ends(page.box, upright[0].turn if upright else 0)
    aside = tuple(_turned(turned, runs))
    return Sheet(
        runs=runs,
        turned=aside,
        edges=edges_of(runs, (words.text for words in aside), top, bottom),
        height=page.box[3],
        has_images=page.has_images,
    )


def _ends(box: tuple[float, float, float, float], turn: int) -> tuple[float, float]:
    """Return the first and the last base line that the page could have."""
    left, bottom, right, top = box
    return {1: (left, right), 2: (bottom, top), 3: (-right, -left)}.get(turn, (-top, -bottom))


def _turned(words: Sequence[Word], upright: Sequence[Run]) -> Iterator[Turned]:
    if skew := [word.text for word in words if word.turn == SKEW]:
        yield Turned(" ".join(skew), is_beside=False)
    for turn in range(4):
        for row in rows(runs_of([word for word in words if word.turn == turn])):
            text = " ".join(run.text for run in row)
            yield Turned(text, is_beside=_is_beside(row[0], turn, upright))


def _is_beside(run: Run, turn: int, upright: Sequence[Run]) -> bool:
    """Tell whether a run that is turned by a quarter stands left or right of all upright ones."""
    if turn not in {1, 3} or not upright or upright[0].words[0].turn != 0:
        return False
    place = run.base if turn == 1 else -run.base
    return place <= min(r.left for r in upright) or place >= max(r.right for r in upright)


def blocks_of(sheet: Sheet, furniture: Furniture, body: float, vocabulary: Vocabulary) -> Blocks:
    """Read a page.

    Args:
        sheet: its runs.
        furniture: which of them are, and what recurs at another angle.
        body: the type size of the document's text.
        vocabulary: the words of the document.
    """

    def is_side(turned: Turned) -> bool:
        return turned.is_beside or turned.text in furniture.turned

    taken = furniture.head | furniture.foot
    regions = read_columns([run for run in sheet.runs if run.order not in taken])
    columns = [lines_of(region, number) for number, region in enumerate(regions)]
    text, notes = _part_notes(columns, body)
    return Blocks(
        head=_texts(sheet, furniture.head),
        text=tuple(paragraphs_of(text, vocabulary)),
        notes=tuple(paragraphs_of(notes, vocabulary)),
        turned=tuple(turned.text for turned in sheet.turned if not is_side(turned)),
        side=tuple(turned.text for turned in sheet.turned if is_side(turned)),
        foot=_texts(sheet, furniture.foot),
    )


def _texts(sheet: Sheet, orders: frozenset[int]) -> tuple[str, ...]:
    chosen = [run for run in sheet.runs if run.order in orders]
    return tuple(line.text for row in rows(chosen) for line in lines_of(row))


def _part_notes(columns: Sequence[list[Line]], body: float) -> tuple[list[Line], list[Line]]:
    """Part the text from the notes at the feet of its columns.

    Read after the text of the whole page, they interrupt no sentence that runs on from one
    column to the next.
    """
    text: list[Line] = []
    notes: list[Line] = []
    lowest = max((line.base for column in columns for line in column), default=0.0)
    for column, following in zip_longest(columns, columns[1:]):
        may_differ = not following or following[0].size >= _SMALLER * body
        first = _first_note(column, body, lowest, continues=bool(notes) or may_differ)
        text += column[:first]
        notes += column[first:]
    return text, notes


def _first_note(column: Sequence[Line], body: float, lowest: float, *, continues: bool) -> int:
    first = len(column)
    while first and column[first - 1].size < _SMALLER * body:
        first -= 1
    if first == len(column) or column[-1].base < lowest - _FOOT * body:
        return len(column)
    if continues and first and _is_set_off(column, first) and not column[first - 1].bold:
        return first
    return next((i for i in range(first, len(column)) if _is_marked(column[i])), len(column))


def _is_set_off(column: Sequence[Line], index: int) -> bool:
    return column[index].base - column[index - 1].base > 1.5 * column[index].size


def _is_marked(line: Line) -> bool:
    """Tell whether a line begins with a raised number, or a sign that notes are marked with."""
    raised = line.sizes[0] < 0.85 * line.size and line.text[0].isalnum()
    return raised or bool(_NOTE_SIGN.match(line.text))
