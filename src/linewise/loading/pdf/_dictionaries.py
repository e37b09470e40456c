"""The dictionaries of a PDF file, read as far as it takes to know what its objects name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["entries", "name_of", "reference_of"]

_TOKEN = re.compile(
    rb"""
      %[^\r\n]*+
    | << | >> | [\[\]]
    | (?P<text> \( )
    | <[^<>]*+>
    | /[^\s/<>\[\](){}%]*+
    | [^\s/<>\[\](){}%]++
    """,
    re.VERBOSE,
)
_PARENTHESIS = re.compile(rb"\\.|[()]", re.DOTALL)
_NAME = re.compile(rb"\s*/([^\s/<>\[\](){}%]*)")
_ESCAPE = re.compile(rb"#([0-9A-Fa-f]{2})")
_REFERENCE = re.compile(rb"\s*(\d{1,8})\s+\d{1,5}\s+R\s*")


def entries(source: bytes) -> dict[bytes, bytes]:
    """Return the values of a dictionary by their names, as they are written; the last one counts.

    Args:
        source: begins with a dictionary; what follows it is not looked at.

    Raises:
        ValueError: the dictionary has no end.
    """
    found: dict[bytes, bytes] = {}
    key, start, depth = b"", 0, 0
    is_empty = False
    for first, end in _tokens(source):
        token = source[first:end]
        depth -= token in {b">>", b"]"}
        if depth < 1 and token != b"<<":
            if key:
                found[key] = source[start:first]
            return found
        if depth == 1 and token.startswith(b"/") and not is_empty:
            if key:
                found[key] = source[start:first]
            key, start, is_empty = name_of(token), end, True
        else:
            is_empty = False
        depth += token in {b"<<", b"["}
    if depth > 0:
        raise ValueError("a dictionary without an end")
    return found


def name_of(written: bytes) -> bytes:
    """Return the name that a value begins with, without its slash, its escapes read."""
    found = _NAME.match(written)
    return _ESCAPE.sub(lambda code: bytes([int(code[1], 16)]), found[1]) if found else b""


def reference_of(value: bytes) -> int | None:
    """Return the number of the object that a value refers to, None where it is no reference."""
    match = _REFERENCE.fullmatch(value)
    return int(match[1]) if match else None


def _tokens(source: bytes) -> Iterator[tuple[int, int]]:
    at = 0
    while (match := _TOKEN.search(source, at)) is not None:
        at = _end_of_text(source, match.end()) if match["text"] else match.end()
        if not match[0].startswith(b"%"):
            yield match.start(), at


def _end_of_text(source: bytes, at: int) -> int:
    """Return where a text ends whose first parenthesis ends at `at`."""
    depth = 1
    for match in _PARENTHESIS.finditer(source, at):
        depth += (match[0] == b"(") - (match[0] == b")")
        if not depth:
            return match.end()
    return len(source)
