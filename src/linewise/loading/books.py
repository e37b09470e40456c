"""The headings of a book in plain text, by how they are marked, set apart and numbered.

No book is named and no layout is taken for granted. A block is a candidate by its mark; a table
of contents is known by the text that it lacks; numbers have to follow one another; and words in
capitals have to stand as far apart as the headings that are sure.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from linewise.document import Heading, Span
from linewise.loading._book_blocks import Blocks, blocks_of
from linewise.loading._book_candidates import Candidate, candidates_of, with_titles
from linewise.loading._book_contents import outside_contents
from linewise.loading._book_listed import listed
from linewise.loading._book_marks import Rank, plain
from linewise.loading._book_order import in_order, named, set_apart, with_text

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["book_headings"]

# Prose is letters and spaces; programs, logs and tables have less of them.
_LETTERS = 0.88
_SAMPLE = 1 << 16
_NO_LETTER = re.compile(r"[^\w\s]|[\d_]")


def book_headings(text: str) -> list[Heading]:
    """Find the headings of a book in plain text.

    Args:
        text: the whole book, with or without a table of contents.

    Returns:
        The headings in the order of the text; none where the text does not look like a book. A
        span covers a heading from its mark to the last line of its title.
    """
    if not _is_prose(text):
        return []
    blocks = blocks_of(text)
    found = _found(blocks, with_titles(blocks, [*candidates_of(blocks)]))
    if len(found) < 2:
        return []
    return [*map(_heading, found, _levels(found))]


def _found(blocks: Blocks, candidates: Sequence[Candidate]) -> list[Candidate]:
    capitals = [c for c in candidates if c.mark.style == "capitals"]
    marked = [c for c in candidates if c.mark.style != "capitals"]
    outside = outside_contents(blocks, marked)
    numbers = {c.block.number for c in outside}
    contents = [c for c in marked if c.block.number not in numbers]
    numbered = in_order(blocks, outside)
    others = numbered + named(blocks, outside, numbered, contents)
    found = others + set_apart(blocks, capitals, others, contents)
    taken = {number for c in found for number in (c.block.number, c.last.number)}
    more = [c for c in listed(blocks) if c.block.number not in taken]
    return sorted(found + with_text(blocks, more, found), key=lambda c: c.block.number)


def _is_prose(text: str) -> bool:
    """Tell prose from programs, logs and tables by a sample from the middle."""
    start = max(0, (len(text) - _SAMPLE) // 2)
    sample = " ".join(text[start : start + _SAMPLE].split())
    return len(_NO_LETTER.sub("", sample)) >= _LETTERS * len(sample)


def _levels(found: Sequence[Candidate]) -> list[int]:
    """Give each heading a level by its rank, of those that there are."""
    first: dict[str, Candidate] = {c.mark.style: c for c in reversed(found) if _is_counted(c)}
    ranks = {style: _rank(c, first) for style, c in first.items()}
    places = _places(first, ranks)
    # Of books and parts, the first is the higher.
    order = sorted(places, key=lambda rank: (max(rank, Rank.PART), places[rank]))
    numbers = {rank: number for number, rank in enumerate(order)}
    return [numbers[ranks[c.mark.style]] + c.mark.depth if _is_counted(c) else 1 for c in found]


def _places(first: dict[str, Candidate], ranks: dict[str, Rank]) -> dict[Rank, int]:
    """Return where each rank comes first."""
    places: dict[Rank, int] = {}
    for style, candidate in first.items():
        at = candidate.block.number
        places[ranks[style]] = min(at, places.get(ranks[style], at))
    return places


def _rank(candidate: Candidate, first: dict[str, Candidate]) -> Rank:
    """Return the rank of a style; a word of an author's own is a part where it is over chapters."""
    mark = candidate.mark
    if mark.sure or mark.rank is not Rank.CHAPTER:
        return mark.rank
    under = [c for c in first.values() if c.mark.sure and c.mark.rank is Rank.CHAPTER]
    is_over = any(candidate.block.number < c.block.number for c in under)
    return Rank.PART if is_over else Rank.CHAPTER


def _is_counted(candidate: Candidate) -> bool:
    return candidate.mark.number is not None


def _heading(candidate: Candidate, level: int) -> Heading:
    lines = candidate.lines
    own = len(lines) - (len(candidate.title.lines) if candidate.title else 0)
    start = candidate.block.starts[0]
    if candidate.title:
        end = candidate.title.starts[-1] + len(lines[-1])
    else:
        end = candidate.block.starts[own - 1] + len(lines[-1])
    title = " ".join(plain(line) for line in lines)
    return Heading(level, " ".join(title.split()), Span(start, end))
