"""What a list of chunks looks like, and which of them are wanted."""

from __future__ import annotations

import statistics
from collections import Counter
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, TypedDict

from linewise.splitting.chunks import chunks_in

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from linewise.splitting.chunks import Chunk

__all__ = ["PRESETS", "Preset", "Statistics", "filter_chunks", "stats"]


class Preset(TypedDict):
    """Settings of `split` for a use: `split(doc, **PRESETS["qa"])`."""

    size: int
    overlap: int


# An overlap of 10 to 20 % of the size keeps what a cut would tear apart.
PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        "qa": Preset(size=500, overlap=50),
        "general": Preset(size=1000, overlap=200),
        "summary": Preset(size=2000, overlap=400),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """Numbers about chunks; lengths are in the unit that the chunks were cut by.

    Attributes:
        count: how many they are.
        mean: of their lengths.
        median: of their lengths.
        min: the shortest.
        max: the longest.
        total: all lengths added up, overlaps included.
        overlap: all that is repeated, added up.
        per_page: how many begin on each page, for those whose document has pages.
        per_document: how many each document has, by its source or its fingerprint.
    """

    count: int
    mean: float
    median: float
    min: int
    max: int
    total: int
    overlap: int
    per_page: Mapping[int, int]
    per_document: Mapping[str, int]


def stats(chunks: Sequence[Chunk]) -> Statistics:
    """Return numbers about chunks; all of them are 0 where there are none."""
    chunks = chunks_in(chunks)
    sizes = [chunk.size for chunk in chunks]
    pages = Counter(chunk.page for chunk in chunks if chunk.page is not None)
    documents = Counter(chunk.document.source or chunk.document.fingerprint for chunk in chunks)
    return Statistics(
        count=len(sizes),
        mean=statistics.mean(sizes) if sizes else 0.0,
        median=statistics.median(sizes) if sizes else 0.0,
        min=min(sizes, default=0),
        max=max(sizes, default=0),
        total=sum(sizes),
        overlap=sum(chunk.overlap for chunk in chunks),
        per_page=dict(sorted(pages.items())),
        per_document=dict(documents),
    )


def filter_chunks(
    chunks: Iterable[Chunk],
    *,
    index: int | Collection[int] | None = None,
    page: int | Collection[int] | None = None,
    heading: str | None = None,
    contains: str | None = None,
) -> list[Chunk]:
    """Return the chunks that meet every condition given.

    Args:
        chunks: to choose from.
        index: the number of the chunk, or several (a range will do).
        page: the page on which it begins, or several.
        heading: words of a heading that it begins under, in any case.
        contains: words that are in its text, in any case.
    """
    return [
        chunk
        for chunk in chunks_in(chunks)
        if _among(chunk.index, index)
        and _among(chunk.page, page)
        and (heading is None or any(_holds(title, heading) for title in chunk.headings))
        and (contains is None or _holds(chunk.text, contains))
    ]


def _among(value: int | None, wanted: int | Collection[int] | None) -> bool:
    if wanted is None:
        return True
    return value == wanted if isinstance(wanted, int) else value in wanted


def _holds(text: str, words: str) -> bool:
    return words.casefold() in text.casefold()
