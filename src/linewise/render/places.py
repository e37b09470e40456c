"""Where a piece stands and how long it is, in words for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linewise.render.signs import visible

if TYPE_CHECKING:
    from collections.abc import Callable

    from linewise.document import Piece
    from linewise.render.layers import Layer

__all__ = ["lines_words", "piece_words", "shortened"]


def lines_words(first: int, last: int) -> str:
    """Return the lines from `first` to `last` in words."""
    return f"line {first:,}" if first == last else f"lines {first:,}–{last:,}"


def piece_words(
    layer: Layer, index: int, count_tokens: Callable[[str], int] | None = None
) -> list[str]:
    """Return what there is to say of one piece of a layer, part by part.

    Args:
        layer: that it is in.
        index: of the piece, from 0.
        count_tokens: measures its text; tokens are not told when left out.
    """
    piece = layer.pieces[index]
    parts = [f"{layer.label} {index + 1:,} of {len(layer.pieces):,}", lines_words(*piece.lines)]
    if piece.page is not None:
        parts.append(f"page {piece.page:,}")
    parts.append(f"offset {piece.start:,}–{piece.end:,}")
    parts.append(_size_words(piece, count_tokens))
    if (repeated := _repeated(layer, index)) > 0:
        parts.append(f"{repeated:,} of the characters repeat the one before")
    if piece.headings:
        parts.append(" › ".join(piece.headings))
    if layer.note is not None and (note := layer.note(piece)):
        parts.append(note)
    return parts


def shortened(text: str, most: int) -> str:
    """Return the beginning of a text on one line, with a sign where there was too much of it."""
    words = visible(" ".join(text[: 4 * most].split()))
    return words if len(words) <= most else words[: most - 1] + "…"


def _size_words(piece: Piece, count_tokens: Callable[[str], int] | None) -> str:
    size = f"{len(piece):,} character{'' if len(piece) == 1 else 's'}"
    if count_tokens is None:
        return size
    tokens = count_tokens(piece.text)
    return f"{size}, {tokens:,} token{'' if tokens == 1 else 's'}"


def _repeated(layer: Layer, index: int) -> int:
    """Return how many characters of a piece are already in the one before it."""
    if index == 0:
        return 0
    piece, before = layer.pieces[index], layer.pieces[index - 1]
    return min(piece.end, before.end) - max(piece.start, before.start)
