"""Texts in blocks: the indented lines after a bar or an angle bracket."""

from __future__ import annotations

import re
from typing import NamedTuple

from linewise.errors import ReplyError, ReplyErrorKind
from linewise.replies.nodes import Scalar, ScalarStyle

__all__ = ["BLOCK_HEADER", "BlockText", "column_of", "read_block_text"]

BLOCK_HEADER = re.compile(
    r"(?P<style>[|>])(?:(?P<chomp>[+-])?(?P<indent>[1-9])?|(?P<indent2>[1-9])(?P<chomp2>[+-]))"
    r"[ \t]*(?:[ \t]#[^\n]*)?(?:\r?\n|\Z)"
)
_LINE = re.compile(r"([ \t]*)([^\n]*)(\n|\Z)")
_TAB = 4


class BlockText(NamedTuple):
    """A text in a block, and the offset of the line after it."""

    scalar: Scalar
    end: int


def column_of(indent: str) -> int:
    """Return how far an indent reaches; a tab counts as four spaces."""
    return len(indent) + (_TAB - 1) * indent.count("\t")


def read_block_text(text: str, header: re.Match[str], parent: int, line: int) -> BlockText:
    """Read the lines that stand deeper than `parent`.

    Args:
        text: the payload.
        header: the match of `BLOCK_HEADER`.
        parent: the column of the name or the dash before the header.
        line: the reply's line, for messages.

    Raises:
        ReplyError: the lines cannot be joined as the angle bracket asks.
    """
    chomp = header["chomp"] or header["chomp2"] or ""
    wanted = header["indent"] or header["indent2"]
    prefix = " " * (parent + int(wanted)) if wanted else None
    lines: list[str] = []
    at = header.end()
    while at < len(text):
        match = _LINE.match(text, at)
        assert match is not None  # noqa: S101 - any line matches
        words = match[2].rstrip("\r")
        if words:
            prefix = match[1] if prefix is None and column_of(match[1]) > parent else prefix
            if prefix is None or not match[1].startswith(prefix):
                break
            lines.append(match[1][len(prefix) :] + words)
        else:
            lines.append(match[1][len(prefix or match[1]) :])
        at = match.end()
    return BlockText(_as_scalar(lines, header["style"], chomp, line), at)


def _as_scalar(lines: list[str], style: str, chomp: str, line: int) -> Scalar:
    used = len(lines)
    while used and not lines[used - 1].strip():
        used -= 1
    if not used:
        return Scalar("", ScalarStyle.EMPTY, line)
    words = "\n".join(lines[:used]) if style == "|" else _folded(lines[:used], line)
    if chomp == "+":
        words += "\n" * (len(lines) - used + 1)
    return Scalar(words, ScalarStyle.BLOCK, line)


def _folded(lines: list[str], line: int) -> str:
    """Join lines as YAML's folded style does."""
    import yaml  # noqa: PLC0415 - only few replies fold

    source = ">1-\n" + "".join(f" {words}\n" for words in lines)
    try:
        return str(yaml.load(source, Loader=yaml.BaseLoader))  # noqa: S506 - builds texts only
    except yaml.YAMLError:
        raise ReplyError(
            ReplyErrorKind.UNREADABLE,
            f"line {line} of the reply: the lines after > cannot be joined. "
            "Write the text between two double quotes, with \\n for a line break",
        ) from None
