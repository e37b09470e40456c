"""Agents for `tools_load.py`: each knows what the tools must answer it.

A `Sharer` edits a file that others edit at the same time, lines of its own and a number that all
count up. An `Owner` edits a file alone, at random, against a model of what it must hold.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import anyio

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from random import Random

    from mcp.client import Client

__all__ = ["Board", "Caller", "Dress", "Sharer", "Tally", "both", "carried_out", "patched", "rows"]

_WORDS = ("water", "roses", "garden", "window", "letter", "winter", "bridge", "market", "violin")
_REFUSED = "nothing was written"


@dataclass
class Tally:
    """What all agents saw.

    Attributes:
        durations: of each call, in seconds, by the tool.
        refused: calls that were rightly refused, by the reason.
        wrong: answers that were not what they should have been, and how often.
        first: the first wrong answers as they were.
        texts: the text that each revision of a file stands for, whoever saw it.
    """

    durations: dict[str, list[float]] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    first: list[str] = field(default_factory=list)
    texts: dict[tuple[str, str], str] = field(default_factory=dict)

    def expect(self, is_right: bool, what: str, *seen: object) -> bool:
        """Note an answer that is wrong, and tell whether it is right."""
        if not is_right:
            self.wrong[what] += 1
            if len(self.first) < 20:
                self.first.append(f"{what}: {', '.join(map(repr, seen))}"[:1_500])
        return is_right


class Dress(NamedTuple):
    """How a file is written: encoding, mark, line ends, and whether the last line has one."""

    encoding: str = "utf-8"
    mark: str = ""
    end: str = "\n"
    is_ended: bool = True

    def bytes_of(self, lines: Sequence[str]) -> bytes:
        """Return lines as they lie on the disk."""
        text = self.mark + self.end.join(lines) + (self.end if self.is_ended else "")
        return text.encode(self.encoding)


class Caller:
    """The way from an agent to its server: each call timed, each answer in one form.

    Args:
        client: of the SDK, connected.
        tally: where each call is noted.
    """

    def __init__(self, client: Client, tally: Tally) -> None:
        self._client = client
        self.tally = tally

    async def __call__(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Return the values of an answer; those of a refusal are its words by `refused`."""
        begun = time.monotonic()
        result = await self._client.call_tool(tool, arguments)
        self.tally.durations.setdefault(tool, []).append(time.monotonic() - begun)
        said = str(getattr(result.content[0], "text", ""))
        if result.is_error:
            return {"refused": said}
        return {**dict(result.structured_content or {}), "said": said}

    async def values(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Return the values of a call that must not be refused; none of one that is."""
        found = await self(tool, **arguments)
        if not self.tally.expect("refused" not in found, f"{tool} is refused", arguments, found):
            return {}
        return found

    async def refusal(self, why: str, tool: str, **arguments: Any) -> None:
        """Make a call that must be refused, and nothing written."""
        found = await self(tool, **arguments)
        right = str(found.get("refused", "")).startswith(_REFUSED)
        if self.tally.expect(right, f"{tool} should be refused: {why}", arguments, found):
            self.tally.refused[why] += 1

    async def lines(self, path: str, **asked: Any) -> tuple[str, dict[str, str], list[str]]:
        """Read lines, part by part, as the file was at one time.

        Returns:
            The revision, the id of each line by its words, and the lines.
        """
        for _ in range(50):
            seen = await self.values("read", path=path, **asked)
            shown, revision = rows(seen.get("text", "")), seen.get("revision", "")
            while seen.get("next"):
                seen = await self.values("read", path=path, lines=seen["next"])
                shown += rows(seen.get("text", ""))
                if seen.get("revision") != revision:
                    break
            else:
                return revision, {words: own for own, words in shown}, [row[1] for row in shown]
        return "", {}, []


class Board:
    """A file that several agents edit at once: a number, and lines of each agent.

    Args:
        path: where it is.
        agents: their numbers.
    """

    name = "shared/board.md"

    def __init__(self, path: Path, agents: Sequence[int]) -> None:
        self.path = path
        self.agents = agents
        self.counted: Counter[int] = Counter()
        path.write_text("".join(f"{line}\n" for line in self.lines(0, {})), encoding="utf-8")

    def lines(self, count: int, tokens: dict[int, list[str]]) -> list[str]:
        """Return what the file must hold."""
        held = ["# The board of all agents", "", f"counted: {count}", ""]
        for agent in self.agents:
            held += [self.heading(agent), *tokens.get(agent, []), "", self.end(agent), ""]
        return held

    def heading(self, agent: int) -> str:
        """Return the line that an agent's lines follow."""
        return f"## Place of agent {agent:03}"

    def end(self, agent: int) -> str:
        """Return the line behind an agent's lines."""
        return f"Here end the lines of agent {agent:03}."


class Sharer:
    """Edits its own lines of the board, and counts the number up.

    Args:
        number: of the agent.
        board: the file.
        call: the way to its server.

    Attributes:
        number: of the agent.
        tokens: the lines that are its own, in order.
        revisions: how many it made.
    """

    def __init__(self, number: int, board: Board, call: Caller) -> None:
        self.number = number
        self._board = board
        self._call = call
        self._serial = 0
        self._last: tuple[str, list[str]] | None = None
        self.tokens: list[str] = []
        self.revisions = 0

    async def go_on(self, random: Random) -> None:
        """Do one thing."""
        deeds = [self._edit, self._edit, self._edit, self._count, self._count, self._look]
        deeds += [self._stale] if self.tokens else []
        deeds += [self._take_back] if self._last else []
        await random.choice(deeds)(random)

    async def finish(self) -> None:
        """Look at the own lines for the last time."""
        await self._own()

    async def _own(self) -> tuple[str, dict[str, str]]:
        """Read the own place, which must hold what this agent left there."""
        place = self._board.heading(self.number)
        seen = await self._call.values("read", path=self._board.name, heading=place[3:])
        shown = rows(seen.get("text", ""))
        expected = [place, *self.tokens, "", self._board.end(self.number), ""]
        words = [row[1] for row in shown]
        self._expect(words == expected, "an own place of the board", words, expected)
        return seen.get("revision", ""), {words: own for own, words in shown}

    async def _edit(self, random: Random) -> None:
        """Bring a line, change one or take one, and find it so on the disk."""
        revision, ids = await self._own()
        self._serial += 1
        new = f"{random.choice(_WORDS)} {self.number:03}.{self._serial}"
        before = list(self.tokens)
        kind = random.choice(["insertLineAfter", "replaceLine", "replaceText", "deleteLine"])
        if not before or (kind == "insertLineAfter" and len(before) > 8):
            kind = "insertLineAfter" if not before else "deleteLine"
        at = random.randrange(len(before) or 1)
        line = ids.get(before[at] if before else self._board.heading(self.number), "")
        operation = {"op": kind, "line": line}
        if kind == "replaceText":
            operation |= {"old": before[at].split()[0], "new": new}
            new = f"{new} {before[at].split(maxsplit=1)[1]}"
        elif kind != "deleteLine":
            operation["content"] = new
        after = {
            "insertLineAfter": [*before[: at + 1], new, *before[at + 1 :]],
            "deleteLine": [*before[:at], *before[at + 1 :]],
        }.get(kind, [*before[:at], new, *before[at + 1 :]])
        if made := await self._applied(revision, operation, f"turn {self._serial}"):
            self.tokens = after
            self._last = made, before
            self._check_disk()

    async def _applied(self, revision: str, operation: dict[str, str], why: str) -> str:
        """Propose and apply what nobody else can stand in the way of; return the revision."""
        reason = f"agent {self.number:03}, {why}"
        edit = await self._call.values(
            "propose",
            path=self._board.name,
            revision=revision,
            operations=[operation],
            reason=reason,
        )
        if not edit:
            return ""
        made = await self._call.values("apply", edit=edit["edit"])
        if made:
            self.revisions += 1
            await self._call.refusal("applied before", "apply", edit=edit["edit"])
        return str(made.get("revision", ""))

    async def _count(self, _random: Random) -> None:
        """Count the number up by one, unless somebody else did meanwhile."""
        seen = await self._call.values("read", path=self._board.name, lines="3")
        own, words = rows(seen.get("text", ""))[0]
        number = int(words.removeprefix("counted: "))
        operation = {"op": "replaceLine", "line": own, "content": f"counted: {number + 1}"}
        edit = await self._call(
            "propose",
            path=self._board.name,
            revision=seen["revision"],
            operations=[operation],
            reason=f"agent {self.number:03} counts {number + 1}",
        )
        made = edit if "refused" in edit else await self._call("apply", edit=edit["edit"])
        if "refused" not in made:
            self.revisions += 1
            self._board.counted[number + 1] += 1
            return
        said = str(made["refused"])
        if self._expect(said.startswith(_REFUSED), "words of a refusal", said):
            self._call.tally.refused["the number was counted meanwhile"] += 1

    async def _stale(self, random: Random) -> None:
        """Change a line, then try it again as it was."""
        revision, ids = await self._own()
        at = random.randrange(len(self.tokens))
        stale = ids.get(self.tokens[at], "")
        self._serial += 1
        new = f"{random.choice(_WORDS)} {self.number:03}.{self._serial}"
        operation = {"op": "replaceLine", "line": stale, "content": new}
        before = list(self.tokens)
        if made := await self._applied(revision, operation, f"turn {self._serial}"):
            self.tokens[at] = new
            self._last = made, before
            other = {**operation, "content": f"{new}, stale"}
            await self._call.refusal(
                "the line was changed",
                "propose",
                path=self._board.name,
                revision=revision,
                operations=[other],
            )
            self._check_disk()

    async def _take_back(self, _random: Random) -> None:
        """Take the own newest change back; those of others stay."""
        assert self._last is not None
        (revision, before), self._last = self._last, None
        asked = {"path": self._board.name, "revision": revision}
        made = await self._call("undo", **asked)
        if "changes that stand" in str(made.get("refused")):
            # The board came to that state more than once: the own change goes by its reason.
            reason = f"agent {self.number:03}, turn {self._serial}"
            named = re.search(rf"([0-9a-f]{{12}}) \(edit for '{reason}'\)", made["refused"])
            asked["revision"] = named[1] if named else ""
            self._call.tally.refused["a state that several changes made"] += 1
            made = await self._call("undo", **asked)
        if self._expect("refused" not in made, "undo is refused", asked, made):
            self.tokens = before
            self.revisions += 1
            self._check_disk()

    async def _look(self, random: Random) -> None:
        """Find the own heading, and read all of the board as it was at one time."""
        name = self._board.name
        found = await self._call.values("find", path=name, words=self._board.heading(self.number))
        self._expect(found.get("total") == 1, "a heading is found once", found)
        revision, _, lines = await self._call.lines(name, tokens=random.choice([300, 20_000]))
        if revision:
            known = self._call.tally.texts.setdefault((name, revision), "\n".join(lines))
            self._expect(known == "\n".join(lines), "one revision, two texts", revision)
        seen = await self._call.values("history", path=name, limit=20)
        self._expect(
            len({entry["revision"] for entry in seen.get("entries", ())}) > 0 or not self.revisions,
            "a history without revisions",
            seen,
        )

    def _check_disk(self) -> None:
        """Compare the own lines with those of the file: each once, in order, none too many."""
        held = self._board.path.read_text(encoding="utf-8").splitlines()
        own = [line for line in held if re.search(rf" {self.number:03}\.\d+", line)]
        self._expect(own == self.tokens, "the own lines on the disk", own, self.tokens)

    def _expect(self, is_right: bool, what: str, *seen: object) -> bool:
        return self._call.tally.expect(is_right, what, f"agent {self.number}", *seen)


async def both(call: Caller, first: dict[str, Any], second: dict[str, Any]) -> list[dict[str, Any]]:
    """Make two calls at once over one connection."""
    found: list[dict[str, Any]] = [{}, {}]

    async def one(at: int, arguments: dict[str, Any]) -> None:
        found[at] = await call.values(**arguments)

    async with anyio.create_task_group() as group:
        group.start_soon(one, 0, first)
        group.start_soon(one, 1, second)
    return found


def rows(text: str) -> list[tuple[str, str]]:
    """Return the lines of an answer as id and words."""
    parted = (row.partition("|") for row in text.split("\n")) if text else ()
    return [(own, words) for own, _, words in parted]


def patched(lines: Sequence[str], diff: str) -> list[str]:
    """Return lines as a diff changes them; its lines may keep a part of their ends.

    What the diff says of lines that it leaves or takes must be so; otherwise nothing is returned.
    """
    made: list[str] = []
    at = 0
    for whole in diff.split("\n"):
        row = whole.removesuffix("\r")
        if hunk := re.match(r"@@ -(\d+)(?:,(\d+))? ", row):
            # A hunk that takes no line names the one before it.
            start = int(hunk[1]) - (hunk[2] != "0")
            made += lines[at:start]
            at = start
        elif row.startswith("\\"):
            continue
        elif row.startswith("+"):
            made.append(row[1:])
        else:
            if at >= len(lines) or lines[at] != row[1:]:
                return []
            made += [] if row.startswith("-") else [row[1:]]
            at += 1
    return [*made, *lines[at:]]


def carried_out(
    lines: Sequence[str], operations: Sequence[tuple[int, int, list[str]]]
) -> list[str]:
    """Return lines after stretches of them are replaced."""
    after = list(lines)
    for first, last, new in sorted(operations, reverse=True):
        after[first - 1 : last] = new
    return after
