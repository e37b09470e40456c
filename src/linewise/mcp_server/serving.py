"""The server: the tools on the official SDK, over standard input and output."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING, Any

from linewise.errors import OptionError
from linewise.mcp_server.answers import RefusedError
from linewise.mcp_server.calling import call
from linewise.mcp_server.tools import tools_for

if TYPE_CHECKING:
    from mcp.server import Server, ServerRequestContext
    from mcp.types import (
        CallToolRequestParams,
        CallToolResult,
        ListToolsResult,
        PaginatedRequestParams,
    )

    from linewise.mcp_server.opening import Desk

__all__ = ["make_server", "serve"]

_LOG = logging.getLogger("linewise.mcp_server")

_INSTRUCTIONS = (
    "Edit documents by pointing at lines: outline or find, read, propose, apply. Lines are named "
    "by ids as they are shown (7:k3). When a call is refused, its words say what to do."
)


def make_server(desk: Desk) -> Server[dict[str, Any]]:
    """Return a server of the official SDK with the tools for a desk.

    Raises:
        OptionError: the SDK is not installed.
    """
    try:
        import anyio  # noqa: PLC0415 - comes with the extra
        from mcp import types  # noqa: PLC0415 - an extra
        from mcp.server import Server  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise OptionError(f"mcp is not installed ({error}): pip install 'linewise[mcp]'") from error
    # Calls one after the other: what was seen and what is proposed is kept in one place for all.
    turn = anyio.CapacityLimiter(1)

    async def list_tools(
        _context: ServerRequestContext[dict[str, Any]], _params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        listed = [tool.as_dict() for tool in tools_for(read_only=desk.read_only)]
        return types.ListToolsResult.model_validate({"tools": listed})

    async def call_tool(
        _context: ServerRequestContext[dict[str, Any]], params: CallToolRequestParams
    ) -> CallToolResult:
        try:
            answer = await anyio.to_thread.run_sync(
                call, desk, params.name, params.arguments or {}, limiter=turn
            )
        except RefusedError as error:
            said = types.TextContent(type="text", text=str(error))
            return types.CallToolResult(content=[said], is_error=True)
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=answer.text)],
            structured_content=dict(answer.data),
        )

    return Server(
        "linewise",
        version=_version(),
        instructions=_INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def serve(desk: Desk) -> None:
    """Serve one client over standard input and output, until it hangs up.

    Standard output is the protocol: whatever else is said goes to standard error.

    Raises:
        OptionError: the SDK is not installed.
    """
    server = make_server(desk)
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    import anyio  # noqa: PLC0415 - comes with the extra
    from mcp.server.stdio import stdio_server  # noqa: PLC0415 - an extra

    async def run() -> None:
        async with stdio_server() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())

    try:
        anyio.run(run)
    except* (BrokenPipeError, anyio.BrokenResourceError):
        _LOG.warning("the client hung up before it was answered")


def _version() -> str:
    from linewise import __version__  # noqa: PLC0415 - the package imports its rooms lazily

    return __version__
