"""`linewise extract`: cut out the lines that two ids name."""

from __future__ import annotations

import click

from linewise.cli._command import (
    STANDARD_INPUT,
    Reading,
    input_options,
    parse_lines,
    result_command,
)
from linewise.cli._result import Result
from linewise.numbering import extract


@result_command(
    "Cut out the lines from START to END of FILE, both included, exactly as they stand.\n\n"
    "Ids are written 10, line-10, div-id-10 or L10; a range can stand in one word, as in 10-40 "
    "or L10-L40. END is START when left out. Where FILE itself reads like an id, write ./10.\n\n"
    "Example: linewise extract manual.md 39-44"
)
@click.argument("words", metavar="[FILE] START [END]", nargs=-1, required=True)
@input_options
def extract_command(*, words: tuple[str, ...], reading: Reading) -> Result:
    """Extract a passage."""
    file, *ids = words if parse_lines(words) is None else (STANDARD_INPUT, *words)
    ends = parse_lines(tuple(ids))
    if ends is None:
        named = repr(" ".join(ids)) if ids else "FILE alone"
        raise click.UsageError(f"{named} names no lines; 10 40, 10-40, or line-10..line-40 does")
    document = reading.document(file)
    passage = extract(document, *ends)
    value = passage.as_dict()
    whole_lines = document.line_span(*passage.lines, ends=True)
    return Result(text=[document[whole_lines]], items=[value], value=lambda: value)


command = extract_command
