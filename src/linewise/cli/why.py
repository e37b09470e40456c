"""`linewise why`: which information brought a line."""

from __future__ import annotations

import re

import click

from linewise.cli._command import result_command
from linewise.cli._result import ExitCode, Result
from linewise.cli.log import line_of
from linewise.history import why
from linewise.numbering import line_number
from linewise.render.signs import visible

_PLACE = re.compile(r"(?P<file>.+):(?P<line>L?[0-9]+|line-[0-9]+)", re.DOTALL)


@result_command(
    "Show the revision that brought a line, with the information that it was made for.\n\n"
    "PLACE is FILE:LINE, such as manual.md:12, or FILE and LINE apart.\n\n"
    "Example: linewise why manual.md:12"
)
@click.argument("place")
@click.argument("line", required=False)
def why_command(*, place: str, line: str | None) -> Result:
    """Show where a line comes from."""
    place = place if line is None else f"{place}:{line}"
    found = _PLACE.fullmatch(place)
    if found is None:
        raise click.UsageError(f"{place!r} is no place; FILE:LINE is, such as manual.md:12")
    number = line_number(found["line"])
    revision = why(found["file"], number)
    if revision is None:
        return Result(
            text=[f"{found['file']}:{number} stood there before the first edit\n"],
            items=[],
            value=lambda: None,
            exit_code=ExitCode.NOTHING_FOUND,
        )
    value = revision.as_dict()
    information = revision.information.rstrip("\n")
    shown = "\n".join(map(visible, information.split("\n")))
    return Result(
        text=[f"{line_of(revision)}\n", f"\n{information}\n" if information else ""],
        terminal=[f"{line_of(revision)}\n", f"\n{shown}\n" if shown else ""],
        items=[value],
        value=lambda: value,
    )


command = why_command
