"""The block style: dashes, names, indents; YAML as models write it.

Structure is known by its words (a dash, a name that means something, a colon), and the indent
decides only where the words leave a choice. So an indent that was lost is mended, a colon or a
`#` inside an unquoted text is text, and a line that is neither structure nor text of the value
before it is refused: nothing is ever skipped.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from linewise.errors import ReplyErrorKind
from linewise.replies.blocktext import BLOCK_HEADER, column_of, read_block_text
from linewise.replies.cursor import Cursor
from linewise.replies.flow import FlowReader
from linewise.replies.lines import (
    BLANK_BEFORE,
    COMMENT,
    DASH,
    INDENT,
    ITEM_DASH,
    MARKER,
    NOTHING,
    Key,
    Line,
    key_at,
    line_start,
    rest_of_line,
)
from linewise.replies.nodes import Listing, Mapping, Node, Scalar, ScalarStyle
from linewise.replies.plain import read_plain_id, read_plain_text, starts_with_quoted_words
from linewise.replies.quotes import AFTER_BLOCK_TEXT, read_quoted
from linewise.replies.remarks import RepairKind

__all__ = ["BlockReader"]

_SEPARATED = re.compile(r"[ \t]*(?P<sign>[,;]?)[ \t]*")
_JOINED = re.compile(r"(?:\S|\s\s)-\s|\s-\s+[\"'|>]")


@dataclass
class BlockReader(Cursor):
    """A place from which items are read, each in lines of its own.

    Attributes:
        open_text: the unquoted text that was read last, if nothing was read after it.
        open_word: the same for an id, a name, or a list of dashes.
    """

    open_text: Scalar | None = field(default=None, init=False)
    open_word: Scalar | None = field(default=None, init=False)
    _dash: int = field(default=-1, init=False)
    _wrapped: bool = field(default=False, init=False)

    @property
    def after_blank(self) -> bool:
        """Whether an empty line stands before what is read next."""
        return (
            self.at == 0
            or BLANK_BEFORE.search(self.text[max(0, self.at - 200) : self.at]) is not None
        )

    def nodes(self) -> list[Node]:
        """Read all items, up to the end or to a line that is none."""
        nodes: list[Node] = []
        while (line := self._next(markers=True)) is not None:
            dash = ITEM_DASH.match(self.text, line.at)
            if dash is not None:
                self._check_indent(line.column, nodes)
                self._dash = line.column
                nodes.append(self._item(dash.end(), line.column))
            elif nodes and self._is_note(line):
                break
            elif (key := key_at(self.text, self.vocabulary, line.at)) is not None:
                node = self._outermost(key, line)
                nodes += [] if node is None else [node]
            elif (flow := self._flow(line.at, outermost=True)) is not None:
                nodes.append(flow)
            else:
                break
        if self._wrapped and not nodes:
            self.refuse("the list ends before its first item", ReplyErrorKind.TRUNCATED)
        return nodes

    def _is_note(self, line: Line) -> bool:
        """Tell whether a line after the list only looks like a named value: `Note: …`."""
        key = key_at(self.text, self.vocabulary, line.at)
        if key is None or line.column or not self.after_blank or not key.name[0].isupper():
            return False
        return self.vocabulary.may_ignore([key.name]) or not self.vocabulary.is_known(key.name)

    # Lines

    def _next(self, *, markers: bool = False) -> Line | None:
        """Step over what says nothing and look at the next line; None at the end."""
        while self.at < len(self.text):
            blank = NOTHING.match(self.text, self.at)
            marker = MARKER.match(self.text, self.at) if markers else None
            comment = COMMENT.match(self.text, self.at)
            if comment is not None and self._is_after_block():
                self.refuse("a line that begins with # follows a text in a block")
            found = blank or marker or comment
            if found is None:
                indent = INDENT.match(self.text, self.at)
                assert indent is not None  # noqa: S101 - nothing matches too
                return Line(indent.end(), column_of(indent[0]))
            self.at = found.end()
        return None

    def _is_after_block(self) -> bool:
        return self.open_text is not None and self.open_text.style is ScalarStyle.BLOCK

    def _end_line(self, at: int) -> None:
        """Go to the next line; only a comment may stand in between."""
        match = AFTER_BLOCK_TEXT.match(self.text, at)
        if match is None:
            self.at = at
            self.refuse(f"{rest_of_line(self.text, at).strip()[:60]!r} follows the value")
        self.at = match.end()

    def _check_indent(self, column: int, before: list[Node]) -> None:
        """Mend the indent of an item, unless the line could belong to the text before it."""
        if not before or self._dash < 0 or column == self._dash:
            return
        if self.open_text is not None:
            self.refuse("an item has another indent than the items before it")
        self.mended(RepairKind.INDENT, "the indent of an item was mended")

    # Items

    def _item(self, at: int, dash: int) -> Node:
        """Read what follows the dash of an item."""
        if not rest_of_line(self.text, at).strip():
            self._end_line(at)
            line = self._next()
            if line is None or line.column <= dash:
                self.refuse("an item is empty", ReplyErrorKind.TRUNCATED)
            at = line.at
        if DASH.match(self.text, at):
            self.at = at
            self.refuse("there are two dashes before an item")
        key = key_at(self.text, self.vocabulary, at)
        if key is not None:
            return self._mapping(key, at - line_start(self.text, at), dash)
        return self._flow(at) or self._scalar(at, dash, is_text=False)

    def _outermost(self, key: Key, line: Line) -> Node | None:
        """Read a name without a dash: a key around the list, or an item that is the only one."""
        if self.vocabulary.is_wrapper(key.name) and self.vocabulary.function(key.name) is None:
            rest = rest_of_line(self.text, key.end).strip()
            if not rest or rest.startswith("#"):
                self._wrapped = True
                self.open_text = self.open_word = None
                self._end_line(key.end)
                return None
            if rest[0] not in "[{" or (flow := self._flow(key.end)) is None:
                self.refuse(f"a list was expected after {key.name}:")
            return flow
        return self._mapping(key, line.column, -1)

    def _mapping(self, key: Key, column: int, dash: int) -> Mapping:
        """Read the named values of one item."""
        first = self.line
        pairs: list[tuple[str, Node]] = []
        columns = {column}
        while True:
            # What an item begins with is its function, though an argument may have that name too.
            is_text = self.vocabulary.is_text_key(key.name) and (
                bool(pairs) or self.vocabulary.function(key.name) is None
            )
            value = self._value(key, column, dash, is_text=is_text)
            pairs.append((key.name, value))
            line = self._next()
            if line is None or ITEM_DASH.match(self.text, line.at):
                break
            following = key_at(self.text, self.vocabulary, line.at)
            if following is None or self._is_note(line):
                break
            if isinstance(value, Scalar) and value.style is ScalarStyle.EMPTY:
                # What stands deeper than a name without a value are its own names.
                columns |= {line.column} if line.column > column else set()
            if not self._belongs(following, line, columns, dash):
                break
            key, column = following, line.column
        return Mapping(tuple(pairs), first)

    def _belongs(self, key: Key, line: Line, columns: set[int], dash: int) -> bool:
        """Tell whether a named value belongs to the item before it."""
        if line.column in columns:
            return not (dash < 0 and self.vocabulary.is_wrapper(key.name))
        if self._is_after_block():
            self.at = line.at
            self.refuse(f"{key.name}: has another indent than the names before it")
        if not self.vocabulary.is_key(key.name) and self.vocabulary.function(key.name) is None:
            return line.column > dash
        self.mended(RepairKind.INDENT, f"the indent of {key.name}: was mended")
        return True

    # Values

    def _value(self, key: Key, column: int, dash: int, *, is_text: bool) -> Node:
        if key.colons > 1:
            self.mended(RepairKind.COLON_DROPPED, f"a second colon after {key.name} was dropped")
        self.open_text = self.open_word = None
        rest = rest_of_line(self.text, key.end)
        if not rest.strip() or (not is_text and rest.lstrip().startswith("#")):
            return self._below(key, column, dash, is_text=is_text)
        if self.vocabulary.function(key.name) is not None and not is_text:
            return self._arguments(key.end, rest, column)
        if not is_text or self._is_flow_text(rest.strip()):
            flow = self._flow(key.end)
            if flow is not None:
                return flow
        return self._scalar(key.end, column, is_text=is_text)

    def _is_flow_text(self, words: str) -> bool:
        """Tell whether a bracket after the name of a text begins a list of texts."""
        if words[0] != "[":
            return False
        if words.startswith(('["', "['", '[ "', "[ '")):
            return True
        if words.count("[") != words.count("]"):
            self.refuse("a bracket in an unquoted text has no partner")
        if words.endswith("]") and words.count("[") == 1:
            self.refuse(f"{words[:60]} could be a text or a list")
        return False

    def _arguments(self, at: int, rest: str, column: int) -> Node:
        """Read what follows the name of a function: a list, one value, or values with commas."""
        flow = self._flow(at)
        if flow is not None:
            return flow
        if "," not in rest:
            return self._scalar(at, column, is_text=False)
        self.at = at
        reader = FlowReader(f"[{rest}]", 0, self.vocabulary, self.line, yaml=True)
        node = reader.value()
        if reader.at < len(reader.text):
            self.refuse(f"{rest.strip()[:60]!r} has a bracket too many")
        self.repairs += reader.repairs
        self.mended(RepairKind.BRACKET_SUPPLIED, "brackets around the arguments were supplied")
        self._end_line(at + len(rest))
        return node

    def _below(self, key: Key, column: int, dash: int, *, is_text: bool) -> Node:
        """Read a value that stands in the lines after its name."""
        self._end_line(key.end)
        line = self._next()
        if line is None:
            return Scalar("", ScalarStyle.EMPTY, self.line)
        if DASH.match(self.text, line.at) and line.column > dash and line.column >= column:
            return self._listing(line.column, is_text=is_text)
        is_structure = key_at(self.text, self.vocabulary, line.at) is not None or ITEM_DASH.match(
            self.text, line.at
        )
        if line.column > column and not is_structure:
            if is_text:
                # A block that lost its bar looks the same, and its quotes would be text.
                self.refuse(f"the words of {key.name}: do not begin in its own line")
            return self._flow(line.at) or self._scalar(line.at, column, is_text=False)
        return Scalar("", ScalarStyle.EMPTY, self.line)

    def _listing(self, column: int, *, is_text: bool) -> Listing:
        """Read a list of dashes that is the value of a name."""
        first = self.line
        items: list[Node] = []
        while (line := self._next()) is not None:
            dash = DASH.match(self.text, line.at)
            if dash is None or line.column < column:
                break
            if line.column > column:
                self.refuse("a dash stands deeper than the one before it")
            items.append(self._element(dash.end(), column, is_text=is_text))
        # Nothing shows whether a list of dashes goes on.
        self.open_word = Scalar("", ScalarStyle.BLOCK, first)
        return Listing(tuple(items), first, closed=False)

    def _element(self, at: int, column: int, *, is_text: bool) -> Node:
        self.open_text = self.open_word = None
        rest = rest_of_line(self.text, at).strip()
        if not rest or DASH.match(rest):
            self.refuse("a dash stands alone, or two stand together")
        if rest[0] not in "\"'" and _JOINED.search(rest):
            self.refuse(f"{rest[:60]!r} may be two lines that became one")
        key = None if is_text else key_at(self.text, self.vocabulary, at)
        if key is not None and self.vocabulary.is_key(key.name) and key.name[0].islower():
            return self._mapping(key, at - line_start(self.text, at), column)
        if rest[0] in "[{" and (not is_text or rest.startswith(('["', '{"'))):
            flow = self._flow(at)
            if flow is not None:
                return flow
        return self._scalar(at, column, is_text=True)

    def _flow(self, at: int, *, outermost: bool = False) -> Node | None:
        """Read a value in brackets or a call that has the rest of its lines to itself."""
        indent = INDENT.match(self.text, at)
        assert indent is not None  # noqa: S101 - nothing matches too
        self.at, before = indent.end(), self.at
        reader = FlowReader(self.text, self.at, self.vocabulary, self.line, yaml=not outermost)
        if not reader.begins():
            self.at = before
            return None
        node = reader.value()
        self.repairs += reader.repairs
        self.open_text = self.open_word = None
        self.at = reader.at
        if not (outermost and self._at_another_value()):
            self._end_line(self.at)
        return node

    def _at_another_value(self) -> bool:
        """Step over a comma or semicolon and tell whether another value shares the line."""
        following = _SEPARATED.match(self.text, self.at)
        assert following is not None  # noqa: S101 - nothing matches too
        if following["sign"] == ",":
            self.mended(RepairKind.COMMA_DROPPED, "a comma after an item was dropped")
        self.at = following.end()
        reader = FlowReader(self.text, self.at, self.vocabulary)
        return reader.begins()

    def _scalar(self, at: int, parent: int, *, is_text: bool) -> Scalar:
        """Read a text: quoted, in a block, or as it stands."""
        rest = rest_of_line(self.text, at)
        start = at + len(rest) - len(rest.lstrip())
        self.at = at
        header = BLOCK_HEADER.match(self.text, start)
        if header is not None:
            block = read_block_text(self.text, header, parent, self.line)
            self.at, self.open_text = block.end, block.scalar
            return block.scalar
        if rest.lstrip()[:1] in ('"', "'"):
            scalar = self._quoted(start)
            if scalar is not None:
                return scalar
        read = read_plain_text if is_text else read_plain_id
        words = read(rest, self.line, self.vocabulary)
        scalar = Scalar(words, ScalarStyle.PLAIN, self.line)
        if is_text:
            self.open_text = scalar
        else:
            self.open_word = scalar
        self._end_line(at + len(rest))
        return scalar

    def _quoted(self, start: int) -> Scalar | None:
        """Read a quoted text, or None where only the first words of an unquoted one are quoted."""
        rest = rest_of_line(self.text, start)
        if starts_with_quoted_words(rest) and not self.vocabulary.inside_text.search(rest):
            return None
        quoted = read_quoted(self.text, start, AFTER_BLOCK_TEXT, self.line, folds=True)
        raw = self.text[start : quoted.end]
        if "\n" in raw and any(map(self.vocabulary.is_structure, raw.split("\n")[1:])):
            self.refuse("a quoted text runs on into what looks like the next item")
        self.repairs += quoted.repairs
        if rest_of_line(self.text, quoted.end).strip():
            self.at = quoted.end
            self.mended(RepairKind.COMMENT_DROPPED, "a comment after a quoted text was dropped")
        self._end_line(quoted.end)
        return quoted.scalar
