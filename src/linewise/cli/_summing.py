"""What the commands that choose sentences share: who chooses, and the sentences marked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from linewise.cli._command import STANDARD_INPUT, Reading
from linewise.cli._models import asked_model, model_options
from linewise.errors import LinewiseError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from linewise.document import Document, Piece
    from linewise.models import Model

__all__ = ["choosing_options", "documents_of", "mark", "named_model", "place_of"]


def choosing_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say what counts, and who says so."""
    options = (
        click.option("--about", metavar="WORDS", help="A question or words to go by."),
        # The setting `language` is that of prompts, so this one goes by another name.
        click.option(
            "--language",
            "text_language",
            metavar="CODE",
            help="Of the text; detected when left out.",
        ),
        click.option("--ask", is_flag=True, help="Let the model choose; it names sentences."),
        model_options,
        click.option(
            "--highlight", metavar="FILE", help="Write the text with the sentences marked, as HTML."
        ),
    )
    for option in reversed(options):
        function = option(function)
    return function


def documents_of(files: tuple[str, ...], reading: Reading) -> list[Document]:
    """Load each file, or standard input."""
    return [reading.document(path) for path in files or (STANDARD_INPUT,)]


def named_model(
    *, ask: bool, paste: bool, model: str | None, base_url: str | None, max_tokens: int | None
) -> Model | None:
    """Return the model that chooses; None where nobody is to be asked, which is the default."""
    if not ask and not paste:
        return None
    return asked_model(model=model, base_url=base_url, paste=paste, max_tokens=max_tokens)


def mark(path: str | None, documents: Sequence[Document], pieces: Sequence[Piece]) -> None:
    """Write the documents with the pieces marked in them, where that is asked for.

    Raises:
        LinewiseError: the file cannot be written.
    """
    if path is None:
        return
    from linewise.render.highlight import highlight_page

    page = highlight_page(documents, pieces)
    try:
        Path(path).write_text(page, encoding="utf-8", newline="")
    except OSError as error:
        raise LinewiseError(f"{path}: cannot be written: {error.strerror or error}") from error


def place_of(piece: Piece, *, several: bool) -> str:
    """Return where a piece stands, as people write it."""
    source = f"{piece.document.source or 'standard input'}:" if several else ""
    first, last = piece.lines
    return f"{source}{first}" if first == last else f"{source}{first}–{last}"
