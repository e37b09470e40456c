"""What an answer costs by its form: line operations, search and replace, a diff, a full rewrite.

Ten realistic edits of a Markdown manual that is generated here, in 50, 500 and 5,000 lines. For
each form the smallest answer is written that leads to the same text, and it is checked that it
does. Prints a Markdown table of mean tokens, and what whole calls cost.
"""

from __future__ import annotations

import argparse
import json
import random
from typing import TYPE_CHECKING, NamedTuple

from linewise.document import Document
from linewise.editing import (
    DeleteLine,
    Edit,
    InsertLineAfter,
    LineRange,
    Operation,
    ReplaceLine,
    ReplaceText,
    edit_from_reply,
    plan,
)
from linewise.numbering import Style, number
from linewise.render import line_changes, unified_diff
from linewise.tokens import count_tokens

if TYPE_CHECKING:
    from collections.abc import Callable

SIZES = (50, 500, 5_000)
TOKENIZER = "o200k"

# What a token of an answer costs against one of the question, as most servers charge.
OUTPUT_PRICE = 5

SUBJECTS = ["device", "sensor", "gateway", "account", "report", "schedule", "filter", "backup"]
VERBS = ["shows", "stores", "checks", "sends", "resets", "locks", "exports", "renames", "merges"]
OBJECTS = [
    "the last reading",
    "every entry of the day",
    "a copy of the settings",
    "the list of open alarms",
    "the name of the owner",
    "all values above the limit",
    "the time of the next run",
]
ENDS = [
    "after each restart",
    "when the page is opened",
    "before it is switched off",
    "if the owner agrees",
    "for at most {n} minutes",
    "up to {n} times a day",
    "from version {n} on",
]


class Answer(NamedTuple):
    """One edit, in the form of operations and as the text that it leads to."""

    edit: Edit
    operations: tuple[Operation, ...]


def manual(lines: int) -> str:
    """A Markdown manual: headings, paragraphs of one line, lists, tables, a little code."""
    rng = random.Random(lines)
    written = ["# Manual", ""]
    section = 0
    while len(written) < lines - 1:
        section += 1
        written += [f"## {section}. The {rng.choice(SUBJECTS)}", "", sentence(rng), ""]
        written += [f"- {sentence(rng)}" for _ in range(rng.randint(3, 6))]
        written.append("")
        if section % 2:
            written += ["| setting | default | limit |", "| --- | --- | --- |"]
            written += [
                f"| {rng.choice(SUBJECTS)} {row} | {rng.randint(1, 9)} | {rng.randint(10, 99)} |"
                for row in range(1, 5)
            ]
        else:
            written += ["```sh", f"tool {rng.choice(VERBS)} --limit {rng.randint(1, 99)}", "```"]
        written.append("")
    return "\n".join(written[: lines - 1]) + f"\n{sentence(rng)}\n"


def sentence(rng: random.Random) -> str:
    """A sentence of a manual."""
    end = rng.choice(ENDS).format(n=rng.randint(2, 30))
    return f"The {rng.choice(SUBJECTS)} {rng.choice(VERBS)} {rng.choice(OBJECTS)} {end}."


def answers(text: str) -> list[Answer]:
    """Return ten edits of a manual."""
    doc = Document(text)
    rng = random.Random(7)
    lines = list(enumerate(doc.lines, start=1))
    bullets = [n for n, line in lines if line.startswith("- ")]
    rows = [n for n, line in lines if line.startswith("| ") and line[-3].isdigit()]
    paragraphs = [n for n, line in lines if line.startswith("The ")]
    headings = [n for n, line in lines if line.startswith("## ")]
    bullet, row, paragraph = (rng.choice(group) for group in (bullets, rows, paragraphs[:-1]))
    old_limit = doc.lines[row - 1].split("|")[-2].strip()
    block = next(n for n in bullets if {n + 1, n + 2} <= set(bullets))
    lists: list[list[Operation]] = [
        [ReplaceLine(bullet, "- " + sentence(rng))],
        [InsertLineAfter(bullet, "- " + sentence(rng))],
        [DeleteLine(rng.choice(bullets))],
        [ReplaceText(row, f" {old_limit} |", f" {int(old_limit) + 100} |")],
        [ReplaceText(paragraph, doc.lines[paragraph - 1].split()[1], "control unit")],
        [InsertLineAfter(bullets[-1], "\n".join("- " + sentence(rng) for _ in range(3)))],
        [ReplaceLine(LineRange(block, block + 2), "- " + sentence(rng))],
        [DeleteLine(LineRange(block, block + 2))],
        [
            InsertLineAfter(headings[-1] - 1, f"## New\n\n{sentence(rng)}\n"),
            ReplaceLine(headings[-1], doc.lines[headings[-1] - 1] + " and more"),
        ],
        [ReplaceLine(doc.line_count, sentence(rng)), ReplaceLine(1, "# Handbook")],
    ]
    return [Answer(plan(doc, operations), tuple(operations)) for operations in lists]


def short(answer: Answer) -> str:
    """The short form, which the prompt asks for."""
    reply = "functions:\n" + "".join(
        f"  - {name(operation)}: [{', '.join(arguments(operation))}]\n"
        for operation in answer.operations
    )
    return checked(answer, reply)


def mappings(answer: Answer) -> str:
    """The same with every argument by its name."""
    reply = ""
    for operation in answer.operations:
        keys = ["line", *KEYS[type(operation)]]
        reply += f"- function: {name(operation)}\n" + "".join(
            f"  {key}: {value}\n" for key, value in zip(keys, arguments(operation), strict=True)
        )
    return checked(answer, reply)


def as_json(answer: Answer) -> str:
    """The same as JSON, as a server writes it that holds a model to a schema."""
    functions = []
    for operation in answer.operations:
        values = [json.loads(a) if a[0] == '"' else a for a in arguments(operation)]
        keys = ["line", *KEYS[type(operation)]]
        functions.append({"function": name(operation), **dict(zip(keys, values, strict=True))})
    return checked(answer, json.dumps({"functions": functions}, ensure_ascii=False))


KEYS: dict[type, list[str]] = {
    InsertLineAfter: ["content"],
    ReplaceLine: ["content"],
    DeleteLine: [],
    ReplaceText: ["old", "new"],
}


def name(operation: Operation) -> str:
    """The function's name."""
    word = type(operation).__name__
    return word[0].lower() + word[1:]


def arguments(operation: Operation) -> list[str]:
    """The arguments as they are written."""
    words = [str(getattr(operation, key)) for key in KEYS[type(operation)]]
    # One line break at the end of a content says nothing: an empty last line needs two.
    words = [f"{word}\n" if word.endswith("\n") else word for word in words]
    return [str(operation.line), *(json.dumps(word, ensure_ascii=False) for word in words)]


def checked(answer: Answer, reply: str) -> str:
    """Return a reply once it is known to lead to the right text."""
    assert edit_from_reply(answer.edit.before, reply).after.text == answer.edit.after.text
    return reply


def search_and_replace(answer: Answer) -> str:
    """Blocks whose old lines stand once in the text: as many lines around as that needs."""
    old, new = answer.edit.before.text, answer.edit.after.text
    reply, text = "", old
    for change in line_changes(answer.edit.changes):
        start, end = change.start, change.end
        while start == end or text.count(old[start:end]) != 1:
            start = old.rfind("\n", 0, max(0, start - 1)) + 1
            if text.count(old[start:end]) == 1 and start < end:
                break
            end = old.find("\n", end) + 1 or len(old)
        came = old[start : change.start] + "".join(change.added) + old[change.end : end]
        text = text.replace(old[start:end], came)
        reply += f"<<<<<<< SEARCH\n{old[start:end]}=======\n{came}>>>>>>> REPLACE\n"
    assert text == new
    return reply


def diff(answer: Answer) -> str:
    """A unified diff with three lines of context."""
    return unified_diff(answer.edit.changes, "manual.md")


def rewrite(answer: Answer) -> str:
    """The whole text again."""
    return answer.edit.after.text


FORMS: dict[str, Callable[[Answer], str]] = {
    "line operations, short form": short,
    "line operations, mappings": mappings,
    "line operations, JSON": as_json,
    "search and replace": search_and_replace,
    "unified diff": diff,
    "full rewrite": rewrite,
}


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", help="unused: the texts are made here")
    parser.parse_args()
    texts = {size: manual(size) for size in SIZES}
    edits = {size: answers(text) for size, text in texts.items()}
    head = " | ".join(f"{size:,} lines" for size in SIZES)
    print(f"Mean tokens ({TOKENIZER}) of the smallest right answer over ten edits:\n")
    print(f"| answer | {head} |\n| --- |{' ---: |' * len(SIZES)}")
    means: dict[tuple[str, int], float] = {}
    for form, write in FORMS.items():
        for size in SIZES:
            tokens = [count_tokens(write(answer), TOKENIZER) for answer in edits[size]]
            means[form, size] = sum(tokens) / len(tokens)
        print(f"| {form} | {' | '.join(f'{means[form, size]:,.0f}' for size in SIZES)} |")
    print(f"\nWhole calls, question + {OUTPUT_PRICE} × answer, full rewrite = 100:\n")
    print(f"| question and answer | {head} |\n| --- |{' ---: |' * len(SIZES)}")
    calls: list[tuple[str, Style | None, str]] = [
        ("numbered `7|`, short form", "pipe", "line operations, short form"),
        ('numbered `<p id="line-7">`, short form', "p", "line operations, short form"),
        ("plain, search and replace", None, "search and replace"),
        ("plain, unified diff", None, "unified diff"),
    ]
    for label, style, form in calls:
        shares = []
        for size, text in texts.items():
            plain = count_tokens(text, TOKENIZER)
            asked = count_tokens(number(text, style).text, TOKENIZER) if style else plain
            whole = plain + OUTPUT_PRICE * means["full rewrite", size]
            shares.append(100 * (asked + OUTPUT_PRICE * means[form, size]) / whole)
        print(f"| {label} | {' | '.join(f'{share:.0f}' for share in shares)} |")


if __name__ == "__main__":
    main()
