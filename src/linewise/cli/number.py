"""`linewise number`: give each line an id, or take the ids off again."""

from __future__ import annotations

from typing import Any, get_args

import click
from click.core import ParameterSource

from linewise.cli._command import (
    Reading,
    argument_file,
    input_options,
    parse_lines,
    result_command,
    setting,
)
from linewise.cli._result import Result
from linewise.cli._telling import tell
from linewise.numbering import Style, line_number, number, unnumber

# Of these the text is the file, so that ids mean lines of the file, too.
_RAW_FORMATS = {"text", "markdown"}


@result_command(
    "Write FILE with an id on each line, for a model to point at.\n\n"
    "Example: linewise number manual.md --style pipe --lines 10-40"
)
@argument_file
@setting(
    "--style",
    type=click.Choice(get_args(Style)),
    default="p",
    help='How ids are written: <p id="line-7">…</p>, <div id="div-id-7">…</div>, or 7|….',
)
@click.option("--tags", is_flag=True, help="Add two characters that change with the line.")
@click.option("--lines", metavar="RANGE", help="Only these lines, with their true ids: 10-40.")
@click.option("--undo", is_flag=True, help="Take the ids off a numbered text.")
@input_options
def number_command(
    *,
    file: str,
    style: Style,
    tags: bool,
    lines: str | None,
    undo: bool,
    reading: Reading,
) -> Result:
    """Number a document, or undo that."""
    document = reading.document(file)
    if undo:
        if tags or lines is not None:
            raise click.UsageError(
                "--undo takes ids off; --tags and --lines are for putting them on"
            )
        text = unnumber(document.text, _named_style(style))
        return _result({"source": document.source, "text": text})
    if document.metadata.get("format") not in _RAW_FORMATS:
        tell(
            "these are the lines of the text in the file; to edit the source of a web "
            "page, number it with --as text"
        )
    numbered = number(document, style, tags=tags, lines=_range(lines))
    return _result(
        {
            "source": document.source,
            "style": numbered.style,
            "tags": numbered.tags,
            "text": numbered.text,
        }
    )


def _result(value: dict[str, Any]) -> Result:
    return Result(text=[value["text"]], items=[value], value=lambda: value)


def _named_style(style: Style) -> Style | None:
    """Return the style that was asked for in the call, None where a setting or default gave it."""
    source = click.get_current_context().get_parameter_source("style")
    return style if source is ParameterSource.COMMANDLINE else None


def _range(words: str | None) -> tuple[int, int] | None:
    if words is None:
        return None
    ends = parse_lines((words,))
    if ends is None:
        raise click.BadParameter(
            f"{words!r} is no range of lines; 10-40, L10-L40, or line-10..line-40 is",
            param_hint="--lines",
        )
    return line_number(ends[0]), line_number(ends[1])


command = number_command
