"""Running heads, page numbers and side notes: what is printed on pages rather than written."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from linewise.loading.pdf._runs import rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from linewise.loading.pdf._runs import Run

__all__ = ["Edge", "Edges", "Furniture", "edges_of", "find_furniture"]

# Which part of a page, from either end, and how many rows of it may hold furniture.
_ZONE = 0.25
_ROWS = 4

# In points: how far a row may stray from where the same row stands on another page.
_STRAY = 4.0

# In type sizes: the blank that sets a head or a foot off from the text.
_SET_OFF = 1.4

# Letters that tell a row of words from one of numbers.
_WORDY = 4

_NUMBER = re.compile(r"\d+")
_ROMAN = re.compile(r"(?<![^\W_])[ivxlcdm]+(?![^\W_])", re.IGNORECASE)
_ONLY_NUMBER = re.compile(
    r"[\W_]*(?:(?:page|seite|p\.|pág\.?|página)\s*)?(?:\d{1,5}|[ivxlc]{1,7})"
    r"(?:\s*(?:of|von|de|sur|/|\|)\s*\d{1,5})?[\W_]*",
    re.IGNORECASE,
)


class Edge(NamedTuple):
    """A row near the head or the foot of a page.

    Attributes:
        text: its words.
        base: its base line.
        runs: the places of its runs in the order of the file.
        gap: between it and the row on the inner side of it, in type sizes; None where it is the
            only row of the page.
    """

    text: str
    base: float
    runs: frozenset[int]
    gap: float | None

    @property
    def pattern(self) -> str:
        """The words, with one sign for all numbers."""
        return _ROMAN.sub("#", _NUMBER.sub("#", self.text)).lower()

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers at its two ends, where page numbers stand."""
        found = list(_NUMBER.finditer(self.text))
        ends = {m.start(): int(m[0][-9:]) for m in found if self._is_at_end(m)}
        return tuple(ends.values())

    @property
    def is_set_off(self) -> bool:
        """Whether a blank parts it from the text."""
        return self.gap is not None and self.gap > _SET_OFF

    def _is_at_end(self, match: re.Match[str]) -> bool:
        before, after = self.text[: match.start()], self.text[match.end() :]
        return not re.search(r"\w", before) or not re.search(r"\w", after)


class Edges(NamedTuple):
    """What may be furniture of a page: the rows at both ends, the outermost first, and more.

    Attributes:
        head: rows near the upper end.
        foot: rows near the lower end.
        turned: what stands at another angle.
    """

    head: tuple[Edge, ...]
    foot: tuple[Edge, ...]
    turned: tuple[str, ...]


class Furniture(NamedTuple):
    """What was found to be furniture.

    Attributes:
        head: the runs of it at the head of the page, by their places in the file.
        foot: those at the foot.
        turned: what recurs at another angle, such as a watermark.
        number: the printed number of the page.
    """

    head: frozenset[int]
    foot: frozenset[int]
    turned: frozenset[str]
    number: int | None


def edges_of(runs: Sequence[Run], turned: Iterable[str], top: float, bottom: float) -> Edges:
    """Return what may be furniture on a page that reaches from `top` to `bottom`."""
    zone = (bottom - top) * _ZONE
    lines = list(rows(runs))
    head = [_edge(lines, i, i + 1) for i in range(min(_ROWS, len(lines)))]
    foot = [_edge(lines, -1 - i, -2 - i) for i in range(min(_ROWS, len(lines)))]
    return Edges(
        tuple(edge for edge in head if edge.base < top + zone),
        tuple(edge for edge in foot if edge.base > bottom - zone),
        tuple(turned),
    )


def _edge(lines: Sequence[list[Run]], index: int, inner: int) -> Edge:
    row = lines[index]
    inside = -len(lines) <= inner < len(lines)
    size = max(run.size for run in row)
    return Edge(
        text=" ".join(run.text for run in row),
        base=row[0].base,
        runs=frozenset(run.order for run in row),
        gap=abs(lines[inner][0].base - row[0].base) / size if inside else None,
    )


def find_furniture(page: Edges, others: Mapping[int, Edges]) -> Furniture:
    """Find the furniture of a page by the pages around it.

    Args:
        page: its edges.
        others: the edges of pages near it, by how many pages further on they are.
    """
    head = _found(page.head, {step: other.head for step, other in others.items()})
    foot = _found(page.foot, {step: other.foot for step, other in others.items()})
    numbers = [n for edge in (*head, *foot) if (n := _page_number(edge, others)) is not None]
    turned = frozenset(text for other in others.values() for text in other.turned)
    return Furniture(_runs(head), _runs(foot), turned, numbers[0] if numbers else None)


def _runs(edges: Iterable[Edge]) -> frozenset[int]:
    return frozenset(run for edge in edges for run in edge.runs)


def _found(edges: Sequence[Edge], others: Mapping[int, Sequence[Edge]]) -> list[Edge]:
    """Return the rows that are furniture, from the outermost inwards.

    They are one group, set off from the text, but for a page number that stands further out:
    the first lines of two pages may be the same.
    """
    found: list[Edge] = []
    for edge in takewhile(lambda edge: _recurs(edge, others) or _is_number_alone(edge), edges):
        found.append(edge)
        if edge.is_set_off and not _ONLY_NUMBER.fullmatch(edge.text):
            return found
    while found and not (found[-1].is_set_off or _is_number_alone(found[-1])):
        found.pop()
    return found


def _recurs(edge: Edge, others: Mapping[int, Sequence[Edge]]) -> bool:
    return any(
        abs(other.base - edge.base) <= _STRAY
        and (_is_alike(edge, other) or _counts(edge, other, step))
        for step, there in others.items()
        for other in there
    )


def _is_alike(edge: Edge, other: Edge) -> bool:
    letters = sum(map(str.isalpha, edge.pattern))
    return edge.pattern == other.pattern and (edge.text == other.text or letters >= _WORDY)


def _counts(edge: Edge, other: Edge, step: int) -> bool:
    """Tell whether a number at the end of a row grows as the pages do."""
    return any(there - here == step for here in edge.numbers for there in other.numbers)


def _is_number_alone(edge: Edge) -> bool:
    is_apart = edge.gap is None or edge.is_set_off
    return is_apart and bool(_ONLY_NUMBER.fullmatch(edge.text))


def _page_number(edge: Edge, others: Mapping[int, Edges]) -> int | None:
    for here in edge.numbers:
        for step, edges in others.items():
            for other in (*edges.head, *edges.foot):
                if abs(other.base - edge.base) <= _STRAY and here + step in other.numbers:
                    return here
    return None
