"""Pieces between separators, merged into chunks as the field's splitters do it.

A piece joins the chunk while the pieces, joined by the separator, stay within the size. When
a chunk is closed, pieces leave from its front until what remains is at most the overlap and
leaves room for the next piece. Lengths are those of the joined text, never sums of the
pieces' own lengths, so that no drift can pass the size.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from linewise.tokens import cluster_starts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

__all__ = ["Joined", "Limits", "Pieces", "merged", "pieces_of"]


class Limits(NamedTuple):
    """What a chunk may measure, in what `length` gives; None stands for characters."""

    size: int
    overlap: int
    length: Callable[[str], int] | None = None
    strip: bool = True


class Joined(NamedTuple):
    """Pieces joined by their separator, and where in the text the first of them begins."""

    text: str
    start: int

    def stripped(self) -> Joined:
        """Return it without the white space at its ends."""
        bare = self.text.lstrip()
        return Joined(bare.rstrip(), self.start + len(self.text) - len(bare))


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
    stop = len(pieces.starts)
    first = 0
    while first < stop:
        last = _reach(text, pieces, limits, first)
        if first == last and _measure(text, pieces, limits, first, first) > limits.size:
            start = pieces.starts[first]
            yield from too_long(start, start + pieces.length_of(first, first))
            first += 1
            continue
        joined = Joined(pieces.text_of(text, first, last), pieces.starts[first])
        if limits.strip:
            joined = joined.stripped()
        if joined.text:
            yield joined
        after = last + 1
        if after < stop and _measure(text, pieces, limits, after, after) <= limits.size:
            after = _carried(text, pieces, limits, first, last)
        first = after


def _reach(text: str, pieces: Pieces, limits: Limits, first: int) -> int:
    """Return the last piece up to which the joined ones fit; the first always does."""
    before, stop = pieces.before, len(pieces.starts)
    if limits.length is None:
        most = before[first] + limits.size + len(pieces.glue)
        return max(first, bisect_right(before, most, first + 1, stop + 1) - 2)
    fits, step = first, 1
    while fits + step < stop and _measure(text, pieces, limits, first, fits + step) <= limits.size:
        fits += step
        step *= 2
    over = min(fits + step, stop)
    while over - fits > 1:
        middle = (fits + over) // 2
        if _measure(text, pieces, limits, first, middle) <= limits.size:
            fits = middle
        else:
            over = middle
    return fits


def _carried(text: str, pieces: Pieces, limits: Limits, first: int, last: int) -> int:
    """Return the first piece of those that the next chunk repeats, or the piece after them."""
    before = pieces.before
    if limits.length is None:
        least = max(before[last + 1] - limits.overlap, before[last + 2] - limits.size)
        return bisect_left(before, least - len(pieces.glue), first + 1, last + 1)
    fits, step = last + 1, 1
    while fits - step > first and _can_carry(text, pieces, limits, fits - step, last):
        fits -= step
        step *= 2
    over = max(fits - step, first)
    while fits - over > 1:
        middle = (fits + over) // 2
        if _can_carry(text, pieces, limits, middle, last):
            fits = middle
        else:
            over = middle
    return fits


def _can_carry(text: str, pieces: Pieces, limits: Limits, first: int, last: int) -> bool:
    return (
        _measure(text, pieces, limits, first, last) <= limits.overlap
        and _measure(text, pieces, limits, first, last + 1) <= limits.size
    )


def _measure(text: str, pieces: Pieces, limits: Limits, first: int, last: int) -> int:
    if limits.length is None:
        return pieces.length_of(first, last)
    return limits.length(pieces.text_of(text, first, last))
