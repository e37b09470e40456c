"""`linewise diff`: what a revision changed, or what changed between two."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from linewise.cli._command import result_command
from linewise.cli._diffs import diff_result
from linewise.history import revision_diff

if TYPE_CHECKING:
    from linewise.cli._result import Result


@result_command(
    "Show what changed in FILE: since revision FIRST, or from FIRST to SECOND; what the newest "
    "revision changed when neither is named. linewise log FILE lists "
    "the revisions.\n\n"
    "Example: linewise diff page.md 9387de2f"
)
@click.argument("file")
@click.argument("first", required=False)
@click.argument("second", required=False)
def diff_command(*, file: str, first: str | None, second: str | None) -> Result:
    """Show a difference as a unified diff."""
    return diff_result(revision_diff(file, first, second), file)


command = diff_command
