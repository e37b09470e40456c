"""`linewise split`: cut documents into chunks that know their places."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any, get_args

import click

from linewise.cli._command import (
    STANDARD_INPUT,
    Reading,
    argument_files,
    input_options,
    nothing_found,
    result_command,
    setting,
)
from linewise.cli._result import Result, styled
from linewise.render.signs import visible
from linewise.splitting import split
from linewise.splitting.measures import Unit
from linewise.splitting.plan import By, Pack

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from linewise.splitting import Chunk


def _plain(text: str, **_style: object) -> str:
    return text


@result_command(
    "Cut FILE… into chunks of at most SIZE. On a terminal, show them with their places; into a "
    "pipe or a file, write a line of JSON for each."
)
@argument_files
@setting("--by", type=click.Choice(get_args(By)), default="recursive", help="Where to cut.")
@setting("--size", type=int, default=1000, help="The most that a chunk may measure.")
@setting(
    "--overlap",
    type=int,
    help="How much of a chunk the next one repeats; a fifth of the size when left out.",
)
@setting(
    "--unit",
    type=click.Choice(get_args(Unit)),
    help="What sizes count; lines, graphemes or tokens for a split by lines, chars or tokens, "
    "and otherwise chars.",
)
@setting("--tokenizer", default="o200k", help="What counts tokens: o200k, cl100k, a file, …")
@setting("--separators", metavar="PRESET", help="For recursive: a language, such as markdown.")
@setting("--pack", type=click.Choice(get_args(Pack)), default="greedy", help="How to choose cuts.")
@setting("--min-size", type=int, default=0, help="What a chunk measures at least.")
@setting("--strip", is_flag=True, help="Leave out white space at the ends of chunks.")
@input_options
def split_command(
    *,
    files: tuple[str, ...],
    reading: Reading,
    **settings: Any,
) -> Result:
    """Split each file."""
    documents = [reading.document(path) for path in files or (STANDARD_INPUT,)]
    chunks = split(documents, **settings)
    return Result(
        text=_previews(chunks),
        terminal=_previews(chunks, styled),
        items=(chunk.as_dict() for chunk in chunks),
        piped="jsonl",
        exit_code=nothing_found(len(chunks)),
    )


def _previews(chunks: Sequence[Chunk], style: Callable[..., str] = _plain) -> Iterator[str]:
    """Show each chunk by its place, its size, and its first words."""
    width = shutil.get_terminal_size().columns
    for source, chunk in _with_sources(chunks):
        if source is not None:
            yield style(visible(source), bold=True) + "\n"
        yield style(visible(_place(chunk)), fg="cyan") + "\n"
        yield f"  {_first_words(chunk.text, max(1, width - 4))}\n"


def _with_sources(chunks: Sequence[Chunk]) -> Iterator[tuple[str | None, Chunk]]:
    before: object = None
    for chunk in chunks:
        source = chunk.document.source or "standard input"
        yield (None if chunk.document is before else source), chunk
        before = chunk.document


def _place(chunk: Chunk) -> str:
    first, last = chunk.lines
    lines = f"line {first}" if first == last else f"lines {first}–{last}"
    parts = [f"Chunk {chunk.index + 1}/{chunk.total}", lines, f"{len(chunk.text)} chars"]
    if chunk.page is not None:
        parts.insert(1, f"page {chunk.page}")
    if chunk.headings:
        parts.append(" › ".join(chunk.headings))
    return " | ".join(parts)


def _first_words(text: str, width: int) -> str:
    words = visible(" ".join(text[: 4 * width].split()))
    return words if len(words) <= width else words[: width - 1] + "…"


command = split_command
