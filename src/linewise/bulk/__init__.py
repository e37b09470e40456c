"""Bulk: many documents, by many processes or machines, over many runs, with the same chunks."""

from linewise.bulk._extra import require_pyarrow

require_pyarrow()

from linewise.bulk.arrow import (  # noqa: E402 - once it is known that it can be imported
    CHUNK_SCHEMA,
    chunk_batch,
    chunk_batches,
    chunk_schema,
)
from linewise.bulk.calls import BulkReport, Progress, bulk_split, bulk_stream  # noqa: E402
from linewise.bulk.duck import DuckStore  # noqa: E402
from linewise.bulk.manifest import Failure  # noqa: E402
from linewise.bulk.ray import chunk_dataset  # noqa: E402
from linewise.bulk.spec import Spec  # noqa: E402
from linewise.bulk.sqlite import SqliteStore, to_sqlite  # noqa: E402
from linewise.bulk.stores import Store, StoreChanges, chunks_in, update_store  # noqa: E402

__all__ = [
    "CHUNK_SCHEMA",
    "BulkReport",
    "DuckStore",
    "Failure",
    "Progress",
    "Spec",
    "SqliteStore",
    "Store",
    "StoreChanges",
    "bulk_split",
    "bulk_stream",
    "chunk_batch",
    "chunk_batches",
    "chunk_dataset",
    "chunk_schema",
    "chunks_in",
    "to_sqlite",
    "update_store",
]
