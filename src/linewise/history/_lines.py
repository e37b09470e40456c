"""Which lines a revision brought, so that a line can be followed back without the texts."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING, NamedTuple

from linewise._conflicts import line_ranges
from linewise.document import BYTE_ORDER_MARK

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from linewise.changes import ChangeSet

__all__ = ["LineChange", "line_before", "line_changes"]

# Comparing every line with every other one pays for edits by hand, not for new versions.
_COMPARED = 1_000_000


class LineChange(NamedTuple):
    """Lines of the old text, and the lines that stand in their place; counted from 1.

    Where there are none, `first` is the line that they would stand before.
    """

    old_first: int
    old_count: int
    new_first: int
    new_count: int


def line_changes(changes: ChangeSet) -> tuple[LineChange, ...]:
    """Return the lines that differ by their words; line ends are no words."""
    if _touches_mark(changes):
        return tuple(_compared(changes.base, changes.after))
    old = line_ranges(changes.base, changes.changes)
    undone = changes.invert()
    new = line_ranges(undone.base, undone.changes)
    found: list[LineChange] = []
    old_lines, new_lines = _Cutter(changes.base), _Cutter(undone.base)
    for (old_start, old_end), (new_start, new_end) in _joined(old, new):
        before = old_lines.cut(old_start, old_end)
        after = new_lines.cut(new_start, new_end)
        found += _refined(before, after, old_start, new_start)
    return tuple(found)


def line_before(line: int, changes: Sequence[LineChange]) -> int | LineChange:
    """Follow a line of the new text back.

    Returns:
        Its number in the old text, or the change that brought it.
    """
    shift = 0
    for change in changes:
        if line < change.new_first:
            break
        if line < change.new_first + change.new_count:
            return change
        shift += change.old_count - change.new_count
    return line + shift


def _touches_mark(changes: ChangeSet) -> bool:
    """Tell whether a byte order mark comes, goes, or stands at the edge of a change.

    A mark belongs to no line, so a change that holds one touches other lines than its inverse.
    """
    texts = changes.base, changes.after
    at_start = bool(changes) and changes.changes[0].start == 0
    return at_start and any(text.startswith(BYTE_ORDER_MARK) for text in texts)


def _compared(base: str, after: str) -> Iterator[LineChange]:
    """Compare all lines of two texts."""
    old, new = (_Cutter(text).cut(0, len(text)) for text in (base, after))
    shorter = min(len(old), len(new))
    head = next((i for i in range(shorter) if old[i] != new[i]), shorter)
    rest = shorter - head
    tail = next((i for i in range(rest) if old[-1 - i] != new[-1 - i]), rest)
    return _refined(old[head : len(old) - tail], new[head : len(new) - tail], head, head)


_Range = tuple[int, int]


def _joined(old: Sequence[_Range], new: Sequence[_Range]) -> Iterator[tuple[_Range, _Range]]:
    """Join what lies in one line: several changes of one line are one change of it."""
    open_old: _Range | None = None
    open_new: _Range | None = None
    for old_range, new_range in zip(old, new, strict=True):
        if open_old is None or open_new is None:
            open_old, open_new = old_range, new_range
        elif old_range[0] < open_old[1] or new_range[0] < open_new[1]:
            open_old = open_old[0], max(open_old[1], old_range[1])
            open_new = open_new[0], max(open_new[1], new_range[1])
        else:
            yield open_old, open_new
            open_old, open_new = old_range, new_range
    if open_old is not None and open_new is not None:
        yield open_old, open_new


class _Cutter:
    """Cut lines out of a text from its beginning to its end, in one pass over it."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._line = 0
        # A mark belongs to no line.
        self._offset = int(text.startswith(BYTE_ORDER_MARK))

    def cut(self, start: int, end: int) -> list[str]:
        """Return the lines from `start` to before `end`, counted from 0, without their ends."""
        self._skip_to(start)
        lines: list[str] = []
        # A final line end starts no other line, though a change behind it touches one.
        while self._line < end and self._offset < len(self._text):
            line_end = self._text.find("\n", self._offset)
            stop = line_end if line_end >= 0 else len(self._text)
            lines.append(self._text[self._offset : stop].removesuffix("\r"))
            self._offset = stop + 1
            self._line += 1
        return lines

    def _skip_to(self, line: int) -> None:
        while self._line < line:
            self._offset = self._text.index("\n", self._offset) + 1
            self._line += 1


def _refined(
    old: Sequence[str], new: Sequence[str], old_start: int, new_start: int
) -> Iterator[LineChange]:
    if not old and not new:
        return
    if not old or not new or len(old) * len(new) > _COMPARED:
        parts = [(0, len(old), 0, len(new))]
    else:
        matcher = SequenceMatcher(None, old, new, autojunk=False)
        parts = [part[1:] for part in matcher.get_opcodes() if part[0] != "equal"]
    for old_first, old_end, new_first, new_end in parts:
        yield LineChange(
            old_start + old_first + 1,
            old_end - old_first,
            new_start + new_first + 1,
            new_end - new_first,
        )
