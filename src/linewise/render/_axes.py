"""What all plots stand on: scales, round numbers, and the frame of a drawing."""

from __future__ import annotations

from html import escape
from math import ceil, floor, log10
from typing import TYPE_CHECKING, NamedTuple

from linewise.render.signs import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Scale", "SpreadScale", "feet", "number_words", "rows", "svg", "ticks"]


class Scale(NamedTuple):
    """Where the values of one axis stand on a drawing.

    Attributes:
        low: the value that stands at `near`.
        high: the value that stands at `far`.
        near: in the drawing's units.
        far: in the drawing's units.
    """

    low: float
    high: float
    near: float
    far: float

    def at(self, value: float) -> float:
        """Return where a value stands."""
        if self.high == self.low:
            return (self.near + self.far) / 2
        return self.near + (value - self.low) / (self.high - self.low) * (self.far - self.near)

    def marks(self, count: int) -> list[float]:
        """Return at most about `count` round values that lie on the axis."""
        return [one for one in ticks(self.low, self.high, count) if self.low <= one <= self.high]


class SpreadScale(NamedTuple):
    """An axis on which each doubling takes the same room, marked at given values.

    Attributes:
        values: in order, all above 0.
        near: where the first of them stands.
        far: where the last of them stands.
    """

    values: tuple[float, ...]
    near: float
    far: float

    def at(self, value: float) -> float:
        """Return where a value stands."""
        low, high = log10(self.values[0]), log10(self.values[-1])
        return Scale(low, high, self.near, self.far).at(log10(value))

    def marks(self, count: int) -> list[float]:
        """Return about `count` of the values, the last among them."""
        step = ceil(len(self.values) / count)
        return list(self.values[::-step][::-1])


def ticks(low: float, high: float, count: int) -> list[float]:
    """Return about `count` round numbers, the first and the last of which enclose a range."""
    step = _round_step((high - low) / max(1, count) or abs(high) or 1)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [round(number * step, 10) for number in range(first, max(last, first + 1) + 1)]


def rows(y: Scale, count: int, left: float, right: float) -> Iterator[str]:
    """Yield lines across a plot, each with its value before it."""
    for value in y.marks(count):
        at = y.at(value)
        yield f'<path class="grid" stroke="currentColor" d="M{left} {at:.1f}H{right}"/>'
        words = number_words(value)
        yield f'<text x="{left - 6}" y="{at + 4:.1f}" text-anchor="end">{words}</text>'


def feet(x: Scale | SpreadScale, count: int, y: float, name: str) -> Iterator[str]:
    """Yield the axis at the foot of a plot, with values and what they count."""
    yield f'<path class="axis" stroke="currentColor" d="M{x.near} {y}H{x.far}"/>'
    marks = x.marks(count)
    for value in marks:
        at = x.at(value)
        anchor = "end" if at > x.far - 12 else "middle"
        yield f'<path class="axis" stroke="currentColor" d="M{at:.1f} {y}v4"/>'
        yield f'<text x="{at:.1f}" y="{y + 16}" text-anchor="{anchor}">{number_words(value)}</text>'
    yield f'<text x="{x.far}" y="{y + 31}" text-anchor="end">{escape(visible(name))}</text>'


def svg(width: float, height: float, label: str, body: str) -> str:
    """Return a drawing that scales with the page and says what it shows."""
    return (
        f'<svg class="plot" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" '
        f'role="img" aria-label="{escape(visible(label))}" fill="currentColor">{body}</svg>'
    )


def number_words(value: float) -> str:
    """Return a number as short as it can be read."""
    return f"{value:,.0f}" if abs(value) >= 100 or value == round(value) else f"{value:.3g}"


def _round_step(step: float) -> float:
    """Return the least of 1, 2, 5, 10, 20, 50, … (or tenths of them) that reaches a step."""
    power: float = 10.0 ** floor(log10(step))
    return next(times * power for times in (1, 2, 5, 10) if times * power >= step * (1 - 1e-9))
