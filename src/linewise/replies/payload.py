"""Where in a reply the list stands: in fences, in tags, or bare, with talk around it."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from linewise.errors import ReplyError, ReplyErrorKind
from linewise.replies.remarks import Repair, RepairKind
from linewise.replies.shapes import foreign_shape
from linewise.replies.talk import (
    Fence,
    begins_payload,
    fences,
    looks_damaged,
    without_end_mark,
    without_thinking,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from linewise.replies.vocabulary import Vocabulary

__all__ = ["Payload", "find_payloads"]

_FENCE_LINE = re.compile(r"^[ \t]*(?:`{3,}|~{3,})", re.MULTILINE)
_STRAY_FENCE = re.compile(r"^(?:`{3,}|~{3,})[ \t]*\r?$", re.MULTILINE)
_INLINE = re.compile(r":[ \t]+(?=[\[{]\s*[\[{\"'])")
_CODE = re.compile(r"\s*`([^`\n]+)`\s*")

# A line that is nothing but a call of a name made of several words.
_CALL_LINE = re.compile(
    r"^[ \t]*(?:[-*][ \t]+)?([a-z][a-z0-9]*[A-Z_]\w*)\([^\n]*\)[ \t]*(?:;[ \t]*)?\r?$", re.MULTILINE
)

# Words by which a model takes back what it wrote before.
_DOUBT = re.compile(
    r"\b(?:instead|actually|wait|oops|correct(?:ed|ion)|revised?|final(?:ly)?|better|mistake|sorry|"
    r"scratch that|rather|alternative(?:ly)?|plutôt|corrigée?|finalement|en fait|erreur)\b",
    re.IGNORECASE,
)
_TAG = re.compile(
    r"\s*<(?P<tag>tool_calls?|function_calls?|functions|operations|edits|changes|answer|output|"
    r"response|result|yaml|json|final|final_answer)>",
    re.IGNORECASE,
)


class Payload(NamedTuple):
    """A stretch of a reply that holds values.

    Attributes:
        text: the stretch.
        line: the number of its first line in the reply.
        closed: whether a fence or a tag ends it, so that nothing can be missing.
    """

    text: str
    line: int
    closed: bool


def find_payloads(reply: str, vocabulary: Vocabulary) -> tuple[list[Payload], list[Repair]]:
    """Find where the values of a reply stand; usually in one place.

    Raises:
        ReplyError: they stand nowhere, or the reply ends too early.
    """
    start, end = without_thinking(reply, vocabulary), without_end_mark(reply)
    body = _without_tags(reply[:end], start)
    code = _CODE.fullmatch(body, start)
    if code is not None:
        start, body = code.start(1), body[: code.end(1)]
    closed = body != reply[:end]
    if not body[start:].strip(" \t\r\n`"):
        raise _empty(vocabulary)
    bare = _first_payload_line(body, start, vocabulary)
    fence = _FENCE_LINE.search(body, start)
    if fence is not None and (bare is None or fence.start() < bare):
        payloads = _in_fences(body, start, vocabulary)
        if payloads:
            return payloads, []
        bare = _outside_fences(body, start, vocabulary)
    if bare is None:
        raise _without_list(body[start:], vocabulary)
    return _bare(body, start, bare, vocabulary, closed=closed)


def _empty(vocabulary: Vocabulary) -> ReplyError:
    return ReplyError(
        ReplyErrorKind.EMPTY_REPLY,
        "the reply is empty. If there is nothing to list, answer with an empty list: "
        f"{vocabulary.listed}: []",
    )


def _without_tags(body: str, start: int) -> str:
    """Blank out the tags around a reply, so that offsets and lines stay."""
    tag = _TAG.match(body, start)
    if tag is None:
        return body
    opening, closing = f"<{tag['tag']}>", f"</{tag['tag']}>"
    if not body.rstrip().endswith(closing):
        raise ReplyError(
            ReplyErrorKind.TRUNCATED,
            f"the reply ends before {closing}. Send the whole reply again",
        )
    parts = re.split(rf"({re.escape(closing)}\s*{re.escape(opening)})", body[start:].rstrip())
    inner = "".join(re.sub(r"\S", " ", part) if i % 2 else part for i, part in enumerate(parts))
    inner = inner.replace(opening, " " * len(opening), 1)
    return body[:start] + inner[: -len(closing)]


def _lines(body: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    while start < end:
        stop = body.find("\n", start, end)
        stop = end if stop < 0 else stop
        yield start, body[start:stop]
        start = stop + 1


def _first_payload_line(body: str, start: int, vocabulary: Vocabulary) -> int | None:
    """Return where the first line stands that can begin the list."""
    for at, line in _lines(body, start, len(body)):
        if begins_payload(line, vocabulary):
            return at
    inline = _INLINE.search(body, start)
    return inline.end() if inline is not None else None


def _in_fences(body: str, start: int, vocabulary: Vocabulary) -> list[Payload]:
    """Return the fenced stretches that hold values; the rest must hold none."""
    found = fences(body, start, len(body))
    chosen = [fence for fence in found if _holds_list(body, fence, vocabulary)]
    if not chosen and len(found) == 1 and not foreign_shape("", found[0].info):
        chosen = found if _outside(body, start, found, vocabulary) is None else []
    if not chosen:
        if any(foreign_shape(body[f.text_start : f.text_end], f.info) for f in found):
            raise _without_list(
                body[found[0].text_start : found[0].text_end], vocabulary, found[0].info
            )
        return []
    stray = _outside(body, start, found, vocabulary)
    if stray is not None:
        line = body.count("\n", 0, stray) + 1
        raise ReplyError(
            ReplyErrorKind.UNREADABLE,
            f"line {line} of the reply: an item stands outside the fence. Send one list, alone",
        )
    if not any(body[fence.text_start : fence.text_end].strip() for fence in chosen):
        raise _empty(vocabulary)
    _refuse_second_thoughts(body, chosen)
    return [
        Payload(body[f.text_start : f.text_end], body.count("\n", 0, f.text_start) + 1, closed=True)
        for f in chosen
    ]


def _refuse_second_thoughts(body: str, chosen: list[Fence]) -> None:
    """Refuse several lists with words between them that take the first one back."""
    for one, other in pairwise(chosen):
        same = body[one.text_start : one.text_end] == body[other.text_start : other.text_end]
        doubt = _DOUBT.search(body, one.end, other.start)
        if doubt is not None and not same:
            raise ReplyError(
                ReplyErrorKind.CONFLICT,
                f"the reply holds two lists, and {doubt[0]!r} between them says that the second "
                "one may stand for the first. Send one list",
            )


def _holds_list(body: str, fence: Fence, vocabulary: Vocabulary) -> bool:
    for _, line in _lines(body, fence.text_start, fence.text_end):
        words = line.strip()
        if words and not words.startswith(("#", "//", "---")):
            return begins_payload(words, vocabulary)
    return False


def _outside(body: str, start: int, found: list[Fence], vocabulary: Vocabulary) -> int | None:
    """Return where a list begins outside all fences."""
    places = [start, *(fence.end for fence in found)]
    ends = [*(fence.start for fence in found), len(body)]
    for first, last in zip(places, ends, strict=True):
        for at, line in _lines(body, first, last):
            if begins_payload(line, vocabulary):
                return at
    return None


def _outside_fences(body: str, start: int, vocabulary: Vocabulary) -> int | None:
    return _outside(body, start, fences(body, start, len(body)), vocabulary)


def _bare(
    body: str, start: int, at: int, vocabulary: Vocabulary, *, closed: bool
) -> tuple[list[Payload], list[Repair]]:
    """Return the rest of the reply from the first item on; nothing before it may be one."""
    line = body.count("\n", 0, at) + 1
    talk = body[start:at]
    # A comment before the list cannot be a line that a text lost.
    words = (words for words in talk.split("\n") if not words.startswith("#"))
    damaged = next((words for words in words if looks_damaged(words, vocabulary)), None)
    if damaged is not None and not _FENCE_LINE.search(talk):
        raise ReplyError(
            ReplyErrorKind.UNREADABLE,
            "before the list there is what may be a part of it that lost a sign: "
            f"{damaged.strip()[:60]!r}. Send the list alone",
        )
    repairs = (
        [Repair(RepairKind.TALK_DROPPED, f"line {line} of the reply: words before the list")]
        if talk.strip()
        else []
    )
    return [Payload(*_without_stray_fence(body, at, line, closed=closed))], repairs


def _without_stray_fence(body: str, at: int, line: int, *, closed: bool) -> tuple[str, int, bool]:
    """Cut the reply at a closing fence whose opening one stood in the prompt."""
    marks = list(_STRAY_FENCE.finditer(body, at))
    if len(marks) == 1 and not body[marks[0].end() :].strip():
        return body[at : marks[0].start()], line, True
    return body[at:], line, closed


def _without_list(body: str, vocabulary: Vocabulary, info: str = "") -> ReplyError:
    call = _CALL_LINE.search(body) if vocabulary.functions else None
    if call is not None:
        names = ", ".join(dict.fromkeys(vocabulary.functions.values()))
        return ReplyError(
            ReplyErrorKind.UNKNOWN_FUNCTION,
            f"there is no function {call[1][:40]!r}; the functions are {names}",
        )
    kind = foreign_shape(body, info)
    if kind is not None:
        return ReplyError(
            kind,
            "the reply is a diff, markup, or search and replace blocks. Answer with the list of "
            f"{vocabulary.listed} alone, as shown",
        )
    return ReplyError(
        ReplyErrorKind.NO_OPERATIONS,
        f"the reply holds words but no list of {vocabulary.listed}. Answer with the list alone; "
        f"if there is nothing to list, with an empty one: {vocabulary.listed}: []",
    )
