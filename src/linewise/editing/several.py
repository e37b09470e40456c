"""Several documents: which of them some information touches, and an edit for each of those.

All documents are searched together, so that a word that is common in all says little. A document
is touched where its best line comes near the best of all. Whether there is something to change in
it, the model says.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from linewise._kinds import check_call, check_number, check_several, check_text, check_whole
from linewise.document import Document, as_document
from linewise.editing.asking import EditPrompt, edit, edit_prompts
from linewise.editing.relevance import relevant_lines
from linewise.errors import LinewiseError, ModelError, OptionError, ReplyError, SizeError
from linewise.models import ModelLike, Usage, as_model, ask_at_once, calls_at_once

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from linewise.editing.edit import Edit
    from linewise.models import Progress

__all__ = [
    "LEAST_SCORE",
    "Considered",
    "ToAsk",
    "Touch",
    "edit_files",
    "edit_files_prompts",
    "touched",
]

LEAST_SCORE = 0.5
"""A document whose best line scores less than this part of the best of all is left alone."""


@dataclass(frozen=True, slots=True)
class Touch:
    """How much a document has to do with some information.

    Attributes:
        document: the document.
        score: of its best line, beside the best of all documents, which is 1; 0 when no word of
            the information occurs.
        line: that line, or None.
    """

    document: Document
    score: float
    line: int | None = None

    @property
    def reason(self) -> str:
        """Why the document is looked at, or not."""
        if self.line is None:
            return "it shares no words with the information"
        return f"line {self.line:,} comes nearest to the information ({self.score:.0%} of the best)"


@dataclass(frozen=True, slots=True)
class Considered:
    """What became of one of several documents.

    Attributes:
        document: the document.
        edit: what is to be changed in it, or None where it is left alone.
        reason: why.
        usage: what asking about it cost.
        error: why there is no reply about it that can be trusted, where that is the reason.
        score: how much it has to do with the information; see `Touch`.
    """

    document: Document
    edit: Edit | None
    reason: str
    usage: Usage = field(default_factory=Usage)
    error: ModelError | ReplyError | SizeError | None = None
    score: float = 0.0


class ToAsk(NamedTuple):
    """What would be asked about one of several documents.

    Attributes:
        document: the document.
        reason: why it would be asked about, or left alone.
        prompts: what would be asked first; none where it would be left alone.
        score: how much it has to do with the information; see `Touch`.
    """

    document: Document
    reason: str
    prompts: tuple[EditPrompt, ...] = ()
    score: float = 0.0


def touched(
    documents: Iterable[Document | str], information: str, *, least: float = LEAST_SCORE
) -> list[Touch]:
    """Return the documents that some information touches, the nearest first.

    Args:
        documents: what is searched.
        information: what is new.
        least: the least score that counts, from 0 to 1; with 0 all are returned.

    Raises:
        OptionError: `least` is not between 0 and 1.
    """
    _check(least)
    near = [touch for touch in _touches(documents, information) if touch.score >= least]
    return sorted(near, key=lambda touch: -touch.score)


def edit_files(
    documents: Iterable[Document | str],
    information: str,
    model: ModelLike,
    context: str | None = None,
    *,
    least: float = LEAST_SCORE,
    concurrency: int = 4,
    progress: Progress | None = None,
    begin: Callable[[Document], None] | None = None,
    done: Callable[[int, int], None] | None = None,
    **options: Any,
) -> list[Considered]:
    """Let a model bring information into those documents that it touches; nothing is written.

    Args:
        documents: such as files that were read; `Document.source` is their name.
        information: what is new.
        model: who is asked, once for each document that is touched.
        context: what else the model should know.
        least: the least score of `touched` for which the model is asked about a document.
        concurrency: how many questions are asked at the same time.
        progress: called with each stretch of a reply as it arrives, from several threads.
        begin: called with each document before it is asked about, from several threads.
        done: called with how many of the touched documents are done, and how many there are.
        options: of `edit`.

    Returns:
        One for each document, in their order: its edit, or why it is left alone. A document
        about which no reply can be trusted, or that does not fit, does not keep the others back.
        When the model fails, no other document is asked about, and what it proposed before is
        returned all the same.

    Raises:
        ModelError: the model gave no reply, and had proposed nothing before.
        OptionError: a setting has a value that does not exist.
    """
    _check(least, concurrency)
    if begin is not None:
        check_call("begin", begin)
    asked = as_model(model)
    touches = _touches(documents, information)
    near = [touch for touch in touches if _is_near(touch, least)]
    # The parts of several documents at once would be more questions than are wanted.
    options |= {"information": information, "model": asked, "context": context}
    ask = partial(edit, **options, concurrency=concurrency if len(near) == 1 else 1)
    asking = _Asking(ask, begin)
    jobs = [partial(asking.about, touch) for touch in near]
    answers = ask_at_once(jobs, calls_at_once(asked, concurrency), done, progress)
    asking.check(answers)
    found = iter(answers)
    return [
        replace(
            next(found)
            if _is_near(touch, least)
            else Considered(touch.document, None, _why_left(touch, least)),
            score=touch.score,
        )
        for touch in touches
    ]


@dataclass(slots=True)
class _Asking:
    """Questions about documents, up to the first that the model gives no reply to.

    Attributes:
        ask: takes a document, and what is called with each stretch of a reply.
        begin: takes a document before it is asked about.
        failure: why the model gave no reply.
    """

    ask: Callable[..., Edit]
    begin: Callable[[Document], None] | None
    failure: ModelError | None = None

    def about(self, touch: Touch, go_on: Progress) -> Considered:
        """Ask about a document, and return what became of it."""
        if self.failure is not None:
            reason = f"nobody was asked about it after the model failed: {self.failure}"
            return Considered(touch.document, None, reason, error=self.failure)
        if self.begin is not None:
            self.begin(touch.document)
        try:
            proposed = self.ask(touch.document, progress=go_on)
        except (ModelError, ReplyError, SizeError) as error:
            if isinstance(error, ModelError):
                self.failure = error
            usage = getattr(error, "usage", None) or Usage()
            return Considered(touch.document, None, _why_not(error), usage, error)
        if proposed.operations or proposed.refused:
            return Considered(touch.document, proposed, touch.reason, proposed.usage)
        reason = f"the model found nothing to change, though {touch.reason}"
        return Considered(touch.document, None, reason, proposed.usage)

    def check(self, answers: Sequence[Considered]) -> None:
        """Raise what the model failed with, unless it proposed something before."""
        if self.failure is not None and not any(one.edit for one in answers):
            self.failure.usage = sum((one.usage for one in answers), Usage())
            raise self.failure


def _why_not(error: LinewiseError) -> str:
    """Return why there is no edit; what is wrong with a reply is told as the model was told it."""
    return f"no reply could be used: {error}" if isinstance(error, ReplyError) else str(error)


def _check(least: float, concurrency: int = 1) -> None:
    check_number("least", least)
    check_whole("concurrency", concurrency)
    if not 0 <= least <= 1:
        raise OptionError(f"a score is between 0 and 1, not least={least}")
    if concurrency < 1:
        raise OptionError(f"concurrency is 1 or more, not {concurrency}")


def _why_left(touch: Touch, least: float) -> str:
    """Return why a document is left alone."""
    if touch.line is None:
        return touch.reason
    # Rounded down, so that what is left alone never seems to reach what is needed.
    reached = int(100 * touch.score)
    return f"its best line reaches only {reached}% of the best; {least:.0%} is needed"


def _is_near(touch: Touch, least: float) -> bool:
    return touch.line is not None and touch.score >= least


def edit_files_prompts(
    documents: Iterable[Document | str],
    information: str,
    context: str | None = None,
    *,
    least: float = LEAST_SCORE,
    **form: Any,
) -> list[ToAsk]:
    """Return what `edit_files` would ask first about each document, in their order.

    Args:
        documents: such as files that were read.
        information: what is new.
        context: what else the model should know.
        least: the least score of `touched` for which the model would be asked about a document.
        form: of `edit_prompts`.

    Raises:
        OptionError: a setting has a value that does not exist.
        SizeError: the window has no room for a document.
    """
    _check(least)
    return [
        ToAsk(
            touch.document,
            touch.reason,
            tuple(edit_prompts(touch.document, information, context, **form)),
            touch.score,
        )
        if _is_near(touch, least)
        else ToAsk(touch.document, _why_left(touch, least), score=touch.score)
        for touch in _touches(documents, information)
    ]


def _touches(documents: Iterable[Document | str], information: str) -> list[Touch]:
    """Return how much each document has to do with the information, in their order."""
    check_several("documents", documents, "[load(path)]")
    check_text("information", information)
    found = [Touch(as_document(document), 0.0) for document in documents]
    relevant = relevant_lines([touch.document for touch in found], information)
    for number, line, score in relevant:
        if found[number].line is None:
            found[number] = Touch(found[number].document, score, line)
    return found
