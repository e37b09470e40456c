"""Ids that were copied along with lines into new words: taken off where they are whole.

The words are told from such ids (`7:k3|`) by the document: an id that it holds itself belongs to
its words, and one that is the id of a line was copied from there.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from linewise.editing.operations import Operation, ReplaceText, with_words, words_of
from linewise.editing.targets import read_id
from linewise.errors import ReplyError, ReplyErrorKind
from linewise.numbering import content_tag
from linewise.replies import (
    Caution,
    CautionKind,
    Repair,
    RepairKind,
    TaggedLine,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linewise.document import Document

__all__ = ["without_copied"]

_Remark: TypeAlias = "Repair | Caution"

_ID = re.compile(
    r"(?<![0-9A-Za-z])([1-9][0-9]{0,8}):([2-9a-hj-km-np-z]{2})\|", re.ASCII | re.IGNORECASE
)


def without_copied(
    document: Document, operations: Sequence[Operation]
) -> tuple[list[Operation], list[_Remark]]:
    """Return operations without the ids that were copied into their words, and what was done.

    Raises:
        ReplyError: ids were copied in part, or stand among the words.
    """
    own = [_without_own_id(operation) for operation in operations]
    if not any(_ID.search(words_of(operation)) for operation in own):
        return own, []
    has_ids = _ID.search(document.text) is not None
    cleaned = [_cleaned(document, operation, has_ids=has_ids) for operation in own]
    return [one for one, _ in cleaned], [remark for _, remark in cleaned if remark]


def _cleaned(
    document: Document, operation: Operation, *, has_ids: bool
) -> tuple[Operation, _Remark | None]:
    lines = words_of(operation).split("\n")
    copied = [_copied(document, line, has_ids=has_ids) for line in lines]
    item = operation.item or None
    if not any(copied):
        if not any(map(_ID.match, lines)):
            return operation, None
        shown = "words that look like tags were taken as they stand: the document has such lines"
        return operation, Caution(CautionKind.LOOKS_NUMBERED, shown, item)
    found = [match for match in copied if match]
    numbers = [int(match[1]) for match in found]
    in_order = list(range(numbers[0], numbers[0] + len(lines)))
    if numbers != in_order or any(match.start() for match in found):
        raise ReplyError(
            ReplyErrorKind.ID_MISMATCH,
            f"the new words carry the tag {found[0][0]} of a line that was read. "
            "Write the words alone, without numbers and tags",
            item=item,
        )
    words = "\n".join(line[match.end() :] for line, match in zip(lines, found, strict=True))
    taken = f"tags that were copied into the words for line {operation.line} were taken off"
    return with_words(operation, words), Repair(RepairKind.WRAPPER_STRIPPED, taken, item)


def _copied(document: Document, line: str, *, has_ids: bool) -> re.Match[str] | None:
    """Return the id in new words that is none of them, if there is one.

    In a document that shows ids itself only those of its own lines are told from the words.
    """
    for match in _ID.finditer(line):
        in_front = not line[: match.start()].strip() and not has_ids
        if (in_front or _is_id(document, match)) and match[0] not in document.text:
            return match
    return None


def _is_id(document: Document, match: re.Match[str]) -> bool:
    number = int(match[1])
    if number > document.line_count:
        return False
    return match[2].lower() == content_tag(document.lines[number - 1])


def _without_own_id(operation: Operation) -> Operation:
    """Take the line's own id off the words that are looked for in it."""
    if not isinstance(operation, ReplaceText):
        return operation
    line = read_id(operation.line)
    if isinstance(line, TaggedLine) and operation.old.startswith(f"{line}|"):
        return replace(operation, old=operation.old.removeprefix(f"{line}|"))
    return operation
