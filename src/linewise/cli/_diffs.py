"""Differences as results: a unified diff for programs, words set off for people."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import click

from linewise.cli._result import Result, wants_colour
from linewise.render import terminal_diff, unified_diff

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from linewise.changes import ChangeSet

__all__ = ["diff_result"]


def diff_result(changes: ChangeSet, path: str, known: Mapping[str, Any] | None = None) -> Result:
    """Return the result that shows changes of a file.

    Args:
        changes: what to show.
        path: the file as the user named it.
        known: what else the JSON says, beside `diff`.
    """
    text = unified_diff(changes, path)
    if not text:
        click.echo("linewise: nothing changes", err=True)
    value = {"diff": text, **(known or {})}
    return Result(
        text=[text], terminal=_on_terminal(changes, path), items=[value], value=lambda: value
    )


def _on_terminal(changes: ChangeSet, path: str) -> Iterator[str]:
    if changes:
        yield f"{path}\n"
        width = shutil.get_terminal_size().columns
        yield terminal_diff(changes, width=width, colour=wants_colour())
