"""`linewise undo`: take a revision back."""

from __future__ import annotations

import click

from linewise.cli._command import result_command
from linewise.cli._result import Result
from linewise.history import undo, undo_changes
from linewise.render import unified_diff


@result_command(
    "Take back a REVISION of FILE, the newest when none is named; undoing an undo does again "
    "what it undid."
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
        text = unified_diff(undo_changes(file, revision, encoding=encoding), file)
        return Result(text=[text], items=[{"diff": text}], value=lambda: {"diff": text})
    made = undo(file, revision, encoding=encoding, commit=commit)
    text = unified_diff(made.changes, file)
    click.echo(f"linewise: {file}: undone as revision {made.id[:8]}", err=True)
    value = made.as_dict() | {"diff": text}
    return Result(text=[text], items=[value], value=lambda: value)


command = undo_command
