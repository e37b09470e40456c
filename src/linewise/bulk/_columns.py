"""The columns of a batch as plain values, and chunks as columns."""

from __future__ import annotations

from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from linewise.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from linewise.bulk.spec import Spec
    from linewise.splitting import Chunk

__all__ = ["Columns", "Contents", "contents_of", "plain_type", "stretches", "writable"]

# Characters of chunks that are held before they are put into a batch.
_FULL = 1 << 24

# Bytes of a batch that are there because each chunk repeats what comes with its row.
_MOST_REPEATED = 1 << 25


class Contents(NamedTuple):
    """What a batch says of each of its documents, as plain values.

    A text that is no UTF-8 is there as its bytes.
    """

    names: Sequence[str]
    parts: Sequence[str | None]
    rows: Sequence[int]
    texts: Sequence[str | bytes | None]
    files: Sequence[bytes | None]
    paths: Sequence[str | None]


def contents_of(batch: pa.RecordBatch, spec: Spec) -> Contents:
    """Return what a batch says of its documents.

    Raises:
        OptionError: there is nothing to split, or a column is of a kind that cannot be read.
    """
    known = batch.schema.names
    if not {spec.text_column, "bytes", "path"} & {*known}:
        raise OptionError(
            f"there is no column {spec.text_column!r}, 'bytes' or 'path' to split: the columns are "
            f"{', '.join(map(repr, known)) or 'none'}; text_column names that of the texts"
        )
    texts, paths = _texts(batch, spec.text_column), _strings(batch, "path")
    parts, rows = _strings(batch, "part"), _rows(batch)
    ids = _strings(batch, spec.id_column)
    names = [
        one if one is not None else path if path is not None else f"{part or ''}#{row}"
        for one, path, part, row in zip(ids, paths, parts, rows, strict=True)
    ]
    return Contents(names, parts, rows, texts, _bytes(batch), paths)


def plain_type(kind: pa.DataType) -> pa.DataType:
    """Return the type that values of a type are written in: no views, no dictionaries."""
    if pa.types.is_dictionary(kind):
        return plain_type(kind.value_type)
    if pa.types.is_string_view(kind):
        return pa.large_string()
    if pa.types.is_binary_view(kind):
        return pa.large_binary()
    return kind


def writable(text: str) -> str:
    """Return a text in which what no table can hold stands as an escape.

    That is half of a surrogate pair, as a path has it whose bytes are no text, and a message that
    quotes one.
    """
    return text if text.isascii() else text.encode(errors="backslashreplace").decode()


def stretches(places: Sequence[int], repeated: Sequence[pa.Array]) -> list[tuple[int, int]]:
    """Cut chunks into stretches that repeat no more of what comes with their rows than is bounded.

    Args:
        places: of which row each chunk is.
        repeated: the columns that come with the rows.
    """
    import numpy as np  # noqa: PLC0415 - heavy

    if not repeated or not places:
        return [(0, len(places))]
    sizes = sum(map(_row_sizes, repeated))
    blocks = np.cumsum(np.asarray(sizes)[places]) // _MOST_REPEATED
    cuts = [0, *(np.flatnonzero(np.diff(blocks)) + 1).tolist(), len(places)]
    return [*pairwise(cuts)]


def _row_sizes(column: pa.Array) -> Any:
    """Return about how many bytes each value of a column takes."""
    import numpy as np  # noqa: PLC0415 - heavy

    kind = column.type
    if any(is_one(kind) for is_one in _LONG):
        sizes = pc.binary_length(column).fill_null(0)
        return sizes.to_numpy(zero_copy_only=False).astype(np.int64)
    return np.full(len(column), column.nbytes // max(1, len(column)), np.int64)


_LONG = (pa.types.is_string, pa.types.is_large_string, pa.types.is_binary, pa.types.is_large_binary)


class Columns:
    """Chunks of one document after the other, column by column.

    Attributes:
        places: of which row of the batch each chunk is.
    """

    def __init__(self, without: Sequence[str]) -> None:
        self.places: list[int] = []
        self._values: dict[str, list[Any]] = {
            name: [] for names in _READERS for name in names if not {*names} <= {*without}
        }
        self._readers = {
            names: read for names, read in _READERS.items() if names[0] in self._values
        }
        self._errors: list[str | None] = []
        self._length = 0

    def add(self, place: int, chunks: Sequence[Chunk]) -> None:
        """Add the chunks of a document, all or none."""
        if not chunks:
            return
        read = [(names, columns(chunks)) for names, columns in self._readers.items()]
        for names, columns in read:
            for name, column in zip(names, columns, strict=True):
                self._values[name] += column
        self.places += [place] * len(chunks)
        self._errors += [None] * len(chunks)
        self._length += sum(map(len, chunks))

    def fail(self, place: int, error: str) -> None:
        """Add a document that could not be split, as a row that says why."""
        for values in self._values.values():
            values.append(None)
        self.places.append(place)
        self._errors.append(writable(error))

    def is_full(self) -> bool:
        """Tell whether there is enough for a batch."""
        return self._length >= _FULL

    def arrays(self, schema: pa.Schema) -> dict[str, pa.Array]:
        """Return the columns, with the types of a schema."""
        columns = {**self._values, "error": self._errors}
        return {
            name: pa.array(values, schema.field(name).type)
            for name, values in columns.items()
            if name in schema.names
        }


def _values(name: str) -> Callable[[Sequence[Chunk]], Sequence[Sequence[Any]]]:
    read = attrgetter(name)
    return lambda chunks: ([*map(read, chunks)],)


def _lines(chunks: Sequence[Chunk]) -> Sequence[Sequence[int]]:
    return [*zip(*(chunk.lines for chunk in chunks), strict=True)]


def _headings(chunks: Sequence[Chunk]) -> Sequence[Sequence[tuple[str, ...]]]:
    if not chunks[0].document.headings:
        return ([()] * len(chunks),)
    return ([chunk.headings for chunk in chunks],)


def _pages(chunks: Sequence[Chunk]) -> Sequence[Sequence[int | None]]:
    if not chunks[0].document.pages:
        return ([None] * len(chunks),)
    return ([chunk.page for chunk in chunks],)


# What is read at once, by the names of the columns that it gives.
_READERS: dict[tuple[str, ...], Callable[[Sequence[Chunk]], Sequence[Sequence[Any]]]] = {
    ("chunk_id",): _values("id"),
    ("text",): _values("text"),
    ("start",): _values("start"),
    ("end",): _values("end"),
    ("line_first", "line_last"): _lines,
    ("page",): _pages,
    ("headings",): _headings,
    ("tokens",): _values("tokens"),
    ("context",): _values("context"),
}


def _strings(batch: pa.RecordBatch, name: str) -> Sequence[str | None]:
    """Return a column as strings; all None where there is no such column."""
    return [
        one.decode(errors="backslashreplace") if isinstance(one, bytes) else one
        for one in _texts(batch, name)
    ]


def _texts(batch: pa.RecordBatch, name: str) -> Sequence[str | bytes | None]:
    """Return a column as strings; of what is no UTF-8 the bytes."""
    if name not in batch.schema.names:
        return [None] * batch.num_rows
    column = batch.column(name)
    try:
        text = column.cast(pa.large_string())
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
        raise OptionError(
            f"column {name!r} is {column.type}, which cannot be read as text ({error})"
        ) from None
    try:
        return list(text.to_pylist())
    except UnicodeDecodeError:
        return [None if one is None else _decoded(one) for one in _binary(text)]


def _binary(text: pa.Array) -> Sequence[bytes | None]:
    return list(text.cast(pa.large_binary()).to_pylist())


def _decoded(data: bytes) -> str | bytes:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def _bytes(batch: pa.RecordBatch) -> Sequence[bytes | None]:
    if "bytes" not in batch.schema.names:
        return [None] * batch.num_rows
    column = batch.column("bytes")
    try:
        return list(column.cast(pa.large_binary()).to_pylist())
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        raise OptionError(f"column 'bytes' is {column.type}; binary was expected") from None


def _rows(batch: pa.RecordBatch) -> Sequence[int]:
    if "row" not in batch.schema.names:
        return range(batch.num_rows)
    column = batch.column("row")
    if not pa.types.is_integer(column.type) or column.null_count:
        raise OptionError(
            f"column 'row' is {column.type}; whole numbers without null were expected"
        )
    return list(column.to_pylist())
