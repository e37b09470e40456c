"""Pieces between separators, merged into chunks as the field's splitters do it.

A piece joins the chunk while the pieces, joined by the separator, stay within the size. When
a chunk is closed, pieces leave from its front until what remains is at most the overlap and
leaves room for the next piece. Lengths are those of the joined text, never sums of the
pieces' own lengths, so that no drift can pass the size.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from linewise.tokens import cluster_starts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

__all__ = ["Joined", "Limits", "Pieces", "merged", "pieces_of", "stripped"]


class Limits(NamedTuple):
    """What a chunk may measure, in what `length` gives; None stands for characters."""

    size: int
    overlap: int
    length: Callable[[str], int] | None = None
    strip: bool = True


# Pieces joined by their separator, and where in the text the first of them begins.
Joined: TypeAlias = "tuple[str, int]"


def stripped(text: str, start: int) -> Joined:
    """Return joined pieces without the white space at their ends."""
    bare = text.lstrip()
    return bare.rstrip(), start + len(text) - len(bare)


class Pieces(NamedTuple):
    """Pieces of a text in order.

    Attributes:
        starts: where each begins in the text.
        before: how long the text of all pieces before each is, joined with a separator after
            the last; one number more than there are pieces.
        glue: the separator that joins them.
    """

    starts: Sequence[int]
    before: Sequence[int]
    glue: str

    def text_of(self, text: str, first: int, last: int) -> str:
        """Return the pieces from `first` to `last` joined."""
        start, length = self.starts[first], self.length_of(first, last)
        if self.starts[last] - start == self.before[last] - self.before[first]:
            return text[start : start + length]
        return self.glue.join(self._one(text, index) for index in range(first, last + 1))

    def length_of(self, first: int, last: int) -> int:
        """Return the characters of the pieces from `first` to `last` joined."""
        return self.before[last + 1] - self.before[first] - len(self.glue)

    def _one(self, text: str, index: int) -> str:
        return text[self.starts[index] : self.starts[index] + self.length_of(index, index)]


def pieces_of(text: str, start: int, end: int, separator: str, keep: str | bool) -> Pieces:
    """Return the pieces of a stretch between separators, without empty ones.

    Args:
        text: the text.
        start: of the stretch.
        end: of the stretch.
        separator: what is between pieces; "" cuts between grapheme clusters.
        keep: leave the separators out (False), or at the start ("start", True) or the end
            ("end") of a piece.
    """
    if not separator:
        starts = cluster_starts(text, start, end)
        if isinstance(starts, range):
            return Pieces(starts, range(end - start + 1), "")
        return Pieces(starts, [at - start for at in starts] + [end - start], "")
    lengths = [len(piece) for piece in text[start:end].split(separator)]
    return _kept(start, lengths, len(separator), keep) if keep else _bare(start, lengths, separator)


def _bare(start: int, lengths: list[int], glue: str) -> Pieces:
    width = len(glue)
    starts = list(accumulate([length + width for length in lengths], initial=start))
    starts.pop()
    if not all(lengths):
        starts = [at for at, length in zip(starts, lengths, strict=True) if length]
        lengths = [length for length in lengths if length]
    before = list(accumulate([length + width for length in lengths], initial=0))
    return Pieces(starts, before, glue)


def _kept(start: int, lengths: list[int], width: int, keep: str | bool) -> Pieces:
    shortened = 0 if keep != "end" else len(lengths) - 1
    lengths = [length + width * (index != shortened) for index, length in enumerate(lengths)]
    lengths = [length for length in lengths if length]
    before = list(accumulate(lengths, initial=0))
    return Pieces([start + at for at in before[:-1]], before, "")


def merged(
    text: str,
    pieces: Pieces,
    limits: Limits,
    too_long: Callable[[int, int], Iterator[Joined]],
) -> Iterator[Joined]:
    """Yield the chunks that pieces make.

    Args:
        text: the text.
        pieces: its pieces.
        limits: what a chunk may measure.
        too_long: makes chunks of one piece, from its start to its end, that alone is too long.
    """
    if limits.length is None:
        lengths: _Lengths = _Characters(pieces, limits)
    else:
        lengths = _Measured(text, pieces, limits, limits.length)
    stop = len(pieces.starts)
    first = 0
    while first < stop:
        last = lengths.reach(first)
        if last < first:
            start = pieces.starts[first]
            yield from too_long(start, start + pieces.length_of(first, first))
            first += 1
            continue
        joined = pieces.text_of(text, first, last), pieces.starts[first]
        if limits.strip:
            joined = stripped(*joined)
        if joined[0]:
            yield joined
        first = lengths.carried(first, last) if last + 1 < stop else stop


class _Lengths(Protocol):
    """How far pieces fit together."""

    def reach(self, first: int) -> int:
        """Return the last piece up to which the joined ones fit; `first - 1` if none does."""
        ...

    def carried(self, first: int, last: int) -> int:
        """Return the first piece of those that the next chunk repeats, or the one after `last`.

        They are at most the overlap, and leave room for the piece after `last`.
        """
        ...


class _Characters:
    """Lengths in characters, read off a running sum."""

    def __init__(self, pieces: Pieces, limits: Limits) -> None:
        self._before = pieces.before
        self._glue = len(pieces.glue)
        self._size = limits.size
        self._overlap = limits.overlap

    def reach(self, first: int) -> int:
        before = self._before
        return bisect_right(before, before[first] + self._size + self._glue, first) - 2

    def carried(self, first: int, last: int) -> int:
        before, glue, after = self._before, self._glue, last + 1
        end, room = before[after], before[after + 1] - self._size
        if not self._overlap or room - glue > end:
            return after
        least = end - self._overlap
        return bisect_left(before, (max(least, room)) - glue, first + 1, after)


class _Measured:
    """Lengths in what a function gives, asked as seldom as a search by halves allows."""

    def __init__(
        self, text: str, pieces: Pieces, limits: Limits, length: Callable[[str], int]
    ) -> None:
        self._text = text
        self._pieces = pieces
        self._size = limits.size
        self._overlap = limits.overlap
        self._length = length
        self._stop = len(pieces.starts)

    def reach(self, first: int) -> int:
        fits, step = first - 1, 1
        while fits + step < self._stop and self._measure(first, fits + step) <= self._size:
            fits += step
            step *= 2
        over = min(fits + step, self._stop)
        return _halved(fits, over, lambda last: self._measure(first, last) <= self._size)

    def carried(self, first: int, last: int) -> int:
        fits, step = last + 1, 1
        if self._measure(fits, fits) > self._size:
            return fits
        while fits - step > first and self._can_carry(fits - step, last):
            fits -= step
            step *= 2
        over = max(fits - step, first)
        return _halved(fits, over, lambda first: self._can_carry(first, last))

    def _can_carry(self, first: int, last: int) -> bool:
        return (
            self._measure(first, last) <= self._overlap
            and self._measure(first, last + 1) <= self._size
        )

    def _measure(self, first: int, last: int) -> int:
        return self._length(self._pieces.text_of(self._text, first, last))


def _halved(fits: int, over: int, holds: Callable[[int], bool]) -> int:
    """Return the number that fits and is nearest to one on either side that does not."""
    while abs(over - fits) > 1:
        middle = (fits + over) // 2
        if holds(middle):
            fits = middle
        else:
            over = middle
    return fits
