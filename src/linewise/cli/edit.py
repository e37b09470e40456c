"""`linewise edit`: what a model changes in files, looked at before it is applied."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

import click

from linewise.cli._command import (
    STANDARD_INPUT,
    argument_files,
    refuse_two_readers,
    result_command,
)
from linewise.cli._editing import (
    apply_decided,
    edit_file,
    editable,
    editing_options,
    reply_option,
    report,
    see_commit,
)
from linewise.cli._keeping import remembered
from linewise.cli._models import (
    asked_model,
    model_options,
    name_of_model,
    pasted_from,
    progress,
    tell_usage,
)
from linewise.cli._prompting import (
    prompting_options,
    prompts_result,
    reading_options,
    tell_shown,
)
from linewise.cli._questions import Decision, accept_all, ask, can_ask
from linewise.cli._several import are_several, edit_several
from linewise.errors import LinewiseError

if TYPE_CHECKING:
    from collections.abc import Callable

    from linewise.cli._editing import Editing
    from linewise.cli._result import Result
    from linewise.editing import Edit


@result_command(
    "Show what a model changes in FILE to bring the information into it, and apply what is "
    "accepted.\n\n"
    "The model is asked, or its REPLY is read from a file. On a terminal each operation is "
    "accepted, rejected or reworded by itself; elsewhere nothing is written without --yes.\n\n"
    "Of several files, or of the text files in folders, those are edited that the information "
    "touches; it is said why the others are left alone. They are looked at file by file, then "
    "applied as one batch: linewise undo --batch takes all of it back.\n\n"
    "A prompt holds 24,000 tokens where --window says nothing else. Of a longer document the "
    "lines that matter are shown, and others cannot be changed. A reply to a prompt that "
    "linewise prompt edit wrote with --focus or --window is read with the same options.\n\n"
    "Example: linewise edit docs/ README.md --info note.md"
)
@argument_files
@reply_option(required=False)
@editing_options
@prompting_options
@click.option("--thorough", is_flag=True, help="Send all of a long document, part by part.")
@click.option(
    "--least",
    type=click.FloatRange(0, 1),
    metavar="SHARE",
    help="Of several files, ask about those that come so near to the information as the nearest "
    "one; 0.5 if left out.",
)
@model_options
@click.option("--yes", is_flag=True, help="Apply everything without asking.")
def edit_command(
    *,
    files: tuple[str, ...],
    reply: str | None,
    yes: bool,
    thorough: bool,
    least: float | None,
    prompting: dict[str, Any],
    model: str | None,
    base_url: str | None,
    paste: bool,
    max_tokens: int | None,
    editing: Editing,
) -> Result:
    """Edit files by a reply, or by asking a model."""
    decide = accept_all if yes else _asked
    several = are_several(files)
    if least is not None:
        _refuse_alone(several=several)
        prompting["least"] = least
    if reply is not None:
        _refuse_with_reply(several=several, thorough=thorough)
        file = files[0] if files else STANDARD_INPUT
        return edit_file(
            file=file, reply=reply, editing=editing, prompting=prompting, decide=decide
        )
    choice: dict[str, Any] = {
        "model": model,
        "base_url": base_url,
        "paste": paste,
        "max_tokens": max_tokens,
    }
    prompting["thorough"] = thorough
    edit = edit_several if several else _edit_by_model
    if not (yes or editing.dry_run or can_ask()):
        # What is missing besides is told first: with a terminal it would still be missing.
        if editing.info != STANDARD_INPUT:
            editing.information(is_needed=True)
        asked_model(**choice)
        _need_terminal()
    return edit(files=files, editing=editing, decide=decide, prompting=prompting, choice=choice)


def _refuse_alone(*, several: bool) -> None:
    if not several:
        raise click.UsageError(
            "--least chooses among several files: one that is named alone is always asked about"
        )


def _refuse_with_reply(*, several: bool, thorough: bool) -> None:
    if several:
        raise click.UsageError(
            "a reply is about one file: --reply goes with one FILE; about several files a model is "
            "asked, by hand with --paste"
        )
    if thorough:
        raise click.UsageError("a reply is about one prompt, and --thorough asks with several")


def _edit_by_model(
    *,
    files: tuple[str, ...],
    editing: Editing,
    decide: Callable[[Edit], Decision],
    prompting: dict[str, Any],
    choice: dict[str, Any],
) -> Result:
    from linewise.editing import edit

    file = files[0] if files else STANDARD_INPUT
    refuse_two_readers(file, editing.info, pasted_from(**choice, dry_run=editing.dry_run))
    information = editing.information(is_needed=True)
    document = editable(file, editing)
    see_commit(file, editing)
    if editing.dry_run:
        return prompts_result(document, information, **prompting)
    options = reading_options(editing.info, editing.info_text, prompting)
    again = f"linewise edit {shlex.quote(file)} {options} --reply"
    with remembered(choice, again) as model:
        with progress("parts read") as show:
            proposed = edit(
                document, information, model, partial=editing.partial, done=show, **prompting
            )
        tell_usage(proposed.usage)
        tell_shown(proposed.shown)
        report(proposed)
        known = {"information": information, "model": name_of_model(**choice)}
        return apply_decided(file, proposed, decide, editing, known)


def _asked(proposed: Edit) -> Decision:
    _need_terminal()
    return ask(proposed)


def _need_terminal() -> None:
    if not can_ask():
        raise LinewiseError(
            "nothing was written: there is no terminal to ask on; --yes applies all of it, "
            "--dry-run shows it"
        )


command = edit_command
