"""Operations as agents send them, read into those of the editing room."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from linewise.editing import (
    FUNCTIONS,
    DeleteLine,
    InsertLineAfter,
    Operation,
    ReplaceLine,
    ReplaceText,
)
from linewise.mcp_server.answers import RefusedError
from linewise.mcp_server.arguments import clipped

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from linewise.mcp_server.limits import Limits

__all__ = ["read_given"]

_FIELDS = {
    "insertLineAfter": ("content",),
    "replaceLine": ("content",),
    "deleteLine": (),
    "replaceText": ("old", "new"),
}
_OPTIONAL = {"insertLineAfter": ("id",)}

# What stands behind the id of a line are its words; with a second id there, they are not.
_ANOTHER = re.compile(r"\n.*\S|(?<!\w)[0-9]+:[2-9a-hj-km-np-z]{2}(?!\w)", re.IGNORECASE | re.DOTALL)


def read_given(given: Sequence[Any], limits: Limits) -> list[Operation]:
    """Return what a call asks for.

    Raises:
        RefusedError: an operation has no known form, or there are too many.
    """
    if not given:
        raise RefusedError("there are no operations; propose one or more")
    if len(given) > limits.operations:
        raise RefusedError(
            f"{len(given)} operations are too many for one proposal; {limits.operations} are the "
            "most: propose and apply them in parts"
        )
    read = [_operation(one, item) for item, one in enumerate(given, start=1)]
    words = sum(len(str(value)) for one in given for value in one.values())
    if words > limits.words_chars:
        raise RefusedError(
            f"the operations hold {words:,} characters; {limits.words_chars:,} are the most: "
            "propose and apply them in parts"
        )
    return read


def _operation(given: Any, item: int) -> Operation:
    if not isinstance(given, dict):
        raise RefusedError(f'item {item}: write {{"op": …, "line": …}}')
    op = given.get("op")
    if not isinstance(op, str) or op not in _FIELDS:
        raise RefusedError(f"item {item}: op is one of {', '.join(FUNCTIONS)}, not {clipped(op)}")
    line = given.get("line")
    if isinstance(line, bool) or not isinstance(line, str | int):
        raise RefusedError(f"item {item}: line is an id such as '7:k3' or a range '7:k3..9:p2'")
    _refuse_other_fields(op, given, item)
    where = _where(str(line), item)
    words = {field: _words(given, op, field, item) for field in _FIELDS[op]}
    if op == "insertLineAfter":
        return InsertLineAfter(where, words["content"], _new_id(given, item), item=item)
    if op == "replaceLine":
        return ReplaceLine(where, words["content"], item=item)
    if op == "replaceText":
        return ReplaceText(where, words["old"], words["new"], item=item)
    return DeleteLine(where, item=item)


def _where(line: str, item: int) -> str:
    """Return the id alone of a line that was copied with its words."""
    where, _, words = line.partition("|")
    if _ANOTHER.search(words):
        raise RefusedError(
            f"item {item}: line {clipped(line)} names more than one; write a range by its two "
            "ids alone, '7:k3..9:p2', and of other lines an operation each"
        )
    return where.strip()


def _new_id(given: Mapping[str, Any], item: int) -> int | str | None:
    new_id = given.get("id") or None
    if new_id is not None and (isinstance(new_id, bool) or not isinstance(new_id, str | int)):
        raise RefusedError(f"item {item}: id names the new line, such as 'new1'")
    return new_id


def _refuse_other_fields(op: str, given: Mapping[str, Any], item: int) -> None:
    known = ("op", "line", *_FIELDS[op], *_OPTIONAL.get(op, ()))
    for name, value in given.items():
        # Some models fill in every field that the schema has.
        if name not in known and value not in (None, ""):
            raise RefusedError(
                f"item {item}: {op} has no {clipped(name)}; it has {', '.join(known)}"
            )


def _words(given: Mapping[str, Any], op: str, field: str, item: int) -> str:
    words = given.get(field)
    if isinstance(words, list) and all(isinstance(line, str) for line in words):
        words = "\n".join(words)
    if not isinstance(words, str):
        raise RefusedError(
            f"item {item}: {op} needs {field}, a text" + ("" if field == "old" else "; '' is empty")
        )
    if any("\ud800" <= character <= "\udfff" for character in words):
        raise RefusedError(f"item {item}: {field} holds half of a surrogate pair; write it whole")
    return words if field in ("old", "new") else words.removesuffix("\n")
