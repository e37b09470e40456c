"""Edits by who reads lines with tags: every line that is named carries the tag of its words.

A number alone says which line was meant, not which words. With the tag a slip of the number, or
a file that changed in between, is noticed before anything is done.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from linewise.document import Document, as_document
from linewise.editing.content import settle
from linewise.editing.operations import (
    DeleteLine,
    InsertLineAfter,
    Operation,
    ReplaceText,
)
from linewise.editing.plan import plan
from linewise.editing.reading import ReadOperations
from linewise.errors import ReplyError, ReplyErrorKind
from linewise.numbering import content_tag
from linewise.replies import (
    Caution,
    CautionKind,
    LineRange,
    Reference,
    Repair,
    RepairKind,
    TaggedLine,
    read_reference,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from linewise.editing.edit import Edit

__all__ = ["edit_of_tagged", "lines_named"]

_COPIED = re.compile(r"([1-9][0-9]{0,8}):([2-9a-hj-km-np-z]{2})\|(.*)", re.DOTALL)


def edit_of_tagged(content: Document | str, operations: Iterable[Operation]) -> Edit:
    """Return the edit that operations make whose lines carry their tags (`7:k3`).

    Tags that were copied into new words are taken off where each line of them carries one and
    their numbers follow each other; where only some do, the operation is refused.

    Args:
        content: the document as it was read.
        operations: in their order; only line 0 and lines that they create go without a tag.

    Raises:
        ReplyError: an operation cannot be trusted; its message can be sent back to the model.
    """
    document = as_document(content)
    asked = list(operations)
    made = {_named(one.new_id) for one in asked if isinstance(one, InsertLineAfter) and one.new_id}
    for operation in asked:
        _refuse_untagged(document, operation, made)
    cleaned = [_without_copied(document, operation) for operation in asked]
    read = ReadOperations(tuple(one for one, _ in cleaned))
    settled = settle(document, read, partial=False)
    edit = plan(document, settled.operations)
    remarks = [remark for _, remark in cleaned]
    repairs = [remark for remark in remarks if isinstance(remark, Repair)]
    warnings = [remark for remark in remarks if isinstance(remark, Caution)]
    return replace(
        edit,
        repairs=(*repairs, *settled.repairs, *edit.repairs),
        warnings=(*warnings, *settled.warnings),
    )


def lines_named(document: Document, operations: Iterable[Operation]) -> list[int]:
    """Return the lines of a document that operations name, in its order, ranges by their ends."""
    named = (number for operation in operations for number in _numbers(operation.line))
    return sorted({number for number in named if 1 <= number <= document.line_count})


def _refuse_untagged(document: Document, operation: Operation, made: set[object]) -> None:
    line = _read(operation.line)
    if isinstance(line, LineRange):
        if f"{line.first}.{line.last}" in made:
            return
        ends = [(line.first, line.first_tag), (line.last, line.last_tag)]
        bare = [number for number, tag in ends if tag is None]
    elif isinstance(line, int):
        bare = [] if line == 0 or line in made else [line]
    else:
        bare = []
    known = [number for number in bare if 1 <= number <= document.line_count]
    if known:
        tagged = [f"{number}:{content_tag(document.lines[number - 1])}" for number in known]
        raise ReplyError(
            ReplyErrorKind.TAG_MISMATCH,
            f"line {operation.line} comes without the tag of its words. Name lines as they are "
            f"shown: {' and '.join(tagged)}, if these are the lines that you mean",
            item=operation.item or None,
        )


def _without_copied(
    document: Document, operation: Operation
) -> tuple[Operation, Repair | Caution | None]:
    """Take tags off new words, or refuse them; `None` where there are none."""
    if isinstance(operation, DeleteLine):
        return operation, None
    if isinstance(operation, ReplaceText):
        operation = _without_own_id(operation)
    words = operation.new if isinstance(operation, ReplaceText) else operation.content
    lines = words.split("\n")
    found = [_COPIED.fullmatch(line) for line in lines]
    if not any(found):
        return operation, None
    item = operation.item or None
    if any(_COPIED.fullmatch(line) for line in document.lines):
        shown = "words that look like tags were taken as they stand: the document has such lines"
        return operation, Caution(CautionKind.LOOKS_NUMBERED, shown, item)
    copied = [match for match in found if match]
    first = int(copied[0][1])
    expected = range(first, first + len(lines))
    if [int(match[1]) for match in copied] != list(expected):
        raise ReplyError(
            ReplyErrorKind.ID_MISMATCH,
            f"the new words carry the tag {copied[0][1]}:{copied[0][2]}| of a line that was read. "
            "Write the words alone, without numbers and tags",
            item=item,
        )
    words = "\n".join(match[3] for match in copied)
    taken = f"tags that were copied into the words for line {operation.line} were taken off"
    repair = Repair(RepairKind.WRAPPER_STRIPPED, taken, item)
    if isinstance(operation, ReplaceText):
        return replace(operation, new=words), repair
    return replace(operation, content=words), repair


def _without_own_id(operation: ReplaceText) -> ReplaceText:
    """Take the line's own id off the words that are looked for in it."""
    line = _read(operation.line)
    if isinstance(line, TaggedLine) and operation.old.startswith(f"{line}|"):
        return replace(operation, old=operation.old.removeprefix(f"{line}|"))
    return operation


def _numbers(reference: Reference) -> Iterator[int]:
    line = _read(reference)
    if isinstance(line, LineRange):
        yield from (line.first, line.last)
    elif isinstance(line, TaggedLine):
        yield line.number
    elif isinstance(line, int):
        yield line


def _named(new_id: int | str | None) -> object:
    line = read_reference(new_id) if isinstance(new_id, str) else new_id
    return line if isinstance(line, int | str) else str(line).replace("..", ".")


def _read(reference: Reference) -> Reference:
    return read_reference(reference) if isinstance(reference, str) else reference
