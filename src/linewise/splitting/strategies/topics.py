"""A chunk to a topic: cuts where the words, or their vectors, turn to another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linewise.language import topic_turns
from linewise.splitting.strategies.layouts import Layout, Outline
from linewise.splitting.strategies.ranked import Ranked
from linewise.splitting.strategies.structure import text_ranks

if TYPE_CHECKING:
    from linewise.document import Document
    from linewise.splitting.strategies.layouts import Outlook

__all__ = ["layout"]


def layout(document: Document, outlook: Outlook) -> Layout:
    """Begin a chunk at each turn; what is longer than a chunk is cut at paragraphs first."""
    turns = topic_turns(document, language=outlook.language, embed=outlook.embed)
    strategy = Ranked(document.text, text_ranks(document, outlook.language))
    starts = [turn.offset for turn in turns]
    return Layout(strategy, starts, Outline(document) if document.headings else None)
