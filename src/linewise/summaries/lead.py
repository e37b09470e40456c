"""The method `lead`: the first paragraph that says something."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from linewise.document import Span

if TYPE_CHECKING:
    from linewise.document import Document

__all__ = ["lead_of"]

_PARAGRAPH_END = re.compile(r"\n[^\S\n]*\n\s*|\Z")

# A paragraph of no more characters is a line of address or a date.
_SHORT = 30


def lead_of(document: Document) -> Span | None:
    """Return the first paragraph of more than 30 characters that is no heading or picture."""
    text = document.text
    at = len(text) - len(text.lstrip())
    for end in _PARAGRAPH_END.finditer(text, at):
        span = Span(at, at + len(text[at : end.start()].rstrip()))
        if span.length > _SHORT and text[at] not in "#!":
            return span
        at = end.end()
    return None
