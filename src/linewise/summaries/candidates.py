"""The sentences that can be chosen: each once, with its words, and where it stands."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from linewise.document import Span
from linewise.language import function_words, sentences, terms
from linewise.loading.furniture import beside_furniture
from linewise.loading.markdown import body_start
from linewise.tokens import floor_boundary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from linewise.document import Document

__all__ = ["Candidate", "candidates", "content_words", "is_dialogue"]

# A sentence longer than this is taken apart at whatever looks like an end.
_OVERLONG = 600

# A turn of fewer words, or a sentence of prose, says nothing alone.
_FEWEST_IN_TURN = 10
_FEWEST_IN_SENTENCE = 4

# How many lines must begin with the name of who speaks.
_DIALOGUE_SHARE = 0.6
_DIALOGUE_LINES = 5

_LOOSE_END = re.compile(
    r"(?<=[^\W\d_]{3}[.!?;])\s+|(?<=[>\])\d][.!?])\s+|(?<=[.!?])\n\s*|(?<=[。！？；])\s*"
)
_BULLET = re.compile(r"(?:[-*+•⁃‣▪●○·>][ \t]+)+")
_FENCED = re.compile(r"(?ms)^[ \t]*(`{3,}|~{3,})[^\n]*\n.*?(?:^[ \t]*\1|\Z)")
_NO_SENTENCE = re.compile(r"#{1,6}[ \t]|\||```|~~~|!\[|[-*_=]{3,}\s*\Z")
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
_SPEAKER = re.compile(r"(?m)^[^\n:.!?]{1,40}:[ \t]")
_LINE = re.compile(r"(?m)^.*\S.*$")

# Words are compared by their beginnings, which costs nothing and serves as well as stems.
_BEGINNING = 6


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence that can be chosen.

    Attributes:
        document: which of the documents it stands in, from 0.
        span: where, without white space or a list's mark.
        text: its words in one line.
        words: folded, in order.
        position: which sentence of its document it is, from 0.
        count: how many sentences its document has.
        begins_paragraph: whether a blank line stands before it.
    """

    document: int
    span: Span
    text: str
    words: tuple[str, ...]
    position: int
    count: int
    begins_paragraph: bool


def candidates(documents: Sequence[Document], language: str | None) -> list[Candidate]:
    """Return the sentences that can be chosen, in the order of the documents.

    A repeated sentence counts at its first place. Turns of a dialogue under ten words and
    sentences under four are left out while longer ones remain; headings, tables, pictures and code
    while there is a sentence; furniture always.
    """
    read = [
        one
        for number, document in enumerate(documents)
        for one in _sentences(number, document, language)
    ]
    told = [one for one in read if one.words]
    markup = [_Markup(document) for document in documents]
    plain = [one for one in told if not markup[one.document].holds(one.span)]
    kept = _once(plain or told)
    talks = [is_dialogue(document.text) for document in documents]
    fewest = [_FEWEST_IN_TURN if talk else _FEWEST_IN_SENTENCE for talk in talks]
    return [one for one in kept if len(one.words) >= fewest[one.document]] or kept


def content_words(one: Candidate, language: str | None) -> list[str]:
    """Return the beginnings of the words that say what a sentence is about."""
    common = function_words(language)
    return [word[:_BEGINNING] for word in one.words if len(word) > 1 and word not in common]


def is_dialogue(text: str) -> bool:
    """Tell whether most lines begin with the name of who speaks."""
    turns = sum(1 for _ in _SPEAKER.finditer(text))
    if turns < _DIALOGUE_LINES:
        return False
    return turns > _DIALOGUE_SHARE * sum(1 for _ in _LINE.finditer(text))


def _sentences(number: int, document: Document, language: str | None) -> Iterator[Candidate]:
    text = document.text
    spans = [*_spans(document, language)]
    before = 0
    for position, span in enumerate(spans):
        words = " ".join(text[span.start : span.end].split())
        yield Candidate(
            number,
            span,
            words,
            tuple(terms(words)),
            position,
            len(spans),
            position == 0 or _BLANK_LINE.search(text, before, span.start) is not None,
        )
        before = span.end


def _spans(document: Document, language: str | None) -> Iterator[Span]:
    text = document.text
    whole = (sentence.stripped for sentence in sentences(document, language))
    for span in beside_furniture(document, whole):
        if span.length > _OVERLONG:
            yield from _parts(text, span)
        elif span.length:
            yield _without_bullet(text, span)


def _parts(text: str, span: Span) -> Iterator[Span]:
    at = span.start
    for end in _LOOSE_END.finditer(text, span.start, span.end):
        if end.start() > at and floor_boundary(text, end.end(), at) == end.end():
            yield _without_bullet(text, Span(at, end.start()))
            at = end.end()
    if at < span.end:
        yield _without_bullet(text, Span(at, span.end))


def _without_bullet(text: str, span: Span) -> Span:
    bullet = _BULLET.match(text, span.start, span.end)
    return Span(bullet.end(), span.end) if bullet and bullet.end() < span.end else span


class _Markup:
    """What is no sentence: front matter, headings, tables, pictures, and code between fences."""

    def __init__(self, document: Document) -> None:
        self._text = document.text
        self._headings = frozenset(one.span.start for one in document.headings)
        body = body_start(document.text)
        fences = [(0, body)] if body else []
        fences += [fence.span() for fence in _FENCED.finditer(document.text, body)]
        self._starts = [start for start, _ in fences]
        self._ends = [end for _, end in fences]

    def holds(self, span: Span) -> bool:
        """Tell whether a span begins in it."""
        before = bisect_right(self._starts, span.start) - 1
        if before >= 0 and span.start < self._ends[before]:
            return True
        if span.start in self._headings:
            return True
        return _NO_SENTENCE.match(self._text, span.start, span.end) is not None


def _once(found: Iterable[Candidate]) -> list[Candidate]:
    first: dict[tuple[str, ...], Candidate] = {}
    for one in found:
        first.setdefault(one.words, one)
    return list(first.values())
