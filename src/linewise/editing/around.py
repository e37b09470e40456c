"""What an operation puts other words in the place of, and what it says that stands there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from linewise.editing.operations import DeleteLine, InsertLineAfter, ReplaceText, words_of
from linewise.editing.placing import places

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linewise.editing.edit import Edit

__all__ = ["Repeated", "repeated", "replaced"]


class Repeated(NamedTuple):
    """Words that an operation writes, and that stand right beside them as well.

    Attributes:
        before: those that stand before; "" where there are none.
        after: those that stand after.
    """

    before: str
    after: str


def replaced(edit: Edit, number: int) -> str:
    """Return the words in whose place an operation writes others; "" where it only inserts.

    Args:
        edit: what was proposed.
        number: which of its operations, counted from 1.
    """
    operation, place = edit.operations[number - 1], places(edit)[number - 1]
    if isinstance(operation, ReplaceText):
        return operation.old
    if isinstance(operation, InsertLineAfter):
        return ""
    if place.needs:
        return words_of(edit.operations[place.needs[0] - 1])
    return "\n".join(edit.before.lines[place.first - 1 : place.last])


def repeated(edit: Edit, number: int) -> Repeated:
    """Return what an operation writes though it stands right beside its place.

    Whoever is asked for new words for a part of a line easily writes the whole line, and with a
    line its neighbours.

    Args:
        edit: what was proposed.
        number: which of its operations, counted from 1.
    """
    operation, place = edit.operations[number - 1], places(edit)[number - 1]
    if place.needs or isinstance(operation, DeleteLine):
        return Repeated("", "")
    lines = edit.before.lines
    if isinstance(operation, ReplaceText):
        before, _, after = lines[place.first - 1].partition(operation.old)
        return _beside(before.split(), operation.new.split(), after.split(), " ")
    above, below = lines[: place.first - 1], lines[place.last :]
    return _beside(above, operation.content.split("\n"), below, "\n")


def _beside(
    before: Sequence[str], written: Sequence[str], after: Sequence[str], joint: str
) -> Repeated:
    """Return what the written parts have at their ends of the parts on both sides."""
    most = len(written)
    first = _longest(before[-most:], written, joint)
    last = _longest(written, after[:most], joint)
    return Repeated(first, last)


def _longest(left: Sequence[str], right: Sequence[str], joint: str) -> str:
    """Return the longest end of the left parts that is the beginning of the right ones."""
    for count in range(min(len(left), len(right)), 0, -1):
        common = joint.join(right[:count])
        if list(left[-count:]) == list(right[:count]) and common.strip():
            return common
    return ""
