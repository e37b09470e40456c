"""`linewise prompt`: what to ask a model, to be pasted or sent."""

from __future__ import annotations

import json
from typing import get_args

import click

from linewise.cli._command import argument_file, read_document, result_command, setting
from linewise.cli._editing import information_options, read_information, refuse_two_readers
from linewise.cli._result import Result
from linewise.editing import edit_prompt, operations_schema
from linewise.models import LANGUAGES
from linewise.numbering import Style
from linewise.tokens import count_tokens


@click.group("prompt", no_args_is_help=True)
def command() -> None:
    """Write what to ask a model."""


@result_command(
    "Write the prompt that asks a model to bring information into FILE; what it costs goes to "
    "standard error. Its reply is for `linewise edit FILE --reply REPLY`."
)
@argument_file
@information_options
@click.option("--context", metavar="TEXT", help="What else the model should know.")
@setting("--language", type=click.Choice(LANGUAGES), default="en", help="Of the prompt.")
@click.option("--style", type=click.Choice(get_args(Style)), default="pipe", show_default=True)
@click.option("--tags", is_flag=True, help="Let ids carry a tag of their line's words.")
@click.option("--schema", is_flag=True, help="Write the JSON schema of the answer instead.")
@setting("--tokenizer", default="o200k", help="What counts tokens: o200k, cl100k, a file, …")
@click.option("--encoding", metavar="NAME", help="Of FILE; detected when left out.")
def edit_command(
    *,
    file: str,
    info: str | None,
    info_text: str | None,
    context: str | None,
    language: str,
    style: Style,
    tags: bool,
    schema: bool,
    tokenizer: str,
    encoding: str | None,
) -> Result:
    """Write the prompt for an edit."""
    refuse_two_readers(file, info)
    document = read_document(file, "text", encoding)
    if schema:
        form = operations_schema(document, style=style)
        return Result(
            text=[json.dumps(form, ensure_ascii=False, indent=2) + "\n"],
            items=[form],
            value=lambda: form,
        )
    information = read_information(info, info_text)
    if not information.strip():
        raise click.UsageError("there is nothing to tell the model; --info or --info-text says it")
    prompt = edit_prompt(
        document, information, style=style, language=language, context=context, tags=tags
    )
    tokens = count_tokens(prompt, tokenizer)
    click.echo(
        f"linewise: {tokens:,} tokens ({tokenizer}), of which the document "
        f"{count_tokens(document.text, tokenizer):,} and the information "
        f"{count_tokens(information, tokenizer):,}",
        err=True,
    )
    value = {"prompt": prompt, "tokens": tokens}
    return Result(text=[prompt], items=[value], value=lambda: value)


command.add_command(edit_command)
