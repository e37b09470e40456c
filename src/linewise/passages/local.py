"""Chapters without a model: by headings, or where the topic turns."""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import TYPE_CHECKING

from linewise._kinds import check_whole
from linewise.document import Document, as_document
from linewise.errors import OptionError
from linewise.language import content_terms, language_of, topic_turns
from linewise.language.words import has_words
from linewise.passages.found import Found, found_in
from linewise.passages.placing import Place, Places

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from linewise.document import Heading

__all__ = ["local_chapters"]

_WORD = re.compile(r"[^\W\d_]{3,}")
_TITLE_WORDS = 4
_TITLE_LENGTH = 60


def local_chapters(
    content: Document | str, *, level: int | None = None, language: str | None = None
) -> Found:
    """Part a document into chapters without a model.

    A chapter begins at each heading. A text that comes without any is searched for those of a
    book; where there are none, a chapter begins where the topic turns, and is titled by the
    words that set it apart.

    Args:
        content: a text, or a Document (`load` opens a file).
        level: the deepest level of headings that begin a chapter; all when left out.
        language: a code such as `fr`; that of the document's metadata, or else the one that
            the text looks to be in, when left out.

    Raises:
        OptionError: `level` is below 1, or `language` is no language code.
    """
    if level is not None:
        check_whole("level", level)
    if level is not None and level < 1:
        raise OptionError(f"headings have levels from 1 on, not level={level}")
    document = as_document(content)
    headings = document.headings or _book_headings(document)
    kept = [heading for heading in headings if level is None or heading.level <= level]
    places = _by_headings(document, kept) if kept else _by_topics(document, language)
    return found_in(document, Places(tuple(places)))


def _book_headings(document: Document) -> list[Heading]:
    from linewise.loading.books import book_headings  # noqa: PLC0415 - most documents have theirs

    return book_headings(document.text)


def _by_headings(document: Document, headings: Sequence[Heading]) -> Iterator[Place]:
    """Begin a chapter on the line of each heading; of several on one line the first counts."""
    before = 0
    for heading in headings:
        line = document.line_at(heading.span.start)
        if line > before:
            yield Place(line, None, " ".join(heading.title.split()))
        before = line


def _by_topics(document: Document, language: str | None) -> list[Place]:
    """Begin a chapter on the line of each turn."""
    if not has_words(document.text):
        return []
    language = language_of(document, language)
    start = document.line_at(len(document.text) - len(document.text.lstrip("\ufeff \t\r\n")))
    turns = topic_turns(document, language=language)
    starts = sorted({start, *(document.line_at(turn.offset) for turn in turns)})
    ends = [*(line - 1 for line in starts[1:]), document.line_count]
    texts = [
        document[document.line_span(first, last)] for first, last in zip(starts, ends, strict=True)
    ]
    titles = _titles(texts, language)
    return [Place(line, None, title) for line, title in zip(starts, titles, strict=True)]


def _titles(texts: Sequence[str], language: str | None) -> Iterator[str]:
    """Name each text by the words that it has more often than the others.

    A word weighs its count times the logarithm of how much rarer it is in the whole; in a text
    that is the whole, its count.
    """
    written = [Counter(_WORD.findall(text)) for text in texts]
    stems = {word: _stem(word, language) for words in written for word in words}
    counts = [_by_stem(words, stems) for words in written]
    total = sum(counts, Counter())
    size = total.total()
    for text, words, count in zip(texts, written, counts, strict=True):
        share = max(1, count.total())
        weights = {
            stem: n * max(0.0, math.log(n / share * size / total[stem]))
            for stem, n in count.items()
        }
        best = sorted(count, key=lambda stem: (-weights[stem], -count[stem], stem))[:_TITLE_WORDS]
        spelled = (_spelling(stem, words, stems) for stem in best)
        title = ", ".join(sorted(spelled, key=text.find))
        yield title or " ".join(text.split())[:_TITLE_LENGTH]


def _stem(word: str, language: str | None) -> str:
    """Return what a word is counted as; "" for function words and what is no single word."""
    found = content_terms(word, language)
    return found[0] if len(found) == 1 else ""


def _by_stem(words: Counter[str], stems: dict[str, str]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for word, n in words.items():
        counts[stems[word]] += n
    del counts[""]
    return counts


def _spelling(stem: str, words: Counter[str], stems: dict[str, str]) -> str:
    """Return how a text writes a word most often."""
    return max(
        (word for word in words if stems[word] == stem), key=lambda word: (words[word], word)
    )
