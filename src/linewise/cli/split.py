"""`linewise split`: cut documents into chunks that know their places."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, Any

from linewise.cli._command import (
    STANDARD_INPUT,
    Reading,
    argument_files,
    input_options,
    nothing_found,
    result_command,
    tell_nothing,
)
from linewise.cli._models import progress
from linewise.cli._result import Result, styled, unstyled
from linewise.cli._splitting import splitting_options
from linewise.errors import LoadError
from linewise.render.places import lines_words, shortened
from linewise.render.signs import visible
from linewise.splitting import split, stats

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from linewise.splitting import Chunk, Statistics


@result_command(
    "Cut FILE… into chunks of at most SIZE. On a terminal, show them with their places; into a "
    "pipe or a file, write a line of JSON for each.\n\n"
    "Example: linewise split report.pdf --by structure --size 300 --unit tokens"
)
@argument_files
@splitting_options
@input_options
def split_command(
    *, files: tuple[str, ...], reading: Reading, splitting: Mapping[str, Any]
) -> Result:
    """Split each file."""
    for path in files:
        _refuse_folder(path)
    chunks = _chunks(files or (STANDARD_INPUT,), reading, splitting)
    if not chunks:
        tell_nothing("split")
    return Result(
        text=_previews(chunks),
        terminal=_previews(chunks, styled),
        items=(chunk.as_dict() for chunk in chunks),
        piped="jsonl",
        exit_code=nothing_found(len(chunks)),
    )


def _refuse_folder(path: str) -> None:
    if os.path.isdir(path):  # noqa: PTH112 - odd names raise in pathlib
        raise LoadError(
            f"{path}: this is a directory; name its files, or split it by linewise bulk {path}"
        )


def _chunks(files: Sequence[str], reading: Reading, settings: Mapping[str, Any]) -> list[Chunk]:
    chunks: list[Chunk] = []
    with progress("files split") as show:
        for done, path in enumerate(files, start=1):
            chunks += split(reading.document(path), **settings)
            show(done, len(files))
    return chunks


def _previews(chunks: Sequence[Chunk], style: Callable[..., str] = unstyled) -> Iterator[str]:
    """Show each chunk by its place, its size, and its first words."""
    width = shutil.get_terminal_size().columns
    for source, chunk in _with_sources(chunks):
        if source is not None:
            yield style(visible(source), bold=True) + "\n"
        yield style(visible(_place(chunk)), fg="cyan") + "\n"
        yield f"  {shortened(chunk.text, max(1, width - 4))}\n"
    if len(chunks) > 1:
        yield style(_sum(stats(chunks)), bold=True) + "\n"


def _sum(numbers: Statistics) -> str:
    parts = [
        f"{numbers.count:,} chunks",
        f"mean {numbers.mean:,.0f}",
        f"median {numbers.median:,.0f}",
        f"shortest {numbers.min:,}",
        f"longest {numbers.max:,}",
        f"{numbers.total:,} in all, {numbers.overlap:,} of it overlap",
    ]
    return " | ".join(parts)


def _with_sources(chunks: Sequence[Chunk]) -> Iterator[tuple[str | None, Chunk]]:
    before: object = None
    for chunk in chunks:
        source = chunk.document.source or "standard input"
        yield (None if chunk.document is before else source), chunk
        before = chunk.document


def _place(chunk: Chunk) -> str:
    place = [f"Chunk {chunk.index + 1}/{chunk.total}", lines_words(*chunk.lines)]
    parts = [*place, f"{len(chunk.text)} chars"]
    if chunk.unit not in {"chars", "lines"}:
        parts.append(f"{chunk.size} {chunk.unit}")
    if chunk.page is not None:
        parts.insert(1, f"page {chunk.page}")
    if chunk.headings:
        parts.append(" › ".join(chunk.headings))
    return " | ".join(parts)


command = split_command
