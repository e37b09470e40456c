"""A document of a PDF as plain values, and back.

What comes back is checked: another process sent it, and it read what a stranger wrote.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linewise._kinds import check_items, check_kind
from linewise.document import Document, Heading, Page, Span

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["document_from", "json_of"]

# What a file says of itself in words; where it says nothing, the value is None.
_SAID = ("title", "author", "subject", "keywords", "creator", "producer", "created", "modified")


def json_of(document: Document) -> dict[str, Any]:
    """Return the parts of a document as plain values."""
    return {
        "text": document.text,
        "headings": [[h.level, h.title, h.span.start, h.span.end] for h in document.headings],
        "pages": [[p.number, p.label, p.span.start, p.span.end] for p in document.pages],
        "pdf": document.metadata["pdf"],
    }


def document_from(parts: Mapping[str, Any], name: str | None) -> Document:
    """Return the document that was sent.

    Args:
        parts: what `json_of` made.
        name: of the file that it was read from.

    Raises:
        LinewiseError: its parts do not fit its text.
        KeyError: a part is missing.
        TypeError: a part is of another kind.
        ValueError: a part has a value too many or too few.
    """
    text = _of(str, parts["text"])
    return Document(
        text,
        source=name,
        metadata={"format": "pdf", "pdf": _findings(parts["pdf"], len(text))},
        headings=[
            Heading(_of(int, level), _of(str, title), Span(start, end))
            for level, title, start, end in parts["headings"]
        ],
        pages=[
            Page(_of(int, number), Span(start, end), _words(label))
            for number, label, start, end in parts["pages"]
        ],
    )


def _findings(told: Mapping[str, Any], length: int) -> dict[str, Any]:
    furniture = [Span(start, end) for start, end in told["furniture"]]
    if any(span.end > length for span in furniture):
        raise ValueError("furniture stands after the text")
    return {
        **{key: _words(told[key]) for key in _SAID},
        "page_count": _of(int, told["page_count"]),
        "warnings": _several("warning", told["warnings"], str),
        "furniture": tuple((span.start, span.end) for span in furniture),
        "without_text": _several("page", told["without_text"], int),
    }


def _several(name: str, values: Any, kind: type) -> tuple[Any, ...]:
    found = tuple(_of(list, values))
    check_items(name, found, kind)
    return found


def _words(value: Any) -> str | None:
    return None if value is None else _of(str, value)


def _of(kind: type, value: Any) -> Any:
    check_kind("a part", value, kind)
    return value
