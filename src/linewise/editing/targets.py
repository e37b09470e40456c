"""Which lines an operation is about: ids looked up in the document and among created lines."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from linewise._kinds import file_name_hint
from linewise.editing.operations import InsertLineAfter, Operation, ReplaceText
from linewise.errors import ReplyError, ReplyErrorKind
from linewise.numbering import content_tag
from linewise.replies import LineRange, Reference, Repair, RepairKind, TaggedLine, read_reference

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from linewise.document import Document

__all__ = ["Lines", "Made", "Target", "created_ids", "find_target", "read_id", "uses"]


# So many lines on either side are looked at for one that moved: tags are too short for more.
_NEARBY = 20


class Lines(NamedTuple):
    """Lines of the document, both included; 0 and 0 is the place before the first."""

    first: int
    last: int


class Made(NamedTuple):
    """The lines that an insertion of the same list creates, by its number in the list."""

    number: int


Target: TypeAlias = Lines | Made


def read_id(written: Reference) -> Reference:
    """Return what an id names, where it is words; else it is read already."""
    return read_reference(written) if isinstance(written, str) else written


def uses(operation: Operation) -> list[int | str]:
    """Return the ids that an operation names as its target."""
    line = read_id(operation.line)
    if isinstance(line, LineRange):
        return [line.first, line.last]
    return [line.number if isinstance(line, TaggedLine) else line]


def created_ids(
    document: Document, operations: Sequence[Operation], errors: dict[int, ReplyError]
) -> tuple[Mapping[int | str, int], list[Repair]]:
    """Return which insertion creates which id.

    A new id that is already that of a line is dropped, unless something names it.
    """
    named = {line for operation in operations for line in uses(operation)}
    made: dict[int | str, int] = {}
    repairs: list[Repair] = []
    for index, operation in enumerate(operations):
        if not isinstance(operation, InsertLineAfter) or operation.new_id is None:
            continue
        new_id = read_id(operation.new_id)
        key = new_id if isinstance(new_id, int | str) else str(new_id)
        if isinstance(key, int) and key <= document.line_count:
            if key in named:
                errors[index] = _ambiguous(operation, key)
            else:
                repairs.append(_renamed(operation, key))
        elif key in made:
            errors[index] = ReplyError(
                ReplyErrorKind.DUPLICATE_ID,
                f"two insertions call their line {key}; give each new line an id of its own, or "
                "none",
                item=operation.item or None,
            )
        else:
            made[key] = index
    return made, repairs


def find_target(document: Document, operation: Operation, made: Mapping[int | str, int]) -> Target:
    """Return the lines that an operation is about.

    Raises:
        ReplyError: there are no such lines, or they hold another text than their tag says.
    """
    line = read_id(operation.line)
    item = operation.item or None
    if isinstance(line, LineRange):
        name = f"{line.first}.{line.last}"
        if name in made:
            return _find_dashed(document, line, Made(made[name]), item)
        return _find_range(document, line, operation)
    if isinstance(line, TaggedLine):
        _check_number(document, line.number, made, operation)
        if not line.number:
            raise ReplyError(
                ReplyErrorKind.TAG_MISMATCH,
                "the place before the first line has no words and no tag; write 0 alone",
                item=item,
            )
        _check_tag(document, line.number, line.tag, item)
        return Lines(line.number, line.number)
    if line in made:
        return Made(made[line])
    if not isinstance(line, int):
        raise _unknown(document, line, made, item)
    _check_number(document, line, made, operation)
    return Lines(line, line)


def _find_dashed(document: Document, line: LineRange, created: Made, item: int | None) -> Made:
    """Return the created line that `line-2-1` names, unless it could be a range as well."""
    if 1 <= line.first <= line.last <= document.line_count:
        raise ReplyError(
            ReplyErrorKind.AMBIGUOUS_ID,
            f"{line.first}-{line.last} could be a range of lines or the new line of that name; "
            f"write {line}, or give the new line another id",
            item=item,
        )
    return created


def _find_range(document: Document, lines: LineRange, operation: Operation) -> Lines:
    item = operation.item or None
    if isinstance(operation, InsertLineAfter | ReplaceText) and lines.first != lines.last:
        what = "inserted after" if isinstance(operation, InsertLineAfter) else "looked for in"
        raise ReplyError(
            ReplyErrorKind.BAD_RANGE,
            f"words cannot be {what} a range; name one line, such as {lines.last}",
            item=item,
        )
    if not 1 <= lines.first <= lines.last <= document.line_count:
        raise ReplyError(
            ReplyErrorKind.BAD_RANGE,
            f"{lines} is no range of this document, which has "
            + (f"lines 1 to {document.line_count}" if document.line_count else "no lines")
            + (
                f"; the first line comes first: {lines.last}..{lines.first}"
                if lines.first > lines.last
                else ""
            ),
            item=item,
        )
    for number, tag in ((lines.first, lines.first_tag), (lines.last, lines.last_tag)):
        if tag is not None:
            _check_tag(document, number, tag.lower(), item)
    return Lines(lines.first, lines.last)


def _check_number(
    document: Document, number: int, made: Mapping[int | str, int], operation: Operation
) -> None:
    lowest = 0 if isinstance(operation, InsertLineAfter) else 1
    if not lowest <= number <= document.line_count:
        raise _unknown(document, number, made, operation.item or None)


def _check_tag(document: Document, number: int, tag: str, item: int | None) -> None:
    line = document.lines[number - 1]
    current = content_tag(line)
    if tag != current:
        raise ReplyError(
            ReplyErrorKind.TAG_MISMATCH,
            f"{number}:{tag} is not the line that you read; {_moved(document, number, tag)}line "
            f"{number} is now {number}:{current}|{_shortened(line)}",
            item=item,
        )


def _moved(document: Document, number: int, tag: str) -> str:
    """Say which line carries a tag now, where exactly one of those nearby does."""
    first = max(1, number - _NEARBY)
    lines = document.lines[first - 1 : number + _NEARBY]
    found = [n for n, line in enumerate(lines, start=first) if content_tag(line) == tag]
    return f"{found[0]}:{tag} has that tag now; " if len(found) == 1 else ""


def _unknown(
    document: Document, line: int | str, made: Mapping[int | str, int], item: int | None
) -> ReplyError:
    shown = f"line {line}" if isinstance(line, int) else repr(line[:60])
    last = document.line_count
    if line == 0:
        right = "line 0 is only a place to insert after"
    elif not last:
        right = "the document has no lines; insert after line 0"
    else:
        near = _nearest(line, last)
        right = f"the last line is {last}" + (f", and the nearest are {near}" if near else "")
    new = ", ".join(str(key) for key in islice(made, 8))
    return ReplyError(
        ReplyErrorKind.UNKNOWN_LINE,
        f"there is no {shown} in the document: {right}"
        + (f"; lines created in this answer: {new}" if new else "")
        + file_name_hint(document.text),
        item=item,
    )


def _nearest(line: int | str, last: int) -> str:
    """Return the ids next to one that does not exist."""
    if isinstance(line, str):
        digits = "".join(c if c in "0123456789" else " " for c in line).split()
        line = int(digits[0][:18]) if digits else 0
        if not line:
            return ""
    middle = min(line, last)
    return ", ".join(map(str, range(max(1, middle - 1), min(last, middle + 1) + 1)))


def _ambiguous(operation: InsertLineAfter, key: int) -> ReplyError:
    return ReplyError(
        ReplyErrorKind.AMBIGUOUS_ID,
        f"line {key} is a line of the document, so it cannot also name the new line that other "
        "functions refer to; give the new line an id that is not in the document, such as "
        f"{uses(operation)[0]}.1",
        item=operation.item or None,
    )


def _renamed(operation: InsertLineAfter, key: int) -> Repair:
    return Repair(
        RepairKind.ID_RENAMED,
        f"the new id {key} is that of a line of the document; nothing else names it, so the new "
        "line has none",
        operation.item or None,
    )


def _shortened(line: str) -> str:
    return line if len(line) <= 80 else line[:79] + "…"
