"""Chunks kept in a store, and what has to be done there when documents have changed.

A store is anything with the four methods of `Store`. Of the chunks of a document that was
edited, those with the same id are the same words: their vectors stand, and only their places
may be others.
"""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import pyarrow as pa
import pyarrow.compute as pc

from linewise._kinds import check_kind, check_several
from linewise.bulk.arrow import CHUNK_SCHEMA
from linewise.bulk.manifest import FOLDER, Manifest
from linewise.bulk.writing import read_batches
from linewise.errors import FileError, OptionError
from linewise.files import real_path

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

__all__ = ["Store", "StoreChanges", "chunks_in", "update_store"]

# The id of a document, its part, and its row there.
_Document = tuple[str, str | None, int | None]


@runtime_checkable
class Store(Protocol):
    """Where chunks are kept; rows are those of `CHUNK_SCHEMA`, a document at a time."""

    def known(self) -> Iterable[str]:
        """Return the ids of all documents."""
        ...

    def ids(self, doc_id: str) -> Collection[str]:
        """Return the ids of the chunks of a document."""
        ...

    def write(self, doc_id: str, new: pa.RecordBatch, same: pa.RecordBatch) -> None:
        """Add new chunks of a document, and take the places of those that it has."""
        ...

    def remove(self, doc_id: str, ids: Collection[str]) -> None:
        """Forget chunks of a document."""
        ...


@dataclass(frozen=True, slots=True)
class StoreChanges:
    """What was done to a store.

    Attributes:
        documents: how many have chunks there now.
        kept: chunks that were there, with the same words.
        added: chunks that are new; so many vectors have to be made.
        removed: chunks that are gone.
        replaced: whether a store that was there was replaced whole, with all that it had.
    """

    documents: int = 0
    kept: int = 0
    added: int = 0
    removed: int = 0
    replaced: bool = False

    def as_dict(self) -> dict[str, int]:
        """Return the counts as plain values, ready for JSON."""
        return asdict(self)

    def __str__(self) -> str:
        one = self.added == 1
        chunks = f"{self.added:,} chunk{'' if one else 's'}"
        vector = f"which need{'s' if one else ''} a vector"
        if self.replaced:
            return f"{chunks} written anew in the place of all that was there, {vector}"
        return f"{chunks} added, {vector}, {self.removed:,} removed, {self.kept:,} kept"


def update_store(store: Store, batches: Iterable[pa.RecordBatch]) -> StoreChanges:
    """Bring a store up to date with all chunks that there are.

    Of a document that could not be split the store keeps what it has; and where a whole part
    could not be read, nobody knows which documents are gone, so that none is taken for it.

    Args:
        store: to be changed.
        batches: all chunks, as `chunk_batch` gives them; those of a document stand together.

    Raises:
        OptionError: two documents have the same id, or there are no texts or no ids of chunks.
    """
    check_kind("store", store, Store)
    check_several("batches", batches, "chunks_in(folder)")
    changes, seen, whole = StoreChanges(), set(), True
    for doc_id, chunks in _documents(batches):
        if doc_id in seen:
            raise OptionError(
                f"two documents are called {doc_id!r}; in a store each has its own id"
            )
        seen.add(doc_id)
        if chunks.column("error").null_count == chunks.num_rows:
            changes = _written(store, doc_id, chunks, changes)
        elif chunks.column("row").null_count:
            whole = False
    for doc_id in [*store.known()] if whole else []:
        if doc_id not in seen:
            gone = store.ids(doc_id)
            store.remove(doc_id, gone)
            changes = replace(changes, removed=changes.removed + len(gone))
    return changes


def chunks_in(folder: str | os.PathLike[str]) -> Iterator[pa.RecordBatch]:
    """Yield all chunks of a folder that `bulk_split` has filled, in the order of its files.

    Raises:
        FileError: no run has filled it, or it cannot be read.
    """
    real_path(folder)
    path = Path(folder)
    if not os.path.isdir(path / FOLDER):  # noqa: PTH112 - pathlib raises for odd names
        raise FileError(f"{folder}: this is no folder that a bulk run has filled")
    for entry in Manifest(path).entries.values():
        if entry.output is None:
            yield _lost(entry.part, entry.failures[0].doc_id, entry.failures[0].error)
            continue
        try:
            yield from read_batches(path / entry.output)
        except (OSError, ValueError, pa.ArrowException) as error:
            raise FileError(f"{path / entry.output}: it cannot be read: {error}") from error


def _written(
    store: Store, doc_id: str, chunks: pa.RecordBatch, changes: StoreChanges
) -> StoreChanges:
    before = {*store.ids(doc_id)}
    ids = chunks.column("chunk_id")
    same = pc.is_in(ids, pa.array(sorted(before), ids.type))
    gone = before - {*ids.to_pylist()}
    new = chunks.filter(pc.invert(same))
    store.remove(doc_id, gone)
    store.write(doc_id, new, chunks.filter(same))
    return StoreChanges(
        changes.documents + 1,
        changes.kept + chunks.num_rows - new.num_rows,
        changes.added + new.num_rows,
        changes.removed + len(gone),
    )


def _documents(batches: Iterable[pa.RecordBatch]) -> Iterator[tuple[str, pa.RecordBatch]]:
    """Yield the rows of each document; a document may go on in the next batch."""
    before: _Document | None = None
    parts: list[pa.RecordBatch] = []
    for batch in batches:
        check_kind("a batch", batch, pa.RecordBatch)
        _refuse_without(batch.schema)
        for document, rows in _runs(batch):
            if before is not None and document != before:
                yield before[0], _joined(parts)
                parts = []
            before = document
            parts.append(rows)
    if before is not None:
        yield before[0], _joined(parts)


def _runs(batch: pa.RecordBatch) -> Iterator[tuple[_Document, pa.RecordBatch]]:
    """Yield the stretches of a batch that are of one document."""
    columns = (batch.column(name).to_pylist() for name in ("doc_id", "part", "row"))
    names: list[_Document] = [*zip(*columns, strict=True)]
    start = 0
    for at in range(1, len(names) + 1):
        if at == len(names) or names[at] != names[start]:
            yield names[start], batch.slice(start, at - start)
            start = at


def _joined(parts: list[pa.RecordBatch]) -> pa.RecordBatch:
    return parts[0] if len(parts) == 1 else pa.concat_batches(parts)


def _refuse_without(schema: pa.Schema) -> None:
    for name in ("chunk_id", "text", "start", "end"):
        if name not in schema.names:
            raise OptionError(f"a store needs the column {name!r}: make the chunks with it")


def _lost(part: str, doc_id: str, error: str) -> pa.RecordBatch:
    row = {"doc_id": doc_id, "part": part, "error": error}
    return pa.RecordBatch.from_pylist([row], CHUNK_SCHEMA)
