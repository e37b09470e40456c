"""Edits as plain values and back, so that one can be put away and looked at later."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from linewise.document import Document
from linewise.editing.operations import KINDS, LineRange, Operation, function_of
from linewise.editing.plan import plan
from linewise.errors import OptionError
from linewise.models import Usage
from linewise.replies import Caution, CautionKind, Repair, RepairKind, read_reference

if TYPE_CHECKING:
    from collections.abc import Mapping

    from linewise.editing.edit import Edit
    from linewise.replies.references import Reference

__all__ = ["edit_as_dict", "edit_from_dict", "operation_as_dict", "operation_from_dict"]


def operation_as_dict(operation: Operation) -> dict[str, Any]:
    """Return an operation as plain values, ready for JSON; its line as models write it."""
    known = {"function": function_of(operation), "line": _written(operation.line)}
    for name in type(operation).__dataclass_fields__:
        value = getattr(operation, name)
        if name != "line" and value is not None:
            known[name] = value
    return known


def operation_from_dict(known: Mapping[str, Any]) -> Operation:
    """Return the operation that `operation_as_dict` wrote.

    Raises:
        OptionError: it is none.
    """
    try:
        values = dict(known)
        if isinstance(values["line"], str):
            values["line"] = read_reference(values["line"])
        operation: Operation = KINDS[values.pop("function")](**values)
    except (KeyError, TypeError, ValueError) as error:
        raise OptionError(f"{known!r} is no operation as operation_as_dict writes it") from error
    return operation


def edit_as_dict(edit: Edit) -> dict[str, Any]:
    """Return an edit as plain values, ready for JSON: the text, and what is done to it.

    What was refused is not kept; what a model was shown is not, either.
    """
    return {
        "text": edit.before.text,
        "source": edit.before.source,
        "operations": [operation_as_dict(operation) for operation in edit.operations],
        "repairs": [asdict(repair) for repair in edit.repairs],
        "warnings": [asdict(warning) for warning in edit.warnings],
        "usage": asdict(edit.usage) if isinstance(edit.usage, Usage) else None,
    }


def edit_from_dict(known: Mapping[str, Any]) -> Edit:
    """Return the edit that `edit_as_dict` wrote.

    Raises:
        OptionError: it is none.
        ReplyError: its operations do not fit its text.
    """
    try:
        document = Document(known["text"], source=known["source"])
        operations = [operation_from_dict(operation) for operation in known["operations"]]
        repairs = tuple(_repair(repair) for repair in known["repairs"])
        warnings = tuple(_warning(warning) for warning in known["warnings"])
        usage = Usage(**known["usage"]) if known["usage"] else None
    except (KeyError, TypeError, ValueError) as error:
        raise OptionError(f"this is no edit as edit_as_dict writes it: {error}") from error
    return replace(plan(document, operations), repairs=repairs, warnings=warnings, usage=usage)


def _written(line: Reference) -> int | str:
    if isinstance(line, int | str):
        return line
    if isinstance(line, LineRange):
        return f"{_end(line.first, line.first_tag)}..{_end(line.last, line.last_tag)}"
    return str(line)


def _end(number: int, tag: str | None) -> str:
    return f"{number}" if tag is None else f"{number}:{tag}"


def _repair(known: Mapping[str, Any]) -> Repair:
    return Repair(RepairKind(known["kind"]), known["message"], known["item"])


def _warning(known: Mapping[str, Any]) -> Caution:
    return Caution(CautionKind(known["kind"]), known["message"], known["item"])
