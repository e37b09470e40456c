"""`linewise find`: passages that an instruction asks for, found by a model."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from linewise.cli._command import (
    STANDARD_INPUT,
    Reading,
    as_words,
    input_options,
    refuse_two_readers,
    result_command,
)
from linewise.cli._models import model_options, pasted_from, prompt_options
from linewise.cli._passages import asked
from linewise.passages import find_task

if TYPE_CHECKING:
    from linewise.cli._result import Result


@result_command(
    "List the passages of FILE that INSTRUCTION asks for, with their lines. With -o FOLDER/ each "
    "passage is a file of its own.\n\n"
    'Example: linewise find report.pdf "what the warranty covers" --model NAME',
    may_fill_folder=True,
)
@click.argument("words", metavar="[FILE] INSTRUCTION", nargs=-1, required=True)
@click.option("--context", type=as_words, metavar="TEXT", help="What else the model should know.")
# The setting `overlap` is that of chunks, so this one goes by another name.
@click.option("--overlap", "may_overlap", is_flag=True, help="Passages may share lines.")
@click.option("--dry-run", is_flag=True, help="Show the prompt and what it costs; ask nobody.")
@model_options
@prompt_options
@input_options
def find_command(
    *,
    words: tuple[str, ...],
    context: str | None,
    may_overlap: bool,
    reading: Reading,
    **asking: Any,
) -> Result:
    """Find passages."""
    file, instruction = file_and_instruction(words)
    task = find_task(instruction, context, overlap=may_overlap)
    refuse_two_readers(file, pasted_from(**asking))
    return asked(reading.document(file), task, what="passages", **asking)


def file_and_instruction(words: tuple[str, ...]) -> tuple[str, str]:
    """Tell the file from the instruction; one word alone is the instruction."""
    if len(words) > 2:
        raise click.UsageError("the instruction is one argument: put it between quotes")
    # Not by pathlib, which raises where the words are longer than any name of a file.
    if len(words) == 1 and os.path.isfile(words[0]):  # noqa: PTH113
        raise click.UsageError(f"what to look for in {words[0]} is missing: say it behind the name")
    return words[0] if len(words) == 2 else STANDARD_INPUT, as_words(words[-1])


command = find_command
