"""The questions that a strategy answers worst: what was found beside what should have been."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from linewise.document import Span
from linewise.evaluation.scores import is_cost
from linewise.evaluation.wording import percent_words, score_words
from linewise.render.layers import runs
from linewise.render.markup import shown_text
from linewise.render.pages import as_markup
from linewise.render.places import lines_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from markupsafe import Markup

    from linewise.evaluation.places import Place
    from linewise.evaluation.results import Comparison
    from linewise.evaluation.scores import Retrieved

__all__ = ["Failure", "Shown", "failures"]

_QUESTIONS = 5
_CHUNKS = 3

# Characters of a place that are shown at most, and of them before the first that is marked.
_MOST = 600
_BEFORE = 150


class Shown(NamedTuple):
    """A stretch of a document on the page.

    Attributes:
        place: where it stands, in words.
        before: how many characters of it are left out at the beginning.
        text: its text, with what counts marked.
        after: how many characters of it are left out at the end.
    """

    place: str
    before: int
    text: Markup
    after: int


class Failure(NamedTuple):
    """A question that was answered badly.

    Attributes:
        question: its text.
        origin: where it comes from.
        score: what was reached, in words; "" where only ranks are warranted.
        wanted: what should have been found, with what was found marked as far as it counted.
        found: the best chunks, with what should have been found marked.
    """

    question: str
    origin: str
    score: str
    wanted: Sequence[Shown]
    found: Sequence[Shown]


def failures(comparison: Comparison) -> list[Failure]:
    """Return the questions that the recommended strategy answers worst, the worst first."""
    best = comparison.recommended
    # Of tokens that are sent, few are no failure.
    if best is None or is_cost(comparison.criterion):
        return []
    scores = best.scores[comparison.criterion]
    return [
        _failure(comparison, number, best.retrieved[number], scores[number])
        for number in comparison.worst(best.name, _QUESTIONS)
        if (scores[number] or 0.0) < 1
    ]


def _failure(
    comparison: Comparison, number: int, retrieved: Sequence[Retrieved], score: float | None
) -> Failure:
    question = comparison.questions[number]
    counted = _counted(comparison.criterion, retrieved)
    told = "" if comparison.ranks_only or score is None else _told(comparison.criterion, score)
    return Failure(
        question.text,
        question.origin,
        told,
        [_shown(comparison, place, counted) for place in question.gold],
        [
            _shown(comparison, chunk.place, question.gold, f", {chunk.tokens:,} tokens")
            for chunk in retrieved[: min(_CHUNKS, len(counted))]
        ],
    )


def _told(criterion: str, score: float) -> str:
    if criterion.startswith("recall@"):
        return f"{percent_words(score)} found"
    return f"{score_words(criterion)}: {percent_words(score)}"


def _counted(criterion: str, retrieved: Sequence[Retrieved]) -> list[Place]:
    """Return the places that counted for a score: the best few, or those within a budget.

    The last within a budget is cut where its share of characters ends, near where its tokens do.
    """
    at = criterion.partition("@")[2]
    if not at.endswith("t"):
        return [chunk.place for chunk in retrieved[: int(at) if at else None]]
    left, counted = int(at[:-1]), []
    for place, tokens, _, _ in retrieved:
        if left <= 0:
            break
        share = min(1.0, left / max(1, tokens))
        end = place.start + round(share * (place.end - place.start))
        counted.append(place._replace(end=end))
        left -= tokens
    return counted


def _shown(comparison: Comparison, place: Place, marked: Iterable[Place], more: str = "") -> Shown:
    document = comparison.documents[place.document]
    first, last = document.line_at(place.start), document.line_at(max(place.start, place.end - 1))
    spans = [
        Span(start, end)
        for other in marked
        if other.document == place.document
        and (start := max(place.start, other.start)) < (end := min(place.end, other.end))
    ]
    window = _window(place, spans)
    text = document.text[window.start : window.end]
    return Shown(
        f"{_name(comparison, place.document)}{lines_words(first, last)}{more}",
        window.start - place.start,
        _marked(text, window.start, spans),
        place.end - window.end,
    )


def _name(comparison: Comparison, number: int) -> str:
    """Return what a document is called before the lines of a place in it."""
    names = [_last_part(document.source) for document in comparison.documents]
    name = names[number]
    if names.count(name) > 1:
        name = comparison.documents[number].source or f"document {number + 1}"
    return f"{name}, " if name else ""


def _last_part(source: str | None) -> str:
    return (source or "").replace("\\", "/").rstrip("/").rpartition("/")[2]


def _window(place: Place, spans: Sequence[Span]) -> Span:
    """Return as much of a place as is shown: its beginning, or what lies around the first mark."""
    mark = min((span.start for span in spans), default=place.start)
    start = place.start if mark - place.start < _MOST // 2 else mark - _BEFORE
    return Span(start, min(place.end, start + _MOST))


def _marked(text: str, start: int, spans: Iterable[Span]) -> Markup:
    """Return a text that begins at `start` with a mark around what the spans cover."""
    end = start + len(text)
    own = [
        Span(max(span.start, start) - start, min(span.end, end) - start)
        for span in spans
        if span.start < end and span.end > start
    ]
    parts = []
    for run in runs(len(text), own):
        words = shown_text(text[run.start : run.end])
        parts.append(f"<mark>{words}</mark>" if run.covering else words)
    return as_markup("".join(parts).replace("</mark><mark>", ""))
