"""`linewise diff`: what a revision changed, or what changed between two."""

from __future__ import annotations

import click

from linewise.cli._command import nothing_found, result_command
from linewise.cli._result import Result
from linewise.history import revision_diff
from linewise.render import unified_diff


@result_command(
    "Show what changed in FILE: since revision FIRST, or from FIRST to SECOND; what the newest "
    "revision changed when neither is named."
)
@click.argument("file")
@click.argument("first", required=False)
@click.argument("second", required=False)
def diff_command(*, file: str, first: str | None, second: str | None) -> Result:
    """Show a difference as a unified diff."""
    text = unified_diff(revision_diff(file, first, second), file)
    return Result(
        text=[text],
        items=[{"diff": text}],
        value=lambda: {"diff": text},
        exit_code=nothing_found(len(text)),
    )


command = diff_command
