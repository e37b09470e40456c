"""Tables with odd names, odd values and odd sizes: nothing is lost, or taken for another."""

from __future__ import annotations

import json
import math
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bulk_corpus import rows_in
from linewise import FileError
from linewise.bulk import (
    BulkReport,
    Spec,
    bulk_split,
    bulk_stream,
    chunk_batch,
    chunks_in,
    to_sqlite,
)
from linewise.bulk.arrow import Rows, chunks_of_rows
from linewise.bulk.parts import parts_of
from linewise.bulk.reading import read_part
from linewise.cli import main

QUICK = Spec(without=["tokens"])


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def made(
    source: str, spec: Spec = QUICK, **options: Any
) -> tuple[BulkReport, list[dict[str, Any]]]:
    """Split a table, and return the report and the rows."""
    report = bulk_split([source], "out", spec, workers=1, **options)
    return report, rows_in(Path("out"))


def test_the_column_that_is_named_is_split(work: Path) -> None:
    """Another one that is called `text` comes along as what it is, in each kind of table."""
    spec = Spec(without=["tokens"], text_column="body")
    (work / "a.csv").write_text("id,body,text\n1,mine,other\n", encoding="utf-8")
    (work / "a.jsonl").write_text('{"id": "1", "body": "mine", "text": "other"}\n', "utf-8")
    pq.write_table(pa.table({"id": ["1"], "body": ["mine"], "text": ["other"]}), "a.parquet")
    for name, other in (
        ("a.csv", {"source_text": "other"}),
        ("a.parquet", {"source_text": "other"}),
        ("a.jsonl", {"metadata": '{"text": "other"}'}),
    ):
        _, [row] = made(name, spec)
        assert ("mine", other) == (row["text"], {key: row.get(key) for key in other})


def test_columns_called_part_and_row_come_along(work: Path) -> None:
    """They are the table's own, and not lost to those that say where a chunk is from."""
    (work / "a.csv").write_text("id,text,part,row\n1,words,spare,north\n", encoding="utf-8")
    pq.write_table(pa.table({"text": ["words"], "part": ["spare"], "row": ["north"]}), "a.parquet")
    for name in ("a.csv", "a.parquet"):
        _, [row] = made(name)
        assert ("spare", "north", 0) == (row["source_part"], row["source_row"], row["row"])


@pytest.mark.parametrize("ending", [".csv", ".jsonl", ".parquet"])
def test_a_table_whose_name_is_no_text_is_read(work: Path, ending: str) -> None:
    """Its rows are named with the bytes as escapes; what is wrong with it is told, too."""
    (work / "docs").mkdir()
    path = os.fsencode("docs") + b"/\xff" + ending.encode()
    body = {".csv": b'text\nok\n"open', ".jsonl": b'{"text": "ok"}\nnone\n', ".parquet": b"none"}
    with open(path, "wb") as file:  # noqa: PTH123 - a name that pathlib has no way to write
        file.write(body[ending])
    report, rows = made("docs")
    assert 1 == report.failed
    assert "docs/\\udcff" + ending == rows[-1]["doc_id"].split("@")[0]


def test_json_that_is_written_is_json(work: Path) -> None:
    """What is no number of JSON is null, and an id that is no text stands as JSON has it."""
    (work / "a.jsonl").write_text('{"id": {"n": true}, "text": "a", "m": [NaN, 1]}\n', "utf-8")
    _, [row] = made("a.jsonl")
    assert ('{"n": true}', '{"m": [null, 1]}') == (row["doc_id"], row["metadata"])


def refused(constant: str) -> None:
    """Fail on what a strict reader of JSON does not know."""
    raise AssertionError(f"{constant} is no JSON")


def test_numbers_that_are_none_are_null_in_every_json(
    work: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """NaN and the infinities of a table go into files, lines and databases as null."""
    odd = pa.array([math.nan, math.inf])
    lists = pa.array([[1.5, math.nan], [-math.inf]])
    table = pa.table({"text": ["a", "b"], "score": odd, "scores": lists})
    pq.write_table(table, work / "a.parquet")
    made("a.parquet", form="jsonl")
    to_sqlite(bulk_stream(["a.parquet"], QUICK), "a.db")
    assert 0 == main(["bulk", "a.parquet", "--jsonl"])
    with closing(sqlite3.connect("a.db")) as connection:
        kept = [row for (row,) in connection.execute("SELECT metadata FROM documents")]
    [file] = Path("out").glob("*.jsonl")
    written = [*file.read_text("utf-8").splitlines(), *capsys.readouterr().out.splitlines(), *kept]
    assert 6 == len(written)
    for line in written:
        row = json.loads(line, parse_constant=refused)
        assert row["score"] is None
        assert row["scores"] in ([1.5, None], [None])


def test_a_table_that_surprises_is_told_of_in_its_own_words(work: Path) -> None:
    """It costs itself alone, and its worker is not said to have died."""
    torn = pa.Array.from_buffers(
        pa.string(), 1, [None, pa.py_buffer(b"\0\0\0\0\2\0\0\0"), pa.py_buffer(b"\xff\xfe")]
    )
    pq.write_table(pa.table({"text": ["words"], "torn": torn}), work / "a.parquet")
    report = bulk_split(["a.parquet"], "out", QUICK, workers=1, form="jsonl")
    [failure] = report.failures
    assert failure.error.startswith("it cannot be written as jsonl: UnicodeDecodeError")


def test_columns_that_json_has_no_type_for_are_read_again(work: Path) -> None:
    """Maps and very large numbers of a Parquet file go through lines of JSON into a store."""
    table = {
        "text": ["words"],
        "map": pa.array([[("k", 1)]], pa.map_(pa.string(), pa.int64())),
        "large": pa.array([2**63 + 5], pa.uint64()),
    }
    pq.write_table(pa.table(table), work / "a.parquet")
    _, [row] = made("a.parquet", form="jsonl")
    assert ('[["k", 1]]', 2**63 + 5) == (row["map"], json.loads(str(row["large"])))


def test_what_is_repeated_for_each_chunk_is_bounded() -> None:
    """A row with much beside its text makes several batches, not one that fills the memory."""
    columns = {"text": ["word " * 2000], "raw": ["x" * 1_000_000], "id": ["a"]}
    batch = pa.RecordBatch.from_pydict(columns)
    spec = Spec({"size": 100, "overlap": 0}, without=["tokens"])
    batches = [*chunks_of_rows(Rows(batch), spec)]
    assert len(batches) > 1
    assert max(one.nbytes for one in batches) < 40_000_000
    assert pa.concat_batches(batches).equals(chunk_batch(batch, spec))


def test_words_of_a_dictionary_are_read_a_few_at_a_time(work: Path) -> None:
    """A Parquet file that is a thousand times as large when it is read fills no memory."""
    columns = {"text": ["short"] * 1000, "raw": ["x" * 300_000] * 1000}
    pq.write_table(pa.table(columns), work / "a.parquet")
    [part] = parts_of(["a.parquet"])
    batches = [rows.batch for rows in read_part(part, QUICK)]
    assert (1000, True) == (
        sum(one.num_rows for one in batches),
        max(one.nbytes for one in batches) < 30_000_000,
    )
    assert 1000 == made("a.parquet")[0].chunks


def test_a_damaged_file_of_lines_is_refused(work: Path) -> None:
    """Chunks that were cut short are no chunks."""
    (work / "a.jsonl").write_text('{"text": "words"}\n', "utf-8")
    made("a.jsonl", form="jsonl")
    [path] = (work / "out").glob("*.jsonl")
    os.truncate(path, 20)
    with pytest.raises(FileError, match="cannot be read"):
        [*chunks_in("out")]
