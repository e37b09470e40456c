"""Parts of a document that agents name: a section by its heading, a page, a range of lines."""

from __future__ import annotations

import re
from itertools import accumulate, islice
from typing import TYPE_CHECKING, NamedTuple

from linewise.mcp_server.answers import RefusedError
from linewise.tokens import count_tokens

if TYPE_CHECKING:
    from linewise.document import Document

__all__ = ["Section", "asked_lines", "fitting_sections", "over", "shortened"]

_TITLE_CHARS = 120

# What the lines and the level of a heading cost beside its title.
_HEADING_TOKENS = 8

_TAG = r"(?::[0-9a-z]{2})?"
_RANGE = re.compile(rf"([0-9]{{1,18}}){_TAG}(?:\s*(\.\.|-|–)\s*(?:([0-9]{{1,18}}){_TAG})?)?")


class Section(NamedTuple):
    """A heading, and the first and the last line of what stands under it."""

    title: str
    level: int
    first: int
    last: int

    def __str__(self) -> str:
        return f"{self.first}..{self.last} {'#' * self.level} {self.title}"


def fitting_sections(document: Document, tokens: int, tokenizer: str) -> list[Section]:
    """Return the sections of as many levels of headings as there is room for.

    Where not even the highest level has room, its first sections are returned.
    """

    def cost(section: Section) -> int:
        return count_tokens(section.title, tokenizer) + _HEADING_TOKENS

    sections = _sections(document)
    most = tokens // _HEADING_TOKENS
    levels = sorted({section.level for section in sections})
    for deepest in reversed(levels[1:]):
        kept = [section for section in sections if section.level <= deepest]
        if len(kept) <= most and sum(map(cost, kept)) <= tokens:
            return kept
    highest = list(islice((one for one in sections if one.level == levels[0]), most))
    costs = accumulate(map(cost, highest))
    return [one for one, all_up_to in zip(highest, costs, strict=True) if all_up_to <= tokens]


def asked_lines(document: Document, lines: str, heading: str, page: int) -> tuple[int, int]:
    """Return the first and the last of the lines that are asked for; all where nothing is.

    Raises:
        RefusedError: they are not there, or more than one thing is asked for.
    """
    if sum(map(bool, (lines, heading, page))) > 1:
        raise RefusedError("name lines, a heading or a page, not more than one of them")
    if heading:
        return _section(document, heading)
    if page:
        return _page(document, page)
    return _range(document, lines or "1..")


def over(document: Document, line: int) -> str:
    """Return the heading that a line stands under, and its page."""
    start = document.line_span(line).start
    titles = document.headings_at(start)
    page = document.page_at(start)
    return (shortened(titles[-1]) if titles else "") + (f" (page {page})" if page else "")


def shortened(title: str) -> str:
    """Return a title in one line that is not too long."""
    words = " ".join(title.split())
    return words if len(words) <= _TITLE_CHARS else f"{words[: _TITLE_CHARS - 1]}…"


def _sections(document: Document) -> list[Section]:
    """Return all sections: each goes on to the next heading of its level or above."""
    found: list[Section] = []
    below: list[Section] = []
    for heading in reversed(document.headings):
        first = document.line_at(heading.span.start)
        while below and below[-1].level > heading.level:
            below.pop()
        last = below[-1].first - 1 if below else document.line_count
        section = Section(shortened(heading.title), heading.level, first, max(first, last))
        below.append(section)
        found.append(section)
    return found[::-1]


def _section(document: Document, title: str) -> tuple[int, int]:
    wanted = shortened(title.strip().lstrip("#")).casefold()
    sections = _sections(document)
    same = [section for section in sections if section.title.casefold() == wanted]
    found = same or [section for section in sections if wanted in section.title.casefold()]
    if len(found) == 1:
        return found[0].first, found[0].last
    if not found:
        raise RefusedError(f"no heading is called {title[:80]!r}; outline lists the headings")
    named = ", ".join(f"{one.title!r} (lines {one.first}..{one.last})" for one in found[:5])
    raise RefusedError(f"{len(found)} headings are called {title[:80]!r}: {named}; read lines")


def _page(document: Document, number: int) -> tuple[int, int]:
    for page in document.pages:
        if page.number == number:
            end = max(page.span.start, page.span.end - 1)
            return document.line_at(page.span.start), document.line_at(end)
    if not document.pages:
        raise RefusedError("this document has no pages; read lines or a heading")
    raise RefusedError(f"there is no page {number}: the document has {len(document.pages)}")


def _range(document: Document, words: str) -> tuple[int, int]:
    """Read `7`, `7..9` or `7..`, with tags or without."""
    match = _RANGE.fullmatch(words.strip())
    count = document.line_count
    if match is None:
        raise RefusedError(f"lines {words[:40]!r} is no range; write '7', '7..20' or '7..'")
    first = int(match[1])
    last = int(match[3]) if match[3] else count if match[2] else first
    if last < first and match[3]:
        raise RefusedError(f"lines {words.strip()}: the first line comes first, {last}..{first}")
    if not 1 <= first <= count:
        has = f"has lines 1 to {count}" if count else "has no lines"
        raise RefusedError(f"there are no lines {words.strip()}: the document {has}")
    return first, min(last, count)
