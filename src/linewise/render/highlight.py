"""Pieces marked in their documents, as a page that needs nothing beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linewise._kinds import check_items
from linewise.document import Document, Piece
from linewise.errors import SpanError
from linewise.render.layers import runs
from linewise.render.markup import shown_text
from linewise.render.pages import page
from linewise.render.places import lines_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence


__all__ = ["highlight_page"]

_STYLE = """.column { max-width: 48rem; }
li { color: var(--dim); }
li a { color: inherit; }
mark:target { outline: 2px solid var(--dim); }
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
    check_items("document", shown, Document)
    check_items("piece", marked, Piece)
    numbers = [_number_of(piece, shown) for piece in marked]
    parts = [_list(marked, note)] if marked else []
    for number, document in enumerate(shown):
        own = [(at, piece) for at, piece in enumerate(marked) if numbers[at] == number]
        if len(shown) > 1:
            parts.append(f"<h2>{shown_text(_name(document, number))}</h2>")
        # A line end right after the tag is none, so one is given away.
        parts.append(f"<pre>\n{''.join(_stretches(document.text, own))}</pre>")
    heading = title or ", ".join(_name(one, number) for number, one in enumerate(shown))
    body = "\n".join((f"<h1>{shown_text(heading)}</h1>", *parts))
    main = f'<main class="column">\n{body}\n</main>'
    return page(heading, main, style=_STYLE, language=language)


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
    words = shown_text(" ".join(piece.text.split()))
    said = f" ({shown_text(note)})" if note else ""
    return f'<li><a href="#piece-{at + 1}">{words}</a> {lines_words(*piece.lines)}{said}</li>'


def _stretches(text: str, pieces: Sequence[tuple[int, Piece]]) -> Iterator[str]:
    """Yield a text, escaped, with a mark around what the pieces cover; marks never cross."""
    for run in runs(len(text), [piece for _, piece in pieces]):
        words = shown_text(text[run.start : run.end])
        names = [f"piece-{pieces[number][0] + 1}" for number in run.beginning]
        if run.covering and words:
            first = f' id="{names.pop(0)}"' if names else ""
            words = f"<mark{first}>{words}</mark>"
        yield "".join((*(f'<a id="{name}"></a>' for name in names), words))
