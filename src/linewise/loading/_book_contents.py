"""Tell the headings of a book from their copies in its table of contents."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import islice
from typing import TYPE_CHECKING

from linewise.loading._book_candidates import Candidate, text_between

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from linewise.loading._book_blocks import Blocks

__all__ = ["outside_contents"]

# So little text between two headings is none.
_FEW_LINES = 3
_FEW_CHARACTERS = 250

# A table of contents begins again, part after part, at most so often.
_MOST_PASSES = 64


def outside_contents(blocks: Blocks, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Leave out the candidates that stand in a table of contents."""
    kept: list[Candidate] = []
    for run in _runs_without_text(blocks, candidates):
        styles = Counter(c.mark.style for c in run)
        kept += run if max(styles.values()) < 3 else _begun_at_the_end(run)
    return _without_summaries(_without_early_copies(kept, candidates))


def _runs_without_text(
    blocks: Blocks, candidates: Sequence[Candidate]
) -> Iterator[list[Candidate]]:
    run: list[Candidate] = []
    for candidate in candidates:
        if run and _is_text(text_between(blocks, run[-1], candidate.block.number)):
            yield run
            run = []
        run.append(candidate)
    if run:
        yield run


def _is_text(lines: Iterable[str]) -> bool:
    first = [*islice(lines, _FEW_LINES + 1)]
    return len(first) > _FEW_LINES or sum(map(len, first)) > _FEW_CHARACTERS


def _begun_at_the_end(run: Sequence[Candidate]) -> list[Candidate]:
    """Return the headings after which the text begins: the last one and those it stands under."""
    kept: list[Candidate] = []
    for candidate in reversed(run):
        first = candidate.mark.number == 1 and candidate.mark.style not in {
            other.mark.style for other in kept
        }
        if not (first or (candidate.mark.number is None and not kept)):
            break
        kept.append(candidate)
    return kept[::-1]


def _without_early_copies(
    kept: Sequence[Candidate], candidates: Sequence[Candidate]
) -> list[Candidate]:
    """Leave out names that end a table of contents: they come again."""
    inside = {c.block.number for c in candidates} - {c.block.number for c in kept}
    last = {c.lines: c.block.number for c in candidates}
    return [
        c
        for c in kept
        if c.mark.number is not None
        or last[c.lines] == c.block.number
        or c.block.number - 1 not in inside
    ]


def _without_summaries(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Leave out a table of contents that tells what is in each chapter.

    It counts as the chapters do, in much less room.
    """
    inside: set[int] = set()
    for passes in _passes(candidates).values():
        for at, early in enumerate(passes[:_MOST_PASSES]):
            if len(early) > 2 and any(_is_larger(late, early) for late in passes[at + 1 :]):
                inside |= set(range(early[0].block.number, early[-1].block.number + 1))
    return [c for c in candidates if c.block.number not in inside]


def _is_larger(late: Sequence[Candidate], early: Sequence[Candidate]) -> bool:
    return len(late) * 5 >= len(early) * 4 and _room(early) * 5 < _room(late)


def _passes(candidates: Sequence[Candidate]) -> dict[str, list[list[Candidate]]]:
    """Cut the sure candidates of each style where their numbers begin again."""
    found: defaultdict[str, list[list[Candidate]]] = defaultdict(list)
    for candidate in candidates:
        if not candidate.mark.sure:
            continue
        runs = found[candidate.mark.style]
        if not runs or (candidate.mark.number or 0) <= (runs[-1][-1].mark.number or 0):
            runs.append([])
        runs[-1].append(candidate)
    return found


def _room(run: Sequence[Candidate]) -> float:
    """Return how far apart the members of a run stand."""
    return (run[-1].block.starts[0] - run[0].block.starts[0]) / (len(run) - 1 or 1)
