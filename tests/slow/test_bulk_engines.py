"""The same chunks by `split` in a loop, by worker processes, by Ray and by Spark."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bulk_corpus import EXAMPLES, FIELDS, files_in, pieces, rows_in, told, write_folder, write_jsonl
from linewise import split
from linewise.bulk import bulk_split

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


def program_of(name: str) -> str:
    """Return the program of the page on bulk that imports an engine."""
    page = (EXAMPLES.parent / "docs" / "bulk.md").read_text(encoding="utf-8")
    blocks: list[str] = re.findall(r"^```py\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    [program] = [block for block in blocks if name in block]
    return program


@pytest.mark.slow
@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed")
def test_a_document_that_kills_its_process_does_not_keep_ray_busy_for_ever(tmp_path: Path) -> None:
    """Ray would try it again and again; it costs itself alone there, too."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/fine.txt").write_text("fine", encoding="utf-8")
    (tmp_path / "docs/deadly.txt").write_text("boom", encoding="utf-8")
    (tmp_path / "sitecustomize.py").write_text(
        "import os, signal, sys\n"
        "def meet(event, values):\n"
        "    if event == 'open' and 'linewise.bulk._worker' in sys.orig_argv"
        " and 'deadly' in str(values[0]) and '_document' in names(sys._getframe()):\n"
        "        os.kill(os.getpid(), signal.SIGSEGV)\n"
        "def names(frame):\n"
        "    while frame:\n"
        "        yield frame.f_code.co_name\n"
        "        frame = frame.f_back\n"
        "sys.addaudithook(meet)\n",
        encoding="utf-8",
    )
    program = [sys.executable, "-m", "linewise", "bulk", "docs", "-o", "out", "--ray", "local"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    ended = subprocess.run(program, cwd=tmp_path, env=environment, timeout=300, check=False)
    assert 1 == ended.returncode
    rows = {row["doc_id"]: (row["text"], row["error"]) for row in rows_in(tmp_path / "out")}
    assert {
        "docs/fine.txt": ("fine", None),
        "docs/deadly.txt": (None, "the process that split it died (SIGSEGV)"),
    } == rows


@pytest.mark.parametrize("engine", ["ray", "pyspark"])
def test_the_programs_of_the_page_give_the_chunks_of_split(
    tmp_path: Path,
    texts: list[str],
    wanted: list[dict[str, Any]],
    engine: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In a process of its own, as a reader would run it, in whatever order the rows come."""
    if find_spec(engine) is None:
        pytest.skip(f"{engine} is not installed")
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    (tmp_path / "documents").mkdir()
    for part in range(4):
        rows = {"id": [], "text": []} if part == 3 else rows_of_part(texts, part)
        schema = pa.schema({"id": pa.string(), "text": pa.string()})
        table = pa.Table.from_pydict(rows, schema)
        pq.write_table(table, tmp_path / "documents" / f"{part}.parquet")
    subprocess.run(
        [sys.executable, "-c", program_of(f"import {engine}" if engine == "ray" else engine)],
        cwd=tmp_path,
        capture_output=True,
        check=True,
    )
    assert wanted == in_order(pq.read_table(tmp_path / "chunks").to_pylist())


def rows_of_part(texts: list[str], part: int) -> dict[str, list[str]]:
    """Return every third text, with its id."""
    places = range(part, len(texts), 3)
    return {"id": [f"{at:05}" for at in places], "text": [texts[at] for at in places]}
