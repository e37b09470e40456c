"""`linewise log`: the revisions of a file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from linewise.cli._command import nothing_found, result_command
from linewise.cli._naming import from_here
from linewise.cli._result import Result
from linewise.cli._telling import tell
from linewise.history import batch_files, log, log_batch
from linewise.render.signs import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linewise.history import Revision


@result_command(
    "List what was changed in FILE and why, the newest first; with --batch, what was changed in "
    "all files of a batch.\n\n"
    "Example: linewise log --batch last"
)
@click.argument("file", required=False)
@click.option("--limit", type=click.IntRange(min=1), help="How many at most.")
@click.option(
    "--batch", metavar="NAME", help="A batch as edit and log name it; last for the newest."
)
def log_command(*, file: str | None, limit: int | None, batch: str | None) -> Result:
    """List the revisions of a file, or of a batch."""
    if (file is None) == (batch is None):
        raise click.UsageError("name a FILE, or a batch by --batch")
    if batch is not None:
        return _of_batch(batch, limit)
    name = str(file)
    revisions = log(name, limit)
    if not revisions:
        missing = "" if os.path.exists(name) else "; there is no such file, either"  # noqa: PTH110 - pathlib raises for odd names
        tell(f"{name} has no revisions{missing}")
    return _listed(revisions, [line_of(revision) for revision in revisions])


def _of_batch(batch: str, limit: int | None) -> Result:
    revisions = log_batch(batch)
    changed = {revision.path for revision in revisions}
    for path in batch_files(batch):
        if path not in changed:
            tell(f"{from_here(path)} was to be changed, and was not")
    revisions = revisions[:limit]
    return _listed(
        revisions, [f"{line_of(one)}  {visible(from_here(one.path))}" for one in revisions]
    )


def _listed(revisions: Sequence[Revision], lines: Sequence[str]) -> Result:
    return Result(
        text=(f"{line}\n" for line in lines),
        items=(revision.as_dict() for revision in revisions),
        exit_code=nothing_found(len(revisions)),
    )


def line_of(revision: Revision) -> str:
    """Return a revision in one line: id, time, kind, lines, what it was made for, its batch."""
    words = visible(revision.information.strip().partition("\n")[0].rstrip())
    if revision.kind == "undo" and revision.undoes:
        words = f"of {revision.undoes[:8]}" + (f": {words}" if words else "")
    batch = f"(batch {revision.batch})" if revision.batch else ""
    parts = [
        revision.id[:8],
        f"{revision.time.astimezone():%Y-%m-%d %H:%M:%S}",
        f"{revision.kind:<7}",
        f"+{revision.lines_added} -{revision.lines_taken}",
        words,
        batch,
    ]
    return "  ".join(part for part in parts if part)


command = log_command
