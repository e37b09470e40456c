"""Words around what was asked for: thinking before it, politeness, fences."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from linewise.errors import ReplyError, ReplyErrorKind

if TYPE_CHECKING:
    from linewise.replies.vocabulary import Vocabulary

__all__ = [
    "Fence",
    "begins_payload",
    "fences",
    "looks_damaged",
    "without_end_mark",
    "without_thinking",
]

_THINKING = r"(?:think|thinking|thought|thoughts|reasoning|reflection|analysis|scratchpad)"
_OPENING = re.compile(rf"\s*(?:<{_THINKING}>|\[THINK\]|◁think▷)", re.IGNORECASE)
_CLOSING = re.compile(rf"(?:</{_THINKING}>|\[/THINK\]|◁/think▷)", re.IGNORECASE)
_CHANNELS = re.compile(r"\s*(?:<\|start\|>\s*assistant\s*)?<\|channel\|>")
_FINAL = re.compile(r"<\|channel\|>\s*final\s*(?:<\|constrain\|>\w+)?<\|message\|>")
_TOKEN = re.compile(r"\s*(?:\[TOOL_CALLS\]|<\|(?:python_tag|tool_call|assistant)\|>)")

# Behind a sign that closes something; behind a word it may be part of a text.
_END_TOKEN = re.compile(
    r"(?<=[\n\]})\"'`])(?:<\|(?:end|return|im_end|e[a-z]+_id|end_of_text|endoftext|call)\|>|</s>|<end_of_turn>)\s*\Z"
)
_FENCE = re.compile(r"(?P<indent>[ \t]*)(?P<marks>`{3,}|~{3,})[ \t]*(?P<info>[^\r\n]*)\r?(?:\n|\Z)")
_INFO = re.compile(r"\{?\.?[\w+.-]*(?:\s+[\w-]+=(?:\"[^\"]*\"|'[^']*'|[\w.-]+))*\s*\}?")
_JSON_START = re.compile(
    r"[-*+•][ \t]+\{\s*[\"'“]?[A-Za-z]|[\[{](?:\s*\Z|\s*[\[{\]}\"'“]|\s*[A-Za-z]\w*\s*[:(])"
)
_DAMAGED = re.compile(r"[-+•][ \t]*\S|\*[ \t]+\S|[0-9]+[.)]?[ \t]*\S|[\[\]{}\"':,#]|```")


class Fence(NamedTuple):
    """A fenced stretch of a reply: its info word, and where its text and the whole are."""

    info: str
    start: int
    text_start: int
    text_end: int
    end: int


def without_thinking(reply: str, vocabulary: Vocabulary) -> int:
    """Return where the reply proper begins, after the thinking in front.

    Raises:
        ReplyError: the reply ends inside the thinking.
    """
    if _CHANNELS.match(reply):
        final = _FINAL.search(reply)
        if final is None:
            raise _ends_thinking()
        return final.end()
    start = 0
    while (opening := _OPENING.match(reply, start)) is not None:
        closing = _CLOSING.search(reply, opening.end())
        if closing is None:
            raise _ends_thinking()
        start = closing.end()
    start = start or _after_lone_closing(reply, vocabulary)
    token = _TOKEN.match(reply, start)
    return start if token is None else token.end()


def _ends_thinking() -> ReplyError:
    return ReplyError(
        ReplyErrorKind.TRUNCATED,
        "the reply ends before its thinking does. Think less, and send the whole answer",
    )


def _after_lone_closing(reply: str, vocabulary: Vocabulary) -> int:
    """Return the place after a closing tag whose opening one stood in the prompt."""
    closing = _CLOSING.search(reply)
    if closing is None or re.search(rf"<{_THINKING}>", reply[: closing.start()], re.IGNORECASE):
        return 0
    before, behind = reply[: closing.start()], reply[closing.end() :].lstrip(" \t")
    first = behind.lstrip().split("\n", 1)[0]
    alone = behind[:1] in ("", "\r", "\n") or begins_payload(first, vocabulary)
    return closing.end() if alone and _is_thinking(before, vocabulary) else 0


def _is_thinking(before: str, vocabulary: Vocabulary) -> bool:
    """Tell whether the words before a closing tag are no list with the tag in a text."""
    lines = [line for line in before.split("\n") if line.strip()]
    if any(begins_payload(line, vocabulary) or vocabulary.is_structure(line) for line in lines):
        # A list stands before the tag: a draft, if words stand around it on both sides.
        own = before.rpartition("\n")[2]
        in_text = own[:1].isspace() or vocabulary.is_structure(own)
        return not in_text and not looks_damaged(lines[0], vocabulary)
    return True


def without_end_mark(reply: str) -> int:
    """Return where the reply ends, before a mark that a template left behind."""
    mark = _END_TOKEN.search(reply)
    return mark.start() if mark else len(reply)


def fences(reply: str, start: int, end: int) -> list[Fence]:
    """Return the fenced stretches of a reply.

    Raises:
        ReplyError: one of them is not closed.
    """
    found: list[Fence] = []
    opened: re.Match[str] | None = None
    at = start
    while at < end:
        match = _FENCE.match(reply, at, end)
        if match is None:
            at = reply.find("\n", at, end) + 1 or end
            continue
        at = match.end()
        if opened is None:
            opened = _checked_opening(match, reply)
        elif _closes(opened, match):
            found.append(Fence(opened["info"], opened.start(), opened.end(), match.start(), at))
            opened = None
    if opened is not None:
        raise ReplyError(
            ReplyErrorKind.TRUNCATED,
            "the reply ends before its fence is closed. Send the whole reply again",
        )
    return found


def _checked_opening(match: re.Match[str], reply: str) -> re.Match[str]:
    if not _INFO.fullmatch(match["info"].strip()):
        line = reply.count("\n", 0, match.start()) + 1
        raise ReplyError(
            ReplyErrorKind.UNREADABLE,
            f"line {line} of the reply opens a fence and goes on in the same line. "
            "Begin the list in a line of its own",
        )
    return match


def _closes(opened: re.Match[str], match: re.Match[str]) -> bool:
    return (
        not match["info"].strip()
        and match["marks"][0] == opened["marks"][0]
        and len(match["marks"]) >= len(opened["marks"])
        and len(match["indent"]) <= len(opened["indent"])
    )


def begins_payload(line: str, vocabulary: Vocabulary) -> bool:
    """Tell whether a line can be the first one of what was asked for."""
    stripped = line.strip()
    return bool(_JSON_START.match(stripped)) or vocabulary.begins_item(stripped)


def looks_damaged(line: str, vocabulary: Vocabulary) -> bool:
    """Tell whether a line of talk may be an item that lost a sign."""
    stripped = line.strip()
    if stripped in ("", "---", "..."):
        return False
    first = stripped.split(None, 1)[0]
    if vocabulary.may_ignore([first.rstrip(":")]) and first.endswith(":"):
        return False
    if _DAMAGED.match(stripped) or vocabulary.is_structure(stripped):
        return True
    if first.startswith(tuple(vocabulary.functions.values())):
        return True
    is_wrapper = first == stripped and vocabulary.is_wrapper(first)
    return first[0].islower() and (is_wrapper or vocabulary.is_key(first.strip(":")))
