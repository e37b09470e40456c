"""Changes of a text as whole lines: which lines go, which come, and what stands around them.

Lines end with LF here, as in git: a byte order mark belongs to the first line, a carriage
return to the line that it ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from linewise.changes import Change, ChangeSet

__all__ = ["Hunk", "LineChange", "hunks", "line_changes"]


class LineChange(NamedTuple):
    """Lines that go and lines that come in one place.

    Attributes:
        start: the offset in the old text of the first line that goes.
        end: the offset after the last one.
        old_line: the number of the line at `start` in the old text, counted from 1.
        new_line: the number of the first line that comes in the new text.
        removed: the lines that go, with their ends.
        added: the lines that come, with their ends.
    """

    start: int
    end: int
    old_line: int
    new_line: int
    removed: tuple[str, ...]
    added: tuple[str, ...]


class Hunk(NamedTuple):
    """Changes close to each other, with the unchanged lines around and between them.

    Attributes:
        changes: in order.
        gaps: the unchanged lines before the first change, between two, and behind the last one.
    """

    changes: tuple[LineChange, ...]
    gaps: tuple[tuple[str, ...], ...]

    @property
    def first_lines(self) -> tuple[int, int]:
        """The numbers of its first line in the old text and in the new one."""
        first, before = self.changes[0], len(self.gaps[0])
        return first.old_line - before, first.new_line - before


def line_changes(changes: ChangeSet) -> Iterator[LineChange]:
    """Yield the changes as whole lines, in order; those of touching lines are one."""
    text = changes.base
    counted, line, shift = 0, 1, 0
    for group in _by_lines(text, changes.changes):
        start = text.rfind("\n", 0, group[0].start) + 1
        end = _line_after(text, group[-1])
        removed, added = _lines(text[start:end]), _lines(_spliced(text, start, end, group))
        head = _same(removed, added)
        tail = _same(removed[head:][::-1], added[head:][::-1])
        removed, added = removed[head : len(removed) - tail], added[head : len(added) - tail]
        line += text.count("\n", counted, start)
        counted = start
        if not removed and not added:
            # Words that take the place of the same words.
            continue
        first = start + sum(map(len, _lines(text[start:end])[:head]))
        yield LineChange(
            first,
            first + sum(map(len, removed)),
            line + head,
            line + head + shift,
            tuple(removed),
            tuple(added),
        )
        shift += len(added) - len(removed)


def hunks(changes: ChangeSet, context: int = 3) -> Iterator[Hunk]:
    """Yield the changes in groups with `context` unchanged lines around each."""
    text = changes.base
    group: list[LineChange] = []
    for change in line_changes(changes):
        if group and text.count("\n", group[-1].end, change.start) > 2 * context:
            yield _hunk(text, group, context)
            group = []
        group.append(change)
    if group:
        yield _hunk(text, group, context)


def _by_lines(text: str, changes: Iterable[Change]) -> Iterator[list[Change]]:
    """Group changes of lines that are the same or touch."""
    group: list[Change] = []
    for change in changes:
        if group and text.rfind("\n", 0, change.start) + 1 > _line_after(text, group[-1]):
            yield group
            group = []
        group.append(change)
    if group:
        yield group


def _line_after(text: str, change: Change) -> int:
    """Return where the first line begins that a change leaves whole."""
    end = change.end
    begins = end == 0 or text[end - 1] == "\n"
    whole = change.insert.endswith("\n") or (
        not change.insert and (change.start == 0 or text[change.start - 1] == "\n")
    )
    if (begins and whole) or end == len(text):
        return end
    return text.find("\n", end) + 1 or len(text)


def _spliced(text: str, start: int, end: int, changes: Sequence[Change]) -> str:
    parts: list[str] = []
    for change in changes:
        parts += [text[start : change.start], change.insert]
        start = change.end
    return "".join([*parts, text[start:end]])


def _lines(text: str) -> list[str]:
    lines = [f"{line}\n" for line in text.split("\n")]
    last = lines.pop()[:-1]
    return [*lines, last] if last else lines


def _same(ours: Sequence[str], theirs: Sequence[str]) -> int:
    """Return how many lines at the beginning are the same."""
    count = 0
    for one, other in zip(ours, theirs, strict=False):
        if one != other:
            break
        count += 1
    return count


def _hunk(text: str, changes: Sequence[LineChange], context: int) -> Hunk:
    first, last = changes[0].start, changes[-1].end
    start = first
    for _ in range(context):
        if start:
            start = text.rfind("\n", 0, start - 1) + 1
    end = last
    for _ in range(context):
        end = text.find("\n", end) + 1 or len(text)
    places = [start, *(change.end for change in changes)]
    ends = [*(change.start for change in changes), end]
    gaps = (tuple(_lines(text[a:b])) for a, b in zip(places, ends, strict=True))
    return Hunk(tuple(changes), tuple(gaps))
