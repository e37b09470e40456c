"""`linewise log`: the revisions of a file."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import click

from linewise.cli._command import nothing_found, result_command
from linewise.cli._naming import from_here
from linewise.cli._result import Result
from linewise.cli._telling import tell
from linewise.history import batch_files, log, log_batch
from linewise.render.signs import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from linewise.history import Revision


# So much of what a revision was made for is shown on the narrowest terminal.
_FEWEST = 24


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
    return _listed(revisions, [""] * len(revisions))


def _of_batch(batch: str, limit: int | None) -> Result:
    revisions = log_batch(batch)
    changed = {revision.path for revision in revisions}
    for path in batch_files(batch):
        if path not in changed:
            tell(f"{from_here(path)} was to be changed, and was not")
    revisions = revisions[:limit]
    return _listed(revisions, [f"  {visible(from_here(one.path))}" for one in revisions])


def _listed(revisions: Sequence[Revision], ends: Sequence[str]) -> Result:
    """List revisions, each in a line with its own end; on a terminal in the width that it has."""

    def lines(width: int | None) -> Iterator[str]:
        for revision, end in zip(revisions, ends, strict=True):
            room = None if width is None else width - len(end)
            yield f"{line_of(revision, room)}{end}\n"

    return Result(
        text=lines(None),
        terminal=lines(shutil.get_terminal_size().columns),
        items=(revision.as_dict() for revision in revisions),
        exit_code=nothing_found(len(revisions)),
    )


def line_of(revision: Revision, width: int | None = None) -> str:
    """Return a revision in one line: id, time, kind, lines, what it was made for, its batch.

    Args:
        revision: what is told.
        width: what it was made for is shortened so that the line is no longer, but for a few words.
    """
    words = visible(revision.information.strip().partition("\n")[0].rstrip())
    undone = f"of {revision.undoes[:8]}" if revision.kind == "undo" and revision.undoes else ""
    before = [
        revision.id[:8],
        f"{revision.time.astimezone():%Y-%m-%d %H:%M:%S}",
        f"{revision.kind:<7}",
        f"+{revision.lines_added} -{revision.lines_taken}",
    ]
    after = [f"(batch {revision.batch})"] if revision.batch else []
    if width is not None:
        words = _shortened(words, width - len("  ".join([*before, f"{undone}: ", *after])))
    why = ": ".join(part for part in (undone, words) if part)
    return "  ".join(part for part in [*before, why, *after] if part)


def _shortened(words: str, width: int) -> str:
    most = max(width, _FEWEST)
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"


command = log_command
