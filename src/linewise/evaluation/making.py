"""Questions made of the documents themselves, without a model.

Some of the telling words of a place stand for a question that the place answers, with a word of
its surroundings, since who asks has not read the place. Such questions share more words with
their answers than people's do, so that more is found: the order of the strategies carries over,
the scores do not. It carries over only where the places are as long as what people ask for.
"""

from __future__ import annotations

import random
import re
from bisect import bisect_right
from collections import Counter
from math import log
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from linewise._kinds import check_items, check_several, check_whole
from linewise.document import Document
from linewise.errors import OptionError
from linewise.evaluation.places import Place, Question, check_evidence
from linewise.language import content_terms, language_of, sentences
from linewise.loading.furniture import furniture_of
from linewise.render.places import lines_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from linewise.document import Span
    from linewise.evaluation.places import Evidence

__all__ = ["MOST", "made_questions"]

MOST = 200
"""How many questions are made at most: enough to tell strategies apart that differ much."""

_WORD = re.compile(r"[^\W_]{2,}")


class _Kind(NamedTuple):
    """What is asked for: how long the places are at least, and the words of a question."""

    length: int
    inside: int
    around: int


_KINDS: Mapping[str, _Kind] = MappingProxyType(
    {"short": _Kind(1, 4, 1), "passage": _Kind(400, 6, 2)}
)

# A place that has fewer telling words than twice those asked for would be quoted, not asked for.
_RICHNESS = 2


def made_questions(
    documents: Sequence[Document],
    evidence: Evidence = "passage",
    *,
    count: int = MOST,
    language: str | None = None,
    seed: int = 0,
) -> tuple[Question, ...]:
    """Make questions of the documents, spread over them at random.

    Args:
        documents: of which the questions are made.
        evidence: what answers a question: "short", one sentence, or "passage", some sentences
            of about 400 characters.
        count: how many at most.
        language: of the documents; what each states or looks to be in when left out.
        seed: of the choice; the same one makes the same questions.

    Raises:
        OptionError: there is no such evidence, `count` is below 1, or `language` is no code.
    """
    check_evidence(evidence)
    check_several("documents", documents, "[load(path)]")
    documents = list(documents)
    check_items("document", documents, Document)
    for name, value in (("count", count), ("seed", seed)):
        check_whole(name, value)
    if count < 1:
        raise OptionError(f"one question or more is made, not count={count}")
    kind = _KINDS[evidence]
    choice = random.Random(seed)  # noqa: S311 - no secret depends on it
    places = [place for number, one in enumerate(documents) for place in _places(number, one, kind)]
    vocabulary = _Vocabulary(documents, language)
    choice.shuffle(places)
    made: dict[str, Question] = {}
    for place in places:
        question = _question(place, vocabulary, kind, choice)
        if question is not None:
            made.setdefault(question.text, question)
        if len(made) == count:
            break
    return tuple(sorted(made.values(), key=lambda question: question.gold))


class _Vocabulary:
    """The telling words of documents, and how rare each is in them."""

    def __init__(self, documents: Sequence[Document], language: str | None) -> None:
        self._documents = documents
        languages = [language_of(document, language) for document in documents]
        self._counts: Counter[str] = Counter()
        self._of: list[dict[str, str]] = []
        for document, code in zip(documents, languages, strict=True):
            known: dict[str, str] = {}
            for match in _WORD.finditer(document.text):
                word = match[0]
                if word not in known:
                    known[word] = " ".join(content_terms(word, code))
                if known[word]:
                    self._counts[known[word]] += 1
            self._of.append(known)
        self._total = max(1, self._counts.total())

    def words(self, number: int, start: int, end: int) -> dict[str, str]:
        """Return the telling words of a stretch, each under its stem, in order."""
        found: dict[str, str] = {}
        start, end = max(0, start), min(end, len(self._documents[number].text))
        for match in _WORD.finditer(self._documents[number].text, start, end):
            stem = self._of[number].get(match[0], "")
            if stem:
                found.setdefault(stem, match[0])
        return found

    def rarity(self, stem: str) -> float:
        """Return how much a word tells: the logarithm of how rare it is."""
        return log(self._total / self._counts[stem]) if self._counts[stem] else 0.0

    def lines(self, place: Place) -> str:
        """Return where a place stands, for people."""
        document = self._documents[place.document]
        first, last = document.line_at(place.start), document.line_at(place.end - 1)
        return f"made of {lines_words(first, last)}"


def _places(number: int, document: Document, kind: _Kind) -> Iterator[Place]:
    """Yield sentences, or runs of them that are long enough and under one heading."""
    headings = {heading.span.start for heading in document.headings}
    ends = {heading.span.end for heading in document.headings}
    furniture = furniture_of(document)
    start: int | None = None
    for sentence in sentences(document):
        span = sentence.stripped
        if span.start in headings or span.end in ends or _overlaps(span, furniture):
            start = None
            continue
        start = span.start if start is None else start
        if span.end - start >= kind.length:
            yield Place(number, start, span.end)
            start = None


def _overlaps(span: Span, others: Sequence[Span]) -> bool:
    """Tell whether a span shares anything with others, which are in order."""
    at = bisect_right(others, span.start, key=lambda other: other.end)
    return at < len(others) and others[at].start < span.end


def _question(
    place: Place, vocabulary: _Vocabulary, kind: _Kind, choice: random.Random
) -> Question | None:
    """Return a question for a place; None where the place says too little."""
    inside = vocabulary.words(*place)
    if len(inside) < _RICHNESS * kind.inside:
        return None
    reach = place.end - place.start
    around = {
        **vocabulary.words(place.document, place.start - reach, place.start),
        **vocabulary.words(place.document, place.end, place.end + reach),
    }
    outside = {stem: word for stem, word in around.items() if stem not in inside}
    words = [
        *_drawn(outside, kind.around, vocabulary, choice),
        *_drawn(inside, kind.inside, vocabulary, choice),
    ]
    return Question(" ".join(words), (place,), vocabulary.lines(place))


def _drawn(
    words: Mapping[str, str], count: int, vocabulary: _Vocabulary, choice: random.Random
) -> list[str]:
    """Draw some words, the rarer the likelier, in the order in which they stand."""
    # The largest keys u^(1/w) are a draw by weight without repetition (Efraimidis and
    # Spirakis, "Weighted random sampling with a reservoir", 2006).
    keys = {stem: choice.random() ** (1 / (vocabulary.rarity(stem) + 1e-9)) for stem in words}
    drawn = set(sorted(keys, key=lambda stem: -keys[stem])[:count])
    return [word for stem, word in words.items() if stem in drawn]
