"""Lines as agents read them: numbered, tagged, within a budget; long ones cut and marked."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from linewise.changes import ChangeSet, diff
from linewise.numbering import content_tag
from linewise.render import unified_diff
from linewise.tokens import count_tokens

if TYPE_CHECKING:
    from collections.abc import Iterable

    from linewise.document import Document

__all__ = [
    "TOKENIZER",
    "Shown",
    "carried_lines",
    "line_shown",
    "lines_around",
    "shown_diff",
    "shown_lines",
]

TOKENIZER = "o200k"

_CHARS_A_TOKEN = 4
_LEAST_CHARS = 200


class Shown(NamedTuple):
    """Lines that are shown: their text, and the first that had no room."""

    text: str
    next: int | None


def line_shown(document: Document, number: int, most: int, around: int = 0) -> str:
    """Return a line with its number and tag, cut where it is too long.

    Args:
        document: where it stands.
        number: of the line.
        most: how many of its characters are shown.
        around: which of them must be among these.
    """
    line = document.lines[number - 1]
    words = line
    if len(line) > most:
        start = max(0, min(around - most // 4, len(line) - most))
        words = line[start : start + most]
        words += f" [characters {start + 1}..{start + most} of {len(line):,}]"
    return f"{number}:{content_tag(line)}|{words}"


def shown_lines(document: Document, first: int, last: int, tokens: int, line_chars: int) -> Shown:
    """Return as many lines as there is room for, one at least."""
    rows: list[str] = []
    room = tokens
    line_chars = min(line_chars, max(_LEAST_CHARS, tokens * _CHARS_A_TOKEN))
    for number in range(first, last + 1):
        row = line_shown(document, number, line_chars)
        room -= count_tokens(row, TOKENIZER) + 1
        if room < 0 and rows:
            return Shown("\n".join(rows), number)
        rows.append(row)
    return Shown("\n".join(rows), None)


def lines_around(document: Document, lines: Iterable[int], most: int = 15) -> str:
    """Return lines and their neighbours as they are now, as far as there is room."""
    near = sorted({n for line in lines for n in (line - 1, line, line + 1)})
    rows = [line_shown(document, n, 200) for n in near if 1 <= n <= document.line_count]
    return "\n".join(rows[:most])


def carried_lines(then: Document, lines: Iterable[int], now: Document) -> list[int]:
    """Return where lines of an earlier version stand now, or what is in their place."""
    if then.text == now.text or not now.line_count:
        return list(lines)
    changes = diff(then.text, now.text)
    starts = (changes.map_offset(then.line_span(line).start, 1) for line in lines)
    return [min(now.line_at(start), now.line_count) for start in starts]


def shown_diff(changes: ChangeSet, most: int) -> str:
    """Return the hunks of a diff, cut after so many tokens, with a word about the rest."""
    text = unified_diff(changes, "file", context=1)
    lines = [line if len(line) <= 400 else f"{line[:399]}…" for line in text.split("\n")[3:-1]]
    room = most
    for index, line in enumerate(lines):
        room -= count_tokens(line, TOKENIZER) + 1
        if room < 0:
            return "\n".join([*lines[:index], f"[{len(lines) - index:,} more lines of the diff]"])
    return "\n".join(lines)
