"""Titles without number or capitals: the table of contents names them, the text has them again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from linewise.loading._book_candidates import Candidate, is_list
from linewise.loading._book_marks import Mark, Rank, plain

if TYPE_CHECKING:
    from linewise.loading._book_blocks import Block, Blocks

__all__ = ["listed"]

_CONTENTS = re.compile(
    r"(?:table of )?contents|table(?: des mati[èe]res)?|sommaire|inhalt(?:sverzeichnis)?"
    r"|[íi]ndice(?: general)?|inhoud",
    re.IGNORECASE,
)
_LEADER = re.compile(
    r"^(?:[ivxlc]+|\d+)[.):]\s+|(?<![.\s])(?:[.\s]{3,}|\s{2})(?:\d+|[ivxlc]+)$", re.IGNORECASE
)
_NO_LETTER = re.compile(r"[^\w]+")

# So many titles make a table, and so many of them have to come again.
_FEWEST = 3
_SHARE = 0.6


def listed(blocks: Blocks) -> list[Candidate]:
    """Find the titles that a table of contents names, in its order."""
    start = next((b.number for b in blocks if _is_contents(b)), None)
    if start is None:
        return []
    entries, body = _entries(blocks, start + 1)
    found: dict[int, Candidate] = {}
    last = -1
    for block in blocks[body:]:
        place = entries.get(_key(" ".join(block.lines)), -1) if len(block.lines) < 3 else -1
        if place > last and block.gap:
            last = place
            found[place] = Candidate(block, Mark("listed", Rank.CHAPTER, None, block.lines[0]))
    enough = max(_FEWEST, _SHARE * len(entries))
    return [*found.values()] if len(found) >= enough else []


def _is_contents(block: Block) -> bool:
    return (
        len(block.lines) == 1
        and _CONTENTS.fullmatch(plain(block.lines[0]).strip(" .:")) is not None
    )


def _entries(blocks: Blocks, start: int) -> tuple[dict[str, int], int]:
    """Return the titles in a table with their places, and the block where the text begins."""
    entries: dict[str, int] = {}
    for block in blocks[start:]:
        keys = [key for line in block.lines if (key := _key(line))]
        if _is_prose(block) or (len(keys) == 1 and keys[0] in entries):
            return entries, block.number
        for key in keys:
            entries.setdefault(key, len(entries))
    return entries, len(blocks)


def _is_prose(block: Block) -> bool:
    return len(block.lines) > 2 and not is_list(block) and max(map(len, block.lines)) > 60


def _key(title: str) -> str:
    """Return what two ways to print a title have in common."""
    words = _NO_LETTER.sub(" ", _LEADER.sub("", plain(title))).casefold().split()
    return " ".join(words) if sum(map(len, words)) > 3 else ""
