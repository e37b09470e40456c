"""`linewise undo`: take a revision back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from linewise.cli._command import result_command
from linewise.cli._diffs import diff_result
from linewise.history import undo, undo_changes

if TYPE_CHECKING:
    from linewise.cli._result import Result


@result_command(
    "Take back a REVISION of FILE; the newest edit or undo when none is named, so that undoing an "
    "undo does again what it undid. What was changed by hand is taken back by its name alone."
)
@click.argument("file")
@click.argument("revision", required=False)
@click.option("--dry-run", is_flag=True, help="Show the diff and write nothing.")
@click.option("--commit", is_flag=True, help="Commit FILE in its own git repository, too.")
@click.option("--encoding", metavar="NAME", help="Of FILE; detected when left out.")
def undo_command(
    *, file: str, revision: str | None, dry_run: bool, commit: bool, encoding: str | None
) -> Result:
    """Undo a revision."""
    if dry_run:
        return diff_result(undo_changes(file, revision, encoding=encoding), file)
    made = undo(file, revision, encoding=encoding, commit=commit)
    click.echo(
        f"linewise: {file}: undone as revision {made.id[:8]}; the same again does what it undid, "
        "and a name from the log takes an older one back",
        err=True,
    )
    return diff_result(made.changes, file, {"revision": made.as_dict()})


command = undo_command
