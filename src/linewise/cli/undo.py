"""`linewise undo`: take a revision back, or a batch of them."""

from __future__ import annotations

import shlex
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import click

from linewise.cli._command import result_command
from linewise.cli._diffs import diff_result, diffs_result
from linewise.cli._models import progress
from linewise.cli._naming import as_named, from_here
from linewise.cli._telling import tell
from linewise.errors import HistoryError, LinewiseError
from linewise.history import (
    batch_files,
    find_revision,
    undo,
    undo_batch,
    undo_batch_changes,
    undo_changes,
    undo_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from linewise.cli._result import Result
    from linewise.history import Revision


@result_command(
    "Take back a REVISION of FILE; the newest edit or undo when none is named, so that undoing an "
    "undo does again what it undid. What was changed by hand is taken back by its name alone.\n\n"
    "With --batch all edits of a batch are taken back, in all its files or in none. An undo that "
    "was interrupted is finished by the same command.\n\n"
    "Example: linewise undo --batch last"
)
@click.argument("file", required=False)
@click.argument("revision", required=False)
@click.option(
    "--batch", metavar="NAME", help="A batch as edit and log name it; last for the newest."
)
@click.option("--dry-run", is_flag=True, help="Show the diff and write nothing.")
@click.option("--commit", is_flag=True, help="Commit FILE in its own git repository, too.")
@click.option("--encoding", metavar="NAME", help="Of FILE; detected when left out.")
def undo_command(
    *,
    file: str | None,
    revision: str | None,
    batch: str | None,
    dry_run: bool,
    commit: bool,
    encoding: str | None,
) -> Result:
    """Undo a revision or a batch."""
    if batch is not None:
        if file is not None or encoding is not None:
            raise click.UsageError("a batch knows its files and their encodings: name it alone")
        return _undo_batch(batch, dry_run=dry_run, commit=commit)
    if file is None:
        raise click.UsageError("name a FILE, or a batch by --batch")
    with _telling_again(file, revision):
        if dry_run:
            changes = undo_changes(file, revision, encoding=encoding, commit=commit)
            return diff_result(changes, file)
        made = undo(file, revision, encoding=encoding, commit=commit)
    tell(
        f"{file}: undone as revision {made.id[:8]}; the same again does what it undid, "
        "and a name from the log takes an older one back"
    )
    return diff_result(made.changes, file, {"revision": made.as_dict()})


@contextmanager
def _telling_again(file: str, revision: str | None) -> Iterator[None]:
    """Let a refusal to undo once more write out the command that takes the undo back."""
    try:
        yield
    except HistoryError as error:
        done = None
        with suppress(LinewiseError):
            done = undo_of(file, find_revision(file, revision).id) if revision else None
        if done is None:
            raise
        again = f"linewise undo {shlex.quote(file)} {done.id[:8]}"
        raise HistoryError(f"{error}: {again}") from error


def _undo_batch(batch: str, *, dry_run: bool, commit: bool) -> Result:
    try:
        return _batch_undone(batch, dry_run=dry_run, commit=commit)
    except LinewiseError as error:
        # No file of a batch is named on the command line.
        with suppress(LinewiseError):
            named = as_named(str(error), map(from_here, batch_files(batch)))
            error.args = (named, *error.args[1:])
        raise


def _batch_undone(batch: str, *, dry_run: bool, commit: bool) -> Result:
    if dry_run:
        planned = undo_batch_changes(batch, commit=commit)
        return diffs_result(
            [(changes, {"file": from_here(path)}) for path, changes in planned.items()]
        )
    with progress("files undone") as show:
        made = _undone(batch, commit=commit, show=show)
    _tell(made)
    return diffs_result(
        [(one.changes, {"file": from_here(one.path), "revision": one.as_dict()}) for one in made]
    )


def _undone(batch: str, *, commit: bool, show: Callable[[int, int], None]) -> list[Revision]:
    """Undo a batch; whoever interrupts it knows how far it came, and how it is finished."""
    so_far = ""

    def done(number: int, count: int) -> None:
        nonlocal so_far
        so_far = f"{number} of {count} files are undone; the same command undoes the others"
        show(number, count)

    try:
        return undo_batch(batch, commit=commit, done=done)
    except KeyboardInterrupt:
        if so_far:
            tell(so_far)
        raise


def _tell(made: list[Revision]) -> None:
    for one in made:
        tell(f"{from_here(one.path)}: undone as revision {one.id[:8]}")
    tell(
        f"undone as batch {made[0].batch}; linewise undo --batch {made[0].batch} does "
        "again what it undid"
    )


command = undo_command
