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

import math
import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, Protocol

from linewise.document import Document, Span, as_document
from linewise.errors import OptionError
from linewise.language.detection import detect_language
from linewise.language.sentences import sentences
from linewise.language.words import content_terms

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["TopicTurn", "segment_vectors", "segment_words", "topic_turns"]

# The Dirichlet prior, and the price of a segment in logarithms of the number of words: tuned on
# the even rows of the sets that docs/quality.md names.
_PRIOR = 0.4
_PRICE = 0.75

# With vectors, the price is that share of the mean scatter, again by logarithms of the number.
_VECTOR_PRICE = 0.37

# Bounds that keep the time linear: units are joined and rare words dropped beyond them.
_MOST_UNITS = 1_000
_MOST_WORDS = 4_000

# From how many paragraphs on cuts fall between paragraphs only.
_LEAST_PARAGRAPHS = 4

_HEADING = re.compile(r"#{1,6}[ \t].*")
_BLANK_LINES = re.compile(r"\n[^\S\n]*\n\s*")


class TopicTurn(NamedTuple):
    """A place where a text turns to another topic.

    Attributes:
        offset: where the new topic begins.
        strength: what it would cost to leave out this turn alone; weak turns are near 0.
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
        content: a document or a text.
        count: how many topics there are; found from the text when left out.
        language: the language code; the one that the text looks to be in when left out.
        embed: makes a vector of each of some texts, to be used in place of their words.

    Raises:
        OptionError: `count` is below 1, or `embed` gives no row of numbers for each text.
    """
    document = as_document(content)
    if count is not None and count < 1:
        raise OptionError(f"a text has 1 topic or more, not count={count}")
    language = language or detect_language(document.text)
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
    return _turns(_Words(units), len(units), count)


def segment_vectors(
    vectors: ArrayLike, count: int | None = None, *, expected: int | None = None
) -> list[TopicTurn]:
    """Find the units at which the vectors of the units before give way to others.

    Args:
        vectors: a row for each unit, in order.
        count: how many segments to make, at most; found from the vectors when left out.
        expected: how many rows there must be.

    Returns:
        Turns whose offsets are indexes of units.

    Raises:
        OptionError: `vectors` is not a matrix of finite numbers with the rows expected.
    """
    scatter = _Scatter(vectors, expected)
    return _turns(scatter, scatter.size, count)


def _units(document: Document, language: str | None) -> list[Span]:
    """Return what is not to be cut: paragraphs if there are some, or else sentences."""
    text = document.text
    starts = [0, *(match.end() for match in _BLANK_LINES.finditer(text)), len(text)]
    spans = [Span(a, b) for a, b in pairwise(starts) if text[a:b].strip()]
    if len(spans) >= _LEAST_PARAGRAPHS:
        return _with_their_headings(document, spans)
    return [sentence.span for sentence in sentences(document, language)]


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


class _Costs(Protocol):
    """What segments cost, row by row and one by one."""

    price: float

    def rows(self) -> Iterator[NDArray[np.float64]]:
        """Yield, for each unit, the costs of the segments that end with it, by first unit."""

    def cost(self, first: int, end: int) -> float:
        """Return the cost of the segment of the units from `first` to before `end`."""


class _Words:
    """The cost of writing down the words of a segment."""

    __slots__ = ("_base", "_before", "_seen", "_unit_words", "_word", "price")

    def __init__(self, units: Sequence[Sequence[str]]) -> None:
        import numpy as np  # noqa: PLC0415 - only segmentation needs it here

        counts = Counter(word for unit in units for word in unit)
        known = {word: i for i, (word, _) in enumerate(counts.most_common(_MOST_WORDS))}
        seen = np.zeros((len(known), len(units) + 1), np.int32)
        for index, unit in enumerate(units, start=1):
            for word in unit:
                if word in known:
                    seen[known[word], index] += 1
        self._unit_words = [np.flatnonzero(seen[:, i + 1]) for i in range(len(units))]
        self._seen = np.cumsum(seen, axis=1, out=seen)
        self._before = seen.sum(axis=0)
        total = int(self._before[-1])
        # Logarithms of rising factorials: of a word's count, and of a segment's length.
        steps = np.arange(total + 1)
        self._word = _running_sum(np.log(steps + _PRIOR))
        self._base = _running_sum(np.log(steps + _PRIOR * max(1, len(known))))
        self.price = _PRICE * math.log(total + 1)

    def rows(self) -> Iterator[NDArray[np.float64]]:
        import numpy as np  # noqa: PLC0415 - as above

        gain = np.zeros(len(self._unit_words))
        for index, words in enumerate(self._unit_words):
            seen = self._seen[words, : index + 2]
            now = seen[:, -1:] - seen[:, :-1]
            earlier = seen[:, -2:-1] - seen[:, :-1]
            gain[: index + 1] += (self._word[now] - self._word[earlier]).sum(axis=0)
            lengths = self._before[index + 1] - self._before[: index + 1]
            yield self._base[lengths] - gain[: index + 1]

    def cost(self, first: int, end: int) -> float:
        counts = self._seen[:, end] - self._seen[:, first]
        length = self._before[end] - self._before[first]
        return float(self._base[length] - self._word[counts].sum())


class _Scatter:
    """The scatter of the vectors of a segment around their mean."""

    __slots__ = ("_before", "price", "size")

    def __init__(self, vectors: ArrayLike, expected: int | None) -> None:
        import numpy as np  # noqa: PLC0415 - as above

        rows = np.asarray(vectors, dtype=np.float64)
        if rows.ndim != 2 or (expected is not None and len(rows) != expected):
            raise OptionError(
                f"embed gave an array of the shape {rows.shape}; one row of numbers for each of "
                f"{expected if expected is not None else 'the'} texts was expected"
            )
        if not np.isfinite(rows).all():
            raise OptionError("embed gave vectors that hold NaN or infinity; numbers were expected")
        rows = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
        self.size = len(rows)
        self._before = np.concatenate([np.zeros((1, rows.shape[1])), np.cumsum(rows, axis=0)])
        whole = self.cost(0, self.size) if self.size else 0.0
        self.price = _VECTOR_PRICE * math.log(max(1, self.size)) * whole / max(1, self.size)

    def rows(self) -> Iterator[NDArray[np.float64]]:
        import numpy as np  # noqa: PLC0415 - as above

        for end in range(1, self.size + 1):
            sums = self._before[end] - self._before[:end]
            sizes = np.arange(end, 0, -1)
            yield sizes - np.einsum("ij,ij->i", sums, sums) / sizes

    def cost(self, first: int, end: int) -> float:
        total = self._before[end] - self._before[first]
        return float((end - first) - total @ total / (end - first))


def _turns(costs: _Costs, size: int, count: int | None) -> list[TopicTurn]:
    if size < 2:
        return []
    cuts = _cheapest(costs, size) if count is None else _cheapest_of(costs, size, min(count, size))
    bounds = [0, *cuts, size]
    return [
        TopicTurn(at, costs.cost(a, b) - costs.cost(a, at) - costs.cost(at, b))
        for a, at, b in zip(bounds, cuts, bounds[2:], strict=False)
    ]


def _cheapest(costs: _Costs, size: int) -> list[int]:
    """Return the cuts that make the sum of costs and prices least."""
    import numpy as np  # noqa: PLC0415 - as above

    best = np.zeros(size + 1)
    cut = [0] * (size + 1)
    for end, row in enumerate(costs.rows(), start=1):
        sums = best[:end] + row
        cut[end] = int(np.argmin(sums))
        best[end] = sums[cut[end]] + costs.price
    return _traced(lambda end, _: cut[end], size)


def _cheapest_of(costs: _Costs, size: int, count: int) -> list[int]:
    """Return the cuts into `count` segments that make the sum of costs least."""
    import numpy as np  # noqa: PLC0415 - as above

    # best[k, end]: the least cost of k segments that end before `end`; impossible is infinite.
    best = np.full((count + 1, size + 1), np.inf)
    best[0, 0] = 0
    cut = np.zeros((count + 1, size + 1), np.int32)
    for end, row in enumerate(costs.rows(), start=1):
        sums = best[:-1, :end] + row
        cut[1:, end] = np.argmin(sums, axis=1)
        best[1:, end] = np.min(sums, axis=1)
    return _traced(lambda end, k: int(cut[count - k, end]), size)


def _traced(cut_before: Callable[[int, int], int], size: int) -> list[int]:
    """Follow the cuts back from the end; the second argument counts those already followed."""
    cuts: list[int] = []
    end = cut_before(size, 0)
    while end > 0:
        cuts.append(end)
        end = cut_before(end, len(cuts))
    return cuts[::-1]


def _running_sum(steps: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the sums of the first 0, 1, 2, … steps."""
    import numpy as np  # noqa: PLC0415 - as above

    return np.concatenate([[0.0], np.cumsum(steps)])
