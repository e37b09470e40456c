"""Tools for agents over the Model Context Protocol: they point at lines, and damage nothing."""

from linewise.mcp_server.answers import Answer, RefusedError
from linewise.mcp_server.calling import call
from linewise.mcp_server.limits import Limits
from linewise.mcp_server.opening import Desk, Opened
from linewise.mcp_server.roots import Entry, Place, Roots
from linewise.mcp_server.serving import make_server, serve
from linewise.mcp_server.tools import TOOLS, Tool, tools_for

__all__ = [
    "TOOLS",
    "Answer",
    "Desk",
    "Entry",
    "Limits",
    "Opened",
    "Place",
    "RefusedError",
    "Roots",
    "Tool",
    "call",
    "make_server",
    "serve",
    "tools_for",
]
