"""The figures of a layer: how many pieces, how long, and how much of the text they cover."""

from __future__ import annotations

from itertools import pairwise
from statistics import fmean, median
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from linewise.document import Document, Piece
    from linewise.render.layers import Layer

__all__ = ["Figure", "layer_figures"]


class Figure(NamedTuple):
    """One thing to know of a layer.

    Attributes:
        name: of what is told.
        value: in words.
        piece: the number of the piece that it is told of, from 0; None where it is of all.
    """

    name: str
    value: str
    piece: int | None = None


def layer_figures(layer: Layer, document: Document) -> list[Figure]:
    """Return what there is to know of a layer over a document."""
    length = len(document.text)
    sizes = list(layer.sizes or ())
    if not sizes:
        return [Figure("Count", "0")]
    shortest, longest = min(sizes), max(sizes)
    covered, repeated = _covered(layer.pieces)
    found = [
        Figure("Count", f"{len(sizes):,}"),
        Figure("Mean", f"{fmean(sizes):,.0f} {layer.unit}"),
        Figure("Median", f"{median(sizes):,.0f} {layer.unit}"),
        Figure("Shortest", f"{shortest:,} {layer.unit}", sizes.index(shortest)),
        Figure("Longest", f"{longest:,} {layer.unit}", sizes.index(longest)),
        Figure("In all", f"{sum(sizes):,} {layer.unit}"),
    ]
    if length:
        found.append(Figure("Cover", f"{_percent(covered, length)} of the text"))
        found.append(Figure("Overlap", f"{_percent(repeated, length)} of the text"))
    return found


def _percent(part: int, whole: int) -> str:
    """Return a share of a whole, so that only nothing is 0 and only all is 100."""
    share = 100 * part / whole
    if 0 < share < 1:
        return "under 1 %"
    if 99 < share < 100:
        return "over 99 %"
    return f"{share:.0f} %"


def _covered(pieces: Iterable[Piece]) -> tuple[int, int]:
    """Return how many characters lie in at least one piece, and how many in at least two."""
    edges = sorted(edge for piece in pieces for edge in ((piece.start, 1), (piece.end, -1)))
    depth = covered = repeated = 0
    for (at, step), (after, _) in pairwise(edges):
        depth += step
        covered += (after - at) * (depth > 0)
        repeated += (after - at) * (depth > 1)
    return covered, repeated
