"""List items: at the start of a line, and run in, as in "1) Wash it 2) Dry it"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["LINE", "Label", "first_label", "splits"]

# A list item, a heading, a table row, a quotation or a fence at the start of a line.
LINE = r"(?:[-*+•⁃‣▪●○·][ \t]|#{1,6}[ \t]|\||>[ \t]|```|~~~|\(?(?:\d{1,3}|[a-z])(?:\.\)|\))[ \t])"

_BULLETS = "•⁃‣▪●○"
_ITEM = re.compile(rf"\s{{0,8}}([{_BULLETS}]?)[ \t]?(?:\(?(\d{{1,3}}|[a-z])(\.\)|\)|\.)(?=\s))?")


class Label(NamedTuple):
    """What counts an item: a number or a letter, and what is written after it."""

    number: str
    form: str

    @property
    def next(self) -> Label | None:
        """The label of the item after this one's; none comes after z."""
        if self.number.isdigit():
            return Label(str(int(self.number) + 1), self.form)
        return Label(chr(ord(self.number) + 1), self.form) if self.number < "z" else None


def first_label(text: str, start: int) -> tuple[Label, int] | None:
    """Return the label that stands at `start`, and the offset after it."""
    item = _ITEM.match(text, start)
    if item is None or item[2] is None:
        return None
    return Label(item[2], item[3]), item.end()


def splits(text: str, start: int, end: int) -> Iterator[int]:
    """Yield the offsets inside a sentence at which the items after its first begin."""
    item = _ITEM.match(text, start, end)
    if item is None or item.end() == start:
        return
    if item[2] is not None:
        yield from _labelled_splits(text, Label(item[2], item[3]), item.end(), end)
    elif item[1]:
        at = text.find(" " + item[1], item.end(), end)
        while at >= 0:
            yield at + 1
            at = text.find(" " + item[1], at + 2, end)


def _labelled_splits(text: str, first: Label, at: int, end: int) -> Iterator[int]:
    label = first.next
    while label is not None:
        written = label.number + label.form
        at = text.find(written, at, end)
        if at < 0:
            return
        before, after = text[at - 1], text[at + len(written) : at + len(written) + 1]
        if after.isspace() and (before.isspace() or before in _BULLETS + "("):
            yield _start_of_item(text, at)
            label = label.next
        at += len(written)


def _start_of_item(text: str, at: int) -> int:
    """Return the offset of the bullet or bracket that stands before a label."""
    while text[at - 1] in _BULLETS + "(":
        at -= 1
    bullet = text[at - 2 : at]
    return at - 2 if bullet[1:].isspace() and bullet[:1] in _BULLETS else at
