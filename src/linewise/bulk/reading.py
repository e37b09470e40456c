"""Parts read as rows, in batches of a bounded size."""

from __future__ import annotations

import csv
import json
import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from linewise._json import json_text
from linewise.bulk._columns import writable
from linewise.bulk.arrow import Rows
from linewise.bulk.hashing import line_start
from linewise.errors import LoadError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from linewise.bulk.parts import Part
    from linewise.bulk.spec import Spec

__all__ = ["read_part"]

# Bytes and rows of a batch.
_BYTES = 1 << 23
_ROWS = 4096
# Bytes of a Parquet column that are read at a time, instead of the whole row group.
_BUFFER = 1 << 20
# Rows of Parquet that are read at a time: what is written once in a dictionary may be a thousand
# times as large when it is read, and the file does not tell.
_FEW_ROWS = 64

_NO_TEXT = "the name of the file is not UTF-8: rename it"


class _Row(NamedTuple):
    """A row of a table of text: its name, and its values or what is wrong with it."""

    name: str
    values: dict[str, Any]
    error: str | None = None


def read_part(part: Part, spec: Spec) -> Iterator[Rows]:
    """Yield the rows of a part, numbered from 0, and named by their ids or their places.

    Raises:
        LoadError: it cannot be read at all.
    """
    reader = {"files": _files, "jsonl": _jsonl, "csv": _csv, "parquet": _parquet}[part.kind]
    row = 0
    try:
        for rows in reader(part, spec):
            yield rows._replace(batch=_placed(rows.batch, part, row))
            row += rows.batch.num_rows
    except (OSError, pa.ArrowException, csv.Error, UnicodeDecodeError, LookupError) as error:
        raise LoadError(f"{part.paths[0]}: it cannot be read: {error}") from error


def _placed(batch: pa.RecordBatch, part: Part, row: int) -> pa.RecordBatch:
    """Return a batch that says of which part it is and where it begins there."""
    count = batch.num_rows
    ours = {
        "part": pa.array([part.name] * count, pa.string()),
        "row": pa.array(range(row, row + count), pa.int64()),
    }
    theirs = [f"source_{name}" if name in ours else name for name in batch.schema.names]
    return pa.RecordBatch.from_arrays([*batch.columns, *ours.values()], names=[*theirs, *ours])


def _files(part: Part, spec: Spec) -> Iterator[Rows]:
    for start in range(0, len(part.paths), _ROWS):
        # A path may hold bytes that are no text; then it cannot be a value of a table.
        paths = [writable(path) for path in part.paths[start : start + _ROWS]]
        errors = {
            at: _NO_TEXT
            if path != part.paths[start + at]
            else "there is no such file, or it is a pipe or a device"
            for at, path in enumerate(paths)
            if path != part.paths[start + at] or not os.path.isfile(path)  # noqa: PTH113 - a million of them
        }
        ids = {spec.id_column: pa.array(paths, pa.string())}
        columns = {**ids, "path": pa.array(paths, pa.string())}
        yield Rows(pa.RecordBatch.from_arrays([*columns.values()], names=[*columns]), errors)


def _jsonl(part: Part, spec: Spec) -> Iterator[Rows]:
    path = part.paths[0]
    names = (spec.text_column, "path", "metadata")
    rows: list[_Row] = []
    total = 0
    with Path(path).open("rb") as file:
        for offset, line in _lines(file, part):
            if not line.strip():
                continue
            rows.append(_object(line, f"{path}@{offset}", spec))
            total += len(line)
            if total >= _BYTES or len(rows) >= _ROWS:
                yield _rows(rows, names, spec)
                rows, total = [], 0
    if rows:
        yield _rows(rows, names, spec)


def _lines(file: IO[bytes], part: Part) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that begin in the stretch, with their offsets."""
    offset = line_start(file, part.start)
    while (part.end is None or offset < part.end) and (line := file.readline()):
        yield offset, line
        offset += len(line)


def _object(line: bytes, place: str, spec: Spec) -> _Row:
    """Return the row that a line of JSON is, or what is wrong with it."""
    try:
        # Of what others write as NaN, JSON knows nothing; there it is null.
        value = json.loads(line.decode(spec.encoding or "utf-8-sig"), parse_constant=lambda _: None)
    except (ValueError, RecursionError) as error:
        return _Row(place, {}, f"the line is no JSON: {_why(error)}")
    if not isinstance(value, dict):
        return _Row(place, {}, f"the line is a {type(value).__name__}; an object was expected")
    named = value.pop(spec.id_column, None)
    name = place if named is None else named if isinstance(named, str) else json.dumps(named)
    text = value.pop(spec.text_column, None)
    path = value.pop("path", None) if text is None else None
    if text is None and path is None:
        return _Row(name, {}, _without_text(value, spec))
    if not isinstance(text or path or "", str):
        return _Row(name, {}, f"{spec.text_column!r} is {type(text or path).__name__}, and no text")
    more = json_text(value) if value else None
    return _Row(name, {"path": path, "metadata": more, spec.text_column: text})


def _why(error: Exception) -> str:
    """Say what is wrong in a line; its own number among the lines is known to no parser."""
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} at its column {error.colno}"
    return str(error)


def _without_text(others: Mapping[str, object], spec: Spec) -> str:
    names = ", ".join(map(repr, [*others][:5])) or "nothing"
    return (
        f"{spec.text_column!r} is null or missing; a text was expected: besides that and its id "
        f"the line has {names}, and text_column (--text-column) names that of the texts"
    )


def _csv(part: Part, spec: Spec) -> Iterator[Rows]:
    path = part.paths[0]
    mark = "\t" if path.lower().endswith(".tsv") else ","
    encoding = spec.encoding or "utf-8-sig"
    with (
        _wide_fields(),
        Path(path).open(encoding=encoding, errors="surrogateescape", newline="") as file,
    ):
        lines = csv.reader(file, delimiter=mark, strict=True)
        header = next(lines, [])
        _refuse_odd(header, path, spec)
        rows: list[_Row] = []
        total = 0
        for number, fields in enumerate(line for line in lines if line):
            rows.append(_fields(header, fields, f"{path}#{number}", spec))
            total += sum(map(len, fields))
            if total >= _BYTES or len(rows) >= _ROWS:
                yield _rows(rows, _csv_columns(header, spec), spec)
                rows, total = [], 0
        if rows:
            yield _rows(rows, _csv_columns(header, spec), spec)


@contextmanager
def _wide_fields() -> Iterator[None]:
    """Let fields of CSV be as long as they are; the module refuses those above 131,072."""
    before = csv.field_size_limit(sys.maxsize)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _csv_columns(header: Iterable[str], spec: Spec) -> tuple[str, ...]:
    others = [name for name in header if name not in {spec.id_column, spec.text_column}]
    return (spec.text_column, *others)


def _fields(header: list[str], fields: list[str], place: str, spec: Spec) -> _Row:
    if len(fields) != len(header):
        return _Row(place, {}, f"the row has {len(fields)} fields, and the header {len(header)}")
    values: dict[str, Any] = dict(zip(header, fields, strict=True))
    name = values.pop(spec.id_column, None) or place
    return _Row(name, values)


def _refuse_odd(header: list[str], path: str, spec: Spec) -> None:
    if not {spec.text_column, "path"} & {*header}:
        raise LoadError(
            f"{path}: there is no column {spec.text_column!r}: the columns are "
            f"{', '.join(map(repr, header)) or 'none'}; text_column (--text-column) names that of "
            "the texts"
        )
    if twice := [name for name in header if header.count(name) > 1]:
        raise LoadError(f"{path}: there are several columns {twice[0]!r}; each needs its own name")


def _parquet(part: Part, spec: Spec) -> Iterator[Rows]:
    path = part.paths[0]
    if path != writable(path):
        raise LoadError(f"{writable(path)}: {_NO_TEXT}")
    with pq.ParquetFile(path, buffer_size=_BUFFER, pre_buffer=False) as file:
        known = file.metadata
        groups = range(part.start, known.num_row_groups if part.end is None else part.end)
        first = sum(known.row_group(at).num_rows for at in range(part.start))
        count = sum(known.row_group(at).num_rows for at in groups)
        size = sum(known.row_group(at).total_byte_size for at in groups)
        room = max(1, min(_ROWS, _BYTES * count // max(1, size)))
        few = file.iter_batches(batch_size=min(room, _FEW_ROWS), row_groups=[*groups])
        for batch in _gathered(few, room):
            yield Rows(_with_ids(batch, f"{path}#", first, spec))
            first += batch.num_rows


def _gathered(batches: Iterable[pa.RecordBatch], room: int) -> Iterator[pa.RecordBatch]:
    """Put small batches together until they are as large as they may be."""
    group: list[pa.RecordBatch] = []
    rows = size = 0
    for batch in batches:
        group.append(batch)
        rows, size = rows + batch.num_rows, size + batch.nbytes
        if rows >= room or size >= _BYTES:
            yield pa.concat_batches(group)
            group, rows, size = [], 0, 0
    if group:
        yield pa.concat_batches(group)


def _with_ids(batch: pa.RecordBatch, prefix: str, first: int, spec: Spec) -> pa.RecordBatch:
    """Return the batch with a name for each row that has none."""
    places = [f"{prefix}{first + at}" for at in range(batch.num_rows)]
    names = batch.schema.names
    if spec.id_column in names:
        ids = batch.column(spec.id_column).cast(pa.large_string()).to_pylist()
        places = [place if one is None else one for one, place in zip(ids, places, strict=True)]
    columns = {name: batch.column(name) for name in names if name != spec.id_column}
    columns[spec.id_column] = pa.array(places, pa.string())
    return pa.RecordBatch.from_arrays([*columns.values()], names=[*columns])


def _rows(found: list[_Row], names: tuple[str, ...], spec: Spec) -> Rows:
    """Return rows as a batch; what is wrong with some stands beside it."""
    errors = {at: row.error for at, row in enumerate(found) if row.error is not None}
    columns: dict[str, pa.Array] = {
        spec.id_column: pa.array([writable(row.name) for row in found], pa.string())
    }
    for name in names:
        kind = pa.large_string() if name in {spec.text_column, "metadata"} else pa.string()
        columns[name] = pa.array(_cells(found, name, errors), kind)
    return Rows(pa.RecordBatch.from_arrays([*columns.values()], names=[*columns]), errors)


def _cells(found: list[_Row], name: str, errors: dict[int, str]) -> Iterator[str | None]:
    """Yield a column; a value that is no text makes its row a bad one."""
    for at, row in enumerate(found):
        value: str | None = row.values.get(name)
        if value is not None and not value.isascii() and value != writable(value):
            errors[at] = f"{name!r} holds what is no Unicode text; encoding names that of the file"
            value = None
        yield value
