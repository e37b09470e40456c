"""The review page under load: whether anybody is told something wrong, and whether it grows.

    python benchmarks/review_load.py [--clients 50] [--seconds 600]

Clients ask without a pause, four in five of them for files that all look at, two of which are under
review; each decides an operation of its own and checks that it stays decided so, and that every
line that it is shown is the right one. The fifth has a file alone and takes it from the words that
are new to the undo, again and again, and compares the file on the disk with what it must hold.
The server is a process of its own, whose memory, open descriptors and threads are looked at once a
second. Ends with 1 if an answer was wrong, a request failed, or something grew without an end.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from review_browser import Browser, Door, Tally
from review_guests import Owner, Reviewer, Shared
from watching import ONE_STORE, Watch, as_words, held_by, leaks, percentiles

from linewise import log

if TYPE_CHECKING:
    from collections.abc import Sequence

_LINES = 2_000
_OWN_LINES = 200

# How long after the last request its connections and threads may still be there.
_REST = 2.0

_SERVER = """
import json, sys
from linewise.review import Desk, serve
desk = Desk(sys.argv[2:])
for sheet, reply in zip(desk.sheets, json.loads(sys.argv[1])):
    sheet.propose_reply(reply, "note")
serve(desk, 0, lambda link: print(link, flush=True))
"""


def main() -> int:
    """Serve, ask, watch, print; return the exit code."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--clients", type=int, default=50)
    options.add_argument("--seconds", type=float, default=60.0)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["LINEWISE_DATA"] = f"{folder}/data"
        owners = max(1, chosen.clients // 5)
        reviewers = max(1, chosen.clients - owners)
        shared = [Shared(number, _LINES, reviewers * (number < 3)) for number in (1, 2, 3)]
        own = made_files(folder, shared, owners)
        server, link = started(folder, shared, own)
        try:
            return loaded(server, entered(link), shared, own, chosen.seconds)
        finally:
            server.terminate()
            server.wait()


def made_files(folder: Path, shared: Sequence[Shared], owners: int) -> list[Path]:
    """Write all files, and return those that belong to one client each."""
    for file in shared:
        (folder / f"file{file.number}.md").write_text(file.text(), encoding="utf-8")
    own = [folder / f"own{number}.md" for number in range(1, owners + 1)]
    for path in own:
        lines = (f"{path.stem}, line {number}\n" for number in range(1, _OWN_LINES + 1))
        path.write_text("".join(lines), encoding="utf-8")
    return own


def started(
    folder: Path, shared: Sequence[Shared], own: Sequence[Path]
) -> tuple[subprocess.Popen[str], str]:
    """Serve the files from a process of its own, and return it with the link."""
    replies = json.dumps([file.reply() for file in shared if file.operations])
    files = [folder / f"file{file.number}.md" for file in shared]
    server = subprocess.Popen(
        [sys.executable, "-c", _SERVER, replies, *map(str, [*files, *own])],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | ONE_STORE,
    )
    assert server.stdout is not None
    return server, server.stdout.readline().strip()


def entered(link: str) -> Door:
    """Exchange the link for the cookie."""
    address = urlsplit(link)
    connection = HTTPConnection(address.netloc, timeout=60)
    connection.request("GET", f"/?{address.query}")
    answer = connection.getresponse()
    cookie = answer.headers["Set-Cookie"].split(";")[0]
    found = re.search(r"url=(/[^/]+)/", answer.read().decode())
    connection.close()
    assert found is not None
    return Door(address.netloc, found[1], cookie)


def loaded(
    server: subprocess.Popen[str],
    door: Door,
    shared: Sequence[Shared],
    own: Sequence[Path],
    seconds: float,
) -> int:
    """Let all clients ask until the time is over, and tell what came of it."""
    tally = Tally()
    reviewers = [
        Reviewer(number, Browser(door, tally), shared)
        for number in range(1, shared[0].operations + 1)
    ]
    owners = [
        Owner(number, Browser(door, tally), path)
        for number, path in enumerate(own, start=len(shared) + 1)
    ]
    before = held_by([server.pid])
    with Watch([server.pid]) as watch:
        end = time.monotonic() + seconds
        guests: list[Reviewer | Owner] = [*reviewers, *owners]
        with ThreadPoolExecutor(len(guests)) as pool:
            list(pool.map(lambda n: visit(guests[n], end, Random(n)), range(len(guests))))
    time.sleep(_REST)
    after = held_by([server.pid])
    check_left(own, owners, tally)
    found = leaks(watch.seen, processes=1)
    if after.descriptors > before.descriptors:
        found.append(f"{before.descriptors} descriptors became {after.descriptors}")
    print(f"clients         {len(guests)}, {len(owners)} of them with a file of their own")
    print(
        f"requests        {len(tally.durations):,} ({len(tally.durations) / seconds:.0f} a second)"
    )
    print(f"applied, undone {sum(owner.revisions for owner in owners):,}")
    print(f"failed          {sum(tally.errors.values()):,} {dict(tally.errors) or ''}")
    print(f"wrong answers   {sum(tally.wrong.values()):,} {dict(tally.wrong) or ''}")
    print(f"milliseconds    {percentiles(tally.durations)}")
    print(as_words(watch, seconds, 1))
    print(f"leaks           {'; '.join(found) or 'none'}")
    return int(bool(found or tally.errors or tally.wrong))


def visit(guest: Reviewer | Owner, end: float, random: Random) -> None:
    """Let a client go on until the time is over, and look at all of its own for the last time."""
    while time.monotonic() < end:
        guest.go_on(random)
    guest.finish()


def check_left(own: Sequence[Path], owners: Sequence[Owner], tally: Tally) -> None:
    """Compare the histories with what was applied, and look for files left lying about."""
    for path, owner in zip(own, owners, strict=True):
        tally.expect(len(log(path)) == owner.revisions, "a history")
    folder = own[0].parent
    left = {path.suffix for path in folder.iterdir()} - {".md", ""}
    left |= {path.name for path in (folder / "data" / "review").glob("*/tmp*")}
    tally.expect(not left, f"left lying about: {sorted(left)[:5]}")


if __name__ == "__main__":
    sys.exit(main())
