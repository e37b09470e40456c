"""Texts without quotes: taken as they stand, unless something shows that they are not whole."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from linewise.errors import ReplyError, ReplyErrorKind
from linewise.replies.flow import refuse_unsafe
from linewise.replies.quotes import ESCAPED_QUOTES, is_odd_at_end

if TYPE_CHECKING:
    from linewise.replies.vocabulary import Vocabulary

__all__ = ["read_plain_id", "read_plain_text", "starts_with_quoted_words"]

_COMMENT = re.compile(r"(?<![ \t])[ \t]+#(?![\w-]).*")
_QUOTED_WORDS = re.compile(r'"[^"\\]+"(?P<rest>(?!\s+#)[ ,.;:!?)].*[^"])')
_CURLY = re.compile(r"[“„][^“”„]*[”“]")


def read_plain_id(rest: str, line: int, vocabulary: Vocabulary) -> str:
    """Return an unquoted id or name, without a comment after it.

    Raises:
        ReplyError: it is no plain word, but a tag of YAML or the rest of a quoted text.
    """
    words = _COMMENT.sub("", rest).strip()
    _refuse_damaged(words, line, vocabulary)
    return words


def read_plain_text(rest: str, line: int, vocabulary: Vocabulary) -> str:
    """Return an unquoted text; spaces before it are its indent.

    Raises:
        ReplyError: a quote in it has no partner, it holds what looks like the next item, or it
            begins like a block.
    """
    words = rest.rstrip(" \t")
    start = words.lstrip(" \t")
    _refuse_damaged(start, line, vocabulary)
    table_row = len(start) > 2 and start.endswith("|")
    if (start[0] == "|" and not table_row) or (start[0] == ">" and start[1:3] == "  "):
        raise _doubtful(start, line, "begins like a block of lines")
    if _CURLY.fullmatch(start):
        raise _doubtful(start, line, "stands in typographic quotes, which could belong to it")
    return words


def starts_with_quoted_words(rest: str) -> re.Match[str] | None:
    """Tell whether a text begins with quoted words and goes on without quotes around the whole."""
    match = _QUOTED_WORDS.fullmatch(rest.strip())
    return match if match is not None and match["rest"].count('"') % 2 == 0 else None


def _refuse_damaged(words: str, line: int, vocabulary: Vocabulary) -> None:
    refuse_unsafe(words, 0, line)
    if is_odd_at_end(words):
        raise _doubtful(words, line, "ends in a quote that has no partner")
    if ESCAPED_QUOTES.fullmatch(words):
        raise _doubtful(words, line, "has quotes that were escaped on the way")
    if vocabulary.inside_text.search(words):
        raise _doubtful(words, line, "holds what looks like another item")


def _doubtful(words: str, line: int, why: str) -> ReplyError:
    shown = words if len(words) <= 60 else words[:59] + "…"
    return ReplyError(
        ReplyErrorKind.UNREADABLE,
        f"line {line} of the reply: the unquoted text {shown!r} {why}. "
        "Write it between two double quotes",
    )
