"""From the text of a reply to the items in it, whatever they will mean.

Thinking in front is left out, the payload is found (in a fence, or bare, with talk around it),
and its values are read. What is not certain is refused; what was mended is reported.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from linewise._kinds import check_text
from linewise.errors import ReplyError, ReplyErrorKind
from linewise.replies.block import BlockReader
from linewise.replies.flow import MAX_DEPTH
from linewise.replies.nodes import Listing, Mapping, Node, Scalar, ScalarStyle
from linewise.replies.payload import Payload, find_payloads
from linewise.replies.remarks import Caution, CautionKind, Repair, RepairKind
from linewise.replies.talk import looks_damaged
from linewise.replies.vocabulary import words_of

if TYPE_CHECKING:
    from linewise.replies.vocabulary import Vocabulary

__all__ = ["MAX_CHARACTERS", "MAX_ITEMS", "Items", "read_items"]

MAX_CHARACTERS = 4_000_000
MAX_ITEMS = 100_000

_INVISIBLE = "\ufeff\u200b\u2060"
_CUT = words_of(
    "length max_tokens max_output_tokens max_completion_tokens model_length token_limit incomplete "
    "content_filter safety recitation error cancelled canceled aborted timeout"
)
_WHOLE = words_of("stop end_turn eos stop_sequence tool_calls tool_use function_call")


@dataclass(frozen=True, slots=True)
class Items:
    """What a reply lists.

    Attributes:
        nodes: one for each item, in the order of the reply.
        repairs: what was mended.
        cautions: what deserves a look.
        cut: whether the reply may have been cut off inside its last item.
        blocks: for each node, the number of the fence that it stood in, counted from 0.
    """

    nodes: tuple[Node, ...]
    repairs: tuple[Repair, ...] = ()
    cautions: tuple[Caution, ...] = ()
    blocks: tuple[int, ...] = ()
    cut: bool = False


def read_items(reply: str, vocabulary: Vocabulary, *, finish_reason: str | None = None) -> Items:
    """Read the items that a reply lists.

    Args:
        reply: as the model sent it.
        vocabulary: the names that it may use.
        finish_reason: why the server says that the model stopped, where it says so.

    Raises:
        ReplyError: the reply was cut off, is something else than a list, or cannot be read with
            certainty.
    """
    check_text("a reply", reply)
    if finish_reason is not None:
        check_text("a reason to finish", finish_reason)
    try:
        return _read(reply.lstrip(_INVISIBLE), vocabulary, (finish_reason or "").lower())
    except ReplyError as error:
        error.reply = reply
        raise
    except RecursionError:
        raise ReplyError(
            ReplyErrorKind.TOO_LARGE, "the reply is nested too deep", reply=reply
        ) from None


def _read(reply: str, vocabulary: Vocabulary, finish_reason: str) -> Items:
    _check_whole(reply, finish_reason)
    inner = _decoded(reply)
    if inner is not None:
        read = _read(inner, vocabulary, finish_reason)
        twice = Repair(RepairKind.UNESCAPED, "the reply was a JSON text with the list in it")
        return replace(read, repairs=(twice, *read.repairs))
    payloads, repairs = find_payloads(reply, vocabulary)
    cautions: list[Caution] = []
    blocks: list[tuple[Node, ...]] = []
    for payload in payloads:
        reader = BlockReader(payload.text, 0, vocabulary, payload.line)
        block = _block(reader, payload, vocabulary)
        repairs += reader.repairs
        if block in blocks and block:
            again = "the same list stands twice; it counts once"
            repairs.append(Repair(RepairKind.DUPLICATE_DROPPED, again))
            continue
        blocks.append(block)
        if finish_reason not in _WHOLE and not payload.closed:
            cautions += _open_ended(reader, reply)
    if len(blocks) > 1:
        joined = f"{len(blocks)} lists in fences were read as one"
        repairs.append(Repair(RepairKind.FENCES_JOINED, joined))
    cut = finish_reason not in _WHOLE and not payloads[-1].closed and _ends_openly(reply)
    return _gathered(blocks, repairs, cautions, cut=cut)


def _block(reader: BlockReader, payload: Payload, vocabulary: Vocabulary) -> tuple[Node, ...]:
    """Read the items of a payload; what is mended on the way is told by the reader."""
    nodes = reader.nodes()
    reader.repairs += _check_rest(reader, payload)
    block = tuple(item for node in nodes for item in _expanded(node, vocabulary, 0))
    _check_list(nodes, block, payload, vocabulary)
    return block


def _gathered(
    blocks: list[tuple[Node, ...]], repairs: list[Repair], cautions: list[Caution], *, cut: bool
) -> Items:
    items = tuple(item for block in blocks for item in block)
    if len(items) > MAX_ITEMS:
        raise _too_large(f"the reply lists {len(items):,} items; at most {MAX_ITEMS:,} are read")
    numbers = tuple(number for number, block in enumerate(blocks) for _ in block)
    return Items(items, tuple(repairs), tuple(cautions), numbers, cut)


def _check_whole(reply: str, finish_reason: str) -> None:
    """Refuse what can be refused without reading."""
    if finish_reason in _CUT:
        raise ReplyError(
            ReplyErrorKind.TRUNCATED,
            f"the server stopped the reply early ({finish_reason}). Answer again, with fewer words",
        )
    if len(reply) > MAX_CHARACTERS:
        raise _too_large(
            f"the reply has {len(reply):,} characters; at most {MAX_CHARACTERS:,} are read"
        )
    if not reply.isascii():
        try:
            reply.encode()
        except UnicodeEncodeError as error:
            raise ReplyError(
                ReplyErrorKind.UNREADABLE,
                f"the reply holds U+{ord(reply[error.start]):04X}, half of a surrogate pair",
            ) from None


def _decoded(reply: str) -> str | None:
    """Return the words of a reply that is one JSON text."""
    body = reply.strip()
    if len(body) < 2 or body[0] != '"' or body[-1] != '"' or "\n" in body:
        return None
    try:
        inner = json.loads(body)
    except ValueError:
        return None
    return inner if isinstance(inner, str) and inner[:1] in ("[", "{", "-") else None


def _ends_openly(reply: str) -> bool:
    """Tell whether a reply ends within a line that nothing closes."""
    return reply[-1:] not in ("\n", *"]})\"'”`")


def _too_large(message: str) -> ReplyError:
    return ReplyError(ReplyErrorKind.TOO_LARGE, f"{message}. Answer with fewer, shorter changes")


def _check_rest(reader: BlockReader, payload: Payload) -> list[Repair]:
    """Refuse words after the list that may belong to it; report the others."""
    rest = reader.text[reader.at :]
    if not rest.strip():
        return []
    line = reader.line
    first = rest.strip().split("\n", 1)[0][:60]
    if payload.closed or not reader.after_blank or reader.open_text is not None:
        if not payload.closed and "\n" not in rest and _ends_openly(rest):
            raise ReplyError(
                ReplyErrorKind.TRUNCATED,
                f"line {line} of the reply: the reply ends inside an item. Send the whole reply "
                "again",
            )
        raise ReplyError(
            ReplyErrorKind.UNREADABLE,
            f"line {line} of the reply cannot be read: {first!r} is neither an item nor part of "
            "the text before it. Write every text between two double quotes, with \\n for a line "
            "break, and nothing after the list",
        )
    if any(looks_damaged(words, reader.vocabulary) for words in rest.split("\n")):
        raise ReplyError(
            ReplyErrorKind.UNREADABLE,
            f"line {line} of the reply: after the list there is what may be a part of it that lost "
            f"a sign: {first!r}. Send the list alone",
        )
    return [Repair(RepairKind.TALK_DROPPED, f"line {line} of the reply: words after the list")]


def _check_list(
    nodes: list[Node], block: tuple[Node, ...], payload: Payload, vocabulary: Vocabulary
) -> None:
    """Refuse a payload without items, unless it is an empty list."""
    if block or any(_is_empty_list(node, vocabulary) for node in nodes):
        return
    raise ReplyError(
        ReplyErrorKind.NO_OPERATIONS,
        f"line {payload.line} of the reply holds no list. If there is nothing to list, answer with "
        f"an empty list: {vocabulary.listed}: []",
    )


def _is_empty_list(node: Node, vocabulary: Vocabulary) -> bool:
    """Tell whether a node is an empty list, bare or under the name of the list."""
    inner = _wrapped(node, vocabulary) if isinstance(node, Mapping) else node
    return isinstance(inner, Listing) and not inner.items


def _expanded(node: Node, vocabulary: Vocabulary, depth: int) -> list[Node]:
    """Return the items of a list, without the lists and names around them."""
    if depth > MAX_DEPTH:
        raise _too_large("the reply is nested too deep")
    if isinstance(node, Listing):
        first = node.items[0] if node.items else None
        if isinstance(first, Scalar) and vocabulary.function(first.text) is not None:
            return [node]
        return [inner for item in node.items for inner in _expanded(item, vocabulary, depth + 1)]
    if isinstance(node, Mapping) and not node.pairs:
        return []
    if isinstance(node, Mapping) and (inner := _wrapped(node, vocabulary)) is not None:
        return _expanded(inner, vocabulary, depth + 1)
    return [node]


def _wrapped(node: Mapping, vocabulary: Vocabulary) -> Node | None:
    """Return the list in a mapping that is no item itself but stands around a list."""
    names = [name for name, _ in node.pairs]
    if any(vocabulary.is_opener(name) or vocabulary.function(name) for name in names):
        return None
    lists = [
        value
        for name, value in node.pairs
        if vocabulary.is_wrapper(name) and isinstance(value, Listing | Mapping)
    ]
    others = [name for name in names if not vocabulary.is_wrapper(name)]
    if len(lists) != 1 or len(names) - len(others) != 1 or not vocabulary.may_ignore(others):
        return None
    return lists[0]


def _open_ended(reader: BlockReader, reply: str) -> list[Caution]:
    """Say so where a text at the very end may have lost its last words."""
    text = reader.open_text or reader.open_word
    if text is None or (text.style is not ScalarStyle.BLOCK and reply.endswith("\n")):
        return []
    return [
        Caution(
            CautionKind.OPEN_ENDED,
            f"line {text.line} of the reply: nothing closes what stands last, so if the reply was "
            "cut off there, that cannot be seen",
        )
    ]
