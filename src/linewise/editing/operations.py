"""The four things that can be done to a document by naming its lines."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from linewise.replies.references import LineRange, Reference

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "FUNCTIONS",
    "KINDS",
    "DeleteLine",
    "InsertLineAfter",
    "LineRange",
    "Operation",
    "ReplaceLine",
    "ReplaceText",
    "function_of",
    "with_words",
    "words_of",
]


@dataclass(frozen=True, slots=True)
class InsertLineAfter:
    r"""Put new lines after a line.

    Attributes:
        line: the line, 0 for the place before the first one, or the id of a created line.
        content: the new lines, with `\n` between two.
        new_id: the id by which other operations of the same list name them.
        item: which item of the reply it was, counted from 1; 0 when it was none.
    """

    line: Reference
    content: str
    new_id: int | str | None = None
    item: int = field(default=0, compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class ReplaceLine:
    r"""Put other words in the place of a line or of a range of lines.

    Attributes:
        line: the line, a range, or the id of a created line.
        content: the words, with `\n` between two lines.
        expected: what the line holds now, where the reply said so.
        item: which item of the reply it was, counted from 1; 0 when it was none.
    """

    line: Reference
    content: str
    expected: str | None = None
    item: int = field(default=0, compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class DeleteLine:
    """Take a line or a range of lines out.

    Attributes:
        line: the line, a range, or the id of a created line.
        expected: what the line holds now, where the reply said so.
        item: which item of the reply it was, counted from 1; 0 when it was none.
    """

    line: Reference
    expected: str | None = None
    item: int = field(default=0, compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class ReplaceText:
    """Put other words in the place of words that stand exactly once in a line.

    Attributes:
        line: the line, or the id of a created line.
        old: the words that go.
        new: the words that come.
        item: which item of the reply it was, counted from 1; 0 when it was none.
    """

    line: Reference
    old: str
    new: str
    item: int = field(default=0, compare=False, kw_only=True)


Operation: TypeAlias = InsertLineAfter | ReplaceLine | DeleteLine | ReplaceText

KINDS: Mapping[str, type[Operation]] = MappingProxyType(
    {
        "insertLineAfter": InsertLineAfter,
        "replaceLine": ReplaceLine,
        "deleteLine": DeleteLine,
        "replaceText": ReplaceText,
    }
)
"""The operations by the functions that models call."""

FUNCTIONS = tuple(KINDS)

_NAMES = {kind: name for name, kind in KINDS.items()}


def function_of(operation: Operation) -> str:
    """Return the function that a model calls for an operation."""
    return _NAMES[type(operation)]


def words_of(operation: Operation) -> str:
    """Return the words that an operation writes; "" where it writes none."""
    if isinstance(operation, DeleteLine):
        return ""
    return operation.new if isinstance(operation, ReplaceText) else operation.content


def with_words(operation: Operation, words: str) -> Operation:
    """Return an operation that writes other words; a deletion as it is."""
    if isinstance(operation, DeleteLine):
        return operation
    if isinstance(operation, ReplaceText):
        return replace(operation, new=words)
    return replace(operation, content=words)
