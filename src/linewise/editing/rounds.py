"""Ask for an edit of what fits into a window: all, what matters, or part after part."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from linewise._kinds import check_call, check_whole
from linewise.editing.edit import Edit
from linewise.editing.joining import join
from linewise.editing.prompt import operations_schema
from linewise.editing.replying import edit_from_reply
from linewise.editing.seeing import edit_of_shown
from linewise.editing.wanted import wanted_lines
from linewise.errors import ModelError, OptionError, ReplyError, ReplyErrorKind
from linewise.models import Answer, Message, Usage, ask, ask_at_once, calls_at_once

if TYPE_CHECKING:
    from collections.abc import Callable

    from linewise.document import Document
    from linewise.editing.question import Question
    from linewise.editing.shown import Shown, Stretch
    from linewise.models import Model, Progress, Reply

__all__ = ["Asking", "edit_focused", "edit_part_by_part", "edit_whole"]

# How often a model that sees only parts may ask for others.
_MOST_REQUESTS = 2

_Outcome: TypeAlias = "Edit | list[Stretch]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """Who is asked, and how.

    Attributes:
        question: what is asked.
        model: who is asked.
        partial: leave out what cannot be trusted.
        attempts: how many replies are looked at in each round.
        concurrency: how many parts are asked about at the same time.
        progress: called with each stretch of a reply as it arrives.
    """

    question: Question
    model: Model
    partial: bool
    attempts: int
    concurrency: int
    progress: Progress | None

    def __post_init__(self) -> None:
        check_whole("concurrency", self.concurrency)
        if self.progress is not None:
            check_call("progress", self.progress)
        if self.concurrency < 1:
            raise OptionError(f"concurrency is 1 or more, not {self.concurrency}")

    def about(
        self, document: Document, shown: Shown | None, read: Callable[[Reply], _Outcome]
    ) -> Answer[_Outcome]:
        """Ask about a document, or about what is shown of it, until a reply can be read."""
        question = self.question
        return ask(
            self.model,
            [Message("user", question.prompt(document, shown))],
            read,
            self.attempts,
            # A schema has no place for tags.
            schema=None
            if question.tags
            else operations_schema(document, style=question.style, shown=shown),
            language=question.language,
            progress=self.progress,
        )


def edit_whole(document: Document, asking: Asking) -> Edit:
    """Let a model edit a document that it sees in full."""

    def read(reply: Reply) -> Edit:
        return edit_from_reply(
            document, reply.text, finish_reason=reply.finish_reason, partial=asking.partial
        )

    answer = asking.about(document, None, read)
    return _edit_of(answer, Usage())


def edit_focused(document: Document, asking: Asking, *, sparing: bool = False) -> Edit:
    """Let a model edit what matters of a document; it may ask to see other lines.

    Args:
        document: the document.
        asking: what is asked.
        sparing: show a fifth of the document at most, though more would fit.

    Raises:
        SizeError: no line fits.
        ReplyError: the last reply could not be trusted.
        ModelError: the model gave no reply.
    """
    wanted: list[Stretch] = []
    spent = Usage()
    for left in range(_MOST_REQUESTS, -1, -1):
        shown = asking.question.focused(document, wanted, sparing=sparing)
        answer = _asked_of_shown(shown, asking, spent, may_ask=left > 0)
        if isinstance(answer.value, Edit):
            break
        wanted = [*answer.value, *wanted]
        spent += answer.usage
    return _edit_of(answer, spent)


def edit_part_by_part(
    document: Document, asking: Asking, done: Callable[[int, int], None] | None = None
) -> Edit:
    """Let a model read all of a document, in parts, and join what it changes.

    Args:
        document: the document.
        asking: what is asked.
        done: called with how many parts are read, and how many there are.

    Raises:
        SizeError: a line does not fit.
        ReplyError: the last reply about a part could not be trusted, or two parts change the same
            line in two ways.
        ModelError: the model gave no reply.
    """
    shown = asking.question.parts(document)
    jobs = [partial(_edit_of_part, part, asking) for part in shown]
    count = calls_at_once(asking.model, asking.concurrency)
    edits = ask_at_once(jobs, count, done, asking.progress)
    spent = sum((edit.usage for edit in edits), Usage())
    try:
        return replace(join(document, edits, partial=asking.partial), usage=spent)
    except ReplyError as error:
        error.usage = spent
        raise


def _edit_of_part(shown: Shown, asking: Asking, go_on: Progress) -> Edit:
    """Let a model edit a part of a document, unless another part failed meanwhile."""
    heard = replace(asking, progress=go_on)
    return _edit_of(_asked_of_shown(shown, heard, Usage(), may_ask=False), Usage())


def _asked_of_shown(
    shown: Shown, asking: Asking, spent: Usage, *, may_ask: bool
) -> Answer[_Outcome]:
    """Ask about what is shown; an error says what was spent before, too."""

    def read(reply: Reply) -> _Outcome:
        return _read(shown, reply, partial=asking.partial, may_ask=may_ask)

    try:
        return asking.about(shown.document, shown, read)
    except (ModelError, ReplyError) as error:
        error.usage = spent + (error.usage or Usage())
        raise


def _read(shown: Shown, reply: Reply, *, partial: bool, may_ask: bool) -> _Outcome:
    """Return the edit of a reply, or the lines that it asks to see."""
    try:
        return edit_of_shown(shown, reply.text, finish_reason=reply.finish_reason)
    except ReplyError as error:
        # What can be read as an edit is one, though its words may speak of showing lines.
        wanted = wanted_lines(reply.text, shown.document.line_count)
        if error.kind is not ReplyErrorKind.NOT_SHOWN and wanted:
            return _granted(shown, wanted, may_ask=may_ask)
        if partial:
            return edit_of_shown(shown, reply.text, finish_reason=reply.finish_reason, partial=True)
        raise


def _granted(shown: Shown, wanted: list[Stretch], *, may_ask: bool) -> list[Stretch]:
    """Return the lines that a model wants to see, if there is something new in them."""
    new = [stretch for stretch in wanted if not shown.holds(*stretch)]
    if may_ask and new:
        return new
    why = "no further lines are shown" if new else "the lines asked for are shown already"
    raise ReplyError(
        ReplyErrorKind.NOT_SHOWN,
        f"{why}; change lines that are shown, or answer functions: [] if there is nothing to "
        "change in them",
    )


def _edit_of(answer: Answer[_Outcome], spent: Usage) -> Edit:
    assert isinstance(answer.value, Edit)  # noqa: S101 - the last round grants no further lines
    return replace(answer.value, usage=spent + answer.usage)
