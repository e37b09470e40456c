"""Which words changed inside the lines that changed, as data for a terminal or a page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from linewise.document import Span
from linewise.render.hunks import hunks
from linewise.render.signs import without_end

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from linewise.changes import ChangeSet
    from linewise.render.hunks import Hunk, LineChange

__all__ = ["MarkedLine", "Row", "marked_hunks", "word_marks"]

_WORD = re.compile(r"\w+|\s+|[^\w\s]")

# Below this share of common words two lines are a deletion and an insertion, not a change.
_ALIKE = 0.3

# Above these sizes the comparison of every word with every other one would be felt: of two lines,
# of all the lines of one place, and of the lines themselves.
_MAX_WORD_PAIRS = 250_000
_MAX_WORD_PAIRS_IN_ALL = 2_000_000
_MAX_LINE_PAIRS = 400


@dataclass(frozen=True, slots=True)
class MarkedLine:
    """One line on one side of a comparison.

    Attributes:
        number: its number in its own text, counted from 1.
        text: the line without its end.
        marks: the spans of the line whose words are only on this side.
        ended: whether a line end follows; False only for the last line of a text.
    """

    number: int
    text: str
    marks: tuple[Span, ...] = ()
    ended: bool = True


@dataclass(frozen=True, slots=True)
class Row:
    """Two lines that belong together, or one that has no partner.

    Attributes:
        old: the line before the change; None when it came.
        new: the line after the change; None when it went.
        changed: whether the two differ.
    """

    old: MarkedLine | None
    new: MarkedLine | None
    changed: bool = True


def marked_hunks(changes: ChangeSet, context: int = 3) -> Iterator[tuple[Row, ...]]:
    """Yield the changes in groups, line by line, with `context` unchanged lines around each."""
    for hunk in hunks(changes, context):
        yield tuple(_rows(hunk))


def word_marks(old: str, new: str) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """Return the spans of two lines whose words are in one of them only."""
    ours, theirs = _WORD.findall(old), _WORD.findall(new)
    if len(ours) * len(theirs) > _MAX_WORD_PAIRS:
        return _middles(old, new)
    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    blocks = [block for block in matcher.get_opcodes() if block[0] != "equal"]
    return (
        _spans(ours, [(first, last) for _, first, last, _, _ in blocks]),
        _spans(theirs, [(first, last) for _, _, _, first, last in blocks]),
    )


def _rows(hunk: Hunk) -> Iterator[Row]:
    old, new = hunk.first_lines
    for change, gap in zip((None, *hunk.changes), hunk.gaps, strict=True):
        if change is not None:
            yield from _changed_rows(change)
            old += len(change.removed)
            new += len(change.added)
        for line in gap:
            yield Row(_line(old, line), _line(new, line), changed=False)
            old, new = old + 1, new + 1


def _changed_rows(change: LineChange) -> Iterator[Row]:
    old, new = change.old_line, change.new_line
    at_old = at_new = 0
    pairs = [*_pairs(change.removed, change.added), (len(change.removed), len(change.added))]
    for one, other in pairs:
        for index in range(at_old, one):
            yield Row(_line(old + index, change.removed[index]), None)
        for index in range(at_new, other):
            yield Row(None, _line(new + index, change.added[index]))
        if one < len(change.removed) and other < len(change.added):
            removed, added = change.removed[one], change.added[other]
            marks = word_marks(without_end(removed), without_end(added))
            yield Row(_line(old + one, removed, marks[0]), _line(new + other, added, marks[1]))
        at_old, at_new = one + 1, other + 1


def _pairs(removed: Sequence[str], added: Sequence[str]) -> list[tuple[int, int]]:
    """Return which lines became which, in order: the pairs that have most in common."""
    ours, theirs = [*map(_words, removed)], [*map(_words, added)]
    comparisons = sum(map(len, ours)) * sum(map(len, theirs))
    if len(ours) * len(theirs) > _MAX_LINE_PAIRS or comparisons > _MAX_WORD_PAIRS_IN_ALL:
        pairs = enumerate(zip(ours, theirs, strict=False))
        return [(i, i) for i, (one, other) in pairs if _likeness(one, other) >= _ALIKE]
    best: list[list[tuple[float, list[tuple[int, int]]]]] = [
        [(0.0, [])] * (len(added) + 1) for _ in range(len(removed) + 1)
    ]
    for i in range(len(removed) - 1, -1, -1):
        for j in range(len(added) - 1, -1, -1):
            score = _likeness(ours[i], theirs[j])
            options = [best[i + 1][j], best[i][j + 1]]
            if score >= _ALIKE:
                rest = best[i + 1][j + 1]
                options.append((rest[0] + score, [(i, j), *rest[1]]))
            best[i][j] = max(options, key=lambda option: option[0])
    return best[0][0][1]


def _words(line: str) -> list[str]:
    return [word for word in _WORD.findall(line) if not word.isspace()]


def _likeness(ours: Sequence[str], theirs: Sequence[str]) -> float:
    """Return how much the words of two lines have in common, from 0 to 1."""
    if not ours or not theirs:
        return 1.0 if ours == theirs else 0.0
    if len(ours) * len(theirs) > _MAX_WORD_PAIRS:
        return 1.0
    return SequenceMatcher(None, ours, theirs, autojunk=False).ratio()


def _middles(old: str, new: str) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """Return what lies between the common beginning and the common end of two long lines."""
    start, end = 0, min(len(old), len(new))
    while start < end:
        middle = (start + end + 1) // 2
        if old.startswith(new[start:middle], start):
            start = middle
        else:
            end = middle - 1
    head, tail, end = start, 0, min(len(old), len(new)) - start
    while tail < end:
        middle = (tail + end + 1) // 2
        if old[len(old) - middle :] == new[len(new) - middle :]:
            tail = middle
        else:
            end = middle - 1
    spans = (Span(head, len(line) - tail) for line in (old, new))
    ours, theirs = ((span,) if span.length else () for span in spans)
    return ours, theirs


def _spans(words: Sequence[str], blocks: Sequence[tuple[int, int]]) -> tuple[Span, ...]:
    """Return blocks of words as spans of the line."""
    offsets = [0]
    for word in words:
        offsets.append(offsets[-1] + len(word))
    return tuple(Span(offsets[a], offsets[b]) for a, b in blocks if a < b)


def _line(number: int, line: str, marks: tuple[Span, ...] = ()) -> MarkedLine:
    return MarkedLine(number, without_end(line), marks, line.endswith("\n"))
