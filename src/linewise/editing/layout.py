"""New lines put into a text: which line end each takes, and what the file's end keeps.

A line takes the end of the line whose place it takes or after which it stands. A text that had
no final line end has none afterwards, and one that had it keeps it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from linewise.changes import Change

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from linewise.document import Document

__all__ = ["Replacement", "lay_out", "line_end"]


class Replacement(NamedTuple):
    """Lines of the document and the lines that stand in their place."""

    first: int
    last: int
    lines: Sequence[str]


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Whole lines of the text, `first` the first of them, and the ended lines that come instead."""

    start: int
    end: int
    first: int
    pieces: tuple[tuple[str, str], ...]


def lay_out(
    document: Document,
    replacements: Sequence[Replacement],
    insertions: Mapping[int, Sequence[str]],
    within: Sequence[Change],
) -> list[Change]:
    """Return the changes of the text.

    Args:
        document: the text.
        replacements: in order, no line in two of them.
        insertions: the new lines by the number of the line that they follow.
        within: changes inside lines that no replacement touches.
    """
    stretches = _joined(_stretches(document, replacements, insertions))
    changes = [change for stretch in stretches for change in _as_change(document, stretch)]
    return list(_touching_joined(sorted([*changes, *within], key=lambda c: (c.start, c.end))))


def _stretches(
    document: Document,
    replacements: Sequence[Replacement],
    insertions: Mapping[int, Sequence[str]],
) -> Iterator[_Stretch]:
    anchors = sorted(insertions)
    done = 0
    for first, last, lines in replacements:
        before, behind = bisect_left(anchors, first), bisect_right(anchors, last)
        for anchor in anchors[done:before]:
            yield _insertion(document, anchor, insertions[anchor])
        done = behind
        own = line_end(document, first)
        inside = (
            (line, line_end(document, anchor))
            for anchor in anchors[before:behind]
            for line in insertions[anchor]
        )
        span = document.line_span(first, last, ends=True)
        pieces = (*((line, own) for line in lines), *inside)
        yield _Stretch(span.start, span.end, first, pieces)
    for anchor in anchors[done:]:
        yield _insertion(document, anchor, insertions[anchor])


def _insertion(document: Document, anchor: int, lines: Sequence[str]) -> _Stretch:
    if anchor:
        place = document.line_span(anchor, ends=True).end
    else:
        place = document.line_span(1).start if document.line_count else len(document.text)
    end = line_end(document, anchor)
    return _Stretch(place, place, anchor + 1, tuple((line, end) for line in lines))


def line_end(document: Document, number: int) -> str:
    """Return the line end of a line, or the one that it would have."""
    number = max(1, number)
    if number > document.line_count:
        return "\n"
    span = document.line_span(number, ends=True)
    end = document.text[document.line_span(number).end : span.end]
    if end or number == 1:
        return end or "\n"
    return line_end(document, number - 1)


def _joined(stretches: Iterator[_Stretch]) -> Iterator[_Stretch]:
    """Join stretches that touch."""
    run: list[_Stretch] = []
    for stretch in stretches:
        if run and run[-1].end < stretch.start:
            yield _as_one(run)
            run = []
        run.append(stretch)
    if run:
        yield _as_one(run)


def _as_one(run: Sequence[_Stretch]) -> _Stretch:
    if len(run) == 1:
        return run[0]
    pieces = tuple(piece for stretch in run for piece in stretch.pieces)
    return _Stretch(run[0].start, run[-1].end, run[0].first, pieces)


def _as_change(document: Document, stretch: _Stretch) -> Iterator[Change]:
    text, start, end = document.text, stretch.start, stretch.end
    insert = "".join(line + own_end for line, own_end in stretch.pieces)
    if end == len(text) and document.line_count and not text.endswith("\n"):
        if stretch.pieces:
            insert = insert.removesuffix(stretch.pieces[-1][1])
            if start == end:
                insert = line_end(document, stretch.first - 1) + insert
        elif stretch.first > 1:
            start = document.line_span(stretch.first - 1).end
    own = _own_line_end(text, start, end)
    if own and insert.endswith(own):
        insert, end = insert.removesuffix(own), end - len(own)
    if text[start:end] != insert:
        yield Change(start, end, insert)


def _own_line_end(text: str, start: int, end: int) -> str:
    """Return the line end with which a stretch of whole lines ends."""
    if end == start or text[end - 1] != "\n":
        return ""
    return "\r\n" if text.startswith("\r\n", max(start, end - 2)) else "\n"


def _touching_joined(changes: Sequence[Change]) -> Iterator[Change]:
    """Join changes that touch, so that there is one at an offset."""
    run: list[Change] = []
    for change in changes:
        if run and run[-1].end < change.start:
            yield _as_one_change(run)
            run = []
        run.append(change)
    if run:
        yield _as_one_change(run)


def _as_one_change(run: Sequence[Change]) -> Change:
    return Change(run[0].start, run[-1].end, "".join(change.insert for change in run))
