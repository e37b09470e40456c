"""A comparison of ways to split as tables for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linewise.cli._result import unstyled
from linewise.evaluation.wording import count_words, score_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from linewise.evaluation import Comparison, StrategyResult, Suggestion

__all__ = ["comparison_text", "suggestion_text"]

# Strategies of a tie, and quotes that stand nowhere, that are told by name.
_NAMED = 4


def comparison_text(found: Comparison, style: Callable[..., str] = unstyled) -> Iterator[str]:
    """Yield the tables of a comparison: what the chunks are, what is found, and what to take."""
    yield from _table(_chunk_rows(found.strategies), style)
    yield "\n"
    if found.scored:
        yield from _table(_score_rows(found), style)
        yield "\n"
    yield from (f"{line}\n" for line in _notes(found))
    yield style(_verdict(found), bold=True) + "\n"


def suggestion_text(found: Suggestion, style: Callable[..., str] = unstyled) -> Iterator[str]:
    """Yield a suggestion: all that was tried, what is best for each budget, and the proposal."""
    yield from comparison_text(found.comparison, style)
    if found.proposal is None:
        return
    yield "\n"
    only = found.comparison.ranks_only
    rows = [["tokens sent", "best", *([] if only else ["found"])]]
    for one in found.curve:
        share = [] if only else [f"{100 * one.recall:.1f}"]
        rows.append([f"{one.tokens:,}", one.strategy, *share])
    yield from _table(rows, style, left=(1,))
    yield "\n"
    sure = f"{100 * found.confidence:.0f} of 100"
    yield style(
        f"Proposed: {found.proposal}; in {sure} draws of questions like these it comes within "
        "a point of the best.\n",
        bold=True,
    )


def _chunk_rows(results: Sequence[StrategyResult]) -> list[list[str]]:
    rows = [["", "chunks", "tokens", "mean", "median", "range", "cuts: sentence", "fence"]]
    rows[0] += ["row", "item", "time"]
    for one in results:
        sizes = one.sizes
        rows.append(
            [
                one.name,
                f"{one.chunks:,}",
                f"{one.tokens_stored:,}",
                f"{sizes.mean:,.0f}",
                f"{sizes.median:,.0f}",
                f"{sizes.min:,}–{sizes.max:,}",
                *(f"{100 * share:.0f} %" for share in one.cuts),
                f"{one.split_seconds:.1f} s",
            ]
        )
    return rows


def _score_rows(found: Comparison) -> list[list[str]]:
    """Return what is found: the criterion with its interval, then other scores; or ranks."""
    names = list(dict.fromkeys([found.criterion, *_columns(found)]))
    rows = [["recall", *(_short(name, found.criterion) for name in names)]]
    for one in found.ranking:
        row = [one.name]
        for name in names:
            estimate = one.estimates[name]
            if found.ranks_only:
                row.append(str(estimate.rank))
            elif name.startswith("tokens@"):
                row.append(f"{estimate.mean:,.0f}")
            elif name == found.criterion:
                bounds = f"{100 * estimate.low:.1f}–{100 * estimate.high:.1f}"
                row.append(f"{100 * estimate.mean:.1f} ({bounds})")
            else:
                row.append(f"{100 * estimate.mean:.1f}")
        rows.append(row)
    return rows


def _columns(found: Comparison) -> Iterator[str]:
    yield from (f"recall@{budget}t" for budget in found.budgets)
    yield from (f"recall@{k}" for k in found.ks)
    if found.depth is not None:
        yield from (f"{score}@{found.depth}" for score in ("iou", "tokens"))


def _short(name: str, criterion: str) -> str:
    """Return the head of a column; recall is what all of them are unless they say otherwise."""
    short = name.removeprefix("recall")
    return f"{short} *" if name == criterion else short


def _notes(found: Comparison) -> Iterator[str]:
    if found.scored:
        if found.ranks_only:
            yield (
                f"Ranks, by {count_words(found.scored, 'question', 'questions')} made of the "
                f"documents: equal ranks cannot be told apart. They ask for what --evidence "
                f"says, {found.evidence}; where people ask for something else, the order is none."
            )
        else:
            asked = count_words(found.scored, "question", "questions")
            yield f"In percent, by {asked}; * with the interval of 95 %."
    for note in found.notes:
        yield f"{note[:1].upper()}{note[1:]}."
    for one in found.unlocated[:_NAMED]:
        yield f"  {one.origin}: {one.quote[:70]!r}"


def _verdict(found: Comparison) -> str:
    best = found.recommended
    if best is None:
        return "No question could be scored, so that nothing is recommended."
    if len(found.strategies) == 1:
        return f"Only {best.name} was measured: name another strategy to compare it with."
    others = [one.name for one in found.tied if one is not best]
    told = score_words(found.criterion)
    if not others:
        return f"Take {best.name}: measurably best in what is {told}."
    named = ", ".join(others[:_NAMED])
    more = f" and {len(others) - _NAMED} others" if len(others) > _NAMED else ""
    return (
        f"Take {best.name}: the cheapest of those that cannot be told from the best in what is "
        f"{told} (with {named}{more})."
    )


def _table(
    rows: Sequence[Sequence[str]], style: Callable[..., str], left: Iterable[int] = ()
) -> Iterator[str]:
    """Yield the lines of a table: the first column and those of `left` on the left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    wanted = {0, *left}
    for number, row in enumerate(rows):
        cells = [
            cell.ljust(width) if at in wanted else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        line = "  ".join(cells).rstrip()
        yield (style(line, fg="cyan") if number == 0 else line) + "\n"
