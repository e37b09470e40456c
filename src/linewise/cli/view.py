"""`linewise view`: a document with its chunks, chapters, key points and sentences, to look at."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any

import click

from linewise.cli._command import (
    STANDARD_INPUT,
    Reading,
    argument_file,
    input_options,
    read_standard_input,
    refuse_two_readers,
    result_command,
    setting,
)
from linewise.cli._result import ExitCode, Result, wants_colour
from linewise.cli._splitting import splitting_options
from linewise.cli._telling import tell
from linewise.errors import LoadError
from linewise.language import sentences
from linewise.passages import local_chapters
from linewise.render import Layer, terminal_view, view, written_layer
from linewise.render.figures import layer_figures
from linewise.splitting import split
from linewise.summaries import key_points

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from linewise.document import Document

_DEFAULT = ("chunks", "chapters", "keypoints")


@result_command(
    "Write FILE as a page of HTML that shows where its chunks, chapters, key points and sentences "
    "are. On a terminal, show them there.\n\n"
    "Example: linewise view report.pdf --by structure --size 800 -o report.html"
)
@argument_file
@click.option(
    "--layer",
    "names",
    multiple=True,
    type=click.Choice(["chunks", "chapters", "keypoints", "sentences"]),
    help="What is drawn, and shown from the start; may be given several times. All but sentences "
    "when left out, and then only chunks are shown from the start.",
)
@click.option(
    "--pieces",
    "written",
    metavar="FILE",
    multiple=True,
    help="Pieces that a command or another tool wrote as JSON, with start and end or with text: "
    "a layer by the name of the file.",
)
@setting("--max-points", type=int, default=5, help="How many key points at most.")
@click.option("--open", "opened", is_flag=True, help="Show the page in the browser.")
@splitting_options
@input_options
def view_command(
    *,
    file: str,
    names: tuple[str, ...],
    written: tuple[str, ...],
    max_points: int,
    opened: bool,
    reading: Reading,
    splitting: Mapping[str, Any],
) -> Result:
    """Show a document."""
    refuse_two_readers(file, *written)
    document = reading.document(file)
    layers = [written_layer(document, *_read(path)) for path in written]
    if names or not written:
        layers += _layers(document, names, splitting, max_points)
    page = view(document, layers, tokenizer=splitting["tokenizer"], language=splitting["language"])
    missing = opened and not _is_open(page)
    return Result(
        text=_on_terminal(document, layers, colour=False),
        terminal=_on_terminal(document, layers, colour=wants_colour()),
        page=(page,),
        items=(
            {"layer": layer.name} | piece.as_dict() for layer in layers for piece in layer.pieces
        ),
        exit_code=ExitCode.FAILED if missing else ExitCode.DONE,
    )


def _layers(
    document: Document, names: Sequence[str], splitting: Mapping[str, Any], max_points: int
) -> Iterator[Layer]:
    language = splitting["language"]
    for name in dict.fromkeys(names or _DEFAULT):
        shown = name in names or name == "chunks"
        if name == "chunks":
            yield Layer("Chunks", split(document, **splitting), look="fill", shown=shown)
        elif name == "chapters":
            found = local_chapters(document, language=language).passages
            yield Layer("Chapters", found, look="bar", shown=shown, note=_title)
        elif name == "keypoints":
            points = key_points(document, max_points=max_points, language=language)
            yield Layer("Key points", points, look="frame", shown=shown, note=_reasons)
        else:
            found_sentences = sentences(document, language)
            yield Layer("Sentences", found_sentences, look="underline", shown=shown)


def _read(path: str) -> tuple[str, str]:
    """Return the name of a file without its ending, and its text."""
    try:
        data = read_standard_input() if path == STANDARD_INPUT else Path(path).read_bytes()
        text = data.decode()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise LoadError(f"{path}: it cannot be read: {why}") from error
    if not text.strip("\ufeff \t\r\n"):
        # A pipe hides that what writes into it failed; who has no pieces writes an empty list.
        raise LoadError(
            f"{path}: there are no pieces in it: what was to write them found none, or failed"
        )
    return Path(path).stem if path != STANDARD_INPUT else "Pieces", text


def _title(passage: Any) -> str:
    """Return the title of a chapter that is not its last heading already."""
    headings = passage.headings
    return "" if headings and headings[-1] == passage.title else passage.title or ""


def _reasons(point: Any) -> str:
    return "; ".join(point.reasons)


def _on_terminal(document: Document, layers: Sequence[Layer], *, colour: bool) -> Iterator[str]:
    yield from terminal_view(document, layers, colour=colour)
    yield "\n"
    for layer in layers:
        told = (f"{one.name.lower()} {one.value}" for one in layer_figures(layer, document))
        yield f"{layer.name}: {', '.join(told)}\n"


def _is_open(page: str) -> bool:
    """Show a page in the browser, from a folder that nobody else may look into, if there is one."""
    path = Path(mkdtemp(prefix="linewise-")) / "view.html"
    path.write_text(page, encoding="utf-8", newline="")
    found = webbrowser.open(path.as_uri())
    written = _page_of_output()
    if not found and written:
        rmtree(path.parent)
    if not found:
        tell(f"no browser was found; the page is {written or path}")
    return found


def _page_of_output() -> str | None:
    """Return the file that the page is written to as the result; None where it is not."""
    given = click.get_current_context().params
    output: str | None = given["output"]
    return output if given["form"] is None and output != STANDARD_INPUT else None


command = view_command
