"""A long document in windows: parts with true ids, that each fit into one prompt.

Every line is the business of exactly one window, its core. What is shown around the core is a
margin, so that no line is judged by its own alone, and so that what crosses an edge is seen from
both sides.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from linewise.document import Document
from linewise.errors import SizeError
from linewise.numbering import Style, number
from linewise.tokens import TokenizerLike, line_costs, tokenizer_for

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["Window", "shown_document", "windows"]

# Of a window, no margin and no single line takes more than this share.
_SHARE = 8
_LEAST = 64

_OMITTED = " […] "


class Window(NamedTuple):
    """A part of a document, by the numbers of its lines.

    Attributes:
        first: the first line that is shown.
        last: the last one.
        core_first: the first line that is this window's own business.
        core_last: the last one.
    """

    first: int
    last: int
    core_first: int
    core_last: int

    @property
    def lines(self) -> tuple[int, int]:
        """The first and the last line that are shown."""
        return self.first, self.last


def windows(
    document: Document,
    size: int,
    *,
    margin: int = 20,
    style: Style = "pipe",
    tokenizer: TokenizerLike = "o200k",
) -> list[Window]:
    """Part a document into windows.

    Args:
        document: what is shown; see `shown_document`.
        size: the tokens of numbered lines that a window holds at most.
        margin: how many lines are shown around a core, at most an eighth of the size each.
        style: how the ids are written.
        tokenizer: what counts tokens.

    Raises:
        SizeError: there is no room for lines.
    """
    if size < _LEAST:
        raise SizeError(
            f"there is room for {max(0, size):,} tokens of the document in each window; at least "
            f"{_LEAST} are needed. A larger window or a shorter prompt gives more"
        )
    costs = line_costs(number(document, style).text, tokenizer_for(tokenizer))
    before = list(accumulate(costs, initial=0))
    found: list[Window] = []
    core = 1
    while core <= document.line_count:
        first = _first_shown(before, core, margin, size // _SHARE)
        # Most lines whose tokens fit; one line fits always, since long ones are shown shortened.
        last = max(core, bisect_right(before, before[first - 1] + size) - 1)
        end = last
        if last < document.line_count:
            end = max(core, _last_of_core(before, last, margin, size // _SHARE))
        found.append(Window(first, last, core, end))
        core = end + 1
    return found


def shown_document(
    document: Document, size: int, *, style: Style = "pipe", tokenizer: TokenizerLike = "o200k"
) -> Document:
    """Return a document whose lines all fit into windows: long ones lose their middle.

    The lines keep their numbers. Where no line is long it is the document itself.

    Args:
        document: the document.
        size: the tokens of numbered lines that a window holds at most.
        style: how the ids are written.
        tokenizer: what counts tokens.
    """
    counter = tokenizer_for(tokenizer)
    limit = max(1, size // _SHARE)
    costs = line_costs(number(document, style).text, counter)
    if max(costs, default=0) <= limit:
        return document
    lines = [
        line if cost <= limit else _shortened(line, limit, counter.count)
        for line, cost in zip(document.lines, costs, strict=True)
    ]
    # Line ends need not be kept: nothing is cut out of what is only shown.
    return Document("".join(f"{line}\n" for line in lines))


def _shortened(line: str, limit: int, count: Callable[[str], int]) -> str:
    """Return a line without its middle, in so many tokens with its id."""
    room = limit - 16
    kept = min(len(line), 4 * max(room, 1))
    while kept > 8:
        shown = f"{line[: kept * 3 // 4]}{_OMITTED}{line[len(line) - kept // 4 :]}"
        if count(shown) <= room:
            return shown
        kept = kept * 2 // 3
    return _OMITTED.strip()


def _first_shown(before: Sequence[int], core: int, margin: int, tokens: int) -> int:
    """Return the first line of the margin before a core; at least one line where there is one."""
    first = core
    while first > 1 and core - first < margin and before[core - 1] - before[first - 2] <= tokens:
        first -= 1
    return first


def _last_of_core(before: Sequence[int], last: int, margin: int, tokens: int) -> int:
    """Return the line after which the margin at the end of a window begins."""
    end = last
    while end > 1 and last - end < margin and before[last] - before[end - 1] <= tokens:
        end -= 1
    return end
