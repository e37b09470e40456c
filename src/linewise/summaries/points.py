"""`key_points`: the sentences that matter most, each with its place, its score and reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from linewise.errors import OptionError, SizeError
from linewise.summaries.asking import MOST_SHOWN, chosen_by_model
from linewise.summaries.candidates import candidates, content_words
from linewise.summaries.content import common_language, documents_of
from linewise.summaries.cues import MORE_THAN, cue_points
from linewise.summaries.markers import marked, marker
from linewise.summaries.ranking import central, is_unended, weigh
from linewise.summaries.terms import count_terms
from linewise.summaries.values import KeyPoint
from linewise.summaries.worth import alike, answering

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from linewise.document import Document
    from linewise.models import ModelLike
    from linewise.summaries.candidates import Candidate
    from linewise.summaries.content import Content, Format
    from linewise.summaries.worth import Embed

__all__ = ["PointsMethod", "key_points"]

PointsMethod = Literal["auto", "cues"]

_Reasons = list[tuple[float, str]]

# What a kind of phrase is worth, and how a reason calls it.
_PHRASES = (
    ("contribution", 0.35, "tells what is new: “{}”"),
    ("finding", 0.1, "tells what came out: “{}”"),
    ("purpose", 0.05, "tells what it is for: “{}”"),
    ("conclusion", 0.1, "sums up: “{}”"),
    ("first_person", 0.05, "tells of those who write: “{}”"),
    ("new", 0.05, "says “{}”"),
)
_BEGINNINGS = ("leaning", "contrast")

# Two sentences that share more of their words say the same; so many are compared with.
_SAME = 0.7
_COMPARED = 50


def key_points(
    content: Content,
    max_points: int = 5,
    method: PointsMethod = "auto",
    *,
    about: str | None = None,
    embed: Embed | None = None,
    model: ModelLike | None = None,
    attempts: int = 3,
    language: str | None = None,
    format: Format | None = None,  # noqa: A002 - the field's word
) -> list[KeyPoint]:
    """Return the sentences that matter most, the best first; those that tie in their order.

    Args:
        content: a text, HTML, or a Document (`load` opens a file), or several.
        max_points: how many at most.
        method: "auto" for what is central and says what is new; "cues" for points by place,
            marker phrases and length.
        about: a question or some words; what answers them is then taken. Where nothing does, the
            points are those of the whole, and their `method` says so.
        embed: makes a vector of each text, to tell also by meaning what is central.
        model: a language model that chooses; it is asked for ids, never for words.
        attempts: how many replies of the model are looked at.
        language: a code such as `fr`; that of the metadata, or else what the content looks to be
            in, when left out.
        format: what texts are, "html" or "text"; told by their beginning when left out.

    Raises:
        DocumentError: a text holds half of a surrogate pair.
        ModelError: the model gave no reply.
        OptionError: there is no such method, language, format or model, or `embed` gives no row
            for each text.
        ReplyError: no reply of the model could be trusted.
        SizeError: `max_points` is below 1.
    """
    if method not in get_args(PointsMethod):
        raise OptionError(f"method {method!r} is unknown; known are 'auto' and 'cues'")
    if isinstance(max_points, bool) or not isinstance(max_points, int) or max_points < 1:
        raise SizeError(f"max_points={max_points!r}: a whole number, 1 or more was expected")
    documents = documents_of(content, format)
    code = common_language(documents, language)
    found = candidates(documents, code)
    if method == "cues":
        found = [one for one in found if len(one.text) > MORE_THAN] or found
        reasons = cue_points(found, code)
    else:
        reasons = _reasons(found, code, embed) if found else []
    way: str = method
    if about and found and (answers := _answers(documents, found, code, about, embed)):
        reasons, way = answers, "about"
    order = sorted(range(len(found)), key=lambda at: -_sum(reasons[at]))
    if model is None and method == "auto":
        order = _apart(found, order, max_points)
    elif model is not None and found:
        order = chosen_by_model(
            found,
            sorted(order[:MOST_SHOWN]),
            model,
            about=about,
            count=max_points,
            attempts=attempts,
            language=code,
        ).value
        for rank, at in enumerate(order, start=1):
            reasons[at] = [(1 / rank, "the model chose it")]
        way = "model"
    return [_point(documents, found[at], reasons[at], way) for at in order[:max_points]]


def _point(documents: Sequence[Document], one: Candidate, reasons: _Reasons, way: str) -> KeyPoint:
    told = sorted((reason for reason in reasons if reason[0] > 0), key=lambda reason: -reason[0])
    return KeyPoint(
        documents[one.document],
        one.span,
        score=_sum(reasons),
        reasons=[words for _, words in told],
        method=way,
    )


def _sum(reasons: _Reasons) -> float:
    return sum(value for value, _ in reasons)


def _reasons(
    found: Sequence[Candidate], language: str | None, embed: Embed | None
) -> list[_Reasons]:
    """Return what each sentence is worth as a key point, and why."""
    near = _nearness(found, language)
    if embed is not None:
        near = (near + alike(embed, found)) / 2
    return [
        [
            (float(value), "is near to what the whole is about"),
            *_by_phrases(one.text, language),
            (-_by_length(len(one.text)), "is short or long"),
            (-0.2 if is_unended(one.text) else 0.0, "does not end"),
        ]
        for one, value in zip(found, near, strict=True)
    ]


def _apart(found: Sequence[Candidate], order: Sequence[int], count: int) -> list[int]:
    """Return the first sentences of an order, those that nearly repeat one before them last."""
    kept: list[int] = []
    repeats: list[int] = []
    said: list[frozenset[str]] = []
    for at in order:
        words = frozenset(found[at].words)
        repeated = any(len(words & one) > _SAME * len(words | one) for one in said)
        (repeats if repeated else kept).append(at)
        if not repeated and len(said) < _COMPARED:
            said.append(words)
        if len(kept) == count:
            return kept
    return [*kept, *repeats]


def _nearness(found: Sequence[Candidate], language: str | None) -> NDArray[np.float64]:
    import numpy as np  # noqa: PLC0415 - only ranking needs it

    terms = count_terms([content_words(one, language) for one in found])
    stress = np.ones(len(found))
    return central(terms, weigh(terms, stress, rarity=1.0), stress)


def _by_phrases(text: str, language: str | None) -> _Reasons:
    reasons: _Reasons = []
    for kind, value, words in _PHRASES:
        phrases = marked(marker(kind, language), text)
        if phrases:
            reasons.append((value, words.format(phrases[0])))
    lower = text.lower()
    reasons += [
        (-0.1, "leans on what stands before")
        for kind in _BEGINNINGS
        if marker(kind, language).match(lower)
    ]
    return reasons


def _by_length(length: int) -> float:
    short = max(0.0, (100 - length) / 100)
    long = min(2.0, max(0.0, (length - 220) / 100))
    return 0.5 * short + 0.1 * long


def _answers(
    documents: Sequence[Document],
    found: Sequence[Candidate],
    language: str | None,
    about: str,
    embed: Embed | None,
) -> list[_Reasons] | None:
    answers = answering(documents, found, language, about, embed)
    if answers is None:
        return None
    return [[(float(value), f"answers “{about}”")] for value in answers]
