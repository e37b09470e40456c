"""Batches of documents in, batches of chunks out: the one function that every engine runs.

A row is a document: its text, or the bytes of a file, or the path of one. A row that cannot be
split becomes one row that says why, so that a bad document never stops a run.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa

from linewise._kinds import check_kind, check_several
from linewise.bulk._columns import Columns, Contents, contents_of, plain_type, stretches
from linewise.bulk.spec import Spec
from linewise.document import Document
from linewise.errors import LinewiseError, LoadError, OptionError
from linewise.files import read_bytes
from linewise.loading import detect, load
from linewise.loading.formats import format_named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping


__all__ = ["CHUNK_SCHEMA", "Rows", "chunk_batch", "chunk_batches", "chunk_schema", "chunks_of_rows"]

CHUNK_SCHEMA = pa.schema(
    {
        "doc_id": pa.string(),
        "part": pa.string(),
        "row": pa.int64(),
        "chunk_id": pa.string(),
        "text": pa.large_string(),
        "start": pa.int64(),
        "end": pa.int64(),
        "line_first": pa.int64(),
        "line_last": pa.int64(),
        "page": pa.int64(),
        "headings": pa.list_(pa.string()),
        "tokens": pa.int64(),
        "context": pa.large_string(),
        "error": pa.string(),
    }
)
"""The columns of chunks, after those that come with their rows.

`doc_id`, `part` and `row` say which document a chunk is of; the offsets, lines and pages are
those of `Chunk`. A row with an `error` is a document that could not be split; all that is
computed of chunks is null there.
"""

# Of these is made what is split, or what stands before the chunks.
_TAKEN = {"bytes", "part", "row"}


class Rows(NamedTuple):
    """Rows that were read, good ones and bad ones.

    Attributes:
        batch: what `chunk_batch` takes.
        errors: why a row has no document, by its place in the batch.
    """

    batch: pa.RecordBatch
    errors: Mapping[int, str] = {}


def chunk_batch(batch: pa.RecordBatch, spec: Spec) -> pa.RecordBatch:
    """Return the chunks of a batch of documents, in order.

    Args:
        batch: a row a document. `text`, or else `bytes` of a file, or else `path` of one, is what
            is split; `id` names it, or else its path, or else its part and row. `part` and `row`
            say where it comes from; without them `part` is null and `row` the place in the
            batch. All other columns, and `path`, are repeated for each of its chunks; one that
            is called as a column of chunks is given as `source_` and its name.
        spec: how to load and split.

    Returns:
        A row a chunk, with the columns of `chunk_schema`. A document that is empty has no rows,
        one that cannot be split has one, with an error.

    Raises:
        OptionError: the batch has no documents, or a column of a kind that cannot be read.
    """
    check_kind("batch", batch, pa.RecordBatch)
    check_kind("spec", spec, Spec)
    batches = list(chunks_of_rows(Rows(batch), spec))
    if not batches:
        return pa.RecordBatch.from_pylist([], chunk_schema(batch.schema, spec))
    return batches[0] if len(batches) == 1 else pa.concat_batches(batches)


def chunk_batches(batches: Iterable[pa.RecordBatch], spec: Spec) -> Iterator[pa.RecordBatch]:
    """Yield the chunks of each of some batches: what Spark's `mapInArrow` asks for."""
    check_several("batches", batches, "table.to_batches()")
    for batch in batches:
        yield chunk_batch(batch, spec)


def chunk_schema(schema: pa.Schema, spec: Spec) -> pa.Schema:
    """Return the columns of the chunks of batches that have the columns of `schema`.

    Raises:
        OptionError: two columns would have the same name.
    """
    check_kind("schema", schema, pa.Schema)
    check_kind("spec", spec, Spec)
    kept = [pa.field(new, plain_type(schema.field(old).type)) for old, new in _kept(schema, spec)]
    made = [one for one in CHUNK_SCHEMA if one.name not in spec.without]
    names = [one.name for one in (*kept, *made)]
    for name in names:
        if names.count(name) > 1:
            raise OptionError(f"the chunks would have two columns {name!r}: rename one of yours")
    return pa.schema([*kept, *made])


def chunks_of_rows(
    rows: Rows, spec: Spec, watch: Callable[[int], object] | None = None
) -> Iterator[pa.RecordBatch]:
    """Yield the chunks of some rows in one batch or several, each of a bounded size.

    Args:
        rows: as they were read.
        spec: how to load and split.
        watch: is told the place of each row before it is split.

    Raises:
        OptionError: see `chunk_batch`.
    """
    contents = contents_of(rows.batch, spec)
    columns = Columns(spec.without)
    for at in range(rows.batch.num_rows):
        if watch is not None:
            watch(at)
        if at in rows.errors:
            columns.fail(at, rows.errors[at])
        else:
            _split(contents, at, spec, columns)
        if columns.is_full():
            yield from _assembled(rows.batch, spec, contents, columns)
            columns = Columns(spec.without)
    if columns.places:
        yield from _assembled(rows.batch, spec, contents, columns)


def _split(contents: Contents, at: int, spec: Spec, columns: Columns) -> None:
    """Add the chunks of a row, or why there are none."""
    try:
        columns.add(at, spec.plan.chunks(_document(contents, at, spec)))
    except LinewiseError as problem:
        columns.fail(at, str(problem))
    except Exception as problem:  # noqa: BLE001 - one document must not stop a million others
        columns.fail(at, f"{type(problem).__name__}: {problem}")


def _document(contents: Contents, at: int, spec: Spec) -> Document:
    text, data, path = contents.texts[at], contents.files[at], contents.paths[at]
    if isinstance(text, bytes):
        raise LoadError("the text is no UTF-8: give it as bytes, whose encoding is found")
    if text is not None:
        if spec.format in {None, "text"}:
            return Document(text)
        return _loaded(text.encode(), None, spec, "utf-8")
    if data is not None:
        return _loaded(data, path, spec, spec.encoding)
    if path is None:
        raise LoadError("the row has no text, no bytes and no path: there is nothing to split")
    if not spec.options:
        return load(path, spec.format, spec.encoding)
    return _loaded(read_bytes(Path(path))[0], path, spec, spec.encoding)


def _loaded(data: bytes, name: str | None, spec: Spec, encoding: str | None) -> Document:
    """Load the bytes of a file, with those of the options that its format knows."""
    chosen = detect(data, name) if spec.format is None else format_named(spec.format)
    options = {option: spec.options[option] for option in spec.options if option in chosen.options}
    return chosen.read(data, name=name, encoding=encoding, options=options)


def _assembled(
    batch: pa.RecordBatch, spec: Spec, contents: Contents, columns: Columns
) -> Iterator[pa.RecordBatch]:
    """Yield what comes with the rows, put before what was made of them."""
    schema = chunk_schema(batch.schema, spec)
    made = columns.arrays(CHUNK_SCHEMA)
    theirs = {
        new: batch.column(old).cast(schema.field(new).type)
        for old, new in _kept(batch.schema, spec)
    }
    cuts = stretches(columns.places, [*theirs.values()])
    theirs |= {
        name: pa.array(values, CHUNK_SCHEMA.field(name).type)
        for name, values in (
            ("doc_id", contents.names),
            ("part", contents.parts),
            ("row", contents.rows),
        )
    }
    for start, end in cuts:
        places = pa.array(columns.places[start:end], pa.int32())
        arrays = [
            theirs[name].take(places) if name in theirs else made[name].slice(start, end - start)
            for name in schema.names
        ]
        yield pa.RecordBatch.from_arrays(arrays, schema=schema)


def _kept(schema: pa.Schema, spec: Spec) -> Iterator[tuple[str, str]]:
    """Yield the columns that are repeated for each chunk, by their names before and after."""
    for name in schema.names:
        if name not in _TAKEN and name not in {spec.id_column, spec.text_column}:
            yield name, f"source_{name}" if name in CHUNK_SCHEMA.names else name
