"""What a model is asked when a document shall be edited: the words, and the form of the answer."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from linewise._kinds import check_kind
from linewise.document import Document, as_document
from linewise.editing.shown import Shown
from linewise.errors import OptionError
from linewise.models import fenced, fill
from linewise.numbering import Style, content_tag, line_id, number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


__all__ = ["edit_prompt", "operations_schema"]

# Ids are listed in a schema up to this number; servers refuse long lists.
MAX_LISTED_IDS = 200

_EXAMPLES = (("one", 8), ("two", 12), ("three", 15), ("four", 23))


def edit_prompt(
    content: Document | str,
    information: str,
    *,
    style: Style = "pipe",
    language: str = "en",
    context: str | None = None,
    tags: bool = False,
    shown: Shown | None = None,
) -> str:
    """Return the prompt that asks a model to bring information into a document.

    Args:
        content: a text, or a Document (`load` opens a file).
        information: what is new.
        style: how the ids are written; `pipe` costs a quarter of the tokens of the others.
        language: the language of the prompt itself, `en` or `fr`.
        context: what else the model should know.
        tags: let ids carry a tag of the line's words, so that a reply about another version of
            the document is noticed.
        shown: which of its lines the model sees, such as `focused` chooses them; all when left
            out.

    Raises:
        OptionError: there is no such style or language, or other lines are shown.
    """
    document = as_document(content)
    _check_shown(shown, document)
    note = ""
    if shown is None or not any(shown.hidden()):
        numbered = number(document, style, tags=tags).text
    else:
        numbered = shown.text(style, tags=tags, language=language)
        ends = (line_id(2, style), line_id(5, style))
        note = fill("focus", "note", language, {"range": "..".join(ends)}).rstrip()
    return fill(
        "edit",
        "prompt",
        language,
        {
            "document": fenced(numbered) + note,
            "information": fenced(information),
            "context": fill("edit", "context", language, {"words": fenced(context)})
            if context
            else "",
            "tags": fill("edit", "tags", language, {}) if tags else "",
            **dict(_example_ids(style, tags=tags)),
        },
    )


def _check_shown(shown: Shown | None, document: Document) -> None:
    if shown is None:
        return
    check_kind("shown", shown, Shown)
    if shown.document is not document and shown.document.text != document.text:
        raise OptionError(
            f"shown are lines of another text, of {shown.document.line_count:,} lines and not "
            f"{document.line_count:,}; focused() chooses those of this one"
        )


def _example_ids(style: Style, *, tags: bool) -> Iterator[tuple[str, str]]:
    """Return ids for the example, as the numbered document has them."""
    for name, line in _EXAMPLES:
        yield name, _example_id(line, style, tags=tags)
    first, last = (_example_id(line, style, tags=tags) for line in (2, 5))
    yield "range", f"{first}..{last}"
    yield "zero", line_id(0, style)


def _example_id(line: int, style: Style, *, tags: bool) -> str:
    return line_id(line, style, content_tag(f"example {line}") if tags else None)


def operations_schema(
    content: Document | str, *, style: Style = "pipe", shown: Shown | None = None
) -> dict[str, Any]:
    """Return a JSON schema for the answer, for servers that hold a model to one.

    It asks for one object a function, with every argument by name, as strict servers want it.
    The ids of the document are listed where there are at most 200, so that no other can be
    written; a range is `line` and `end`.

    Args:
        content: a text, or a Document (`load` opens a file).
        style: how the ids are written in the prompt.
        shown: which lines the model sees; all when left out. Where some are not, it may ask for
            them.

    Raises:
        OptionError: other lines are shown than those of the document.
    """
    document = as_document(content)
    _check_shown(shown, document)
    text = {"type": "string"}
    line, place = {"$ref": "#/$defs/line"}, {"$ref": "#/$defs/place"}
    end = {"anyOf": [line, {"type": "null"}]}
    functions = [
        _function("insertLineAfter", {"line": place, "content": text}),
        _function("replaceLine", {"line": line, "end": end, "content": text}),
        _function("deleteLine", {"line": line, "end": end}),
        _function("replaceText", {"line": line, "old": text, "new": text}),
    ]
    if not document.line_count:
        functions = functions[:1]
    if shown is not None and any(shown.hidden()):
        functions.append(_function("showLines", {"lines": {"type": "array", "items": text}}))
    ids = [line_id(n, style) for n in islice(_lines(document, shown), MAX_LISTED_IDS + 2)]
    return {
        "type": "object",
        "properties": {"functions": {"type": "array", "items": {"anyOf": functions}}},
        "required": ["functions"],
        "additionalProperties": False,
        "$defs": {"place": _ids(ids, style), "line": _ids(ids[1:], style)},
    }


def _lines(document: Document, shown: Shown | None) -> Iterator[int]:
    """Yield the numbers that may be named, the place before the first line included."""
    yield 0
    for first, last in ((1, document.line_count),) if shown is None else shown.stretches:
        yield from range(first, last + 1)


def _function(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    properties = {"function": {"type": "string", "enum": [name]}, **arguments}
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _ids(ids: Sequence[str], style: Style) -> dict[str, Any]:
    if 0 < len(ids) <= MAX_LISTED_IDS:
        return {"type": "string", "enum": list(ids)}
    prefix = line_id(0, style).removesuffix("0")
    return {"type": "string", "pattern": f"^{prefix}[0-9]+$"}
