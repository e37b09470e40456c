"""`linewise prompt`: what to ask a model, to be pasted or sent."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

import click

from linewise._json import json_text
from linewise.cli._command import (
    HELPED,
    Reading,
    argument_file,
    as_words,
    input_options,
    refuse_two_readers,
    result_command,
)
from linewise.cli._editing import information_options, read_information
from linewise.cli._models import prompt_options
from linewise.cli._passages import prompts_result
from linewise.cli._prompting import prompting_options, reading_options, seen_lines, tell_shown
from linewise.cli._result import Result
from linewise.cli._telling import tell
from linewise.cli.find import file_and_instruction
from linewise.editing import edit_prompt, operations_schema
from linewise.editing.question import WINDOW
from linewise.passages import chapters_task, find_task
from linewise.tokens import count_tokens

if TYPE_CHECKING:
    from collections.abc import Mapping

    from linewise.document import Document
    from linewise.editing import Shown


@click.group("prompt", no_args_is_help=True, context_settings=HELPED)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Write what to ask a model, to be pasted into any chat.

    Example: linewise prompt edit --help
    """
    # The settings hold for each command of the group; click looks for them under its name.
    ctx.default_map = dict.fromkeys(command.commands, ctx.default_map)


@result_command(
    "Write the prompt that asks a model to bring information into FILE; what it costs goes to "
    "standard error.\n\n"
    "It shows all of FILE, or with --focus or --window the lines that matter. Its reply is for "
    "linewise edit FILE --reply REPLY, with the same options, so that lines that were not shown "
    "stay as they are.\n\n"
    "Example: linewise prompt edit manual.md --info note.md --focus"
)
@argument_file
@information_options
@prompting_options
@click.option("--schema", is_flag=True, help="Write the JSON schema of the answer instead.")
@click.option("--encoding", metavar="NAME", help="Of FILE; detected when left out.")
def edit_command(
    *,
    file: str,
    info: str | None,
    info_text: str | None,
    prompting: dict[str, Any],
    schema: bool,
    encoding: str | None,
) -> Result:
    """Write the prompt for an edit."""
    refuse_two_readers(file, info)
    document = Reading("text", encoding).document(file)
    information = read_information(info, info_text)
    shown = seen_lines(document, information, prompting)
    if schema:
        form = operations_schema(document, style=prompting["style"], shown=shown)
        return Result(
            text=[json_text(form, indent=2) + "\n"],
            items=[form],
            value=lambda: form,
        )
    if not information.strip():
        raise click.UsageError("there is nothing to tell the model; --info or --info-text says it")
    words = {name: prompting[name] for name in ("context", "language", "style", "tags")}
    prompt = edit_prompt(document, information, shown=shown, **words)
    tokens = count_tokens(prompt, prompting["tokenizer"])
    _tell_tokens(tokens, document, information, shown, prompting["tokenizer"])
    if shown is None and tokens > WINDOW:
        tell(
            f"that is more than the {WINDOW:,} tokens that edit would send; --focus sends only "
            "what the information is about"
        )
    if shown is not None:
        tell_shown(shown)
        _tell_where_the_reply_goes(file, info, prompting)
    value = {
        "prompt": prompt,
        "tokens": tokens,
        "shown": [list(stretch) for stretch in shown.stretches] if shown else None,
    }
    return Result(text=[prompt], items=[value], value=lambda: value)


def _tell_tokens(
    tokens: int, document: Document, information: str, shown: Shown | None, tokenizer: str
) -> None:
    """Tell what a prompt costs, and which part of that is what."""
    if shown is None:
        part = f"the document {count_tokens(document.text, tokenizer):,}"
    else:
        part = f"the shown lines {shown.tokens:,}"
    tell(
        f"{tokens:,} tokens ({tokenizer}), of which {part} and the information "
        f"{count_tokens(information, tokenizer):,}"
    )


def _tell_where_the_reply_goes(file: str, info: str | None, prompting: Mapping[str, Any]) -> None:
    """Tell how a reply is read so that lines that were not shown stay as they are."""
    options = reading_options(info, "" if info is None else None, prompting)
    tell(
        f"its reply goes to linewise edit {shlex.quote(file)} {options} --reply REPLY; "
        "apply does not know which lines were shown"
    )


@result_command(
    "Write the prompt that asks a model for the chapters of FILE.\n\n"
    "Example: linewise prompt chapters book.txt --gaps -o prompt.txt"
)
@argument_file
@click.option("--context", type=as_words, metavar="TEXT", help="What else the model should know.")
@click.option("--gaps", is_flag=True, help="Lines may belong to no chapter.")
@prompt_options
@input_options
def chapters_command(
    *,
    file: str,
    context: str | None,
    gaps: bool,
    reading: Reading,
    **asking: Any,
) -> Result:
    """Write the prompt for chapters."""
    document = reading.document(file)
    return prompts_result(document, chapters_task(context, gaps=gaps), **asking)


@result_command(
    "Write the prompt that asks a model for the passages that INSTRUCTION asks for.\n\n"
    'Example: linewise prompt find report.pdf "what the warranty covers"'
)
@click.argument("words", metavar="[FILE] INSTRUCTION", nargs=-1, required=True)
@click.option("--context", type=as_words, metavar="TEXT", help="What else the model should know.")
@prompt_options
@input_options
def find_command(
    *,
    words: tuple[str, ...],
    context: str | None,
    reading: Reading,
    **asking: Any,
) -> Result:
    """Write the prompt for passages."""
    file, instruction = file_and_instruction(words)
    document = reading.document(file)
    return prompts_result(document, find_task(instruction, context), **asking)


# The list of the commands has room for so many words.
chapters_command.short_help = "Ask for the chapters of FILE."
edit_command.short_help = "Ask for an edit that brings information into FILE."
find_command.short_help = "Ask for the passages that INSTRUCTION means."

for _command in (edit_command, chapters_command, find_command):
    command.add_command(_command)
