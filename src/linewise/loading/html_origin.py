"""How a clean text came out of a raw one: the text as it grows, and the changes behind it."""

from __future__ import annotations

from itertools import starmap
from typing import TYPE_CHECKING

from linewise.changes import Change, ChangeSet
from linewise.document import Span

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["CleanText", "Gap", "Origin"]


class Origin(ChangeSet):
    """The changes from a raw text to the clean one, with each decoded character kept apart.

    Other than in an edit, changes that touch stay two, and what replaces a stretch *is* that
    stretch in other letters ("&eacute;" and "é"). So every span of the clean text can be carried
    back by `origin.invert().map_span(span)`; white space that was put in for markup leads to that
    markup.
    """

    def __init__(self, base: str, changes: Iterable[Change] = ()) -> None:
        object.__setattr__(self, "base", base)
        object.__setattr__(self, "changes", tuple(changes))

    def invert(self) -> Origin:
        """Return the changes that lead back: from the clean text to the raw one."""
        return Origin(
            self.after,
            (
                Change(start, end, self.base[change.start : change.end])
                for change, (start, end) in zip(self.changes, self._inserted, strict=True)
            ),
        )

    def map_span(self, span: Span) -> Span | None:
        """Return where the words of a span stand in the other text.

        Returns:
            None where the span is in what was left out, or is a part of what was put in.

        Raises:
            SpanError: the span ends after the base.
        """
        start = self.map_offset(span.start, 1)
        end = self.map_offset(span.end, -1)
        if end < start or (start == end and span.start < span.end):
            return None
        return Span(start, end)


class Gap:
    """What stands between two stretches of text, each kind stronger than the one before."""

    NONE = 0
    SPACE = 1
    CELL = 2
    LINE = 3
    PARAGRAPH = 4


_SEPARATORS = ("", " ", "\t", "\n", "\n\n")


class CleanText:
    """A clean text as it grows out of a raw one.

    Attributes:
        raw: the text that it is made of.
        gap: what will stand before the next words.
        parts: the clean text so far, in pieces.
    """

    __slots__ = ("_changes", "_kept", "_shift", "gap", "parts", "raw")

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self.gap = Gap.NONE
        self.parts: list[str] = []
        self._changes: list[tuple[int, int, str]] = []
        self._kept = 0
        self._shift = 0

    @property
    def length(self) -> int:
        """The length of the clean text so far."""
        return self._kept + self._shift

    def keep(self, start: int, end: int) -> None:
        """Keep a stretch of the raw text as it stands."""
        if start > self._kept:
            self._separate(start)
        self.parts.append(self.raw[start:end])
        self._kept = end
        self.gap = Gap.NONE

    def put(self, start: int, end: int, text: str) -> None:
        """Put a text in the place of a stretch of the raw text."""
        if self.gap and self.parts:
            self._separate(start)
        else:
            start = self._kept
        self.parts.append(text)
        self._change(start, end, text)
        self.gap = Gap.NONE

    def _separate(self, until: int) -> None:
        separator = _SEPARATORS[self.gap] if self.parts else ""
        self.parts.append(separator)
        self._change(self._kept, until, separator)

    def _change(self, start: int, end: int, insert: str) -> None:
        self._changes.append((start, end, insert))
        self._shift += len(insert) - (end - start)
        self._kept = end

    def origin(self) -> Origin:
        """Return the changes that lead from the raw text to the clean one."""
        if self._kept < len(self.raw):
            self._change(self._kept, len(self.raw), "")
        return Origin(self.raw, starmap(Change, self._changes))
