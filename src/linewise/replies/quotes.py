"""Quoted texts: where one ends, and what it says.

A quote inside a quoted text should be escaped, and models forget it. So a quote ends the text
only where the structure can go on after it; any other is part of the text, provided that such
quotes stand in pairs around words, as in `"He said "hi" twice"`. A quote lost or doubled leaves
an odd one behind, and the text is refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from linewise.errors import ReplyError, ReplyErrorKind
from linewise.replies.nodes import Scalar, ScalarStyle
from linewise.replies.remarks import Repair, RepairKind

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "AFTER_BLOCK_TEXT",
    "CURLY",
    "ESCAPED_QUOTES",
    "Quoted",
    "after_flow_text",
    "is_odd_at_end",
    "read_quoted",
]

# A text whose quotes were escaped as markup on the way.
ESCAPED_QUOTES = re.compile(r"&(?:quot|#34|#39|apos|ldquo);.*&(?:quot|#34|#39|apos|rdquo);")

CURLY = ("“", "„")

# What may follow a quoted text that has its line to itself: nothing, or a comment.
AFTER_BLOCK_TEXT = re.compile(r"[ \t]*(?:[ \t]#[^\n]*)?(?:\r?\n|\Z)")

_STEPS = {
    '"': re.compile(r'\\.|"', re.DOTALL),
    "'": re.compile(r"''|\\'|'"),
    "“": re.compile(r"\\.|[“”]", re.DOTALL),
    "„": re.compile(r"\\.|[“”]", re.DOTALL),
}
_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}"
    r"|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{2}|\r?\n[ \t]*|.)",
    re.DOTALL,
)
_PAIR = re.compile(r"\\(?:\r?\n|.)", re.DOTALL)
_SURE = {'"': '"', "'": "'", "/": "/", "“": "“", "”": "”"}
_COMMON = {"\\": "\\", "n": "\n", "r": "\r", "t": "\t"}

_BEFORE_WORD = frozenset("([{<—–-/:=,«‹*_~`|>")
_AFTER_WORD = frozenset(".,;:!?)]}>…—–-/»›*_~`|<")


@dataclass(frozen=True, slots=True)
class Quoted:
    """A quoted text that was read.

    Attributes:
        scalar: the text.
        end: the offset after the closing quote.
        repairs: what was mended in it.
    """

    scalar: Scalar
    end: int
    repairs: tuple[Repair, ...] = field(default=())


def after_flow_text(closer: str, *, key: bool = False) -> re.Pattern[str]:
    """Return what may follow a quoted text inside brackets that `closer` ends."""
    signs = ":=" if key else "," + re.escape(closer)
    return re.compile(rf"\s*(?:[{signs}]|\Z)") if closer else AFTER_BLOCK_TEXT


def read_quoted(
    text: str, start: int, after: re.Pattern[str], line: int, *, folds: bool = False
) -> Quoted:
    """Read the quoted text that begins at `start`.

    Args:
        text: the payload.
        start: where the opening quote stands.
        after: what may follow the closing quote.
        line: the reply's line, for messages.
        folds: an indented second line could mean a space here, as in YAML.

    Raises:
        ReplyError: it does not end, or it is not certain where it ends or what it says.
    """
    quote = text[start]
    end, bare = _find_end(text, start, after, line)
    inner = text[start + 1 : end]
    repairs = [*_check_bare(text, start + 1, end, bare, line)]
    repairs += _check_line_breaks(inner, line, folds=folds)
    if quote == "'":
        style, words = ScalarStyle.SINGLE, inner.replace("''", "'").replace("\\'", "'")
    else:
        style = ScalarStyle.DOUBLE if quote == '"' else ScalarStyle.CURLY
        words, kept = _unescape(inner, line)
        repairs += kept
    return Quoted(Scalar(words.replace("\r\n", "\n"), style, line), end + 1, tuple(repairs))


def is_odd_at_end(text: str) -> bool:
    """Tell whether an unquoted text ends in a quote that has no partner in it."""
    if text.endswith('"'):
        return len(re.findall(r'(?<!\\)"', text)) % 2 == 1
    if text.endswith("'"):
        return len(re.findall(r"(?<!\w)'|'(?!\w)", text.replace("''", ""))) % 2 == 1
    return text.endswith("”") and text.count("“") + text.count("„") != text.count("”")


def _find_end(text: str, start: int, after: re.Pattern[str], line: int) -> tuple[int, list[int]]:
    """Return where the closing quote stands, and where quotes stand that close nothing."""
    bare: list[int] = []
    for step in _STEPS[text[start]].finditer(text, start + 1):
        found = step[0]
        if found[0] == "\\" and found != "\\'":
            continue
        if found == "''":
            continue
        opens = found == "“" and text[start] == "“"
        if not opens and after.match(text, step.end()):
            return step.end() - 1, bare
        if found != "\\'":
            bare.append(step.start())
    raise ReplyError(
        ReplyErrorKind.TRUNCATED,
        f"line {line} of the reply opens a quoted text that is never closed: "
        f"{_shown(text, start)}. Send the whole reply again, each text between two double quotes",
    )


def _check_bare(text: str, start: int, end: int, bare: list[int], line: int) -> Iterator[Repair]:
    """Refuse quotes inside a text that do not stand in pairs around words."""
    quote = text[start - 1]
    marks = [at for at in bare if not (quote == "'" and _is_apostrophe(text, at, start, end))]
    for index, at in enumerate(marks):
        before = text[at - 1] if at > start else " "
        behind = text[at + 1] if at + 1 < end else " "
        if index % 2 == 0:
            fits = (before.isspace() or before in _BEFORE_WORD) and not behind.isspace()
        else:
            fits = not before.isspace() and (behind.isspace() or behind in _AFTER_WORD)
        if not fits or quote in (before, behind):
            raise _odd_quote(text, start, line)
    if len(marks) % 2:
        raise _odd_quote(text, start, line)
    if bare:
        yield Repair(
            RepairKind.INNER_QUOTES,
            f"line {line} of the reply: quotes inside a quoted text were taken as part of it",
        )


def _odd_quote(text: str, start: int, line: int) -> ReplyError:
    return ReplyError(
        ReplyErrorKind.UNREADABLE,
        f"line {line} of the reply: it is not certain where the quoted text ends: "
        f'{_shown(text, start - 1)}. Write \\" for a double quote inside a text',
    )


def _is_apostrophe(text: str, at: int, start: int, end: int) -> bool:
    return start < at and at + 1 < end and text[at - 1].isalnum() and text[at + 1].isalnum()


def _check_line_breaks(inner: str, line: int, *, folds: bool) -> Iterator[Repair]:
    """Refuse a line break that could also mean a space; report the others."""
    _, *following = _PAIR.sub("", inner).split("\n")
    if not following:
        return
    if folds and any(words[:1] in (" ", "\t") for words in following):
        raise ReplyError(
            ReplyErrorKind.UNREADABLE,
            f"line {line} of the reply: a quoted text goes on in an indented line, which could "
            "mean a space or a line break. Write \\n for a line break inside a quoted text",
        )
    yield Repair(
        RepairKind.RAW_LINE_BREAK,
        f"line {line} of the reply: line breaks inside a quoted text were taken as they stand",
    )


def _unescape(inner: str, line: int) -> tuple[str, list[Repair]]:
    """Read the escapes; a backslash that begins none is kept where all of them are like that."""
    if "\\" not in inner:
        return inner, []
    parts: list[str] = []
    position = 0
    doubtful: str | None = None
    common: str | None = None
    for match in _ESCAPE.finditer(inner):
        parts.append(inner[position : match.start()])
        position = match.end()
        # After a line break that says nothing, YAML writes a space as an escape.
        read = " " if match[0] == "\\ " and "\\\n" in inner else _escaped(match[0][1:])
        if read is None:
            doubtful = doubtful or match[0]
            parts.append(match[0])
            continue
        if match[0][1] in _COMMON:
            common = common or match[0]
        parts.append(read)
    parts.append(inner[position:])
    words = _joined_surrogates("".join(parts), line)
    return words, [] if doubtful is None else [_kept_backslash(doubtful, common, line)]


def _kept_backslash(doubtful: str, common: str | None, line: int) -> Repair:
    """Return the repair for what is no escape, unless another is one."""
    if common is not None:
        raise ReplyError(
            ReplyErrorKind.UNREADABLE,
            f"line {line} of the reply: {doubtful} is no escape and {common} is one, so it is not "
            "certain what the backslashes mean. Write \\\\ for a backslash in a quoted text",
        )
    return Repair(
        RepairKind.BACKSLASH_KEPT,
        f"line {line} of the reply: {doubtful} is no escape, so its backslash was kept",
    )


def _escaped(code: str) -> str | None:
    """Return what stands after a backslash as the character that it means, or None."""
    if code in _SURE:
        return _SURE[code]
    if code in _COMMON:
        return _COMMON[code]
    if code[0] in "\r\n":
        return ""
    if len(code) > 2:
        numbers = [int(part, 16) for part in re.findall(r"[0-9a-fA-F]{4,8}|[0-9a-fA-F]{2}", code)]
        return "".join(map(chr, numbers)) if max(numbers) <= 0x10FFFF else None
    return None


def _joined_surrogates(text: str, line: int) -> str:
    if text.isascii():
        return text
    try:
        return text.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeDecodeError:
        raise ReplyError(
            ReplyErrorKind.UNREADABLE,
            f"line {line} of the reply: a \\u escape names half of a surrogate pair. "
            "Write the character itself",
        ) from None


def _shown(text: str, start: int) -> str:
    end = text.find("\n", start)
    words = text[start : len(text) if end < 0 else end]
    return words if len(words) <= 60 else words[:59] + "…"
