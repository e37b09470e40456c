"""`linewise chapters`: part a document into chapters, by a model or without one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from linewise.cli._command import Reading, argument_file, input_options, result_command
from linewise.cli._models import model_options, prompt_options
from linewise.cli._passages import asked, found_result
from linewise.passages import chapters_task, local_chapters

if TYPE_CHECKING:
    from linewise.cli._result import Result


@result_command(
    "List the chapters of FILE with their lines. A model says where each begins; --local goes by "
    "headings, or by turns of topic. With -o FOLDER/ each chapter is a file of its own."
)
@argument_file
@click.option("--local", is_flag=True, help="Without a model.")
@click.option("--level", type=click.IntRange(min=1), help="With --local: the deepest headings.")
@click.option("--context", metavar="TEXT", help="What else the model should know.")
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
    document = reading.document(file)
    if local:
        return found_result(local_chapters(document, level=level))
    if level is not None:
        raise click.UsageError("--level says which headings count, so it goes with --local")
    return asked(document, chapters_task(context, gaps=gaps), what="chapters", **asking)


command = chapters_command
