"""`linewise bulk`: split very many documents, by many processes and over many runs."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from linewise.cli._command import (
    HELPED,
    STANDARD_INPUT,
    format_names,
    read_standard_input,
    refuse_input_as_output,
    refuse_two_readers,
    setting,
    shared_options,
    tell_nothing,
)
from linewise.cli._result import ExitCode, Result, write
from linewise.cli._splitting import splitting_options
from linewise.cli._telling import tell
from linewise.render.signs import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    import pyarrow as pa

    from linewise.bulk import BulkReport, Progress, Spec
    from linewise.bulk.parts import Part
    from linewise.bulk.stores import StoreChanges
    from linewise.cli._result import Form

# Failures that are shown one by one.
_SHOWN = 20


@click.command(
    "bulk",
    context_settings=HELPED,
    help="Split the documents of SOURCE…: files, folders, patterns such as 'docs/**/*.md', and "
    "tables (.jsonl, .csv, .parquet) with a document a row. With -o FOLDER each part of the "
    "sources becomes a file of the folder; a run that was killed goes on where it was, and one "
    "that is repeated makes only what has changed. Without a folder, write a line of JSON for "
    "each chunk.\n\nExample: linewise bulk docs/ corpus.jsonl -o chunks --by markdown",
)
@click.argument("sources", metavar="[SOURCE]...", nargs=-1)
@click.option(
    "--to", type=click.Choice(["parquet", "jsonl"]), default="parquet", help="Files of the folder."
)
@setting("--workers", type=click.IntRange(min=1), help="Processes; as many as processors.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0),
    default=600,
    show_default=True,
    help="Seconds for a document; 0: any.",
)
@click.option("--retry", is_flag=True, help="Make parts with failures again.")
@click.option("--allow-errors", is_flag=True, help="Exit 0 where documents could not be split.")
@click.option("--without", metavar="NAME,…", default="", help="Columns that are not made.")
@click.option("--id-column", default="id", show_default=True, help="Of tables: the ids.")
@click.option("--text-column", default="text", show_default=True, help="Of tables: the texts.")
@click.option(
    "--as",
    "format",
    metavar="FORMAT",
    help="Of the documents; found if left out.",
    shell_complete=format_names,
)
@click.option("--encoding", metavar="NAME", help="Of the files; found when left out.")
@click.option(
    "--mode", type=click.Choice(["note", "article"]), help="HTML: every word, or the main text."
)
@click.option(
    "--furniture", type=click.Choice(["keep", "drop"]), help="PDF: running heads and such."
)
@click.option(
    "--ray",
    metavar="[ADDRESS]",
    is_flag=False,
    flag_value="local",
    help="Work on a Ray cluster; on a local one without an address.",
)
@click.option(
    "--sqlite", metavar="FILE", help="Keep the chunks in a database with full-text search."
)
@click.option("--update", is_flag=True, help="Of the database, touch only what has changed.")
@click.option("--dry-run", is_flag=True, help="List the parts, and make none.")
@splitting_options
def bulk_command(
    *,
    sources: tuple[str, ...],
    splitting: Mapping[str, Any],
    form: Form | None,
    output: str | None,
    **options: Any,
) -> int:
    """Split all documents."""
    refuse_input_as_output("-o", output, {"files": sources})
    refuse_two_readers(*sources)
    spec = _spec(splitting, options)
    into_folder = output is not None and _is_folder(output)
    if options["dry_run"]:
        write(_parts_listed(sources, output), form, None if into_folder else output)
        return ExitCode.DONE
    if output is not None and into_folder:
        return _into_folder(sources, output, spec, form, options)
    given = [f"--{name}" for name in ("sqlite", "ray", "retry", "update") if options[name]]
    if given:
        need = "needs" if len(given) == 1 else "need"
        raise click.UsageError(f"{' and '.join(given)} {need} -o FOLDER for the chunks, too")
    return _streamed(sources, output, spec, form, allow_errors=options["allow_errors"])


def _spec(splitting: Mapping[str, Any], options: Mapping[str, Any]) -> Spec:
    from linewise.bulk import Spec

    load = {name: options[name] for name in ("format", "encoding", "mode", "furniture")}
    return Spec(
        {name: value for name, value in splitting.items() if value is not None},
        {name: value for name, value in load.items() if value is not None},
        [name.strip() for name in options["without"].split(",") if name.strip()],
        options["id_column"],
        options["text_column"],
    )


def _is_folder(path: str) -> bool:
    """Tell whether -o names a folder: one that is there, or a name without an ending."""
    return path.endswith("/") or Path(path).is_dir() or (path != "-" and not Path(path).suffix)


# Chunks as lines


def _streamed(
    sources: Sequence[str], output: str | None, spec: Spec, form: Form | None, *, allow_errors: bool
) -> int:
    rows = _Rows(sources or (STANDARD_INPUT,), spec, output)
    write(Result(text=map(_shown, rows), items=iter(rows), piped="jsonl"), form, output)
    if rows.failed and not allow_errors:
        tell(f"{_count(rows.failed, 'document')} could not be split: the rows with an error")
        return ExitCode.FAILED
    if rows.chunks or rows.failed:
        return ExitCode.DONE
    tell_nothing("split", "the sources hold no text")
    return ExitCode.NOTHING_FOUND


class _Rows:
    """The chunks of some sources as plain values, counted as they go by."""

    def __init__(self, sources: Sequence[str], spec: Spec, output: str | None) -> None:
        self._sources, self._spec, self._output = sources, spec, output
        self.chunks = 0
        self.failed = 0

    def __iter__(self) -> Iterator[dict[str, Any]]:
        from linewise.bulk.writing import rows_of

        for batch in self._batches():
            for row in rows_of(batch):
                self.chunks += row["error"] is None
                self.failed += row["error"] is not None
                yield row

    def _batches(self) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa

        from linewise.bulk import bulk_stream, chunk_batch

        for is_standard_input, sources in groupby(self._sources, STANDARD_INPUT.__eq__):
            if is_standard_input:
                row = {"id": STANDARD_INPUT, "bytes": read_standard_input()}
                yield chunk_batch(pa.RecordBatch.from_pylist([row]), self._spec)
            else:
                yield from bulk_stream([*sources], self._spec, self._output)


def _shown(row: dict[str, Any]) -> str:
    """Show a chunk by its place and its first words."""
    if row["error"] is not None:
        return visible(f"{row['doc_id']}: {row['error']}") + "\n"
    place = f"{row['doc_id']} {row.get('start', '')}..{row.get('end', '')}"
    words = " ".join(row.get("text", "")[:240].split())
    return visible(f"{place}  {words[:60]}").rstrip() + "\n"


# Chunks in a folder


def _into_folder(
    sources: Sequence[str], output: str, spec: Spec, form: Form | None, options: dict[str, Any]
) -> int:
    from linewise.bulk import bulk_split

    _refuse_unfit(sources, spec, options)
    _refuse_as_database(options["sqlite"], sources, output)
    with _progress() as show:
        report = bulk_split(
            sources,
            output,
            spec,
            form=options["to"],
            workers=options["workers"],
            timeout=options["timeout"] or None,
            retry=options["retry"],
            ray=options["ray"],
            show=show,
        )
    changes = _stored(output, options["sqlite"], update=options["update"])
    write(_reported(report, changes, output), form, None)
    if report.failed and not options["allow_errors"]:
        tell(
            f"{_count(report.failed, 'document')} could not be split; "
            f"{output}/_linewise/failures.jsonl has them all, and "
            "with --allow-errors they are no failure of the run"
        )
        return ExitCode.FAILED
    return ExitCode.DONE


def _refuse_unfit(sources: Sequence[str], spec: Spec, options: Mapping[str, Any]) -> None:
    if STANDARD_INPUT in sources or not sources:
        raise click.UsageError("name the sources of a run: standard input can be read once")
    if options["update"] and not options["sqlite"]:
        raise click.UsageError("--update is of a database: name it by --sqlite FILE")
    if options["sqlite"] and {"chunk_id", "text", "start", "end"} & {*spec.without}:
        raise click.UsageError(
            "--sqlite keeps ids, words and places: --without cannot leave them out"
        )


def _refuse_as_database(path: str | None, sources: Sequence[str], output: str) -> None:
    """Refuse a place for the database where the next run would take it for a document."""
    if path is None:
        return
    if path == STANDARD_INPUT:
        raise click.UsageError("--sqlite names a file; what was done goes to standard output")
    place = Path(path).resolve()
    for source in sources:
        if place.is_relative_to(Path(source).resolve()) and not place.is_relative_to(
            Path(output).resolve()
        ):
            raise click.UsageError(
                f"--sqlite {path} is among the sources, in {source}, where the next run would "
                f"read it; name a file elsewhere, or one in {output}"
            )


def _stored(folder: str, path: str | None, *, update: bool) -> StoreChanges | None:
    if path is None:
        return None
    from linewise.bulk import chunks_in, to_sqlite

    return to_sqlite(chunks_in(folder), path, update=update)


def _reported(report: BulkReport, changes: StoreChanges | None, folder: str) -> Result:
    value = report.as_dict()
    if changes is not None:
        value["store"] = changes.as_dict()
    return Result(text=_report_lines(report, changes, folder), items=[value], value=lambda: value)


def _report_lines(report: BulkReport, changes: StoreChanges | None, folder: str) -> Iterator[str]:
    yield (
        f"{_count(report.parts, 'part')}: {report.made:,} made, {report.unchanged:,} unchanged, "
        f"{report.removed:,} removed\n"
    )
    yield (
        f"{_count(report.documents, 'document')}, {_count(report.chunks, 'chunk')}, "
        f"{report.failed:,} failed\n"
    )
    if changes is not None:
        hint = "; --update keeps those that stay as they are" if changes.replaced else ""
        yield f"{changes}{hint}\n"
    for failure in report.failures[:_SHOWN]:
        yield visible(str(failure)) + "\n"
    if report.failed > _SHOWN:
        yield f"… and {report.failed - _SHOWN:,} more in {folder}/_linewise/failures.jsonl\n"


def _parts_listed(sources: Sequence[str], output: str | None) -> Result:
    from linewise.bulk.parts import parts_of

    parts = parts_of(sources, output)
    return Result(text=map(_part_line, parts), items=(part.as_dict() for part in parts))


def _part_line(part: Part) -> str:
    files = part.paths[0] if len(part.paths) == 1 else _count(len(part.paths), "file")
    return visible(f"{part.name}  {files}  {part.size:,} bytes") + "\n"


# What is told beside the result


@contextmanager
def _progress() -> Iterator[Callable[[Progress], None] | None]:
    """Show how far a run is, where somebody looks."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return

    shown = False

    def show(now: Progress) -> None:
        nonlocal shown
        shown = True
        left = "" if now.left is None else f", {_time(now.left)} left"
        done = f"{now.size / 1e6:,.1f} of {now.of_size / 1e6:,.1f} MB"
        line = (
            f"{now.parts:,} of {_count(now.of, 'part')}, {done}, {now.rate / 1e6:,.1f} MB/s{left}"
        )
        click.echo(f"\r\x1b[Klinewise: {line}", nl=False, err=True)

    try:
        yield show
    finally:
        # An error is told in a line of its own.
        if shown:
            click.echo(err=True)


def _time(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}" + ("" if number == 1 else "s")


command = bulk_command
command.params += shared_options()
