"""What a strategy lays over a document, and what it may look at."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import ArrayLike

    from linewise.document import Document, Heading
    from linewise.splitting.boundaries import Strategy

__all__ = ["ContextOf", "Layout", "Outline", "Outlook", "outlined", "section_starts"]


class ContextOf(Protocol):
    """Tells what stands above a chunk."""

    def __call__(self, start: int, /) -> str:
        """Return the context of a chunk that begins at an offset."""
        ...


class Outlook(NamedTuple):
    """What else a strategy is told.

    Attributes:
        language: of the text, or the programming language of code.
        embed: makes a vector of each of some texts.
    """

    language: str | None = None
    embed: Callable[[Sequence[str]], ArrayLike] | None = None


class Layout(NamedTuple):
    """The boundaries of one document.

    Attributes:
        strategy: the ranked boundaries.
        starts: where sections begin that no chunk crosses, in order; the start of the text is
            left out.
        context: what stands above a chunk; None where nothing does.
    """

    strategy: Strategy
    starts: Sequence[int] = ()
    context: ContextOf | None = None


@dataclass(frozen=True, slots=True)
class Outline:
    """The heading path of a place, written as one line."""

    document: Document

    def __call__(self, start: int, /) -> str:
        """Return the titles that an offset stands under, the highest first."""
        return " › ".join(self.document.headings_at(start))


def outlined(document: Document, find: Callable[[str], Sequence[Heading]]) -> Document:
    """Return the document itself if its headings are known, else one whose headings are found."""
    if document.headings:
        return document
    return replace(document, headings=find(document.text))


def section_starts(document: Document) -> list[int]:
    """Return where sections begin: at headings, but not at one right below another."""
    starts: list[int] = []
    before = 0
    for heading in document.headings:
        start = heading.span.start
        if document.text[before:start].strip():
            starts.append(start)
        before = max(before, heading.span.end)
    return starts
