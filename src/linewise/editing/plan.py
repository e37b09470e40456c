"""From operations to one change set: every id looked up, every line changed at most once."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from linewise._kinds import check_several
from linewise.changes import Change, ChangeSet
from linewise.document import Document, as_document
from linewise.editing.claims import Claim, clusters, conflict, distinct, text_changes
from linewise.editing.edit import Edit
from linewise.editing.layout import Replacement, lay_out, line_end
from linewise.editing.operations import (
    DeleteLine,
    InsertLineAfter,
    Operation,
    ReplaceLine,
    ReplaceText,
)
from linewise.editing.reading import Refusal
from linewise.editing.targets import Lines, Made, Target, created_ids, find_target
from linewise.errors import ReplyError, ReplyErrorKind
from linewise.replies import Repair, RepairKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["plan"]

_LINE_BREAK = re.compile(r"\r*\n")


def plan(
    content: Document | str, operations: Iterable[Operation], *, partial: bool = False
) -> Edit:
    """Work out what operations do to a document, without touching anything.

    All ids mean the document as it is given, or lines that the same operations create, earlier
    or later; no position ever shifts. New lines follow their line in the order of the
    operations; a deleted line still marks its place.

    Args:
        content: a text, or a Document (`load` opens a file).
        operations: in the order of the reply.
        partial: leave out the operations that cannot be trusted and list them in
            `Edit.refused`, instead of refusing all.

    Raises:
        ReplyError: an operation cannot be trusted: an unknown line, two different changes of
            one line, insertions that follow each other in a circle.
    """
    document = as_document(content)
    check_several("operations", operations, "[DeleteLine(3)]")
    kept, repairs = distinct(list(operations))
    draft = _Draft(document, kept, repairs)
    if draft.errors and not partial:
        raise draft.errors[min(draft.errors)]
    return Edit(
        operations=tuple(op for index, op in enumerate(kept) if index not in draft.errors),
        changes=draft.changes(),
        before=document,
        repairs=tuple(draft.repairs),
        refused=tuple(
            Refusal(kept[index].item, error, kept[index])
            for index, error in sorted(draft.errors.items())
        ),
    )


@dataclass
class _Draft:
    """A plan in the making.

    Attributes:
        document: what is changed.
        operations: each says something of its own.
        repairs: what was mended.
        errors: by the index of the operation that cannot be trusted.
    """

    document: Document
    operations: Sequence[Operation]
    repairs: list[Repair]
    errors: dict[int, ReplyError] = field(default_factory=dict)
    _targets: dict[int, Target] = field(default_factory=dict)
    _children: dict[int | Lines, list[int]] = field(default_factory=dict)
    _made_lines: dict[int, list[str]] = field(default_factory=dict)
    _replacements: list[Replacement] = field(default_factory=list)
    _within: list[Change] = field(default_factory=list)

    def __post_init__(self) -> None:
        made, renamed = created_ids(self.document, self.operations, self.errors)
        self.repairs += renamed
        self._find_targets(made)
        self._check_expected()
        self._claim_lines()
        self._claim_made()
        self._hang()

    def changes(self) -> ChangeSet:
        """Return the changes that the sound operations make."""
        insertions = {
            lines.first: self._flattened(children)
            for lines, children in self._children.items()
            if isinstance(lines, Lines)
        }
        sound = {anchor: lines for anchor, lines in insertions.items() if lines}
        return ChangeSet(
            self.document, lay_out(self.document, self._replacements, sound, self._within)
        )

    def _sound(self) -> Iterable[tuple[int, Operation, Target]]:
        for index, target in self._targets.items():
            if index not in self.errors:
                yield index, self.operations[index], target

    def _find_targets(self, made: Mapping[int | str, int]) -> None:
        for index, operation in enumerate(self.operations):
            if index in self.errors:
                continue
            try:
                self._targets[index] = find_target(self.document, operation, made)
            except ReplyError as error:
                self.errors[index] = error

    def _check_expected(self) -> None:
        """Refuse changes of lines that do not hold what the reply says they hold."""
        for index, operation, target in self._sound():
            expected = getattr(operation, "expected", None)
            if expected is None or isinstance(target, Made):
                continue
            current = "\n".join(self.document.lines[target.first - 1 : target.last])
            if " ".join(expected.split()) != " ".join(current.split()):
                self.errors[index] = ReplyError(
                    ReplyErrorKind.ID_MISMATCH,
                    f"line {operation.line} is not {expected[:80]!r}; it is {current[:200]!r}",
                    item=operation.item or None,
                )

    def _claim_lines(self) -> None:
        """Settle who changes which line of the document."""
        claims = [
            Claim(target.first, target.last, index)
            for index, operation, target in self._sound()
            if isinstance(target, Lines) and not isinstance(operation, InsertLineAfter)
        ]
        for group in clusters(claims):
            try:
                self._settle(group)
            except ReplyError as error:
                self.errors.update((claim.number, error) for claim in group)

    def _settle(self, group: Sequence[Claim]) -> None:
        operations = [self.operations[claim.number] for claim in group]
        first, last = group[0].first, max(claim.last for claim in group)
        texts = [operation for operation in operations if isinstance(operation, ReplaceText)]
        if len(texts) == len(operations):
            start = self.document.line_span(first).start
            self._within += [
                Change(
                    start + change.start,
                    start + change.end,
                    self._with_line_ends(change.new, first),
                )
                for change in text_changes(texts, self.document.lines[first - 1], f"line {first}")
            ]
        elif all(isinstance(operation, DeleteLine) for operation in operations):
            self._replacements.append(Replacement(first, last, ()))
            self.repairs += [_deleted_twice(operation) for operation in operations[1:]]
        elif len(operations) == 1 and isinstance(operations[0], ReplaceLine):
            self._replacements.append(Replacement(first, last, _lines(operations[0].content)))
        else:
            operations.sort(key=lambda operation: operation.item)
            raise conflict(operations, f"line {first}" if first == last else f"{first}..{last}")

    def _with_line_ends(self, words: str, line: int) -> str:
        """Return words with the line ends that the document has there."""
        return line_end(self.document, line).join(_lines(words)) if "\n" in words else words

    def _claim_made(self) -> None:
        """Settle what becomes of lines that the same operations create."""
        groups: dict[int, list[int]] = {}
        for index, operation, target in self._sound():
            if isinstance(operation, InsertLineAfter):
                self._made_lines[index] = _lines(operation.content)
            elif isinstance(target, Made):
                groups.setdefault(target.number, []).append(index)
        for made, indexes in groups.items():
            try:
                self._change_made(made, [self.operations[index] for index in indexes])
            except ReplyError as error:
                self.errors.update((index, error) for index in indexes)

    def _change_made(self, made: int, operations: Sequence[Operation]) -> None:
        insertion = self.operations[made]
        assert isinstance(insertion, InsertLineAfter)  # noqa: S101 - only insertions create lines
        if made not in self._made_lines:
            raise _follows_refused(operations[-1])
        name = f"line {insertion.new_id}"
        texts = [operation for operation in operations if isinstance(operation, ReplaceText)]
        only = operations[0]
        if len(texts) == len(operations):
            words = insertion.content
            for change in reversed(text_changes(texts, words, name)):
                words = words[: change.start] + change.new + words[change.end :]
            self._made_lines[made] = _lines(words)
        elif len(operations) == 1 and isinstance(only, ReplaceLine):
            self._made_lines[made] = _lines(only.content)
        elif len(operations) == 1 and isinstance(only, DeleteLine):
            self._made_lines[made] = []
        else:
            raise conflict(operations, name)

    def _hang(self) -> None:
        """Hang each insertion on its line; refuse those that hang on nothing or on each other."""
        waiting: dict[int, int] = {}
        for index, operation, target in self._sound():
            if not isinstance(operation, InsertLineAfter):
                continue
            if isinstance(target, Made):
                waiting[index] = target.number
            self._children.setdefault(
                target.number if isinstance(target, Made) else target, []
            ).append(index)
        reached = self._reached()
        lost = {index: anchor for index, anchor in waiting.items() if index not in reached}
        circles = _in_circles(lost)
        for index in lost:
            refuse = _in_circle if index in circles else _follows_refused
            self.errors[index] = refuse(self.operations[index])
        for index, operation, target in self._sound():
            if isinstance(target, Made) and target.number in self.errors:
                self.errors[index] = _follows_refused(operation)

    def _reached(self) -> set[int]:
        """Return the insertions that hang on a line of the document in the end."""
        reached: set[int] = set()
        stack = [
            index
            for lines, children in self._children.items()
            if isinstance(lines, Lines)
            for index in children
        ]
        while stack:
            index = stack.pop()
            reached.add(index)
            stack += self._children.get(index, [])
        return reached

    def _flattened(self, children: Sequence[int]) -> list[str]:
        """Return the lines of insertions, each followed by those that hang on it."""
        lines: list[str] = []
        stack = list(reversed(children))
        while stack:
            index = stack.pop()
            lines += self._made_lines[index]
            stack += reversed(self._children.get(index, []))
        return lines


def _in_circles(anchors: Mapping[int, int]) -> set[int]:
    """Return those whose anchors, one after the other, lead back to where they were before."""
    known: dict[int, bool] = {}
    for start in anchors:
        path: dict[int, None] = {}
        at = start
        while at in anchors and at not in known and at not in path:
            path[at] = None
            at = anchors[at]
        known.update(dict.fromkeys(path, known.get(at, at in path)))
    return {index for index, circular in known.items() if circular}


def _lines(content: str) -> list[str]:
    """Return the lines of a content; a carriage return at the end of one is no part of it."""
    return [line.rstrip("\r") for line in _LINE_BREAK.split(content)]


def _deleted_twice(operation: Operation) -> Repair:
    return Repair(
        RepairKind.DUPLICATE_DROPPED,
        f"{operation.line} shares lines with another deletion",
        operation.item or None,
    )


def _in_circle(operation: Operation) -> ReplyError:
    return ReplyError(
        ReplyErrorKind.CYCLE,
        f"the new line is put after {operation.line}, which is itself put after it; put the first "
        "of them after a line of the document",
        item=operation.item or None,
    )


def _follows_refused(operation: Operation) -> ReplyError:
    return ReplyError(
        ReplyErrorKind.UNKNOWN_LINE,
        f"line {operation.line} is not created, because the function that creates it was refused",
        item=operation.item or None,
    )
