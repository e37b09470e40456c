"""A document as a page: its text under layers of pieces, and the figures of each beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from linewise._kinds import check_text
from linewise.document import as_document
from linewise.render.drawing import BLOCK, draw, layer_rules, switches
from linewise.render.figures import layer_figures
from linewise.render.layers import as_layers
from linewise.render.pages import as_markup, asset, fill, page
from linewise.render.places import lines_words, shortened
from linewise.render.plots import histogram_svg
from linewise.render.signs import visible

if TYPE_CHECKING:
    from collections.abc import Callable

    from linewise.document import Document
    from linewise.render.figures import Figure
    from linewise.render.layers import Layer, Layers
    from linewise.tokens import TokenizerLike

__all__ = ["view"]

# From here on a browser lays out only the lines that are in view.
_MANY_LINES = 10 * BLOCK

# Pieces that a list names; the others are found by their numbers in the text.
_LISTED = 200

# Characters of each that the list shows.
_WORDS = 80


class _Listed(NamedTuple):
    id: str
    number: str
    place: str
    words: str


def view(
    content: Document | str,
    layers: Layers = (),
    *,
    title: str = "",
    tokenizer: TokenizerLike | None = "o200k",
    language: str | None = None,
) -> str:
    """Return a page of HTML that shows a document under layers of pieces of it.

    It holds its style and its script, and asks nobody for anything. Layers are switched on and
    off; each piece tells its place and size to the pointer and the keyboard; figures and a
    histogram of each layer stand beside the text. No character of the text is ever markup, and
    those that cannot be seen are shown as signs.

    Args:
        content: a text, or a Document (`load` opens a file).
        layers: what is drawn over it: pieces, as in `view(doc, split(doc))`, pieces by the name
            of their layer, as in `view(doc, {"Chunks": split(doc), "Best": key_points(doc)})`,
            or layers.
        title: the heading; the document's source when left out.
        tokenizer: what counts the tokens that pieces tell; None for characters alone.
        language: of the text, a code such as "fr", for readers that speak it aloud; that of
            the document's metadata, or else the one that it looks to be in, when left out.

    Raises:
        SpanError: a piece is of another document.
        OptionError: there are more layers than can be told apart.
        TokenizerError: there is no such tokenizer.
    """
    document = as_document(content)
    from linewise.language import language_of  # noqa: PLC0415 - only where a text is spoken

    check_text("title", title)
    drawn = as_layers(document, layers)
    heading = visible(title or document.source or "Document")
    body = fill(
        "linewise.render",
        "document.html",
        title=heading,
        about=_about(document),
        switches=as_markup(switches(drawn)),
        layers=[_told(number, layer, document) for number, layer in enumerate(drawn)],
        text_language=language_of(document) or "" if language is None else language,
        text=as_markup(draw(document, drawn, count_tokens=_counter(tokenizer))),
    )
    return page(
        heading,
        body,
        style=asset("layers.css") + asset("document.css") + layer_rules(drawn),
        script=asset("document.js"),
        kind="many still" if document.line_count > _MANY_LINES else "still",
    )


def _about(document: Document) -> str:
    """Say how much there is of a document."""
    parts = [
        f"{document.line_count:,} line{'' if document.line_count == 1 else 's'}",
        f"{len(document.text):,} characters",
    ]
    if document.pages:
        parts.append(f"{len(document.pages):,} pages")
    if ends := document.text.count("\r\n"):
        parts.append(f"{ends:,} line ends of Windows (CRLF)")
    return ", ".join(parts)


def _told(number: int, layer: Layer, document: Document) -> dict[str, Any]:
    """Return what stands beside the text about one layer, for the template."""
    listed = [_listed(number, layer, index) for index in range(min(len(layer.pieces), _LISTED))]
    left = len(layer.pieces) - len(listed)
    name = visible(layer.name)
    return {
        "name": name,
        "figures": [_linked(number, figure) for figure in layer_figures(layer, document)],
        "histogram": as_markup(histogram_svg(layer.sizes or (), unit=layer.unit, label=name))
        if len(layer.pieces) > 1
        else "",
        "caption": f"{name} by their {visible(layer.unit)}",
        "listed": listed,
        "unlisted": f"{left:,} more are numbered in the text." if left else "",
    }


def _linked(number: int, figure: Figure) -> tuple[str, str, dict[str, str] | None]:
    value = visible(figure.value)
    if figure.piece is None:
        return figure.name, value, None
    link = {"id": f"p{number}-{figure.piece + 1}", "words": f"number {figure.piece + 1:,}"}
    return figure.name, value, link


def _listed(number: int, layer: Layer, index: int) -> _Listed:
    piece = layer.pieces[index]
    return _Listed(
        f"p{number}-{index + 1}",
        f"{index + 1:,}",
        lines_words(*piece.lines),
        shortened(piece.text, _WORDS),
    )


def _counter(tokenizer: TokenizerLike | None) -> Callable[[str], int] | None:
    if tokenizer is None:
        return None
    from linewise.tokens import tokenizer_for  # noqa: PLC0415 - only where tokens are told

    return tokenizer_for(tokenizer).count
