"""The tools for agents under load: whether any is told or does something wrong, or grows.

    python benchmarks/tools_load.py [--clients 20] [--seconds 600]

Each client is one of the official SDK with a server in a process of its own (`linewise mcp`), and
calls without a pause. Half of them edit one file at once: a number that all count up, and lines of
their own, each of which must be in the file once. The others have a file each, in all encodings
and line ends, and walk over the tools at random against a model of what the file must hold. In the
end the files, their histories and what was counted are compared. Memory, open descriptors and
threads of all servers are looked at once a second. Ends with 1 if anything was wrong or grew
without an end.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import anyio
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters
from tools_agents import Board, Caller, Dress, Sharer, Tally
from tools_owner import Owner
from watching import ONE_STORE, Watch, as_words, children_of, held_by, leaks, percentiles

from linewise import log

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from watching import Held

_PAPER = Path(__file__).parents[1] / "examples" / "two-column.pdf"
_DRESSES = (
    Dress(),
    Dress(end="\r\n"),
    Dress(mark="\ufeff"),
    Dress(is_ended=False),
    Dress(encoding="latin-1"),
)


class Hall:
    """All clients, what they share, and when they begin and end.

    Args:
        folder: where the files lie.
        clients: how many there are.
        seconds: how long they call.
    """

    def __init__(self, folder: Path, clients: int, seconds: float) -> None:
        self.folder = folder
        self.seconds = seconds
        self.tally = Tally()
        self.end = 0.0
        self.begin, self.ready, self.over = anyio.Event(), anyio.Event(), anyio.Event()
        self._waiting = self._going = clients
        self.sharing = range(1, clients // 2 + 1)
        self.owning = range(clients // 2 + 1, clients + 1)
        for name in ("shared", "own"):
            (folder / name).mkdir()
        shutil.copy(_PAPER, folder / "shared" / "paper.pdf")
        self.board = Board(folder / "shared" / "board.md", self.sharing)
        self.sharers: list[Sharer] = []
        self.owners: list[Owner] = []

    def one_is_ready(self) -> None:
        """Note that a client is connected."""
        self._waiting -= 1
        if not self._waiting:
            self.ready.set()

    def one_is_over(self) -> None:
        """Note that a client has made its last call."""
        self._going -= 1
        if not self._going:
            self.over.set()

    def agent(self, number: int, call: Caller) -> Sharer | Owner:
        """Return the agent of a number."""
        if number in self.sharing:
            self.sharers.append(Sharer(number, self.board, call))
            return self.sharers[-1]
        path = self.folder / "own" / f"plan-{number:02}.md"
        self.owners.append(Owner(number, path, _DRESSES[number % len(_DRESSES)], call))
        return self.owners[-1]


def main() -> int:
    """Start, call, watch, print; return the exit code."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--clients", type=int, default=20)
    options.add_argument("--seconds", type=float, default=60.0)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        os.environ["LINEWISE_DATA"] = str(folder / "data")
        hall = Hall(folder, chosen.clients, chosen.seconds)
        return anyio.run(loaded, hall, chosen.seed)


async def loaded(hall: Hall, seed: int) -> int:
    """Let all agents call until the time is over, and tell what came of it."""
    async with anyio.create_task_group() as group:
        for number in (*hall.sharing, *hall.owning):
            group.start_soon(live, hall, number, seed)
        await hall.ready.wait()
        servers = children_of(os.getpid())
        before = held_by(servers)
        hall.end = time.monotonic() + hall.seconds
        hall.begin.set()
        with Watch(servers) as watch:
            await hall.over.wait()
        after = held_by(servers)
        group.cancel_scope.cancel()
    check_board(hall)
    check_left(hall)
    return told(hall, watch, len(servers), leaks(watch.seen, len(servers)) + grown(before, after))


async def live(hall: Hall, number: int, seed: int) -> None:
    """Connect a client, and let it call until the time is over."""
    words = ["-m", "linewise", "mcp"]
    for name in ("shared", "own"):
        words += ["--root", str(hall.folder / name)]
    data = ONE_STORE | {"LINEWISE_DATA": os.environ["LINEWISE_DATA"]}
    server = StdioServerParameters(command=sys.executable, args=words, env=data)
    async with Client(server, read_timeout_seconds=120) as client:
        call = Caller(client, hall.tally)
        agent = hall.agent(number, call)
        random = Random(1_000 * seed + number)
        await call.values("outline", path=".")
        hall.one_is_ready()
        await hall.begin.wait()
        while time.monotonic() < hall.end:
            await tried(partial(agent.go_on, random), call)
            if random.random() < 0.05:
                await tried(partial(look_at_paper, call), call)
        await tried(agent.finish, call)
        hall.one_is_over()
        await anyio.sleep_forever()


async def tried(deed: Callable[[], Awaitable[None]], call: Caller) -> None:
    """Let an agent do one thing."""
    try:
        await deed()
    except Exception as error:  # noqa: BLE001 - what an agent stumbles over was no right answer
        call.tally.expect(not error, "an agent could not go on", repr(error))
        await anyio.sleep(1)


async def look_at_paper(call: Caller) -> None:
    """Read a PDF, which says the same to everybody and each time."""
    seen = await call.values("read", path="shared/paper.pdf", tokens=500)
    first = call.tally.texts.setdefault(("paper", ""), seen.get("said", ""))
    call.tally.expect(first == seen.get("said") != "", "a page of a paper", seen)


def check_board(hall: Hall) -> None:
    """Compare the shared file with what all agents did, and with its history."""
    board, expect = hall.board, hall.tally.expect
    tokens = {number: one.tokens for number, one in zip(hall.sharing, by_number(hall), strict=True)}
    held = board.path.read_text(encoding="utf-8").splitlines()
    count = max(board.counted, default=0)
    expect(held == board.lines(count, tokens), "the board in the end", held)
    once = sorted(board.counted.items()) == [(number, 1) for number in range(1, count + 1)]
    expect(once, "a number that was counted twice, or not", board.counted.most_common(3))
    known = log(board.path)
    expect(
        len(known) == sum(one.revisions for one in hall.sharers),
        "revisions of the board",
        len(known),
    )
    expect({one.kind for one in known} <= {"edit", "undo"}, "a change without linewise")
    for newer, older in pairwise(known):
        expect(newer.before == older.after, "a revision that begins elsewhere", newer.id)
    expect(not known or known[0].after.splitlines() == held, "the newest revision of the board")


def by_number(hall: Hall) -> Sequence[Sharer]:
    """Return those who share, in order."""
    return sorted(hall.sharers, key=lambda one: one.number)


def check_left(hall: Hall) -> None:
    """Compare the histories of all other files, and look for what is left lying about."""
    for owner in hall.owners:
        made = len(log(owner.path))
        hall.tally.expect(made == owner.revisions, "revisions of a file", made, owner.revisions)
    names = {path.name for name in ("shared", "own") for path in (hall.folder / name).iterdir()}
    left = sorted(name for name in names if not name.endswith((".md", ".pdf")))
    hall.tally.expect(not left, "files that are left lying about", left)


def grown(before: Held, after: Held) -> list[str]:
    """Return what is open at rest that was not before."""
    if after.descriptors <= before.descriptors:
        return []
    return [f"{before.descriptors} descriptors became {after.descriptors}"]


def told(hall: Hall, watch: Watch, servers: int, found: Sequence[str]) -> int:
    """Print what came of it, and return the exit code."""
    tally = hall.tally
    durations = tally.durations
    calls = sum(map(len, durations.values()))
    print(f"clients         {servers}, {len(hall.sharers)} of them on one file")
    print(f"calls           {calls:,} ({calls / hall.seconds:.0f} a second)")
    revisions = [one.revisions for one in hall.sharers] + [one.revisions for one in hall.owners]
    print(f"revisions       {sum(revisions):,}")
    print(f"rightly refused {sum(tally.refused.values()):,} {dict(tally.refused) or ''}")
    print(f"wrong answers   {sum(tally.wrong.values()):,} {dict(tally.wrong) or ''}")
    for tool, seconds in sorted(durations.items()):
        print(f"{tool:<15} {len(seconds):6,} calls, milliseconds: {percentiles(seconds)}")
    print(as_words(watch, hall.seconds, servers))
    print(f"leaks           {'; '.join(found) or 'none'}")
    for one in tally.first:
        print(f"wrong: {one}", file=sys.stderr)
    return int(bool(found or tally.wrong))


if __name__ == "__main__":
    sys.exit(main())
