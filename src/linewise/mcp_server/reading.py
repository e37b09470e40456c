"""The tools that look: outline, read, find, summarize, and the history of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linewise.history import states
from linewise.loading import load
from linewise.mcp_server.answers import Answer, RefusedError
from linewise.mcp_server.sections import asked_lines, fitting_sections, over, shortened
from linewise.mcp_server.showing import TOKENIZER, line_shown, shown_lines
from linewise.passages import chapters
from linewise.search import find_lines
from linewise.summaries import key_points, summarize
from linewise.tokens import count_tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linewise.document import Document, Piece
    from linewise.history import Revision
    from linewise.mcp_server.limits import Limits
    from linewise.mcp_server.opening import Desk, Opened
    from linewise.search import FoundLines

__all__ = ["find", "history", "outline", "read", "summary"]

_HIT_CHARS = 300
_HITS = 10
_REVISIONS = 10

# What is only near is seldom what was meant below the first few.
_NEAREST = 5


def outline(desk: Desk, path: str = ".") -> Answer:
    """Return the headings of a document, or what stands in a folder."""
    if path.strip("/ ") in ("", ".") or desk.roots.find(path).path.is_dir():
        return _folder(desk, path)
    opened = desk.open(path)
    document = opened.document
    tokens = count_tokens(document.text, TOKENIZER)
    sections = fitting_sections(document, desk.limits.outline_tokens, TOKENIZER)
    head = f"{opened}: {document.line_count:,} lines, {tokens:,} tokens"
    head += f", {len(document.pages)} pages" if document.pages else ""
    head += "" if opened.file else ", read only"
    rows = [str(section) for section in sections]
    if left_out := len(document.headings) - len(sections):
        rows.append(f"[{left_out:,} more headings, deeper or later: read or find]")
    return _answer(
        opened,
        [head, *rows],
        lines=document.line_count,
        tokens=tokens,
        pages=len(document.pages),
        editable=opened.file is not None,
        entries=[section._asdict() for section in sections],
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
    if not document.line_count and not (lines or heading or page):
        return _answer(opened, [f"{opened} has no lines; insert after line 0"], text="", next=None)
    first, last = asked_lines(document, lines, heading, page)
    room = min(tokens or desk.limits.read_tokens, desk.limits.most_tokens)
    shown = shown_lines(document, first, last, room, desk.limits.line_chars)
    go_on = None if shown.next is None else f"{shown.next}..{last}"
    end = last if shown.next is None else shown.next - 1
    rows = [f"{opened}, lines {first}..{end} of {document.line_count}", shown.text]
    rows += [f"[go on with lines {go_on}]"] if go_on else []
    return _answer(opened, rows, text=shown.text, next=go_on)


def find(desk: Desk, path: str, words: str, limit: int = 0) -> Answer:
    """Return the lines that hold words, or those that answer them best."""
    if len(words) > desk.limits.find_chars:
        raise RefusedError(f"words have at most {desk.limits.find_chars:,} characters; name fewer")
    opened = desk.open(path)
    found = find_lines(opened.document, words, min(limit or _HITS, desk.limits.hits))
    lines = found.lines if found.exact or limit else found.lines[:_NEAREST]
    columns = found.columns or (0,) * len(lines)
    hits = [_hit(opened.document, *place) for place in zip(lines, columns, strict=False)]
    rows, under = [_how_found(opened, found)], ""
    for hit in hits:
        if hit["under"] != under:
            under = hit["under"]
            rows.append(f"— {under}")
        rows.append(hit["line"])
    return _answer(opened, rows, exact=found.exact, total=found.total, hits=hits)


def summary(desk: Desk, path: str, what: str = "summary", size: int = 0) -> Answer:
    """Return sentences or chapters of a document with their lines."""
    opened = desk.open(path)
    clean = load(opened.data, "html") if opened.format == "html" else opened.document
    items = [
        {"lines": _lines_of(piece, clean, opened.document), "text": _words_of(piece, what)}
        for piece in _chosen(clean, what, size, desk.limits)
    ]
    rows = [f"{item['lines']} {item['text']}" for item in items]
    rows = rows or ["[nothing of this size is in it; name a larger one, or read it]"]
    return _answer(opened, [f"{opened}, {what}:", *rows], items=items)


def history(desk: Desk, path: str, limit: int = 0) -> Answer:
    """Return the states of a file, the newest first, and what brought each."""
    opened = desk.open_text(path)
    known = states(opened.place.path, min(limit or _REVISIONS, desk.limits.entries))
    entries = [
        {"revision": state.name, **_made_by(state.revision)} for state in known if state.name
    ]
    rows = [" ".join(str(value) for value in entry.values() if value) for entry in entries]
    note = ": revision, change that made it, …" if rows else "; nothing was edited here so far"
    return _answer(opened, [f"{opened} now{note}", *rows], entries=entries)


def _answer(opened: Opened, rows: Sequence[str], **values: Any) -> Answer:
    named = {"path": opened.place.name, "revision": opened.revision}
    return Answer("\n".join(rows), {**named, **values})


def _folder(desk: Desk, path: str) -> Answer:
    entries, complete = desk.roots.entries(path, desk.limits.entries)
    rows = [f"{e.name} {e.size:,} bytes" if e.name[-1] != "/" else e.name for e in entries]
    if not complete:
        rows.append("[more files are there; name one]")
    return Answer(
        "\n".join(rows) or "there is nothing in this folder",
        {"path": path, "entries": [{"title": entry.name} for entry in entries]},
    )


def _hit(document: Document, line: int, column: int) -> dict[str, str]:
    shown = line_shown(document, line, _HIT_CHARS, column)
    return {"line": shown, "under": over(document, line)}


def _how_found(opened: Opened, found: FoundLines) -> str:
    if not found.lines:
        return f"{opened}: nothing found; try other words, or outline"
    if found.exact:
        return f"{opened}: {len(found.lines)} of {found.total} lines"
    return f"{opened}: no line holds these words side by side; the nearest, best first"


def _chosen(document: Document, what: str, size: int, limits: Limits) -> Sequence[Piece]:
    if what == "points":
        return key_points(document, min(size or 5, limits.hits))
    if what == "chapters":
        return chapters(document)[: min(size or limits.hits, limits.hits)]
    room = min(size or 500, limits.summary_chars)
    return summarize(document, max_length=room, min_content_length=0).sentences


def _words_of(piece: Piece, what: str) -> str:
    if what == "chapters":
        return shortened(getattr(piece, "title", None) or piece.text[:200])
    return " ".join(piece.text.split())


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
    return {
        "change": revision.id[:8],
        "time": revision.time.strftime("%Y-%m-%d %H:%M"),
        "kind": revision.kind,
        "lines": f"+{revision.lines_added} −{revision.lines_taken}",
        "reason": " ".join(revision.information.split())[:200],
    }
