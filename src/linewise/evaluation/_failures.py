"""The questions that a strategy answers worst: what was found beside what should have been."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from linewise.document import Span
from linewise.render.layers import runs
from linewise.render.markup import shown_text
from linewise.render.pages import as_markup
from linewise.render.places import lines_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from markupsafe import Markup

    from linewise.evaluation.results import Comparison, Place, Retrieved

__all__ = ["Failure", "Shown", "failures"]

_QUESTIONS = 5
_CHUNKS = 3

# Characters of a place that are shown: a chunk that is longer is known by its beginning.
_MOST = 1_500


class Shown(NamedTuple):
    """A stretch of a document on the page.

    Attributes:
        place: where it stands, in words.
        text: its text, with what counts marked.
        left: how many characters more there are of it.
    """

    place: str
    text: Markup
    left: int


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
    if best is None:
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
    told = "" if comparison.ranks_only or score is None else f"{100 * score:.0f} % found"
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
    source = f"{document.source}, " if document.source else ""
    if not source and len(comparison.documents) > 1:
        source = f"document {place.document + 1}, "
    text = comparison.text_of(place)[:_MOST]
    spans = [
        Span(start, end)
        for other in marked
        if other.document == place.document
        and (start := max(0, other.start - place.start))
        < (end := min(len(text), other.end - place.start))
    ]
    return Shown(
        f"{source}{lines_words(first, last)}{more}",
        _marked(text, spans),
        place.end - place.start - len(text),
    )


def _marked(text: str, spans: Sequence[Span]) -> Markup:
    """Return a text with a mark around what the spans cover."""
    parts = []
    for run in runs(len(text), spans):
        words = shown_text(text[run.start : run.end])
        parts.append(f"<mark>{words}</mark>" if run.covering else words)
    return as_markup("".join(parts).replace("</mark><mark>", ""))
