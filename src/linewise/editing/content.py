"""Words that carry more than the words: ids copied along, signs escaped, text left out.

What a model writes into a line is held against the line that it replaces or follows. A copied
id is taken off where it is the right one; words that stand for text ("rest unchanged") are
refused; the rest is taken as it stands.
"""

from __future__ import annotations

import html
import re
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from linewise.editing.operations import (
    InsertLineAfter,
    Operation,
    ReplaceLine,
)
from linewise.editing.placeholders import is_ellipsis, is_placeholder
from linewise.editing.targets import read_id
from linewise.errors import ReplyError, ReplyErrorKind
from linewise.replies import (
    Caution,
    CautionKind,
    LineRange,
    Repair,
    RepairKind,
    TaggedLine,
    read_reference,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linewise.document import Document
    from linewise.editing.reading import ReadOperations

__all__ = ["Settled", "settle"]

_TAGGED = re.compile(r'\s*<(p|div) id="(?P<id>[^"<>]{1,40})">(?P<words>.*)</\1>\s*')
_PIPED = re.compile(r"(?P<id>[0-9]{1,18})(?::[0-9a-z]{2})?\|(?P<words>.*)")
_BULLET = re.compile(r"\s*[-*+] ")
_ENTITY = re.compile(r"&(?:lt|gt|amp|quot|apos|#39|#x27|#34|#60|#62|#38);")
_RAW = re.compile(r"[<>]|&(?!(?:lt|gt|amp|quot|apos|#[0-9]+|#x[0-9a-fA-F]+);)")


class Settled(NamedTuple):
    """Operations with their words settled, and what was said on the way."""

    operations: tuple[Operation, ...]
    repairs: tuple[Repair, ...]
    warnings: tuple[Caution, ...]
    errors: tuple[ReplyError, ...]


def settle(document: Document, read: ReadOperations, *, partial: bool) -> Settled:
    """Hold the words of a reply's operations against the document.

    Raises:
        ReplyError: words name another line than the operation, or stand for text.
    """
    settled: list[Operation] = []
    remarks: list[Repair | Caution] = []
    errors: list[ReplyError] = []
    listed = {warning.item for warning in read.warnings if warning.kind is CautionKind.PLAIN_LIST}
    for operation in read.operations:
        try:
            if operation.item in listed:
                _refuse_lost_dashes(document, operation)
            settled.append(_settled(document, operation, remarks))
        except ReplyError as error:
            if not partial:
                raise
            errors.append(error)
    return Settled(
        tuple(settled),
        tuple(remark for remark in remarks if isinstance(remark, Repair)),
        tuple(remark for remark in remarks if isinstance(remark, Caution)),
        tuple(errors),
    )


def _settled(
    document: Document, operation: Operation, remarks: list[Repair | Caution]
) -> Operation:
    """Return an operation with its words settled; one that writes no whole lines as it is."""
    if not isinstance(operation, InsertLineAfter | ReplaceLine):
        return operation
    old = _old_lines(document, operation)
    lines = operation.content.split("\n")
    lines = _without_ids(operation, lines, old, remarks)
    lines = _without_entities(document, operation, lines, old, remarks)
    for line in lines:
        if is_placeholder(line) and line.strip() not in document.text:
            raise ReplyError(
                ReplyErrorKind.PLACEHOLDER,
                f"{line.strip()[:60]!r} stands for text that is left out. Write every line in "
                "full, and name only lines that change",
                item=operation.item or None,
            )
    if lines != old and any(is_ellipsis(line) and line not in old for line in lines):
        remarks.append(
            Caution(
                CautionKind.ELLIPSIS,
                "a line of dots was taken as it stands; it may stand for text that is left out",
                operation.item or None,
            )
        )
    content = "\n".join(lines)
    return operation if content == operation.content else replace(operation, content=content)


def _refuse_lost_dashes(document: Document, operation: Operation) -> None:
    """Refuse a list of unquoted lines beside lines that begin with dashes themselves."""
    if not isinstance(operation, InsertLineAfter | ReplaceLine):
        return
    if any(_BULLET.match(line) for line in _old_lines(document, operation)):
        raise ReplyError(
            ReplyErrorKind.UNREADABLE,
            f"the lines for line {operation.line} begin with dashes, and it is not certain whether "
            "these belong to the document. Write the lines as one text between two double quotes, "
            "with \\n between two lines",
            item=operation.item or None,
        )


def _line_of(operation: InsertLineAfter | ReplaceLine) -> int | str | LineRange:
    line = read_id(operation.line)
    return line.number if isinstance(line, TaggedLine) else line


def _old_lines(document: Document, operation: InsertLineAfter | ReplaceLine) -> list[str]:
    """Return the lines that an operation is about, as far as they are in the document."""
    line = _line_of(operation)
    if isinstance(line, LineRange):
        if not 1 <= line.first <= line.last <= document.line_count:
            return []
        return document.lines[line.first - 1 : min(line.last, line.first + 999)]
    if isinstance(line, int) and 1 <= line <= document.line_count:
        return [document.lines[line - 1]]
    return []


def _without_ids(
    operation: InsertLineAfter | ReplaceLine,
    lines: list[str],
    old: Sequence[str],
    remarks: list[Repair | Caution],
) -> list[str]:
    """Take off ids that were copied along, where they are those of the lines."""
    found = _numbered(lines, old)
    if not found:
        return lines
    read = [read_reference(match["id"]) for match in found]
    ids = [line.number if isinstance(line, TaggedLine) else line for line in read]
    item = operation.item or None
    if _fit(operation, ids):
        taken = f"the id around the words of line {operation.line} was taken off"
        remarks.append(Repair(RepairKind.WRAPPER_STRIPPED, taken, item))
        texts = iter(match["words"] for match in found)
        return [next(texts) if line.strip() else line for line in lines]
    if found[0].re is _PIPED and isinstance(operation, InsertLineAfter):
        shown = f"{found[0][0][:40]!r} begins like a numbered line and was taken as it stands"
        remarks.append(Caution(CautionKind.LOOKS_NUMBERED, shown, item))
        return lines
    raise ReplyError(
        ReplyErrorKind.ID_MISMATCH,
        f"the function is about line {operation.line}, but its words carry the id {ids[0]}. "
        "Write the words of the line without its id",
        item=item,
    )


def _numbered(lines: Sequence[str], old: Sequence[str]) -> list[re.Match[str]]:
    """Return each line as id and words, if all have ids and the document's own lines have none."""
    written = [line for line in lines if line.strip()]
    for pattern, sign in ((_TAGGED, "<"), (_PIPED, "|")):
        found = [match for line in written if (match := pattern.fullmatch(line)) is not None]
        if written and len(found) == len(written):
            # A table's row may begin with a number; a text about our markup may show it.
            genuine = sign == "|" and any(sign in line for line in old)
            return [] if genuine or any(map(pattern.match, old)) else found
    return []


def _fit(operation: InsertLineAfter | ReplaceLine, ids: Sequence[object]) -> bool:
    """Tell whether copied ids are those of the lines that the words are for."""
    line = _line_of(operation)
    if isinstance(operation, ReplaceLine):
        first = line.first if isinstance(line, LineRange) else line
        if not isinstance(first, int):
            return list(ids) == [first]
        return list(ids) == list(range(first, first + len(ids)))
    new_id = operation.new_id
    if isinstance(new_id, str):
        new_id = str(read_reference(new_id))
    if new_id is not None:
        return [str(i) for i in ids] == [str(new_id)]
    return isinstance(line, int) and list(ids) == list(range(line + 1, line + 1 + len(ids)))


def _without_entities(
    document: Document,
    operation: InsertLineAfter | ReplaceLine,
    lines: list[str],
    old: Sequence[str],
    remarks: list[Repair | Caution],
) -> list[str]:
    """Read escapes of markup in a line that shows the signs themselves, where none has any."""
    content = "\n".join(lines)
    found = set(_ENTITY.findall(content))
    if not found or any(entity in document.text for entity in ("&lt;", "&gt;", "&amp;", "&quot;")):
        return lines
    before = "\n".join(old)
    signs = {html.unescape(entity) for entity in found}
    shown = isinstance(operation, ReplaceLine) and all(sign in before for sign in signs)
    if shown and not _RAW.search(content):
        remarks.append(
            Repair(
                RepairKind.UNESCAPED,
                f"{', '.join(sorted(found))} were read as the signs that they stand for, as "
                "the line has them",
                operation.item or None,
            )
        )
        return [_ENTITY.sub(lambda match: html.unescape(match[0]), line) for line in lines]
    remarks.append(
        Caution(
            CautionKind.ENTITIES_KEPT,
            f"{', '.join(sorted(found))} were taken as they stand, though the document has no such "
            "escapes",
            operation.item or None,
        )
    )
    return lines
