"""One call of a tool: arguments checked, errors turned into words that say what to do."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from linewise.errors import LinewiseError
from linewise.mcp_server.answers import Answer, RefusedError
from linewise.mcp_server.arguments import checked
from linewise.mcp_server.tools import tools_for

if TYPE_CHECKING:
    from collections.abc import Mapping

    from linewise.mcp_server.opening import Desk
    from linewise.mcp_server.tools import Tool

__all__ = ["call"]

_LOG = logging.getLogger("linewise.mcp_server")
_NOTHING = "nothing was written"
_LONGEST_ERROR = 6_000


def call(desk: Desk, name: str, arguments: Mapping[str, Any]) -> Answer:
    """Run a tool.

    Args:
        desk: what the server knows.
        name: of the tool.
        arguments: by their names.

    Raises:
        RefusedError: it cannot be done; the message is for the model, names no path of this
            machine, and begins with "nothing was written" where something could have been.
    """
    tools = {tool.name: tool for tool in tools_for(read_only=desk.read_only)}
    tool = tools.get(name)
    if tool is None:
        only = " on a server that only reads" if desk.read_only else ""
        raise RefusedError(
            f"{_NOTHING}: there is no tool {name[:40]!r}{only}; there are {', '.join(tools)}"
        )
    try:
        return tool.run(desk, **checked(name, tool.input_schema, arguments))
    except LinewiseError as error:
        raise RefusedError(_told(desk, tool, str(error))) from error
    except OSError as error:
        why = f"the system refused: {error.strerror or type(error).__name__}"
        raise RefusedError(_told(desk, tool, why)) from error
    except Exception as error:
        # A fault of ours: its words may hold anything, so they stay here.
        _LOG.exception("the tool %s failed", name)
        raise RefusedError(
            f"{name} failed inside linewise ({type(error).__name__}); "
            + ("read the file again before you go on" if tool.writes else "try another way")
        ) from error


def _told(desk: Desk, tool: Tool, message: str) -> str:
    words = desk.roots.hide(message)[:_LONGEST_ERROR]
    if not (tool.writes or tool.name == "propose"):
        return words
    for said in (f"; {_NOTHING}", f"{_NOTHING}: "):
        words = words.replace(said, "")
    return f"{_NOTHING}: {words}"
