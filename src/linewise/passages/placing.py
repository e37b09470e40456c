"""Entries of a reply held against the document: inside, in order, apart, and really there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from linewise.document import Document, Span
from linewise.errors import ReplyError, ReplyErrorKind
from linewise.numbering import Passage
from linewise.replies import Repair, RepairKind
from linewise.search import locate_quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from linewise.passages.reading import Entries, Entry
    from linewise.passages.tasks import Task
    from linewise.replies import Caution

__all__ = ["Place", "Places", "gaps_of", "passages_of", "settle"]


@dataclass(frozen=True, slots=True)
class Place:
    """Lines of a document with a title.

    Attributes:
        first: the first line.
        last: the last one; None where the next place ends this one.
        title: what they are called.
    """

    first: int
    last: int | None
    title: str


@dataclass(frozen=True, slots=True)
class Places:
    """What a reply names, held against the document.

    Attributes:
        places: in the order of the document.
        missing: words that the reply quotes and that do not stand there.
        repairs: what was mended in the reply.
        warnings: what was taken as it stands but deserves a look.
    """

    places: tuple[Place, ...]
    missing: tuple[str, ...] = ()
    repairs: tuple[Repair, ...] = ()
    warnings: tuple[Caution, ...] = ()


def settle(document: Document, entries: Entries, task: Task, lines: tuple[int, int]) -> Places:
    """Hold the entries of a reply against the lines that the model saw.

    Args:
        document: the document.
        entries: what the reply lists.
        task: what was asked.
        lines: the first and the last line that were shown.

    Raises:
        ReplyError: a line was not shown, or places are out of order, overlap, or contradict a
            quote; the message can be sent back to the model.
    """
    repairs = [*entries.repairs]
    missing: list[str] = []
    placed_once: dict[Entry, None] = {}
    for entry in entries.entries:
        _check_inside(entry, lines)
        placed = _quoted(document, entry, task, lines) if entry.quote else entry
        if placed is None:
            missing.append(entry.quote)
        elif placed in placed_once:
            message = f"the same {task.item} stands twice; it counts once"
            repairs.append(Repair(RepairKind.DUPLICATE_DROPPED, message, entry.item))
        else:
            placed_once[placed] = None
    found = [*placed_once]
    if all(entry.start is None for entry in entries.entries):
        # Quotes come in any order; ids show where the model read.
        found.sort(key=lambda entry: entry.start or 0)
    for before, after in pairwise(found):
        _check_order(before, after, task)
    places = tuple(Place(*_lines_of(entry), entry.title) for entry in found)
    return Places(places, tuple(missing), tuple(repairs), entries.warnings)


def passages_of(document: Document, places: Sequence[Place]) -> tuple[Passage, ...]:
    """Cut places out of a document; an end that is missing is before the next place."""
    ends = [*(place.first - 1 for place in places[1:]), document.line_count]
    return tuple(
        Passage(
            document,
            document.line_span(place.first, end if place.last is None else place.last),
            place.title or None,
        )
        for place, end in zip(places, ends, strict=False)
    )


def gaps_of(document: Document, passages: Iterable[Passage]) -> tuple[Passage, ...]:
    """Return the stretches of lines with words in them that belong to no passage."""
    covered = 0
    gaps: list[tuple[int, int]] = []
    for first, last in sorted(passage.lines for passage in passages):
        gaps.append((covered + 1, first - 1))
        covered = max(covered, last)
    gaps.append((covered + 1, document.line_count))
    spans = (_without_blanks(document, *gap) for gap in gaps)
    return tuple(Passage(document, span) for span in spans if span is not None)


def _without_blanks(document: Document, first: int, last: int) -> Span | None:
    lines = document.lines
    while first <= last and not lines[first - 1].strip():
        first += 1
    while first <= last and not lines[last - 1].strip():
        last -= 1
    return document.line_span(first, last) if first <= last else None


def _lines_of(entry: Entry) -> tuple[int, int | None]:
    assert entry.start is not None  # noqa: S101 - what has no lines was given those of its quote
    return entry.start, entry.end


def _check_inside(entry: Entry, lines: tuple[int, int]) -> None:
    first, last = lines
    for line in (entry.start, entry.end):
        if line is not None and not first <= line <= last:
            shown = f"lines {first} to {last}" if last >= first else "no lines"
            raise ReplyError(
                ReplyErrorKind.UNKNOWN_LINE,
                f"there is no line {line} in what was shown, which has {shown}",
                item=entry.item,
            )
    if entry.start is not None and entry.end is not None and entry.start > entry.end:
        raise ReplyError(
            ReplyErrorKind.BAD_RANGE,
            f"the first line, {entry.start}, comes after the last one, {entry.end}",
            item=entry.item,
        )


def _check_order(before: Entry, after: Entry, task: Task) -> None:
    (first, last), (next_first, next_last) = _lines_of(before), _lines_of(after)
    if next_first < first:
        raise ReplyError(
            ReplyErrorKind.OUT_OF_ORDER,
            f"line {next_first} comes before line {first} of item {before.item}. List the "
            f"{task.listed} in the order of the document",
            item=after.item,
        )
    if task.has_ends and not task.overlap and last is not None and next_first <= last:
        raise ReplyError(
            ReplyErrorKind.OVERLAP,
            f"lines {next_first} to {next_last} share lines with {first} to {last} of item "
            f"{before.item}. Each line belongs to one {task.item} at most",
            item=after.item,
        )
    if not task.has_ends and next_first == first:
        raise ReplyError(
            ReplyErrorKind.CONFLICT,
            f"two {task.listed} begin on line {first}: {before.title[:60]!r} and "
            f"{after.title[:60]!r}. Name each line once",
            item=after.item,
        )


def _quoted(document: Document, entry: Entry, task: Task, lines: tuple[int, int]) -> Entry | None:
    """Return an entry with the lines of its quote, or None where the words do not stand there.

    Raises:
        ReplyError: they stand in other lines than the entry names.
    """
    if lines[1] < lines[0]:
        return None
    shown = document.line_span(*lines)
    near = None if entry.start is None else document.line_span(entry.start).start - shown.start
    match = locate_quote(Document(document[shown]), entry.quote, near)
    if match is None:
        return None
    at = Passage(document, Span(match.start + shown.start, match.end + shown.start))
    first, last = at.lines
    if entry.start is None:
        return replace(entry, start=first, end=last if task.has_ends else None)
    if not entry.start <= first <= last <= (entry.end or lines[1]):
        raise ReplyError(
            ReplyErrorKind.TEXT_NOT_FOUND,
            f"the words {entry.quote[:60]!r} stand in lines {first} to {last}, not where the item "
            "says",
            item=entry.item,
        )
    return entry
