"""Ask a model for an edit, and ask again where its reply cannot be trusted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linewise.document import Document, as_document
from linewise.editing.rounds import Asking, edit_focused, edit_part_by_part, edit_whole
from linewise.errors import OptionError
from linewise.models import ModelLike, as_model

if TYPE_CHECKING:
    from collections.abc import Callable

    from linewise.editing.edit import Edit
    from linewise.models import Progress
    from linewise.numbering import Style
    from linewise.tokens import TokenizerLike

__all__ = ["edit"]

# Where focus is asked for, a document that would fit is shown up to this part of it.
_FOCUS_SHARE = 5
_LEAST_FOCUS = 2_000


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
        content: the document.
        information: what is new.
        model: who is asked: a model, its name, or a function from messages to words.
        context: what else the model should know.
        style: how the ids are written.
        language: of the prompt, `en` or `fr`.
        tags: let ids carry a tag of the line's words.
        partial: leave out what cannot be trusted and list it in `Edit.refused`.
        attempts: how many replies are looked at; a refused one goes back with the reason.
        progress: called with each stretch of a reply as it arrives.
        window: the tokens of a prompt at most.
        focus: show only what matters, though all would fit; a fifth of the document at most.
        thorough: show all of it, in as many prompts as that takes, and join the edits.
        tokenizer: what counts tokens.
        done: called with how many parts are read, and how many there are.

    Raises:
        ReplyError: the last reply could not be trusted, either, or edits of two parts contradict
            each other.
        ModelError: the model gave no reply.
        OptionError: there is no such style, language or number of attempts; focus and thorough
            were both asked for.
        SizeError: the window has no room for the document.
        TokenizerError: there is no such tokenizer.
    """
    if focus and thorough:
        raise OptionError("focus shows what matters and thorough shows all; ask for one of them")
    if window < 1:
        raise OptionError(f"a window holds 1 token or more, not window={window}")
    document = as_document(content)
    asking = Asking(
        information=information,
        model=as_model(model),
        context=context,
        style=style,
        language=language,
        tags=tags,
        partial=partial,
        attempts=attempts,
        window=window,
        tokenizer=tokenizer,
        progress=progress,
    )
    if not focus and asking.count(asking.prompt(document)) <= window:
        return edit_whole(document, asking)
    if thorough:
        return edit_part_by_part(document, asking, done)
    return edit_focused(document, asking, _most_shown(document, asking, focus=focus))


def _most_shown(document: Document, asking: Asking, *, focus: bool) -> int:
    """Return how many tokens of a document are shown: what fits, or a part where that is asked."""
    room = asking.room(document)
    if not focus:
        return room
    return min(room, max(_LEAST_FOCUS, asking.count(document.text) // _FOCUS_SHARE))
