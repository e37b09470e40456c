"""Sections of any text: headings, then paragraphs, lines and sentences."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from linewise.document import Heading, Span
from linewise.loading.books import book_headings
from linewise.loading.markdown import markdown_headings
from linewise.splitting.strategies.layouts import Layout, Outline, outlined, section_starts
from linewise.splitting.strategies.ranked import Ranked
from linewise.splitting.strategies.sentences import sentence_bounds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linewise.document import Document
    from linewise.splitting.strategies.layouts import Outlook

__all__ = ["headings_of", "layout", "text_ranks"]

_PARAGRAPH = re.compile(r"\n[^\S\n]*+\n\s*+")

_MARKDOWN = re.compile(r"(?m)^#{1,6}[ \t]+\S|^(?:```|~~~)")
_WIKI = re.compile(r"(?m)^(={1,6})[ \t]*+([^=\n]++)\1[^\S\n]*+$")
_HTML = re.compile(r"(?is)<h([1-6])\b[^<>]*+>([^<]*+(?:<(?!/h\1\s*>)[^<]*+){0,50}+)</h\1\s*>")
_TAG = re.compile(r"<[^<>]*+>")


def layout(document: Document, outlook: Outlook) -> Layout:
    """Lay sections at headings, and in them paragraphs, lines and sentences."""
    known = outlined(document, headings_of)
    strategy = Ranked(document.text, text_ranks(document, outlook.language))
    return Layout(strategy, section_starts(known), Outline(known) if known.headings else None)


def headings_of(text: str) -> Sequence[Heading]:
    """Find the headings of a text in the form that it has: HTML, Markdown, wiki, or a book's."""
    if _HTML.search(text):
        return [_html_heading(match) for match in _HTML.finditer(text)]
    if _MARKDOWN.search(text):
        return markdown_headings(text)
    wiki = [
        Heading(len(match[1]), match[2].strip(), Span(*match.span()))
        for match in _WIKI.finditer(text)
        if match[2].strip()
    ]
    return wiki or book_headings(text)


def text_ranks(document: Document, language: str | None = None) -> list[list[int]]:
    """Return the boundaries of running text: paragraphs, lines that end a sentence, sentences."""
    text = document.text
    paragraphs = [_line_start(text, match.end()) for match in _PARAGRAPH.finditer(text)]
    at_lines: list[int] = []
    in_lines: list[int] = []
    for end in sentence_bounds(document, language):
        (at_lines if text[end - 1] == "\n" else in_lines).append(end)
    return [paragraphs, at_lines, in_lines]


def _line_start(text: str, offset: int) -> int:
    """Return the start of the line whose first word begins at an offset."""
    return text.rfind("\n", 0, offset) + 1


def _html_heading(match: re.Match[str]) -> Heading:
    title = " ".join(_TAG.sub("", match[2]).split())
    return Heading(int(match[1]), title, Span(*match.span()))
