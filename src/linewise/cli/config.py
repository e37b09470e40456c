"""`linewise config`: which settings hold, and where each comes from."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from linewise.cli._command import HELPED, result_command
from linewise.cli._result import Result
from linewise.cli._settings import FileSetting, Setting, known_settings, user_file
from linewise.models import shown_address

if TYPE_CHECKING:
    from collections.abc import Mapping


@click.group("config", no_args_is_help=True, context_settings=HELPED)
def command() -> None:
    """Show the settings that hold, and where each comes from.

    They are written by hand: a line such as size = 300 in the file linewise.toml of a project, or
    in the user's own file, whose place is shown by linewise config path.

    Example: linewise config list
    """


@result_command(
    "List every setting with its value and the place that the value comes from.\n\n"
    "Example: linewise config list --json"
)
@click.pass_context
def list_command(ctx: click.Context) -> Result:
    """List the settings."""
    found: Mapping[str, FileSetting] = ctx.find_root().obj
    rows = [_row(name, option, found.get(name)) for name, option in known_settings().items()]
    width = max((len(row["name"]) for row in rows), default=0)
    shown = ["" if row["value"] is None else str(row["value"]) for row in rows]
    values = max(map(len, shown), default=0)
    return Result(
        text=(
            f"{row['name']:<{width}}  {value:<{values}}  {row['origin']}\n"
            for row, value in zip(rows, shown, strict=True)
        ),
        items=rows,
    )


@result_command(
    "Print the path of the user's settings file, whether it exists or not. A setting is a line in "
    "it, such as size = 300.\n\n"
    'Example: nano "$(linewise config path)"'
)
def path_command() -> Result:
    """Show the path of the user's settings file."""
    path = str(user_file())
    return Result(text=[f"{path}\n"], items=[path], value=lambda: path)


def _row(name: str, option: Setting, found: FileSetting | None) -> dict[str, Any]:
    value: Any = option.default
    origin = "default"
    if variable := option.variable:
        value, origin = os.environ[variable], f"environment, {variable}"
    elif found is not None:
        value, origin = found.value, str(found.path)
    if name == "base_url" and value:
        value = shown_address(str(value))
    return {"name": name, "value": value, "origin": origin}


command.add_command(list_command)
command.add_command(path_command)
