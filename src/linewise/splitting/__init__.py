"""Splitting: ranked boundaries, one packer, one measure, and chunks that know their place."""

from linewise.splitting.calls import iter_split, split
from linewise.splitting.chunks import Chunk
from linewise.splitting.classic import (
    CharacterTextSplitter,
    RecursiveCharacterTextSplitter,
    TextSplitter,
    TokenTextSplitter,
)
from linewise.splitting.windows import by_chars, by_lines, by_tokens

__all__ = [
    "CharacterTextSplitter",
    "Chunk",
    "RecursiveCharacterTextSplitter",
    "TextSplitter",
    "TokenTextSplitter",
    "by_chars",
    "by_lines",
    "by_tokens",
    "iter_split",
    "split",
]
