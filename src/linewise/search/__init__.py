"""Find things in documents: a quotation's place, and the pieces that answer a question."""

from linewise.search.fusion import reciprocal_rank_fusion
from linewise.search.pieces import Hit, PieceIndex
from linewise.search.quotes import Match, QuoteFinder, locate_quote
from linewise.search.words import FoundLines, find_lines, find_words

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
