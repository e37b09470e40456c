"""Measures of length: characters, grapheme clusters, bytes, estimates and real tokens."""

from linewise.tokens.graphemes import (
    FIRST_JOINER,
    JOINERS,
    Graphemes,
    ceil_boundary,
    cluster_starts,
    count_graphemes,
    floor_boundary,
)
from linewise.tokens.lines import line_costs
from linewise.tokens.tokenizers import (
    ESTIMATE,
    SIMPLE,
    Encoder,
    Tokenizer,
    TokenizerLike,
    count_tokens,
    tokenizer_for,
)

__all__ = [
    "ESTIMATE",
    "FIRST_JOINER",
    "JOINERS",
    "SIMPLE",
    "Encoder",
    "Graphemes",
    "Tokenizer",
    "TokenizerLike",
    "ceil_boundary",
    "cluster_starts",
    "count_graphemes",
    "count_tokens",
    "floor_boundary",
    "line_costs",
    "tokenizer_for",
]
