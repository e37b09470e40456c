"""Plots as inline SVG: a histogram, and lines with intervals; `heat_map` has the third.

Each takes its colours from the style of the page (`page.css`), or the ink's colour without one,
and says in words what it shows. Nothing is told by colour alone: lines have dashes and signs.
"""

from __future__ import annotations

from html import escape
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from linewise.render._axes import (
    Scale,
    SpreadScale,
    feet,
    number_words,
    rows,
    svg,
    ticks,
)
from linewise.render.places import shortened
from linewise.render.signs import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Line", "histogram_svg", "lines_svg"]

# Signs of one size around (0, 0), and dashes, by the number of the line.
_SIGNS = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
    "M-4-4h8v8h-8z",
    "M0-5l5 9h-10z",
    "M0-5l5 5l-5 5l-5-5z",
    "M0 5l5-9h-10z",
    "M-1.5-5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z",
)
_DASHES = ("none", "7 3", "2 3", "10 3 2 3", "4 4", "12 4")

# Bars of a histogram, about.
_BARS = 20

# Characters of a line's name that have room in the key.
_KEY = 56

_NOTHING = '<text x="0" y="24">nothing to show</text>'


class Line(NamedTuple):
    """A line through points, and how sure some of them are.

    Attributes:
        name: of the line.
        points: in the order of their x.
        intervals: as x, low and high; they need not be at the points.
    """

    name: str
    points: Sequence[tuple[float, float]]
    intervals: Sequence[tuple[float, float, float]] = ()


def histogram_svg(
    values: Sequence[float],
    *,
    unit: str,
    label: str,
    upto: float | None = None,
) -> str:
    """Return a histogram of values, in about 20 bars whose edges are round numbers.

    Args:
        values: what is counted.
        unit: what the values count.
        label: what has the values, for readers that cannot see.
        upto: where the axis ends at least, so that several can be compared.
    """
    if not values:
        return svg(320, 40, f"{label}: nothing to show", _NOTHING)
    edges = _edges(0 if upto else min(values), max(*values, upto or 0))
    counts = _counts(values, edges)
    x, y = Scale(edges[0], edges[-1], 40, 308), Scale(0, max(counts), 94, 8)
    parts = [*rows(y, min(3, max(counts)), 40, 308), *feet(x, 4, 94, unit)]
    step = edges[1] - edges[0]
    for edge, count in zip(edges, counts, strict=False):
        if count:
            parts.append(_bar(edge, step, count, x, y))
    told = f"{len(values):,} from {number_words(min(values))} to {number_words(max(values))} {unit}"
    return svg(320, 130, f"{label}: {told}", "".join(parts))


def lines_svg(
    lines: Sequence[Line], *, label: str, x_label: str, y_label: str, spread: bool = False
) -> str:
    """Return lines over a common ground, with their intervals as whiskers.

    Args:
        lines: what is drawn; each has its colour, its dashes and its sign.
        label: what is shown, for readers that cannot see.
        x_label: what the ground counts.
        y_label: what the height counts.
        spread: give each doubling of x the same room; all of them are above 0.
    """
    drawn = [line for line in lines if line.points]
    if not drawn:
        return svg(640, 40, f"{label}: nothing to show", _NOTHING)
    x, y = _ground(drawn, spread=spread)
    parts = [f'<text x="0" y="12">{escape(y_label)}</text>']
    parts += [*rows(y, 5, 48, 632), *feet(x, 6, y.near, x_label)]
    for number, line in enumerate(drawn):
        parts += _line(number % len(_SIGNS), line, x, y, aside=4 * (number - len(drawn) // 2))
        parts.append(_key(number % len(_SIGNS), line.name, y.near + 56 + 22 * number))
    ends = (f"{one.name} ends at {number_words(one.points[-1][1])}" for one in drawn)
    return svg(640, y.near + 52 + 22 * len(drawn), f"{label}: {'; '.join(ends)}", "".join(parts))


def _edges(low: float, high: float) -> list[float]:
    """Return round numbers from below `low` to above `high`; whole ones for whole values."""
    edges = ticks(low, high, _BARS)
    whole = isinstance(low, int) and isinstance(high, int)
    if not whole or edges[1] - edges[0] >= 1:
        return edges
    return [float(edge) for edge in range(int(low), ceil(high) + 2)]


def _counts(values: Sequence[float], edges: Sequence[float]) -> list[int]:
    counts = [0] * (len(edges) - 1)
    step = edges[1] - edges[0]
    for value in values:
        counts[min(int((value - edges[0]) / step + 1e-9), len(counts) - 1)] += 1
    return counts


def _bar(edge: float, step: float, count: int, x: Scale, y: Scale) -> str:
    left, right, top = x.at(edge), x.at(edge + step), y.at(count)
    return (
        f'<rect class="bar" x="{left:.1f}" y="{top:.1f}" width="{max(right - left - 1, 1):.1f}" '
        f'height="{y.near - top:.1f}"><title>{count:,} from {number_words(edge)} to '
        f"{number_words(edge + step)}</title></rect>"
    )


def _ground(lines: Sequence[Line], *, spread: bool) -> tuple[Scale | SpreadScale, Scale]:
    """Return the scales on which all lines and their intervals have room."""
    xs = [x for line in lines for x, _ in line.points]
    xs += [x for line in lines for x, _, _ in line.intervals]
    ys = [y for line in lines for _, y in line.points]
    ys += [end for line in lines for _, *ends in line.intervals for end in ends]
    heights = ticks(min(ys), max(ys), 5)
    y = Scale(heights[0], heights[-1], 320, 28)
    if spread:
        return SpreadScale(tuple(sorted(set(xs))), 70, 612), y
    return Scale(min(xs), max(xs), 70, 612), y


def _line(number: int, line: Line, x: Scale | SpreadScale, y: Scale, aside: float) -> Iterator[str]:
    """Yield a line, its whiskers a little aside so that those of others can be seen."""
    way = "L".join(f"{x.at(at):.1f} {y.at(value):.1f}" for at, value in line.points)
    yield (
        f'<path class="curve s{number}" fill="none" stroke="currentColor" '
        f'stroke-dasharray="{_DASHES[number]}" d="M{way}"/>'
    )
    values = dict(line.points)
    for at, low, high in line.intervals:
        place = x.at(at) + aside
        yield (
            f'<path class="s{number}" stroke="currentColor" stroke-width="1.5" fill="none" '
            f'd="M{place:.1f} {y.at(low):.1f}V{y.at(high):.1f}m-3 0h6M{place - 3:.1f} '
            f'{y.at(low):.1f}h6"><title>{escape(visible(line.name))} at {number_words(at)}: '
            f"{number_words(low)} to {number_words(high)}</title></path>"
        )
        if at in values:
            yield _sign(number, place, y.at(values[at]))
    if not line.intervals:
        yield from (_sign(number, x.at(at), y.at(value)) for at, value in line.points)


def _key(number: int, name: str, at: float) -> str:
    return (
        f'<path class="curve s{number}" stroke="currentColor" stroke-dasharray="{_DASHES[number]}" '
        f'd="M70 {at}h44"/>{_sign(number, 92, at)}'
        f'<text class="name" x="126" y="{at + 4}">{escape(shortened(name, _KEY))}'
        f"<title>{escape(visible(name))}</title></text>"
    )


def _sign(number: int, x: float, y: float) -> str:
    return f'<path class="f{number}" transform="translate({x:.1f} {y:.1f})" d="{_SIGNS[number]}"/>'
