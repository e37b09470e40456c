"""What edits cost an agent, in tokens read and written: by line ids, by rewriting, by replacing.

Ten realistic edits of a generated manual (those of `reply_tokens.py`) in 50, 500 and 5,000 lines.
Each is done three ways, call by call, and it is checked that each leads to the same file:

- these tools: `find` words, `read` the lines around, `propose`, `apply`, on a real folder;
- replacing strings: a search that prints `line:words`, a view of the same lines with their
  numbers, and one replacement a place, whose old lines are as few as are unique in the file;
  a replacement answers "done", or, as most such tools do, shows the place as it is then;
- rewriting: the whole file read, the whole file written.

What an agent writes are the calls as JSON with name and arguments; what it reads are their
results as text. Tokens are those of o200k; the list of the tools, which is read once a session,
is counted apart.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING, Any

from reply_tokens import Answer, answers, arguments, manual, name

from linewise.editing.tagging import lines_named
from linewise.mcp_server import TOOLS, Desk, Roots, call
from linewise.render import line_changes
from linewise.tokens import count_tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from linewise.editing import Operation

SIZES = (50, 500, 5_000)
SHOWN_SIZE = 500
TOKENIZER = "o200k"
AROUND = 4
HITS = 10

LABELS = (
    "reword a list item",
    "add a list item",
    "delete a list item",
    "change a number in a table",
    "change words in a paragraph",
    "add three list items",
    "replace three lines by one",
    "delete three lines",
    "add a section, reword a heading",
    "change the first and the last line",
)


@dataclass
class Record:
    """The calls of one edit, with their results."""

    calls: list[dict[str, Any]] = field(default_factory=list)

    def add(self, tool: str, given: dict[str, Any], result: str, values: Any = None) -> None:
        """Note a call."""
        self.calls.append({"name": tool, "arguments": given, "result": result, "values": values})

    @property
    def written(self) -> int:
        """The tokens of the calls."""
        sent = ({"name": one["name"], "arguments": one["arguments"]} for one in self.calls)
        return sum(tokens(json.dumps(one, ensure_ascii=False)) for one in sent)

    @property
    def read(self) -> int:
        """The tokens of the results."""
        return sum(tokens(one["result"]) for one in self.calls)

    @property
    def read_as_values(self) -> int:
        """The tokens of the results, where a client hands on their structured form."""
        return sum(tokens(json.dumps(one["values"], ensure_ascii=False)) for one in self.calls)


def tokens(text: str) -> int:
    """Count tokens."""
    return count_tokens(text, TOKENIZER)


def places(answer: Answer) -> list[int]:
    """Return the lines that the agent has to find: where each operation begins."""
    lines = answer.edit.before
    return sorted({(lines_named(lines, [one]) or [1])[0] for one in answer.operations})


def words_of(answer: Answer, line: int) -> str:
    """Return the words by which the agent looks for a line, or for the next that has any."""
    lines = answer.edit.before.lines
    return next(text for text in lines[line - 1 :] if text.strip())


def around(answer: Answer, line: int) -> tuple[int, int]:
    """Return the lines that are looked at to edit one."""
    return max(1, line - AROUND), min(answer.edit.before.line_count, line + AROUND)


def by_ids(answer: Answer) -> Record:
    """Edit with the tools of the server, over a real file."""
    record = Record()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LINEWISE_DATA"] = f"{folder}/data"
        root = Path(folder, "root")
        root.mkdir()
        path = root / "manual.md"
        path.write_text(answer.edit.before.text, encoding="utf-8")
        desk = Desk(Roots([root]))

        def ask(tool: str, **given: Any) -> dict[str, Any]:
            answered = call(desk, tool, given)
            values = dict(answered.data)
            record.add(tool, given, answered.text, values)
            return values

        ids: dict[int, str] = {}
        revision = ""
        for line in places(answer):
            ask("find", path=path.name, words=words_of(answer, line))
            first, last = around(answer, line)
            seen = ask("read", path=path.name, lines=f"{first}..{last}")
            revision = seen["revision"]
            for row in seen["text"].splitlines():
                own = row.split("|", 1)[0]
                ids[int(own.split(":")[0])] = own
        asked = [operation_of(one, ids) for one in answer.operations]
        edit = ask("propose", path=path.name, revision=revision, operations=asked)
        ask("apply", edit=edit["edit"])
        assert path.read_text(encoding="utf-8") == answer.edit.after.text
    return record


def operation_of(operation: Operation, ids: dict[int, str]) -> dict[str, Any]:
    """Return an operation as an agent writes it."""
    line = str(operation.line)
    tagged = "..".join(ids.get(int(end), end) for end in line.split(".."))
    words = [json.loads(word) for word in arguments(operation)[1:]]
    fields = ("old", "new") if len(words) == 2 else ("content",)
    return {"op": name(operation), "line": tagged, **dict(zip(fields, words, strict=False))}


def by_replacing(answer: Answer, *, shows: bool = False) -> Record:
    """Edit by string replacement, each old text as short as whole lines can be.

    Args:
        answer: the edit.
        shows: whether a replacement shows the place as it is then.
    """
    record = Record()
    text, lines = answer.edit.before.text, answer.edit.before.lines
    for line in places(answer):
        words = words_of(answer, line)
        found = [f"{n}:{own}" for n, own in enumerate(lines, 1) if words in own][:HITS]
        record.add("search", {"path": "manual.md", "pattern": words}, "\n".join(found))
        first, last = around(answer, line)
        shown = numbered(lines, first, last)
        record.add("view", {"path": "manual.md", "view_range": [first, last]}, shown)
    for old, new in replacements(answer):
        assert text.count(old) == 1
        at = text[: text.index(old)].count("\n") + 1
        text = text.replace(old, new)
        given = {"path": "manual.md", "old_str": old, "new_str": new}
        after = text.splitlines()
        last = min(len(after), at + new.count("\n") + AROUND)
        result = numbered(after, max(1, at - AROUND), last) if shows else "done"
        record.add("str_replace", given, result)
    assert text == answer.edit.after.text
    return record


def numbered(lines: Sequence[str], first: int, last: int) -> str:
    """Return lines with their numbers."""
    return "\n".join(f"{n}\t{lines[n - 1]}" for n in range(first, last + 1))


def replacements(answer: Answer) -> list[tuple[str, str]]:
    """Return old and new text for each change, with as many lines around as make it unique."""
    old = answer.edit.before.text
    found: list[tuple[str, str]] = []
    text = old
    for change in line_changes(answer.edit.changes):
        start, end = change.start, change.end
        while start == end or text.count(old[start:end]) != 1:
            start = old.rfind("\n", 0, max(0, start - 1)) + 1
            if start < end and text.count(old[start:end]) == 1:
                break
            end = old.find("\n", end) + 1 or len(old)
        came = old[start : change.start] + "".join(change.added) + old[change.end : end]
        found.append((old[start:end], came))
        text = text.replace(old[start:end], came)
    return found


def by_rewriting(answer: Answer) -> Record:
    """Edit by reading and writing the whole file."""
    record = Record()
    record.add("read_file", {"path": "manual.md"}, answer.edit.before.text)
    given = {"path": "manual.md", "content": answer.edit.after.text}
    record.add("write_file", given, "done")
    return record


WAYS: dict[str, Callable[[Answer], Record]] = {
    "these tools": by_ids,
    "replacing strings": by_replacing,
    "and showing the place": partial(by_replacing, shows=True),
    "rewriting": by_rewriting,
}


def print_edits(records: dict[str, list[Record]]) -> None:
    """Print each edit of one size."""
    print(f"| {SHOWN_SIZE} lines: read + written | {' | '.join(WAYS)} |")
    print(f"| --- |{' ---: |' * len(WAYS)}")
    for index, label in enumerate(LABELS):
        cells = [f"{own[index].read:,} + {own[index].written:,}" for own in records.values()]
        print(f"| {label} | {' | '.join(cells)} |")
    print(f"| mean | {' | '.join(means(own) for own in records.values())} |")


def means(records: Sequence[Record]) -> str:
    """Return mean tokens read and written."""
    return f"{mean(r.read for r in records):,.0f} + {mean(r.written for r in records):,.0f}"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", help="unused: the texts are made here")
    parser.add_argument("--calls", metavar="FILE", help="write all calls and results as JSON")
    options = parser.parse_args()
    done: dict[int, dict[str, list[Record]]] = {}
    for size in SIZES:
        edits = answers(manual(size))
        done[size] = {way: [run(edit) for edit in edits] for way, run in WAYS.items()}
    print_edits(done[SHOWN_SIZE])
    print(f"\n| mean, read + written | {' | '.join(WAYS)} |\n| --- |{' ---: |' * len(WAYS)}")
    for size, records in done.items():
        print(f"| {size:,} lines | {' | '.join(means(own) for own in records.values())} |")
    values = mean(record.read_as_values for record in done[SHOWN_SIZE]["these tools"])
    print(f"\nStructured answers of these tools, {SHOWN_SIZE} lines: {values:,.0f} read.")
    listed = json.dumps([tool.as_dict() for tool in TOOLS], separators=(",", ":"))
    print(f"The list of the tools: {tokens(listed):,} tokens, once a session.")
    if options.calls:
        calls = {
            size: {way: [one.calls for one in own] for way, own in records.items()}
            for size, records in done.items()
        }
        Path(options.calls).write_text(json.dumps(calls, indent=1, ensure_ascii=False), "utf-8")


if __name__ == "__main__":
    main()
