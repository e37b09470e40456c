"""Random edits, a slow and simple way to apply them, and every form in which a model writes them.

A written reply knows which of its characters are structure and which are text, so that damage
can be done to its structure alone.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from linewise.document import Document
from linewise.editing import DeleteLine, InsertLineAfter, LineRange, ReplaceLine, ReplaceText

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from linewise.editing import Operation

LINES = [
    "",
    "a",
    "one two",
    "  indented",
    "# Title",
    "- item: x",
    "| a | b |",
    "ends with \\",
    'say "hi"',
    "x\ry",
    "日本 👍🏽",
    "<p>x</p>",
]
TEXTS = [
    "",
    "word",
    "Two words",
    "Note: this is new",
    "Use C # or F#",
    "# Heading",
    "**Bold** start",
    "- an item",
    "| a | b |",
    "{{ user }}",
    "[x] done",
    "[link](http://x.org)",
    "    indented",
    "\ttabbed",
    'He said "hi" twice',
    '"Hi" he said',
    'ends with "quoted"',
    "It's fine",
    "'single'",
    "the dogs'",
    'a 5" pipe',
    'ends with 5"',
    "back\\slash and \\n",
    "C:\\new",
    "no",
    "null",
    "0777",
    "7",
    "a, b, c",
    "x: [1, 2]",
    "- deleteLine: [1]",
    "function: replaceLine",
    "newId: x",
    "replaceLine(1, x)",
    "functions:",
    "content: more",
    "---",
    "...",
    "```",
    "```yaml",
    "}",
    "]",
    '"',
    "'",
    ",",
    ":",
    "// no comment",
    "</think>",
    "日本 👍🏽",
    "one\ntwo",
    "one\n\n  two",
    "- One: a\n- Two: b",
    'multi "line"\ntext',
    "> quoted",
    "| not a row",
    "> folded\nmore",
]

# Texts that may stand without quotes in a block.
PLAIN = {
    "word",
    "Two words",
    "Note: this is new",
    "Use C # or F#",
    "# Heading",
    "**Bold** start",
    "- an item",
    "| a | b |",
    "{{ user }}",
    "[x] done",
    "[link](http://x.org)",
    'He said "hi" twice',
    "It's fine",
    "no",
    "null",
    "0777",
    "a, b, c",
    "日本 👍🏽",
}


@dataclass(frozen=True)
class Case:
    """A document, operations on it, and the text that they lead to."""

    text: str
    operations: tuple[Operation, ...]

    @property
    def expected(self) -> str:
        """The text after the operations."""
        return applied(self.text, self.operations)


# A simple way to apply operations


@dataclass
class Node:
    """A line in a linked list, or the place before the first one."""

    line: str | None
    end: str = "\n"
    following: Node | None = None


def applied(text: str, operations: tuple[Operation, ...]) -> str:
    """Apply operations to a linked list of lines: slow, and easy to see through."""
    mark = text[: text.startswith("\ufeff")]
    parts = text[len(mark) :].split("\n")
    last = parts.pop()
    lines = [(part.removesuffix("\r"), "\r\n" if part.endswith("\r") else "\n") for part in parts]
    ends = [end for _, end in lines]
    lines += [(last, ends[-1] if ends else "\n")] if last else []
    head = Node(None, lines[0][1] if lines else "\n")
    nodes: dict[object, Node] = {0: head}
    at = head
    for number, (line, end) in enumerate(lines, start=1):
        at.following = Node(line, end)
        at = nodes[number] = at.following
    inserted: dict[int, Node] = {}
    _insert(nodes, inserted, operations)
    for operation in operations:
        _change(nodes, operation)
    result = list(_walk(head))
    if last and result:
        result[-1] = (result[-1][0], "")
    return mark + "".join(line + end for line, end in result)


def _insert(
    nodes: dict[object, Node], inserted: dict[int, Node], operations: tuple[Operation, ...]
) -> None:
    """Put in the new lines: again and again what can be put in, the last of each place first."""
    waiting = [op for op in operations if isinstance(op, InsertLineAfter)]
    while waiting:
        ready = {str(op.line) for op in waiting if op.line in nodes}
        now = [op for op in waiting if str(op.line) in ready]
        waiting = [op for op in waiting if str(op.line) not in ready]
        for operation in reversed(now):
            anchor = nodes[operation.line]
            new = Node(operation.content, anchor.end, anchor.following)
            anchor.following = new
            inserted[id(operation)] = new
            if operation.new_id is not None:
                nodes[operation.new_id] = new


def _change(nodes: dict[object, Node], operation: Operation) -> None:
    if isinstance(operation, InsertLineAfter):
        return
    line = operation.line
    first, last = (line.first, line.last) if isinstance(line, LineRange) else (line, line)
    if isinstance(operation, ReplaceText):
        node = nodes[first]
        assert node.line is not None
        node.line = node.line.replace(operation.old, operation.new)
        return
    nodes[first].line = operation.content if isinstance(operation, ReplaceLine) else None
    if first != last:
        assert isinstance(line, LineRange)
        for number in range(line.first + 1, line.last + 1):
            nodes[number].line = None


def _walk(head: Node) -> Iterator[tuple[str, str]]:
    at: Node | None = head
    while at is not None:
        if at.line is not None:
            for line in at.line.split("\n"):
                yield line, at.end
        at = at.following


# What is drawn


@st.composite
def documents(draw: st.DrawFn, max_lines: int = 8) -> str:
    """Draw a text with the line ends and marks that files have."""
    ends = st.sampled_from(["\n", "\n", "\r\n"])
    lines = draw(st.lists(st.tuples(st.sampled_from(LINES), ends), max_size=max_lines))
    text = "".join(line + end for line, end in lines)
    if lines and lines[-1][0] and draw(st.booleans()):
        text = text[: len(text) - len(lines[-1][1])]
    return ("\ufeff" if draw(st.integers(0, 9)) == 0 else "") + text


@st.composite
def cases(draw: st.DrawFn, *, texts: list[str] = TEXTS) -> Case:
    """Draw a document and valid operations on it."""
    text = draw(documents())
    document = Document(text)
    count = document.line_count
    content = st.sampled_from(texts)
    operations: list[Operation] = []
    free = set(range(1, count + 1))
    for number in sorted(draw(st.sets(st.integers(1, count), max_size=3)) if count else ()):
        if number not in free:
            continue
        last = number
        while last + 1 in free and last < number + 2 and draw(st.integers(0, 3)) == 0:
            last += 1
        line = number if last == number else LineRange(number, last)
        kind = draw(st.sampled_from(["replace", "replace", "delete", "text"]))
        words = document.lines[number - 1]
        if kind == "text" and last == number and words.count("one") == 1:
            operations.append(ReplaceText(number, "one", draw(content).split("\n")[0]))
        elif kind == "delete":
            operations.append(DeleteLine(line))
        else:
            operations.append(ReplaceLine(line, draw(content)))
        free -= set(range(number, last + 1))
    ids: list[int | str] = []
    for index in range(draw(st.integers(0 if operations else 1, 3))):
        anchor = draw(st.sampled_from([*range(count + 1), *ids]))
        names = st.sampled_from([None, f"n{index}", f"{count}.{index + 1}"])
        new_id = draw(names)
        operations.append(InsertLineAfter(anchor, draw(content), new_id))
        if new_id is not None:
            ids.append(new_id)
    made = [op for op in operations if isinstance(op, InsertLineAfter) and op.new_id is not None]
    if made and draw(st.integers(0, 3)) == 0:
        chosen = draw(st.sampled_from(made))
        change = draw(st.sampled_from(["delete", "replace"]))
        operations.append(
            DeleteLine(chosen.new_id)  # type: ignore[arg-type]
            if change == "delete"
            else ReplaceLine(chosen.new_id, draw(content))  # type: ignore[arg-type]
        )
    return Case(text, tuple(draw(st.permutations(operations))))


# Every form


@dataclass
class Writer:
    """A reply in the making, with the places of its structure."""

    parts: list[str] = field(default_factory=list)
    structure: list[tuple[int, int]] = field(default_factory=list)
    length: int = 0

    def __call__(self, structure: str = "", text: str = "") -> Writer:
        """Write structure and then text."""
        if structure:
            self.structure.append((self.length, self.length + len(structure)))
        self.parts.append(structure + text)
        self.length += len(structure) + len(text)
        return self

    @property
    def text(self) -> str:
        """What was written so far."""
        return "".join(self.parts)


@dataclass(frozen=True)
class Written:
    """A reply, the places of its structure, and whether something closes it."""

    text: str
    structure: tuple[tuple[int, int], ...]
    form: str
    closed: bool


@dataclass(frozen=True)
class Style:
    """How ids and texts are written."""

    id_form: str
    quote: str


def _id(reference: object, style: Style) -> str:
    if isinstance(reference, LineRange):
        first, last = _id(reference.first, style), _id(reference.last, style)
        return f"{first}..{last}"
    if isinstance(reference, int) or "." in str(reference):
        return f"line-{reference}" if style.id_form == "line" else str(reference)
    return str(reference)


def _arguments(operation: Operation, style: Style) -> list[tuple[str, str, bool]]:
    """Return the arguments: name, words, and whether they are an id."""
    line = ("line", _id(operation.line, style), True)
    if isinstance(operation, InsertLineAfter):
        new = [("newId", _id(operation.new_id, style), True)] if operation.new_id else []
        return [line, *new, ("content", operation.content, False)]
    if isinstance(operation, ReplaceLine):
        return [line, ("content", operation.content, False)]
    if isinstance(operation, ReplaceText):
        return [line, ("old", operation.old, False), ("new", operation.new, False)]
    return [line]


def _name(operation: Operation) -> str:
    name = type(operation).__name__
    return name[0].lower() + name[1:]


def named_values(case: Case) -> list[dict[str, str]]:
    """Return the operations of a case as plain values, every argument by its name."""
    style = Style("line", "double")
    return [
        {"function": _name(op), **{name: words for name, words, _ in _arguments(op, style)}}
        for op in case.operations
    ]


def listed_values(case: Case) -> list[dict[str, list[str]]]:
    """Return the operations of a case as plain values in the short form."""
    style = Style("number", "double")
    return [{_name(op): [words for _, words, _ in _arguments(op, style)]} for op in case.operations]


def _double(words: str) -> str:
    return json.dumps(words, ensure_ascii=False)[1:-1]


def _write_text(write: Writer, words: str, style: Style, indent: str) -> None:
    """Write a text in a line of its own, in the style asked for where it allows that."""
    if style.quote == "plain" and words in PLAIN:
        write("", words)
    elif style.quote == "block" and words.strip() and words == words.strip():
        write("|\n")
        for number, line in enumerate(words.split("\n")):
            write(indent if number == 0 else "", ("" if number == 0 else "\n" + indent) + line)
    elif style.quote == "single" and "\n" not in words and "\t" not in words:
        write("'", words.replace("'", "''"))("'")
    else:
        write('"', _double(words))('"')


def _write_flow(write: Writer, words: str, is_id: bool, style: Style) -> None:
    if is_id and style.quote == "plain":
        write(words)
    elif style.quote == "single" and "\n" not in words and "\t" not in words:
        write("'", words.replace("'", "''"))("'")
    else:
        write('"', words if is_id else _double(words))('"')


def short(write: Writer, operations: tuple[Operation, ...], style: Style, indent: str) -> None:
    """Write the short form: the function's name and a list in brackets."""
    for operation in operations:
        write(f"{indent}- {_name(operation)}: [")
        for index, (_, words, is_id) in enumerate(_arguments(operation, style)):
            write(", " if index else "")
            _write_flow(write, words, is_id, style)
        write("]\n")


def mappings(write: Writer, operations: tuple[Operation, ...], style: Style, indent: str) -> None:
    """Write a mapping for each operation."""
    for operation in operations:
        write(f"{indent}- function: {_name(operation)}\n")
        for name, words, is_id in _arguments(operation, style):
            write(f"{indent}  {name}: ")
            if is_id:
                write(words)
            else:
                _write_text(write, words, style, f"{indent}      ")
            write("\n")


def keyed(write: Writer, operations: tuple[Operation, ...], style: Style, indent: str) -> None:
    """Write the function's name as a key over its arguments."""
    for operation in operations:
        write(f"{indent}- {_name(operation)}:\n")
        for name, words, is_id in _arguments(operation, style):
            write(f"{indent}    {name}: ")
            if is_id:
                write(words)
            else:
                _write_text(write, words, style, f"{indent}      ")
            write("\n")


def dashes(write: Writer, operations: tuple[Operation, ...], style: Style, indent: str) -> None:
    """Write the arguments as a list of dashes."""
    for operation in operations:
        write(f"{indent}- {_name(operation)}:\n")
        for _, words, is_id in _arguments(operation, style):
            write(f"{indent}    - ")
            if is_id:
                write(words)
            elif style.quote == "plain" and words.startswith(("- ", "[", "{")):
                write('"', _double(words))('"')
            else:
                _write_text(write, words, style, f"{indent}      ")
            write("\n")


def lists(write: Writer, operations: tuple[Operation, ...], style: Style, indent: str) -> None:
    """Write a mapping for each operation, its content as a list of lines; items are numbered."""
    for number, operation in enumerate(operations, start=1):
        write(f"{indent}{number}. function: {_name(operation)}\n")
        for name, words, is_id in _arguments(operation, style):
            write(f"{indent}   {name}:")
            if is_id:
                write(f" {words}\n")
            elif "\n" in words:
                for line in words.split("\n"):
                    write(f"\n{indent}     - ")
                    _write_text(write, line, Style(style.id_form, "double"), "")
                write("\n")
            else:
                write(" ")
                _write_text(write, words, style, f"{indent}      ")
                write("\n")
        write("\n")


def flow_lists(write: Writer, operations: tuple[Operation, ...], style: Style, indent: str) -> None:
    """Write the short form with contents as lists of lines."""
    for operation in operations:
        write(f"{indent}- {_name(operation)}: [")
        for index, (_, words, is_id) in enumerate(_arguments(operation, style)):
            write(", " if index else "")
            if is_id or "\n" not in words:
                _write_flow(write, words, is_id, style)
                continue
            write("[")
            for number, line in enumerate(words.split("\n")):
                write(", " if number else "")
                _write_flow(write, line, False, style)
            write("]")
        write("]\n")


def braces(write: Writer, operations: tuple[Operation, ...], style: Style, indent: str) -> None:
    """Write the arguments by name in braces."""
    for operation in operations:
        write(f"{indent}- {_name(operation)}: {{")
        for index, (name, words, is_id) in enumerate(_arguments(operation, style)):
            write(f"{', ' if index else ''}{name}: ")
            _write_flow(write, words, is_id, style)
        write("}\n")


def typographic(
    write: Writer, operations: tuple[Operation, ...], style: Style, indent: str
) -> None:
    """Write JSON whose quotes became typographic."""
    del indent
    write("[")
    for index, operation in enumerate(operations):
        write(f"{', ' if index else ''}{{“function”: “{_name(operation)}”")
        for name, words, is_id in _arguments(operation, style):
            write(f", “{name}”: “", words if is_id else _double(words))("”")
        write("}")
    write("]\n")


def named_calls(
    write: Writer, operations: tuple[Operation, ...], style: Style, indent: str
) -> None:
    """Write one list of calls with names."""
    del indent
    write("[")
    for index, operation in enumerate(operations):
        write(f"{', ' if index else ''}{_name(operation)}(")
        for number, (name, words, is_id) in enumerate(_arguments(operation, style)):
            write(f'{", " if number else ""}{name}="', words if is_id else _double(words))('"')
        write(")")
    write("]\n")


def calls(write: Writer, operations: tuple[Operation, ...], style: Style, indent: str) -> None:
    """Write calls, one a line."""
    del indent
    for operation in operations:
        write(f"{_name(operation)}(")
        for index, (_, words, is_id) in enumerate(_arguments(operation, style)):
            write(", " if index else "")
            _write_flow(write, words, is_id, style)
        write(")\n")


def _object(write: Writer, operation: Operation, style: Style, pad: str) -> None:
    write(f'{{{pad}"function": "{_name(operation)}"')
    for name, words, is_id in _arguments(operation, style):
        if is_id and words.isdigit() and style.quote == "plain":
            write(f',{pad or " "}"{name}": {words}')
        else:
            write(f',{pad or " "}"{name}": "', words if is_id else _double(words))('"')
    write(f"{pad[:-2]}}}")


def json_list(write: Writer, operations: tuple[Operation, ...], style: Style, indent: str) -> None:
    """Write one JSON list."""
    pad = "\n    " if indent else ""
    write("[" + pad[:-2])
    for index, operation in enumerate(operations):
        write("," + (pad[:-2] or " ") if index else "")
        _object(write, operation, style, pad)
    write(f"{pad[:1]}]\n")


def json_wrapped(
    write: Writer, operations: tuple[Operation, ...], style: Style, indent: str
) -> None:
    """Write a JSON object with the list in it."""
    write('{"functions": ')
    json_list(write, operations, style, indent)
    write("}\n")


def json_lines(write: Writer, operations: tuple[Operation, ...], style: Style, indent: str) -> None:
    """Write one JSON object a line."""
    del indent
    for operation in operations:
        _object(write, operation, style, "")
        write("\n")


def tool_calls(write: Writer, operations: tuple[Operation, ...], style: Style, indent: str) -> None:
    """Write tool calls, the arguments as an object."""
    del indent
    write("[")
    for index, operation in enumerate(operations):
        write(", " if index else "")
        write(f'{{"name": "{_name(operation)}", "arguments": {{')
        for number, (name, words, is_id) in enumerate(_arguments(operation, style)):
            write(f'{", " if number else ""}"{name}": "', words if is_id else _double(words))('"')
        write("}}")
    write("]\n")


FORMS: dict[str, Callable[[Writer, tuple[Operation, ...], Style, str], None]] = {
    "short": short,
    "mappings": mappings,
    "keyed": keyed,
    "dashes": dashes,
    "lists": lists,
    "flow lists": flow_lists,
    "braces": braces,
    "typographic": typographic,
    "named calls": named_calls,
    "calls": calls,
    "json list": json_list,
    "json wrapped": json_wrapped,
    "json lines": json_lines,
    "tool calls": tool_calls,
}
CLOSED = {"json list", "json wrapped", "tool calls", "typographic", "named calls"}
BLOCKS = {"short", "mappings", "keyed", "dashes", "lists", "flow lists", "braces"}


@st.composite
def replies(draw: st.DrawFn, case: Case) -> Written:
    """Write the operations of a case in one of the forms."""
    form = draw(st.sampled_from(sorted(FORMS)))
    style = Style(
        draw(st.sampled_from(["line", "number"])),
        draw(st.sampled_from(["double", "single", "plain", "block"])),
    )
    wrapped = form in BLOCKS and draw(st.booleans())
    fenced = draw(st.booleans())
    around = draw(st.integers(0, 4)) == 0
    write = Writer()
    if around:
        write("", "<think>\nLine 1, or [2]?\n</think>\nHere is what I would change:\n\n")
    if fenced:
        write("```json\n" if "json" in form else "```yaml\n")
    if wrapped:
        write("functions:\n")
    FORMS[form](write, case.operations, style, "  " if wrapped or draw(st.booleans()) else "")
    if fenced:
        write("```\n")
        write("", "\nLet me know if this is right.\n" if around else "")
    return Written(
        write.text, tuple(write.structure), f"{form}/{style.quote}", fenced or form in CLOSED
    )
