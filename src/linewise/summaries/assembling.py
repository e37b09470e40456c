"""From chosen sentences to a text within its limit, and the places that it came from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from linewise.document import Piece, Span
from linewise.language import Sentence
from linewise.loading.furniture import stretches_of, trimmed_of
from linewise.summaries.lengths import MARK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linewise.document import Document
    from linewise.summaries.candidates import Candidate
    from linewise.summaries.choosing import Chosen
    from linewise.summaries.lengths import Length

__all__ = ["Body", "assemble", "begin", "readable"]

_WORD = re.compile(r"\S+")

# Scripts that put no space between sentences.
_FULL_STOPS = frozenset("。！？」』")


@dataclass(frozen=True, slots=True)
class Body:
    """A summary without its title.

    Attributes:
        text: the words.
        sentences: where they stand.
        cut: whether a mark stands for words that had no room.
    """

    text: str
    sentences: tuple[Sentence, ...]
    cut: bool


def readable(documents: Sequence[Document]) -> list[Piece]:
    """Return the documents without white space at the ends, in parts where furniture stands.

    Documents that are nothing but furniture are returned whole.
    """
    parts = [Piece(one, span) for one in documents for span in stretches_of(one)]
    return parts or [Piece(one, trimmed_of(one, Span(0, len(one.text)))) for one in documents]


def begin(parts: Sequence[Piece], length: Length) -> Body:
    """Return the beginning of parts of documents, as long as there is room; all where it fits."""
    text = ""
    sentences: list[Sentence] = []
    for part in parts:
        document, span = part.document, part.span
        between = "\n\n" if text else ""
        room = length.less(length.measure(text + between)) if text else length
        if text and room.limit <= length.measure(MARK):
            return Body(text, tuple(sentences), cut=True)
        more, kept = room.shorten(document[span])
        text += between + more
        if kept:
            sentences.append(Sentence(document, Span(span.start, span.start + kept)))
        if kept < span.length:
            return Body(text, tuple(sentences), cut=True)
    return Body(text, tuple(sentences), cut=False)


def assemble(
    documents: Sequence[Document], found: Sequence[Candidate], chosen: Chosen, length: Length
) -> Body:
    """Return the text of chosen sentences in the order of the documents, within the limit."""
    whole, cut = list(chosen.whole), chosen.cut
    while True:
        body = _laid_out(documents, found, whole, cut, length)
        if length.fits(body.text) or not whole:
            return body
        # What a token is depends on its neighbours, so a sum of lengths may be too small.
        cut = whole.pop()


def _laid_out(
    documents: Sequence[Document],
    found: Sequence[Candidate],
    whole: Sequence[int],
    cut: int | None,
    length: Length,
) -> Body:
    texts = {number: found[number].text for number in whole}
    spans = {number: found[number].span for number in whole}
    if cut is not None:
        kept = _beginning(found, whole, cut, length)
        if kept or not whole:
            texts[cut] = kept + MARK
            spans[cut] = _kept_of(documents[found[cut].document], found[cut].span, kept)
    order = sorted(texts)
    sentences = [Sentence(documents[found[number].document], spans[number]) for number in order]
    return Body(
        _joined([found[number] for number in order], [texts[number] for number in order]),
        tuple(one for one in sentences if one.span.length),
        cut=cut in texts,
    )


def _beginning(found: Sequence[Candidate], whole: Sequence[int], cut: int, length: Length) -> str:
    """Return as much of a sentence as has room beside the others."""
    order = sorted(whole)
    others = _joined([found[number] for number in order], [found[number].text for number in order])
    spent = length.measure(others) + length.joint if others else 0
    text = found[cut].text
    return text[: length.cut(text, length.less(spent).limit)]


def _joined(found: Sequence[Candidate], texts: Sequence[str]) -> str:
    parts: list[str] = []
    for number, text in enumerate(texts):
        if number and found[number].document != found[number - 1].document:
            parts.append("\n")
        elif number and texts[number - 1][-1:] not in _FULL_STOPS:
            parts.append(" ")
        parts.append(text)
    return "".join(parts)


def _kept_of(document: Document, span: Span, kept: str) -> Span:
    """Return the part of a span whose words were kept; white space may differ."""
    left = sum(map(len, kept.split()))
    end = span.start
    for word in _WORD.finditer(document.text, span.start, span.end):
        if left <= 0:
            break
        end = min(word.end(), word.start() + left)
        left -= len(word[0])
    return Span(span.start, end)
