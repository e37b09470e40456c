"""A damaged reply names the same lines as before, or is refused: never others."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from linewise.document import Document
from linewise.errors import ReplyError
from linewise.passages import Task, chapters_task, find_task, found_in_reply

if TYPE_CHECKING:
    from collections.abc import Iterator

DOC = Document("".join(f"Line {n}.\n" for n in range(1, 60)))
PLACES = [
    (1, 11, "The start"),
    (12, 24, "Part two: on"),
    (25, 46, 'He said: "go", [x]'),
    (47, 59, "1984"),
]
QUOTED = [(first, last, json.dumps(title)) for first, last, title in PLACES]
SIGNS = "\"'[]{},:-\n `"

STARTS = {
    "flow": "chapters:\n" + "".join(f"  - chapter: [{a}, {t}]\n" for a, _, t in QUOTED),
    "names": "chapters:\n" + "".join(f"  - start: {a}\n    title: {t}\n" for a, _, t in QUOTED),
    "plain": "chapters:\n" + "".join(f"  - title: {t}\n    start: {a}\n" for a, _, t in PLACES),
    "json": json.dumps({"chapters": [{"start": str(a), "title": t} for a, _, t in PLACES]}),
    "rows": json.dumps([[a, t] for a, _, t in PLACES]),
    "fence": "Here:\n```yaml\n"
    + "".join(f"- chapter: [line-{a}, {t}]\n" for a, _, t in QUOTED)
    + "```\n",
}
RANGES = {
    "flow": "passages:\n" + "".join(f"  - passage: [{a}, {b}, {t}]\n" for a, b, t in QUOTED),
    "range": "passages:\n" + "".join(f"  - passage: [{a}..{b}, {t}]\n" for a, b, t in QUOTED),
    "json": json.dumps({"passages": [{"start": a, "end": b, "title": t} for a, b, t in PLACES]}),
    "rows": json.dumps([[a, b, t] for a, b, t in PLACES]),
}
CASES = [(chapters_task(), reply) for reply in STARTS.values()]
CASES += [(find_task("x"), reply) for reply in RANGES.values()]
NAMES = [*STARTS, *(f"{name} of ranges" for name in RANGES)]


def damaged(reply: str) -> Iterator[str]:
    """Yield a reply with one sign lost or doubled, or one line joined to the next."""
    for at, sign in enumerate(reply):
        if sign in SIGNS:
            yield reply[:at] + reply[at + 1 :]
            yield reply[:at] + sign + reply[at:]
        if sign == "\n":
            yield reply[:at] + " " + reply[at + 1 :].lstrip()


@pytest.mark.parametrize(("task", "reply"), CASES, ids=NAMES)
def test_damage_never_leads_to_other_lines(task: Task, reply: str) -> None:
    """A sign inside a title may change the title; the lines stay."""
    assert PLACES == [(*p.lines, p.title) for p in found_in_reply(DOC, task, reply)]
    lines = [(first, last) for first, last, _ in PLACES]
    for changed in damaged(reply):
        try:
            found = found_in_reply(DOC, task, changed)
        except ReplyError:
            continue
        assert lines == [passage.lines for passage in found], changed


@pytest.mark.parametrize(("task", "reply"), CASES, ids=NAMES)
def test_a_reply_that_was_cut_names_no_other_lines(task: Task, reply: str) -> None:
    """A cut is noticed, but between two items of a list that nothing closes: the rest is lost."""
    starts = [first for first, _, _ in PLACES]
    for at in range(len(reply)):
        try:
            found = found_in_reply(DOC, task, reply[:at])
        except ReplyError:
            continue
        assert starts[: len(found)] == [passage.lines[0] for passage in found], reply[:at]
        assert reply[0] not in "[{", "what a bracket closes is whole or refused"
