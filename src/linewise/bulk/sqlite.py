"""Chunks in an SQLite database, with full-text search over them and their places."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linewise._json import json_text
from linewise.bulk.arrow import CHUNK_SCHEMA
from linewise.bulk.stores import StoreChanges, update_store
from linewise.errors import FileError
from linewise.files import real_path

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    import pyarrow as pa

__all__ = ["SqliteStore", "to_sqlite"]

# Tells a database of ours from any other, which is never written to.
_APPLICATION = 1818848869

_TABLES = """
CREATE TABLE documents (doc_id TEXT PRIMARY KEY, metadata TEXT) WITHOUT ROWID;
CREATE TABLE chunks (
    number INTEGER PRIMARY KEY, doc_id TEXT NOT NULL, chunk_id TEXT NOT NULL,
    text TEXT NOT NULL, context TEXT, tokens INTEGER, UNIQUE (doc_id, chunk_id)
);
CREATE TABLE places (
    number INTEGER PRIMARY KEY REFERENCES chunks, part TEXT, row INTEGER, start INTEGER,
    "end" INTEGER, line_first INTEGER, line_last INTEGER, page INTEGER, headings TEXT
);
CREATE VIRTUAL TABLE search USING fts5(
    text, context, content = 'chunks', content_rowid = 'number', tokenize = 'unicode61'
);
CREATE TRIGGER chunk_added AFTER INSERT ON chunks BEGIN
    INSERT INTO search (rowid, text, context) VALUES (new.number, new.text, new.context);
END;
CREATE TRIGGER chunk_moved AFTER UPDATE OF context ON chunks BEGIN
    INSERT INTO search (search, rowid, text, context)
        VALUES ('delete', old.number, old.text, old.context);
    INSERT INTO search (rowid, text, context) VALUES (new.number, new.text, new.context);
END;
CREATE TRIGGER chunk_removed AFTER DELETE ON chunks BEGIN
    INSERT INTO search (search, rowid, text, context)
        VALUES ('delete', old.number, old.text, old.context);
    DELETE FROM places WHERE number = old.number;
END;
CREATE VIEW found AS
    SELECT * FROM chunks JOIN places USING (number) JOIN documents USING (doc_id);
"""

_PLACE = ("part", "row", "start", "end", "line_first", "line_last", "page", "headings")

_SET = ", ".join(f'"{name}" = ?' for name in _PLACE)
_NAMES = ", ".join(f'"{name}"' for name in _PLACE)
_MARKS = ", ".join("?" * len(_PLACE))


def to_sqlite(
    batches: Iterable[pa.RecordBatch], path: str | os.PathLike[str], *, update: bool = False
) -> StoreChanges:
    """Keep chunks in an SQLite database.

    The table `chunks` has the words, `places` where they stand, `documents` the metadata,
    `search` is an index for full-text search (FTS5) over words and contexts, and the view
    `found` has all of it side by side.

    Args:
        batches: all chunks, as `chunk_batch` gives them or `chunks_in` reads them.
        path: of the database; one that is there is replaced whole.
        update: touch only what has changed in the database that is there. It changes whole or
            not at all.

    Raises:
        FileError: it cannot be written, or a file of another kind is there.
        OptionError: two documents have the same id, or there are no texts or no ids of chunks.
    """
    real_path(path)
    target = Path(path)
    try:
        if target.exists():
            _refuse_other_files(target)
            if update:
                return _updated(target, batches)
            return replace(_made_anew(target, batches), replaced=True)
        return _made_anew(target, batches)
    except (OSError, sqlite3.Error) as error:
        raise FileError(f"{target}: the database cannot be written: {error}") from error


class SqliteStore:
    """A `Store` over an open database, for those who keep tables of their own beside it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def known(self) -> Iterable[str]:
        """Return the ids of all documents."""
        return [doc_id for (doc_id,) in self._connection.execute("SELECT doc_id FROM documents")]

    def ids(self, doc_id: str) -> Collection[str]:
        """Return the ids of the chunks of a document."""
        found = self._connection.execute("SELECT chunk_id FROM chunks WHERE doc_id = ?", (doc_id,))
        return {chunk_id for (chunk_id,) in found}

    def write(self, doc_id: str, new: pa.RecordBatch, same: pa.RecordBatch) -> None:
        """Add new chunks of a document, and take the places of those that it has."""
        for row in new.to_pylist():
            self._add(doc_id, row)
        for row in same.drop_columns(["text"]).to_pylist():
            self._move(doc_id, row)
        for rows in (new, same):
            if rows.num_rows:
                self._keep_metadata(doc_id, rows.slice(0, 1))

    def remove(self, doc_id: str, ids: Collection[str]) -> None:
        """Forget chunks of a document, and the document with its last one."""
        self._connection.executemany(
            "DELETE FROM chunks WHERE doc_id = ? AND chunk_id = ?",
            [(doc_id, chunk_id) for chunk_id in ids],
        )
        self._connection.execute(
            "DELETE FROM documents WHERE doc_id = ?"
            " AND doc_id NOT IN (SELECT doc_id FROM chunks WHERE doc_id = documents.doc_id)",
            (doc_id,),
        )

    def _add(self, doc_id: str, row: dict[str, Any]) -> None:
        number = self._connection.execute(
            "INSERT INTO chunks (doc_id, chunk_id, text, context, tokens) VALUES (?, ?, ?, ?, ?)",
            (doc_id, row["chunk_id"], row["text"], row.get("context"), row.get("tokens")),
        ).lastrowid
        self._connection.execute(
            f"INSERT INTO places (number, {_NAMES}) VALUES (?, {_MARKS})",  # noqa: S608 - names of ours
            (number, *_place(row)),
        )

    def _move(self, doc_id: str, row: dict[str, Any]) -> None:
        """Take what may differ where the words are the same, if it does."""
        place, names = _place(row), (doc_id, row["chunk_id"])
        self._connection.execute(
            f"UPDATE places SET {_SET} WHERE number ="  # noqa: S608 - names of ours
            " (SELECT number FROM chunks WHERE doc_id = ? AND chunk_id = ?)"
            f" AND ({_NAMES}) IS NOT ({_MARKS})",
            (*place, *names, *place),
        )
        context = row.get("context")
        self._connection.execute(
            "UPDATE chunks SET context = ? WHERE doc_id = ? AND chunk_id = ? AND context IS NOT ?",
            (context, *names, context),
        )

    def _keep_metadata(self, doc_id: str, first: pa.RecordBatch) -> None:
        names = [name for name in first.schema.names if name not in CHUNK_SCHEMA.names]
        [row] = first.select(names).to_pylist()
        self._connection.execute(
            "INSERT INTO documents VALUES (?, ?)"
            " ON CONFLICT DO UPDATE SET metadata = excluded.metadata"
            " WHERE metadata IS NOT excluded.metadata",
            (doc_id, json_text(row, default=str)),
        )


def _place(row: dict[str, Any]) -> tuple[Any, ...]:
    known = {**row, "headings": json_text(row.get("headings") or [])}
    return tuple(known.get(name) for name in _PLACE)


def _made_anew(target: Path, batches: Iterable[pa.RecordBatch]) -> StoreChanges:
    """Fill a database beside the place, and put it there when it is whole."""
    beside = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        with closing(sqlite3.connect(beside)) as connection:
            # Half a database is thrown away, so there is nothing to guard on the way.
            connection.executescript(
                "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
                f"PRAGMA application_id = {_APPLICATION};" + _TABLES
            )
            with connection:
                changes = update_store(SqliteStore(connection), batches)
        with beside.open("rb") as file:
            os.fsync(file.fileno())
        beside.replace(target)
    finally:
        with suppress(OSError):
            beside.unlink()
    return changes


def _updated(target: Path, batches: Iterable[pa.RecordBatch]) -> StoreChanges:
    with closing(sqlite3.connect(target)) as connection, connection:
        return update_store(SqliteStore(connection), batches)


def _refuse_other_files(target: Path) -> None:
    # Writable, so that what a killed update has left is taken back before anything else.
    with closing(sqlite3.connect(target.absolute().as_uri() + "?mode=rw", uri=True)) as connection:
        try:
            [known] = connection.execute("PRAGMA application_id").fetchone()
        except sqlite3.DatabaseError:
            known = None
    if known != _APPLICATION:
        raise FileError(
            f"{target}: this is no database of chunks; name a file that is new, or that "
            "to_sqlite has made"
        )
