"""A document as HTML, line by line, with layers of pieces drawn over it.

`draw(document, layers)` is the text, for any page; the page also needs `layers.css` and the
`layer_rules(layers)` in its style, and `switches(layers)` where layers are to be switched.
Where a layer has a piece, the run has a class `a<layer><tint>`, and `o<layer>` where pieces of it
overlap; `data-p` names the pieces wherever they are not those of the run before. Each piece begins
with a numbered mark `#p<layer>-<number>` that tells its place.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from html import escape
from itertools import chain, groupby, islice, pairwise
from typing import TYPE_CHECKING, NamedTuple

from linewise.render.layers import as_layers, runs
from linewise.render.markup import shown_text
from linewise.render.places import piece_words
from linewise.render.signs import visible, without_end
from linewise.tokens import floor_boundary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from linewise.document import Document
    from linewise.render.layers import Layer, Layers, Look, Run

__all__ = ["draw", "layer_rules", "switches"]

# How many tints the pieces of a layer take in turns.
TINTS: Mapping[Look, int] = {"fill": 3, "frame": 1, "underline": 2, "bar": 2}

# Pieces that a run names, those that began last: windows that move by one character at a time
# would otherwise each be named as often as they are long.
_MOST_NAMED = 12

# Lines that a browser lays out together, when they come into view.
BLOCK = 200

# Characters of a line from which on it is laid out in parts, and of a part: to lay out a line of
# megabytes in one takes a browser minutes.
_LONG = 40_000
_PART = 10_000


class _Member(NamedTuple):
    """One piece: the number of its layer, and its own number there, both from 0."""

    layer: int
    place: int


def draw(
    document: Document,
    layers: Layers,
    *,
    count_tokens: Callable[[str], int] | None = None,
    lines: tuple[int, int] | None = None,
) -> str:
    """Return a document as HTML: numbered lines `#L<number>` with the layers drawn over them.

    Args:
        document: what is shown.
        layers: what is drawn over it: layers, pieces by name, or the pieces of a single one.
        count_tokens: measures pieces for what their marks tell.
        lines: the first and the last line to show; all when left out.

    Raises:
        SpanError: a piece is of another document, or there are no such lines.
        OptionError: there are more layers than can be told apart.
    """
    drawn = as_layers(document, layers)
    first, last = lines or (1, document.line_count)
    if document.line_count:
        document.line_span(first, last)
    shown = islice(_lines(document, _Pen(drawn, count_tokens), first), max(1, last - first + 1))
    if not document.line_count:
        empty = "" if document.text else '<span class="none">The document is empty.</span>'
        return f'<p class="lines">{"".join(shown)}{empty}</p>\n'
    return "".join(_blocks(shown, first))


def layer_rules(layers: Iterable[Layer]) -> str:
    """Return the style rules by which each layer is seen while its switch is on."""
    return "".join(
        rule for number, layer in enumerate(layers) for rule in _rules(number, layer.look or "fill")
    )


def switches(layers: Iterable[Layer]) -> str:
    """Return a box for each layer that switches it; they work without a script."""
    return "".join(
        f'<label class="switch"><input type="checkbox" id="show-{number}"'
        f"{' checked' if layer.shown else ''}>"
        f'<span class="swatch {layer.look or "fill"}" aria-hidden="true">ab</span> '
        f"{escape(visible(layer.name))} <small>{len(layer.pieces):,}</small></label>\n"
        for number, layer in enumerate(layers)
    )


def _blocks(lines: Iterable[str], first: int) -> Iterator[str]:
    for block, group in groupby(enumerate(lines), key=lambda pair: pair[0] // BLOCK):
        body = "".join(line for _, line in group)
        yield f'<ol class="lines" start="{block * BLOCK + first}">\n{body}</ol>\n'


def _lines(document: Document, pen: _Pen, first: int) -> Iterator[str]:
    """Yield each line from the first as an item of a list; without lines the runs bare."""
    count = document.line_count
    starts = [document.line_span(number).start for number in range(2, count + 1)]
    ends = [*starts, len(document.text)]
    breaks = [list(_breaks(document.text, *pair)) for pair in pairwise([0, *ends])]
    found = runs(len(document.text), pen.pieces, [*starts, *chain(*breaks)])
    run = next(found, None)
    for number, end in enumerate(ends, start=1):
        own: list[Run] = []
        while run is not None and (run.start < end or number == max(count, 1)):
            own.append(run)
            run = next(found, None)
        if number < first:
            continue
        line = "".join(_parts(own, breaks[number - 1], pen, document.text))
        yield f"<li id=L{number}{pen.bars(own)}>{line}\n" if count else line


def _breaks(text: str, start: int, end: int) -> Iterator[int]:
    """Yield where a line that is too long to be laid out in one is broken."""
    if end - start < _LONG:
        return
    for at in range(start + _PART, end - _PART, _PART):
        place = floor_boundary(text, at, start)
        if place > start:
            yield place
            start = place


def _parts(own: Iterable[Run], breaks: Sequence[int], pen: _Pen, text: str) -> Iterator[str]:
    """Yield the runs of a line, those of each part closed in where it is broken."""
    for _, part in groupby(own, key=lambda run: bisect_right(breaks, run.start)):
        drawn = "".join(pen.run(one, text) for one in part)
        yield f'<span class="part">{drawn}</span>' if breaks else drawn


class _Pen:
    """Draws runs of one document in the looks of its layers."""

    def __init__(self, layers: Sequence[Layer], count_tokens: Callable[[str], int] | None) -> None:
        self.layers = layers
        self.pieces = [piece for layer in layers for piece in layer.pieces]
        self._numbers = [
            _Member(at, index)
            for at, layer in enumerate(layers)
            for index in range(len(layer.pieces))
        ]
        self._count_tokens = count_tokens
        self._named: tuple[int, ...] = ()

    def run(self, run: Run, text: str) -> str:
        """Return one run: the marks of what begins there, then its words."""
        marks = "".join(self._mark(self._numbers[number]) for number in run.beginning)
        words = shown_text(without_end(text[run.start : run.end]))
        if not words or not run.covering:
            return marks + words
        covering = [self._numbers[number] for number in run.covering]
        name = "" if run.covering == self._named else f' data-p="{_names(covering)}"'
        self._named = run.covering
        return f'{marks}<span class="{self._classes(covering)}"{name}>{words}</span>'

    def bars(self, own: Sequence[Run]) -> str:
        """Return the classes of a line for the layers that are drawn beside it."""
        found = {
            self._numbers[number].layer: self._numbers[number].place
            for run in own
            for number in (*run.covering, *run.beginning)
            if self.layers[self._numbers[number].layer].look == "bar"
        }
        classes = [f"b{layer}{index % TINTS['bar']}" for layer, index in found.items()]
        return f' class="{" ".join(classes)}"' if classes else ""

    def _classes(self, covering: Sequence[_Member]) -> str:
        """Return the class of the last piece of each layer, and of layers that have more."""
        last = dict(covering)
        tinted = (
            f"a{layer}{place % TINTS[self.layers[layer].look or 'fill']}"
            for layer, place in last.items()
        )
        if len(last) == len(covering):
            return " ".join(tinted)
        counts = Counter(one.layer for one in covering)
        return " ".join((*tinted, *(f"o{layer}" for layer, count in counts.items() if count > 1)))

    def _mark(self, number: _Member) -> str:
        layer = self.layers[number.layer]
        name = f"p{number.layer}-{number.place + 1}"
        words = " · ".join(piece_words(layer, number.place, self._count_tokens))
        return (
            f'<a class="mark m{number.layer} {layer.look}" id={name} href=#{name}>'
            f'{number.place + 1} <span class="card">{shown_text(words)}</span></a>'
        )


def _names(covering: Sequence[_Member]) -> str:
    return " ".join(f"{layer}-{place + 1}" for layer, place in covering[-_MOST_NAMED:])


def _rules(number: int, look: Look) -> Iterator[str]:
    on = f"body:has(#show-{number}:checked)"
    yield f"{on} .mark.m{number}{{display:inline-block}}\n"
    kind = "b" if look == "bar" else "a"
    for tint in range(TINTS[look]):
        yield f"{on} .{kind}{number}{tint}{{{_LOOK[look].replace('%', str(tint))}}}\n"
    if look in _OVERLAP:
        yield f"{on} .o{number}{{{_OVERLAP[look]}}}\n"


_LOOK: Mapping[Look, str] = {
    "fill": "background-color:var(--fill-%)",
    "frame": "box-shadow:inset 0 2px var(--frame),inset 0 -2px var(--frame)",
    "underline": "text-decoration:underline var(--line-%);text-underline-offset:.25em",
    "bar": "border-inline-start:var(--bar-%)",
}
_OVERLAP: Mapping[Look, str] = {
    "fill": "background-image:var(--hatch)",
    "frame": "background-image:var(--hatch)",
    "underline": "text-decoration:underline var(--line-both)",
}
