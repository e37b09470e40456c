"""Comparisons on a page: a part of the changes at a time, with the way to the others."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from linewise.render import marked_hunks
from linewise.review._room import number_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from starlette.requests import Request

    from linewise.changes import ChangeSet
    from linewise.render import Row

__all__ = ["Comparison", "comparison"]

_Rows: TypeAlias = "tuple[Row, ...]"

# A hunk that is longer is drawn in pieces.
_MOST_ROWS = 100

# Rows of one part; a hunk that would not fit begins the next one.
_PART_ROWS = 1_500


class Comparison(NamedTuple):
    """A part of what differs between two texts.

    Attributes:
        hunks: groups of rows.
        beside: whether old and new stand beside each other.
        part: which part it is, counted from 0.
        goes_on: whether there is another part after it.
    """

    hunks: tuple[tuple[Row, ...], ...]
    beside: bool
    part: int
    goes_on: bool


def comparison(request: Request, changes: ChangeSet | None) -> Comparison:
    """Return the part of a comparison that is asked for, in the form that is asked for."""
    part = number_in(request.query_params.get("part", ""))
    beside = request.query_params.get("form") == "beside"
    if changes is None:
        return Comparison((), beside, part, goes_on=False)
    found = tuple(islice(_parts(marked_hunks(changes)), part, part + 2))
    return Comparison(found[0] if found else (), beside, part, len(found) > 1)


def _parts(hunks: Iterable[_Rows]) -> Iterator[tuple[_Rows, ...]]:
    """Yield hunks in parts of about as many rows."""
    held: list[_Rows] = []
    rows = 0
    for piece in _pieces(hunks):
        if held and rows + len(piece) > _PART_ROWS:
            yield tuple(held)
            held, rows = [], 0
        held.append(piece)
        rows += len(piece)
    if held:
        yield tuple(held)


def _pieces(hunks: Iterable[_Rows]) -> Iterator[_Rows]:
    """Yield hunks, long ones in pieces."""
    for hunk in hunks:
        for first in range(0, len(hunk), _MOST_ROWS):
            yield tuple(hunk[first : first + _MOST_ROWS])
