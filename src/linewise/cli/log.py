"""`linewise log`: the revisions of a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from linewise.cli._command import nothing_found, result_command
from linewise.cli._result import Result
from linewise.history import log
from linewise.render.signs import visible

if TYPE_CHECKING:
    from linewise.history import Revision


@result_command("List what was changed in FILE and why, the newest first.")
@click.argument("file")
@click.option("--limit", type=click.IntRange(min=1), help="How many at most.")
def log_command(*, file: str, limit: int | None) -> Result:
    """List the revisions of a file."""
    revisions = log(file, limit)
    if not revisions:
        missing = "" if Path(file).exists() else "; there is no such file, either"
        click.echo(f"linewise: {visible(file)} has no revisions{missing}", err=True)
    return Result(
        text=(f"{line_of(revision)}\n" for revision in revisions),
        items=(revision.as_dict() for revision in revisions),
        exit_code=nothing_found(len(revisions)),
    )


def line_of(revision: Revision) -> str:
    """Return a revision in one line: id, time, kind, lines, and what it was made for."""
    added = sum(change.new_count for change in revision.lines)
    taken = sum(change.old_count for change in revision.lines)
    words = visible(revision.information.strip().partition("\n")[0].rstrip())
    if revision.kind == "undo" and revision.undoes:
        words = f"of {revision.undoes[:8]}" + (f": {words}" if words else "")
    parts = [
        revision.id[:8],
        f"{revision.time.astimezone():%Y-%m-%d %H:%M:%S}",
        f"{revision.kind:<7}",
        f"+{added} -{taken}",
        words,
    ]
    return "  ".join(part for part in parts if part)


command = log_command
