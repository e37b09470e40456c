"""Merging by characters without cutting pieces first: chunk ends are searched from the right.

Gives what `merging` gives where it is sure which separators cut and that no piece is empty: no
two separators overlap, nor, if they are left out, touch. Then every chunk is a slice.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from linewise.splitting.classic.merging import Joined, Limits

__all__ = ["can_search", "searched"]


def can_search(
    text: str, span: tuple[int, int], separator: str, keep: str | bool, limits: Limits
) -> bool:
    """Tell whether a stretch can be merged by searching; see `searched` for the arguments."""
    start, end = span
    if limits.length is not None or not separator:
        return False
    if keep:
        overlapping = _closest(separator, len(separator) - 1)
        return not overlapping or text.find(overlapping, start, end) < 0
    return not (
        text.startswith(separator, start)
        or text.endswith(separator, start, end)
        or text.find(_closest(separator, len(separator)), start, end) >= 0
    )


@cache
def _closest(separator: str, most: int) -> str:
    """Return the shortest text in which one separator begins at most so far after another."""
    for shift in range(1, most + 1):
        if separator.startswith(separator[shift:]):
            return separator[:shift] + separator
    return ""


def searched(  # noqa: PLR0917 - a stretch, its separator, and what to do with it
    text: str,
    span: tuple[int, int],
    separator: str,
    keep: str | bool,
    limits: Limits,
    too_long: Callable[[int, int], Iterator[Joined]],
) -> Iterator[Joined]:
    """Yield the chunks of a stretch; see `merging.merged`.

    Args:
        text: the text.
        span: of the stretch.
        separator: what is between pieces.
        keep: leave it out (False), or at the start ("start", True) or end ("end") of a piece.
        limits: what a chunk may measure.
        too_long: makes chunks of one piece that alone is too long.
    """
    start, stop = span
    size, overlap, strip = limits.size, limits.overlap, limits.strip
    find, rfind, width = text.find, text.rfind, len(separator)
    # How far from the place of a separator the piece before it ends and the next one begins.
    ends = width if keep == "end" else 0
    begins = 0 if keep and not ends else width
    # How far from the start of a piece the separator that ends it is at least.
    inside = 0 if ends else 1
    while True:
        if stop - start <= size:
            end = following = stop
        else:
            place = rfind(separator, start + inside, start + size - ends + width)
            if place < 0:
                place = find(separator, max(start + size + 1 - ends, start + inside), stop)
                yield from too_long(start, place + ends if place >= 0 else stop)
                if place < 0:
                    return
                start = place + begins
                continue
            end, following = place + ends, place + begins
        chunk = text[start:end]
        at = start
        if strip:
            chunk = chunk.lstrip()
            at = end - len(chunk)
            chunk = chunk.rstrip()
        if chunk:
            yield chunk, at
        if end == stop:
            return
        if not overlap:
            start = following
            continue
        after = find(separator, following + inside, min(following + size - ends + width, stop))
        after = after + ends if after >= 0 else stop
        if after - following > size:
            start = following
            continue
        least = max(end - overlap, after - size, start + 1)
        place = find(separator, max(least - begins, start), end)
        start = min(place + begins, following) if place >= 0 else following
