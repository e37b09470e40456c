"""Find where a quotation stands in a document, though it is not quoted to the letter.

The cheap ways come first: the text itself, then its folded letters, which forgives case,
spacing, punctuation and typography; then the parts around an omission. Only what is left is
compared letter by letter, and only where rare stretches of the quotation occur (seed and extend,
as in sequence alignment), so the time grows with the document and with nothing else.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

from linewise._kinds import check_number, check_text, check_whole
from linewise.document import Document, Piece, Span, as_document
from linewise.errors import OptionError
from linewise.language.words import fold
from linewise.search._alignment import best_fit
from linewise.search._edges import (
    cuts_characters,
    cuts_words,
    whole_characters,
    whole_words,
    with_signs,
)
from linewise.search._letters import letters_of
from linewise.search._seeds import likely_starts, places_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from linewise.search._letters import Letters

__all__ = ["Match", "QuoteFinder", "locate_quote"]

# What is quoted differs in a word or a few letters; another sentence shares about half of them.
_LEAST_SCORE = 0.75

# Matches so near in score to the best that the hint of place decides.
_TIE = 0.03

# Places that are looked at before the first is taken.
_MOST_PLACES = 200

# Letters that are compared at a time; a longer quotation is compared in parts.
_BLOCK = 256
_MOST_BLOCKS = 8

# Shorter ones are found only as they are.
_LEAST_LETTERS = 6

# Words that are compared at either end of a quotation, and how far outside they may lie.
_MOST_WORDS = 60
_AROUND = 60

# How many letters an omission may stand for.
_LONGEST_OMISSION = 4_000

_OMISSION = re.compile(r"[\[(]\s*(?:…|\.{3,}|\. \. \.)\s*[\])]|…|\.{3,}|\. \. \.")
_WORD = re.compile(r"[^\W_]+")


class Match(Piece):
    """A place where a quotation stands.

    Attributes:
        score: the share of letters, or of words if that is more, that are the same; 1.0 when
            all letters and digits are.
        exact: whether the document has the quotation to the character.
    """

    __slots__ = ("_exact", "_score")

    def __init__(self, document: Document, span: Span, score: float, *, exact: bool) -> None:
        super().__init__(document, span)
        self._score = score
        self._exact = exact

    @property
    def score(self) -> float:
        """The share of letters, or of words if that is more, that are the same."""
        return self._score

    @property
    def exact(self) -> bool:
        """Whether the document has the quotation to the character."""
        return self._exact

    def as_dict(self) -> dict[str, Any]:
        """Return the match as plain values, ready for JSON."""
        return {**super().as_dict(), "score": self._score, "exact": self._exact}


def locate_quote(
    content: Document | str,
    quote: str,
    near: int | None = None,
    *,
    min_score: float = _LEAST_SCORE,
) -> Match | None:
    """Find where a quotation stands in a document.

    Args:
        content: a text, or a Document (`load` opens a file).
        quote: what is said to stand in it; "…", "..." and "[...]" may stand for an omission.
        near: an offset; of several places that fit equally well the nearest is taken, and the
            first when left out.
        min_score: the least score that counts.

    Returns:
        The place, or None where nothing is like the quotation.

    Raises:
        OptionError: `min_score` is not between 0 and 1.
    """
    return QuoteFinder(content).locate(quote, near, min_score=min_score)


class QuoteFinder:
    """Finds many quotations in one document, whose letters are made ready once."""

    def __init__(self, content: Document | str) -> None:
        self.document = as_document(content)

    def locate(
        self, quote: str, near: int | None = None, *, min_score: float = _LEAST_SCORE
    ) -> Match | None:
        """Find where a quotation stands; see `locate_quote`."""
        check_text("a quotation", quote)
        check_number("min_score", min_score)
        if near is not None:
            check_whole("near", near)
        if not 0 <= min_score <= 1:
            raise OptionError(f"a score is between 0 and 1, not min_score={min_score}")
        return (
            self._same_text(quote, near)
            or self._same_letters(quote, near)
            or self._around_omissions(quote, near)
            or self._like(quote, near, min_score)
        )

    @cached_property
    def _letters(self) -> Letters:
        return letters_of(self.document.text)

    # To the character, and to the letter

    def _same_text(self, quote: str, near: int | None) -> Match | None:
        text, words = self.document.text, quote.strip()
        if not words:
            return None
        spans = (Span(at, at + len(words)) for at in places_of(text, words, near))
        found = self._first_whole(span for span in spans if not cuts_characters(text, span))
        return Match(self.document, found, 1.0, exact=True) if found else None

    def _same_letters(self, quote: str, near: int | None) -> Match | None:
        letters = letters_of(quote).text
        if not letters:
            return None
        places = places_of(self._letters.text, letters, self._letter_at(near))
        found = self._first_whole(self._span(at, at + len(letters)) for at in places)
        if found is None:
            return None
        return Match(self.document, with_signs(self.document.text, found, quote), 1.0, exact=False)

    def _around_omissions(self, quote: str, near: int | None) -> Match | None:
        parts = [letters_of(part).text for part in _OMISSION.split(quote)]
        parts = [part for part in parts if part]
        if len(parts) < 2:
            return None
        places = places_of(self._letters.text, parts[0], self._letter_at(near))
        for start in islice(places, _MOST_PLACES):
            end = self._end_of_parts(parts[1:], start + len(parts[0]))
            if end is not None:
                span = with_signs(self.document.text, self._span(start, end), quote)
                return Match(self.document, span, 1.0, exact=False)
        return None

    def _end_of_parts(self, parts: list[str], at: int) -> int | None:
        for part in parts:
            found = self._letters.text.find(part, at, at + _LONGEST_OMISSION + len(part))
            if found < 0:
                return None
            at = found + len(part)
        return at

    # By likeness

    def _like(self, quote: str, near: int | None, min_score: float) -> Match | None:
        letters = letters_of(quote).text
        if len(letters) < _LEAST_LETTERS:
            return None
        starts = likely_starts(self._letters.text, letters, self._letter_at(near))
        matches = [self._matched(quote, letters, start) for start in starts]
        matches = [match for match in matches if len(match) and match.score >= min_score]
        if not matches:
            return None
        best = max(match.score for match in matches)
        ties = [match for match in matches if match.score >= best - _TIE]
        if near is None:
            return max(ties, key=lambda match: (match.score, -match.start))
        return min(ties, key=lambda match: abs(match.start - near))

    def _matched(self, quote: str, letters: str, start: int) -> Match:
        """Compare a quotation with the text around a place, by letters and by words."""
        score, first, last = self._by_letters(letters, start)
        span = whole_words(self.document.text, self._span(first, last))
        words = [fold(match[0]) for match in _WORD.finditer(quote)]
        share, fitting = self._by_words(words, span)
        if 2 * share >= score:
            # An end at which the letters agree is sure; at the other a word was changed.
            text = self._letters.text
            begun = span if text.startswith(letters[:3], first) else fitting
            ended = span if text.endswith(letters[-3:], first, last) else fitting
            span = Span(begun.start, max(begun.start, ended.end))
        return Match(
            self.document,
            with_signs(self.document.text, span, quote),
            max(score, share),
            exact=False,
        )

    def _by_letters(self, letters: str, start: int) -> tuple[float, int, int]:
        """Return the score, and where the fitting letters begin and end."""
        slack = max(12, min(len(letters) // 6, 1_000))
        blocks = _blocks(len(letters))
        edits, first, last = 0, start, start
        for at, end in blocks:
            left = min(max(0, start + at - slack), len(self._letters.text))
            fit = best_fit(letters[at:end], self._letters.text[left : start + end + slack])
            edits += fit.edits
            if at == 0:
                first = left + fit.start
            last = left + fit.end
        compared = sum(end - at for at, end in blocks)
        return 1 - edits / compared, min(first, last), last

    def _by_words(self, words: list[str], span: Span) -> tuple[float, Span]:
        """Let a wrong word count as one, whatever its letters; and find the outer words."""
        if not words:
            return 0.0, span
        head, tail = words[:_MOST_WORDS], words[-_MOST_WORDS:]
        text = self.document.text
        if len(words) <= _MOST_WORDS:
            around = Span(max(0, span.start - _AROUND), min(len(text), span.end + _AROUND))
            edits, fitting = self._words_in(words, around)
            return 1 - edits / len(words), fitting
        reach = sum(map(len, head)) + len(head) + 2 * _AROUND
        left = max(0, span.start - _AROUND)
        right = min(len(text), span.end + _AROUND)
        first_edits, first = self._words_in(head, Span(left, min(right, left + reach)))
        last_edits, last = self._words_in(tail, Span(max(left, right - reach), right))
        share = 1 - (first_edits + last_edits) / (len(head) + len(tail))
        return share, Span(first.start, max(first.start, last.end))

    def _words_in(self, words: list[str], around: Span) -> tuple[int, Span]:
        found = list(_WORD.finditer(self.document.text, around.start, around.end))
        fit = best_fit(words, [fold(match[0]) for match in found])
        if fit.start >= fit.end:
            return len(words), around
        return fit.edits, Span(found[fit.start].start(), found[fit.end - 1].end())

    # From letters to places

    def _letter_at(self, offset: int | None) -> int | None:
        return None if offset is None else bisect_left(self._letters.offsets, offset)

    def _span(self, start: int, end: int) -> Span:
        """Return the span of letters from `start` to before `end`, in whole characters."""
        text, offsets = self.document.text, self._letters.offsets
        if start >= end:
            return Span(0, 0)
        first, after = int(offsets[start]), int(offsets[end - 1]) + 1
        return whole_characters(text, Span(first, after))

    def _first_whole(self, spans: Iterator[Span]) -> Span | None:
        """Return the first span that begins and ends no word in its middle, or else the first."""
        first = None
        for span in islice(spans, _MOST_PLACES):
            if not cuts_words(self.document.text, span):
                return span
            first = first or span
        return first


def _blocks(size: int) -> list[tuple[int, int]]:
    """Return the stretches of a quotation to compare: all of it, or parts from end to end."""
    if size <= 2 * _BLOCK:
        return [(0, size)]
    count = min(_MOST_BLOCKS, size // _BLOCK)
    starts = [round(i * (size - _BLOCK) / (count - 1)) for i in range(count)]
    return [(at, at + _BLOCK) for at in starts]
