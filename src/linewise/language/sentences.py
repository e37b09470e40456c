"""Sentences as places in a text, by rules: no model, and no character lost.

The rules are the usual ones of rule-based splitters (a stop, white space, a capital) with lists
of abbreviations that are told apart by what may follow them.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from linewise.document import BYTE_ORDER_MARK, Document, Piece, Span, as_document
from linewise.language._profiles import language_code, profile
from linewise.language._stops import Scan
from linewise.language.detection import detect_language, language_of
from linewise.tokens.graphemes import FIRST_JOINER, ceil_boundary

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from linewise.language._stops import Lines

__all__ = ["Sentence", "sentence_ends", "sentences"]

_SAMPLE = 1 << 16

# The share of line ends inside sentences from which a text counts as wrapped.
_WRAPPED_SHARE = 0.2

# And of all lines, so that a single one does not decide for a long text.
_WRAPPED_LINES = 0.02

_LINE_END = re.compile(r"(\S)[^\S\n]*\n[^\S\n]*(\w)")
_STOP = re.compile("[.!?…。！？｡।؟۔։።]")
_SMALL_BEGINNING = re.compile(r"[.!?]\s+[a-z]")
_MARKDOWN_HEADING = re.compile(r"(?m)^\ufeff?#{1,6}[ \t]\S.*\n?")
_SPACE = re.compile(r"\s*+")


class Sentence(Piece):
    """A sentence with the white space after it; end to end they are the whole text."""

    __slots__ = ()

    @property
    def stripped(self) -> Span:
        """Where the words are: the span without a byte order mark or white space at its ends."""
        text = self.text if self.start else self.text.removeprefix(BYTE_ORDER_MARK)
        words = text.lstrip()
        start = self.end - len(words)
        return Span(start, start + len(words.rstrip()))


def sentences(content: Document | str, language: str | None = None) -> list[Sentence]:
    """Cut a text into sentences.

    The sentences cover the text end to end: white space belongs to the sentence before it. A
    heading, a list item and a table row count as sentences, and none reaches over a blank line.

    Args:
        content: a text, or a Document (`load` opens a file).
        language: a code such as `fr`; that of the document's metadata, or else the one that
            the text looks to be in, when left out.

    Raises:
        OptionError: `language` is no language code.
    """
    document = as_document(content)
    ends = _ends(document.text, language_of(document, language))
    ends = _with_headings(document.text, ends, [heading.span for heading in document.headings])
    starts = [0, *ends[:-1]]
    return (
        [Sentence(document, Span(a, b)) for a, b in zip(starts, ends, strict=True)] if ends else []
    )


def sentence_ends(text: str, language: str | None = None) -> list[int]:
    """Return the offset after each sentence of a text; the last is the text's length.

    Args:
        text: the text.
        language: a code such as `fr`; the one that the text looks to be in when left out.

    Raises:
        OptionError: `language` is no language code.
    """
    return _ends(text, detect_language(text) if language is None else language_code(language))


def _ends(text: str, code: str | None) -> list[int]:
    if not text:
        return []
    scan = Scan(text, profile(code), _lines(text), caseless=_is_caseless(text))
    ends = [*scan.ends(), len(text)]
    if "#" in text:
        ends = _with_headings(text, ends, _markdown_headings(text))
    return ends if text.isascii() else _at_clusters(text, ends)


def _lines(text: str) -> Lines:
    """Tell how lines are laid, by the share of those that end inside a sentence."""
    if "\n" not in text:
        return "paragraphs"
    middle = len(text) // 2
    sample = text if len(text) < 2 * _SAMPLE else text[:_SAMPLE] + text[middle : middle + _SAMPLE]
    if not _STOP.search(sample):
        return "list"
    ends = _LINE_END.findall(sample)
    inside = sum(_goes_on(before, after) for before, after in ends)
    least = max(1, _WRAPPED_SHARE * len(ends), _WRAPPED_LINES * sample.count("\n"))
    return "wrapped" if inside >= least else "paragraphs"


def _goes_on(before: str, after: str) -> bool:
    uncased = after.isalpha() and not after.isupper()
    return after.islower() or (uncased and before.isalpha())


def _is_caseless(text: str) -> bool:
    """Tell whether a text has no capitals, so that its sentences begin with small letters."""
    sample = text[:_SAMPLE]
    return sample == sample.lower() and _SMALL_BEGINNING.search(sample) is not None


def _markdown_headings(text: str) -> list[Span]:
    return [Span(*match.span()) for match in _MARKDOWN_HEADING.finditer(text)]


def _with_headings(text: str, ends: list[int], headings: Sequence[Span]) -> list[int]:
    """Let each heading be a sentence of its own."""
    if not headings:
        return ends
    kept: list[int] = []
    at = 0
    for heading in headings:
        first = bisect_right(ends, heading.start, at)
        kept += ends[at:first]
        if heading.start:
            kept.append(heading.start)
        kept.append(_after_space(text, heading.end))
        at = bisect_left(ends, heading.end, first)
    return sorted({*kept, *ends[at:]})


def _after_space(text: str, offset: int) -> int:
    space = _SPACE.match(text, offset)
    return space.end() if space else offset


def _at_clusters(text: str, ends: Iterable[int]) -> list[int]:
    """Move an end that a combining character follows behind it."""
    moved: list[int] = []
    before = 0
    for end in ends:
        joins = end < len(text) and text[end] >= FIRST_JOINER
        moved_end = ceil_boundary(text, end, before) if joins else end
        if moved_end > before:
            moved.append(moved_end)
            before = moved_end
    return moved
