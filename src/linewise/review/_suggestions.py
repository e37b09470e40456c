"""Operations as suggestions: where each stands, which lines it takes, and which it brings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from linewise.editing import DeleteLine, LineRange, Operation, places, plan
from linewise.editing.operations import function_of, words_of
from linewise.render import MarkedLine, Row, marked_hunks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from linewise.changes import Conflict
    from linewise.document import Document
    from linewise.editing import Edit, Place, Review
    from linewise.replies import Caution, Repair
    from linewise.review._shelf import Pending

__all__ = ["Suggestion", "suggestions"]

# Of an operation that takes or brings more lines than this, the first and the last are shown.
MOST_ROWS = 120
_LAST_ROWS = 20


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One operation as it is shown.

    Attributes:
        number: of the operation, counted from 1.
        kind: the function that was called.
        lines: the lines that it is about, in words for people.
        first: the line that it stands at.
        last: the last line that it takes; one below `first` where it only inserts.
        rows: the lines that go and come, with the words that differ marked.
        left_out: how many rows are not shown, after the first ones.
        content: the words that can be changed; None where it writes none.
        state: open, accepted or rejected.
        reason: why it was rejected, where somebody said so.
        reworded: whether it has other words than were proposed.
        needs: the numbers of the operations that create the line that it is about.
        needed: their positions.
        position: its place among the others in the order of the document, counted from 1.
        stranded: whether it was accepted, but needs one that was not.
        conflict: what clashes with it in the file, None where nothing does.
        notes: what deserves a look in the reply.
    """

    number: int
    kind: str
    lines: str
    first: int
    last: int
    rows: tuple[Row, ...]
    left_out: int
    content: str | None
    state: str
    reason: str = ""
    reworded: bool = False
    needs: tuple[int, ...] = ()
    needed: tuple[int, ...] = ()
    position: int = 0
    stranded: bool = False
    conflict: Conflict | None = None
    notes: tuple[str, ...] = ()

    @property
    def line_count(self) -> int:
        """How many lines it is about; at least one."""
        return max(1, self.last - self.first + 1)

    @property
    def head(self) -> tuple[Row, ...]:
        """The rows before those that are left out."""
        return self.rows[: MOST_ROWS - _LAST_ROWS] if self.left_out else self.rows

    @property
    def tail(self) -> tuple[Row, ...]:
        """The rows after those that are left out."""
        return self.rows[-_LAST_ROWS:] if self.left_out else ()


def suggestions(
    pending: Pending, clashes: Mapping[int, Conflict] | None = None
) -> tuple[Suggestion, ...]:
    """Return the operations of a proposal as suggestions, in the order of the document.

    Args:
        pending: what is under review.
        clashes: which of them clash with the file as it is now.
    """
    review = pending.review
    stranded = review.outcome().left_out
    found = (
        replace(
            _suggestion(review, number, place),
            stranded=number in stranded,
            conflict=(clashes or {}).get(number),
        )
        for number, place in enumerate(places(review.edit), start=1)
    )
    return tuple(_in_order(found))


def _in_order(found: Iterable[Suggestion]) -> Iterator[Suggestion]:
    """Yield suggestions in the order of the document, each with its place in it."""
    ordered = sorted(found, key=lambda one: (one.first, one.number))
    positions = {one.number: at for at, one in enumerate(ordered, start=1)}
    for one in ordered:
        needs = tuple(positions[number] for number in one.needs)
        yield replace(one, position=positions[one.number], needed=needs)


def _suggestion(review: Review, number: int, place: Place) -> Suggestion:
    operation = review.edit.operations[number - 1]
    rows, count = _drawn(review.edit.before, number, operation, place)
    return Suggestion(
        number=number,
        kind=function_of(operation),
        lines=_lines(operation),
        first=place.first,
        last=place.last,
        rows=rows,
        left_out=count - len(rows),
        content=None if isinstance(operation, DeleteLine) else words_of(operation),
        state=_state(review, number),
        reason=review.rejected.get(number, ""),
        reworded=number in review.reworded,
        needs=place.needs,
        notes=tuple(_notes(review.edit, operation)),
    )


def _notes(edit: Edit, operation: Operation) -> Iterator[str]:
    """Yield what was mended in an item of the reply, or deserves a look."""
    notes: tuple[Repair | Caution, ...] = (*edit.repairs, *edit.warnings)
    for note in notes:
        if note.item is not None and note.item == operation.item:
            yield note.message


def _ends(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    return rows[: MOST_ROWS - _LAST_ROWS] + rows[-_LAST_ROWS:]


class _Drawn(NamedTuple):
    """The rows of an operation that are shown, how many there are, and what they were made of."""

    operation: Operation
    place: Place
    rows: tuple[Row, ...]
    all_rows: int


# By the text that is edited and the number of the operation. What was drawn goes with its text,
# and other words of an operation take the place of those before: a server runs for days.
_KNOWN: WeakKeyDictionary[Document, dict[int, _Drawn]] = WeakKeyDictionary()


def _drawn(
    document: Document, number: int, operation: Operation, place: Place
) -> tuple[tuple[Row, ...], int]:
    """Return the rows that are shown of an operation, and how many it has."""
    known = _KNOWN.setdefault(document, {})
    drawn = known.get(number)
    if drawn is None or (drawn.operation, drawn.place) != (operation, place):
        rows = _rows(document, operation, place)
        shown = rows if len(rows) <= MOST_ROWS else _ends(rows)
        drawn = known[number] = _Drawn(operation, place, shown, len(rows))
    return drawn.rows, drawn.all_rows


def _rows(document: Document, operation: Operation, place: Place) -> tuple[Row, ...]:
    """Return the lines that an operation takes and brings, as if it were the only one."""
    if place.needs:
        return tuple(_brought(operation))
    alone = plan(document, [operation]).changes
    length = max(0, place.last - place.first + 1)
    inside = (
        row
        for rows in marked_hunks(alone, length)
        for row in rows
        if row.old is None or place.first <= row.old.number <= place.last
    )
    return tuple(inside) or tuple(_unchanged(document, place))


def _unchanged(document: Document, place: Place) -> Iterator[Row]:
    for number in range(place.first, place.last + 1):
        line = MarkedLine(number, document.lines[number - 1])
        yield Row(line, line, changed=False)


def _brought(operation: Operation) -> Iterator[Row]:
    """Yield the words of an operation on a line that another one creates."""
    for line in words_of(operation).split("\n"):
        yield Row(None, MarkedLine(0, line))


def _state(review: Review, number: int) -> str:
    if number in review.accepted:
        return "accepted"
    return "rejected" if number in review.rejected else "open"


def _lines(operation: Operation) -> str:
    line = operation.line
    if isinstance(line, LineRange) and line.first != line.last:
        return f"{line.first}–{line.last}"
    return str(line.first if isinstance(line, LineRange) else line)
