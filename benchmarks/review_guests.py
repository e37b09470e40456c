"""Clients of the review page for `review_load.py`: each knows what it must be shown.

A `Reviewer` looks at files that all look at and decides one operation of each, its own; whatever
the others decide, that one must be shown as it left it. An `Owner` has a file alone, and takes it
the whole way again and again: words, prompt, pasted reply, decisions, application, undo.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from review_browser import Suggested, seen_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path
    from random import Random

    from review_browser import Browser, Page

__all__ = ["Owner", "Reviewer", "Shared"]

_BLOCK = 100


@dataclass(frozen=True)
class Shared:
    """A file that all look at, under review or not.

    Attributes:
        number: by which the page knows it.
        lines: how many it has.
        operations: how many are proposed.
    """

    number: int
    lines: int
    operations: int

    def line(self, number: int) -> str:
        """Return what a line says."""
        if number % 50 == 1:
            return f"# Part {number // 50 + 1} of file {self.number}."
        return f"line {number} of file {self.number}."

    def text(self) -> str:
        """Return all lines."""
        return "".join(f"{self.line(number)}\n" for number in range(1, self.lines + 1))

    def place(self, operation: int) -> int:
        """Return the line that an operation is about, which is no heading."""
        place = operation * (self.lines // (self.operations + 1))
        return place + 1 if place % 50 == 1 else place

    def proposed(self, operation: int) -> str:
        """Return the words that an operation brings."""
        return f"changed {self.line(self.place(operation))}"

    def reply(self) -> str:
        """Return a reply that proposes all operations."""
        numbers = range(1, self.operations + 1)
        calls = (f'  - replaceLine: [{self.place(n)}, "{self.proposed(n)}"]\n' for n in numbers)
        return "functions:\n" + "".join(calls)


class Reviewer:
    """Looks at shared files, and decides one operation of each that is under review.

    Args:
        number: of the client, and of its operation.
        browser: its connection.
        files: all shared files.
    """

    def __init__(self, number: int, browser: Browser, files: Sequence[Shared]) -> None:
        self._number = number
        self._browser = browser
        self._files = files
        self._turn = 0
        self._decided = {
            file.number: Suggested(content=file.proposed(number))
            for file in files
            if file.operations
        }

    def go_on(self, random: Random) -> None:
        """Look at something, or decide something and look at it."""
        self._turn += 1
        file = random.choice(self._files)
        if file.operations and random.random() < 0.3:
            self._decide(file, random)
        else:
            random.choice((self._read, self._read, self._look, self._search, self._others))(
                file, random
            )

    def finish(self) -> None:
        """Look at what was decided for the last time."""
        for file in self._files:
            if file.operations:
                self._see_own(file)
        self._browser.close()

    def _decide(self, file: Shared, random: Random) -> None:
        own = self._decided[file.number]
        name = random.choice(("accept", "reject", "reword", "reopen", "stale"))
        form: dict[str, object] = {
            "proposal": self._browser.get(f"/files/{file.number}?at={self._number}").hidden(
                "proposal"
            ),
            "operation": self._number,
            "decision": name,
        }
        if name == "stale":
            stale = {**form, "proposal": "0" * 16, "decision": "accept"}
            self._browser.post(f"/files/{file.number}/decide", stale, 409)
        else:
            said = f'client {self._number} in its turn {self._turn} <&">'
            form |= {"reason": f"no, says {said}", "content": f"{said}: {file.line(1)}"}
            self._decided[file.number] = _after(own, name, form, file.proposed(self._number))
            self._send(file, form, fragment=random.random() < 0.5)
        if random.random() < 0.5:
            self._see_own(file)
        else:
            self._see_after(file)

    def _send(self, file: Shared, form: dict[str, object], *, fragment: bool) -> None:
        page = self._browser.post(f"/files/{file.number}/decide", form, fragment=fragment)
        if fragment and page.status == 200:
            self._check_own(file, page)
        elif not fragment and page.status == 303:
            self._expect(f"/files/{file.number}?at=" in page.location, "a decision leads elsewhere")

    def _see_own(self, file: Shared) -> None:
        page = self._browser.get(f"/files/{file.number}?at={self._number}")
        if page.status == 200:
            self._check_own(file, page)
            self._check_lines(file, page)

    def _see_after(self, file: Shared) -> None:
        place = file.place(self._number)
        block = (place - 1) // _BLOCK
        page = self._browser.get(f"/files/{file.number}/lines?block={block}&view=after")
        if page.status == 200:
            own = self._decided[file.number]
            expected = file.line(place) if own.state == "rejected" else own.content
            self._expect(dict(page.lines()).get(place) == expected, "a view of what will be")
            self._check_after(file, page, block)

    def _read(self, file: Shared, random: Random) -> None:
        block = random.randrange(file.lines // _BLOCK)
        page = self._browser.get(f"/files/{file.number}/lines?block={block}")
        if page.status == 200:
            shown = self._check_lines(file, page)
            expected = set(range(block * _BLOCK + 1, (block + 1) * _BLOCK + 1))
            self._expect(shown == expected, "lines are missing in a block")

    def _look(self, file: Shared, random: Random) -> None:
        line = random.randint(1, file.lines)
        page = self._browser.get(f"/files/{file.number}?line={line}")
        if page.status == 200:
            self._check_title(file, page)
            shown = self._check_lines(file, page)
            self._expect(line in shown and len(shown) == 3 * _BLOCK, "lines are missing in a page")

    def _search(self, file: Shared, random: Random) -> None:
        line = random.randint(1, file.lines)
        words = file.line(line)
        page = self._browser.get(f"/files/{file.number}?{urlencode({'words': words})}")
        if page.status == 200:
            self._check_title(file, page)
            found = [int(one) for one in re.findall(r"line=(\d+)&amp;words=", page.text)]
            self._expect(found == [line], "a search finds another line")

    def _others(self, file: Shared, random: Random) -> None:
        place = random.choice(("/diff", "/contents", "/propose", "/history", "/layers?size=500"))
        page = self._browser.get(f"/files/{file.number}{place}")
        if page.status != 200:
            return
        self._check_title(file, page)
        named = set(re.findall(r"of file (\d+)\.", seen_words(page.text)))
        self._expect(named <= {str(file.number)}, f"words of another file in {place}")
        if place == "/contents":
            titles = re.findall(r"<bdi>(# )?(Part \d+ of file \d+\.)</bdi>", page.text)
            expected = [file.line(n)[2:] for n in range(1, file.lines + 1, 50)]
            self._expect([title for _, title in titles] == expected, "other contents")

    def _check_title(self, file: Shared, page: Page) -> None:
        self._expect(f"file{file.number}.md – linewise" in page.text, "another file's page")

    def _check_own(self, file: Shared, page: Page) -> None:
        shown = page.suggestions().get(self._number)
        own = self._decided[file.number]
        self._expect(
            shown is not None
            and (own.state, own.reason, own.content) == (shown.state, shown.reason, shown.content),
            "a decision is not what was decided",
        )

    def _check_lines(self, file: Shared, page: Page) -> set[int]:
        """Check all lines of a page, and return their numbers."""
        shown = dict(page.lines())
        for number, words in shown.items():
            self._expect(words == file.line(number), "a line says something else")
        places = {file.place(number): one for number, one in page.suggestions().items()}
        for place, one in places.items():
            self._expect(one.removed == (file.line(place),), "a suggestion takes another line")
        return shown.keys() | places.keys()

    def _check_after(self, file: Shared, page: Page, block: int) -> None:
        places = {file.place(number) for number in range(1, file.operations + 1)}
        shown = dict(page.lines())
        expected = set(range(block * _BLOCK + 1, (block + 1) * _BLOCK + 1))
        self._expect(shown.keys() == expected, "lines are missing in a view of what will be")
        for number in shown.keys() - places:
            self._expect(shown[number] == file.line(number), "a line that nobody changes")

    def _expect(self, is_right: bool, what: str) -> None:
        self._browser.tally.expect(is_right, what)


class Owner:
    """Edits a file that nobody else looks at.

    Args:
        number: by which the page knows the file.
        browser: its connection.
        path: of the file.

    Attributes:
        revisions: how many were made.
    """

    def __init__(self, number: int, browser: Browser, path: Path) -> None:
        self._place = f"/files/{number}"
        self._browser = browser
        self._path = path
        self._lines = path.read_text(encoding="utf-8").splitlines()
        self._turn = 0
        self.revisions = 0

    def go_on(self, random: Random) -> None:
        """Propose, decide, apply; take it back now and then."""
        self._turn += 1
        asked = dict(self._asked(random))
        page = self._proposed(asked)
        proposal = page.hidden("proposal")
        self._expect(page.suggestions().keys() == set(range(1, len(asked) + 1)), "a proposal")
        after = self._decided(asked, proposal, random)
        self._expect(self._shown_after(after) == after, "a view of what will be applied")
        before = self._lines
        self._apply(proposal, after)
        if after != before and random.random() < 0.4:
            self._take_back(before)

    def finish(self) -> None:
        """Look at the file for the last time."""
        self._check_file("a file in the end")
        self._browser.close()

    def _asked(self, random: Random) -> Iterator[tuple[int, tuple[str, str]]]:
        """Yield lines, what to do with each, and the new words."""
        lines = sorted(random.sample(range(1, len(self._lines) + 1), 4))
        for at, line in enumerate(lines):
            kinds = ["replaceLine"]
            kinds += ["insertLineAfter"] if len(self._lines) < 220 else []
            kinds += ["deleteLine"] if len(self._lines) > 180 else []
            yield line, (random.choice(kinds), f"turn {self._turn}, words {at}: ünï <b>&amp;")

    def _proposed(self, asked: Mapping[int, tuple[str, str]]) -> Page:
        """Tell what is new, look at the prompt, paste a reply, and return the page of it."""
        news = f"news of turn {self._turn}"
        self._browser.post(f"{self._place}/information", {"information": news, "way": "prompt"})
        page = self._browser.get(f"{self._place}/propose")
        words = html.unescape(page.text)
        self._expect(news in words and all(line in words for line in self._lines), "a prompt")
        calls = "".join(f"  - {_call(line, *what)}\n" for line, what in asked.items())
        form = {"reply": f"functions:\n{calls}", "text": page.hidden("text")}
        self._browser.post(f"{self._place}/reply", form)
        return self._browser.get(self._place)

    def _decided(
        self, asked: Mapping[int, tuple[str, str]], proposal: str, random: Random
    ) -> list[str]:
        """Decide each operation and return the lines that come of it."""
        after: list[list[str]] = [[line] for line in self._lines]
        for number, (line, (kind, words)) in enumerate(asked.items(), start=1):
            kept = ["reword"] if kind != "deleteLine" else []
            decision = random.choice(["accept", "accept", "reject", *kept])
            said = f"better {words}" if decision == "reword" else words
            form = {"proposal": proposal, "operation": number, "decision": decision}
            self._browser.post(f"{self._place}/decide", {**form, "content": said})
            if decision != "reject":
                after[line - 1] = {
                    "replaceLine": [said],
                    "deleteLine": [],
                    "insertLineAfter": [self._lines[line - 1], said],
                }[kind]
        return [line for lines in after for line in lines]

    def _shown_after(self, after: Sequence[str]) -> list[str]:
        blocks = range(-(-len(after) // _BLOCK))
        places = (f"{self._place}/lines?view=after&block={block}" for block in blocks)
        return [words for place in places for _, words in self._browser.get(place).lines()]

    def _apply(self, proposal: str, after: list[str]) -> None:
        """Send the form twice: it must count once."""
        form = {"proposal": proposal}
        self._check_file("a file before anything was applied")
        self._browser.post(f"{self._place}/apply", form)
        self._browser.post(f"{self._place}/apply", form)
        self.revisions += after != self._lines
        self._lines = after
        self._check_file("a file that was applied to")
        self._browser.post(f"{self._place}/decide", {**form, "decision": "accept-rest"}, 409)

    def _take_back(self, before: list[str]) -> None:
        """Undo what was applied, by a form that is sent twice."""
        found = re.search(
            rf"{self._place}/history/([0-9a-f]+)", self._browser.get(self._place).text
        )
        self._expect(found is not None, "the revision that was made is not named")
        if found is None:
            return
        page = self._browser.get(f"{self._place}/history/{found[1]}")
        form = {"revision": page.hidden("revision"), "once": page.hidden("once")}
        self._browser.post(f"{self._place}/undo", form)
        self._browser.post(f"{self._place}/undo", form)
        self.revisions += 1
        self._lines = before
        self._check_file("a file that was taken back")

    def _check_file(self, what: str) -> None:
        held = self._path.read_text(encoding="utf-8")
        self._expect(held == "".join(f"{line}\n" for line in self._lines), what)

    def _expect(self, is_right: bool, what: str) -> None:
        self._browser.tally.expect(is_right, what)


def _after(own: Suggested, name: str, form: Mapping[str, object], proposed: str) -> Suggested:
    """Return an operation as it must be shown after a decision."""
    if name == "reword":
        return Suggested("accepted", "", str(form["content"]))
    if name == "reject":
        return Suggested("rejected", str(form["reason"]), own.content)
    if name == "accept":
        return Suggested("accepted", "", own.content)
    return Suggested("open", "", proposed)


def _call(line: int, kind: str, words: str) -> str:
    return f"{kind}: [{line}]" if kind == "deleteLine" else f'{kind}: [{line}, "{words}"]'
