"""From a model's reply to an edit that can be trusted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from linewise.document import Document, as_document
from linewise.editing.content import settle
from linewise.editing.plan import plan
from linewise.editing.reading import ReadOperations, Refusal, read_operations
from linewise.errors import ReplyError, ReplyErrorKind
from linewise.replies import resembles

if TYPE_CHECKING:
    from linewise.editing.edit import Edit

__all__ = ["edit_from_reply"]

# Refusals of what the document looks like when it is read as a list.
_MAYBE_DOCUMENT = frozenset(
    (
        ReplyErrorKind.NO_OPERATIONS,
        ReplyErrorKind.UNREADABLE,
        ReplyErrorKind.UNKNOWN_FUNCTION,
        ReplyErrorKind.WRONG_FORMAT,
    )
)


def edit_from_reply(
    content: Document | str,
    reply: str,
    *,
    finish_reason: str | None = None,
    partial: bool = False,
) -> Edit:
    """Return the edit that a model's reply asks for.

    Nothing is guessed: what was mended in the reply is listed in `Edit.repairs`, what may not be
    what was meant in `Edit.warnings`, and whatever could change the meaning is refused.

    Args:
        content: a text, or a Document (`load` opens a file), as the model saw it.
        reply: as the model sent it.
        finish_reason: why the server says that the model stopped, where it says so.
        partial: leave out what cannot be trusted and list it in `Edit.refused`, instead of
            refusing the reply.

    Raises:
        ReplyError: the reply cannot be trusted; the message can be sent back to the model.
    """
    document = as_document(content)
    try:
        read = _read(document, reply, finish_reason, partial=partial)
        settled = settle(document, read, partial=partial)
        edit = plan(document, settled.operations, partial=partial)
    except ReplyError as error:
        error.reply = reply
        raise
    unsettled = tuple(Refusal(error.item or 0, error) for error in settled.errors)
    return replace(
        edit,
        repairs=read.repairs + settled.repairs + edit.repairs,
        warnings=read.warnings + settled.warnings,
        refused=tuple(
            sorted(read.refused + unsettled + edit.refused, key=lambda refusal: refusal.item)
        ),
    )


def _read(
    document: Document, reply: str, finish_reason: str | None, *, partial: bool
) -> ReadOperations:
    try:
        return read_operations(reply, finish_reason=finish_reason, partial=partial)
    except ReplyError as error:
        if error.kind in _MAYBE_DOCUMENT and resembles(reply, document):
            raise ReplyError(
                ReplyErrorKind.FULL_DOCUMENT,
                "the reply is the document written out again. Answer with the functions alone: "
                "name the lines that change, and write only the new words",
                reply=reply,
            ) from None
        raise
