"""A comparison for a terminal: coloured, one above the other, or side by side when wide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linewise.render.signs import visible
from linewise.render.words import marked_hunks

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import RenderableType
    from rich.text import Text

    from linewise.changes import ChangeSet
    from linewise.render.words import MarkedLine, Row

__all__ = ["WIDE", "terminal_diff"]

# From this width on, two texts fit beside each other.
WIDE = 140

_OLD, _NEW = "red", "green"
_OLD_WORDS, _NEW_WORDS = "bold reverse red", "bold reverse green"
_NUMBER = "dim"


def terminal_diff(
    changes: ChangeSet,
    *,
    width: int = 80,
    side_by_side: bool | None = None,
    colour: bool = True,
    context: int = 3,
) -> str:
    """Return changes as text for a terminal, with the words that changed set off.

    Args:
        changes: what to show.
        width: the terminal's width in columns.
        side_by_side: old left and new right; by the width when left out.
        colour: use colours; signs say the same without them.
        context: how many unchanged lines stand around each change.
    """
    from rich.console import Console  # noqa: PLC0415 - heavy

    console = Console(
        width=width,
        force_terminal=colour,
        color_system="standard" if colour else None,
        no_color=not colour,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
    )
    beside = width >= WIDE if side_by_side is None else side_by_side
    with console.capture() as captured:
        for rows in marked_hunks(changes, context):
            if beside:
                console.print(_table(rows))
            else:
                for line in _stacked(rows):
                    console.print(line, soft_wrap=True)
    return captured.get()


def _stacked(rows: Iterable[Row]) -> Iterable[Text]:
    """Return the rows one above the other: what goes, then what comes, change by change."""
    rows = tuple(rows)
    yield _heading(rows)
    coming: list[Text] = []
    for row in rows:
        if not row.changed and row.new is not None:
            yield from coming
            coming = []
            yield _line(row.new, " ", "", "")
            continue
        if row.old is not None:
            yield _line(row.old, "-", _OLD, _OLD_WORDS)
        if row.new is not None:
            coming.append(_line(row.new, "+", _NEW, _NEW_WORDS))
    yield from coming


def _table(rows: tuple[Row, ...]) -> RenderableType:
    from rich.console import Group  # noqa: PLC0415 - heavy
    from rich.table import Table  # noqa: PLC0415 - heavy

    table = Table.grid(padding=(0, 1), expand=True)
    for _ in range(2):
        table.add_column(ratio=1, overflow="fold")
    for row in rows:
        signs = (" ", " ") if not row.changed else ("-", "+")
        old = _line(row.old, signs[0], _OLD, _OLD_WORDS) if row.old is not None else ""
        new = _line(row.new, signs[1], _NEW, _NEW_WORDS) if row.new is not None else ""
        if not row.changed and row.old is not None and row.new is not None:
            old, new = _line(row.old, " ", "", ""), _line(row.new, " ", "", "")
        table.add_row(old, new)
    return Group(_heading(rows), table)


def _heading(rows: tuple[Row, ...]) -> Text:
    from rich.text import Text  # noqa: PLC0415 - heavy

    numbers = [row.new.number for row in rows if row.new is not None]
    numbers = numbers or [row.old.number for row in rows if row.old is not None]
    first, last = numbers[0], numbers[-1]
    words = f"line {first}" if first == last else f"lines {first} to {last}"
    return Text(f"── {words} ──", style="cyan")


def _line(line: MarkedLine, sign: str, style: str, words_style: str) -> Text:
    from rich.text import Text  # noqa: PLC0415 - heavy

    text = Text()
    text.append(f"{line.number:>5} ", style=_NUMBER)
    text.append(f"{sign} ", style=style)
    at = 0
    for span in line.marks:
        text.append(visible(line.text[at : span.start]), style=style)
        text.append(visible(line.text[span.start : span.end]), style=words_style)
        at = span.end
    text.append(visible(line.text[at:]), style=style)
    if not line.ended:
        text.append(" (no line end)", style=_NUMBER)
    return text
