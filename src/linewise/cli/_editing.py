"""What the commands that edit share: the reply, the information, the report."""

from __future__ import annotations

import functools
import os
import shlex
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import click

from linewise.changes import ChangeSet
from linewise.cli._applying import apply_one
from linewise.cli._command import (
    STANDARD_INPUT,
    Reading,
    as_words,
    read_standard_input,
    refuse_two_readers,
)
from linewise.cli._diffs import diff_result
from linewise.cli._prompting import edit_by_seen, seen_lines
from linewise.cli._result import ExitCode
from linewise.cli._telling import tell
from linewise.document import Document
from linewise.editing import edit_from_reply
from linewise.errors import LoadError, ReplyError, ReplyErrorKind
from linewise.history import (
    asked_before,
    brought_by,
    check_commit,
    plain,
    plain_operation,
    read_file,
)
from linewise.loading import load

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from linewise.cli._questions import Decision
    from linewise.cli._result import Result
    from linewise.editing import Edit, Shown
    from linewise.history import Revision

__all__ = [
    "Editing",
    "applied_before",
    "apply_decided",
    "edit_file",
    "edit_result",
    "edit_values",
    "editable",
    "editing_options",
    "information_options",
    "read_information",
    "read_text",
    "reply_option",
    "report",
    "see_commit",
    "tell_applied",
]


# A line holds another text than whoever replied has read.
_OTHER_TEXT = frozenset((ReplyErrorKind.TAG_MISMATCH, ReplyErrorKind.ID_MISMATCH))


@dataclass(frozen=True, slots=True, kw_only=True)
class Editing:
    """How files are edited, whoever proposes what.

    Attributes:
        info: a file that says what is new.
        info_text: the same in words.
        dry_run: show what would be done, and write nothing.
        partial: leave out what cannot be trusted.
        commit: commit each file in its own git repository, too.
        encoding: of the files; detected when it is None.
    """

    info: str | None
    info_text: str | None
    dry_run: bool
    partial: bool
    commit: bool
    encoding: str | None

    def information(self, *, is_needed: bool = False) -> str:
        """Return the information that was given; see `read_information`."""
        return read_information(self.info, self.info_text, is_needed=is_needed)


def editing_options(function: Callable[..., Result]) -> Callable[..., Result]:
    """Add what every command takes that edits by a reply; the function takes an `editing`."""

    @functools.wraps(function)
    def run(**settings: Any) -> Result:
        editing = Editing(**{one.name: settings.pop(one.name) for one in fields(Editing)})
        return function(editing=editing, **settings)

    for option in reversed(_EDITING_OPTIONS):
        run = option(run)
    return run


def information_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the two ways to give the information; apart, so that a mistyped name is an error."""
    function = click.option(
        "--info-text", type=as_words, metavar="TEXT", help="What is new, in so many words."
    )(function)
    return click.option("--info", metavar="FILE", help="A file that says what is new.")(function)


_EDITING_OPTIONS = (
    information_options,
    click.option("--dry-run", is_flag=True, help="Show what would be done; write nothing."),
    click.option("--partial", is_flag=True, help="Leave out what cannot be trusted."),
    click.option("--commit", is_flag=True, help="Commit FILE in its own git repository, too."),
    click.option("--encoding", metavar="NAME", help="Of FILE; detected when left out."),
)


def read_information(info: str | None, info_text: str | None, *, is_needed: bool = False) -> str:
    """Return the information that was given, or "" for none where none is needed."""
    information = _information(info, info_text)
    if is_needed and info is not None and not information.strip():
        raise click.UsageError(f"{info} says nothing: a file that says what is new was expected")
    if is_needed and not information.strip():
        raise click.UsageError(
            "there is nothing to tell the model; --info or --info-text says it, or --reply names "
            "the reply that there is already"
        )
    return information


def _information(info: str | None, info_text: str | None) -> str:
    if info is not None and info_text is not None:
        raise click.UsageError("--info and --info-text were both given; one of them is enough")
    if info_text is not None:
        return info_text
    if info is None:
        return ""
    if info != STANDARD_INPUT and not os.path.exists(info):  # noqa: PTH110 - pathlib raises for odd names
        raise LoadError(f"{info}: there is no such file; --info-text takes the words themselves")
    return read_text(info)


def read_text(path: str) -> str:
    """Return what a file or standard input says.

    Raises:
        LoadError: it cannot be read.
    """
    if path == STANDARD_INPUT:
        return load(read_standard_input(), format="text").text
    return load(path, format="text").text


def reply_option(*, required: bool) -> Callable[..., Any]:
    """Return the option that names a model's reply."""
    text = "The model's reply, or - for standard input."
    return click.option("--reply", required=required, metavar="FILE", help=text)


def edit_file(
    *,
    file: str,
    reply: str,
    editing: Editing,
    decide: Callable[[Edit], Decision],
    prompting: Mapping[str, Any],
) -> Result:
    """Apply what is decided of a reply, or show what it would change."""
    refuse_two_readers(file, reply, editing.info)
    document = editable(file, editing)
    information = editing.information()
    words = read_text(reply)

    def propose(text: Document) -> Edit:
        shown = seen_lines(text, information, prompting)
        if shown is None:
            return edit_from_reply(text, words, partial=editing.partial)
        return edit_by_seen(shown, words, partial=editing.partial)

    if file != STANDARD_INPUT and (made := _bringing(file, propose)):
        done = _said_before(file, made)
        return diff_result(ChangeSet(document), file, edit_values(None, made), without=done)
    see_commit(file, editing)
    proposed = _proposed(file, document, propose)
    report(proposed)
    if file != STANDARD_INPUT:
        _tell_asked_before(file, proposed)
    if editing.dry_run:
        return edit_result(file, proposed, None)
    known = {"information": information}
    return apply_decided(file, proposed, decide, editing, known, reply=reply)


def _proposed(file: str, document: Document, propose: Callable[[Document], Edit]) -> Edit:
    """Return what a reply proposes; of a file that changed since its prompt, the next step."""
    try:
        return propose(document)
    except ReplyError as error:
        if error.kind not in _OTHER_TEXT or file == STANDARD_INPUT:
            raise
        again = f"linewise prompt edit {shlex.quote(file)} asks anew, about the file as it is now"
        raise ReplyError(error.kind, f"{error.message}; {again}", item=error.item) from error


def applied_before(file: str, propose: Callable[[Document], Edit]) -> str:
    """Say that a reply is applied already, where it is; "" where it is not.

    It is where the file holds what the reply made of the text before. The ids of a reply mean the
    text that was numbered: applied once more, it would insert its lines twice, and delete others
    than those that were meant.

    Args:
        file: as the user named it.
        propose: returns what the reply makes of a text.
    """
    made = _bringing(file, propose)
    return "" if made is None else _said_before(file, made)


def _bringing(file: str, propose: Callable[[Document], Edit]) -> Revision | None:
    return brought_by(file, lambda text: propose(Document(text)).after.text)


def _said_before(file: str, made: Revision) -> str:
    return f"nothing to do: {file} has these changes already, by revision {made.id[:8]}"


def _tell_asked_before(file: str, proposed: Edit) -> None:
    """Tell that operations are asked for again which may mean lines as they were before."""
    if made := asked_before(file, proposed.operations):
        tell(
            f"look: {file} was edited by the same operations as revision {made.id[:8]}; ids of a "
            "reply that was made before it mean other lines now"
        )


def apply_decided(
    file: str,
    proposed: Edit,
    decide: Callable[[Edit], Decision],
    editing: Editing,
    known: Mapping[str, Any],
    *,
    reply: str | None = None,
) -> Result:
    """Apply what is decided of a proposal, with what else its revision is to say.

    Args:
        file: as the user named it.
        proposed: what may be applied.
        decide: decides of it.
        editing: how files are edited.
        known: what else the revision is to say.
        reply: the file that the reply came from, if it did.
    """
    if not proposed.operations:
        result = edit_result(file, proposed, None)
        return replace(result, exit_code=ExitCode.UNUSABLE_REPLY) if proposed.refused else result
    decision, revision = apply_one(file, decide(proposed), editing, known, reply)
    return edit_result(file, decision.edit, revision)


def editable(file: str, editing: Editing) -> Document:
    """Read a file that is to be edited, or a text whose diff is to be shown."""
    if file == STANDARD_INPUT and not editing.dry_run:
        raise click.UsageError("standard input cannot be edited in place; --dry-run shows the diff")
    if file == STANDARD_INPUT:
        return Reading("text", editing.encoding).document(file)
    return read_file(file, editing.encoding).document


def see_commit(file: str, editing: Editing) -> None:
    """See that git will commit a file where that is wanted, before anybody is asked about it.

    Raises:
        HistoryError: it would not; a dry run says so, too.
    """
    if editing.commit and file != STANDARD_INPUT:
        check_commit(file)


def edit_result(file: str, edit: Edit, revision: Revision | None) -> Result:
    """Return the result that shows an edit, and the revision that was made of it."""
    tell_applied(file, revision)
    return diff_result(edit.changes, file, edit_values(edit, revision))


def tell_applied(file: str, revision: Revision | None) -> None:
    """Tell on standard error which revision was made, if one was."""
    if revision is not None:
        tell(
            f"{file}: applied as revision {revision.id[:8]}; "
            f"linewise undo {shlex.quote(file)} takes it back"
        )


def edit_values(edit: Edit | None, revision: Revision | None) -> dict[str, Any]:
    """Return what the JSON says of an edit beside its diff; of none the same, empty."""
    return {
        "operations": [plain_operation(one) for one in edit.operations] if edit else [],
        "repairs": plain(edit.repairs) if edit else [],
        "warnings": plain(edit.warnings) if edit else [],
        "refused": [{"item": one.item, "message": str(one.error)} for one in edit.refused]
        if edit
        else [],
        "shown": _shown_values(edit.shown) if edit and edit.shown else None,
        "revision": revision.as_dict() if revision else None,
    }


def _shown_values(shown: Shown) -> dict[str, Any]:
    """Return how much of the document a model saw."""
    return {
        "stretches": [list(stretch) for stretch in shown.stretches],
        "tokens": shown.tokens,
        "document_tokens": shown.document_tokens,
    }


def report(edit: Edit) -> None:
    """Tell on standard error what was mended, what deserves a look, and what was refused."""
    for word, notes in (("mended", edit.repairs), ("look", edit.warnings)):
        for note in notes:
            tell(f"{word}: {note.message}")
    for refusal in edit.refused:
        tell(f"refused: item {refusal.item}: {refusal.error.message}")
