"""Ask a model for an edit, and ask again where its reply cannot be trusted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypedDict, Unpack

from linewise.document import Document, as_document
from linewise.editing.question import Question
from linewise.editing.rounds import Asking, edit_focused, edit_part_by_part, edit_whole
from linewise.errors import OptionError
from linewise.models import ModelLike, as_model

if TYPE_CHECKING:
    from collections.abc import Callable

    from linewise.editing.edit import Edit
    from linewise.editing.shown import Shown
    from linewise.models import Progress
    from linewise.numbering import Style
    from linewise.tokens import TokenizerLike

__all__ = ["EditPrompt", "Form", "edit", "edit_prompts"]


class Form(TypedDict, total=False):
    """The form of a question; see `edit`."""

    style: Style
    language: str
    tags: bool
    window: int
    tokenizer: TokenizerLike


class EditPrompt(NamedTuple):
    """What is asked at once.

    Attributes:
        prompt: the words.
        shown: which lines the model sees; None where it sees all.
    """

    prompt: str
    shown: Shown | None = None


def edit(
    content: Document | str,
    information: str,
    model: ModelLike,
    context: str | None = None,
    *,
    style: Style = "pipe",
    language: str = "en",
    tags: bool = False,
    partial: bool = False,
    attempts: int = 3,
    concurrency: int = 4,
    progress: Progress | None = None,
    window: int = 24_000,
    focus: bool = False,
    thorough: bool = False,
    tokenizer: TokenizerLike = "o200k",
    done: Callable[[int, int], None] | None = None,
) -> Edit:
    """Let a model bring information into a document; nothing is written anywhere.

    Of a document that does not fit into the window the model is shown the lines that matter; it
    may ask for others, and cannot change what it did not see. `Edit.shown` says what it saw.

    Args:
        content: a text, or a Document (`load` opens a file).
        information: what is new.
        model: who is asked: a model, its name, or a function from messages to words.
        context: what else the model should know.
        style: how the ids are written.
        language: of the prompt, `en` or `fr`.
        tags: let ids carry a tag of the line's words.
        partial: leave out what cannot be trusted and list it in `Edit.refused`.
        attempts: how many replies are looked at; a refused one goes back with the reason.
        concurrency: how many parts of a thorough edit are asked about at the same time.
        progress: called with each stretch of a reply as it arrives; from several threads, where
            several parts are asked about at the same time.
        window: the tokens of a prompt at most.
        focus: show only what matters, though all would fit; a fifth of the document at most.
        thorough: show all of it, in as many prompts as that takes, and join the edits.
        tokenizer: what counts tokens.
        done: called with how many parts are read, and how many there are.

    Raises:
        ReplyError: the last reply could not be trusted, either, or edits of two parts contradict
            each other.
        ModelError: the model gave no reply.
        OptionError: the information is empty; there is no such style, language, or number of
            attempts or parts; focus and thorough were both asked for.
        SizeError: the window has no room for the document.
        TokenizerError: there is no such tokenizer.
    """
    document = as_document(content)
    question = Question(
        information=information,
        context=context,
        style=style,
        language=language,
        tags=tags,
        window=window,
        tokenizer=tokenizer,
    )
    asking = Asking(
        question=question,
        model=as_model(model),
        partial=partial,
        attempts=attempts,
        concurrency=concurrency,
        progress=progress,
    )
    way = _way(document, question, focus=focus, thorough=thorough)
    if way == "whole":
        return edit_whole(document, asking)
    if way == "thorough":
        return edit_part_by_part(document, asking, done)
    return edit_focused(document, asking, sparing=focus)


def edit_prompts(
    content: Document | str,
    information: str,
    context: str | None = None,
    *,
    focus: bool = False,
    thorough: bool = False,
    **form: Unpack[Form],
) -> list[EditPrompt]:
    """Return what `edit` would ask first, and what it would show of the document.

    Args:
        content: a text, or a Document (`load` opens a file).
        information: what is new.
        context: what else the model should know.
        focus: show only what matters, though all would fit.
        thorough: show all of it, in as many prompts as that takes.
        form: as for `edit`: style, language, tags, window, tokenizer.

    Raises:
        OptionError: a setting has a value that does not exist.
        SizeError: the window has no room for the document.
        TokenizerError: there is no such tokenizer.
    """
    document = as_document(content)
    question = Question(information=information, context=context, **form)
    way = _way(document, question, focus=focus, thorough=thorough)
    if way == "whole":
        return [EditPrompt(question.prompt(document))]
    if way == "thorough":
        shown = question.parts(document)
    else:
        shown = [question.focused(document, sparing=focus)]
    return [EditPrompt(question.prompt(document, one), one) for one in shown]


def _way(
    document: Document, question: Question, *, focus: bool, thorough: bool
) -> Literal["whole", "focus", "thorough"]:
    """Return how a document is asked about."""
    if focus and thorough:
        raise OptionError("focus shows what matters and thorough shows all; ask for one of them")
    if not focus and question.fits(document):
        return "whole"
    return "thorough" if thorough else "focus"
