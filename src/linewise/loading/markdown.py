"""Markdown: a text whose headings are found by a CommonMark parser."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from linewise.document import BYTE_ORDER_MARK, Document, Heading, Span
from linewise.loading._block_quotes import quote_in_steps
from linewise.loading.encodings import decode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from markdown_it import MarkdownIt
    from markdown_it.token import Token

__all__ = [
    "ParsedStretch",
    "RawHeading",
    "body_start",
    "load_markdown",
    "markdown_headings",
    "parsed_stretches",
    "raw_headings",
    "titled",
]

# Characters that are parsed at a time, so that no tree of a whole large file is built.
_STRETCH = 1 << 15

# CommonMark ends a line with a lone CR too, other than a document does.
_LINE_END = re.compile(r"\r\n?|\n")

# A key in the first line tells front matter from a text between two thematic breaks.
_FRONT_MATTER = re.compile(
    r"""
    (?P<fence>---|\+\+\+) [ \t]* (?P<end>\r\n?|\n)
    (?: [ \t]* \# [^\r\n]* (?P=end) )*
    [\w"'] (?: [^\r\n:]* : (?=[ \t\r\n]) | [^\r\n=]* = )
    .*? (?P=end) (?: (?P=fence) | \.\.\. ) [ \t]* (?: (?P=end) | \Z )
    """,
    re.VERBOSE | re.DOTALL,
)

# A title without any of these is its own source.
_MARKUP = re.compile(r"[\\`*_<&\[\n]")

# A title that is longer than any honest one is left as it stands in the source: brackets that
# stay open may cost the square of their number.
_LONGEST_TITLE = 4_000


def load_markdown(data: bytes, *, name: str | None, encoding: str | None) -> Document:
    """Make a document of Markdown: its source text, with the headings marked in it.

    Raises:
        LoadError: the bytes are no text, or not in that encoding.
    """
    decoded = decode(data, encoding, name=name)
    return Document(
        decoded.text,
        source=name,
        metadata={"format": "markdown", "encoding": decoded.encoding},
        headings=markdown_headings(decoded.text),
    )


def markdown_headings(text: str) -> list[Heading]:
    """Find the headings of a Markdown text, ATX and setext, as CommonMark defines them.

    Front matter is passed over. Headings inside block quotes and list items are left out:
    they belong to what is quoted or listed, not to the outline of the document.

    Args:
        text: Markdown source.

    Returns:
        The headings in the order of the text. A span covers the source lines of its
        heading, underline included, without the last line end.
    """
    references: dict[str, Any] = {}
    found = [raw for part in parsed_stretches(text, references) for raw in raw_headings(part)]
    return titled(found, references)


class ParsedStretch(NamedTuple):
    """A part of a text, parsed into blocks.

    Attributes:
        text: the part and what was looked at after it.
        offset: where it begins in the whole text.
        done: its length; blocks from there on are those of the next part.
        tokens: of the parser, with line maps.
        lines: where each line of the part begins, and where its last one ends.
    """

    text: str
    offset: int
    done: int
    tokens: list[Token]
    lines: list[int]


@dataclass(frozen=True, slots=True)
class RawHeading:
    """A heading whose title is still source: its level, its words, its place."""

    level: int
    source: str
    span: Span


def _parser(*disabled: str) -> MarkdownIt:
    from markdown_it import MarkdownIt  # noqa: PLC0415 - heavy, so imported when used

    return MarkdownIt("commonmark").disable(list(disabled))


def body_start(text: str) -> int:
    """Return where the Markdown begins: after a byte order mark and front matter."""
    start = len(BYTE_ORDER_MARK) if text.startswith(BYTE_ORDER_MARK) else 0
    front_matter = _FRONT_MATTER.match(text, start)
    return front_matter.end() if front_matter else start


def parsed_stretches(
    text: str, references: dict[str, Any], *, tables: bool = False
) -> Iterator[ParsedStretch]:
    """Parse a text into blocks, stretch after stretch, so that no tree of the whole is built.

    Each stretch begins where the last sure block of the one before ended. At the start of a
    top-level block the parser remembers nothing but the references, so starting anew there finds
    what one run over the whole text would. A block that fills its stretch is tried again with
    twice as much, which keeps the whole linear.

    Args:
        text: Markdown source; its front matter is passed over.
        references: the link references, filled while parsing.
        tables: know tables too, which CommonMark does not.
    """
    blocks = _parser("inline", "text_join")
    quote_in_steps(blocks)
    if tables:
        blocks.enable("table")
    start, size = body_start(text), _STRETCH
    while start < len(text):
        stretch = _whole_lines(text, start, size)
        starts = [0, *(end.end() for end in _LINE_END.finditer(stretch))]
        tokens = blocks.parse(stretch, references)
        whole = start + len(stretch) == len(text)
        done = len(stretch) if whole else _sure(tokens, stretch, starts)
        if done:
            yield ParsedStretch(stretch, start, done, tokens, [*starts, len(stretch)])
        start += done
        size = _STRETCH if done else size * 2


def raw_headings(part: ParsedStretch) -> Iterator[RawHeading]:
    """Yield the headings of a stretch, but for those in block quotes and list items."""
    for token, inline in pairwise(part.tokens):
        if token.type != "heading_open" or token.level or token.map is None:
            continue
        first, after = token.map
        if part.lines[first] < part.done:
            source = part.text[part.lines[first] : part.lines[after]].rstrip("\r\n")
            start = part.offset + part.lines[first]
            yield RawHeading(int(token.tag[1:]), inline.content, Span(start, start + len(source)))


def titled(found: Iterable[RawHeading], references: dict[str, Any]) -> list[Heading]:
    """Return headings with their words for titles.

    Args:
        found: in the order of the text.
        references: of the whole text; one may be defined after the heading that uses it.
    """
    inline = _parser()
    return [Heading(raw.level, _title(raw.source, inline, references), raw.span) for raw in found]


def _whole_lines(text: str, start: int, size: int) -> str:
    end = _LINE_END.search(text, start + size)
    return text[start : end.end() if end else len(text)]


def _sure(tokens: list[Token], stretch: str, starts: list[int]) -> int:
    """Return where the last block begins that is surely one, or 0 where none is.

    That takes a blank line before it, or its being an ATX heading: another block may be the rest
    of a link reference definition that the end of the stretch cut in two.
    """
    for token in reversed(tokens):
        first = token.map[0] if token.map and not token.level else 0
        if first and (
            token.markup.startswith("#")
            or not stretch[starts[first - 1] : starts[first]].strip(" \t\r\n")
        ):
            return starts[first]
    return 0


def _title(source: str, inline: MarkdownIt, references: dict[str, Any]) -> str:
    if not _MARKUP.search(source):
        return source
    if len(source) > _LONGEST_TITLE:
        return source.replace("\n", " ")
    tokens = inline.parseInline(source, references)
    return "".join(_words(tokens[0].children or ())).strip(" \t")


def _words(tokens: Iterable[Token]) -> Iterator[str]:
    for token in tokens:
        if token.type in {"softbreak", "hardbreak"}:
            yield " "
        elif token.type == "html_inline":
            yield " " if token.content.lower().startswith("<br") else ""
        elif token.children:
            yield from _words(token.children)
        else:
            yield token.content
