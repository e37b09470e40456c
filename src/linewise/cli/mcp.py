"""`linewise mcp`: serve tools to an agent, over standard input and output."""

from __future__ import annotations

import signal
import sys

import click

from linewise.cli._command import result_command
from linewise.cli._result import Result
from linewise.cli._telling import tell


@result_command(
    "Serve tools by which an agent reads and edits the documents in DIR and below, and nothing "
    "else, over standard input and output (Model Context Protocol; needs the extra `mcp`). Lines "
    "carry tags, edits are proposed before they are applied, and each can be undone.\n\n"
    "Example: linewise mcp --root docs --root notes"
)
@click.option(
    "--root",
    "roots",
    metavar="DIR",
    multiple=True,
    help="A folder that the agent may see; can be given more than once.",
)
@click.option("--read-only", is_flag=True, help="Offer no tool that writes.")
@click.option("--list", "only_list", is_flag=True, help="List the tools and end.")
def mcp_command(*, roots: tuple[str, ...], read_only: bool, only_list: bool) -> Result:
    """Serve tools to an agent."""
    from linewise.mcp_server import Desk, Roots, serve, tools_for

    if only_list:
        tools = tools_for(read_only=read_only)
        width = max(len(tool.name) for tool in tools)
        return Result(
            text=(f"{tool.name:<{width}}  {tool.description}\n" for tool in tools),
            items=[tool.as_dict() for tool in tools],
        )
    if not roots:
        raise click.UsageError("name the folder that the agent may see: --root DIR")
    desk = Desk(Roots(roots), read_only=read_only)
    if sys.stdin is not None and sys.stdin.isatty():
        tell("waiting for an agent on standard input (Ctrl-C ends)")
    # The thread that waits for standard input hears of no exception; files bear a sudden end.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    serve(desk)
    return Result(text=(), items=())


command = mcp_command
