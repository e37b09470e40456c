"""Choose among the operations of an edit, as a person does who reviews it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from linewise._kinds import check_kind, check_several, check_whole
from linewise.editing.edit import Edit
from linewise.editing.operations import DeleteLine, Operation, with_words
from linewise.editing.placing import places
from linewise.editing.plan import plan
from linewise.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["check_operation", "picked", "reword", "reworded", "select", "standing"]


def select(edit: Edit, numbers: Iterable[int]) -> Edit:
    """Return the edit with some of its operations alone.

    An operation on a line that another one creates falls away with that one.

    Args:
        edit: what was proposed.
        numbers: which of `edit.operations` to keep, counted from 1.

    Raises:
        OptionError: there is no operation of that number.
    """
    check_kind("edit", edit, Edit)
    check_several("numbers", numbers, "[1, 3]")
    wanted = list(numbers)
    for number in wanted:
        check_operation(edit, number)
    return picked(edit, standing(edit, wanted))


def standing(edit: Edit, wanted: Iterable[int]) -> tuple[int, ...]:
    """Return the numbers of the wanted operations that have all that they need among them."""
    among = set(wanted)
    placed = enumerate(places(edit), start=1)
    return tuple(n for n, place in placed if n in among and among.issuperset(place.needs))


def picked(edit: Edit, numbers: Iterable[int]) -> Edit:
    """Return an edit with some of its operations, which need no others."""
    return _planned(edit, [edit.operations[number - 1] for number in numbers])


def reword(edit: Edit, number: int, content: str) -> Edit:
    r"""Return the edit with other new words for one of its operations.

    Args:
        edit: what was proposed.
        number: which of `edit.operations`, counted from 1.
        content: the words to write instead, with `\n` between two lines.

    Raises:
        OptionError: there is no operation of that number, or it writes no words.
    """
    check_whole("the number of an operation", number)
    return reworded(edit, {number: content})


def reworded(edit: Edit, contents: Mapping[int, str]) -> Edit:
    """Return the edit with other new words for some of its operations; it is planned once.

    Args:
        edit: what was proposed.
        contents: the words to write instead, by the number of the operation, counted from 1.

    Raises:
        OptionError: there is no operation of that number, or it writes no words.
    """
    check_kind("edit", edit, Edit)
    operations = list(edit.operations)
    for number, content in contents.items():
        check_operation(edit, number)
        operations[number - 1] = _reworded(operations[number - 1], content)
    return _planned(edit, operations)


def _planned(edit: Edit, operations: Sequence[Operation]) -> Edit:
    """Plan other operations, and keep what is known of the reply that they come from."""
    return replace(
        plan(edit.before, operations),
        repairs=edit.repairs,
        warnings=edit.warnings,
        refused=edit.refused,
        usage=edit.usage,
        shown=edit.shown,
    )


def check_operation(edit: Edit, number: int) -> None:
    """Refuse a number that no operation of an edit has.

    Raises:
        OptionError: there is no operation of that number.
    """
    if number not in range(1, len(edit.operations) + 1):
        raise OptionError(
            f"there is no operation {number!r}: the edit has "
            + (f"operations 1 to {len(edit.operations)}" if edit.operations else "none")
        )


def _reworded(operation: Operation, content: str) -> Operation:
    if isinstance(operation, DeleteLine):
        raise OptionError(f"deleting line {operation.line} writes no words that could be changed")
    return with_words(operation, content)
