"""Where a text may be cut, the better places first.

A strategy answers two questions about a stretch: which is the last of its best boundaries, and
which is its first boundary of any rank.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from linewise.tokens import floor_boundary

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Anywhere", "Mark", "Separators", "Strategy"]


class Strategy(Protocol):
    """The ranked boundaries of one text."""

    def last(self, low: int, high: int) -> int:
        """Return the last boundary of the best rank after `low` and up to `high`.

        Where there is none it is `high`.
        """
        ...

    def first(self, low: int, high: int, floor: int) -> int:
        """Return the first boundary from `low` on in the first half of the stretch to `high`.

        Where there is none it is `low`. Nothing before `floor` is looked at.
        """
        ...


class Anywhere:
    """No structure: every cluster boundary is as good as another."""

    def last(self, low: int, high: int) -> int:  # noqa: ARG002 - the protocol's arguments
        """Return the far end."""
        return high

    def first(self, low: int, high: int, floor: int) -> int:  # noqa: ARG002 - likewise
        """Return the near end."""
        return low


class Separators:
    r"""Boundaries at separators, the earlier in the list the better.

    A boundary lies after its separator. Where a separator is a line end and the beginning of
    the next line ("\n## "), it lies between the two; before an opening tag ("<p"), in front.
    """

    def __init__(self, text: str, separators: Sequence[str]) -> None:
        self._text = text
        self._plain = text.isascii() and "\r" not in text
        self._ranks = [_variants(text, separator) for separator in separators if separator]

    def last(self, low: int, high: int) -> int:
        """Return the last boundary of the best rank in the stretch, or its end."""
        rfind = self._text.rfind
        for rank in self._ranks:
            best = -1
            for mark in rank:
                literal, cut, rest = mark
                at = rfind(literal, low if cut else low + 1, high + rest)
                if at >= 0 and not self._plain:
                    at = self._last_whole(at, mark, low)
                if at >= 0 and at + cut > best:
                    best = at + cut
            if best > 0:
                return best
        return high

    def _last_whole(self, at: int, mark: Mark, low: int) -> int:
        """Return the last place up to `at` at which the boundary splits no cluster, or -1."""
        text = self._text
        while at >= 0:
            offset = at + mark.cut
            if floor_boundary(text, offset, low) == offset:
                break
            at = text.rfind(mark.literal, low, at + len(mark.literal) - 1)
        return at

    def first(self, low: int, high: int, floor: int) -> int:
        """Return the first boundary in the first half of the stretch, or its start."""
        text = self._text
        top = best = (low + high) // 2 + 1
        for rank in self._ranks:
            for literal, cut, rest in rank:
                at = text.find(literal, max(low - cut, floor), best + rest - 1)
                if at >= 0 and (self._plain or floor_boundary(text, at + cut, low) == at + cut):
                    best = at + cut
        return best if best < top else low


class Mark(NamedTuple):
    """A separator: what is looked for, and how much of it lies before and after the boundary."""

    literal: str
    cut: int
    rest: int


def _variants(text: str, separator: str) -> list[Mark]:
    """Return the spellings of a separator that the text can hold."""
    spellings = [separator]
    if "\r" in text:
        # A line end within the separator may be CRLF; of the first one only LF matters.
        spellings.append(separator[0] + separator[1:].replace("\n", "\r\n"))
    return [_mark(spelling) for spelling in dict.fromkeys(spellings)]


def _mark(literal: str) -> Mark:
    words = literal.lstrip("\r\n")
    cut = len(literal)
    if words.strip() and words != literal:
        cut -= len(words)
    elif literal.startswith("<") and not literal.startswith("</"):
        cut = 0
    return Mark(literal, cut, len(literal) - cut)
