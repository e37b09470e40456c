"""Find things in documents: a quotation's place, and the pieces that answer a question."""

from linewise.search.fusion import reciprocal_rank_fusion
from linewise.search.lines import FoundLines, find_lines
from linewise.search.pieces import Hit, PieceIndex
from linewise.search.plain import find_words
from linewise.search.quotes import Match, QuoteFinder, locate_quote

__all__ = [
    "FoundLines",
    "Hit",
    "Match",
    "PieceIndex",
    "QuoteFinder",
    "find_lines",
    "find_words",
    "locate_quote",
    "reciprocal_rank_fusion",
]
