"""Arguments of a call held against the tool's schema, with words for who wrote them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linewise.mcp_server.answers import RefusedError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["checked", "clipped"]

_WORDS = {"string": "a text", "integer": "a whole number", "array": "a list"}


def checked(tool: str, schema: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a call by name; what is null counts as left out.

    Raises:
        RefusedError: one is missing, unknown or of another type; the message has the right form.
    """
    known: Mapping[str, Any] = schema["properties"]
    arguments = {name: value for name, value in given.items() if value is not None}
    for name in arguments:
        if name not in known:
            raise RefusedError(
                f"{tool} has no argument {name[:40]!r}; its arguments are {', '.join(known)}"
            )
    for name in schema.get("required", ()):
        if name not in arguments:
            raise RefusedError(f"{tool} needs {name}: {_described(known[name])}")
    return {name: _of_type(tool, name, known[name], value) for name, value in arguments.items()}


def clipped(value: object) -> str:
    """Return what was given as messages quote it: never longer than they can bear."""
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"


def _of_type(tool: str, name: str, schema: Mapping[str, Any], value: Any) -> Any:
    kind = schema["type"]
    if kind == "integer" and isinstance(value, str) and value.strip().isdecimal():
        value = int(value.strip()[:18])
    if kind == "string" and isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if isinstance(value, bool) or not isinstance(value, _TYPES[kind]):
        raise RefusedError(f"{tool}: {name} is {_WORDS[kind]}, not {clipped(value)}")
    if isinstance(value, str) and any("\ud800" <= character <= "\udfff" for character in value):
        raise RefusedError(f"{tool}: {name} holds half of a surrogate pair; write it whole")
    if isinstance(value, int) and value < 0:
        raise RefusedError(f"{tool}: {name} is 0 or more, not {value}")
    if "enum" in schema and value not in schema["enum"]:
        raise RefusedError(
            f"{tool}: {name} is one of {', '.join(schema['enum'])}, not {clipped(value)}"
        )
    if isinstance(value, list) and schema["items"]["type"] == "integer":
        return [_of_type(tool, name, schema["items"], item) for item in value]
    return value


_TYPES: dict[str, type] = {"string": str, "integer": int, "array": list}


def _described(schema: Mapping[str, Any]) -> str:
    return str(schema.get("description") or _WORDS[schema["type"]])
