"""What the commands that choose sentences share: who chooses, and the sentences marked."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from linewise.cli._command import (
    STANDARD_INPUT,
    Reading,
    tell_if_unknown_language,
    text_language_option,
)
from linewise.cli._models import asked_model, model_options
from linewise.cli._result import write_file
from linewise.cli._telling import tell

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from linewise.cli._result import Result
    from linewise.document import Document, Piece
    from linewise.models import Model

__all__ = [
    "Choosing",
    "choosing_options",
    "documents_of",
    "mark",
    "place_of",
    "tell_if_unanswered",
]


@dataclass(frozen=True, slots=True)
class Choosing:
    """What the sentences that are chosen should go by, and who chooses.

    Attributes:
        about: a question or words to go by.
        language: the code of the text's language; detected when it is None.
        model: who chooses; None where nobody is to be asked, which is the default.
        highlight: the path of a page to write with the sentences marked.
    """

    about: str | None
    language: str | None
    model: Model | None
    highlight: str | None


def choosing_options(function: Callable[..., Result]) -> Callable[..., Result]:
    """Add the options that say what counts, and who says so; the function takes a `choosing`."""

    @functools.wraps(function)
    def run(
        *,
        about: str | None,
        text_language: str | None,
        highlight: str | None,
        ask: bool,
        paste: bool,
        model: str | None,
        base_url: str | None,
        max_tokens: int | None,
        **settings: Any,
    ) -> Result:
        chosen = (
            asked_model(model=model, base_url=base_url, paste=paste, max_tokens=max_tokens)
            if ask or paste
            else None
        )
        tell_if_unknown_language(text_language)
        return function(choosing=Choosing(about, text_language, chosen, highlight), **settings)

    for option in reversed(_CHOOSING_OPTIONS):
        run = option(run)
    return run


_CHOOSING_OPTIONS = (
    click.option("--about", metavar="WORDS", help="A question or words to go by."),
    text_language_option("Of the text; detected when left out."),
    click.option("--ask", is_flag=True, help="Let the model choose; it names sentences."),
    model_options,
    click.option(
        "--highlight", metavar="FILE", help="Write the text with the sentences marked, as HTML."
    ),
)


def documents_of(files: tuple[str, ...], reading: Reading) -> list[Document]:
    """Load each file, or standard input."""
    return [reading.document(path) for path in files or (STANDARD_INPUT,)]


def tell_if_unanswered(about: str | None, method: str | None, instead: str) -> None:
    """Tell of a question that nothing answers, or that the method does not look at.

    Args:
        about: the question, where one was asked.
        method: how sentences were found; None where there are none.
        instead: what is written nevertheless.
    """
    if about and method == "lead":
        tell(f"--method lead takes the first paragraph, whatever is said of “{about}”")
    elif about and method in {"auto", "cues"}:
        tell(f"nothing here is about “{about}”; {instead}")


def mark(path: str | None, documents: Sequence[Document], pieces: Sequence[Piece]) -> None:
    """Write the documents with the pieces marked in them, where that is asked for.

    Raises:
        LinewiseError: the file cannot be written.
    """
    if path is None:
        return
    from linewise.render.highlight import highlight_page

    write_file(Path(path), [highlight_page(documents, pieces)])


def place_of(piece: Piece, *, several: bool) -> str:
    """Return where a piece stands, as people write it."""
    source = f"{piece.document.source or 'standard input'}:" if several else ""
    first, last = piece.lines
    return f"{source}{first}" if first == last else f"{source}{first}–{last}"
