"""Lines with ids: number a text for a model, and cut out what its answer names.

The numbered text is written for reading and is never parsed: a model answers with ids, and
`extract` looks them up in the document. So nothing is escaped, and a line may hold anything,
our own markup included.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from linewise._kinds import check_text, file_name_hint
from linewise.document import BYTE_ORDER_MARK, Document, Piece, Span, as_document
from linewise.errors import LineIdError, OptionError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = [
    "LineId",
    "NumberedText",
    "Passage",
    "Style",
    "content_tag",
    "extract",
    "line_id",
    "line_number",
    "number",
    "parse_line_id",
    "range_ends",
    "unnumber",
]

Style = Literal["p", "div", "pipe"]


class LineId(NamedTuple):
    """An id as a model writes it: the line's number, and its content tag if it carried one."""

    number: int
    tag: str | None = None


class _Markup(NamedTuple):
    """What stands before the id, between the id and the line, and after the line."""

    before: str
    between: str
    after: str
    prefix: str


_MARKUP: Mapping[str, _Markup] = MappingProxyType(
    {
        "p": _Markup('<p id="line-', '">', "</p>", "line-"),
        "div": _Markup('<div id="div-id-', '">', "</div>", "div-id-"),
        "pipe": _Markup("", "|", "", ""),
    }
)

_PREFIX = "(?:line-|div-id-|L)?"
_ID = re.compile(rf"{_PREFIX}([1-9][0-9]{{0,17}})(?::([0-9a-z]{{2}}))?")
_END = rf"({_PREFIX}[0-9]{{1,18}}(?::[0-9a-z]{{2}})?)"
_RANGE = re.compile(rf"{_END}(?:-|–|\.\.){_END}")

# Letters and digits without those that are mistaken for one another: 0 and o, 1 and l and i.
_TAG_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"

# Lines that are numbered at a time: enough to be fast, few enough to keep memory low.
_BLOCK = 1 << 13


class Passage(Piece):
    """Whole lines of a document: from the start of one to another's, short of its line end.

    Attributes:
        title: what the passage is called, where it has a name.
    """

    __slots__ = ("_title",)

    def __init__(self, document: Document, span: Span, title: str | None = None) -> None:
        super().__init__(document, span)
        self._title = title

    @property
    def title(self) -> str | None:
        """What the passage is called, where it has a name."""
        return self._title

    @property
    def lines(self) -> tuple[int, int]:
        """The first and the last line, counted from 1; the last one may be empty."""
        return self.document.line_at(self.start), self.document.line_at(self.end)

    def as_dict(self) -> dict[str, Any]:
        """Return the passage as plain values, ready for JSON; a title only where there is one."""
        title = {} if self._title is None else {"title": self._title}
        return {**title, **super().as_dict()}

    def __repr__(self) -> str:
        name = "" if self._title is None else f" {self._title!r}"
        return f"{super().__repr__()[:-1]}{name}>"


@dataclass(frozen=True, slots=True)
class NumberedText:
    """A document's lines with their ids, as a model reads them.

    Attributes:
        document: what was numbered.
        text: the numbered text.
        style: how the ids are written.
        tags: whether each id carries the tag of its line's content.
    """

    document: Document
    text: str
    style: Style
    tags: bool = False

    def __str__(self) -> str:
        return self.text


def number(
    content: Document | str,
    style: Style = "p",
    *,
    tags: bool = False,
    lines: tuple[int, int] | None = None,
) -> NumberedText:
    """Write the id of each line around it; line ends and a byte order mark stay as they are.

    Args:
        content: a text, or a Document (`load` opens a file).
        style: `p` gives `<p id="line-7">…</p>`, `div` gives `<div id="div-id-7">…</div>`, and
            `pipe` gives `7|…`, which costs a quarter of the tokens.
        tags: add two characters to each id that change with the line (`7:k3|…`), so that an
            answer can show which text it meant.
        lines: the first and the last line to write, with their true ids; all when left out.

    Raises:
        OptionError: there is no such style.
        SpanError: there are no such lines.
        TypeError: `lines` is no pair.
    """
    if lines is not None and (not isinstance(lines, tuple) or len(lines) != 2):
        raise TypeError(f"lines is the first and the last line, such as (5, 8), not {lines!r}")
    document = as_document(content)
    markup = _markup(style)
    if lines is None:
        mark = document.text[: document.text.startswith(BYTE_ORDER_MARK)]
        lines = (1, document.line_count)
    else:
        mark = ""
        document.line_span(*lines)
    blocks = (
        _number_block(document, first, min(first + _BLOCK - 1, lines[1]), markup, tags=tags)
        for first in range(lines[0], lines[1] + 1, _BLOCK)
    )
    return NumberedText(document, mark + "".join(blocks), style, tags)


def unnumber(text: str, style: Style | None = None) -> str:
    """Take the ids off again, once a line; a line that carries no id is left alone.

    `unnumber(number(text).text)` is `text`, whatever the text holds.

    Args:
        text: numbered lines, all or some of them.
        style: how the ids are written; as in the first line that carries one when left out.

    Raises:
        OptionError: there is no such style.
    """
    if not isinstance(text, str):
        raise TypeError(f"the text of numbered lines was expected, not {type(text).__name__}")
    mark = text[: text.startswith(BYTE_ORDER_MARK)]
    body = text[len(mark) :]
    pattern = _first_style(body) if style is None else _numbered_line(_markup(style))
    return text if pattern is None else mark + pattern.sub(r"\1", body)


def extract(
    content: Document | NumberedText | str, start: int | str, end: int | str | None = None
) -> Passage:
    """Cut out the lines from `start` to `end`, both included, exactly as they stand.

    The passage ends before the line end of its last line. An id with a content tag is checked
    against the line that it names.

    Args:
        content: a text, or a Document (`load` opens a file); not its numbered text.
        start: the first line: `7`, `"7"`, `"line-7"`, `"div-id-7"`, or `"L7"`; or both lines in
            one word: `"7-9"`, `"7..9"`, `"line-7..line-9"`.
        end: the last line; `start` when left out.

    Raises:
        LineIdError: an id has another form, is outside the document, comes after the other,
            or carries the tag of another text.
    """
    document = content.document if isinstance(content, NumberedText) else as_document(content)
    if end is None and isinstance(start, str) and (ends := range_ends(start)):
        start, end = ends
    first = _checked_line(document, start)
    last = first if end is None else _checked_line(document, end)
    if first > last:
        raise LineIdError(
            f"the start, line {first}, comes after the end, line {last}; name the first line first"
        )
    return Passage(document, document.line_span(first, last))


def line_number(line: int | str) -> int:
    """Return the number that an id names: 7 for `7`, `"7"`, `"line-7"`, `"div-id-7"`, and `"L7"`.

    Raises:
        LineIdError: the id has another form.
    """
    parsed = parse_line_id(line)
    if parsed.tag is not None:
        raise LineIdError(
            f"{line!r} carries a content tag; a plain id such as {parsed.number} was expected"
        )
    return parsed.number


def parse_line_id(line: int | str) -> LineId:
    """Read an id, with or without a content tag, strictly.

    Raises:
        LineIdError: it is not of the form `7`, `"7"`, `"line-7"`, `"div-id-7"`, or `"L7"`.
    """
    written = str(line) if type(line) is int and 0 < line < 10**18 else line
    match = _ID.fullmatch(written) if isinstance(written, str) else None
    if match is None:
        raise LineIdError(
            f"{_shortened(line)} is not a line id; ids count from 1 and are written 7, '7', "
            "'line-7', 'div-id-7', or 'L7'"
        )
    return LineId(int(match[1]), match[2])


def range_ends(written: str) -> tuple[str, str] | None:
    """Return both ids of a range in one word, such as `7-9` or `L7..L9`; None for other words."""
    ends = _RANGE.fullmatch(written)
    return None if ends is None else (ends[1], ends[2])


def line_id(number: int, style: Style = "p", tag: str | None = None) -> str:
    """Write the id of a line as the style does: `line-7`, `div-id-7`, or `7`.

    Raises:
        LineIdError: the number is below 0, which stands for the place before line 1.
        OptionError: there is no such style.
    """
    if type(number) is not int or number < 0:
        raise LineIdError(f"{_shortened(number)} is no line number; lines count from 1")
    return f"{_markup(style).prefix}{number}" + (f":{tag}" if tag else "")


def content_tag(line: str) -> str:
    """Return two characters that change when the line does, but for one change in about 950."""
    check_text("a line", line)
    high, low = divmod(
        zlib.crc32(str.encode(line, errors="surrogatepass")) % len(_TAG_LETTERS) ** 2,
        len(_TAG_LETTERS),
    )
    return _TAG_LETTERS[high] + _TAG_LETTERS[low]


def _number_block(document: Document, first: int, last: int, markup: _Markup, *, tags: bool) -> str:
    span = document.line_span(first, last, ends=True)
    before, between, after, _ = markup
    return "".join(
        f"{before}{n}{f':{content_tag(line)}' if tags else ''}{between}{line}{after}{end}"
        for n, (line, end) in enumerate(_lines_and_ends(document, span), start=first)
    )


def _lines_and_ends(document: Document, span: Span) -> Iterator[tuple[str, str]]:
    *ended, rest = document[span].split("\n")
    for line in ended:
        if line.endswith("\r"):
            yield line[:-1], "\r\n"
        else:
            yield line, "\n"
    if rest:
        yield rest, ""


def _checked_line(document: Document, line: int | str) -> int:
    number, tag = parse_line_id(line)
    if number > document.line_count:
        raise LineIdError(
            f"line {number} is outside the document, which has "
            + (f"lines 1 to {document.line_count}" if document.line_count else "no lines")
            + file_name_hint(document.text)
        )
    if tag is not None and tag != (current := content_tag(document.lines[number - 1])):
        raise LineIdError(
            f"{line!r} carries the tag of another text: line {number} is now "
            f"{number}:{current}|{document.lines[number - 1]}"
        )
    return number


def _first_style(numbered: str) -> re.Pattern[str] | None:
    """Return the pattern of the style in which the first line with an id is written."""
    patterns = [_numbered_line(markup) for markup in _MARKUP.values()]
    found = re.search("|".join(f"(?:{p.pattern})" for p in patterns), numbered, re.MULTILINE)
    if found is None:
        return None
    return next(p for p in patterns if p.match(numbered, found.start()))


def _numbered_line(markup: _Markup) -> re.Pattern[str]:
    tagged = r"[1-9][0-9]*(?::[0-9a-z]{2})?"
    pattern = "^" + re.escape(markup.before) + tagged + re.escape(markup.between) + "(.*)"
    if markup.after:
        pattern += re.escape(markup.after) + r"(?=\r?$)"
    return re.compile(pattern, re.MULTILINE)


def _markup(style: str) -> _Markup:
    check_text("a numbering style", style)
    if style not in _MARKUP:
        raise OptionError(f"there is no numbering style {style!r}; there are {', '.join(_MARKUP)}")
    return _MARKUP[style]


def _shortened(value: object) -> str:
    text = repr(value) if not isinstance(value, int) or abs(value) < 10**60 else "a huge number"
    return text if len(text) <= 60 else text[:59] + "…"
