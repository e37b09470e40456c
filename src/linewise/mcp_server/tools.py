"""The tools: what each is called, takes, gives and does. Every word here is paid for in tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from linewise.editing import FUNCTIONS
from linewise.mcp_server import changing, reading

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from linewise.mcp_server.answers import Answer

__all__ = ["TOOLS", "Tool", "tools_for"]


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool.

    Attributes:
        name: what it is called.
        description: what a model is told of it.
        run: takes the desk and the arguments by name.
        takes: the schema of each argument.
        gives: the type of each value of its answer.
        required: the arguments that cannot be left out.
        writes: whether files are changed by it; it may take away words then.
        idempotent: whether the same call again changes nothing more.
    """

    name: str
    description: str
    run: Callable[..., Answer]
    takes: Mapping[str, Mapping[str, Any]]
    gives: Mapping[str, str]
    required: tuple[str, ...] = ("path",)
    writes: bool = False
    idempotent: bool = False

    @property
    def input_schema(self) -> dict[str, Any]:
        """The JSON schema of its arguments."""
        return {
            "type": "object",
            "properties": {name: dict(schema) for name, schema in self.takes.items()},
            "required": list(self.required),
        }

    @property
    def output_schema(self) -> dict[str, Any]:
        """The JSON schema of the values that it gives."""
        return {
            "type": "object",
            "properties": {name: {"type": kind} for name, kind in self.gives.items()},
        }

    @property
    def annotations(self) -> dict[str, bool]:
        """What clients are told of its effects."""
        if not self.writes:
            return {"readOnlyHint": True, "openWorldHint": False}
        return {
            "readOnlyHint": False,
            "destructiveHint": True,
            "idempotentHint": self.idempotent,
            "openWorldHint": False,
        }

    def as_dict(self) -> dict[str, Any]:
        """Return the tool as the protocol lists it."""
        return {
            "name": self.name,
            "description": self.description,
            "inputSchema": self.input_schema,
            "outputSchema": self.output_schema,
            "annotations": self.annotations,
        }


_TEXT = {"type": "string"}
_NUMBER = {"type": "integer"}

_OPERATION = {
    "type": "object",
    "properties": {
        "op": {"enum": list(FUNCTIONS)},
        "line": {"type": "string", "description": "'7:k3', '7:k3..9:p2', '0' = before line 1"},
        "content": {"type": "string", "description": "new lines, without ids"},
        "old": {"type": "string", "description": "words that stand once in the line"},
        "new": _TEXT,
    },
    "required": ["op", "line"],
}

TOOLS: tuple[Tool, ...] = (
    Tool(
        "outline",
        "Headings of a document with their lines, its size and revision. Of a folder: its files.",
        reading.outline,
        {"path": {"type": "string", "description": "relative; default '.', the top"}},
        {"revision": "string", "lines": "integer", "tokens": "integer", "entries": "array"},
        (),
    ),
    Tool(
        "read",
        "Lines as id|words. An id is number:tag, the tag made of the words. Without lines, "
        "heading or page: from the start.",
        reading.read,
        {
            "path": _TEXT,
            "lines": {"type": "string", "description": "'7', '7..20' or '7..'"},
            "heading": _TEXT,
            "page": _NUMBER,
            "tokens": {"type": "integer", "description": "at most; default 2000"},
        },
        {"revision": "string", "text": "string"},
    ),
    Tool(
        "find",
        "Lines that hold words, with their ids; else those that share most words with them.",
        reading.find,
        {"path": _TEXT, "words": _TEXT, "limit": _NUMBER},
        {"revision": "string", "total": "integer", "hits": "array"},
        ("path", "words"),
    ),
    Tool(
        "propose",
        "Check operations on lines and get the diff and an edit id. Writes nothing. Ids are those "
        "of the revision given; one from before later changes will do while its lines are "
        "unchanged. Change each line once.",
        changing.propose,
        {
            "path": _TEXT,
            "revision": {"type": "string", "description": "of the text that you read"},
            "operations": {"type": "array", "items": _OPERATION},
            "reason": {"type": "string", "description": "why; kept in the history"},
        },
        {"edit": "string", "diff": "string", "notes": "array"},
        ("path", "revision", "operations"),
    ),
    Tool(
        "apply",
        "Write a proposed edit, whole or not at all; gives the new revision.",
        changing.apply,
        {
            "edit": {"type": "string", "description": "id from propose"},
            "operations": {
                "type": "array",
                "items": _NUMBER,
                "description": "only these, counted from 1",
            },
        },
        {"revision": "string", "lines": "array"},
        ("edit",),
        writes=True,
        idempotent=True,
    ),
    Tool(
        "history",
        "Revisions of a file, newest first, with time and reason.",
        reading.history,
        {"path": _TEXT, "limit": _NUMBER},
        {"revision": "string", "entries": "array"},
    ),
    Tool(
        "undo",
        "Take back the newest change, or the one that made a revision; later changes stay. With "
        "to: go back to that revision, all later changes are taken back. Can be undone itself.",
        changing.undo,
        {"path": _TEXT, "revision": _TEXT, "to": _TEXT},
        {"revision": "string", "lines": "array"},
        writes=True,
    ),
    Tool(
        "summarize",
        "Sentences or chapters of a document with their lines, chosen without a model.",
        reading.summary,
        {
            "path": _TEXT,
            "what": {"type": "string", "enum": ["summary", "points", "chapters"]},
            "size": {"type": "integer", "description": "characters, or how many"},
        },
        {"revision": "string", "items": "array"},
    ),
)


def tools_for(*, read_only: bool) -> tuple[Tool, ...]:
    """Return the tools of a server: without those that write, where nothing may be written."""
    return tuple(tool for tool in TOOLS if not (read_only and tool.writes))
