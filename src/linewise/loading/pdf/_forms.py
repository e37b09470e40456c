"""Refuse files that draw a little over and over: forms that draw forms that draw forms.

A form of ten lines that draws another ten times, and so on eight deep, is a small file and a
hundred million drawings; so is one that draws itself twice. PDFium cannot be stopped once it
has begun with a page.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from itertools import chain, islice
from typing import TYPE_CHECKING

from linewise.errors import LoadError
from linewise.loading.pdf._bombs import unpacked
from linewise.loading.pdf._dictionaries import entries, name_of, reference_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from linewise.loading.pdf._bombs import Data

__all__ = ["check_forms"]

_OBJECT = re.compile(rb"(?<![^\s>j])(\d{1,8})\s+\d{1,20}\s+obj(?![a-z])")
_NAMED = re.compile(rb"(/[^\s/<>\[\](){}%]+)\s+(\d{1,8})\s+\d{1,5}\s+R")
_DRAWN = re.compile(rb"(/[^\s/<>\[\](){}%]+)\s+Do(?![A-Za-z])")
_ESCAPED = re.compile(rb"/[A-Za-z]{0,9}#[0-9A-Fa-f]{2}")
_STREAM = re.compile(rb"(?<!end)stream\r?\n")
_HEAD_END = re.compile(rb"stream\r?\n|endobj")

# The dictionary of a form, and what is looked at of its content: more than any honest one has.
_HEAD = 1 << 14
_CONTENT = 1 << 20

# PDFium itself goes no deeper.
_DEEPEST = 40


def check_forms(data: Data, limit: int, name: str) -> None:
    """Count what the forms of a file draw.

    Raises:
        LoadError: one of them draws more often than the limit.
    """
    if data.find(b"/Form") < 0 and not _ESCAPED.search(data):
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
        objects = [(int(found[1]), found.end()) for found in _OBJECT.finditer(data)]
        self._places = dict(objects)
        # Streams of which it is not certain whose they are; they have numbers below 0. What an
        # object was before the file was changed is none of them.
        claimed = {self._stream_after(place) for _, place in objects}
        starts = (found.end() for found in _STREAM.finditer(data))
        self._orphans = {-at: at - len("stream\n") for at in starts if at not in claimed}
        self._places |= self._orphans
        self._is_damaged = bool(self._orphans)
        self._packed = dict(chain.from_iterable(map(self._unpacked, self._of_kind(b"ObjStm"))))

    def drawings(self, limit: int) -> dict[int, int]:
        """Return how many drawings each form comes to, itself included; no more than one too many.

        One that draws itself twice does so in each of the two again, as deep as PDFium goes.
        """
        forms = self._streams() if self._is_damaged else self._of_kind(b"Form")
        drawn = {number: self._drawn(number) for number in forms}
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

    def _of_kind(self, kind: bytes) -> list[int]:
        """Return the numbers of the streams of a kind."""
        return [number for number in self._streams() if kind in self._kinds(number)]

    def _streams(self) -> list[int]:
        return [number for number in self._places if self._stream_start(number) >= 0]

    def _kinds(self, number: int) -> set[bytes]:
        known = self._entries(self._head(number))
        return {name_of(known[key]) for key in (b"Type", b"Subtype") if key in known}

    def _drawn(self, number: int) -> Counter[int]:
        """Return the objects that a form draws, and how often."""
        names = self._names(number)
        drawn: Counter[int] = Counter()
        for written, times in Counter(_DRAWN.findall(self._content(number))).items():
            name = name_of(written)
            # What a form has no name for is looked up in the resources of its page; and PDFium
            # makes something else of a damaged file than we do.
            anywhere = self._is_damaged or name not in names
            for child in self._named_anywhere.get(name, set()) if anywhere else names[name]:
                for stream in [child] if child in self._places else self._orphans:
                    drawn[stream] += times
        return drawn

    @cached_property
    def _named_anywhere(self) -> dict[bytes, set[int]]:
        found: dict[bytes, set[int]] = {}
        for source in (self._data, *self._packed.values()):
            for name, number in _NAMED.findall(source):
                found.setdefault(name_of(name), set()).add(int(number))
        return found

    def _names(self, number: int) -> dict[bytes, set[int]]:
        """Return what the resources of an object give names to that can be drawn."""
        resources = self._entry(self._entries(self._head(number)), b"Resources")
        named = self._entry(resources, b"XObject")
        references = {name: reference_of(value) for name, value in named.items()}
        return {name: {child} for name, child in references.items() if child is not None}

    def _entry(self, known: dict[bytes, bytes], key: bytes) -> dict[bytes, bytes]:
        """Return the dictionary that stands, or that is referred to, under a name."""
        value = known.get(key, b"")
        number = reference_of(value)
        return self._entries(value if number is None else self._head(number))

    def _entries(self, source: bytes) -> dict[bytes, bytes]:
        try:
            return entries(source)
        except ValueError:
            self._is_damaged = True
            return {}

    def _head(self, number: int) -> bytes:
        place = self._places.get(number)
        if place is None:
            return self._packed.get(number, b"")
        return _HEAD_END.split(self._data[place : place + _HEAD], maxsplit=1)[0]

    def _stream_start(self, number: int) -> int:
        """Return where the stream of an object begins, -1 where it has none."""
        return self._stream_after(self._places[number])

    def _stream_after(self, place: int) -> int:
        end = _HEAD_END.search(self._data[place : place + _HEAD])
        return place + end.end() if end and end[0].startswith(b"stream") else -1

    def _content(self, number: int) -> bytes:
        start = self._stream_start(number)
        end = self._data.find(b"endstream", start)
        content = self._data[start : min(end if end >= 0 else len(self._data), start + _CONTENT)]
        if b"/Fl" not in self._head(number):
            return content
        return b"".join(islice(unpacked(iter([content])), 8))

    def _unpacked(self, number: int) -> Iterator[tuple[int, bytes]]:
        """Yield the objects that stand in a packed stream: numbers and places, then the objects."""
        content = self._content(number)
        first = self._entries(self._head(number)).get(b"First", b"").strip()
        if not first.isdigit():
            return
        listed = [int(word) for word in content[: int(first[:9])].split() if word.isdigit()]
        for inner, offset in zip(listed[::2], listed[1::2], strict=False):
            start = int(first[:9]) + offset
            yield inner, content[start : start + _HEAD]
