"""An edit by a model that sees parts of the document: what it did not see, it cannot change."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from linewise._kinds import check_kind
from linewise.editing.operations import InsertLineAfter, Operation
from linewise.editing.plan import plan
from linewise.editing.reading import Refusal
from linewise.editing.replying import edit_from_reply
from linewise.editing.shown import Shown
from linewise.editing.targets import Lines, created_ids, find_target
from linewise.editing.wanted import asks_in_vain
from linewise.errors import ReplyError, ReplyErrorKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from linewise.editing.edit import Edit

__all__ = ["edit_of_shown"]


def edit_of_shown(
    shown: Shown, reply: str, *, finish_reason: str | None = None, partial: bool = False
) -> Edit:
    """Return the edit that a reply asks for, if it changes only lines that were shown.

    Args:
        shown: what the model saw.
        reply: as the model sent it.
        finish_reason: why the server says that the model stopped, where it says so.
        partial: leave out what cannot be trusted and list it in `Edit.refused`.

    Raises:
        ReplyError: the reply cannot be trusted, or it changes a line that was not shown.
    """
    check_kind("shown", shown, Shown)
    try:
        edit = edit_from_reply(shown.document, reply, finish_reason=finish_reason, partial=partial)
    except ReplyError as refused:
        last = shown.document.line_count
        if refused.kind is ReplyErrorKind.UNKNOWN_FUNCTION and asks_in_vain(reply, last):
            raise _no_such_lines(refused, last) from refused
        raise
    unseen = list(_unseen(shown, edit))
    if not unseen:
        return replace(edit, shown=shown)
    if not partial:
        error = unseen[0].error
        error.reply = reply
        raise error
    return _without(edit, unseen, shown)


def _no_such_lines(error: ReplyError, last: int) -> ReplyError:
    return ReplyError(
        ReplyErrorKind.UNKNOWN_LINE,
        f"showLines names no line of the document, which has lines 1 to {last}; change lines that "
        "are shown, or name those that you want to see",
        item=error.item,
        reply=error.reply,
    )


def _unseen(shown: Shown, edit: Edit) -> Iterator[Refusal]:
    """Yield the operations on lines that were not shown."""
    made, _ = created_ids(shown.document, edit.operations, {})
    for operation in edit.operations:
        target = find_target(shown.document, operation, made)
        if isinstance(target, Lines) and not _is_shown(shown, target, operation):
            yield Refusal(operation.item, _not_shown(target, operation), operation)


def _is_shown(shown: Shown, target: Lines, operation: Operation) -> bool:
    if target.first or not isinstance(operation, InsertLineAfter):
        return shown.holds(*target)
    # The place before the first line is seen with that line.
    return not shown.document.line_count or shown.holds(1, 1)


def _without(edit: Edit, unseen: list[Refusal], shown: Shown) -> Edit:
    left_out = {id(refusal.operation) for refusal in unseen}
    kept = [operation for operation in edit.operations if id(operation) not in left_out]
    planned = plan(edit.before, kept, partial=True)
    return replace(
        planned,
        repairs=edit.repairs + planned.repairs,
        warnings=edit.warnings,
        refused=tuple(
            sorted((*edit.refused, *unseen, *planned.refused), key=lambda refusal: refusal.item)
        ),
        shown=shown,
    )


def _not_shown(target: Lines, operation: Operation) -> ReplyError:
    first, last = max(1, target.first), max(1, target.last)
    name, verb = (f"line {first}", "was") if first == last else (f"lines {first}..{last}", "were")
    asked = f"{first}" if first == last else f"{first}..{last}"
    return ReplyError(
        ReplyErrorKind.NOT_SHOWN,
        f"{name} {verb} not shown, so nothing there can be changed; change lines that are shown, "
        f"or answer showLines: [{asked}] alone to see what it says",
        item=operation.item or None,
    )
