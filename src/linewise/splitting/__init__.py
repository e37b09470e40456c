"""Splitting: ranked boundaries, one packer, one measure, and chunks that know their place."""

from linewise.splitting.windows import by_chars, by_lines, by_tokens

__all__ = ["by_chars", "by_lines", "by_tokens"]
