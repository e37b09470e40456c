"""An agent for `tools_load.py` that edits a file alone, at random, against a model of it.

The model is the list of lines that the file must hold and of the states that it went through.
Lines with words differ from each other, so that a line can be known again wherever it stands.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from tools_agents import both, carried_out, patched, rows

from linewise.history import state_name

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from random import Random

    from tools_agents import Caller, Dress

__all__ = ["Owner"]

_SUBJECTS = ("The gardener", "A neighbour", "The old café", "Every visitor", "The ferry")
_DEEDS = ("waters the roses", "paints a door", "counts the boxes", "waits for rain", "sells bread")
_MOST, _LEAST = 260, 140


class _State(NamedTuple):
    """What the file held once, and what is known of how it came to that."""

    lines: tuple[str, ...]
    revision: str
    kind: str
    reason: str
    undoes: int = 0


class _Proposed(NamedTuple):
    """An edit that was proposed: its id, and the lines that come of each choice of operations."""

    edit: str
    reason: str
    operations: list[tuple[int, int, list[str]]]


class Owner:
    """Walks at random over the tools, on a file of its own.

    Args:
        number: of the agent.
        path: of the file, which is written first.
        dress: how it is written.
        call: the way to the server.

    Attributes:
        revisions: how many were made.
    """

    def __init__(self, number: int, path: Path, dress: Dress, call: Caller) -> None:
        self._number = number
        self._path = path
        self._name = f"own/{path.name}"
        self._dress = dress
        self._call = call
        self._serial = 0
        self._lines = list(self._first_lines())
        self._past = [_State(tuple(self._lines), "", "found", "")]
        self._old: tuple[str, dict[str, str]] | None = None
        path.write_bytes(dress.bytes_of(self._lines))

    @property
    def revisions(self) -> int:
        """How many revisions the file has."""
        return len(self._past) - 1

    @property
    def path(self) -> Path:
        """Where the file is."""
        return self._path

    async def go_on(self, random: Random) -> None:
        """Do one thing."""
        deeds = [self._edit] * 4 + [self._read, self._outline, self._find, self._summarize]
        deeds += [self._history, self._undo, self._undo, self._stale, self._slip, self._at_once]
        deeds += [self._outside]
        await random.choice(deeds)(random)

    async def finish(self) -> None:
        """Look at the file for the last time."""
        self._check_disk("a file in the end")

    # Looking

    async def _read(self, random: Random) -> None:
        """Read a part, or all of it in parts."""
        first = random.randint(1, len(self._lines))
        last = random.randint(first, len(self._lines))
        seen = await self._call.values(
            "read", path=self._name, lines=f"{first}..{last}", tokens=20_000
        )
        words = [row[1] for row in rows(seen.get("text", ""))]
        self._expect(words == self._lines[first - 1 : last], "lines that were read", first, last)
        revision, ids = await self._all(random)
        if random.random() < 0.5:
            self._old = revision, ids

    async def _all(self, random: Random) -> tuple[str, dict[str, str]]:
        asked = {"tokens": random.choice([1_000, 20_000])}
        revision, ids, lines = await self._call.lines(self._name, **asked)
        self._expect(lines == self._lines, "a file that was read", revision)
        known = self._call.tally.texts.setdefault((self._name, revision), "\n".join(lines))
        self._expect(known == "\n".join(lines), "one revision, two texts", revision)
        return revision, ids

    async def _outline(self, _random: Random) -> None:
        seen = await self._call.values("outline", path=self._name)
        found = [
            (one["title"], one["level"], one["first"], one["last"])
            for one in seen.get("entries", ())
        ]
        self._expect(found == list(self._sections()), "an outline", found)
        self._expect(seen.get("lines") == len(self._lines), "a count of lines", seen.get("lines"))

    async def _find(self, random: Random) -> None:
        words = random.choice([*_DEEDS, f"note {random.randint(1, 60)} "])
        seen = await self._call.values("find", path=self._name, words=words, limit=50)
        places = [n for n, line in enumerate(self._lines, start=1) if words.strip() in line]
        found = [row for hit in seen.get("hits", ()) for row in rows(hit["line"])]
        right = all(self._lines[int(own.split(":")[0]) - 1] == line for own, line in found)
        self._expect(right, "lines that were found", words, found)
        if places:
            numbers = [int(own.split(":")[0]) for own, _ in found]
            self._expect(
                seen.get("total") == len(places) and numbers == places[:50],
                "which lines were found",
                words,
                numbers,
                places,
            )

    async def _summarize(self, random: Random) -> None:
        what = random.choice(["summary", "points", "chapters"])
        seen = await self._call.values("summarize", path=self._name, what=what)
        self._expect(bool(seen.get("items")), f"{what} without items")
        for item in seen.get("items", ()):
            first, _, last = item["lines"].partition("..")
            held = " ".join(" ".join(self._lines[int(first) - 1 : int(last or first)]).split())
            self._expect(item["text"] in held, f"{what} that does not stand there", item)

    async def _history(self, random: Random) -> None:
        limit = random.choice([3, 10, 40])
        seen = await self._call.values("history", path=self._name, limit=limit)
        states = list(reversed(self._past))[:limit] if self.revisions else []
        entries = seen.get("entries", [])
        told = [(one.get("kind"), one.get("reason", "")) for one in entries]
        self._expect(told == [(one.kind, one.reason) for one in states], "a history", told, states)
        for entry, state in zip(entries, states, strict=False):
            if state.revision:
                self._expect(entry["revision"] == state.revision, "a state of the history", entry)

    async def _at_once(self, random: Random) -> None:
        """Make two calls before either is answered."""
        line = random.choice([line for line in self._lines if line and not line.startswith("#")])
        seen, found = await both(
            self._call,
            {"tool": "read", "path": self._name, "lines": "1..2"},
            {"tool": "find", "path": self._name, "words": line},
        )
        words = [row[1] for row in rows(seen.get("text", ""))]
        self._expect(words == self._lines[:2], "one of two answers at once", seen)
        self._expect(found.get("total") == 1, "the other of two answers at once", found)

    # Changing

    async def _edit(self, random: Random) -> None:
        """Propose some operations and apply all or some of them."""
        proposed = await self._proposed(random)
        if proposed is None:
            return
        self._check_disk("a file to which something was only proposed")
        count = len(proposed.operations)
        some = sorted(random.sample(range(1, count + 1), random.randint(1, count)))
        chosen = some if random.random() < 0.3 else list(range(1, count + 1))
        arguments: dict[str, Any] = {"edit": proposed.edit}
        if len(chosen) < count:
            arguments["operations"] = chosen
        if made := await self._call.values("apply", **arguments):
            after = carried_out(self._lines, [proposed.operations[n - 1] for n in chosen])
            self._became(after, made, "edit", proposed.reason)
            await self._call.refusal("applied before", "apply", edit=proposed.edit)

    async def _proposed(self, random: Random) -> _Proposed | None:
        """Read the file and propose some operations on it."""
        revision, ids = await self._all(random)
        asked = list(self._asked(random))
        reason = f"agent {self._number}, turn {self._serial}" if random.random() < 0.8 else ""
        operations = [self._named(one, ids) for one in asked]
        edit = await self._call.values(
            "propose", path=self._name, revision=revision, operations=operations, reason=reason
        )
        if not edit:
            return None
        places = [(one["first"], one["last"], one["new"]) for one in asked]
        after = carried_out(self._lines, places)
        if "more lines of the diff]" not in edit["diff"]:
            diff = edit["diff"].replace(f" {self._dress.mark}", " ", 1)
            self._expect(patched(self._lines, diff) == after, "a diff", edit["diff"])
        return _Proposed(edit["edit"], reason, places)

    def _asked(self, random: Random) -> Iterator[dict[str, Any]]:
        """Yield operations on lines that do not touch: what they name, take and bring."""
        free = [n for n, line in enumerate(self._lines, start=1) if line and line[0] != "#"]
        taken: set[int] = set()
        for _ in range(random.randint(1, 5)):
            first = random.choice(free)
            last = first + (random.random() < 0.2 and first + 1 in free)
            if taken & set(range(first - 1, last + 2)):
                continue
            taken |= set(range(first, last + 1))
            yield self._operation(first, last, random)

    def _operation(self, first: int, last: int, random: Random) -> dict[str, Any]:
        kinds = ["replaceLine"] + ["replaceText"] * (first == last)
        kinds += ["insertLineAfter"] * 2 if len(self._lines) < _MOST and first == last else []
        kinds += ["deleteLine"] * 2 if len(self._lines) > _LEAST else []
        kind = random.choice(kinds)
        new = [self._sentence(random) for _ in range(random.choice([1, 1, 2]))]
        own = self._lines[first - 1 : last]
        if kind == "replaceText":
            old = next(deed for deed in _DEEDS if deed in own[0])
            self._serial += 1
            word = f"{random.choice(_DEEDS)} once more ({self._serial})"
            new = [own[0].replace(old, word)]
            return {"op": kind, "first": first, "last": last, "old": old, "word": word, "new": new}
        kept = {"insertLineAfter": [*own, *new], "deleteLine": []}.get(kind, new)
        return {"op": kind, "first": first, "last": last, "content": new, "new": kept}

    def _named(self, one: dict[str, Any], ids: dict[str, str]) -> dict[str, Any]:
        """Return an operation as the tools take it."""
        own = [ids.get(self._lines[n - 1], "") for n in (one["first"], one["last"])]
        named = {"op": one["op"], "line": own[0] if own[0] == own[1] else "..".join(own)}
        if one["op"] == "replaceText":
            return {**named, "old": one["old"], "new": one["word"]}
        return (
            named if one["op"] == "deleteLine" else {**named, "content": "\n".join(one["content"])}
        )

    async def _stale(self, random: Random) -> None:
        """Change a line by an id of a version that was read long ago."""
        if self._old is None:
            return
        revision, ids = self._old
        line = random.choice([one for one in ids if one and one[0] != "#"])
        new = self._sentence(random)
        operation = {"op": "replaceLine", "line": ids[line], "content": new}
        asked = {"path": self._name, "revision": revision, "operations": [operation]}
        if line not in self._lines:
            await self._call.refusal("the line was changed", "propose", **asked)
            return
        edit = await self._call("propose", **asked)
        if "refused" in edit:
            right = str(edit["refused"]).startswith("nothing was written")
            self._expect(right, "words of a refusal", edit)
            self._call.tally.refused["a line beside it was changed"] += 1
        elif made := await self._call.values("apply", edit=edit["edit"]):
            self._became([new if one == line else one for one in self._lines], made, "edit", "")

    async def _outside(self, random: Random) -> None:
        """Change the file as an editor does, between a proposal and its application."""
        proposed = await self._proposed(random)
        if proposed is None:
            return
        at = random.randint(2, len(self._lines))
        self._lines.insert(at - 1, self._sentence(random))
        self._path.write_bytes(self._dress.bytes_of(self._lines))
        name = state_name(self._path.read_bytes().decode(self._dress.encoding))
        self._note(_State(tuple(self._lines), name, "outside", ""))
        made = await self._call("apply", edit=proposed.edit)
        if "refused" in made:
            right = str(made["refused"]).startswith("nothing was written")
            touches = any(first - 1 <= at <= last + 1 for first, last, _ in proposed.operations)
            self._expect(right and touches, "an edit beside what came from outside", at, made)
            self._call.tally.refused["an editor changed it meanwhile"] += 1
            self._check_disk("a file that an edit did not fit any more")
            return
        moved = [
            (first + (first >= at), last + (last >= at), new)
            for first, last, new in proposed.operations
        ]
        self._became(carried_out(self._lines, moved), made, "edit", proposed.reason)

    async def _undo(self, random: Random) -> None:
        """Take the newest change back, an older one, or all since a state."""
        if not self.revisions:
            await self._call.refusal("there is no history", "undo", path=self._name)
            return
        way = random.choice(["newest", "one", "back"])
        known = [state for state in self._past[-12:] if state.revision]
        if way == "newest" or not known:
            await self._take_back(None)
        elif way == "one":
            await self._take_back(random.choice(known).revision)
        else:
            await self._go_back(random.choice(known))

    async def _go_back(self, state: _State) -> None:
        asked = {"path": self._name, "to": state.revision}
        if list(state.lines) == self._lines:
            await self._call.refusal("it is so already", "undo", **asked)
        elif made := await self._call.values("undo", **asked):
            self._expect(made["revision"] == state.revision, "another state", made, state.revision)
            self._became(list(state.lines), made, "edit", f"back to {state.revision}")

    async def _take_back(self, revision: str | None) -> None:
        asked = {"path": self._name} | ({"revision": revision} if revision else {})
        places = self._made_by(revision)
        if len({self._past[at - 1].lines for at in places}) > 1:
            await self._call.refusal("a state that several changes made", "undo", **asked)
            return
        at = places[0]
        before, after = self._past[at - 1].lines, self._past[at].lines
        made = await self._call("undo", **asked)
        if "refused" in made:
            right = str(made["refused"]).startswith("nothing was written")
            self._expect(right, "words of a refusal", made)
            newest = at == len(self._past) - 1
            self._expect(not newest or before == after, "the newest change cannot be undone", made)
            self._call.tally.refused["later changes touch what is undone"] += 1
            return
        held = self._read_disk()
        brought, taken = set(after) - set(before), set(before) - set(after)
        stay = [line for line in self._lines if line not in brought]
        self._expect(
            [line for line in held if line not in taken or line in stay] == stay
            and Counter(line for line in held if line in taken) == Counter(taken)
            and not brought & set(held),
            "what an undo leaves",
            revision,
        )
        self._became(held, made, "undo", self._past[at].reason, at)

    def _made_by(self, revision: str | None) -> list[int]:
        """Return the places in the past of the changes that may be meant, the newest first."""
        places = range(len(self._past) - 1, 0, -1)
        if revision is None:
            return [next(at for at in places if self._past[at].kind != "outside")]
        made = [at for at in places if self._past[at].revision == revision]
        undone: set[int] = set()
        for at in places:
            if at not in undone:
                undone.add(self._past[at].undoes)
        return [at for at in made if at not in undone] or made[:1]

    async def _slip(self, random: Random) -> None:
        """Call a tool as it cannot be called."""
        revision, ids = await self._all(random)
        own = next(own for words, own in ids.items() if words)
        slips: list[tuple[str, dict[str, Any]]] = [
            ("apply", {"edit": "00000000"}),
            ("propose", {"path": self._name, "revision": revision, "operations": []}),
            ("propose", {"path": "own/../secret.md", "revision": revision, "operations": [{}]}),
            ("undo", {"path": self._name, "to": "ffffffff"}),
            (
                "propose",
                {
                    "path": self._name,
                    "revision": "ffffffff",
                    "operations": [{"op": "deleteLine", "line": own}],
                },
            ),
            (
                "propose",
                {
                    "path": self._name,
                    "revision": revision,
                    "operations": [
                        {"op": "replaceLine", "line": f"{len(self._lines) + 9}:zz", "content": "x"}
                    ],
                },
            ),
        ]
        tool, arguments = random.choice(slips)
        await self._call.refusal("a slip", tool, **arguments)
        self._check_disk("a file after a slip")

    # The model

    def _became(
        self, lines: list[str], made: dict[str, Any], kind: str, reason: str, undoes: int = 0
    ) -> None:
        """Note what the file holds now, and compare it with what it does hold."""
        self._lines = lines
        self._note(_State(tuple(lines), str(made.get("revision", "")), kind, reason, undoes))
        self._check_disk("a file that was changed")

    def _note(self, state: _State) -> None:
        if state.kind == "outside" and not self.revisions:
            # The history of a file begins with the first edit, from what is there then.
            self._past[0] = _State(state.lines, "", "found", "")
        else:
            self._past.append(state)

    def _check_disk(self, what: str) -> None:
        held = self._path.read_bytes()
        if not self._expect(held == self._dress.bytes_of(self._lines), what, self._number):
            self._lines = self._read_disk()

    def _read_disk(self) -> list[str]:
        text = self._path.read_bytes().decode(self._dress.encoding).removeprefix(self._dress.mark)
        return text.removesuffix(self._dress.end).split(self._dress.end)

    def _first_lines(self) -> Iterator[str]:
        yield f"# Plan of agent {self._number}"
        for part in range(1, 7):
            yield ""
            yield f"{'##' if part % 3 else '#'} Part {part}"
            yield ""
            for at in range(24):
                self._serial += 1
                subject, deed = _SUBJECTS[at % 5], _DEEDS[(at + part) % 5]
                yield f"{subject} {deed}, as note {self._serial} says."

    def _sentence(self, random: Random) -> str:
        self._serial += 1
        return f"{random.choice(_SUBJECTS)} {random.choice(_DEEDS)}, as note {self._serial} says."

    def _sections(self) -> Iterator[tuple[str, int, int, int]]:
        """Yield title, level, first and last line of each section."""
        heads = [(n, line) for n, line in enumerate(self._lines, start=1) if line[:1] == "#"]
        for at, (number, line) in enumerate(heads):
            level = len(re.match("#+", line)[0])  # type: ignore[index]
            later = (n for n, other in heads[at + 1 :] if not other.startswith("#" * (level + 1)))
            yield line.lstrip("# "), level, number, next(later, len(self._lines) + 1) - 1

    def _expect(self, is_right: bool, what: str, *seen: object) -> bool:
        return self._call.tally.expect(is_right, what, f"agent {self._number}", *seen)
