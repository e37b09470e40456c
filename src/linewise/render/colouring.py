"""A document for a terminal, with layers of pieces as colours and numbers.

It stands on the same runs as the page: fills take turns as backgrounds, frames are bold, lines
under words are lines under words, and a bar stands before the lines of its piece.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from linewise.render.layers import as_layers, runs
from linewise.render.signs import visible, without_end

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from linewise.document import Document
    from linewise.render.layers import Layer, Layers, Run

__all__ = ["terminal_view"]

# Backgrounds of the 256 colours that every terminal has had for long, with black words on them.
_FILLS = ("30;48;5;153", "30;48;5;222", "30;48;5;183")
_BARS = ("┃", "║")
_BRACKETS = {"fill": ("[", "]"), "frame": ("<", ">"), "underline": ("(", ")"), "bar": ("{", "}")}


def terminal_view(
    document: Document,
    layers: Layers,
    *,
    colour: bool = True,
) -> Iterator[str]:
    """Yield the lines of a document with layers drawn over them.

    Each piece begins with its number in brackets; without colours, those are all there is.

    Args:
        document: what is shown.
        layers: what is drawn over it; only those that are to be seen are.
        colour: use colours.

    Raises:
        SpanError: a piece is of another document.
        OptionError: there are more layers than can be told apart.
    """
    drawn = [layer for layer in as_layers(document, layers) if layer.shown]
    pen = _Pen(drawn, colour=colour)
    count = document.line_count
    starts = [document.line_span(number).start for number in range(2, count + 1)]
    line: list[str] = []
    number = 1
    for run in runs(len(document.text), pen.pieces, starts):
        if number < count and run.start >= starts[number - 1]:
            yield pen.line(number, line)
            line, number = [], number + 1
        line.append(pen.run(run, document.text))
    if line:
        yield pen.line(number, line)


class _Pen:
    """Draws runs in the looks of their layers, as far as a terminal has them."""

    def __init__(self, layers: Sequence[Layer], *, colour: bool) -> None:
        self.layers = layers
        self.pieces = [piece for layer in layers for piece in layer.pieces]
        self._numbers = [(layer, place) for layer in layers for place in range(len(layer.pieces))]
        self._colour = colour
        self._bar = " "

    def run(self, run: Run, text: str) -> str:
        """Return one run: the numbers of what begins there, then its words."""
        covering = [self._numbers[number] for number in run.covering]
        bars = [place for layer, place in covering if layer.look == "bar"]
        self._bar = _BARS[bars[-1] % len(_BARS)] if bars else " "
        marks = "".join(_mark(*self._numbers[number]) for number in run.beginning)
        words = visible(without_end(text[run.start : run.end]))
        if not self._colour:
            return marks + words
        return (f"\x1b[1m{marks}\x1b[0m" if marks else "") + _styled(words, _style(covering))

    def line(self, number: int, runs_of_it: Sequence[str]) -> str:
        """Return a line with its number before it."""
        dim, plain = ("\x1b[2m", "\x1b[0m") if self._colour else ("", "")
        return f"{dim}{number:>5}{plain} {self._bar} {''.join(runs_of_it)}\n"


def _mark(layer: Layer, place: int) -> str:
    left, right = _BRACKETS[layer.look or "fill"]
    return f"{left}{place + 1}{right}"


def _style(covering: Iterable[tuple[Layer, int]]) -> str:
    """Return the codes for what a run lies in; where fills overlap, its words are slanted."""
    codes: dict[str, str] = {}
    for layer, place in covering:
        if layer.look == "fill":
            slant = ";3" if "fill" in codes else ""
            codes["fill"] = _FILLS[place % len(_FILLS)] + slant
        elif layer.look == "frame":
            codes["frame"] = "1"
        elif layer.look == "underline":
            codes["underline"] = "4" if place % 2 == 0 else "4:3"
    return ";".join(codes.values())


def _styled(words: str, style: str) -> str:
    return f"\x1b[{style}m{words}\x1b[0m" if style and words else words
