"""Refuse files that draw a little over and over: forms that draw forms that draw forms.

A form of ten lines that draws another ten times, and so on eight deep, is a small file and a
hundred million drawings; so is one that draws itself twice. PDFium cannot be stopped once it
has begun with a page.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from linewise.errors import LoadError
from linewise.loading.pdf._bombs import unpacked

if TYPE_CHECKING:
    from linewise.loading.pdf._bombs import Data

__all__ = ["check_forms"]

_FORM = re.compile(rb"/Subtype\s*/Form(?![A-Za-z])")
_OBJECT = re.compile(rb"(?<!\d)(\d{1,8})\s+\d{1,5}\s+obj(?![a-z])")
_DRAWN = re.compile(rb"/([^\s/<>\[\](){}%]+)\s+Do(?![A-Za-z])")
_NAMED = re.compile(rb"/([^\s/<>\[\](){}%]+)\s+(\d{1,8})\s+\d{1,5}\s+R")
_OWN_NAMES = re.compile(rb"/XObject\s*<<(.*?)>>", re.DOTALL)
_INDIRECT = rb"\s*(\d{1,8})\s+\d{1,5}\s+R"

# The dictionary of a form, and what is looked at of its content: more than any honest one has.
_HEAD = 1 << 14
_CONTENT = 1 << 20

# PDFium itself goes no deeper.
_DEEPEST = 40


def check_forms(data: Data, limit: int, name: str) -> None:
    """Count what the forms of a file draw, as far as its objects stand open in it.

    Raises:
        LoadError: one of them draws more often than the limit.
    """
    if not _FORM.search(data):
        return
    for number, drawings in _Forms(data).drawings(limit).items():
        if drawings > limit:
            raise LoadError(
                f"{name}: object {number} draws others more than {limit:,} times, over and over; "
                f"if the file is to be trusted, raise the limit with max_page_chars={limit * 10}"
            )


class _Forms:
    """The objects of a file by their numbers, with how much drawing each of them means."""

    def __init__(self, data: Data) -> None:
        self._data = data
        self._places = {int(found[1]): found.end() for found in _OBJECT.finditer(data)}

    def drawings(self, limit: int) -> dict[int, int]:
        """Return how many drawings each form comes to, itself included; no more than one too many.

        One that draws itself twice does so in each of the two again, as deep as PDFium goes.
        """
        drawn = {number: self._drawn(number) for number in self._forms()}
        counts = dict.fromkeys(drawn, 1)
        for _ in range(_DEEPEST):
            deeper = {
                number: 1 + sum(times * counts.get(child, 1) for child, times in children.items())
                for number, children in drawn.items()
            }
            deeper = {number: min(count, limit + 1) for number, count in deeper.items()}
            if deeper == counts:
                break
            counts = deeper
        return counts

    def _forms(self) -> list[int]:
        return [number for number in self._places if _FORM.search(self._head(number))]

    def _drawn(self, number: int) -> Counter[int]:
        """Return the objects that a form draws, and how often."""
        names = {name: {int(child)} for name, child in _NAMED.findall(self._named(number))}
        drawn: Counter[int] = Counter()
        for name, times in Counter(_DRAWN.findall(self._content(number))).items():
            # What a form has no name for is looked up in the resources of its page.
            for child in names.get(name) or self._named_anywhere.get(name, set()):
                drawn[child] += times
        return drawn

    @cached_property
    def _named_anywhere(self) -> dict[bytes, set[int]]:
        names: dict[bytes, set[int]] = {}
        for number in self._places:
            for name, child in _NAMED.findall(self._named(number)):
                names.setdefault(name, set()).add(int(child))
        return names

    def _named(self, number: int) -> bytes:
        """Return the part of the resources that gives names to what can be drawn."""
        head = self._head(number)
        resources = re.search(rb"/Resources" + _INDIRECT, head)
        if resources:
            head = self._head(int(resources[1]))
        listed = re.search(rb"/XObject" + _INDIRECT, head)
        if listed:
            return self._head(int(listed[1]))
        own = _OWN_NAMES.search(head)
        return own[1] if own else b""

    def _head(self, number: int) -> bytes:
        place = self._places.get(number)
        if place is None:
            return b""
        head = self._data[place : place + _HEAD]
        return re.split(rb"stream\r?\n|endobj", head, maxsplit=1)[0]

    def _content(self, number: int) -> bytes:
        place = self._places[number]
        head = self._head(number)
        start = self._data.find(b"stream", place + len(head))
        end = self._data.find(b"endstream", start)
        if start < 0 or start > place + _HEAD or end < 0:
            return b""
        content = self._data[start + len(b"stream") : min(end, start + _CONTENT)].lstrip(b"\r\n")
        if b"/Fl" not in head:
            return content
        return b"".join(islice(unpacked(iter([content])), 8))
