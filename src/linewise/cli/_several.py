"""Edits of several files: those that the information touches, as one batch."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from linewise.changes import ChangeSet
from linewise.cli._applying import apply_one
from linewise.cli._command import STANDARD_INPUT, refuse_two_readers
from linewise.cli._diffs import diffs_result
from linewise.cli._editing import edit_values, report, tell_applied
from linewise.cli._keeping import remembered
from linewise.cli._models import (
    name_of_model,
    pasted_from,
    progress,
    tell_bill,
    tell_usage,
)
from linewise.cli._naming import as_named
from linewise.cli._prompting import by_options, reading_options, tell_asked, tell_shown
from linewise.cli._result import ExitCode, Result, exit_code
from linewise.cli._telling import tell
from linewise.document import Document
from linewise.editing.several import LEAST_SCORE
from linewise.errors import LinewiseError
from linewise.history import check_commit, new_batch, read_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from linewise.cli._editing import Editing
    from linewise.cli._keeping import Remembered
    from linewise.cli._questions import Decision
    from linewise.editing import Considered, Edit
    from linewise.history import Revision

__all__ = ["are_several", "edit_several"]

# So many files that are left alone are told by name; --json has them all.
_MOST_TOLD = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class _Outcome:
    """What became of one file.

    Attributes:
        name: what the user calls it.
        reason: why it was edited, or left alone.
        edit: what was proposed, or is applied of it.
        revision: the revision that was made.
        code: how it ended.
    """

    name: str
    reason: str
    edit: Edit | None = None
    revision: Revision | None = None
    code: ExitCode = ExitCode.DONE

    def shown(self) -> tuple[ChangeSet, dict[str, Any]]:
        """Return the changes, and what the JSON says beside them."""
        changes = ChangeSet("") if self.edit is None else self.edit.changes
        told = {"file": self.name, "reason": self.reason}
        return changes, {**told, **edit_values(self.edit, self.revision)}


def are_several(files: Sequence[str]) -> bool:
    """Tell whether arguments name more than one file, or a folder."""
    return len(files) > 1 or any(os.path.isdir(file) for file in files)  # noqa: PTH112 - odd names


def edit_several(
    *,
    files: tuple[str, ...],
    editing: Editing,
    decide: Callable[[Edit], Decision],
    prompting: dict[str, Any],
    choice: dict[str, Any],
) -> Result:
    """Let a model edit the files that the information touches, and apply what is decided."""
    if STANDARD_INPUT in files:
        raise click.UsageError("standard input is no file that can be edited among several")
    info = editing.info
    refuse_two_readers(info, pasted_from(**choice, dry_run=editing.dry_run))
    information = editing.information(is_needed=True)
    note = {info: "it says what is new"} if info and info != STANDARD_INPUT else {}
    named = read_files(files, editing.encoding, without=note)
    read = [(one.name, one.file.document) for one in named if one.file]
    left = [_Outcome(name=one.name, reason=one.reason) for one in named if not one.file]
    _tell_left(left)
    if not read:
        tell(f"there is no file to edit in {', '.join(files)}")
    if editing.dry_run:
        return _prompts(read, left, editing, information, prompting)
    options = reading_options(info, editing.info_text, prompting)
    with remembered(choice, f"linewise edit FILE {options} --reply") as model:
        considered = _considered(
            read, information, model, {**prompting, "partial": editing.partial}
        )
        outcomes = [_outcome(name, one) for (name, _), one in zip(read, considered, strict=True)]
        _tell_left([one for one in outcomes if one.edit is None])
        passed_over = [
            (name, one.score)
            for (name, _), one in zip(read, considered, strict=True)
            if one.edit is None and one.score < prompting.get("least", LEAST_SCORE)
        ]
        _tell_passed_over(passed_over, options)
        decided = _decided(outcomes, decide)
        known = {"information": information, "model": name_of_model(**choice), "batch": new_batch()}
        applied = _applied(outcomes, decided, editing, known)
        if any(one.code != ExitCode.DONE for one in applied):
            model.keep()
    return _result([*left, *applied])


def _considered(
    read: Sequence[tuple[str, Document]],
    information: str,
    model: Remembered,
    options: dict[str, Any],
) -> list[Considered]:
    from linewise.editing import edit_files
    from linewise.models import Usage

    names = {id(document): name for name, document in read}

    def begin(document: Document) -> None:
        if model.is_pasted:
            tell(f"the prompt below is about {names[id(document)]}")

    documents = [document for _, document in read]
    with progress("documents asked about") as show:
        considered = edit_files(documents, information, model, begin=begin, done=show, **options)
    tell_usage(sum((one.usage for one in considered), Usage()))
    return considered


def _outcome(name: str, considered: Considered) -> _Outcome:
    edit = considered.edit
    if edit is not None and edit.operations:
        return _Outcome(name=name, reason=considered.reason, edit=edit)
    if edit is not None:
        report(edit)
        reason = "nothing of the model's reply could be used"
        return _Outcome(name=name, reason=reason, code=ExitCode.UNUSABLE_REPLY)
    code = ExitCode.DONE if considered.error is None else exit_code(considered.error)
    return _Outcome(name=name, reason=by_options(considered.reason), code=code)


def _decided(
    outcomes: Iterable[_Outcome], decide: Callable[[Edit], Decision]
) -> dict[str, Decision]:
    """Return what is decided of each file; nothing is written before all is."""
    proposed = [(one, one.edit) for one in outcomes if one.edit is not None]
    decided: dict[str, Decision] = {}
    for number, (one, edit) in enumerate(proposed, start=1):
        name = one.name
        tell(f"{name} ({number} of {len(proposed)}): {one.reason}")
        tell_shown(edit.shown, f"{name}: ")
        report(edit)
        decided[one.name] = decide(edit)
    return decided


def _applied(
    outcomes: Iterable[_Outcome],
    decided: dict[str, Decision],
    editing: Editing,
    known: dict[str, Any],
) -> list[_Outcome]:
    """Apply what was decided, file by file; one that cannot be written keeps no other back."""
    applied: list[_Outcome] = []
    try:
        for one in outcomes:
            decision = decided.get(one.name)
            applied.append(one if decision is None else _apply(one, decision, editing, known))
    finally:
        # Whoever interrupts it knows what was done, too.
        _tell_batch(known["batch"], sum(one.revision is not None for one in applied))
    return applied


def _tell_batch(batch: str, count: int) -> None:
    if count:
        files = "1 file" if count == 1 else f"{count} files"
        tell(
            f"{files} changed as batch {batch}; linewise undo --batch {batch} takes all of it back"
        )


def _apply(one: _Outcome, decision: Decision, editing: Editing, known: dict[str, Any]) -> _Outcome:
    try:
        decision, revision = apply_one(one.name, decision, editing, known)
    except LinewiseError as error:
        reason = as_named(str(error), [one.name])
        tell(*reason.split("\n"))
        return replace(one, edit=None, reason=reason, code=exit_code(error))
    tell_applied(one.name, revision)
    return replace(one, edit=decision.edit, revision=revision)


def _result(outcomes: Sequence[_Outcome]) -> Result:
    codes = [one.code for one in outcomes if one.code != ExitCode.DONE]
    nothing = all(one.edit is None for one in outcomes)
    code = max(codes, default=ExitCode.NOTHING_FOUND if nothing else ExitCode.DONE)
    return replace(diffs_result([one.shown() for one in outcomes]), exit_code=code)


def _tell_left(outcomes: Iterable[_Outcome]) -> None:
    """Tell on standard error which files are left alone, and why."""
    left = list(outcomes)
    for one in left[:_MOST_TOLD]:
        tell(f"left alone: {one.name}: {one.reason}")
    if (more := len(left) - _MOST_TOLD) > 0:
        tell(f"left alone: {more:,} more; --json names them")


def _tell_passed_over(passed_over: Iterable[tuple[str, float]], options: str) -> None:
    """Tell how those are asked about all the same that came near the information, not near enough.

    Args:
        passed_over: names of files with their scores.
        options: which say the information.
    """
    near = [(name, score) for name, score in passed_over if score > 0]
    if not near:
        return
    name = shlex.quote(near[0][0]) if len(near) == 1 else "FILE"
    one = "it" if len(near) == 1 else f"one of these {len(near):,} files"
    # Rounded down, so that what is suggested is enough.
    least = int(100 * max(score for _, score in near)) / 100
    tell(
        f"linewise edit {name} {options} asks about {one} by itself, --least {least} about what "
        "comes as near"
    )


def _prompts(
    read: Sequence[tuple[str, Document]],
    left: Sequence[_Outcome],
    editing: Editing,
    information: str,
    prompting: dict[str, Any],
) -> Result:
    """Show what would be asked about which file, and what it would cost."""
    from linewise.editing import edit_files_prompts
    from linewise.models import bill

    asked = edit_files_prompts([document for _, document in read], information, **prompting)
    files = [(name, one) for (name, _), one in zip(read, asked, strict=True)]
    _tell_left(_Outcome(name=name, reason=one.reason) for name, one in files if not one.prompts)
    _tell_passed_over(
        [(name, one.score) for name, one in files if not one.prompts],
        reading_options(editing.info, editing.info_text, prompting),
    )
    for name, one in files:
        if one.prompts:
            tell(f"{name}: {one.reason}")
        tell_asked(one.prompts, f"{name}: ")
    prompts = [part.prompt for one in asked for part in one.prompts]
    copies = Document("".join(one.document.text for one in asked if one.prompts))
    if prompts:
        tell_bill(bill(prompts, copies, prompting["tokenizer"]))
    items = [{"file": one.name, "reason": one.reason, "prompts": []} for one in left]
    items += [
        {"file": name, "reason": one.reason, "prompts": [part.prompt for part in one.prompts]}
        for name, one in files
    ]
    code = ExitCode.DONE if prompts else ExitCode.NOTHING_FOUND
    if editing.commit and not _can_be_committed([name for name, one in files if one.prompts]):
        code = ExitCode.FAILED
    shown = (f"--- {name}\n{part.prompt}" for name, one in files for part in one.prompts)
    return Result(text=["\n".join(shown)], items=items, exit_code=code)


def _can_be_committed(names: Sequence[str]) -> bool:
    """Tell whether git could commit all of some files, and why it could not."""
    refused = False
    for name in names:
        try:
            check_commit(name)
        except LinewiseError as error:
            tell(as_named(str(error), [name]))
            refused = True
    return not refused
