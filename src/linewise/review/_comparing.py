"""Comparisons on a page: a part of the changes at a time, with the way to the others."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from linewise.render import marked_hunks
from linewise.review._room import number_in

if TYPE_CHECKING:
    from starlette.requests import Request

    from linewise.changes import ChangeSet
    from linewise.render import Row

__all__ = ["Comparison", "comparison"]

_MOST_HUNKS = 200


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
    first = part * _MOST_HUNKS
    found = tuple(islice(marked_hunks(changes), first, first + _MOST_HUNKS + 1))
    return Comparison(found[:_MOST_HUNKS], beside, part, len(found) > _MOST_HUNKS)
