"""Differences as results: a unified diff for programs, words set off for people."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

from linewise.cli._result import Result, wants_colour
from linewise.cli._telling import tell
from linewise.render import terminal_diff, unified_diff

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from linewise.changes import ChangeSet

__all__ = ["diff_result", "diffs_result"]


def diff_result(
    changes: ChangeSet,
    path: str,
    known: Mapping[str, Any] | None = None,
    *,
    without: str = "nothing changes",
) -> Result:
    """Return the result that shows changes of a file.

    Args:
        changes: what to show.
        path: the file as the user named it.
        known: what else the JSON says, beside `diff`.
        without: what is told where there are no changes.
    """
    text = unified_diff(changes, path)
    if not text:
        tell(without)
    value = {"diff": text, **(known or {})}
    return Result(
        text=[text], terminal=_on_terminal(changes, path), items=[value], value=lambda: value
    )


def diffs_result(shown: Sequence[tuple[ChangeSet, Mapping[str, Any]]]) -> Result:
    """Return the result that shows changes of several files, one after the other.

    Args:
        shown: for each file its changes and what the JSON says of it beside `diff`; its `file` is
            how the user named it.
    """
    texts = [unified_diff(changes, known["file"]) for changes, known in shown]
    if not any(texts):
        tell("nothing changes")
    return Result(
        text=texts,
        terminal=(
            piece for changes, known in shown for piece in _on_terminal(changes, known["file"])
        ),
        items=[{**known, "diff": text} for text, (_, known) in zip(texts, shown, strict=True)],
    )


def _on_terminal(changes: ChangeSet, path: str) -> Iterator[str]:
    if changes:
        yield f"{path}\n"
        width = shutil.get_terminal_size().columns
        yield terminal_diff(changes, width=width, colour=wants_colour())
