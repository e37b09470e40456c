"""Whole sentences, packed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linewise.language import sentences
from linewise.splitting.strategies.layouts import Layout, Outline
from linewise.splitting.strategies.ranked import Ranked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from linewise.document import Document
    from linewise.splitting.strategies.layouts import Outlook

__all__ = ["layout", "sentence_bounds"]


def layout(document: Document, outlook: Outlook) -> Layout:
    """Lay boundaries at the ends of sentences."""
    ends = sentence_bounds(document, outlook.language)
    context = Outline(document) if document.headings else None
    return Layout(Ranked(document.text, [ends]), context=context)


def sentence_bounds(document: Document, language: str | None = None) -> Iterator[int]:
    """Yield where sentences end; the indentation of a line goes with the line."""
    text, before = document.text, 0
    for sentence in sentences(document, language):
        end = sentence.end
        line = text.rfind("\n", before, end) + 1
        if before < line < end and text[line:end].isspace():
            end = line
        yield end
        before = end
