"""The main calls: chapters of a document, and passages about something, by a model or without."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from linewise.document import Document, as_document
from linewise.errors import OptionError
from linewise.models import ModelLike, as_model
from linewise.passages.asking import Asking, AskingOptions, found_by
from linewise.passages.local import local_chapters
from linewise.passages.tasks import chapters_task, find_task

if TYPE_CHECKING:
    from linewise.numbering import Passage
    from linewise.passages.found import Found

__all__ = ["ask_chapters", "ask_passages", "chapters", "find_passages"]


def chapters(
    content: Document | str,
    model: ModelLike | None = None,
    context: str | None = None,
    *,
    level: int | None = None,
    gaps: bool = False,
    overlap: bool = False,
    **options: Unpack[AskingOptions],
) -> list[Passage]:
    """Part a document into chapters, each with its title.

    Args:
        content: a text, or a Document (`load` opens a file).
        model: who says where: a model, its name, or a function from messages to words. Without
            one the headings say it, or the turns of topic.
        context: what else the model should know.
        level: without a model, the deepest level of headings that begin a chapter; all when
            left out.
        gaps: lines may belong to no chapter; else each chapter goes on to the next one.
        overlap: chapters may share lines; only with `gaps`.
        options: how the model is asked; see `Asking`.

    Raises:
        ReplyError: the last reply of the model could not be trusted.
        ModelError: the model gave no reply.
        OptionError: a setting has a value that does not exist, or needs a model, or none.
    """
    if model is not None:
        if level is not None:
            raise OptionError("level says which headings begin a chapter; leave out the model")
        return [*ask_chapters(content, model, context, gaps=gaps, overlap=overlap, **options)]
    if context or gaps or overlap or options:
        raise OptionError("context, gaps, overlap and options say how a model is asked; name one")
    return [*local_chapters(content, level=level)]


def ask_chapters(
    content: Document | str,
    model: ModelLike,
    context: str | None = None,
    *,
    gaps: bool = False,
    overlap: bool = False,
    **options: Unpack[AskingOptions],
) -> Found:
    """Ask a model for the chapters of a document; the same as `chapters`, with all it found out.

    Args:
        content: a text, or a Document (`load` opens a file).
        model: a model, its name, or a function from messages to words.
        context: what else the model should know.
        gaps: lines may belong to no chapter; else each chapter goes on to the next one.
        overlap: chapters may share lines; only with `gaps`.
        options: how the model is asked; see `Asking`.

    Raises:
        ReplyError: the last reply of the model could not be trusted.
        ModelError: the model gave no reply.
        OptionError: a setting has a value that does not exist.
        SizeError: the window leaves no room for lines.
    """
    task = chapters_task(context, gaps=gaps, overlap=overlap)
    return found_by(as_document(content), task, as_model(model), Asking(**options))


def find_passages(
    content: Document | str,
    instruction: str,
    model: ModelLike,
    context: str | None = None,
    *,
    overlap: bool = False,
    **options: Unpack[AskingOptions],
) -> list[Passage]:
    """Find the passages of a document that an instruction asks for, each with a title.

    Args:
        content: a text, or a Document (`load` opens a file).
        instruction: what to look for.
        model: a model, its name, or a function from messages to words.
        context: what else the model should know.
        overlap: passages may share lines.
        options: how the model is asked; see `Asking`.

    Raises:
        ReplyError: the last reply of the model could not be trusted.
        ModelError: the model gave no reply.
        OptionError: the instruction is empty, or a setting has a value that does not exist.
    """
    return [*ask_passages(content, instruction, model, context, overlap=overlap, **options)]


def ask_passages(
    content: Document | str,
    instruction: str,
    model: ModelLike,
    context: str | None = None,
    *,
    overlap: bool = False,
    **options: Unpack[AskingOptions],
) -> Found:
    """Ask a model for passages; the same as `find_passages`, with all it found out.

    Args:
        content: a text, or a Document (`load` opens a file).
        instruction: what to look for.
        model: a model, its name, or a function from messages to words.
        context: what else the model should know.
        overlap: passages may share lines.
        options: how the model is asked; see `Asking`.

    Raises:
        ReplyError: the last reply of the model could not be trusted.
        ModelError: the model gave no reply.
        OptionError: the instruction is empty, or a setting has a value that does not exist.
        SizeError: the window leaves no room for lines.
    """
    task = find_task(instruction, context, overlap=overlap)
    return found_by(as_document(content), task, as_model(model), Asking(**options))
