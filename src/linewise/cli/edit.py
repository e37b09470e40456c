"""`linewise edit`: what a model changes in a file, looked at before it is applied."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from linewise.cli._command import argument_file, refuse_two_readers, result_command, setting
from linewise.cli._editing import (
    apply_decided,
    edit_file,
    editable,
    editing_options,
    read_information,
    reply_option,
    report,
)
from linewise.cli._models import (
    asked_model,
    model_options,
    pasted_from,
    progress,
    prompt_options,
    tell_bill,
    tell_usage,
)
from linewise.cli._questions import Decision, accept_all, ask, can_ask
from linewise.cli._result import Result
from linewise.errors import LinewiseError

if TYPE_CHECKING:
    from collections.abc import Callable

    from linewise.document import Document
    from linewise.editing import Edit


@result_command(
    "Show what a model changes in FILE to bring the information into it, and apply what is "
    "accepted.\n\n"
    "The model is asked, or its REPLY is read from a file. On a terminal each operation is "
    "accepted, rejected or reworded by itself; elsewhere nothing is written without --yes."
)
@argument_file
@reply_option(required=False)
@editing_options
@click.option("--context", metavar="TEXT", help="What else the model should know.")
@model_options
@prompt_options
@click.option(
    "--focus", is_flag=True, help="Send only the stretches that the information is about."
)
@click.option("--thorough", is_flag=True, help="Send all of a long document, part by part.")
@setting("--window", type=int, default=24_000, help="The tokens of one prompt at most.")
@click.option("--yes", is_flag=True, help="Apply everything without asking.")
def edit_command(
    *,
    reply: str | None,
    yes: bool,
    context: str | None,
    language: str,
    tokenizer: str,
    focus: bool,
    thorough: bool,
    window: int,
    model: str | None,
    base_url: str | None,
    paste: bool,
    max_tokens: int | None,
    **settings: Any,
) -> Result:
    """Edit a file by a reply, or by asking a model."""
    decide = accept_all if yes else _asked
    if reply is not None:
        return edit_file(reply=reply, decide=decide, **settings)
    choice = {"model": model, "base_url": base_url, "paste": paste, "max_tokens": max_tokens}
    prompting = {
        "context": context,
        "language": language,
        "tokenizer": tokenizer,
        "focus": focus,
        "thorough": thorough,
        "window": window,
    }
    return _edit_by_model(decide=decide, prompting=prompting, choice=choice, **settings)


def _edit_by_model(
    *,
    file: str,
    info: str | None,
    info_text: str | None,
    partial: bool,
    dry_run: bool,
    commit: bool,
    encoding: str | None,
    decide: Callable[[Edit], Decision],
    prompting: dict[str, Any],
    choice: dict[str, Any],
) -> Result:
    from linewise.editing import edit

    refuse_two_readers(file, info, pasted_from(**choice, dry_run=dry_run))
    information = read_information(info, info_text)
    if not information.strip():
        raise click.UsageError(
            "there is nothing to tell the model; --info or --info-text says it, or --reply names "
            "the reply that there is already"
        )
    document = editable(file, encoding, dry_run=dry_run)
    if dry_run:
        return _prompts(document, information, prompting)
    with progress("parts read") as show:
        proposed = edit(
            document, information, asked_model(**choice), partial=partial, done=show, **prompting
        )
    tell_usage(proposed.usage)
    if proposed.shown is not None:
        click.echo(f"linewise: {proposed.shown}", err=True)
    report(proposed)
    return apply_decided(
        file,
        proposed,
        decide,
        information=information,
        model="pasted" if choice["paste"] else choice["model"] or "",
        encoding=encoding,
        commit=commit,
    )


def _prompts(document: Document, information: str, prompting: dict[str, Any]) -> Result:
    """Show what would be asked, and what it would cost."""
    from linewise.editing import edit_prompts
    from linewise.models import bill

    asked = edit_prompts(document, information, **prompting)
    prompts = [one.prompt for one in asked]
    cost = bill(prompts, document, prompting["tokenizer"])
    tell_bill(cost)
    for one in asked:
        if one.shown is not None:
            click.echo(f"linewise: {one.shown}", err=True)
    values = [{"prompt": prompt} for prompt in prompts]
    return Result(
        text=["\n".join(prompts)],
        items=values,
        value=lambda: {**cost.as_dict(), "prompts": prompts},
    )


def _asked(proposed: Edit) -> Decision:
    if not can_ask():
        raise LinewiseError(
            "nothing was written: there is no terminal to ask on; --yes applies all of it, "
            "--dry-run shows it"
        )
    return ask(proposed)


command = edit_command
