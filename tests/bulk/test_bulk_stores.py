"""Chunks in stores: full-text search, vectors, and as little to do as an edit leaves."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pytest

from linewise import FileError, OptionError
from linewise.bulk import (
    DuckStore,
    Spec,
    StoreChanges,
    bulk_split,
    chunk_batch,
    chunks_in,
    to_sqlite,
    update_store,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

SPEC = Spec({"by": "markdown", "size": 40, "stable": True}, {"format": "markdown"})

MANUAL = "# Manual\n\n## Valves\n\nA valve opens to the left.\n\n## Pumps\n\nA pump wants oil.\n"
LETTERS = "abcdefghijklmnop"
NOTES = "# Notes\n\nThe pump was loud in March.\n"


def batch_of(**texts: str | None) -> pa.RecordBatch:
    """Return the chunks of documents, by their names."""
    titles = [name.upper() for name in texts]
    columns = {"id": [*texts], "text": [*texts.values()], "title": titles}
    return chunk_batch(pa.RecordBatch.from_pydict(columns), SPEC)


def rows_of(path: Path, query: str, *values: Any) -> list[tuple[Any, ...]]:
    """Return what a query finds in a database."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query, values).fetchall()


def places_in(path: Path) -> list[tuple[Any, ...]]:
    """Return all that a database tells of chunks, but the numbers of its rows."""
    return rows_of(
        path,
        'SELECT doc_id, chunk_id, text, context, tokens, part, row, start, "end", line_first,'
        " line_last, page, headings, metadata FROM found ORDER BY doc_id, start",
    )


def test_words_are_found_with_their_places(tmp_path: Path) -> None:
    """A full-text search leads to the document, the lines and the headings above."""
    changes = to_sqlite([batch_of(manual=MANUAL, notes=NOTES)], tmp_path / "chunks.db")
    assert (2, changes.added, 0, 0) == (
        changes.documents,
        len(places_in(tmp_path / "chunks.db")),
        changes.kept,
        changes.removed,
    )
    found = rows_of(
        tmp_path / "chunks.db",
        "SELECT doc_id, line_first, headings, metadata FROM search JOIN found"
        " ON number = search.rowid WHERE search MATCH 'text: oil'",
    )
    assert [("manual", '["Manual", "Pumps"]', '{"title": "MANUAL"}')] == [
        (doc_id, headings, metadata) for doc_id, _, headings, metadata in found
    ]


def test_an_edit_touches_only_what_it_changed(tmp_path: Path) -> None:
    """Rows with the same words stay, and have new places where they moved."""
    path = tmp_path / "chunks.db"
    to_sqlite([batch_of(manual=MANUAL, notes=NOTES)], path)
    numbers = dict(rows_of(path, "SELECT chunk_id, number FROM chunks"))
    edited = MANUAL.replace("to the left", "right,\nthen closes")
    changes = to_sqlite([batch_of(manual=edited, notes=NOTES)], path, update=True)
    assert (1, 1, len(numbers) - 1) == (changes.added, changes.removed, changes.kept)
    after = dict(rows_of(path, "SELECT chunk_id, number FROM chunks"))
    assert len(numbers) - 1 == len(numbers.items() & after.items())
    to_sqlite([batch_of(manual=edited, notes=NOTES)], tmp_path / "anew.db")
    assert places_in(tmp_path / "anew.db") == places_in(path)


def test_the_search_follows_the_edits(tmp_path: Path) -> None:
    """What is gone is not found, what is new is."""
    path = tmp_path / "chunks.db"
    to_sqlite([batch_of(manual=MANUAL)], path)
    to_sqlite([batch_of(manual=MANUAL.replace("oil", "grease"))], path, update=True)
    query = "SELECT count(*) FROM search WHERE search MATCH ?"
    assert [[(0,)], [(1,)]] == [rows_of(path, query, word) for word in ("oil", "grease")]


def test_a_heading_that_is_reworded_reaches_the_search(tmp_path: Path) -> None:
    """The context of a chunk may change while its words stay."""
    path = tmp_path / "chunks.db"
    to_sqlite([batch_of(manual=MANUAL)], path)
    edited = MANUAL.replace("## Pumps", "## Engines")
    changes = to_sqlite([batch_of(manual=edited)], path, update=True)
    to_sqlite([batch_of(manual=edited)], tmp_path / "anew.db")
    assert places_in(tmp_path / "anew.db") == places_in(path)
    assert changes.kept > 0
    query = "SELECT count(*) FROM search WHERE search MATCH 'context: ' || ?"
    assert [(0,)] == rows_of(path, query, "Pumps")


def test_documents_that_are_gone_are_forgotten(tmp_path: Path) -> None:
    """The others are not touched."""
    path = tmp_path / "chunks.db"
    to_sqlite([batch_of(manual=MANUAL, notes=NOTES)], path)
    changes = to_sqlite([batch_of(notes=NOTES)], path, update=True)
    assert (0, {("notes",)}) == (
        changes.added,
        {*rows_of(path, "SELECT doc_id FROM documents")},
    )
    assert rows_of(path, "SELECT count(*) FROM chunks") == rows_of(
        path, "SELECT count(*) FROM places"
    )


def test_a_document_that_failed_keeps_what_it_had(tmp_path: Path) -> None:
    """An accident of today does not take away what was right yesterday."""
    path = tmp_path / "chunks.db"
    to_sqlite([batch_of(manual=MANUAL, notes=NOTES)], path)
    before = places_in(path)
    to_sqlite([batch_of(manual=None, notes=NOTES)], path, update=True)
    assert before == places_in(path)


def test_a_part_that_failed_takes_no_documents_away(tmp_path: Path) -> None:
    """Where a table cannot be read, nobody knows which documents are gone."""
    (tmp_path / "a.csv").write_text("id,text\n1,one\n2,two\n", encoding="utf-8")
    bulk_split([tmp_path / "a.csv"], tmp_path / "out", workers=1)
    to_sqlite(chunks_in(tmp_path / "out"), tmp_path / "chunks.db")
    (tmp_path / "a.csv").write_text("id,words\n1,one\n", encoding="utf-8")
    bulk_split([tmp_path / "a.csv"], tmp_path / "out", workers=1)
    changes = to_sqlite(chunks_in(tmp_path / "out"), tmp_path / "chunks.db", update=True)
    assert 0 == changes.removed
    assert [("1",), ("2",)] == rows_of(tmp_path / "chunks.db", "SELECT doc_id FROM documents")


def test_an_update_is_all_or_nothing(tmp_path: Path) -> None:
    """Ids that are not unique are refused, and nothing is changed."""
    path = tmp_path / "chunks.db"
    to_sqlite([batch_of(manual=MANUAL)], path)
    before = path.read_bytes()
    batches = [batch_of(notes=NOTES), batch_of(manual=MANUAL), batch_of(notes=NOTES)]
    for update in (True, False):
        with pytest.raises(OptionError, match="two documents are called 'notes'"):
            to_sqlite(batches, path, update=update)
        assert before == path.read_bytes()
    assert [path] == [*tmp_path.iterdir()]


def test_a_document_may_go_on_in_the_next_batch(tmp_path: Path) -> None:
    """Files are read a few rows at a time."""
    whole = batch_of(manual=MANUAL, notes=NOTES)
    rows = [whole.slice(at, 1) for at in range(whole.num_rows)]
    assert to_sqlite([whole], tmp_path / "a.db") == to_sqlite(rows, tmp_path / "b.db")
    assert places_in(tmp_path / "a.db") == places_in(tmp_path / "b.db")


def test_other_files_are_not_written_to(tmp_path: Path) -> None:
    """Neither a text nor a database of somebody else's is replaced."""
    text, other = tmp_path / "notes.txt", tmp_path / "other.db"
    text.write_text("mine", encoding="utf-8")
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE mine (x)")
    for path in (text, other):
        for update in (True, False):
            with pytest.raises(FileError, match="this is no database of chunks"):
                to_sqlite([], path, update=update)
    with pytest.raises(FileError, match="cannot be written"):
        to_sqlite([batch_of(notes=NOTES)], tmp_path / "no" / "such.db")


def test_a_store_needs_words_and_ids(tmp_path: Path) -> None:
    """Chunks that were made without them are refused by name."""
    spans = chunk_batch(pa.RecordBatch.from_pydict({"text": ["x"]}), Spec(without=["text"]))
    with pytest.raises(OptionError, match="a store needs the column 'text'"):
        to_sqlite([spans], tmp_path / "chunks.db")


def test_only_a_folder_of_a_run_can_be_read(tmp_path: Path) -> None:
    """The message says what the folder is not."""
    with pytest.raises(FileError, match="no folder that a bulk run has filled"):
        [*chunks_in(tmp_path)]


class Letters:
    """Makes vectors of the letters of texts, and counts for how many."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """Return how often each letter comes."""
        self.count += len(texts)
        return np.array([[text.count(letter) + 0.1 for letter in LETTERS] for text in texts])


def test_near_chunks_are_found_by_their_vectors(tmp_path: Path) -> None:
    """The nearest comes first, with its document and place."""
    embed = Letters()
    chunks = batch_of(manual=MANUAL, notes=NOTES)
    with DuckStore(tmp_path / "chunks.duckdb", embed) as store:
        update_store(store, [chunks])
        wanted = chunks.to_pylist()[-1]
        [first, second] = store.near(embed([wanted["text"]])[0], 2)
    assert {**wanted, "distance": first["distance"]} | {"error": None} == {
        **{name: value for name, value in first.items() if name != "vector"},
        "title": "NOTES",
        "error": None,
    }
    assert first["distance"] < 1e-6 < second["distance"]


def test_vectors_are_made_of_new_chunks_only(tmp_path: Path) -> None:
    """As many as the update says; the same store can be opened again."""
    embed = Letters()
    with DuckStore(tmp_path / "chunks.duckdb", embed) as store:
        first = update_store(store, [batch_of(manual=MANUAL, notes=NOTES)])
        assert first.added == embed.count
    edited = MANUAL.replace("to the left", "right,\nthen closes")
    with DuckStore(tmp_path / "chunks.duckdb", embed) as store:
        changes = update_store(store, [batch_of(manual=edited)])
        assert (1, first.added + 1) == (changes.added, embed.count)
        assert {"manual"} == {*store.known()}
        rows = store.near([1] * 16, 99)
    wanted = batch_of(manual=edited).to_pylist()
    assert {(row["chunk_id"], row["start"], row["line_last"]) for row in wanted} == {
        (row["chunk_id"], row["start"], row["line_last"]) for row in rows
    }


def test_a_vector_store_that_is_empty_finds_nothing(tmp_path: Path) -> None:
    """Nothing is made before there is something to keep."""
    with DuckStore(tmp_path / "chunks.duckdb", Letters()) as store:
        assert ([], []) == (store.near([1] * 16), [*store.known()])
        assert StoreChanges() == update_store(store, [])


def test_vectors_of_a_wrong_shape_are_refused(tmp_path: Path) -> None:
    """There is a row for each text."""
    with (
        DuckStore(tmp_path / "chunks.duckdb", lambda _: [[1.0]]) as store,
        pytest.raises(OptionError, match=r"an array of the shape \(1, 1\); one row"),
    ):
        update_store(store, [batch_of(manual=MANUAL)])


def test_a_file_that_is_no_duckdb_is_refused(tmp_path: Path) -> None:
    """The message names it."""
    (tmp_path / "notes.txt").write_text("mine" * 5000, encoding="utf-8")
    with pytest.raises(FileError, match="cannot be opened"):
        DuckStore(tmp_path / "notes.txt", Letters())


def test_vectors_that_cannot_be_compared_are_refused(tmp_path: Path) -> None:
    """Those of another length, and those that are no numbers; what is there stays as it is."""
    batch, more = batch_of(manual=MANUAL), batch_of(manual=MANUAL, notes=NOTES)
    path = tmp_path / "v.duckdb"
    with DuckStore(path, lambda texts: np.ones((len(texts), 3))) as store:
        update_store(store, [batch])
        with pytest.raises(
            OptionError, match=r"has 2 numbers, and those of the store are FLOAT\[3\]"
        ):
            store.near([1.0, 2.0])
    for odd, told in (([1.0, 1.0], "has 2 numbers"), ([1.0, 1.0, np.nan], "not finite")):
        with DuckStore(path, partial(_alike, odd)) as store:
            with pytest.raises(OptionError, match=told):
                update_store(store, [more])
            assert ["manual"] == [*store.known()]


def test_vectors_of_several_lengths_are_refused(tmp_path: Path) -> None:
    """As rows that are no table, before anything is written."""
    batch = batch_of(manual=MANUAL)
    with DuckStore(tmp_path / "v.duckdb", lambda texts: [[1.0] * len(one) for one in texts]) as it:
        with pytest.raises(OptionError, match="not all of one length"):
            update_store(it, [batch])
        assert [] == [*it.known()]


def _alike(vector: Sequence[float], texts: Sequence[str]) -> NDArray[np.float64]:
    return np.array([vector] * len(texts))
