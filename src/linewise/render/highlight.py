"""Pieces marked in their documents, as a page that needs nothing beside it."""

from __future__ import annotations

from html import escape
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from linewise.document import Document
from linewise.errors import SpanError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from linewise.document import Piece

__all__ = ["highlight_page"]

_PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; --mark: #ffe58a; --ink: #1b1b1b; --dim: #666; --page: #fff; }}
@media (prefers-color-scheme: dark) {{
  :root {{ --mark: #5c4a00; --ink: #eee; --dim: #a0a0a0; --page: #16181b; }}
}}
body {{ margin: 2rem auto; max-width: 48rem; padding: 0 1rem; font: 1rem/1.55 system-ui, sans-serif;
  color: var(--ink); background: var(--page); }}
pre {{ white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }}
mark {{ background: var(--mark); color: inherit; padding: 0 .1em; }}
li, h2 small {{ color: var(--dim); font-weight: normal; }}
li a {{ color: inherit; }}
mark:target {{ outline: 2px solid var(--dim); }}
</style>
</head>
<body>
<h1>{title}</h1>
{body}
</body>
</html>
"""


def highlight_page(
    documents: Document | Iterable[Document],
    pieces: Iterable[Piece],
    *,
    title: str = "",
    note: Callable[[Piece], str] | None = None,
    language: str = "en",
) -> str:
    """Return an HTML page of documents in which pieces are marked and listed.

    The page holds no script and loads nothing. Where pieces overlap, each stretch is marked once.

    Args:
        documents: what is shown.
        pieces: what is marked, in the order of the list.
        title: the heading; the sources of the documents when left out.
        note: what the list says of a piece, in plain words.
        language: of the page, for readers that speak it aloud.

    Raises:
        SpanError: a piece is of none of the documents.
    """
    shown = [documents] if isinstance(documents, Document) else list(documents)
    marked = list(pieces)
    numbers = [_number_of(piece, shown) for piece in marked]
    parts = [_list(marked, note)] if marked else []
    for number, document in enumerate(shown):
        own = [(at, piece) for at, piece in enumerate(marked) if numbers[at] == number]
        if len(shown) > 1:
            parts.append(f"<h2>{escape(_name(document, number))}</h2>")
        # A line end right after the tag is none, so one is given away.
        parts.append(f"<pre>\n{''.join(_stretches(document.text, own))}</pre>")
    heading = title or ", ".join(_name(one, number) for number, one in enumerate(shown))
    return _PAGE.format(title=escape(heading), language=escape(language), body="\n".join(parts))


def _number_of(piece: Piece, documents: Sequence[Document]) -> int:
    for number, document in enumerate(documents):
        if piece.document is document:
            return number
    for number, document in enumerate(documents):
        if piece.document == document:
            return number
    raise SpanError(f"the piece {piece!r} is of none of the {len(documents)} documents shown")


def _name(document: Document, number: int) -> str:
    return document.source or f"Document {number + 1}"


def _list(pieces: Sequence[Piece], note: Callable[[Piece], str] | None) -> str:
    items = (_item(at, piece, note(piece) if note else "") for at, piece in enumerate(pieces))
    return "<ol>\n{}\n</ol>".format("\n".join(items))


def _item(at: int, piece: Piece, note: str) -> str:
    first, last = piece.lines
    place = f"line {first}" if first == last else f"lines {first} to {last}"
    words = escape(" ".join(piece.text.split()))
    said = f" ({escape(note)})" if note else ""
    return f'<li><a href="#piece-{at + 1}">{words}</a> {place}{said}</li>'


def _stretches(text: str, pieces: Sequence[tuple[int, Piece]]) -> Iterator[str]:
    """Yield a text, escaped, with a mark around what the pieces cover.

    A stretch ends wherever a piece begins or ends, so that marks never cross.
    """
    ends = sorted({0, len(text), *(at for _, one in pieces for at in (one.start, one.end))})
    starting = {
        start: [number for _, number in group]
        for start, group in groupby(
            sorted((one.start, number) for number, one in pieces), key=lambda pair: pair[0]
        )
    }
    closing = sorted((one.start, one.end) for _, one in pieces)
    reach, next_piece = 0, 0
    for start, end in pairwise(ends):
        while next_piece < len(closing) and closing[next_piece][0] <= start:
            reach = max(reach, closing[next_piece][1])
            next_piece += 1
        words = escape(text[start:end], quote=False)
        if start < reach:
            anchors = [f'<a id="piece-{number + 1}"></a>' for number in starting.get(start, ())[1:]]
            first = starting.get(start, ())
            name = f' id="piece-{first[0] + 1}"' if first else ""
            words = f"{''.join(anchors)}<mark{name}>{words}</mark>"
        yield words
