"""The command that serves agents: what it needs, and what it says."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command with nothing on standard input."""
    return subprocess.run(
        [sys.executable, "-m", "linewise", "mcp", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_a_folder_must_be_named() -> None:
    """There is no folder that an agent may see unless its owner says so."""
    done = run()
    assert (done.returncode, done.stdout) == (2, "")
    assert "--root DIR" in done.stderr


def test_a_folder_that_is_none_is_refused(tmp_path: Path) -> None:
    """One line says which, and that a folder was expected."""
    done = run("--root", str(tmp_path / "absent"))
    assert (done.returncode, done.stdout) == (1, "")
    assert "absent" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_client_that_hangs_up_ends_the_server(tmp_path: Path) -> None:
    """The end of standard input is no failure, and nothing was said on standard output."""
    done = run("--root", str(tmp_path))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_list_is_what_clients_see() -> None:
    """Read-only, the tools that write are not in it."""
    tools = json.loads(run("--list", "--read-only", "--json").stdout)
    assert [True] * 6 == [tool["annotations"]["readOnlyHint"] for tool in tools]
    assert all("inputSchema" in tool for tool in tools)
