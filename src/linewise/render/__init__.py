"""Layers over a document as text for a terminal or a page.

`view` is the whole page of a document. For a page of your own: `pages.page` closes a body in,
`drawing.draw` is the text with its layers, and `plots` and `heat_map` are its figures.
"""

from linewise.render.colouring import terminal_view
from linewise.render.drawing import draw, layer_rules, switches
from linewise.render.heat_map import heat_map_svg
from linewise.render.highlight import highlight_page
from linewise.render.hunks import Hunk, LineChange, hunks, line_changes
from linewise.render.layers import Layer, Look, Run, runs
from linewise.render.markup import shown_text
from linewise.render.pages import asset, fill, page
from linewise.render.plots import Line, histogram_svg, lines_svg
from linewise.render.terminal import terminal_diff
from linewise.render.unified import unified_diff
from linewise.render.viewing import view
from linewise.render.words import MarkedLine, Row, marked_hunks, word_marks
from linewise.render.written import written_layer

__all__ = [
    "Hunk",
    "Layer",
    "Line",
    "LineChange",
    "Look",
    "MarkedLine",
    "Row",
    "Run",
    "asset",
    "draw",
    "fill",
    "heat_map_svg",
    "highlight_page",
    "histogram_svg",
    "hunks",
    "layer_rules",
    "line_changes",
    "lines_svg",
    "marked_hunks",
    "page",
    "runs",
    "shown_text",
    "switches",
    "terminal_diff",
    "terminal_view",
    "unified_diff",
    "view",
    "word_marks",
    "written_layer",
]
