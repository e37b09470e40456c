"""Chunks with their vectors in a DuckDB database, an embedded store that searches them exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import pyarrow as pa

from linewise._kinds import check_call
from linewise.bulk.arrow import CHUNK_SCHEMA
from linewise.errors import FileError, OptionError
from linewise.files import real_path

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Collection, Iterable, Sequence

    from numpy.typing import ArrayLike

__all__ = ["DuckStore"]

_NAMES = [name for name in CHUNK_SCHEMA.names if name != "error"]

# What may differ where the words are the same.
_PLACES = ("part", "row", "start", "end", "line_first", "line_last", "page", "headings", "context")

_SET = ", ".join(f'"{name}" = given."{name}"' for name in _PLACES)
_CHANGED = " OR ".join(f'chunks."{name}" IS DISTINCT FROM given."{name}"' for name in _PLACES)


class DuckStore:
    """A `Store` that makes a vector of each new chunk, and finds the chunks near to one.

    Args:
        path: of the database; it is made if it is not there.
        embed: makes a vector of each of some texts, all of the same length.

    Raises:
        OptionError: DuckDB is not installed.
        FileError: the database cannot be opened.
    """

    def __init__(
        self, path: str | os.PathLike[str], embed: Callable[[Sequence[str]], ArrayLike]
    ) -> None:
        try:
            import duckdb  # noqa: PLC0415 - an extra
        except ImportError as error:
            raise OptionError("DuckDB is not installed: pip install 'linewise[duckdb]'") from error
        real_path(path)
        check_call("embed", embed)
        self._embed = embed
        self._path = path
        try:
            self._connection = duckdb.connect(path)
        except duckdb.Error as error:
            raise FileError(f"{path}: the database cannot be opened: {error}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def known(self) -> Iterable[str]:
        """Return the ids of all documents."""
        return self._column("SELECT DISTINCT doc_id FROM chunks ORDER BY doc_id")

    def ids(self, doc_id: str) -> Collection[str]:
        """Return the ids of the chunks of a document."""
        return self._column("SELECT chunk_id FROM chunks WHERE doc_id = $1", [doc_id])

    def write(self, doc_id: str, new: pa.RecordBatch, same: pa.RecordBatch) -> None:  # noqa: ARG002 - the rows say it, too
        """Add new chunks of a document with their vectors, and take the places of the others."""
        if same.num_rows:
            self._run(
                f"UPDATE chunks SET {_SET} FROM given"  # noqa: S608 - names of ours
                " WHERE chunks.doc_id = given.doc_id AND chunks.chunk_id = given.chunk_id"
                f" AND ({_CHANGED})",
                _columns(same),
            )
        if new.num_rows:
            vectors = self._vectors(new)
            self._run("CREATE TABLE IF NOT EXISTS chunks AS SELECT * FROM given LIMIT 0", vectors)
            self._run("INSERT INTO chunks BY NAME SELECT * FROM given", vectors)

    def remove(self, doc_id: str, ids: Collection[str]) -> None:
        """Forget chunks of a document."""
        if ids:
            self._fetched(
                "DELETE FROM chunks WHERE doc_id = $1 AND list_contains($2, chunk_id)",
                [doc_id, [*ids]],
            )

    def near(self, vector: ArrayLike, count: int = 5) -> list[dict[str, Any]]:
        """Return the chunks whose vectors point most nearly the same way, the nearest first.

        Each is a row of the columns of `CHUNK_SCHEMA`, with its `distance`: 0 for the same
        direction, 1 for a right angle.

        Args:
            vector: as `embed` makes them.
            count: how many chunks at most.
        """
        import numpy as np  # noqa: PLC0415 - heavy

        if not self._is_made():
            return []
        wanted = np.asarray(vector, dtype=np.float32).ravel().tolist()
        self._refuse_other_length(len(wanted))
        query = (
            f"SELECT *, array_cosine_distance(vector, $1::FLOAT[{len(wanted)}])"  # noqa: S608 - a number
            " AS distance FROM chunks ORDER BY distance, doc_id, start LIMIT $2"
        )
        names = [*_NAMES, "vector", "distance"]
        return [dict(zip(names, row, strict=True)) for row in self._fetched(query, [wanted, count])]

    def _vectors(self, new: pa.RecordBatch) -> pa.Table:
        """Return chunks with a column of their vectors."""
        from linewise.search.vectors import finite_rows  # noqa: PLC0415 - it brings all of search

        made = finite_rows(self._embed(new.column("text").to_pylist()), new.num_rows, "float32")
        self._refuse_other_length(made.shape[1])
        vectors = pa.FixedSizeListArray.from_arrays(pa.array(made.ravel()), made.shape[1])
        return _columns(new).append_column("vector", vectors)

    def _refuse_other_length(self, length: int) -> None:
        """Refuse vectors that cannot be compared with those that the store has."""
        if self._is_made():
            [(kind,)] = self._fetched(
                "SELECT data_type FROM duckdb_columns()"
                " WHERE table_name = 'chunks' AND column_name = 'vector'"
            )
            if kind != f"FLOAT[{length}]":
                raise OptionError(
                    f"{self._path}: the vector has {length} numbers, and those of the store are "
                    f"{kind}: use one model for a store"
                )

    def _column(self, query: str, values: Sequence[Any] = ()) -> list[str]:
        if not self._is_made():
            return []
        return [one for (one,) in self._fetched(query, values)]

    def _is_made(self) -> bool:
        query = "SELECT count(*) FROM duckdb_tables() WHERE table_name = 'chunks'"
        [(count,)] = self._fetched(query)
        return bool(count)

    def _fetched(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        # A result that is not fetched to its end would keep the connection busy.
        import duckdb  # noqa: PLC0415 - an extra

        try:
            found: list[tuple[Any, ...]] = self._connection.execute(query, [*values]).fetchall()
        except duckdb.Error as error:
            raise FileError(f"{self._path}: the database refuses: {error}") from error
        return found

    def _run(self, query: str, table: pa.Table) -> None:
        self._connection.register("given", table)
        try:
            self._fetched(query)
        finally:
            self._connection.unregister("given")


def _columns(chunks: pa.RecordBatch) -> pa.Table:
    """Return the columns of chunks that the store has; those that were not made are null."""
    have = set(chunks.schema.names)
    return pa.table(
        {
            one.name: chunks.column(one.name).cast(one.type)
            if one.name in have
            else pa.nulls(chunks.num_rows, one.type)
            for one in map(CHUNK_SCHEMA.field, _NAMES)
        }
    )
