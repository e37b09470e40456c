"""The page of layers: chunks under a strategy, chapters, and key points, over the document."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from linewise.passages import chapters
from linewise.render import Layer, draw, histogram_svg, layer_rules
from linewise.render.figures import layer_figures
from linewise.render.pages import as_markup, asset
from linewise.review._room import Room, number_in
from linewise.splitting import split
from linewise.summaries import key_points

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from starlette.datastructures import QueryParams
    from starlette.requests import Request
    from starlette.responses import Response

    from linewise.document import Document, Piece
    from linewise.render import Look
    from linewise.review._words import Words
    from linewise.splitting.measures import Unit
    from linewise.splitting.plan import By

__all__ = ["layers", "shared_style"]

LOOKS: Mapping[str, Look] = {"chunks": "fill", "chapters": "bar", "points": "frame"}
STRATEGIES: tuple[By, ...] = (
    "recursive",
    "structure",
    "sentences",
    "markdown",
    "topics",
    "lines",
    "chars",
    "tokens",
)
UNITS: tuple[Unit, ...] = ("chars", "tokens", "lines")

_POINTS = 10

# Parameters of the address that the page calls by another name.
_LABELS: Mapping[str, str] = {"show": "kind"}

# A size that is being typed is small at first.
_MOST_CHUNKS = 20_000

# Lines that one page draws; the others are a link away.
_WINDOW = 600

# What nobody can mean is not repeated at length.
_LONGEST_ASKED = 40


class Cut(NamedTuple):
    """How a document is cut into chunks.

    Attributes:
        by: the strategy.
        size: of a chunk at most.
        overlap: that a chunk repeats.
        unit: of both.
    """

    by: By
    size: int
    overlap: int
    unit: Unit


def layers(room: Room, request: Request) -> Response:
    """Show a document under its layers."""
    sheet = room.sheet(request)
    asked = request.query_params
    document = sheet.headed(sheet.document())
    shown = [kind for kind in LOOKS if kind in asked.getlist("show")] or ["chunks"]
    cut = _cut(asked, document)
    words = room.words(request)
    drawn = [
        Layer(
            words(f"layers.{kind}"),
            _pieces(document, kind, cut) if kind in shown else (),
            look=look,
        )
        for kind, look in LOOKS.items()
    ]
    first = max(1, min(number_in(asked.get("line", ""), 1), document.line_count))
    last = min(document.line_count, first + _WINDOW - 1)
    kinds = ", ".join(words(f"layers.{kind}") for kind in shown)
    instead = {**cut._asdict(), "line": first, "show": kinds}
    return room.page(
        request,
        "layers.html",
        sheet=sheet,
        tab="layers",
        looks=LOOKS,
        shown=shown,
        cut=cut,
        strategies=STRATEGIES,
        units=UNITS,
        drawn=[_told(layer, document) for layer in drawn if layer.pieces],
        text=as_markup(draw(document, drawn, lines=(first, last))),
        first=first,
        last=last,
        window=_WINDOW,
        line_count=document.line_count,
        query=urlencode([pair for pair in asked.multi_items() if pair[0] != "line"]),
        corrections=list(_corrections(asked, instead, words)),
    )


def shared_style() -> str:
    """Return the style that this page has in common with the pages that `render` makes."""
    looks = [Layer(kind, (), look=look) for kind, look in LOOKS.items()]
    return asset("page.css") + asset("layers.css") + layer_rules(looks)


def _cut(asked: Mapping[str, str], document: Document) -> Cut:
    """Return what is asked for; what would make more chunks than can be shown is made larger."""
    unit = next((one for one in UNITS if one == asked.get("unit")), UNITS[0])
    least = max(1, _measure(document, unit) // _MOST_CHUNKS)
    size = max(least, number_in(asked.get("size", ""), 1_000))
    return Cut(
        next((one for one in STRATEGIES if one == asked.get("by")), STRATEGIES[0]),
        size,
        min(number_in(asked.get("overlap", ""), 200), size - least),
        unit,
    )


def _corrections(asked: QueryParams, shown: Mapping[str, object], words: Words) -> Iterator[str]:
    """Yield what an address asks for that cannot be shown, and what is shown instead.

    Args:
        asked: the parameters of the address.
        shown: what is shown, by their names.
        words: in which it is said.
    """
    for name, instead in shown.items():
        wanted = _misfit(asked.getlist(name), name, instead)
        if wanted:
            yield words(
                "layers.instead",
                what=words(f"layers.{_LABELS.get(name, name)}"),
                asked=wanted[:_LONGEST_ASKED],
                shown=instead,
            )


def _misfit(asked: list[str], name: str, shown: object) -> str:
    """Return the value of a parameter that cannot be shown, "" where there is none."""
    if name == "show":
        return next((value for value in asked if value not in LOOKS), "")
    value = asked[-1] if asked else ""
    as_shown = number_in(value, -1) if isinstance(shown, int) else value
    return "" if as_shown == shown else value


def _measure(document: Document, unit: Unit) -> int:
    """Return about how much there is of a document."""
    if unit == "lines":
        return document.line_count
    return len(document.text) // (4 if unit == "tokens" else 1)


@lru_cache(maxsize=16)
def _pieces(document: Document, kind: str, cut: Cut) -> tuple[Piece, ...]:
    """Return the pieces of a layer."""
    if kind == "chunks":
        return tuple(split(document, cut.by, cut.size, cut.overlap, unit=cut.unit))
    if kind == "points":
        return tuple(key_points(document, _POINTS))
    return tuple(chapters(document))


def _told(layer: Layer, document: Document) -> dict[str, object]:
    return {
        "name": layer.name,
        "unit": layer.unit,
        "figures": layer_figures(layer, document),
        "histogram": as_markup(histogram_svg(layer.sizes or (), unit=layer.unit, label=layer.name))
        if len(layer.pieces) > 1
        else None,
    }
