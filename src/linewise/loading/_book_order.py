"""Which candidates belong together: by number, by name, and by how far apart they stand."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import replace
from itertools import islice, pairwise
from statistics import median_low
from typing import TYPE_CHECKING

from linewise.loading._book_candidates import Candidate, text_between
from linewise.loading._book_marks import Rank, mark_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from linewise.loading._book_blocks import Blocks
    from linewise.loading._book_marks import Mark

__all__ = ["in_order", "named", "set_apart", "with_text"]

# A chapter without a number has at least so many lines.
_SOME_LINES = 5

_LAST_WORDS = re.compile(
    r"(?:the end|finis|fin|ende|fine|end of .*|fin d.*|ende de.*)[.!]*", re.IGNORECASE
)
_SENTENCE_END = re.compile(r"[.!?…:;\"'”’»)*_\]—-]$")


def in_order(blocks: Blocks, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Keep what is sure, and what is numbered so that one follows another."""
    marked = _without_repeats([c for c in candidates if c.mark.sure])
    sure = [c for c in marked if c.mark.style in _counting_styles(marked)]
    styles: defaultdict[str, list[Candidate]] = defaultdict(list)
    for candidate in candidates:
        if not candidate.mark.sure and candidate.mark.number is not None:
            styles[candidate.mark.style].append(candidate)
    decimal = styles.pop("decimal", [])
    if _are_page_numbers(blocks, styles["digits"]):
        styles.pop("digits")
    counted = [c for members in styles.values() for c in _counted(members, sure)]
    enough = len(decimal) >= (2 if counted else 3)
    return _sorted([*sure, *counted, *(decimal if enough else ())])


def _without_repeats(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Leave out running heads: the same words again, with no other number between."""
    kept: list[Candidate] = []
    last: dict[str, tuple[str, ...]] = {}
    for candidate in candidates:
        if last.get(candidate.mark.style) != candidate.lines:
            kept.append(candidate)
        last[candidate.mark.style] = candidate.lines
    return kept


def _counting_styles(candidates: Sequence[Candidate]) -> set[str]:
    """Return the styles that begin at one, or have two numbers that follow one another."""
    numbers: defaultdict[str, list[int]] = defaultdict(list)
    for candidate in candidates:
        numbers[candidate.mark.style].append(candidate.mark.number or 0)
    return {
        style
        for style, found in numbers.items()
        if 1 in found or any(after == before + 1 for before, after in pairwise(found))
    }


def _are_page_numbers(blocks: Blocks, members: Sequence[Candidate]) -> bool:
    """Tell whether numbers stand in the middle of sentences."""
    before = [blocks[c.block.number - 1] for c in members if c.block.number]
    text = [block for block in before if mark_of(block.lines[0]) is None]
    return sum(not _SENTENCE_END.search(block.lines[-1]) for block in text) * 5 > len(text)


def _counted(members: Sequence[Candidate], sure: Sequence[Candidate]) -> list[Candidate]:
    """Keep runs that count from one, or on from a heading that is sure."""
    runs: list[list[Candidate]] = []
    last: dict[str, Candidate] = {}
    for candidate in _sorted([*members, *sure]):
        if candidate.mark.sure:
            last[candidate.mark.style] = candidate
            continue
        before = (candidate.mark.number or 0) - 1
        if runs and before == runs[-1][-1].mark.number:
            runs[-1].append(_like(candidate, runs[-1][0]))
        elif before == 0:
            runs.append([candidate])
        elif candidate.mark.rank is Rank.NUMBER:
            runs += [[_like(candidate, c)] for c in last.values() if c.mark.number == before][:1]
    return [c for run in runs if len(run) >= _fewest(run[0].mark) for c in run]


def _sorted(candidates: Iterable[Candidate]) -> list[Candidate]:
    return sorted(candidates, key=lambda c: c.block.number)


def _fewest(mark: Mark) -> int:
    """Return how many headings make it sure that they are some."""
    return 2 if mark.sure or mark.style == "roman" else 3


def _like(candidate: Candidate, other: Candidate) -> Candidate:
    like = other.mark
    mark = replace(candidate.mark, style=like.style, rank=like.rank, sure=like.sure)
    return replace(candidate, mark=mark)


def named(
    blocks: Blocks,
    candidates: Sequence[Candidate],
    numbered: Sequence[Candidate],
    contents: Sequence[Candidate],
) -> list[Candidate]:
    """Keep the names of parts that stand as far apart as the numbered ones, or nearly so."""
    least = min(2, _usual_gap(numbered))
    names = [c for c in candidates if c.mark.style == "name"]
    apart = [c for c in names if c.block.gap >= least or c.block.number == 0]
    return with_text(blocks, apart, [*numbered, *contents])


def set_apart(
    blocks: Blocks,
    capitals: Sequence[Candidate],
    others: Sequence[Candidate],
    contents: Sequence[Candidate],
) -> list[Candidate]:
    """Keep the lines in capitals that stand as far apart as the other headings."""
    least = max(2, _usual_gap(others))
    apart = [c for c in capitals if c.block.gap >= least]
    times = Counter(c.lines for c in apart)
    once = [c for c in apart if times[c.lines] == 1 and not _LAST_WORDS.fullmatch(c.mark.title)]
    kept = with_text(blocks, once, [*others, *contents])
    return kept if others or len(kept) > 2 else []


def _usual_gap(candidates: Sequence[Candidate]) -> int:
    return median_low([c.block.gap for c in candidates]) if candidates else 1


def with_text(
    blocks: Blocks, some: Sequence[Candidate], others: Sequence[Candidate]
) -> list[Candidate]:
    """Keep those of some candidates that have text before the next candidate of all."""
    mine = {c.block.number for c in some}
    ordered = _sorted([*some, *others])
    ends = [*(c.block.number for c in ordered), len(blocks)][1:]
    kept = []
    for candidate, end in zip(ordered, ends, strict=True):
        text = islice(text_between(blocks, candidate, end), _SOME_LINES)
        if candidate.block.number in mine and len([*text]) == _SOME_LINES:
            kept.append(candidate)
    return kept
