"""`linewise chapters`: part a document into chapters, by a model or without one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from linewise.cli._command import (
    Reading,
    argument_file,
    as_words,
    input_options,
    refuse_two_readers,
    result_command,
    tell_nothing,
)
from linewise.cli._models import model_options, pasted_from, prompt_options
from linewise.cli._passages import asked, found_result, tell_gaps
from linewise.passages import chapters_task, local_chapters

if TYPE_CHECKING:
    from linewise.cli._result import Result


@result_command(
    "List the chapters of FILE with their lines. A model says where each begins; --local goes by "
    "headings, or by turns of topic. With -o FOLDER/ each chapter is a file of its own.\n\n"
    "Example: linewise chapters book.txt --local --level 2",
    may_fill_folder=True,
)
@argument_file
@click.option("--local", is_flag=True, help="Without a model.")
@click.option("--level", type=click.IntRange(min=1), help="With --local: the deepest headings.")
@click.option("--context", type=as_words, metavar="TEXT", help="What else the model should know.")
@click.option("--gaps", is_flag=True, help="Lines may belong to no chapter.")
@click.option("--dry-run", is_flag=True, help="Show the prompt and what it costs; ask nobody.")
@model_options
@prompt_options
@input_options
def chapters_command(
    *,
    file: str,
    local: bool,
    level: int | None,
    context: str | None,
    gaps: bool,
    reading: Reading,
    **asking: Any,
) -> Result:
    """List chapters."""
    if local:
        found = local_chapters(reading.document(file), level=level)
        if not found.passages:
            tell_nothing("part into chapters")
        tell_gaps(found)
        return found_result(found)
    if level is not None:
        raise click.UsageError("--level says which headings count, so it goes with --local")
    refuse_two_readers(file, pasted_from(**asking))
    return asked(
        reading.document(file), chapters_task(context, gaps=gaps), what="chapters", **asking
    )


command = chapters_command
