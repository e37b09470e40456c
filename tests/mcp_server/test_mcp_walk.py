"""The whole way of an agent, with the SDK's own client and servers in processes of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import anyio
import pytest

from agent_client import Agent, agent
from linewise import TextFile, count_tokens, log
from linewise.mcp_server import Desk, Roots, call

if TYPE_CHECKING:
    from pathlib import Path

TEXT = "# Plan\n\nWater the roses.\nFeed the cat.\n\n## Later\n\nPaint the door.\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Make a folder with a document."""
    folder = tmp_path / "garden"
    folder.mkdir()
    (folder / "plan.md").write_text(TEXT)
    return folder


def test_from_outline_to_undo(root: Path) -> None:
    """Outline, read, a stale tag refused, propose, apply, history, undo: the file as it was."""
    anyio.run(_walk, root)
    assert (root / "plan.md").read_text() == TEXT
    assert ["plan.md"] == [path.name for path in root.iterdir()]


async def _walk(root: Path) -> None:
    async with agent(root) as one:
        listed = await one.client.list_tools()
        tools = listed.model_dump(by_alias=True, exclude_unset=True, mode="json")["tools"]
        assert count_tokens(json.dumps(tools), "o200k") < 1_500

        outline = await one.values("outline", path="plan.md")
        assert ["Plan", "Later"] == [entry["title"] for entry in outline["entries"]]
        ids = await one.ids("plan.md")

        # Somebody else changes a line after it was read.
        (root / "plan.md").write_text(TEXT.replace("Feed the cat.", "Feed both cats."))
        wanted = {"op": "replaceLine", "line": ids[4], "content": "Feed the dog."}
        refusal = await one.refusal(
            "propose", path="plan.md", revision=outline["revision"], operations=[wanted]
        )
        assert refusal.startswith("nothing was written: ")
        now = await one.ids("plan.md")
        assert f"{now[4]}|Feed both cats." in refusal
        assert now[4] != ids[4]

        revision = (await one.values("read", path="plan.md"))["revision"]
        refusal = await one.refusal(
            "propose", path="plan.md", revision=revision, operations=[wanted]
        )
        assert refusal.startswith("nothing was written: item 1: ")
        assert f"{now[4]}|Feed both cats." in refusal

        (root / "plan.md").write_text(TEXT)
        edit = await one.values(
            "propose",
            path="plan.md",
            revision=outline["revision"],
            operations=[
                wanted,
                {"op": "insertLineAfter", "line": ids[8], "content": "Paint the gate."},
            ],
            reason="a dog came",
        )
        assert "+Feed the dog." in edit["diff"]
        assert (root / "plan.md").read_text() == TEXT
        applied = await one.values("apply", edit=edit["edit"])
        written = TEXT.replace("the cat", "the dog") + "Paint the gate.\n"
        assert (root / "plan.md").read_text() == written

        history = await one.values("history", path="plan.md")
        assert [applied["revision"], outline["revision"]] == [
            entry["revision"] for entry in history["entries"]
        ]
        assert history["entries"][0]["reason"] == "a dog came"
        undone = await one.values("undo", path="plan.md", to=outline["revision"])
        assert undone["revision"] == outline["revision"]


def test_two_clients_lose_nothing(root: Path) -> None:
    """Servers in two processes on one file: what does not touch is joined, what does is refused."""
    anyio.run(_two, root)


async def _two(root: Path) -> None:
    path = root / "plan.md"
    async with agent(root) as one, agent(root) as other:
        first, second = await _propose(one, 3, "Water all."), await _propose(other, 8, "Paint all.")
        same = await _propose(other, 3, "Water nothing.")
        await one.values("apply", edit=first)
        await other.values("apply", edit=second)
        both = TEXT.replace("Water the roses.", "Water all.").replace(
            "Paint the door.", "Paint all."
        )
        assert path.read_text() == both

        refusal = await other.refusal("apply", edit=same)
        assert refusal.startswith("nothing was written: ")
        assert "|Water all." in refusal
        assert path.read_text() == both

        # Both at once, again and again: every line arrives once, in one piece.
        async with anyio.create_task_group() as group:
            group.start_soon(_add_lines, one, "a")
            group.start_soon(_add_lines, other, "b")
        lines = path.read_text().splitlines()
        assert sorted(line for line in lines if line[1:].isdigit()) == sorted(
            f"{name}{n}" for name in "ab" for n in range(6)
        )
        assert len(lines) == both.count("\n") + 12
        assert len(log(path)) == 14


async def _propose(one: Agent, line: int, words: str) -> str:
    ids = await one.ids("plan.md")
    revision = (await one.values("outline", path="plan.md"))["revision"]
    edit = await one.values(
        "propose",
        path="plan.md",
        revision=revision,
        operations=[{"op": "replaceLine", "line": ids[line], "content": words}],
    )
    return str(edit["edit"])


async def _add_lines(one: Agent, name: str) -> None:
    """Add lines at the agent's own place, and begin again whenever the file was in motion."""
    anchor = {"a": "# Plan", "b": "## Later"}[name]
    for n in range(6):
        for _ in range(20):
            found = await one.values("find", path="plan.md", words=anchor)
            line = found["hits"][0]["line"].split("|")[0]
            proposed = await one.result(
                "propose",
                path="plan.md",
                revision=found["revision"],
                operations=[{"op": "insertLineAfter", "line": line, "content": f"{name}{n}"}],
            )
            if proposed.is_error:
                continue
            edit = dict(proposed.structured_content)["edit"]
            if not (await one.result("apply", edit=edit)).is_error:
                break


# Kills its own process at the moment at which the new bytes would take the place of the old.
KILLER = """
import os, pathlib, signal
put = pathlib.Path.replace
def replace(self, target):
    if self.name.startswith(".linewise-"):
        {put}
        os.kill(os.getpid(), signal.SIGKILL)
    return put(self, target)
pathlib.Path.replace = replace
"""


@pytest.mark.skipif(os.name == "nt", reason="there is no such signal")
@pytest.mark.parametrize("after", [False, True])
def test_a_server_that_is_killed_leaves_the_file_whole(root: Path, after: bool) -> None:
    """The old text or the new one, never a mixture, and the next server goes on from there."""
    program = KILLER.format(put="put(self, target)" if after else "pass")
    anyio.run(_killed, root, program)
    changed = TEXT.replace("Water the roses.", "Water all.")
    expected = changed if after else TEXT
    assert TextFile.read(root / "plan.md").document.text == expected
    call(Desk(Roots([root])), "undo" if after else "history", {"path": "plan.md"})
    assert (root / "plan.md").read_text() == TEXT
    assert ["plan.md"] == [path.name for path in root.iterdir()]


async def _killed(root: Path, program: str) -> None:
    async with agent(root, program=program) as one:
        edit = await _propose(one, 3, "Water all.")
        with pytest.raises(Exception, match=r"(?i)closed"), anyio.fail_after(60):
            await one.result("apply", edit=edit)


def test_standard_output_is_the_protocol_alone(root: Path) -> None:
    """Each line is a message, whatever the tools meet; a client that hangs up ends the server."""
    messages: list[dict[str, object]] = [
        {
            "id": 1,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "t", "version": "1"},
            },
        },
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {"name": "outline", "arguments": {"path": 7}}},
        {"id": 3, "method": "tools/call", "params": {"name": "nothing"}},
    ]
    sent = "".join(json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in messages)
    server = subprocess.Popen(
        [sys.executable, "-m", "linewise", "mcp", "--root", str(root)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write(sent)
    server.stdin.flush()
    answers = [json.loads(server.stdout.readline()) for _ in range(3)]
    rest, _ = server.communicate(timeout=60)
    assert {1, 2, 3} == {answer["id"] for answer in answers}
    assert (rest, server.returncode) == ("", 0)
