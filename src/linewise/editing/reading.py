"""From a reply to operations: which function, which lines, which words."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from linewise.editing.arguments import Arguments, bind
from linewise.editing.calls import calls
from linewise.editing.lines import lines_of, new_id_of
from linewise.editing.operations import (
    DeleteLine,
    InsertLineAfter,
    Operation,
    ReplaceLine,
    ReplaceText,
)
from linewise.editing.words import VOCABULARY
from linewise.errors import ReplyError, ReplyErrorKind
from linewise.replies import Caution, Node, Repair, read_items

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["ReadOperations", "Refusal", "read_operations"]


# What the last item lacks when the reply was cut off inside it.
_UNFINISHED = frozenset(
    (
        ReplyErrorKind.MISSING_CONTENT,
        ReplyErrorKind.MISSING_LINE,
        ReplyErrorKind.UNKNOWN_FUNCTION,
        ReplyErrorKind.UNREADABLE,
    )
)


@dataclass(frozen=True, slots=True)
class Refusal:
    """An item that cannot be trusted, and why.

    Attributes:
        item: which item of the reply, counted from 1.
        error: why, in words that can be sent back to a model.
        operation: what was read of it, if it could be read.
    """

    item: int
    error: ReplyError
    operation: Operation | None = None


@dataclass(frozen=True, slots=True)
class ReadOperations:
    """What a reply asks for.

    Attributes:
        operations: in the order of the reply.
        repairs: what was mended on the way.
        warnings: what was taken as it stands but deserves a look.
        refused: items that could not be read; only where the caller asked to go on.
    """

    operations: tuple[Operation, ...]
    repairs: tuple[Repair, ...] = ()
    warnings: tuple[Caution, ...] = ()
    refused: tuple[Refusal, ...] = ()

    def __iter__(self) -> Iterator[Operation]:
        return iter(self.operations)

    def __len__(self) -> int:
        return len(self.operations)


def read_operations(
    reply: str, *, finish_reason: str | None = None, partial: bool = False
) -> ReadOperations:
    """Read the operations that a model's reply asks for, without looking at a document.

    Args:
        reply: as the model sent it.
        finish_reason: why the server says that the model stopped, where it says so.
        partial: list items that cannot be read as refused, instead of refusing the reply.

    Raises:
        ReplyError: the reply cannot be trusted; the message can be sent back to the model.
    """
    items = read_items(reply, VOCABULARY, finish_reason=finish_reason)
    parts = [ReadOperations((), items.repairs, items.cautions)]
    blocks: list[int] = []
    for number, (node, block) in enumerate(zip(items.nodes, items.blocks, strict=True), start=1):
        try:
            found = _read_item(node, number)
        except ReplyError as error:
            is_cut = items.cut and number == len(items.nodes) and error.kind in _UNFINISHED
            placed = _placed(error, number, reply, is_cut=is_cut)
            if not partial:
                raise placed from None
            found = ReadOperations((), refused=(Refusal(number, placed),))
        parts.append(found)
        blocks += [block] * len(found)
    whole = _joined(parts)
    _refuse_second_thoughts(whole.operations, blocks, reply)
    return whole


def _placed(error: ReplyError, item: int, reply: str, *, is_cut: bool) -> ReplyError:
    """Return the error with its item; where the reply ends inside that item, say so."""
    if not is_cut:
        return ReplyError(error.kind, error.message, item=item, reply=reply)
    return ReplyError(
        ReplyErrorKind.TRUNCATED,
        f"the reply ends inside this item ({error.message}). Send the whole reply again",
        item=item,
        reply=reply,
    )


def _joined(parts: Sequence[ReadOperations]) -> ReadOperations:
    return ReadOperations(
        tuple(chain.from_iterable(part.operations for part in parts)),
        tuple(chain.from_iterable(part.repairs for part in parts)),
        tuple(chain.from_iterable(part.warnings for part in parts)),
        tuple(chain.from_iterable(part.refused for part in parts)),
    )


def _read_item(node: Node, number: int) -> ReadOperations:
    """Read one item: one operation, seldom several."""
    read = [bind(call, number) for call in calls(node)]
    operations = [operation for arguments in read for operation in _operations(arguments, number)]
    return ReadOperations(
        tuple(operations),
        tuple(repair for arguments in read for repair in arguments.repairs),
        tuple(warning for arguments in read for warning in arguments.warnings),
    )


def _operations(arguments: Arguments, item: int) -> list[Operation]:
    """Return the operations of one call: one, or one for each line that it lists."""
    lines = lines_of(arguments)
    function = arguments.function
    expected = arguments.optional_words("expected")
    if function == "deleteLine":
        return [DeleteLine(line, expected, item=item) for line in lines]
    if len(lines) > 1:
        raise arguments.refusal(
            ReplyErrorKind.BAD_ARGUMENTS, f"{function} names {len(lines)} lines"
        )
    line = lines[0]
    if function == "replaceLine":
        return [ReplaceLine(line, arguments.words("content"), expected, item=item)]
    if function == "replaceText":
        return [ReplaceText(line, arguments.words("old"), arguments.words("new"), item=item)]
    content = arguments.words("content")
    return [InsertLineAfter(line, content, new_id_of(arguments, content), item=item)]


def _refuse_second_thoughts(
    operations: Sequence[Operation], blocks: Sequence[int], reply: str
) -> None:
    """Refuse lists in several fences that name the same line: one may correct the other."""
    seen: dict[str, int] = {}
    for operation, block in zip(operations, blocks, strict=True):
        line = str(operation.line)
        if seen.setdefault(line, block) != block:
            raise ReplyError(
                ReplyErrorKind.CONFLICT,
                f"two lists name line {line}, and it is not certain which one is meant. Send one "
                "list",
                item=operation.item,
                reply=reply,
            )
