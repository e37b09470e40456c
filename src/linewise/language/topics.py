"""Where a text turns to another topic, told by the words alone or by vectors.

An optimal segmentation by dynamic programming. A segment costs as much as it takes to write its
words with a vocabulary of its own: minus the logarithm of their probability where words are
drawn from an unknown distribution with a symmetric Dirichlet prior (Eisenstein and Barzilay,
"Bayesian unsupervised topic segmentation", 2008); the price of one more segment is a multiple
of the logarithm of the text's length (Utiyama and Isahara, "A statistical model for
domain-independent text segmentation", 2001). With vectors a segment costs their scatter around
its mean. Memory grows with the length of the text alone, since no matrix of all pairs is kept.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, cast

from linewise._kinds import check_call, check_whole
from linewise.document import Document, Span, as_document
from linewise.errors import OptionError
from linewise.language._costs import ScatterCosts, WordCosts
from linewise.language._segmentation import cheapest, cheapest_of
from linewise.language.detection import language_of
from linewise.language.sentences import sentences
from linewise.language.words import content_terms
from linewise.tokens.graphemes import floor_boundary

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence, Sized

    from numpy.typing import ArrayLike

    from linewise.language._costs import Costs

__all__ = ["TopicTurn", "segment_vectors", "segment_words", "topic_turns"]

# Units are joined beyond so many, which keeps the time linear.
_MOST_UNITS = 1_000

# From how many paragraphs on cuts fall between paragraphs only.
_LEAST_PARAGRAPHS = 4

_HEADING = re.compile(r"#{1,6}[ \t].*")
_BLANK_LINES = re.compile(r"\n[^\S\n]*\n\s*")


class TopicTurn(NamedTuple):
    """A place where a text turns to another topic.

    Attributes:
        offset: where the new topic begins.
        strength: what it would cost to leave out this turn alone; weak turns are near 0, or
            below where their number was asked for.
    """

    offset: int
    strength: float


def topic_turns(
    content: Document | str,
    *,
    count: int | None = None,
    language: str | None = None,
    embed: Callable[[Sequence[str]], ArrayLike] | None = None,
) -> list[TopicTurn]:
    """Find where a text turns to another topic.

    Turns stand at the starts of paragraphs, or of sentences where there are few paragraphs. On
    texts that keep to one subject no method without a model is much better than no turn at all.

    Args:
        content: a text, or a Document (`load` opens a file).
        count: how many topics there are; found from the text when left out.
        language: a code such as `fr`; that of the document's metadata, or else the one that
            the text looks to be in, when left out.
        embed: makes a vector of each of some texts, to be used in place of their words.

    Raises:
        OptionError: `count` is below 1, `language` is no language code, or `embed` gives no row
            of numbers for each text.
    """
    document = as_document(content)
    if count is not None:
        check_whole("count", count)
    if embed is not None:
        check_call("embed", embed)
    if count is not None and count < 1:
        raise OptionError(f"a text has 1 topic or more, not count={count}")
    language = language_of(document, language)
    units = _joined(_units(document, language))
    if len(units) < 2:
        return []
    texts = [document[unit] for unit in units]
    if embed is None:
        turns = segment_words([content_terms(text, language) for text in texts], count)
    else:
        turns = segment_vectors(embed(texts), count, expected=len(texts))
    return [TopicTurn(units[turn.offset].start, turn.strength) for turn in turns]


def segment_words(units: Sequence[Sequence[str]], count: int | None = None) -> list[TopicTurn]:
    """Find the units at which the words of the units before give way to others.

    Args:
        units: the words of each unit, in order.
        count: how many segments to make, at most; found from the words when left out.

    Returns:
        Turns whose offsets are indexes of units.
    """
    return _turns(WordCosts(units), len(units), count)


def segment_vectors(
    vectors: ArrayLike, count: int | None = None, *, expected: int | None = None
) -> list[TopicTurn]:
    """Find the units at which the vectors of the units before give way to others.

    Args:
        vectors: a row for each unit, in order.
        count: how many segments to make, at most; found from the vectors when left out.
        expected: how many rows there must be; any number when left out.

    Returns:
        Turns whose offsets are indexes of units.

    Raises:
        OptionError: `vectors` is not a matrix of finite numbers with the rows expected.
    """
    scatter = ScatterCosts(vectors, len(cast("Sized", vectors)) if expected is None else expected)
    return _turns(scatter, scatter.size, count)


def _units(document: Document, language: str | None) -> list[Span]:
    """Return what is not to be cut: paragraphs if there are some, or else sentences."""
    text = document.text
    # A blank that a combining character stands on is a sign: the unit begins with it.
    bounds = (floor_boundary(text, match.end()) for match in _BLANK_LINES.finditer(text))
    starts = [0, *bounds, len(text)]
    spans = [Span(a, b) for a, b in pairwise(starts) if text[a:b].strip()]
    spans = _with_their_furniture(document, spans)
    if len(spans) >= _LEAST_PARAGRAPHS:
        return _with_their_headings(document, spans)
    return [sentence.span for sentence in sentences(document, language)]


def _with_their_furniture(document: Document, paragraphs: Sequence[Span]) -> list[Span]:
    """Join running heads and page numbers to the paragraph before: no topic begins there."""
    from linewise.loading.furniture import furniture_of  # noqa: PLC0415 - nothing else reads files

    starts = {span.start for span in furniture_of(document)}
    units: list[Span] = []
    for span in paragraphs:
        if units and span.start in starts:
            units[-1] = Span(units[-1].start, span.end)
        else:
            units.append(span)
    return units


def _with_their_headings(document: Document, paragraphs: Sequence[Span]) -> list[Span]:
    """Join each heading to the paragraph after it, so that no cut falls between them."""
    known = {heading.span.end for heading in document.headings}
    units: list[Span] = []
    start = paragraphs[0].start
    for span in paragraphs:
        words = document[span].rstrip()
        if _HEADING.fullmatch(words) is None and span.start + len(words) not in known:
            units.append(Span(start, span.end))
            start = span.end
    if start < paragraphs[-1].end:
        units.append(Span(start, paragraphs[-1].end))
    return units


def _joined(units: list[Span]) -> list[Span]:
    """Join neighbours so that there are not too many, each about as long as the next."""
    if len(units) <= _MOST_UNITS:
        return units
    length = (units[-1].end - units[0].start) / _MOST_UNITS
    starts, last = [], -1
    for unit in units:
        part = int((unit.start - units[0].start) / length)
        if part > last:
            starts.append(unit.start)
            last = part
    return [Span(a, b) for a, b in pairwise([*starts, units[-1].end])]


def _turns(costs: Costs, size: int, count: int | None) -> list[TopicTurn]:
    if size < 2:
        return []
    cuts = cheapest(costs, size) if count is None else cheapest_of(costs, size, min(count, size))
    bounds = [0, *cuts, size]
    return [
        TopicTurn(at, costs.cost(a, b) - costs.cost(a, at) - costs.cost(at, b))
        for a, at, b in zip(bounds, cuts, bounds[2:], strict=False)
    ]
