"""Where two sets of changes over one text get in each other's way, line by line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from linewise.changes import Change

__all__ = ["Clash", "Conflict", "Group", "find_conflict", "line_ranges", "spliced", "touching"]

# What is shown of a side that was changed at length.
_LINES_SHOWN = 6
_CHARACTERS_SHOWN = 100


@dataclass(frozen=True, slots=True)
class Clash:
    """A place that both sides changed.

    Attributes:
        ours: the changes of the side that was to be rebased.
        theirs: the changes of the side that it was to be rebased over.
        lines: the first and last line of the base that either side touches, counted from 1;
            the last is one below the first where both only insert between two lines.
    """

    ours: tuple[Change, ...]
    theirs: tuple[Change, ...]
    lines: tuple[int, int]

    @property
    def place(self) -> str:
        """The lines in words."""
        first, last = self.lines
        if last < first:
            return f"after line {last}" if last else "before line 1"
        return f"line {first}" if first == last else f"lines {first} to {last}"


@dataclass(frozen=True, slots=True, repr=False)
class Conflict:
    """Why changes could not be carried over others: the places that both sides changed.

    Attributes:
        base: the text that both sides started from.
        clashes: in the order of the text.
    """

    base: str
    clashes: tuple[Clash, ...]

    def describe(self) -> str:
        """Show for each place what the base had there and what either side made of it."""
        count = len(self.clashes)
        title = "both sides changed the same or adjoining lines"
        places = f"{count} places" if count > 1 else "1 place"
        return "\n".join([f"{title} at {places}:", *map(self._describe, self.clashes)])

    def __str__(self) -> str:
        return self.describe()

    def __repr__(self) -> str:
        return f"<Conflict at {', '.join(clash.place for clash in self.clashes)}>"

    def sides(self, clash: Clash) -> tuple[str, str, str]:
        """Return the lines of a clash: as the base has them, as ours makes them, and as theirs."""
        start, end = self._extent(clash)
        base, ours, theirs = (
            spliced(self.base, start, end, side) for side in ((), clash.ours, clash.theirs)
        )
        return base, ours, theirs

    def _describe(self, clash: Clash) -> str:
        named = zip(("base", "ours", "theirs"), self.sides(clash), strict=True)
        return "\n".join([f"{clash.place}:", *(_shown(name, words) for name, words in named)])

    def _extent(self, clash: Clash) -> tuple[int, int]:
        """Return where the lines of a clash start and end in the base."""
        changes = clash.ours + clash.theirs
        first = min(change.start for change in changes)
        last = max(change.end for change in changes)
        start = self.base.rfind("\n", 0, first) + 1
        if clash.lines[1] < clash.lines[0] or (last > start and self.base[last - 1] == "\n"):
            return start, last
        line_end = self.base.find("\n", last)
        return start, len(self.base) if line_end < 0 else line_end + 1


class Group(NamedTuple):
    """A run of ranges that touch: `ours[i]` and `theirs[j]` for the half-open index ranges."""

    start: int
    end: int
    ours: tuple[int, int]
    theirs: tuple[int, int]


def touching(ours: Sequence[tuple[int, int]], theirs: Sequence[tuple[int, int]]) -> Iterator[Group]:
    """Walk two sorted lists of ranges and yield the runs in which each touches or overlaps another.

    A range that nothing touches is a run of its own.
    """
    i = j = 0
    while i < len(ours) or j < len(theirs):
        first, other_first = i, j
        start = min(ranges[at][0] for ranges, at in ((ours, i), (theirs, j)) if at < len(ranges))
        end = start
        while True:
            if i < len(ours) and ours[i][0] <= end:
                end = max(end, ours[i][1])
                i += 1
            elif j < len(theirs) and theirs[j][0] <= end:
                end = max(end, theirs[j][1])
                j += 1
            else:
                break
        yield Group(start, end, (first, i), (other_first, j))


def line_ranges(base: str, changes: Sequence[Change]) -> list[tuple[int, int]]:
    """Return for each change the lines that it touches: half-open, counted from 0.

    A change that leaves the start of the line after it alone ends before that line; so lines
    put in between two others are an empty range between the two.
    """
    ranges: list[tuple[int, int]] = []
    line = offset = 0
    for change in changes:
        first = line + base.count("\n", offset, change.start)
        line = first + base.count("\n", change.start, change.end)
        offset = change.end
        ranges.append((first, line if _ends_with_its_lines(base, change) else line + 1))
    return ranges


def find_conflict(base: str, ours: Sequence[Change], theirs: Sequence[Change]) -> Conflict | None:
    """Return the places where two sides change the same or adjoining lines, None without any."""
    line_count = base.count("\n") + (not base.endswith("\n") and base != "")
    clashes = tuple(
        Clash(
            tuple(ours[slice(*group.ours)]),
            tuple(theirs[slice(*group.theirs)]),
            (group.start + 1, min(group.end, line_count)),
        )
        for group in touching(line_ranges(base, ours), line_ranges(base, theirs))
        if group.ours[0] < group.ours[1] and group.theirs[0] < group.theirs[1]
    )
    return Conflict(base, clashes) if clashes else None


def spliced(text: str, start: int, end: int, changes: Sequence[Change]) -> str:
    """Return `text[start:end]` with changes that lie inside it carried out."""
    pieces: list[str] = []
    for change in changes:
        pieces += text[start : change.start], change.insert
        start = change.end
    pieces.append(text[start:end])
    return "".join(pieces)


def _ends_with_its_lines(base: str, change: Change) -> bool:
    if not _at_line_start(base, change.end):
        return False
    if change.insert:
        return change.insert.endswith("\n")
    return _at_line_start(base, change.start)


def _at_line_start(text: str, offset: int) -> bool:
    # A byte order mark belongs to no line, so the first line starts behind it.
    if offset <= 1 and text.startswith("\ufeff"):
        return offset == 1
    return offset == 0 or text[offset - 1] == "\n"


def _shown(name: str, text: str) -> str:
    lines = text.removesuffix("\n").split("\n") if text else ["(nothing)"]
    if len(lines) > _LINES_SHOWN:
        hidden = len(lines) - _LINES_SHOWN + 1
        lines[_LINES_SHOWN - 1 :] = [f"… {hidden} more lines"]
    labels = [name] + [""] * (len(lines) - 1)
    return "\n".join(
        f"  {label:6} | {_shortened(line)}" for label, line in zip(labels, lines, strict=True)
    )


def _shortened(line: str) -> str:
    return line if len(line) <= _CHARACTERS_SHOWN else line[: _CHARACTERS_SHOWN - 1] + "…"
