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
from linewise.editing.copied import without_copied
from linewise.editing.operations import InsertLineAfter, Operation
from linewise.editing.plan import plan
from linewise.editing.reading import ReadOperations
from linewise.editing.targets import read_id
from linewise.errors import ReplyError, ReplyErrorKind
from linewise.numbering import content_tag
from linewise.replies import Caution, LineRange, Reference, Repair, TaggedLine

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from linewise.editing.edit import Edit

__all__ = ["edit_of_tagged", "lines_named"]


def edit_of_tagged(content: Document | str, operations: Iterable[Operation]) -> Edit:
    """Return the edit that operations make whose lines carry their tags (`7:k3`).

    Tags that were copied into new words are taken off where each line of them begins with one
    and their numbers follow each other; otherwise the operation is refused.

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
    cleaned, remarks = without_copied(document, asked)
    settled = settle(document, ReadOperations(tuple(cleaned)), partial=False)
    edit = plan(document, settled.operations)
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
    line = read_id(operation.line)
    if isinstance(line, LineRange):
        if f"{line.first}.{line.last}" in made:
            return
        ends = [(line.first, line.first_tag), (line.last, line.last_tag)]
        bare = [number for number, tag in ends if tag is None]
    elif isinstance(line, int):
        bare = [] if line == 0 or line in made else [line]
    else:
        if isinstance(line, str) and line not in made:
            raise _no_id(document, line, operation)
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


def _no_id(document: Document, line: str, operation: Operation) -> ReplyError:
    """Return why words are no id, with the id of the line that they may mean."""
    digits = re.search(r"(?<!\w)[0-9]{1,9}", line)
    number = max(1, min(int(digits[0]) if digits else 1, document.line_count))
    right = "the document has no lines; insert after line 0"
    if document.line_count:
        shown = f"{number}:{content_tag(document.lines[number - 1])}"
        right = f"name lines by number and tag as they are shown, such as {shown}"
    return ReplyError(
        ReplyErrorKind.UNKNOWN_LINE,
        f"there is no {line[:60]!r} in the document: {right}",
        item=operation.item or None,
    )


def _numbers(reference: Reference) -> Iterator[int]:
    line = read_id(reference)
    if isinstance(line, LineRange):
        yield from (line.first, line.last)
    elif isinstance(line, TaggedLine):
        yield line.number
    elif isinstance(line, int):
        yield line


def _named(new_id: int | str) -> object:
    line = read_id(new_id)
    return line if isinstance(line, int | str) else str(line).replace("..", ".")
