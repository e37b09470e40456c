"""A comparison for a terminal: coloured, one above the other, or side by side when wide."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from linewise.render.signs import visible
from linewise.render.words import marked_hunks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.table import Table
    from rich.text import Text

    from linewise.changes import ChangeSet
    from linewise.render.words import MarkedLine, Row

__all__ = ["WIDE", "terminal_diff"]

# From this width on, two texts fit beside each other.
WIDE = 140

_NUMBER = "dim"


class _Look(NamedTuple):
    """How lines of a kind look: their sign, their style, and that of the words that changed."""

    sign: str
    style: str
    marked: str


_SAME = _Look(" ", "", "")
_OLD = _Look("-", "red", "bold reverse red")
_NEW = _Look("+", "green", "bold reverse green")


def terminal_diff(changes: ChangeSet, *, width: int = 80, colour: bool = True) -> str:
    """Return changes as text for a terminal, with the words that changed set off.

    Args:
        changes: what to show.
        width: the terminal's width in columns; from 140 on, the old stands left of the new.
        colour: use colours; signs say the same without them.
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
    with console.capture() as captured:
        for rows in marked_hunks(changes):
            console.print(_heading(rows))
            if width >= WIDE:
                console.print(_table(rows))
                continue
            for line in _stacked(rows):
                console.print(line, soft_wrap=True)
    return captured.get()


def _stacked(rows: Iterable[Row]) -> Iterator[Text]:
    """Yield the rows one above the other: what goes, then what comes, change by change."""
    coming: list[Text] = []
    for row in rows:
        if not row.changed and row.new is not None:
            yield from coming
            coming = []
            yield _line(row.new, _SAME)
            continue
        if row.old is not None:
            yield _line(row.old, _OLD)
        if row.new is not None:
            coming.append(_line(row.new, _NEW))
    yield from coming


def _table(rows: Iterable[Row]) -> Table:
    """Return the rows with the old left of the new."""
    from rich.table import Table  # noqa: PLC0415 - heavy

    table = Table.grid(padding=(0, 1), expand=True)
    for _ in range(2):
        table.add_column(ratio=1, overflow="fold")
    for row in rows:
        looks = (_OLD, _NEW) if row.changed else (_SAME, _SAME)
        pairs = zip((row.old, row.new), looks, strict=True)
        table.add_row(*("" if line is None else _line(line, look) for line, look in pairs))
    return table


def _heading(rows: Iterable[Row]) -> Text:
    from rich.text import Text  # noqa: PLC0415 - heavy

    numbers = [row.new.number for row in rows if row.new is not None]
    numbers = numbers or [row.old.number for row in rows if row.old is not None]
    first, last = numbers[0], numbers[-1]
    words = f"line {first}" if first == last else f"lines {first} to {last}"
    return Text(f"── {words} ──", style="cyan")


def _line(line: MarkedLine, look: _Look) -> Text:
    from rich.text import Text  # noqa: PLC0415 - heavy

    text = Text()
    text.append(f"{line.number:>5} ", style=_NUMBER)
    text.append(f"{look.sign} ", style=look.style)
    at = 0
    for span in line.marks:
        text.append(visible(line.text[at : span.start]), style=look.style)
        text.append(visible(line.text[span.start : span.end]), style=look.marked)
        at = span.end
    text.append(visible(line.text[at:]), style=look.style)
    if not line.ended:
        text.append(" (no line end)", style=_NUMBER)
    return text
