"""Splitting: ranked boundaries, one packer, one measure, and chunks that know their place."""

from linewise.splitting.calls import iter_split, split
from linewise.splitting.chunks import Chunk
from linewise.splitting.classic import (
    CharacterTextSplitter,
    RecursiveCharacterTextSplitter,
    TextSplitter,
    TokenTextSplitter,
)
from linewise.splitting.comparing import ChunkChanges, compare_chunks, rechunk
from linewise.splitting.statistics import PRESETS, Statistics, filter_chunks, stats
from linewise.splitting.windows import by_chars, by_lines, by_tokens

__all__ = [
    "PRESETS",
    "CharacterTextSplitter",
    "Chunk",
    "ChunkChanges",
    "RecursiveCharacterTextSplitter",
    "Statistics",
    "TextSplitter",
    "TokenTextSplitter",
    "by_chars",
    "by_lines",
    "by_tokens",
    "compare_chunks",
    "filter_chunks",
    "iter_split",
    "rechunk",
    "split",
    "stats",
]
