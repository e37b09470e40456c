"""From a reply to entries: which lines, which title, which words, in whatever form they came."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from linewise.errors import ReplyError, ReplyErrorKind
from linewise.passages.rows import NAMES, Row, is_id, refusal, rows, vocabulary
from linewise.replies import (
    Caution,
    LineRange,
    Listing,
    Node,
    Repair,
    RepairKind,
    Scalar,
    read_items,
    read_reference,
)
from linewise.replies.vocabulary import plain_name

if TYPE_CHECKING:
    from linewise.passages.tasks import Task

__all__ = ["Entries", "Entry", "read_entries"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One place that a reply names.

    Attributes:
        start: the first line; None where only words are quoted.
        end: the last line; None where the next place ends this one.
        title: what it is called.
        quote: words that stand there.
        item: which item of the reply it was, counted from 1.
    """

    start: int | None
    end: int | None = None
    title: str = ""
    quote: str = ""
    item: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Entries:
    """What a reply lists, before it is held against the document.

    Attributes:
        entries: in the order of the reply.
        repairs: what was mended.
        warnings: what was taken as it stands but deserves a look.
    """

    entries: tuple[Entry, ...]
    repairs: tuple[Repair, ...] = ()
    warnings: tuple[Caution, ...] = ()


def read_entries(reply: str, task: Task, *, finish_reason: str | None = None) -> Entries:
    """Read the places that a reply names, without looking at a document.

    Args:
        reply: as the model sent it.
        task: what was asked.
        finish_reason: why the server says that the model stopped, where it says so.

    Raises:
        ReplyError: it cannot be read with certainty; the message can be sent back to the model.
    """
    items = read_items(reply, vocabulary(task), finish_reason=finish_reason)
    repairs = [*items.repairs]
    try:
        entries = [
            _entry(_Values(task, item, row, repairs))
            for item, row in enumerate(rows(items.nodes, task), start=1)
        ]
    except ReplyError as error:
        error.reply = reply
        raise
    return Entries(tuple(entries), tuple(repairs), items.cautions)


class _Values:
    """The values of one row, each by what it is."""

    def __init__(self, task: Task, item: int, row: Row, repairs: list[Repair]) -> None:
        self.task = task
        self.item = item
        self.repairs = repairs
        self._values: dict[str, Node] = {}
        for name, value in _by_place(row.places, self):
            self._note(name, value)
        for written, value in row.names:
            known = NAMES.get(plain_name(written))
            if known is not None:
                self._note(known, value)
            elif vocabulary(task).may_ignore([written]):
                self.mended(f"{written}: says nothing about the place")
            else:
                raise self.refusal(
                    ReplyErrorKind.UNKNOWN_ARGUMENT, f"a {task.item} has no {written!r}"
                )

    def _note(self, name: str, value: Node) -> None:
        """Note a value; none may stand twice."""
        if name in self._values:
            raise self.refusal(ReplyErrorKind.UNREADABLE, f"the {name} stands twice")
        self._values[name] = value

    def words(self, name: str) -> str:
        """Return a text in one line, without signs that steer a terminal."""
        value = self._values.get(name, Scalar(""))
        if not isinstance(value, Scalar):
            raise self.refusal(ReplyErrorKind.BAD_ARGUMENTS, f"the {name} is no text")
        line = " ".join(value.text.split())
        return "".join(sign for sign in line if sign.isprintable() or sign == "\u200d")

    def lines(self, name: str) -> tuple[int | None, int | None]:
        """Return the line that a value names, or the ends of the range."""
        value = self._values.get(name)
        if value is None or (isinstance(value, Scalar) and not value.text.strip()):
            return None, None
        if isinstance(value, Listing) and name == "lines" and 1 <= len(value.items) <= 2:
            ends = [self._line(node) for node in value.items]
            return ends[0][0], ends[-1][0]
        return self._line(value)

    def _line(self, node: Node) -> tuple[int | None, int | None]:
        written = node.text if isinstance(node, Scalar) else "a list"
        found = read_reference(written)
        if isinstance(found, int):
            return found, None
        if isinstance(found, LineRange):
            return found.first, found.last
        raise self.refusal(ReplyErrorKind.UNKNOWN_LINE, f"{written[:60]!r} is no id of a line")

    def mended(self, message: str) -> None:
        """Report what says nothing."""
        self.repairs.append(Repair(RepairKind.KEY_IGNORED, message, self.item))

    def refusal(self, kind: ReplyErrorKind, what: str) -> ReplyError:
        """Return the error for this row."""
        return refusal(kind, what, self.task, self.item)


def _by_place(places: tuple[Node, ...], values: _Values) -> list[tuple[str, Node]]:
    """Give each value its name, by its place and by what it looks like."""
    if len(places) == 1:
        first = places[0]
        words = isinstance(first, Scalar) and not is_id(first) and not _reads_as_id(first)
        return [("title" if words else "start", first)]
    if not places:
        return []
    named = [("start", places[0])]
    rest = places[1:]
    if len(rest) == 2 or (len(rest) == 1 and _is_end(places, values.task)):
        named.append(("end", rest[0]))
        rest = rest[1:]
    if len(rest) > 1 or (rest and is_id(rest[0])):
        raise values.refusal(
            ReplyErrorKind.BAD_ARGUMENTS, f"the {values.task.item} has values that mean nothing"
        )
    return [*named, *(("title", node) for node in rest)]


def _is_end(places: tuple[Node, ...], task: Task) -> bool:
    """Tell whether the second of two values is the last line."""
    first, second = places
    return task.has_ends and _reads_as_id(second) and not _reads_as_id(first, LineRange)


def _reads_as_id(node: Node, kind: type[int | LineRange] = int) -> bool:
    return isinstance(node, Scalar) and isinstance(read_reference(node.text), kind)


def _entry(values: _Values) -> Entry:
    """Return what a row says.

    Raises:
        ReplyError: something is missing, or said twice.
    """
    task = values.task
    start, end = values.lines("start")
    both = values.lines("lines")
    own_end, beyond = values.lines("end")
    if (start is not None and both[0] is not None) or (end is not None and own_end is not None):
        raise values.refusal(ReplyErrorKind.BAD_RANGE, "the lines are named twice")
    if beyond is not None:
        raise values.refusal(ReplyErrorKind.BAD_RANGE, "the end is a range of lines")
    start, end = start if start is not None else both[0], end or own_end or both[1]
    title, quote = values.words("title"), values.words("quote")
    if start is None and (not quote or end is not None):
        raise values.refusal(ReplyErrorKind.MISSING_LINE, f"the {task.item} names no first line")
    if start is not None and end is None and task.has_ends:
        raise values.refusal(ReplyErrorKind.MISSING_LINE, f"the {task.item} names no last line")
    if not title and task.item == "chapter":
        raise values.refusal(ReplyErrorKind.MISSING_CONTENT, "the chapter has no title")
    if end is not None and not task.has_ends:
        values.mended("the end: a chapter ends where the next one begins")
        end = None
    return Entry(start, end, title, quote, values.item)
