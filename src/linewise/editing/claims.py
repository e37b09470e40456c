"""Who changes which line: each line at most once, or the same way twice."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from linewise.editing.operations import DeleteLine, Operation, ReplaceLine, ReplaceText
from linewise.errors import ReplyError, ReplyErrorKind
from linewise.replies import Repair, RepairKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["Claim", "TextChange", "clusters", "conflict", "distinct", "found_text", "text_changes"]


class Claim(NamedTuple):
    """The number of an operation, and the first and last line that it changes."""

    first: int
    last: int
    number: int


class TextChange(NamedTuple):
    """Words in a line, by their place in it, and what comes instead."""

    start: int
    end: int
    new: str


def distinct(operations: Sequence[Operation]) -> tuple[list[Operation], list[Repair]]:
    """Leave out operations that say again what one before them said.

    Insertions without an id of their own are left alone: two of them are two lines.
    """
    seen: dict[Operation, int] = {}
    kept: list[Operation] = []
    repairs: list[Repair] = []
    for operation in operations:
        if not isinstance(operation, Operation):
            raise TypeError(f"an operation was expected, not {type(operation).__name__}")
        if getattr(operation, "new_id", "") is None or operation not in seen:
            seen[operation] = operation.item
            kept.append(operation)
            continue
        repairs.append(
            Repair(
                RepairKind.DUPLICATE_DROPPED,
                "says the same as " + (f"item {seen[operation]}" if seen[operation] else "another"),
                operation.item or None,
            )
        )
    return kept, repairs


def clusters(claims: Iterable[Claim]) -> Iterator[list[Claim]]:
    """Group claims that share lines, in the order of the document."""
    group: list[Claim] = []
    reach = 0
    for claim in sorted(claims):
        if group and claim.first > reach:
            yield group
            group, reach = [], 0
        group.append(claim)
        reach = max(reach, claim.last)
    if group:
        yield group


def conflict(operations: Sequence[Operation], line: str) -> ReplyError:
    """Return the error for operations that change one line in different ways."""
    named = " and ".join(
        f"item {operation.item} {_VERBS[type(operation)]} it"
        if operation.item
        else f"one {_VERBS[type(operation)]} it"
        for operation in operations[:4]
    )
    return ReplyError(
        ReplyErrorKind.CONFLICT,
        f"{line} is changed in different ways: {named}. Change each line once",
        item=operations[-1].item or None,
    )


_VERBS: dict[type, str] = {
    ReplaceLine: "replaces",
    DeleteLine: "deletes",
    ReplaceText: "changes words in",
}


def found_text(operation: ReplaceText, line: str) -> TextChange:
    """Return where the old words stand.

    Raises:
        ReplyError: they do not stand exactly once in the line.
    """
    start = line.find(operation.old)
    if not operation.old or start < 0 or line.find(operation.old, start + 1) >= 0:
        times = "more than once" if operation.old and start >= 0 else "nowhere"
        shown = repr(line if len(line) <= 200 else line[:199] + "…") if line else "empty"
        raise ReplyError(
            ReplyErrorKind.TEXT_NOT_FOUND,
            f"{operation.old[:80]!r} stands {times} in line {operation.line}, which is {shown}; "
            "name words that stand exactly once in it",
            item=operation.item or None,
        )
    return TextChange(start, start + len(operation.old), operation.new)


def text_changes(operations: Sequence[ReplaceText], line: str, name: str) -> list[TextChange]:
    """Return the changes of words in one line, in the order of the line.

    Raises:
        ReplyError: words are missing, or two changes overlap.
    """
    found = sorted(
        ((found_text(operation, line), operation) for operation in operations),
        key=lambda pair: pair[0][:2],
    )
    for (before, one), (change, other) in pairwise(found):
        if change.start < before.end:
            raise conflict([one, other], name)
    return [change for change, _ in found]
