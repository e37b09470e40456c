"""The headings of a document: from its outline, otherwise from the type."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from linewise.document import Heading, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from linewise.loading.pdf._paragraphs import Paragraph

__all__ = ["Style", "in_order", "ranked", "style_of", "title_span"]

# Against the type of the text: larger from here on, and how much smaller bold type may be.
_LARGER = 1.12
_SMALLER = 0.8

_LONGEST = 160
_MOST_WORDS = 24
_DEEPEST = 6

_CAPTION = re.compile(
    r"(?:fig(?:ure|\.)|tab(?:le|\.)|abb(?:ildung|\.)|tableau)\s*\d", re.IGNORECASE
)
_NUMBER = r"(?:(?:[A-Z]|\d+|[IVXLC]+)(?:\.\d+)*[.)]?\s+|(?:chapter|kapitel|chapitre)\s+\S+\s+)?"


class Style(NamedTuple):
    """How a heading is set; the smallest is the highest."""

    smallness: float
    is_light: bool
    is_lower: bool


def style_of(paragraph: Paragraph, body: float) -> Style | None:
    """Return the style of a paragraph that is set as a heading, otherwise None.

    Args:
        paragraph: of the text.
        body: the type size of the document's text.
    """
    text = paragraph.text
    letters = sum(map(str.isalpha, text))
    if letters < 2 or len(text) > _LONGEST or text.count(" ") >= _MOST_WORDS:
        return None
    if "\n" in text or "\t" in text or text[-1] in ",;" or _CAPTION.match(text):
        return None
    is_upper = text.isupper() and letters >= 4
    is_set_off = (paragraph.bold or is_upper) and paragraph.size > _SMALLER * body
    if paragraph.size < _LARGER * body and not (is_set_off and text[-1] != "."):
        return None
    return Style(-round(paragraph.size * 2) / 2, not paragraph.bold, not is_upper)


def ranked(styles: Iterable[Style]) -> dict[Style, int]:
    """Return the level of each style, 1 for the largest type."""
    return {style: min(rank, _DEEPEST) for rank, style in enumerate(sorted(set(styles)), 1)}


def title_span(text: str, title: str, start: int, end: int) -> Span | None:
    """Find where a page prints a title of the outline, the first place between two offsets.

    A number before it belongs to it. It may be the beginning of a line, or all of it.
    """
    words = title.split()
    spelled = r"\s+".join(map(re.escape, words))
    pattern = re.compile(rf"^{_NUMBER}{spelled}(?!\w)", re.IGNORECASE | re.MULTILINE)
    if match := pattern.search(text, start, end):
        return Span(match.start(), match.end())
    return None


def in_order(found: Sequence[Heading]) -> Iterator[Heading]:
    """Yield headings in the order of the text, without those that overlap an earlier one."""
    end = 0
    for heading in sorted(found, key=lambda heading: heading.span.start):
        if heading.span.start >= end:
            yield heading
            end = heading.span.end
