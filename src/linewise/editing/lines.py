"""Which lines a call names: one, a range, several, and the id of a new one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from linewise.errors import ReplyErrorKind
from linewise.replies import (
    LineRange,
    Reference,
    Scalar,
    ScalarStyle,
    TaggedLine,
    read_reference,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linewise.editing.arguments import Arguments

__all__ = ["lines_of", "new_id_of"]

_LONGEST_NAME = 80
_ID = re.compile(r"[\w.:#-]{1,40}")
_ID_AND_DASH = re.compile(r"\S{1,40}\s-\s")
_LINE_LIKE = re.compile(r"#?(?:line|ligne|l|n|new)?[ _-]?[0-9]+(?:[._-][0-9a-z]+)*", re.IGNORECASE)


def lines_of(arguments: Arguments) -> list[Reference]:
    """Return the line, the range or the lines that a call is about.

    Raises:
        ReplyError: it names none, or two that could be a range or two lines.
    """
    starts, ends = arguments.ids("start"), arguments.ids("end")
    written = arguments.ids("line")
    if not written and not starts:
        raise arguments.refusal(ReplyErrorKind.MISSING_LINE, f"{arguments.function} names no line")
    if written and starts:
        raise arguments.refusal(
            ReplyErrorKind.BAD_RANGE, "a line is named and the start of a range"
        )
    lines = [read_reference(text) for text in written or starts]
    if ends:
        return [_range(arguments, lines, [read_reference(text) for text in ends])]
    return lines if len(lines) == 1 else _several(arguments, lines)


def _range(
    arguments: Arguments, starts: Sequence[Reference], ends: Sequence[Reference]
) -> LineRange:
    """Return the range between two ids that stand under names of their own."""
    numbers = [
        (line, None) if isinstance(line, int) else (line.number, line.tag)
        for line in (*starts, *ends)
        if isinstance(line, int | TaggedLine)
    ]
    if len(numbers) != 2 or len(starts) != 1 or len(ends) != 1:
        shown = " to ".join(", ".join(map(str, side)) for side in (starts, ends))
        raise arguments.refusal(ReplyErrorKind.BAD_RANGE, f"{shown} is no range of lines")
    (first, first_tag), (last, last_tag) = numbers
    return LineRange(first, last, first_tag, last_tag)


def _several(arguments: Arguments, lines: list[Reference]) -> list[Reference]:
    """Return several lines as a range where they follow each other."""
    numbers = [line for line in lines if isinstance(line, int)]
    if arguments.function != "insertLineAfter" and len(numbers) == len(lines):
        if numbers == list(range(numbers[0], numbers[0] + len(numbers))):
            return [LineRange(numbers[0], numbers[-1])]
        if len(numbers) == 2:
            raise arguments.refusal(
                ReplyErrorKind.BAD_RANGE,
                f"[{numbers[0]}, {numbers[1]}] could be two lines or a range; write two functions, "
                f"or {numbers[0]}..{numbers[1]}",
            )
    return lines


def new_id_of(arguments: Arguments, content: str) -> int | str | None:
    """Return the id of a created line, or None when it has none.

    Raises:
        ReplyError: it is no id, or it may be part of a text that had a comma in it.
    """
    ids = arguments.ids("new_id")
    value = arguments.values["content"]
    if not ids:
        if isinstance(value, Scalar) and arguments.places == 2 and _may_be_id(value):
            raise arguments.refusal(
                ReplyErrorKind.MISSING_CONTENT,
                f"{content!r} looks like the id of a new line, and its words are missing",
            )
        return None
    written = ids[0].strip()
    if len(ids) > 1 or _may_be_words(arguments, written):
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


def _may_be_words(arguments: Arguments, written: str) -> bool:
    """Tell whether what stands in the place of an id may be the first words of a text."""
    if arguments.places != 3:
        return len(written) > _LONGEST_NAME
    if not _ID.fullmatch(written.strip("<>[]")):
        return True
    value = arguments.values["content"]
    if not isinstance(value, Scalar) or value.style is not ScalarStyle.PLAIN:
        return False
    return len(written) > 2 and not any(character.isdigit() for character in written)
