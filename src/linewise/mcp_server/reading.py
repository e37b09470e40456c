"""The tools that look: outline, read, find, summarize, and the history of a file."""

from __future__ import annotations

from itertools import accumulate, islice
from typing import TYPE_CHECKING, Any

from linewise.history import states
from linewise.loading import load
from linewise.mcp_server.answers import Answer, RefusedError
from linewise.mcp_server.showing import (
    TOKENIZER,
    line_range,
    line_shown,
    shown_lines,
)
from linewise.passages import chapters
from linewise.search import find_lines
from linewise.summaries import key_points, summarize
from linewise.tokens import count_tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linewise.document import Document, Heading, Piece
    from linewise.history import Revision
    from linewise.mcp_server.limits import Limits
    from linewise.mcp_server.opening import Desk, Opened

__all__ = ["find", "history", "outline", "read", "summary"]

_HIT_CHARS = 300
_TITLE_CHARS = 120

# What the lines and the level of a heading cost beside its title.
_HEADING_TOKENS = 8

# What is only near is seldom what was meant below the first few.
_NEAREST = 5


def outline(desk: Desk, path: str) -> Answer:
    """Return the headings of a document, or what stands in a folder."""
    if _is_folder(desk, path):
        return _folder(desk, path)
    opened = desk.open(path)
    document = opened.document
    tokens = count_tokens(document.text, TOKENIZER)
    shown = _fitting(document, desk.limits.outline_tokens)
    left_out = len(document.headings) - len(shown)
    head = f"{opened}: {document.line_count:,} lines, {tokens:,} tokens"
    head += f", {len(document.pages)} pages" if document.pages else ""
    head += "" if opened.editable else ", read only"
    rows = [f"{first}..{last} {'#' * h.level} {_shortened(h.title)}" for h, first, last in shown]
    if left_out:
        rows.append(f"[{left_out:,} more headings, deeper or later: read or find]")
    return Answer(
        "\n".join([head, *rows]),
        {
            "path": opened.place.name,
            "revision": opened.revision,
            "lines": document.line_count,
            "tokens": tokens,
            "pages": len(document.pages),
            "editable": opened.editable,
            "entries": [
                {"title": _shortened(h.title), "level": h.level, "first": first, "last": last}
                for h, first, last in shown
            ],
        },
    )


def read(
    desk: Desk,
    path: str,
    *,
    lines: str = "",
    heading: str = "",
    page: int = 0,
    tokens: int = 0,
) -> Answer:
    """Return lines with their numbers and tags, as many as there is room for."""
    opened = desk.open(path)
    document = opened.document
    if sum(map(bool, (lines, heading, page))) > 1:
        raise RefusedError("name lines, a heading or a page, not more than one of them")
    if not document.line_count and not (lines or heading or page):
        return Answer(f"{opened} has no lines; insert after line 0", _text(opened, "", None))
    first, last = _asked(document, lines, heading, page)
    room = min(tokens or desk.limits.read_tokens, desk.limits.most_tokens)
    shown = shown_lines(document, first, last, room, desk.limits.line_chars)
    end = last if shown.next is None else shown.next - 1
    head = f"{opened}, lines {first}..{end} of {document.line_count}"
    rest = "" if shown.next is None else f"[go on with lines {shown.next}..{last}]"
    return Answer(
        "\n".join(part for part in (head, shown.text, rest) if part),
        _text(opened, shown.text, None if shown.next is None else f"{shown.next}..{last}"),
    )


def find(desk: Desk, path: str, words: str, limit: int = 0) -> Answer:
    """Return the lines that hold words, or those that answer them best."""
    opened = desk.open(path)
    document = opened.document
    found = find_lines(document, words, min(limit or 10, desk.limits.hits))
    lines = found.lines if found.exact or limit else found.lines[:_NEAREST]
    wanted = " ".join(words.split()).casefold()
    hits = [
        {
            "line": line_shown(
                document, n, _HIT_CHARS, document.lines[n - 1].casefold().find(wanted)
            ),
            "under": _under(document, n),
        }
        for n in lines
    ]
    if not hits:
        text = f"{opened}: nothing found; try other words, or outline"
    elif found.exact:
        text = f"{opened}: {len(hits)} of {found.total} lines"
    else:
        text = f"{opened}: no line holds these words side by side; the nearest, best first"
    rows, under = [], ""
    for hit in hits:
        if hit["under"] != under:
            under = hit["under"]
            rows.append(f"— {under}")
        rows.append(hit["line"])
    return Answer(
        "\n".join([text, *rows]),
        {
            "path": opened.place.name,
            "revision": opened.revision,
            "exact": found.exact,
            "total": found.total,
            "hits": hits,
        },
    )


def summary(desk: Desk, path: str, what: str = "summary", size: int = 0) -> Answer:
    """Return sentences or chapters of a document with their lines."""
    opened = desk.open(path)
    clean = load(opened.data, "html") if opened.format == "html" else opened.document
    pieces = _chosen(clean, what, size, desk.limits)
    items = [
        {"lines": _lines_of(piece, clean, opened.document), "text": _words_of(piece, what)}
        for piece in pieces
    ]
    rows = [f"{item['lines']} {item['text']}" for item in items]
    return Answer(
        "\n".join([f"{opened}, {what}:", *rows]),
        {"path": opened.place.name, "revision": opened.revision, "items": items},
    )


def history(desk: Desk, path: str, limit: int = 10) -> Answer:
    """Return the states of a file, the newest first, and what brought each."""
    opened = desk.open_text(path)
    known = states(opened.place.path, max(1, min(limit, desk.limits.entries)))
    entries = [
        {"revision": state.name, **_made_by(state.revision)} for state in known if state.name
    ]
    rows = [" ".join(str(value) for value in entry.values() if value) for entry in entries]
    note = "" if rows else "; nothing was edited here so far"
    return Answer(
        "\n".join([f"{opened} now{note}", *rows]),
        {"path": opened.place.name, "revision": opened.revision, "entries": entries},
    )


def _text(opened: Opened, text: str, go_on: str | None) -> dict[str, Any]:
    named = {"path": opened.place.name, "revision": opened.revision}
    return {**named, "text": text, "next": go_on}


def _is_folder(desk: Desk, path: str) -> bool:
    return path.strip("/ ") in ("", ".") or desk.roots.find(path).path.is_dir()


def _folder(desk: Desk, path: str) -> Answer:
    entries, complete = desk.roots.entries(path, desk.limits.entries)
    rows = [f"{e.name} {e.size:,} bytes" if e.name[-1] != "/" else e.name for e in entries]
    if not complete:
        rows.append("[more files are there; name one]")
    return Answer(
        "\n".join(rows) or "there is nothing in this folder",
        {"path": path, "entries": [{"title": entry.name} for entry in entries]},
    )


def _fitting(document: Document, tokens: int) -> list[tuple[Heading, int, int]]:
    """Return headings with their lines: of as many levels as there is room for.

    Where not even the highest level has room, its first headings are returned.
    """
    placed = _placed(document)
    most = tokens // _HEADING_TOKENS
    levels = sorted({heading.level for heading, *_ in placed})
    for deepest in reversed(levels[1:]):
        kept = [row for row in placed if row[0].level <= deepest]
        if len(kept) <= most and sum(map(_cost, kept)) <= tokens:
            return kept
    highest = (row for row in placed if row[0].level == levels[0])
    costs = accumulate(map(_cost, top := list(islice(highest, most))))
    return [row for row, cost in zip(top, costs, strict=True) if cost <= tokens]


def _cost(row: tuple[Heading, int, int]) -> int:
    return count_tokens(_shortened(row[0].title), TOKENIZER) + _HEADING_TOKENS


def _placed(document: Document) -> list[tuple[Heading, int, int]]:
    """Return each heading with the first and the last line of its section."""
    placed: list[tuple[Heading, int, int]] = []
    ends: list[tuple[int, int]] = []
    after = document.line_count
    for heading in reversed(document.headings):
        first = document.line_at(heading.span.start)
        while ends and ends[-1][0] > heading.level:
            ends.pop()
        last = ends[-1][1] - 1 if ends else after
        ends.append((heading.level, first))
        placed.append((heading, first, max(first, last)))
    return placed[::-1]


def _asked(document: Document, lines: str, heading: str, page: int) -> tuple[int, int]:
    if heading:
        return _section(document, heading)
    if page:
        return _page(document, page)
    return line_range(lines or "1..", document)


def _section(document: Document, title: str) -> tuple[int, int]:
    wanted = title.strip().lstrip("#").strip().casefold()
    placed = _placed(document)
    same = [row for row in placed if row[0].title.casefold() == wanted]
    found = same or [row for row in placed if wanted in row[0].title.casefold()]
    if len(found) == 1:
        return found[0][1:]
    if not found:
        raise RefusedError(f"no heading is called {title[:80]!r}; outline lists the headings")
    named = ", ".join(
        f"{_shortened(h.title)!r} (lines {first}..{last})" for h, first, last in found[:5]
    )
    raise RefusedError(f"{len(found)} headings are called {title[:80]!r}: {named}; read lines")


def _page(document: Document, number: int) -> tuple[int, int]:
    for page in document.pages:
        if page.number == number:
            end = max(page.span.start, page.span.end - 1)
            return document.line_at(page.span.start), document.line_at(end)
    if not document.pages:
        raise RefusedError("this document has no pages; read lines or a heading")
    raise RefusedError(f"there is no page {number}: the document has {len(document.pages)}")


def _under(document: Document, line: int) -> str:
    start = document.line_span(line).start
    headings = document.headings_at(start)
    page = document.page_at(start)
    return (_shortened(headings[-1]) if headings else "") + (f" (page {page})" if page else "")


def _chosen(document: Document, what: str, size: int, limits: Limits) -> Sequence[Piece]:
    if what == "points":
        return key_points(document, min(size or 5, limits.hits))
    if what == "chapters":
        return chapters(document)[: min(size or limits.hits, limits.hits)]
    room = min(size or 500, limits.summary_chars)
    return summarize(document, max_length=room, min_content_length=0).sentences


def _words_of(piece: Piece, what: str) -> str:
    if what == "chapters":
        return _shortened(getattr(piece, "title", None) or piece.text[:_TITLE_CHARS])
    return " ".join(piece.text.split())


def _shortened(title: str) -> str:
    words = " ".join(title.split())
    return words if len(words) <= _TITLE_CHARS else f"{words[: _TITLE_CHARS - 1]}…"


def _lines_of(piece: Piece, clean: Document, raw: Document) -> str:
    """Return the lines of a piece, those of the source where it was cleaned first."""
    if clean is raw or clean.origin is None:
        first, last = piece.lines
    else:
        span = clean.origin.invert().map_span(piece.span)
        if span is None:
            return "?"
        first, last = raw.line_at(span.start), raw.line_at(span.end)
    return str(first) if first == last else f"{first}..{last}"


def _made_by(revision: Revision | None) -> dict[str, Any]:
    if revision is None:
        return {"kind": "found"}
    came = sum(change.new_count for change in revision.lines)
    went = sum(change.old_count for change in revision.lines)
    return {
        "time": revision.time.strftime("%Y-%m-%d %H:%M"),
        "kind": revision.kind,
        "lines": f"+{came} −{went}",
        "reason": " ".join(revision.information.split())[:200],
    }
