"""Ask a model for places in a document, window by window, and cut exactly there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeAlias, TypedDict

from linewise._kinds import check_call, check_kind, check_whole
from linewise.document import Document
from linewise.errors import OptionError, ReplyError
from linewise.language.words import has_words
from linewise.models import (
    Answer,
    Message,
    Model,
    Reply,
    Usage,
    ask,
    ask_at_once,
    calls_at_once,
    count_prompt,
)
from linewise.passages.found import Found, found_in
from linewise.passages.joining import join
from linewise.passages.placing import Places, settle
from linewise.passages.prompt import task_prompt, task_schema
from linewise.passages.reading import read_entries
from linewise.passages.tasks import Task
from linewise.passages.windows import Window, shown_document, windows

if TYPE_CHECKING:
    from linewise.models import Progress
    from linewise.numbering import Style
    from linewise.tokens import TokenizerLike

__all__ = ["Asking", "AskingOptions", "Windowed", "found_by", "found_in_reply", "windowed"]

# Called with how many windows are done, and how many there are.
Done: TypeAlias = Callable[[int, int], None]


class AskingOptions(TypedDict, total=False):
    """The settings of `Asking`, each by its name."""

    style: Style
    language: str
    window: int
    margin: int
    tokenizer: TokenizerLike
    concurrency: int
    attempts: int
    progress: Done | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """How a model is asked.

    Attributes:
        style: how the ids are written; `pipe` costs a quarter of the tokens of the others.
        language: of the prompt, `en` or `fr`.
        window: the tokens of one prompt at most; a longer document is asked about in parts.
        margin: the lines that are shown around each part.
        tokenizer: what counts the tokens.
        concurrency: how many parts are asked about at the same time.
        attempts: how many replies are looked at; a refused one goes back with the reason.
        progress: called with how many parts are done, and how many there are.

    Raises:
        OptionError: a number is too low.
    """

    style: Style = "pipe"
    language: str = "en"
    window: int = 24_000
    margin: int = 20
    tokenizer: TokenizerLike = "o200k"
    concurrency: int = 4
    attempts: int = 3
    progress: Done | None = None

    def __post_init__(self) -> None:
        if self.progress is not None:
            check_call("progress", self.progress)
        for name, least in (("window", 1), ("margin", 1), ("concurrency", 1), ("attempts", 1)):
            check_whole(name, getattr(self, name))
            if getattr(self, name) < least:
                raise OptionError(f"{name} is {least} or more, not {getattr(self, name)}")


@dataclass(frozen=True, slots=True)
class Windowed:
    """A document as a model is shown it.

    Attributes:
        document: the document itself.
        shown: what is shown of it: the same lines, very long ones shortened.
        windows: its parts.
        prompts: what is asked about each of them.
    """

    document: Document
    shown: Document
    windows: tuple[Window, ...]
    prompts: tuple[str, ...]


def windowed(document: Document, task: Task, asking: Asking) -> Windowed:
    """Part a document into windows, each with its prompt; one where it fits.

    Raises:
        SizeError: the window leaves no room for lines.
        OptionError: there is no such style or language.
        TokenizerError: there is no such tokenizer.
    """
    check_kind("document", document, Document)
    check_kind("task", task, Task)
    check_kind("asking", asking, Asking)
    whole = task_prompt(document, task, style=asking.style, language=asking.language)
    lines = (1, document.line_count)
    if count_prompt(whole, asking.tokenizer) <= asking.window:
        return Windowed(document, document, (Window(*lines, *lines),), (whole,))
    room = asking.window - _overhead(document, task, asking)
    shown = shown_document(document, room, style=asking.style, tokenizer=asking.tokenizer)
    parts = windows(
        shown, room, margin=asking.margin, style=asking.style, tokenizer=asking.tokenizer
    )
    prompts = (
        task_prompt(shown, task, part.lines, style=asking.style, language=asking.language)
        for part in parts
    )
    return Windowed(document, shown, tuple(parts), tuple(prompts))


def found_by(document: Document, task: Task, model: Model, asking: Asking) -> Found:
    """Ask a model about every window of a document, and join what it names.

    Raises:
        ReplyError: the last reply about some window could not be trusted.
        ModelError: the model gave no reply.
        SizeError: the window leaves no room for lines.
    """
    if not has_words(document.text):
        return found_in(document, Places(()), Usage())
    parted = windowed(document, task, asking)
    answers = _answers(parted, task, model, asking)
    places = join(parted.windows, [answer.value for answer in answers], task)
    return found_in(document, places, sum((answer.usage for answer in answers), Usage()))


def found_in_reply(
    document: Document, task: Task, reply: str, *, finish_reason: str | None = None
) -> Found:
    """Read a reply about a whole document.

    Raises:
        ReplyError: it cannot be trusted; the message can be sent back to the model.
    """
    lines = (1, document.line_count)
    return found_in(document, _places(document, task, lines, reply, finish_reason))


def _places(
    document: Document, task: Task, lines: tuple[int, int], reply: str, finish: str | None
) -> Places:
    try:
        entries = read_entries(reply, task, finish_reason=finish)
        return settle(document, entries, task, lines)
    except ReplyError as error:
        error.reply = reply
        raise


def _overhead(document: Document, task: Task, asking: Asking) -> int:
    """Return what a prompt costs without any line of the document."""
    # A part of two lines has the words about parts in it, with ids as long as there are.
    last = document.line_count
    bare = Document("\n" * (last + 1))
    prompt = task_prompt(bare, task, (last, last), style=asking.style, language=asking.language)
    return count_prompt(prompt, asking.tokenizer)


def _answers(parted: Windowed, task: Task, model: Model, asking: Asking) -> list[Answer[Places]]:
    """Ask about each window, several at the same time; the answers come in their order."""

    def read(window: Window, reply: Reply) -> Places:
        return _places(parted.document, task, window.lines, reply.text, reply.finish_reason)

    def one(window: Window, prompt: str, go_on: Progress) -> Answer[Places]:
        return ask(
            model,
            [Message("user", prompt)],
            partial(read, window),
            asking.attempts,
            schema=task_schema(parted.document, task, window.lines, style=asking.style),
            language=asking.language,
            progress=go_on,
        )

    jobs = [partial(one, *part) for part in zip(parted.windows, parted.prompts, strict=True)]
    return ask_at_once(jobs, calls_at_once(model, asking.concurrency), asking.progress)
