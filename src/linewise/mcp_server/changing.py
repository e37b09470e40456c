"""The tools that change: propose an edit, apply it, take a change back."""

from __future__ import annotations

import hashlib
import logging
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from linewise.editing import Review, edit_of_tagged, lines_named
from linewise.errors import DocumentChangedError, FileError, HistoryError, LinewiseError, ReplyError
from linewise.files import carry
from linewise.history import apply as apply_edit
from linewise.history import back_to, made_state
from linewise.history import undo as undo_revision
from linewise.mcp_server.answers import Answer, RefusedError
from linewise.mcp_server.operations import read_given
from linewise.mcp_server.showing import carried_lines, lines_around, shown_diff

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from linewise.changes import ChangeSet
    from linewise.document import Document
    from linewise.editing import Edit, Operation
    from linewise.history import Revision
    from linewise.mcp_server.opening import Desk, Opened
    from linewise.mcp_server.roots import Place
    from linewise.replies import Caution, Repair

__all__ = ["Proposal", "apply", "propose", "undo"]

_LOG = logging.getLogger("linewise.mcp_server")
_MOST_NOTES = 10
_ID = re.compile(r"\b(revision )?([0-9a-f]{8})[0-9a-f]{4}\b")


@dataclass(frozen=True, slots=True)
class Proposal:
    """An edit that waits to be applied.

    Attributes:
        place: the file.
        edit: what to change.
        reason: why, in the agent's words.
    """

    place: Place
    edit: Edit
    reason: str


def propose(
    desk: Desk, path: str, revision: str, operations: Sequence[Any], reason: str = ""
) -> Answer:
    """Work out what operations do to a file; write nothing."""
    if len(reason) > desk.limits.reason_chars:
        raise RefusedError(f"a reason has at most {desk.limits.reason_chars:,} characters")
    opened = desk.open_text(path)
    edit = _planned(desk, opened, revision, operations)
    changes = _carried(opened, edit)
    if changes.after == changes.base:
        raise RefusedError("these operations change nothing: the lines say that already")
    if opened.file is not None:
        opened.file.encoded(changes.after)
    name = ""
    if not desk.read_only:
        name = _name_of(opened, edit)
        _keep(desk, name, Proposal(opened.place, edit, reason))
    notes = list(_notes(edit, opened))
    shown = shown_diff(changes, desk.limits.diff_tokens)
    head = f"edit {name} for {opened}" if name else f"for {opened}, on a server that only reads"
    return Answer(
        "\n".join([head, *(f"note: {note}" for note in notes), shown]),
        {
            "path": opened.place.name,
            "revision": opened.revision,
            "edit": name,
            "diff": shown,
            "notes": notes,
        },
    )


def apply(desk: Desk, edit: str, operations: Sequence[int] | None = None) -> Answer:
    """Write a proposed edit, or some of its operations, to its file."""
    if operations is not None and not operations:
        raise RefusedError("operations is empty; name some, or leave it out to apply them all")
    edit = edit.strip().lower()
    proposal = desk.edits.take(edit)
    if proposal is None:
        raise RefusedError(
            f"there is no edit {edit[:40]!r} here: it was applied, is too old, or was never "
            "proposed to this server; look at history, and propose again"
        )
    try:
        # What came into its place may be too large to be compared, or no text.
        desk.open_text(proposal.place.name)
        revision = _apply(proposal, operations)
    except DocumentChangedError as error:
        now = desk.open_text(proposal.place.name)
        raise RefusedError(
            _first_line(error) + _as_now(now, proposal.edit.before, proposal.edit.operations)
        ) from error
    except (LinewiseError, OSError):
        _keep(desk, edit, proposal)
        raise
    return _written(desk, proposal.place, revision, "applied")


def undo(desk: Desk, path: str, revision: str = "", to: str = "") -> Answer:
    """Take one change back, or everything since a revision."""
    opened = desk.open_text(path)
    revision, to = revision.strip().lower(), to.strip().lower()
    if revision and to:
        raise RefusedError("name the revision whose change is taken back, or the one to go to")
    file = opened.place.path
    target = made_state(file, revision).id if revision else None
    try:
        if to:
            return _written(desk, opened.place, back_to(file, to), "gone back")
        return _written(desk, opened.place, undo_revision(file, target), "undone")
    except HistoryError as error:
        raise RefusedError(_of_changes(str(error))) from error
    except DocumentChangedError as error:
        raise RefusedError(
            f"{_of_changes(_first_line(error))}; look at history and take those back first, "
            "or name by to the revision to go back to"
        ) from error


def _of_changes(message: str) -> str:
    """Return a message that calls changes so, by ids as long as the history shows them.

    What agents call a revision is the text that a change left.
    """
    return _ID.sub(lambda found: ("change " if found[1] else "") + found[2], message)


def _name_of(opened: Opened, edit: Edit) -> str:
    """Return the id of an edit, made of what it does: in no other server it means another edit."""
    what = repr((opened.place.name, edit.before.fingerprint, edit.operations))
    return hashlib.sha256(what.encode(errors="surrogatepass")).hexdigest()[:8]


def _keep(desk: Desk, name: str, proposal: Proposal) -> None:
    size = len(proposal.edit.before.text) + len(proposal.edit.changes.after)
    desk.edits.put(name, proposal, size)


def _notes(edit: Edit, opened: Opened) -> Iterator[str]:
    """Yield what was mended or deserves a look, as far as it says something new."""
    if edit.before.text != opened.document.text:
        yield "the file changed since that revision; the edit is carried over to it"
    remarks: list[Repair | Caution] = [*edit.repairs, *edit.warnings]
    for one in remarks[:_MOST_NOTES]:
        yield f"item {one.item}: {one.message}" if one.item else one.message
    if len(remarks) > _MOST_NOTES:
        yield f"and {len(remarks) - _MOST_NOTES} notes like these"


def _planned(desk: Desk, opened: Opened, revision: str, operations: Sequence[Any]) -> Edit:
    """Return the edit of the text that the agent read, be it older than the file."""
    asked = read_given(operations, desk.limits)
    base = desk.version(opened, revision.strip().lower())
    if base is None:
        raise RefusedError(
            f"the revision {revision[:40]!r} of {opened.place.name} is not known here"
            + _as_now(opened, opened.document, asked)
        )
    try:
        return edit_of_tagged(base, asked)
    except ReplyError as error:
        concerned = [operation for operation in asked if operation.item == error.item] or asked
        raise RefusedError(f"{error}{_as_now(opened, base, concerned)}") from error


def _carried(opened: Opened, edit: Edit) -> ChangeSet:
    try:
        return carry(edit.changes, opened.document.text, opened.place.name)
    except DocumentChangedError as error:
        now = _as_now(opened, edit.before, edit.operations)
        raise RefusedError(f"{_first_line(error)}{now}") from error


def _apply(proposal: Proposal, wanted: Sequence[int] | None) -> Revision | None:
    given = [operation.item for operation in proposal.edit.operations]
    numbers = given if wanted is None else wanted
    unknown = [number for number in numbers if number not in given]
    if unknown:
        raise RefusedError(
            f"the edit has no operation {unknown[0]}; it has {', '.join(map(str, given))}"
        )
    places = range(1, len(given) + 1)
    chosen = [place for place in places if given[place - 1] in numbers]
    outcome = Review(proposal.edit, frozenset(chosen)).outcome()
    if outcome.left_out:
        raise RefusedError(
            f"operation {given[outcome.left_out[0] - 1]} is about a line that another operation "
            "makes; name that one, too"
        )
    return apply_edit(
        proposal.place.path,
        outcome.edit,
        information=proposal.reason,
        operations=proposal.edit.operations,
        accepted=outcome.accepted,
        rejected=outcome.rejected,
    )


def _written(desk: Desk, place: Place, made: Revision | None, done: str) -> Answer:
    if made is None:
        raise RefusedError(f"{place.name} says that already")
    name = _state_after(desk, place, made)
    shown = [_range(c.new_first, c.new_count) for c in made.lines if c.new_count]
    text = f"{done}: {place.name} is at {name or 'a new revision'} now"
    text += f", +{made.lines_added} −{made.lines_taken} lines"
    if shown:
        text += f"; new words in {', '.join(shown[:10])}{', …' if len(shown) > 10 else ''}"
    return Answer(
        text, {"path": place.name, "revision": name, "change": made.id[:8], "lines": shown}
    )


def _state_after(desk: Desk, place: Place, made: Revision) -> str:
    """Return the name of the state that a change made.

    The file is not read again: what others wrote since is no part of it. It is written already,
    so nothing that fails here may sound like a change that was refused.
    """
    try:
        return desk.note(place, made.after)
    except LinewiseError:
        _LOG.exception("what was written cannot be looked at")
        return ""


def _range(first: int, count: int) -> str:
    return str(first) if count == 1 else f"{first}..{first + count - 1}"


def _as_now(opened: Opened, then: Document, asked: Sequence[Operation]) -> str:
    """Return the lines that operations name as they are now, and what to do."""
    lines = carried_lines(then, lines_named(then, asked), opened.document)
    shown = lines_around(opened.document, lines)
    if not shown:
        return f"\nRead {opened.place.name} again; it is at {opened.revision} now"
    return f"\nNow these lines are ({opened}):\n{shown}\nPropose again with these ids and revision"


def _first_line(error: FileError) -> str:
    return str(error).split("\n", 1)[0].split("; nothing was written", 1)[0]
