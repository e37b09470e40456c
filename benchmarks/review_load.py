"""The review page under load: clients that read at once, whether any is told something wrong.

    python benchmarks/review_load.py [--clients 50] [--seconds 60]

Each client follows a fixed round over the pages of three files, one of which is under review, and
checks that each answer is about the file that it asked for. One of them decides. Printed are the
requests, the errors, the wrong answers, the slowest answer, and the memory of the server, which is
a process of its own, before and after each quarter of the time.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_LINES = 2_000
_OPERATIONS = 40
_WARM_UP = 3.0

# How often memory is looked at.
_PARTS = 4
_PLACES = (
    "",
    "?view=after",
    "?words=file",
    "/lines?block=7",
    "/lines?block=8&view=after",
    "/diff",
    "/contents",
    "/propose",
    "/history",
    "/layers?size=500",
)

# What stands on these pages whatever was decided: lines of the file that was asked for.
_TELLING = {"", "?view=after", "?words=file", "/lines?block=7", "/lines?block=8&view=after"}


@dataclass
class Tally:
    """What all clients saw."""

    requests: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    lock: Lock = field(default_factory=Lock)


@dataclass(frozen=True)
class Door:
    """The way in, once the link was followed."""

    host: str
    root: str
    cookie: str


def main() -> None:
    """Serve, ask, count, and print."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--clients", type=int, default=50)
    options.add_argument("--seconds", type=float, default=60.0)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server, link = started(Path(folder))
        try:
            door = entered(link)
            ask_all(door, 4, _WARM_UP, Tally())
            before = memory_of(server.pid)
            tally = Tally()
            memory = [before]
            for _ in range(_PARTS):
                ask_all(door, chosen.clients, chosen.seconds / _PARTS, tally)
                memory.append(memory_of(server.pid))
            told(tally, chosen.seconds, memory)
        finally:
            server.terminate()
            server.wait()


def started(folder: Path) -> tuple[subprocess.Popen[str], str]:
    """Serve three files from a process of its own, and return it with the link."""
    files = [folder / f"file{number}.md" for number in (1, 2, 3)]
    for number, file in enumerate(files, start=1):
        lines = (f"line {at} of file {number}\n" for at in range(1, _LINES + 1))
        file.write_text(f"# File {number}\n" + "".join(lines), encoding="utf-8")
    environment = os.environ | {"LINEWISE_DATA": str(folder / "data")}
    reply = "functions:\n" + "".join(
        f'  - replaceLine: [{20 * at}, "changed line of file 1"]\n'
        for at in range(1, _OPERATIONS + 1)
    )
    script = (
        "import sys; from linewise.review import Desk, serve; "
        "desk = Desk(sys.argv[2:]); desk.sheets[0].propose_reply(sys.argv[1], 'note'); "
        "serve(desk, 0, lambda link: print(link, flush=True))"
    )
    server = subprocess.Popen(
        [sys.executable, "-c", script, reply, *map(str, files)],
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
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
    assert found is not None
    return Door(address.netloc, found[1], cookie)


def ask_all(door: Door, clients: int, seconds: float, tally: Tally) -> None:
    """Let all clients ask until the time is over."""
    end = time.monotonic() + seconds
    with ThreadPoolExecutor(clients) as pool:
        list(pool.map(lambda number: ask(door, number, end, tally), range(clients)))


def ask(door: Door, number: int, end: float, tally: Tally) -> None:
    """Walk one client's round; the first one decides on the way."""
    connection = HTTPConnection(door.host, timeout=120)
    for turn, (file, place) in enumerate(rounds(number)):
        if time.monotonic() >= end:
            break
        begun = time.monotonic()
        try:
            if number == 0 and turn % 5 == 4:
                decide(connection, door, turn)
            status, text = got(connection, door, f"/files/{file}{place}")
        except (OSError, HTTPException) as error:
            connection.close()
            noted(tally, begun, error=type(error).__name__)
            continue
        wrong = "" if is_right(file, place, text) else f"/files/{file}{place}"
        noted(tally, begun, error="" if status == 200 else str(status), wrong=wrong)
    connection.close()


def rounds(number: int) -> Iterator[tuple[int, str]]:
    """Yield files and places without end; each client begins elsewhere."""
    turn = number
    while True:
        yield turn % 3 + 1, _PLACES[turn // 3 % len(_PLACES)]
        turn += 1


def got(connection: HTTPConnection, door: Door, path: str) -> tuple[int, str]:
    """Return status and text of a page."""
    connection.request("GET", door.root + path, headers={"Cookie": door.cookie})
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


def decide(connection: HTTPConnection, door: Door, turn: int) -> None:
    """Decide one operation, now this way and now that."""
    _, page = got(connection, door, "/files/1")
    proposal = re.search(r'name="proposal" value="([^"]+)"', page)
    assert proposal is not None
    form = {
        "proposal": proposal[1],
        "operation": turn // 5 % _OPERATIONS + 1,
        "decision": ("accept", "reject", "reopen")[turn // 5 % 3],
    }
    headers = {
        "Cookie": door.cookie,
        "Origin": f"http://{door.host}",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    connection.request("POST", f"{door.root}/files/1/decide", urlencode(form), headers)
    connection.getresponse().read()


def is_right(file: int, place: str, text: str) -> bool:
    """Tell whether a page is about its file and no other one."""
    if not place.startswith("/lines") and f"file{file}.md – linewise" not in text:
        return False
    words = told_words(text)
    return place not in _TELLING or {f"{file}"} == set(re.findall(r"of file (\d)", words))


def told_words(text: str) -> str:
    """Return the words of a page without its tags."""
    return re.sub(r"<[^>]+>", "", text)


def noted(tally: Tally, begun: float, *, error: str = "", wrong: str = "") -> None:
    """Count one answer."""
    with tally.lock:
        tally.requests += 1
        tally.slowest = max(tally.slowest, time.monotonic() - begun)
        if error:
            tally.errors[error] += 1
        elif wrong:
            tally.wrong[wrong] += 1


def memory_of(process: int) -> int:
    """Return the resident memory of a process in kilobytes, as the system tells it."""
    told_so = subprocess.run(
        ["ps", "-o", "rss=", "-p", str(process)], capture_output=True, text=True, check=True
    )
    return int(told_so.stdout)


def told(tally: Tally, seconds: float, memory: Sequence[int]) -> None:
    """Print what came of it."""
    print(f"requests        {tally.requests:,} ({tally.requests / seconds:.0f} a second)")
    print(f"errors          {sum(tally.errors.values()):,} {dict(tally.errors) or ''}")
    print(f"wrong answers   {sum(tally.wrong.values()):,} {dict(tally.wrong) or ''}")
    print(f"slowest answer  {tally.slowest:.2f} s")
    print(f"memory, in MB   {', then '.join(f'{size / 1024:.1f}' for size in memory)}")


if __name__ == "__main__":
    main()
