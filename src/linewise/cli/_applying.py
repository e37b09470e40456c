"""Apply what was decided of a file, also where somebody changed the file meanwhile."""

from __future__ import annotations

import shlex
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from linewise.cli._command import STANDARD_INPUT
from linewise.cli._naming import as_named
from linewise.cli._questions import named_operation
from linewise.cli._telling import tell
from linewise.editing import conflicts, select
from linewise.editing.choosing import standing
from linewise.errors import DocumentChangedError, LinewiseError
from linewise.history import apply, read_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from linewise.cli._editing import Editing
    from linewise.cli._questions import Decision
    from linewise.document import Document
    from linewise.history import Revision

__all__ = ["apply_one"]


def apply_one(
    file: str,
    decision: Decision,
    editing: Editing,
    known: Mapping[str, Any],
    reply: str | None = None,
) -> tuple[Decision, Revision | None]:
    """Apply what was decided of one file; of a file that changed meanwhile, what does not touch.

    Whoever decided it is asked once more then; where nobody is there, it is refused whole.

    Args:
        file: as the user named it.
        decision: what to apply.
        editing: how files are edited.
        known: what else its revision is to say.
        reply: the file that the reply came from, if it did.

    Returns:
        What is decided now, and the revision.

    Raises:
        DocumentChangedError: what was changed meanwhile is in the way; the message says what to
            do now.
        LinewiseError: it cannot be applied.
    """
    try:
        return decision, _apply(file, decision, editing, known)
    except DocumentChangedError as error:
        refusal = error
    now = read_file(file, editing.encoding).document
    rest = _without(decision, conflicts(decision.edit, now))
    if decision.by_person and rest.accepted and _wanted(file, decision, rest, refusal):
        return rest, _apply(file, rest, editing, known)
    raise _with_way_on(refusal, file, reply, moved=_moved(decision.edit.before, now))


def _apply(
    file: str, decision: Decision, editing: Editing, known: Mapping[str, Any]
) -> Revision | None:
    return apply(
        file,
        decision.edit,
        operations=decision.operations,
        accepted=decision.accepted,
        rejected=decision.rejected,
        encoding=editing.encoding,
        commit=editing.commit,
        **known,
    )


def _without(decision: Decision, clashing: Iterable[int]) -> Decision:
    """Return a decision without some of the operations of its edit, as if they were rejected."""
    left_out = set(clashing)
    numbers = range(1, len(decision.edit.operations) + 1)
    # An operation on a line that another one creates falls away with that one.
    kept = standing(decision.edit, [n for n in numbers if n not in left_out])
    accepted = tuple(decision.accepted[n - 1] for n in kept)
    rejected = {*decision.rejected, *decision.accepted}.difference(accepted)
    return replace(
        decision,
        edit=select(decision.edit, kept),
        accepted=accepted,
        rejected=tuple(sorted(rejected)),
    )


def _wanted(file: str, decision: Decision, rest: Decision, refusal: LinewiseError) -> bool:
    """Ask whether what does not touch the changes of others is to be applied without the rest."""
    tell(*as_named(str(refusal), [file]).split("\n"))
    clashing = [n for n in decision.accepted if n not in rest.accepted]
    named = ", ".join(named_operation(decision.operations[n - 1]) for n in clashing)
    count = len(rest.accepted)
    others = "the other operation" if count == 1 else f"the other {count} operations"
    return click.confirm(
        f"{named} cannot be applied any more; apply {others}?", default=None, err=True
    )


def _moved(before: Document, now: Document) -> bool:
    """Tell whether the ids of a reply may mean other lines than when it was written."""
    return before.line_count != now.line_count


def _with_way_on(
    refusal: DocumentChangedError, file: str, reply: str | None, *, moved: bool
) -> DocumentChangedError:
    """Return a refusal that says what to do now, before the two sides."""
    first, _, sides = str(refusal).partition("\n")
    return DocumentChangedError(
        f"{first}; {_way_on(file, reply, moved=moved)}\n{sides}", refusal.conflict
    )


def _way_on(file: str, reply: str | None, *, moved: bool) -> str:
    name = shlex.quote(file)
    if reply is None:
        return f"linewise edit {name} once more asks about the file as it is now"
    if moved:
        return (
            "its lines have moved, so that the ids of the reply mean others: linewise prompt edit "
            f"{name} asks for a new reply"
        )
    given = "REPLY" if reply == STANDARD_INPUT else shlex.quote(reply)
    return (
        f"linewise edit {name} --reply {given} --partial proposes what fits the file as it is now"
    )
