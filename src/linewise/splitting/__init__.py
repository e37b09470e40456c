"""Splitting: ranked boundaries, one packer, one measure, and chunks that know their place."""

from linewise.splitting.calls import split
from linewise.splitting.chunks import Chunk
from linewise.splitting.windows import by_chars, by_lines, by_tokens

__all__ = ["Chunk", "by_chars", "by_lines", "by_tokens", "split"]
