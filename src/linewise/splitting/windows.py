"""Plain windows over a text, by lines, characters or tokens, as strings.

A window that would only repeat the end of the one before is not given. `split` gives chunks
that know their place instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

from linewise._file_names import warn_of_file_name
from linewise.document import BYTE_ORDER_MARK, Document
from linewise.splitting._rulers import CountRuler, GraphemeRuler
from linewise.splitting.boundaries import Anywhere
from linewise.splitting.measures import ruler_for
from linewise.splitting.packing import Budget, Packer, Position, check_size
from linewise.tokens import (
    SIMPLE,
    ceil_boundary,
    count_graphemes,
    floor_boundary,
    tokenizer_for,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from linewise.splitting._rulers import Ruler
    from linewise.tokens import Tokenizer, TokenizerLike

__all__ = ["by_chars", "by_lines", "by_tokens"]


@overload
def by_lines(
    text: str | None, size: int, overlap: int = ..., metadata: Literal[False] = ...
) -> list[str]: ...
@overload
def by_lines(
    text: str | None, size: int, overlap: int = ..., *, metadata: Literal[True]
) -> list[dict[str, Any]]: ...
def by_lines(
    text: str | None, size: int, overlap: int = 0, metadata: bool = False
) -> list[str] | list[dict[str, Any]]:
    """Return windows of lines, joined by LF.

    Args:
        text: the text, or None for none.
        size: lines in a window.
        overlap: lines that a window repeats of the one before.
        metadata: give dicts of text, index, lines, chars (clusters) and tokens.

    Raises:
        SizeError: the size is below 1, the overlap negative or not below the size.
        DocumentError: the text cannot be that of a document.
    """
    check_size(size, overlap)
    lines = _lines(_text_of(text))
    windows = ["\n".join(lines[a:b]) for a, b in _line_ranges(len(lines), size, overlap)]
    if not metadata:
        return windows
    return [_described(w, i, w.count("\n") + 1, SIMPLE) for i, w in enumerate(windows)]


@overload
def by_chars(
    text: str | None, size: int, overlap: int = ..., metadata: Literal[False] = ...
) -> list[str]: ...
@overload
def by_chars(
    text: str | None, size: int, overlap: int = ..., *, metadata: Literal[True]
) -> list[dict[str, Any]]: ...
def by_chars(
    text: str | None, size: int, overlap: int = 0, metadata: bool = False
) -> list[str] | list[dict[str, Any]]:
    """Return windows of grapheme clusters, of what a reader takes for one character.

    Args:
        text: the text, or None for none.
        size: clusters in a window.
        overlap: clusters that a window repeats of the one before.
        metadata: give dicts of text, index, lines, chars (clusters) and tokens.

    Raises:
        SizeError: the size is below 1, the overlap negative or not below the size.
        DocumentError: the text cannot be that of a document.
    """
    check_size(size, overlap)
    text = _text_of(text)
    windows = _cut(text, GraphemeRuler(text), size, overlap)
    if not metadata:
        return windows
    return [_described(w, i, len(_lines(w)), SIMPLE) for i, w in enumerate(windows)]


@overload
def by_tokens(
    text: str | None,
    size: int,
    overlap: int = ...,
    metadata: Literal[False] = ...,
    tokenizer: TokenizerLike = ...,
) -> list[str]: ...
@overload
def by_tokens(
    text: str | None,
    size: int,
    overlap: int = ...,
    *,
    metadata: Literal[True],
    tokenizer: TokenizerLike = ...,
) -> list[dict[str, Any]]: ...
def by_tokens(
    text: str | None,
    size: int,
    overlap: int = 0,
    metadata: bool = False,
    tokenizer: TokenizerLike = "simple",
) -> list[str] | list[dict[str, Any]]:
    """Return windows of tokens.

    A window of a real tokenizer ends where a token of the whole text ends, never inside a
    grapheme cluster, and never measures more than `size` when it is encoded alone, unless one
    cluster does. A window of a callable is the shortest that measures `size`.

    Args:
        text: the text, or None for none.
        size: tokens in a window.
        overlap: tokens that a window repeats of the one before.
        metadata: give dicts of text, index, lines, chars (clusters) and tokens.
        tokenizer: whatever `tokenizer_for` takes.

    Raises:
        SizeError: the size is below 1, the overlap negative or not below the size.
        DocumentError: the text cannot be that of a document.
        TokenizerError: there is no such tokenizer, or it gave no usable count.
    """
    check_size(size, overlap)
    text = _text_of(text)
    found = tokenizer_for(tokenizer)
    if found is SIMPLE:
        # Four clusters a token: the shortest stretches that measure a size.
        windows = _cut(text, GraphemeRuler(text), 4 * size, 4 * overlap)
    else:
        ruler = ruler_for(text, "tokens", found)
        if type(ruler) is CountRuler:
            ruler = _Shortest(text, found)
        windows = _cut(text, ruler, size, overlap)
    if not metadata:
        return windows
    return [_described(w, i, len(_lines(w)), found) for i, w in enumerate(windows)]


def _text_of(text: str | None) -> str:
    # What no document takes could not be split either, and would fail only in a real tokenizer.
    if isinstance(text, Document):
        return text.text
    if isinstance(text, str):
        warn_of_file_name(text)
    return "" if text is None else Document(text).text


def _lines(text: str) -> list[str]:
    """Return the lines of a text without their ends; a final line end starts no line."""
    *ended, rest = text.removeprefix(BYTE_ORDER_MARK).split("\n")
    lines = [line.removesuffix("\r") for line in ended]
    return [*lines, rest] if rest else lines


def _line_ranges(count: int, size: int, overlap: int) -> Iterator[tuple[int, int]]:
    for start in range(0, max(1, count - overlap), size - overlap):
        if start < count:
            yield start, min(start + size, count)


def _cut(text: str, ruler: Ruler, size: int, overlap: int) -> list[str]:
    packer = Packer(text, Anywhere(), ruler, Budget(size, overlap))
    cuts = packer.greedy(Position(0, 0), len(text))
    return [text[start:end] for start, end, *_ in cuts]


class _Shortest(CountRuler):
    """Reaches no further than the shortest stretch that measures as much."""

    def reach(self, start: int, size: int) -> int:
        end = super().reach(start, size)
        count = self.count(start, end)
        if count == 0 or (end == len(self._text) and count < size):
            return end
        less = super().reach(start, count - 1)
        return ceil_boundary(self._text, less + 1, less)

    def back(self, end: int, size: int, floor: int) -> int:
        count = self.count(super().back(end, size, floor), end)
        if count == 0:
            return end
        less = super().back(end, count - 1, floor)
        return floor_boundary(self._text, less - 1, floor) if less > floor else floor


def _described(window: str, index: int, lines: int, tokenizer: Tokenizer) -> dict[str, Any]:
    chars = count_graphemes(window)
    return {
        "text": window,
        "index": index,
        "lines": lines,
        "chars": chars,
        "tokens": tokenizer.count(window),
    }
