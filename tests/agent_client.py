"""An agent for tests: the SDK's own client, over a server in a process of its own."""

from __future__ import annotations

import os
import sys
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mcp.client import Client
from mcp.client.stdio import StdioServerParameters

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from mcp.types import CallToolResult

__all__ = ["Agent", "agent"]


@dataclass(frozen=True)
class Agent:
    """A client that is connected to a server."""

    client: Client

    async def result(self, tool: str, **arguments: Any) -> CallToolResult:
        """Call a tool and return what the protocol gives."""
        return await self.client.call_tool(tool, arguments)

    async def values(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool that does what it is asked, and return its values."""
        result = await self.result(tool, **arguments)
        assert not result.is_error, result.content
        return dict(result.structured_content)

    async def refusal(self, tool: str, **arguments: Any) -> str:
        """Call a tool that refuses, and return its words."""
        result = await self.result(tool, **arguments)
        assert result.is_error, result.structured_content
        return str(result.content[0].text)  # type: ignore[union-attr]

    async def ids(self, path: str) -> dict[int, str]:
        """Read a document and return the id of each line by its number."""
        text = (await self.values("read", path=path, tokens=20_000))["text"]
        ids = (line.split("|", 1)[0] for line in text.splitlines())
        return {int(one.split(":")[0]): one for one in ids}


@asynccontextmanager
async def agent(
    *roots: Path | str, options: tuple[str, ...] = (), program: str | None = None
) -> AsyncIterator[Agent]:
    """Start a server and connect to it.

    Args:
        roots: the folders that it may see.
        options: of the command.
        program: Python to run in its process before the command.
    """
    words = ["mcp", *options, *(word for root in roots for word in ("--root", str(root)))]
    code = f"{program or ''}\nimport sys\nfrom linewise.cli import main\nsys.exit(main({words!r}))"
    server = StdioServerParameters(
        command=sys.executable, args=["-c", code], env={"HOME": os.environ["HOME"]}
    )
    async with Client(server) as client:
        yield Agent(client)
