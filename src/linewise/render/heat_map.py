"""A heat map as inline SVG: the deeper a cell, the higher its value, which stands in it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from linewise.render._axes import svg
from linewise.render.places import shortened
from linewise.render.signs import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["heat_map_svg"]

_WIDTH = 960
_NAMES = 460
_CELL = 21

# Characters of a column's name that have room on both sides of it.
_HEAD = 60


def heat_map_svg(
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Sequence[Sequence[float | None]],
    *,
    label: str,
    words: Sequence[Sequence[str]] | None = None,
) -> str:
    """Return values from 0 to 1 as cells of a table.

    Args:
        rows: their names.
        columns: their names.
        cells: by row and column; None where there is no value.
        label: what is shown, for readers that cannot see.
        words: what stands in the cells; the values in hundredths when left out.
    """
    wide = min(96.0, (_WIDTH - _NAMES) / max(1, len(columns)))
    top = 8 + 16 * len(columns)
    parts = list(_heads(columns, wide, top))
    for row, name in enumerate(rows):
        y = top + 6 + row * _CELL
        parts.append(_name(name, y))
        for column, value in enumerate(cells[row]):
            said = _hundredths(value) if words is None else words[row][column]
            told = visible(f"{name}, {columns[column]}: {said}")
            parts.append(_cell(_NAMES + column * wide, y, wide, value, (said, told)))
    return svg(_WIDTH, top + 8 + _CELL * len(rows), label, "".join(parts))


def _heads(columns: Sequence[str], wide: float, top: float) -> Iterator[str]:
    """Yield the names of columns, each higher than the next so that all have room."""
    for number, name in enumerate(columns):
        x, y = _NAMES + (number + 0.5) * wide, top - 16 * (len(columns) - 1 - number) - 4
        yield f'<path class="grid" stroke="currentColor" d="M{x:.1f} {y + 3:.1f}V{top + 4}"/>'
        short = shortened(name, _HEAD)
        # The last names would reach over the edge.
        anchor = "end" if x + 3.5 * len(short) > _WIDTH else "middle"
        yield f'<text class="name" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" direction="ltr">'
        yield f"{escape(short)}<title>{escape(visible(name))}</title></text>"


def _name(name: str, y: float) -> str:
    return (
        f'<text class="name" x="{_NAMES - 8}" y="{y + 14}" text-anchor="end" direction="ltr">'
        f"{escape(shortened(name, 66))}<title>{escape(visible(name))}</title></text>"
    )


def _cell(x: float, y: float, wide: float, value: float | None, words: tuple[str, str]) -> str:
    said, told = words
    box = f'x="{x + 1:.1f}" y="{y}" width="{wide - 2:.1f}" height="{_CELL - 2}"'
    # The page's ink is read on the deepest of them.
    depth = 0.0 if value is None else min(1.0, max(0.0, value)) / 2
    return (
        f'<g><title>{escape(told)}</title><rect class="grid" stroke="currentColor" fill="none" '
        f'{box}/><rect class="heat" fill-opacity="{depth:.2f}" {box}/><text class="cell" '
        f'x="{x + wide / 2:.1f}" y="{y + 14}" text-anchor="middle">{escape(said)}</text></g>'
    )


def _hundredths(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.0f}"
