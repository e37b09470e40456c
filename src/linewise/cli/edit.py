"""`linewise edit`: look at what a model's reply changes, and apply what is accepted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from linewise.cli._command import argument_file, result_command
from linewise.cli._editing import edit_file, editing_options
from linewise.cli._questions import Decision, accept_all, ask, can_ask
from linewise.errors import LinewiseError

if TYPE_CHECKING:
    from linewise.cli._result import Result
    from linewise.editing import Edit


@result_command(
    "Show what a model's REPLY changes in FILE, and apply it once it is accepted.\n\n"
    "On a terminal each operation is accepted, rejected or reworded by itself. Elsewhere nothing "
    "is written without --yes. What to ask the model, `linewise prompt edit` writes."
)
@argument_file
@editing_options
@click.option("--yes", is_flag=True, help="Apply everything without asking.")
def edit_command(*, yes: bool, **settings: Any) -> Result:
    """Edit a file by a reply."""
    return edit_file(decide=accept_all if yes else _asked, **settings)


def _asked(proposed: Edit) -> Decision:
    if not can_ask():
        raise LinewiseError(
            "nothing was written: there is no terminal to ask on; --yes applies all of it, "
            "--dry-run shows it"
        )
    return ask(proposed)


command = edit_command
