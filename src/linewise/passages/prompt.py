"""What a model is asked: the words, and the form of the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linewise.models import fenced, fill
from linewise.numbering import Style, line_id, number

if TYPE_CHECKING:
    from linewise.document import Document
    from linewise.passages.tasks import Task

__all__ = ["task_prompt", "task_schema"]

# Ids are listed in a schema up to this number; servers refuse long lists.
_MOST_LISTED = 200

_EXAMPLES = {"one": 12, "two": 47, "three": 85, "four": 91}


def task_prompt(
    document: Document,
    task: Task,
    lines: tuple[int, int] | None = None,
    *,
    style: Style = "pipe",
    language: str = "en",
) -> str:
    """Return the prompt for a task on a document or a part of it.

    Args:
        document: the document.
        task: what is asked.
        lines: the first and the last line that are shown, with their true ids; all when left out.
        style: how the ids are written.
        language: of the prompt, `en` or `fr`.

    Raises:
        OptionError: there is no such style or language.
        SpanError: there are no such lines.
    """
    words = {
        "document": fenced(number(document, style, lines=lines).text),
        "instruction": fenced(task.instruction or ""),
        "context": "",
        "window": "",
        "overlap": "",
        **{name: line_id(line, style) for name, line in _EXAMPLES.items()},
    }
    if task.has_ends:
        kind = "shared" if task.overlap else "apart"
        words["overlap"] = fill(task.prompt, kind, language, {})
    if task.context:
        words["context"] = fill(task.prompt, "context", language, {"words": fenced(task.context)})
    if lines is not None and lines != (1, document.line_count):
        ends = {"first": line_id(lines[0], style), "last": line_id(lines[1], style)}
        words["window"] = fill(task.prompt, "window", language, ends)
    return fill(task.prompt, task.part, language, words)


def task_schema(
    document: Document,
    task: Task,
    lines: tuple[int, int] | None = None,
    *,
    style: Style = "pipe",
) -> dict[str, Any]:
    """Return a JSON schema for the answer, for servers that hold a model to one.

    Args:
        document: the document.
        task: what is asked.
        lines: the first and the last line that are shown; all when left out.
        style: how the ids are written in the prompt.
    """
    first, last = lines or (1, document.line_count)
    line = _ids(range(first, last + 1), style)
    places = {"start": line, "end": line} if task.has_ends else {"start": line}
    properties = {**places, "title": {"type": "string"}}
    item = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {task.listed: {"type": "array", "items": item}},
        "required": [task.listed],
        "additionalProperties": False,
    }


def _ids(lines: range, style: Style) -> dict[str, Any]:
    if 0 < len(lines) <= _MOST_LISTED:
        return {"type": "string", "enum": [line_id(line, style) for line in lines]}
    prefix = line_id(0, style).removesuffix("0")
    return {"type": "string", "pattern": f"^{prefix}[0-9]+$"}
