"""From a reply to operations: which function, which lines, which words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from linewise.editing.arguments import Arguments, bind
from linewise.editing.calls import calls
from linewise.editing.operations import (
    DeleteLine,
    InsertLineAfter,
    Operation,
    ReplaceLine,
    ReplaceText,
)
from linewise.editing.words import VOCABULARY
from linewise.errors import ReplyError, ReplyErrorKind
from linewise.replies import (
    Caution,
    LineRange,
    Reference,
    Repair,
    Scalar,
    ScalarStyle,
    read_items,
    read_reference,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["ReadOperations", "Refusal", "read_operations"]

_ID = re.compile(r"[\w.:#-]{1,40}")
_ID_AND_DASH = re.compile(r"\S{1,40}\s-\s")
_LINE_LIKE = re.compile(r"#?(?:line|ligne|l|n|new)?[ _-]?[0-9]+(?:[._-][0-9a-z]+)*", re.IGNORECASE)


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
    operations: list[Operation] = []
    repairs: list[Repair] = list(items.repairs)
    warnings: list[Caution] = list(items.cautions)
    refused: list[Refusal] = []
    blocks: list[int] = []
    for number, node in enumerate(items.nodes, start=1):
        try:
            for call in calls(node):
                arguments = bind(call, number)
                found = _operations(arguments, number)
                operations += found
                blocks += [items.blocks[number - 1]] * len(found)
                repairs += arguments.repairs
                warnings += arguments.warnings
        except ReplyError as error:
            placed = ReplyError(error.kind, error.message, item=number, reply=reply)
            if not partial:
                raise placed from None
            refused.append(Refusal(number, placed))
    _refuse_second_thoughts(operations, blocks, reply)
    return ReadOperations(tuple(operations), tuple(repairs), tuple(warnings), tuple(refused))


def _operations(arguments: Arguments, item: int) -> list[Operation]:
    """Return the operations of one call: one, or one for each line that it lists."""
    lines = _lines(arguments)
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
    return [InsertLineAfter(line, content, _new_id(arguments, content), item=item)]


def _lines(arguments: Arguments) -> list[Reference]:
    """Return the line, range or lines that a call is about.

    Raises:
        ReplyError: it names none, or two that could be a range or two lines.
    """
    starts, ends = arguments.ids("start"), arguments.ids("end")
    written = arguments.ids("line") or starts
    if not written:
        raise arguments.refusal(ReplyErrorKind.MISSING_LINE, f"{arguments.function} names no line")
    lines = [read_reference(text) for text in written]
    if ends:
        ends_read = [read_reference(text) for text in ends]
        first, last = lines[0], ends_read[0]
        if len(lines) != 1 or len(ends) != 1 or (starts and arguments.ids("line")):
            raise arguments.refusal(ReplyErrorKind.BAD_RANGE, "the range has more than two ends")
        if not isinstance(first, int) or not isinstance(last, int):
            raise arguments.refusal(
                ReplyErrorKind.BAD_RANGE, f"{written[0]!r} to {ends[0]!r} is no range of lines"
            )
        return [LineRange(first, last)]
    if len(lines) == 1:
        return lines
    numbers = [line for line in lines if isinstance(line, int)]
    follows = numbers == list(range(numbers[0], numbers[0] + len(lines))) if numbers else False
    if follows and arguments.function != "insertLineAfter":
        return [LineRange(numbers[0], numbers[-1])]
    if len(numbers) == len(lines) == 2:
        raise arguments.refusal(
            ReplyErrorKind.BAD_RANGE,
            f"[{numbers[0]}, {numbers[1]}] could be two lines or a range; write two functions, or "
            f"{numbers[0]}..{numbers[1]}",
        )
    return lines


def _new_id(arguments: Arguments, content: str) -> int | str | None:
    """Return the id of a created line.

    Raises:
        ReplyError: it is no id, or it may be part of a text that had a comma in it.
    """
    ids = arguments.ids("new_id")
    value = arguments.values["content"]
    if not ids:
        lost = isinstance(value, Scalar) and arguments.places == 2 and _may_be_id(value)
        if lost:
            raise arguments.refusal(
                ReplyErrorKind.MISSING_CONTENT,
                f"{content!r} looks like the id of a new line, and its words are missing",
            )
        return None
    written = ids[0].strip()
    by_place = arguments.places == 3
    plain = isinstance(value, Scalar) and value.style is ScalarStyle.PLAIN
    if (
        len(ids) > 1
        or not _ID.fullmatch(written.strip("<>[]"))
        or (by_place and plain and not _is_unmistakable(written))
    ):
        raise arguments.refusal(
            ReplyErrorKind.BAD_ARGUMENTS,
            f"{written[:60]!r} stands where the id of a new line was expected; if it is text, put "
            "the whole text between two double quotes",
        )
    new_id = read_reference(written)
    if isinstance(new_id, LineRange):
        # `line-2-1`, the first new line after line 2.
        return f"{new_id.first}.{new_id.last}"
    return new_id if isinstance(new_id, int | str) else str(new_id)


def _may_be_id(value: Scalar) -> bool:
    """Tell whether the last of two arguments may be an id whose text is missing."""
    if _LINE_LIKE.fullmatch(value.text):
        return not value.text.isdigit()
    return value.style is ScalarStyle.PLAIN and _ID_AND_DASH.match(value.text) is not None


def _is_unmistakable(written: str) -> bool:
    """Tell whether an id next to an unquoted text cannot be that text's first words."""
    return len(written) <= 2 or any(character.isdigit() for character in written)


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
