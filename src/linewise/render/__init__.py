"""Layers over a document as text for a terminal or a page."""

from linewise.render.highlight import highlight_page
from linewise.render.hunks import Hunk, LineChange, hunks, line_changes
from linewise.render.terminal import terminal_diff
from linewise.render.unified import unified_diff
from linewise.render.words import MarkedLine, Row, marked_hunks, word_marks

__all__ = [
    "Hunk",
    "LineChange",
    "MarkedLine",
    "Row",
    "highlight_page",
    "hunks",
    "line_changes",
    "marked_hunks",
    "terminal_diff",
    "unified_diff",
    "word_marks",
]
