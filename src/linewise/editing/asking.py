"""Ask a model for an edit, and ask again where its reply cannot be trusted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from linewise.document import Document, as_document
from linewise.editing.prompt import edit_prompt, operations_schema
from linewise.editing.replying import edit_from_reply
from linewise.models import Message, ModelLike, as_model, ask

if TYPE_CHECKING:
    from linewise.editing.edit import Edit
    from linewise.models import Progress, Reply
    from linewise.numbering import Style

__all__ = ["edit"]


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
) -> Edit:
    """Let a model bring information into a document; nothing is written anywhere.

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

    Raises:
        ReplyError: the last reply could not be trusted, either.
        ModelError: the model gave no reply.
        OptionError: there is no such style, language or number of attempts.
    """
    document = as_document(content)
    prompt = edit_prompt(
        document, information, style=style, language=language, context=context, tags=tags
    )

    def read(reply: Reply) -> Edit:
        return edit_from_reply(
            document, reply.text, finish_reason=reply.finish_reason, partial=partial
        )

    answer = ask(
        as_model(model),
        [Message("user", prompt)],
        read,
        attempts,
        # A schema has no place for tags.
        schema=None if tags else operations_schema(document, style=style),
        language=language,
        progress=progress,
    )
    return replace(answer.value, usage=answer.usage)
