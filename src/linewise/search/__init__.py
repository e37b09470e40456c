"""Find things in documents: a quotation's place, and the pieces that answer a question."""

from linewise.search.quotes import Match, QuoteFinder, locate_quote

__all__ = ["Match", "QuoteFinder", "locate_quote"]
