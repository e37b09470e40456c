"""A plain text as blocks between blank lines, and how much text stands between two of them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from linewise.document import BYTE_ORDER_MARK

__all__ = ["Block", "Blocks", "blocks_of"]

# A heading and its title are short.
_MOST_LINES = 4
_MOST_CHARACTERS = 300

_BODY_STARTS = re.compile(r"^[ \t]*\*\*\* ?START OF .*$|^\*END\*.*$", re.MULTILINE)
_BODY_ENDS = re.compile(
    r"^[ \t]*\*\*\* ?END OF .*$|^End of (?:the |this )?Project Gutenberg.*$", re.MULTILINE
)
_LINE = re.compile(r"[^\n]+")

# Where most lines are this long, a line is a paragraph.
_LONG = 120


@dataclass(frozen=True, slots=True)
class Block:
    """Lines without a blank line between them.

    Attributes:
        number: which block it is, from 0.
        lines: without white space around them.
        starts: where each line begins in the text.
        gap: how many blank lines stand before it.
    """

    number: int
    lines: tuple[str, ...]
    starts: tuple[int, ...]
    gap: int

    @property
    def is_short(self) -> bool:
        """Whether the whole block may be a heading."""
        return len(self.lines) <= _MOST_LINES and sum(map(len, self.lines)) <= _MOST_CHARACTERS


class Blocks(tuple[Block, ...]):
    """The blocks of a text, in order."""

    __slots__ = ()

    def gap_after(self, number: int) -> int:
        """Return how many blank lines follow a block; many, where it is the last."""
        return self[number + 1].gap if number + 1 < len(self) else 99


def blocks_of(text: str) -> Blocks:
    """Cut a text into blocks, without the notices that a distributor put around it."""
    lines = _lines(text)
    groups = [[line] for line in lines] if _is_line_a_paragraph(lines) else _grouped(lines)
    return Blocks(
        Block(
            number,
            tuple(line for _, _, line in group),
            tuple(start for start, _, _ in group),
            group[0][1],
        )
        for number, group in enumerate(groups)
    )


def _body(text: str) -> tuple[int, int]:
    start = len(BYTE_ORDER_MARK) if text.startswith(BYTE_ORDER_MARK) else 0
    begins = _BODY_STARTS.search(text)
    ends = _BODY_ENDS.search(text, begins.end() if begins else 0)
    return begins.end() if begins else start, ends.start() if ends else len(text)


def _lines(text: str) -> list[tuple[int, int, str]]:
    """Return where each line with words begins, the blank lines before it, and its words."""
    start, end = _body(text)
    found = []
    blanks = 0
    for line in text[start:end].split("\n"):
        words = line.strip()
        if words:
            found.append((start + line.index(words[0]), blanks, words))
            blanks = 0
        else:
            blanks += 1
        start += len(line) + 1
    return found


def _is_line_a_paragraph(lines: list[tuple[int, int, str]]) -> bool:
    blank = sum(1 for _, blanks, _ in lines if blanks)
    long = sum(1 for _, _, words in lines if len(words) > _LONG)
    return blank * 20 < len(lines) and long * 3 > len(lines)


def _grouped(lines: list[tuple[int, int, str]]) -> list[list[tuple[int, int, str]]]:
    groups: list[list[tuple[int, int, str]]] = []
    for line in lines:
        if line[1] or not groups:
            groups.append([line])
        else:
            groups[-1].append(line)
    return groups
