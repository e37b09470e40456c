"""Blocks that begin as a heading does, and the titles that follow them."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from linewise.loading._book_marks import Mark, is_capitals, mark_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from linewise.loading._book_blocks import Block, Blocks

__all__ = ["Candidate", "candidates_of", "text_between", "with_titles"]

_NEXT_SENTENCE = re.compile(r"\b[a-zà-ÿ]{2,}[.!?…]+[\"'”’»)]*\s+[\"'“‘«(¿¡]*[A-ZÀ-Þ]")

_PAGE = re.compile(
    r"(?:(?<!\s)\s{2,}+|(?<!\.)\.{3,}+\s*+|(?<!\s\.)(?:\s\.){3,}+\s*+)(?:\d{1,4}|[ivxlc]{1,7})$"
)

# Styles that numbered paragraphs and lists have too, and how many lines their titles may have.
_LIKE_LISTS = {"decimal": 1, "digits, title": 1, "roman, title": 2}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A block that begins as a heading does.

    Attributes:
        block: where it stands.
        mark: what it begins with.
        title: the block that holds its title, where that stands by itself.
    """

    block: Block
    mark: Mark
    title: Block | None = None

    @property
    def last(self) -> Block:
        """The last block of the heading."""
        return self.title or self.block

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of the heading; of a long block only the first."""
        own = self.block.lines if self.block.is_short else self.block.lines[:1]
        return own + (self.title.lines if self.title else ())


def candidates_of(blocks: Blocks) -> Iterator[Candidate]:
    for block in blocks:
        mark = mark_of(block.lines[0])
        if mark is not None and _may_begin(block, mark):
            yield Candidate(block, mark)


def _may_begin(block: Block, mark: Mark) -> bool:
    """Tell whether a mark may make its block, or the first line of it, a heading."""
    if is_list(block):
        return False
    if mark.style == "capitals":
        return block.is_short and all(map(is_capitals, block.lines))
    if mark.style in _LIKE_LISTS and not all(map(is_capitals, block.lines)):
        return _is_title(block, _LIKE_LISTS[mark.style])
    if block.is_short:
        return True
    return mark.number is not None and (not mark.title or is_capitals(block.lines[0]))


def _is_title(block: Block, most_lines: int) -> bool:
    last = block.lines[-1]
    return len(block.lines) <= most_lines and len(last) <= 80 and last[-1] not in ",;:"


def is_list(block: Block) -> bool:
    """Tell whether a block belongs to a table of contents, by its numbers or its pages."""
    rest = block.lines[1:]
    marks = [mark_of(line) for line in rest]
    if sum(mark is not None and mark.number is not None for mark in marks) > 1:
        return True
    return sum(_PAGE.search(line) is not None for line in rest) * 2 > len(rest)


def with_titles(blocks: Blocks, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Give marks that stand alone their titles, where most of their style have one."""
    alone = [c for c in candidates if c.mark.number is not None and not c.mark.title]
    titles = {c.block.number: _title_after(blocks, c) for c in alone}
    votes: defaultdict[str, list[bool]] = defaultdict(list)
    for candidate in alone:
        title = titles[candidate.block.number]
        votes[candidate.mark.style].append(title is not None and _is_one_phrase(title))
    titled = {style for style, found in votes.items() if sum(found) * 10 >= len(found) * 7}
    found = [
        replace(c, title=titles.get(c.block.number)) if c.mark.style in titled else c
        for c in candidates
    ]
    taken = {c.title.number for c in found if c.title}
    return [c for c in found if c.block.number not in taken]


def _title_after(blocks: Blocks, candidate: Candidate) -> Block | None:
    number = candidate.block.number + 1
    if len(candidate.block.lines) > 1 or number >= len(blocks):
        return None
    block = blocks[number]
    mark = mark_of(block.lines[0])
    is_near = block.gap <= min(2, blocks.gap_after(number))
    is_free = mark is None or mark.number is None
    return block if block.is_short and len(block.lines) <= 3 and is_near and is_free else None


def _is_one_phrase(block: Block) -> bool:
    """Tell a title from a short paragraph: no sentence begins in the middle of it."""
    words = " ".join(block.lines)
    return words.isupper() or not _NEXT_SENTENCE.search(words)


def text_between(blocks: Blocks, candidate: Candidate, until: int) -> Iterator[str]:
    """Yield the lines of text after a heading, up to the block `until`."""
    if candidate.title is None and not candidate.block.is_short:
        yield from candidate.block.lines[1:]
    for number in range(candidate.last.number + 1, until):
        if not is_list(blocks[number]):
            yield from blocks[number].lines
