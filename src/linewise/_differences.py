"""How two texts differ, as the fewest and plainest replacements: lines first, then words."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import chain, groupby
from typing import TYPE_CHECKING, NamedTuple

from linewise._matching import Block, common_prefix, common_suffix, matching_blocks

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Hunk", "differences"]

_IDEOGRAPH = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_FLAG = "\U0001f1e6-\U0001f1ff"
_LINE = re.compile(r"[^\n]*\n|[^\n]+")

# A hunk that keeps less than this share of its words reads better replaced as a whole.
_WORDS_KEPT = 0.25


class Hunk(NamedTuple):
    """A stretch of the old text and the stretch of the new text that stands in its place."""

    old_start: int
    old_end: int
    new_start: int
    new_end: int


def differences(old: str, new: str) -> Iterator[Hunk]:
    """Yield the hunks in which two texts differ, in order; between them the two are equal."""
    for hunk in _line_hunks(old, new):
        if hunk.old_start == hunk.old_end or hunk.new_start == hunk.new_end:
            yield hunk
        else:
            yield from _refined(old, new, hunk)


def _line_hunks(old: str, new: str) -> Iterator[Hunk]:
    """Yield the hunks of whole lines."""
    start = common_prefix(old, new)
    if start == len(old) == len(new):
        return
    start = old.rfind("\n", 0, start) + 1
    same_end = common_suffix(old[start:], new[start:])
    line_end = old.find("\n", len(old) - same_end)
    same_end = len(old) - line_end - 1 if line_end >= 0 else 0
    old_lines = _LINE.findall(old, start, len(old) - same_end)
    new_lines = _LINE.findall(new, start, len(new) - same_end)
    yield from _unmatched(old_lines, new_lines, matching_blocks(old_lines, new_lines), start, start)


def _refined(old: str, new: str, hunk: Hunk) -> Iterator[Hunk]:
    """Yield the words of a hunk that differ, each trimmed to the characters that do."""
    old_tokens = _token_pattern().findall(old, hunk.old_start, hunk.old_end)
    new_tokens = _token_pattern().findall(new, hunk.new_start, hunk.new_end)
    blocks = _worth_keeping(matching_blocks(old_tokens, new_tokens), old_tokens, new_tokens)
    blocks = _slid(blocks, old_tokens, new_tokens)
    for words in _unmatched(old_tokens, new_tokens, blocks, hunk.old_start, hunk.new_start):
        yield _trimmed(old, new, words)


@cache
def _token_pattern() -> re.Pattern[str]:
    """Return the pattern of a token: what a reader takes for one thing.

    A line end, a word with its marks, a run of blanks, a run of flags, or one character with
    what is joined to it. Finding the marks takes some milliseconds, so it is done when needed.
    """
    joined = f"[{_marks()}]*"
    return re.compile(
        rf"\r\n|(?:[^\W{_IDEOGRAPH}]++{joined})+|[^\S\r\n]+|[{_FLAG}]+"
        rf"|[\s\S]{joined}(?:(?<=\u200d)\S{joined})*"
    )


def _marks() -> str:
    """Return the ranges of the characters that belong to the one before them."""
    codes = [
        code
        for code in chain(range(0x300, 0x20000), range(0xE0100, 0xE01F0))
        if _is_mark(chr(code))
    ]
    runs = groupby(enumerate(codes), lambda pair: pair[1] - pair[0])
    ranges = [[code for _, code in run] for _, run in runs]
    return "".join(f"{chr(run[0])}-{chr(run[-1])}" for run in ranges)


def _is_mark(character: str) -> bool:
    """Tell combining marks, joiners and skin tones."""
    return (
        character in "\u200c\u200d"
        or "\U0001f3fb" <= character <= "\U0001f3ff"
        or unicodedata.category(character).startswith("M")
    )


def _unmatched(
    old: list[str], new: list[str], blocks: list[Block], old_start: int, new_start: int
) -> Iterator[Hunk]:
    """Yield as offsets what lies between the blocks that two lists of strings share."""
    a_start = b_start = 0
    for a_next, b_next, size in [*blocks, Block(len(old), len(new), 0)]:
        old_end = old_start + sum(map(len, old[a_start:a_next]))
        new_end = new_start + sum(map(len, new[b_start:b_next]))
        if old_start < old_end or new_start < new_end:
            yield Hunk(old_start, old_end, new_start, new_end)
        a_start, b_start = a_next + size, b_next + size
        shared = sum(map(len, old[a_next:a_start]))
        old_start, new_start = old_end + shared, new_end + shared


def _worth_keeping(blocks: list[Block], old: list[str], new: list[str]) -> list[Block]:
    """Leave out matches that only chop a rewritten passage into confetti.

    Where next to no word survives, nothing is kept; elsewhere, a match of blanks and signs
    between two changes of the same line is not.
    """
    matched = [old[block.a_start : block.a_start + block.size] for block in blocks]
    kept = sum(map(_letters, matched))
    if kept < _WORDS_KEPT * min(_letters(old), _letters(new)):
        return []
    return [
        block
        for block, tokens in zip(blocks, matched, strict=True)
        if _letters(tokens) or any("\n" in token for token in tokens)
    ]


def _slid(blocks: list[Block], old: list[str], new: list[str]) -> list[Block]:
    """Let lines that only one side has start behind a line end, where they may as well.

    So lines put in or taken out are whole lines: "two" and its end, not an end and "two".
    """
    slid: list[Block] = []
    a_end = b_end = 0
    for a_start, b_start, size in blocks:
        rest = _line_end(old, a_start, a_start + size) - a_start
        a_line, b_line = _line_end(old, a_end, a_start), _line_end(new, b_end, b_start)
        a_rest, b_rest = max(a_end, a_line - rest), max(b_end, b_line - rest)
        line_rest = old[a_start : a_start + rest]
        if rest and new[b_rest:b_line] == line_rest:
            slid.append(Block(a_start, b_rest, rest))
        elif rest and old[a_rest:a_line] == line_rest:
            slid.append(Block(a_rest, b_start, rest))
        else:
            rest = 0
        if rest < size:
            slid.append(Block(a_start + rest, b_start + rest, size - rest))
        a_end, b_end = a_start + size, b_start + size
    return slid


def _line_end(tokens: list[str], start: int, end: int) -> int:
    """Return the index after the first line end in a range, or `start` when there is none."""
    return next((at + 1 for at in range(start, end) if tokens[at].endswith("\n")), start)


def _letters(tokens: list[str]) -> int:
    return sum(len(token) for token in tokens if token[0].isalnum() or token[0] == "_")


def _trimmed(old: str, new: str, hunk: Hunk) -> Hunk:
    """Cut off the characters that both sides of a hunk share at its ends.

    A carriage return stays with its line feed and a character with its combining marks.
    """
    before, after = old[hunk.old_start : hunk.old_end], new[hunk.new_start : hunk.new_end]
    head = common_prefix(before, after)
    while head and (
        _is_inside(old, hunk.old_start + head) or _is_inside(new, hunk.new_start + head)
    ):
        head -= 1
    tail = common_suffix(before[head:], after[head:])
    while tail and (_is_inside(old, hunk.old_end - tail) or _is_inside(new, hunk.new_end - tail)):
        tail -= 1
    return Hunk(
        hunk.old_start + head, hunk.old_end - tail, hunk.new_start + head, hunk.new_end - tail
    )


def _is_inside(text: str, offset: int) -> bool:
    """Tell whether an offset lies between characters that belong together."""
    if not 0 < offset < len(text):
        return False
    before, after = text[offset - 1], text[offset]
    if after < "\u0300":
        return before == "\r" and after == "\n"
    flags = "\U0001f1e6" <= before <= "\U0001f1ff" and "\U0001f1e6" <= after <= "\U0001f1ff"
    return flags or before == "\u200d" or _is_mark(after)
