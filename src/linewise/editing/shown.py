"""What a model is shown of a document: stretches of its lines, with their true ids."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import TYPE_CHECKING, NamedTuple

from linewise.models import fill
from linewise.numbering import Style, number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from linewise.document import Document

__all__ = ["Shown", "Stretch", "gap", "stretches_of"]


class Stretch(NamedTuple):
    """Lines that follow each other, both included."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Shown:
    """The lines of a document that a model sees.

    Attributes:
        document: the whole document.
        stretches: the lines that are shown, in their order, with at least a line between two.
        tokens: what they cost with their ids, and the words for what is not shown.
        document_tokens: what all lines would cost.
    """

    document: Document
    stretches: tuple[Stretch, ...]
    tokens: int
    document_tokens: int

    @property
    def line_count(self) -> int:
        """How many lines are shown."""
        return sum(last - first + 1 for first, last in self.stretches)

    @property
    def share(self) -> float:
        """Which part of the document's tokens is sent, from 0 to 1."""
        return min(1.0, self.tokens / max(1, self.document_tokens))

    def holds(self, first: int, last: int) -> bool:
        """Tell whether all lines from `first` to `last` are shown."""
        index = bisect_right(self.stretches, (first, self.document.line_count + 1)) - 1
        return index >= 0 and first <= last <= self.stretches[index].last

    def hidden(self) -> Iterator[Stretch]:
        """Yield the stretches of lines that are not shown."""
        ends = [(0, 0), *self.stretches, (self.document.line_count + 1, 0)]
        for (_, before), (after, _) in pairwise(ends):
            if after - before > 1:
                yield Stretch(before + 1, after - 1)

    def text(self, style: Style = "pipe", *, tags: bool = False, language: str = "en") -> str:
        """Return the numbered lines, and a line of words in each place where some are left out.

        Args:
            style: how the ids are written.
            tags: let ids carry a tag of the line's words.
            language: of the words for what is not shown.

        Raises:
            OptionError: there is no such style or language.
        """
        parts = [(stretch, gap(stretch, language)) for stretch in self.hidden()]
        parts += [
            (stretch, _ended(number(self.document, style, tags=tags, lines=stretch).text))
            for stretch in self.stretches
        ]
        return "".join(words for _, words in sorted(parts))

    def __str__(self) -> str:
        return (
            f"{self.line_count:,} of {self.document.line_count:,} lines shown, {self.tokens:,} of "
            f"{self.document_tokens:,} tokens ({self.share:.1%})"
        )


def gap(stretch: Stretch, language: str) -> str:
    """Return the words that stand in the place of lines that are not shown."""
    part = "gap" if stretch.first < stretch.last else "gap_of_one"
    ends = {"first": f"{stretch.first:,}", "last": f"{stretch.last:,}"}
    return fill("focus", part, language, ends)


def stretches_of(lines: Iterable[int]) -> tuple[Stretch, ...]:
    """Return lines as stretches, in their order."""
    ordered = sorted(set(lines))
    if not ordered:
        return ()
    breaks = [(a, b) for a, b in pairwise(ordered) if b - a > 1]
    ends = [ordered[0], *chain.from_iterable(breaks), ordered[-1]]
    return tuple(map(Stretch, ends[::2], ends[1::2]))


def _ended(text: str) -> str:
    return text if text.endswith("\n") else f"{text}\n"
