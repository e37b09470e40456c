"""Where each operation of an edit stands in its document."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from linewise.editing.operations import InsertLineAfter
from linewise.editing.targets import Made, created_ids, find_target

if TYPE_CHECKING:
    from collections.abc import Mapping

    from linewise.editing.edit import Edit

__all__ = ["Place", "places"]


class Place(NamedTuple):
    """The lines that an operation is about.

    Attributes:
        first: the first line that it changes, or that it inserts before.
        last: the last line that it changes; one below `first` where it only inserts.
        needs: the numbers of the operations that create the line which it is about, counted from
            1, the nearest first.
    """

    first: int
    last: int
    needs: tuple[int, ...] = ()


def places(edit: Edit) -> tuple[Place, ...]:
    """Return the place of each operation of an edit, in their order.

    An operation on a line that another one creates stands where that one inserts.
    """
    made, _ = created_ids(edit.before, edit.operations, {})
    return tuple(_place(edit, index, made) for index in range(len(edit.operations)))


def _place(edit: Edit, index: int, made: Mapping[int | str, int]) -> Place:
    needs: list[int] = []
    target = find_target(edit.before, edit.operations[index], made)
    while isinstance(target, Made):
        index = target.number
        needs.append(index + 1)
        target = find_target(edit.before, edit.operations[index], made)
    if isinstance(edit.operations[index], InsertLineAfter):
        return Place(target.last + 1, target.last, tuple(needs))
    return Place(target.first, target.last, tuple(needs))
