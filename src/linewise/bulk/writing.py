"""Parts of the output, written beside their place and put there whole."""

from __future__ import annotations

import json
import os
from contextlib import contextmanager, suppress
from itertools import islice
from typing import IO, TYPE_CHECKING, Any, Literal

from linewise._json import json_text
from linewise.errors import OptionError
from linewise.files import settle_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    import pyarrow as pa

__all__ = [
    "FORMS",
    "Form",
    "discard_leftovers",
    "form_named",
    "read_batches",
    "replaced",
    "rows_of",
    "write_batches",
]

Form = Literal["parquet", "jsonl"]

FORMS: tuple[Form, ...] = ("parquet", "jsonl")

# Rows that are read at a time.
_ROWS = 8192

_LEFTOVER = ".linewise-tmp"


def write_batches(
    path: Path, batches: Iterable[pa.RecordBatch], schema: pa.Schema, form: Form
) -> None:
    """Write a file of chunks; it is there whole and on the disk, or not at all.

    Args:
        path: of the file.
        batches: all of the same columns; each becomes a row group of its own.
        schema: of the file where there are no batches.
        form: of the file.

    Raises:
        OSError: it cannot be written.
    """
    writer = {"parquet": _write_parquet, "jsonl": _write_jsonl}[form]
    with replaced(path) as file:
        writer(file, batches, schema)


@contextmanager
def replaced(path: Path) -> Iterator[IO[bytes]]:
    """Open a file to be written in the place of another, which is replaced whole or not at all."""
    # Two processes may be at the same part when the one that started the first was killed.
    beside = path.with_name(f".{path.name}.{os.getpid()}{_LEFTOVER}")
    try:
        with beside.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    settle_folder(path.parent)


def discard_leftovers(folder: Path) -> None:
    """Remove what killed runs have left unfinished."""
    for leftover in folder.glob(f".*{_LEFTOVER}"):
        with suppress(OSError):
            leftover.unlink()


def read_batches(path: Path) -> Iterator[pa.RecordBatch]:
    """Yield the chunks of a file that `write_batches` wrote.

    Raises:
        OSError: it cannot be read.
        ValueError: it is damaged.
        pyarrow.ArrowException: likewise.
    """
    if path.suffix == ".parquet":
        import pyarrow.parquet as pq  # noqa: PLC0415 - heavy

        with pq.ParquetFile(path) as file:
            yield from file.iter_batches(_ROWS)
        return
    with path.open("rb") as lines:
        while rows := [json.loads(line) for line in islice(lines, _ROWS)]:
            yield _batch_of(rows)


def rows_of(batch: pa.RecordBatch) -> Iterator[dict[str, Any]]:
    """Yield the rows of a batch as plain values, ready for JSON."""
    for row in batch.to_pylist():
        # Dates, decimals and bytes of others' columns are written as Python shows them.
        yield json.loads(json_text(row, default=str)) if _odd(row) else row


def form_named(form: str) -> Form:
    """Return a form by its name.

    Raises:
        OptionError: there is none.
    """
    for known in FORMS:
        if known == form:
            return known
    raise OptionError(f"form {form!r} does not exist: {', '.join(FORMS)} were expected")


def _batch_of(rows: list[dict[str, Any]]) -> pa.RecordBatch:
    """Return rows of JSON as a batch; of others' columns the types are those of their values."""
    import pyarrow as pa  # noqa: PLC0415 - heavy

    from linewise.bulk.arrow import CHUNK_SCHEMA  # noqa: PLC0415 - heavy

    kinds = {one.name: one.type for one in CHUNK_SCHEMA}
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    arrays = [
        pa.array(values, kinds[name]) if name in kinds else _guessed(values)
        for name, values in columns.items()
    ]
    return pa.RecordBatch.from_arrays(arrays, names=[*columns])


def _guessed(values: list[Any]) -> pa.Array:
    """Return values of JSON as a column; as JSON where they are of no one type of Arrow."""
    import pyarrow as pa  # noqa: PLC0415 - heavy

    try:
        return pa.array(values)
    except (pa.ArrowException, OverflowError):
        return pa.array([json_text(value) for value in values])


def _odd(row: dict[str, Any]) -> bool:
    return any(
        type(value) not in {str, int, float, bool, list, type(None)} for value in row.values()
    )


def _write_parquet(file: IO[bytes], batches: Iterable[pa.RecordBatch], schema: pa.Schema) -> None:
    import pyarrow as pa  # noqa: PLC0415 - heavy
    import pyarrow.parquet as pq  # noqa: PLC0415 - heavy

    writer = None
    try:
        for batch in batches:
            writer = writer or pq.ParquetWriter(file, batch.schema, compression="zstd")
            # write_batch would hold on to what it is given until there are a million rows.
            writer.write_table(pa.Table.from_batches([batch]))
        writer = writer or pq.ParquetWriter(file, schema, compression="zstd")
    finally:
        if writer is not None:
            writer.close()


def _write_jsonl(file: IO[bytes], batches: Iterable[pa.RecordBatch], _schema: pa.Schema) -> None:
    for batch in batches:
        for row in batch.to_pylist():
            file.write(json_text(row, default=str).encode() + b"\n")
