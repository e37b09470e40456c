"""Laws of bulk: batches and stretches may be cut anywhere, and updates lead where a build does."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from linewise import split
from linewise.bulk import Spec, chunk_batch, to_sqlite
from linewise.bulk.parts import Part
from linewise.bulk.reading import read_part

SPEC = Spec({"size": 12, "overlap": 3})

texts = st.lists(st.none() | st.text(st.sampled_from("ab \n\r.é👩‍👩‍👧é#"), max_size=60), max_size=8)
words = st.text(st.sampled_from("ab \n"), max_size=40)


def batch_of(values: list[str | None]) -> pa.RecordBatch:
    """Return documents that say which row they are."""
    return pa.RecordBatch.from_arrays(
        [pa.array(values, pa.string()), pa.array(range(len(values)), pa.int64())],
        names=["text", "row"],
    )


@given(texts)
def test_the_chunks_are_those_of_split(values: list[str | None]) -> None:
    """Row by row, the words and places that `split` gives; a row of null is one error."""
    rows = chunk_batch(batch_of(values), SPEC).to_pylist()
    assert [
        (at, chunk.id, chunk.text, chunk.start, *chunk.lines)
        for at, text in enumerate(values)
        for chunk in split(text or "", **SPEC.split)
    ] == [
        (r["row"], r["chunk_id"], r["text"], r["start"], r["line_first"], r["line_last"])
        for r in rows
        if r["error"] is None
    ]
    assert values.count(None) == sum(row["error"] is not None for row in rows)


@given(texts, st.data())
def test_a_batch_may_be_cut_anywhere(values: list[str | None], data: st.DataObject) -> None:
    """Two batches give what one gives."""
    whole = batch_of(values)
    at = data.draw(st.integers(0, len(values)))
    halves = [chunk_batch(whole.slice(0, at), SPEC), chunk_batch(whole.slice(at), SPEC)]
    assert chunk_batch(whole, SPEC).to_pylist() == [row for h in halves for row in h.to_pylist()]


lines = st.one_of(
    st.text(max_size=8).map(lambda text: json.dumps({"text": text})),
    st.sampled_from(["", "  ", "{", "[]", "7", '{"text": null}', '{"id": "a", "text": 1}']),
)


@given(st.lists(lines, max_size=12), st.integers(1, 90), st.sampled_from(["\n", "\r\n"]))
@settings(max_examples=100)
def test_a_table_of_lines_may_be_cut_anywhere(found: list[str], length: int, end: str) -> None:
    """Each line is read once, in order, under the same name, wherever the stretches end."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.jsonl"
        data = end.join(found).encode()
        path.write_bytes(data)
        whole = read(Part("w", "jsonl", (str(path),)))
        stretches = [
            Part("s", "jsonl", (str(path),), start, start + length)
            for start in range(0, max(1, len(data)), length)
        ]
        assert whole == [row for part in stretches for row in read(part)]
        assert len([line for line in found if line.strip()]) == len(whole)


def read(part: Part) -> list[tuple[str, str | None, str | None]]:
    """Return the name of each row of a part, its text, and what is wrong with it."""
    return [
        (row["id"], row["text"], rows.errors.get(at))
        for rows in read_part(part, Spec())
        for at, row in enumerate(rows.batch.to_pylist())
    ]


versions = st.lists(
    st.dictionaries(st.sampled_from("abc"), words, max_size=3), min_size=1, max_size=4
)


@given(versions)
@settings(max_examples=30)
def test_updates_lead_where_a_build_does(history: list[dict[str, str]]) -> None:
    """Whatever became of the documents, the database tells of the last version alone."""
    with TemporaryDirectory() as folder:
        grown, built = Path(folder) / "grown.db", Path(folder) / "built.db"
        for version in history:
            to_sqlite([chunks_of(version)], grown, update=True)
        to_sqlite([chunks_of(history[-1])], built)
        assert content(built) == content(grown)


def chunks_of(version: dict[str, str]) -> pa.RecordBatch:
    """Return the chunks of documents by their names."""
    columns = {"id": [*version], "text": [*version.values()]}
    schema = pa.schema({"id": pa.string(), "text": pa.string()})
    return chunk_batch(pa.RecordBatch.from_pydict(columns, schema), SPEC)


def content(path: Path) -> list[tuple[Any, ...]]:
    """Return all rows of a database but their numbers, and what its search finds."""
    with closing(sqlite3.connect(path)) as connection:
        chunks = connection.execute(
            'SELECT doc_id, chunk_id, text, start, "end", row FROM found ORDER BY doc_id, start'
        ).fetchall()
        connection.execute("INSERT INTO search (search, rank) VALUES ('integrity-check', 1)")
        hits = connection.execute("SELECT count(*) FROM search WHERE search MATCH 'a'").fetchall()
    return [*chunks, *hits]
