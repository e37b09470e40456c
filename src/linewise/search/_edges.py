"""Where a found stretch of text may begin and end: at whole characters, words, and signs."""

from __future__ import annotations

import re

from linewise.document import Span
from linewise.language.words import has_unspaced
from linewise.tokens.graphemes import ceil_boundary, floor_boundary

__all__ = ["cuts_characters", "cuts_words", "whole_characters", "whole_words", "with_signs"]

# How far back the start of a character of several code points is looked for, and of a word.
_LONGEST_CLUSTER = 256
_LONGEST_WORD = 30

_WORD_BEFORE = re.compile(r"\w*\Z")
_WORD_AFTER = re.compile(r"\w*")


def cuts_characters(text: str, span: Span) -> bool:
    """Tell whether an end of a span lies inside a grapheme cluster."""
    return any(_floor(text, offset) != offset for offset in (span.start, span.end))


def cuts_words(text: str, span: Span) -> bool:
    """Tell whether an end of a span lies inside a word; scripts without spaces have none."""
    return _inside_word(text, span.start) or _inside_word(text, span.end)


def whole_characters(text: str, span: Span) -> Span:
    """Widen a span to whole grapheme clusters."""
    return Span(_floor(text, span.start), _ceil(text, span.end))


def whole_words(text: str, span: Span) -> Span:
    """Move both ends of a span to the nearest edge of a word."""
    start, end = _nearest_edge(text, span.start), _nearest_edge(text, span.end)
    return Span(start, end) if start < end else span


def with_signs(text: str, span: Span, model: str) -> Span:
    """Take along the signs beside a span, as many as `model` has around its words."""
    words = model.strip()
    signs = "".join(filter(_is_sign, set(words)))
    led, trailed = len(words) - len(words.lstrip(signs)), len(words) - len(words.rstrip(signs))
    start, end = span.start, span.end
    while led and start and _is_sign(text[start - 1]):
        start, led = start - 1, led - 1
    while trailed and end < len(text) and _is_sign(text[end]):
        end, trailed = end + 1, trailed - 1
    return whole_characters(text, Span(start, end))


def _inside_word(text: str, offset: int) -> bool:
    around = text[max(0, offset - 1) : offset + 1]
    inside = offset > 0 and len(around) == 2 and around.isalnum()
    return inside and not has_unspaced(around)


def _nearest_edge(text: str, offset: int) -> int:
    if not _inside_word(text, offset):
        return offset
    before = _WORD_BEFORE.search(text[max(0, offset - _LONGEST_WORD) : offset])
    after = _WORD_AFTER.match(text, offset, offset + _LONGEST_WORD)
    back, forward = len(before[0]) if before else 0, len(after[0]) if after else 0
    if max(back, forward) >= _LONGEST_WORD:
        return offset
    return offset - back if back <= forward else offset + forward


def _floor(text: str, offset: int) -> int:
    return floor_boundary(text, offset, max(0, offset - _LONGEST_CLUSTER))


def _ceil(text: str, offset: int) -> int:
    return ceil_boundary(text, offset, max(0, offset - _LONGEST_CLUSTER))


def _is_sign(character: str) -> bool:
    return not (character.isalnum() or character.isspace())
