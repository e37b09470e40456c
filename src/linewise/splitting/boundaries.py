"""Where a text may be cut, the better places first.

A strategy answers two questions about a stretch: which is the last of its best boundaries, and
which is its first boundary of any rank.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, Protocol

from linewise.tokens import JOINERS, floor_boundary

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Anywhere", "Mark", "Separators", "Strategy"]


class Strategy(Protocol):
    """The ranked boundaries of one text.

    Attributes:
        lookahead: how many characters after a boundary matter for it.
        ranks: how many ranks of boundaries there are.
    """

    lookahead: int
    ranks: int

    def last(self, low: int, high: int) -> int:
        """Return the last boundary of the best rank after `low` and up to `high`.

        Where there is none it is `high`.
        """
        ...

    def first(self, low: int, high: int) -> int:
        """Return the first boundary from `low` on in the first half of the stretch to `high`.

        Where there is none it is `low`.
        """
        ...

    def between(self, rank: int, low: int, high: int) -> Iterator[int]:
        """Yield the boundaries of one rank, 0 for the best, after `low` and before `high`."""
        ...

    def splits(self, offset: int) -> bool:
        """Tell whether an offset lies inside of what is to stay whole if it fits."""
        ...


class Anywhere:
    """No structure: every cluster boundary is as good as another."""

    lookahead = 0
    ranks = 0

    def last(self, low: int, high: int) -> int:  # noqa: ARG002 - the protocol's arguments
        """Return the far end."""
        return high

    def first(self, low: int, high: int) -> int:  # noqa: ARG002 - likewise
        """Return the near end."""
        return low

    def between(self, rank: int, low: int, high: int) -> Iterator[int]:  # noqa: ARG002 - likewise
        """Yield nothing: there are no ranks."""
        return iter(())

    def splits(self, offset: int) -> bool:  # noqa: ARG002 - likewise
        """Tell that nothing has to stay whole."""
        return False


class Mark(NamedTuple):
    """A separator, taken apart for the search.

    Attributes:
        literal: what is looked for.
        cut: how much of it lies before the boundary.
        rest: how much of it lies after the boundary.
        skip: 1 where the boundary lies in front, so that a search begins after the last one.
        safe: what lies before the boundary joins to nothing after it but to a joiner.
    """

    literal: str
    cut: int
    rest: int
    skip: int
    safe: bool


class Separators:
    r"""Boundaries at separators, the earlier in the list the better.

    A boundary lies after its separator. Where a separator is a line end and the beginning of
    the next line ("\n## "), it lies between the two; before an opening tag ("<p"), in front.
    """

    def __init__(self, text: str, separators: Sequence[str]) -> None:
        self._text = text
        self._find, self._rfind = text.find, text.rfind
        self._crlf = "\r" in text
        self._plain = text.isascii() and not self._crlf
        self._ranks, self._any = _compiled(tuple(separators), crlf=self._crlf)
        self._marks = [rank[0] for rank in self._ranks]
        # Plain tuples are taken apart faster.
        self._plain_marks = [mark[:] for mark in self._marks]
        self._safe = not self._crlf and all(mark.safe for mark in self._marks)
        self.lookahead = max((mark.rest for mark in self._marks), default=0)
        self.ranks = len(self._ranks)
        self._at_spaces = bool(self._marks) and self._marks[-1].literal == " "

    def last(self, low: int, high: int) -> int:
        """Return the last boundary of the best rank in the stretch, or its end."""
        if self._crlf:
            return self._last_of_spellings(low, high)
        text, rfind, plain = self._text, self._rfind, self._plain
        for literal, cut, rest, skip, safe in self._plain_marks:
            at = rfind(literal, low + skip, high + rest)
            if at < 0:
                continue
            offset = at + cut
            if plain or (safe and not JOINERS[text[offset]]):
                return offset
            offset = self._last_whole(Mark(literal, cut, rest, skip, safe), low, high)
            if offset >= 0:
                return offset
        return high

    def _last_of_spellings(self, low: int, high: int) -> int:
        for rank in self._ranks:
            best = max(self._last_whole(mark, low, high) for mark in rank)
            if best >= 0:
                return best
        return high

    def _last_whole(self, mark: Mark, low: int, high: int) -> int:
        """Return the last boundary of a separator that splits no cluster, or -1."""
        text, literal, cut = self._text, mark.literal, mark.cut
        at = text.rfind(literal, low + mark.skip, high + mark.rest)
        while at >= 0 and floor_boundary(text, at + cut, low) != at + cut:
            at = text.rfind(literal, low + mark.skip, at + len(literal) - 1)
        return at + cut if at >= 0 else -1

    def first(self, low: int, high: int) -> int:
        """Return the first boundary in the first half of the stretch, or its start.

        Where a space will do, it is tried alone before all others: it is the one that is near.
        """
        text = self._text
        middle = (low + high) // 2
        offset = self._find(" ", low - 1, middle) + 1
        if offset <= low or not self._at_spaces:
            match = self._any.search(text, low - 1, middle + self.lookahead)
            offset = match.end() if match else low
            if not low < offset <= middle:
                return low
        if self._plain or (self._safe and not JOINERS[text[offset]]):
            return offset
        return offset if floor_boundary(text, offset, low) == offset else low

    def between(self, rank: int, low: int, high: int) -> Iterator[int]:
        """Yield the boundaries of one separator strictly inside the stretch."""
        marks = self._ranks[rank]
        found = (self._between(mark, low, high) for mark in marks)
        return next(found) if len(marks) == 1 else iter(sorted({at for one in found for at in one}))

    def splits(self, offset: int) -> bool:  # noqa: ARG002 - the protocol's argument
        """Tell that nothing has to stay whole."""
        return False

    def _between(self, mark: Mark, low: int, high: int) -> Iterator[int]:
        text = self._text
        at = text.find(mark.literal, low + mark.skip, high + mark.rest)
        while at >= 0 and at + mark.cut < high:
            if self._plain or floor_boundary(text, at + mark.cut, low) == at + mark.cut:
                yield at + mark.cut
            at = text.find(mark.literal, at + 1, high + mark.rest)


@lru_cache(maxsize=64)
def _compiled(
    separators: tuple[str, ...], *, crlf: bool
) -> tuple[list[list[Mark]], re.Pattern[str]]:
    """Return the spellings of each rank, and a pattern that finds any of them."""
    ranks = [_spellings(separator, crlf=crlf) for separator in separators if separator]
    patterns = [_pattern(mark) for rank in ranks for mark in rank]
    return ranks, re.compile("|".join(patterns) or r"(?!)")


def _spellings(separator: str, *, crlf: bool) -> list[Mark]:
    """Return the spellings of a separator: a line end within it may be CRLF."""
    spellings = [separator]
    if crlf:
        # Of a line end that it begins with, LF is enough.
        spellings.append(separator[0] + separator[1:].replace("\n", "\r\n"))
    return [_mark(spelling) for spelling in dict.fromkeys(spellings)]


def _mark(literal: str) -> Mark:
    words = literal.lstrip("\r\n")
    cut = len(literal)
    if words.strip() and words != literal:
        cut -= len(words)
    elif literal.startswith("<") and not literal.startswith("</"):
        cut = 0
    safe = cut > 0 and not JOINERS[literal[cut - 1]]
    return Mark(literal, cut, len(literal) - cut, int(cut == 0), safe)


def _pattern(mark: Mark) -> str:
    before, after = re.escape(mark.literal[: mark.cut]), re.escape(mark.literal[mark.cut :])
    return f"{before}(?={after})" if after else before
