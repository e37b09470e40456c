"""The same chunks by `split` in a loop, by worker processes, by Ray and by Spark."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bulk_corpus import FIELDS, files_in, pieces, rows_in, told, write_folder, write_jsonl
from linewise import split
from linewise.bulk import Spec, bulk_split, chunk_batches, chunk_schema

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

pytestmark = [
    pytest.mark.slow,
    # What others' engines leave open when they end is theirs to close.
    pytest.mark.filterwarnings("ignore"),
]

COUNT = 10_000


@pytest.fixture(scope="module")
def texts() -> list[str]:
    """Return ten thousand pieces of the examples."""
    return pieces(COUNT)


@pytest.fixture(scope="module")
def wanted(texts: list[str]) -> list[dict[str, Any]]:
    """Return what `split` in a loop gives."""
    return [
        {"doc_id": f"{at:05}", **told(chunk)}
        for at, text in enumerate(texts)
        for chunk in split(text)
    ]


def in_order(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what is told of chunks, in the order of their documents."""
    found = [{name: row[name] for name in ("doc_id", *FIELDS)} for row in rows]
    return sorted(found, key=lambda row: (row["doc_id"], row["start"], row["end"]))


@pytest.mark.parametrize("workers", [1, 2])
def test_workers_cut_as_split_does(
    tmp_path: Path, texts: list[str], wanted: list[dict[str, Any]], workers: int
) -> None:
    """From a table of JSON Lines."""
    write_jsonl(tmp_path / "corpus.jsonl", texts)
    bulk_split([tmp_path / "corpus.jsonl"], tmp_path / "out", workers=workers)
    assert wanted == in_order(rows_in(tmp_path / "out"))


@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed")
def test_ray_makes_the_files_that_workers_make(
    tmp_path: Path,
    texts: list[str],
    wanted: list[dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The parts of a run can be made by a cluster, and a run that it began goes on here."""
    monkeypatch.chdir(tmp_path)
    write_jsonl(tmp_path / "corpus.jsonl", texts)
    write_folder(tmp_path / "docs", texts[:1000])
    sources = ["corpus.jsonl", "docs"]
    program = [sys.executable, "-m", "linewise", "bulk", *sources, "-o", "ray", "--ray", "local"]
    done = subprocess.run(program, capture_output=True, check=True)
    assert done.stderr == b""
    assert 0 == bulk_split(sources, "ray", workers=1).made
    bulk_split(sources, "workers", workers=2)
    assert files_in(tmp_path / "workers") == files_in(tmp_path / "ray")
    assert wanted == in_order(row for row in rows_in(tmp_path / "ray") if "/" not in row["doc_id"])


# Ray is started and stopped in a process of its own, which leaves nothing open here.
RAY_PROGRAM = """
import pyarrow.parquet as pq
import ray
from linewise.bulk import Spec, chunk_dataset

ray.init(address="local", log_to_driver=False)
documents = pq.read_table("documents.parquet")
half = len(documents) // 2
blocks = [documents.slice(0, half), documents.slice(half), documents.slice(0, 0)]
chunk_dataset(ray.data.from_arrow(blocks), Spec()).write_parquet("chunks")
"""


@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed")
def test_a_ray_dataset_becomes_one_of_chunks(
    tmp_path: Path, texts: list[str], wanted: list[dict[str, Any]]
) -> None:
    """In whatever order it comes; also where a block is empty."""
    table = pa.table({"id": [f"{at:05}" for at in range(len(texts))], "text": texts})
    pq.write_table(table, tmp_path / "documents.parquet")
    subprocess.run(
        [sys.executable, "-c", RAY_PROGRAM], cwd=tmp_path, capture_output=True, check=True
    )
    assert wanted == in_order(pq.read_table(tmp_path / "chunks").to_pylist())


def test_spark_maps_the_same_function(
    texts: list[str], wanted: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`chunk_batches` is what `mapInArrow` asks for, and `chunk_schema` says what comes out."""
    sql = pytest.importorskip("pyspark.sql")
    from pyspark.sql.pandas.types import from_arrow_schema

    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    session = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    spark = session.getOrCreate()
    try:
        rows = [(f"{at:05}", text) for at, text in enumerate(texts)]
        documents = spark.createDataFrame(rows, ["id", "text"])
        spec = Spec()
        schema = chunk_schema(pa.schema({"id": pa.string(), "text": pa.string()}), spec)
        chunks = documents.mapInArrow(partial(chunk_batches, spec=spec), from_arrow_schema(schema))
        assert wanted == in_order(row.asDict() for row in chunks.collect())
    finally:
        spark.stop()
