"""Edits of the parts of one document, joined into one edit."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from linewise.editing.operations import InsertLineAfter, Operation
from linewise.editing.plan import plan
from linewise.editing.reading import Refusal
from linewise.editing.targets import created_ids, read_id, uses
from linewise.errors import ReplyError
from linewise.replies import LineRange, read_reference

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from linewise.document import Document
    from linewise.editing.edit import Edit

__all__ = ["join"]


def join(document: Document, edits: Sequence[Edit], *, partial: bool = False) -> Edit:
    """Return one edit that does what several edits of the same document do.

    Items are counted on from one edit to the next. What two edits say alike is done once.

    Args:
        document: the document.
        edits: each made of it.
        partial: leave out operations that contradict each other and list them in
            `Edit.refused`, instead of refusing all.

    Raises:
        ReplyError: two edits change the same line in two ways.
    """
    operations: list[Operation] = []
    refused: list[Refusal] = []
    said = _Said(document)
    items = 0
    for edit in edits:
        operations += [replace(new, item=new.item + items) for new in said.news(edit.operations)]
        refused += [_counted_on(refusal, items) for refusal in edit.refused]
        items = max([items, *(one.item + items for one in (*edit.operations, *edit.refused))])
    joined = plan(document, operations, partial=partial)
    return replace(
        joined,
        repairs=(*(repair for edit in edits for repair in edit.repairs), *joined.repairs),
        warnings=tuple(warning for edit in edits for warning in edit.warnings),
        refused=(*refused, *joined.refused),
    )


@dataclass
class _Said:
    """What edits said so far, whatever they called the lines that they create.

    Attributes:
        document: the document.
        meanings: by what an operation does, to which line or to which meaning's new line.
        names: of created lines, by meaning.
        edits: how many were heard.
    """

    document: Document
    meanings: dict[tuple[int | None, Operation], int] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    edits: int = 0

    def news(self, operations: Sequence[Operation]) -> list[Operation]:
        """Return what no edit before said, with names that no other edit gives."""
        self.edits += 1
        known = len(self.meanings)
        made, _ = created_ids(self.document, operations, {})
        meant = self._meant(operations, made)
        names = {}
        for key, index in made.items():
            own = f"part {self.edits}, {key}"
            first = self.names.setdefault(meant[index], own)
            # New lines that say the same are still two, where one edit makes them.
            names[key] = own if meant[index] >= known else first
        return [
            _named(operation, names)
            for index, operation in enumerate(operations)
            if meant[index] >= known
        ]

    def _meant(
        self, operations: Sequence[Operation], made: Mapping[int | str, int]
    ) -> dict[int, int]:
        """Return the meaning of each operation; that of the line it hangs on is found first."""
        anchors = [made.get(_key(operation)) for operation in operations]
        meant: dict[int, int] = {}
        for index in range(len(operations)):
            path: list[int] = []
            at: int | None = index
            while at is not None and at not in meant:
                path.append(at)
                at = anchors[at]
            for step in reversed(path):
                anchor = anchors[step]
                over = None if anchor is None else meant[anchor]
                key = over, _nameless(operations[step], created=anchor is not None)
                meant[step] = self.meanings.setdefault(key, len(self.meanings))
        return meant


def _named(operation: Operation, names: Mapping[int | str, str]) -> Operation:
    """Return an operation with the names that created lines have among all edits."""
    named = operation
    if (key := _key(operation)) in names:
        named = replace(named, line=names[key])
    if isinstance(named, InsertLineAfter) and named.new_id is not None:
        read = read_reference(str(named.new_id))
        name = read if isinstance(read, int | str) else str(read)
        named = replace(named, new_id=names.get(name))
    return named


def _nameless(operation: Operation, *, created: bool) -> Operation:
    """Return an operation without the names that only its own edit knows."""
    nameless = replace(operation, line=0) if created else operation
    return replace(nameless, new_id=None) if isinstance(nameless, InsertLineAfter) else nameless


def _key(operation: Operation) -> int | str:
    """Return the id that an operation names, as created lines are known by it."""
    line = read_id(operation.line)
    return f"{line.first}.{line.last}" if isinstance(line, LineRange) else uses(operation)[0]


def _counted_on(refusal: Refusal, items: int) -> Refusal:
    error = refusal.error
    item = None if error.item is None else error.item + items
    counted = ReplyError(error.kind, error.message, item=item, reply=error.reply)
    return Refusal(refusal.item + items, counted, refusal.operation)
