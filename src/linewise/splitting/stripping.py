"""Cuts without the white space at their ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linewise.tokens import ceil_boundary, floor_boundary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from linewise.splitting.chunks import Scale
    from linewise.splitting.packing import CutFields

__all__ = ["stripped"]


def stripped(text: str, cuts: Iterable[CutFields], scale: Scale) -> Iterator[CutFields]:
    """Yield the cuts without the white space at their ends; but none of white space alone.

    Args:
        text: what was cut.
        cuts: in order.
        scale: the measure that no cut may exceed; without its first space a word can be more
            tokens than with it.
    """
    for start, end, fresh, count in cuts:
        first, last = _bare(text, start, end)
        if first == last:
            continue
        size = count if count is None else scale.tokenizer.count(text[first:last])
        if size is not None and size > scale.size:
            first, last, size = start, end, count
        yield first, last, min(max(fresh, first), last), size


def _bare(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the span without white space at its ends, but never inside a cluster."""
    stretch = text[start:end]
    if not stretch.strip():
        return start, start
    first = floor_boundary(text, end - len(stretch.lstrip()), start)
    return first, ceil_boundary(text, start + len(stretch.rstrip()), first)
