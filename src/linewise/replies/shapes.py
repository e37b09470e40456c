"""Replies that are something else than what was asked for, recognised as what they are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from linewise.errors import ReplyErrorKind

if TYPE_CHECKING:
    from linewise.document import Document

__all__ = ["foreign_shape", "resembles"]

_DIFF = re.compile(
    r"^(?:diff --git |--- [^\n]*\n\+\+\+ |@@ -[0-9]|\*\*\* (?:Begin Patch|[0-9]+,[0-9]+ \*\*\*\*)"
    r"|<<<<<<< |[0-9]+(?:,[0-9]+)?[acd][0-9]+(?:,[0-9]+)?\n[<>] )",
    re.MULTILINE,
)
_XML = re.compile(r"\s*<(?!\|)[?!]?[A-Za-z][\w.:-]*(?:\s[^<>]*)?/?>")
_NUMBERING = re.compile(
    r"""<(?:p|div)\ id="[a-z-]*[0-9]+(?::..)?">
    | \[?[0-9]+(?::[0-9a-z]{2})?(?:\||\]|:\ |\t)""",
    re.VERBOSE,
)
_SAMPLE = 2000

_DIFFS = frozenset(("diff", "patch", "udiff"))
_MARKUP = frozenset(("xml", "html"))


def foreign_shape(body: str, info: str = "") -> ReplyErrorKind | None:
    """Return the kind of a reply that is a diff, search and replace blocks, or markup."""
    if info.lower() in _DIFFS or _DIFF.search(body):
        return ReplyErrorKind.WRONG_FORMAT
    if _XML.match(body) or info.lower() in _MARKUP:
        return ReplyErrorKind.WRONG_FORMAT
    return None


def resembles(body: str, document: Document) -> bool:
    """Tell whether a reply is the document, or a good part of it, written out again."""
    written = [line for line in map(_bare, body.split("\n", _SAMPLE)[:_SAMPLE]) if len(line) > 1]
    if not written:
        return False
    lines = document.lines
    known = {line.strip() for line in lines[: 4 * _SAMPLE]}
    same = sum(line in known for line in written)
    needed = min(3, max(1, sum(len(line) > 1 for line in known) - 1))
    return same >= needed and 2 * same >= len(written)


def _bare(line: str) -> str:
    """Return a line without an id in front and the end tag of its style."""
    words = line.strip()
    numbering = _NUMBERING.match(words)
    if numbering is None:
        return words
    return words[numbering.end() :].removesuffix("</p>").removesuffix("</div>").strip()
