"""What may happen to a run from outside: each costs as little as it can, and is told of."""

from __future__ import annotations

import json
import os
import resource
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pytest

from bulk_corpus import files_in, pieces, rows_in, write_folder
from linewise import FileError, LoadError, OptionError
from linewise.bulk import Spec, bulk_split, bulk_stream, chunk_batch, to_sqlite
from linewise.bulk.parts import parts_of

if TYPE_CHECKING:
    from linewise.bulk import Progress

QUICK = Spec(without=["tokens"])


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with some documents."""
    monkeypatch.chdir(tmp_path)
    write_folder(tmp_path / "docs", pieces(20))
    return tmp_path


def documents(*names: str, part: str | None = None) -> pa.RecordBatch:
    """Return some documents as a batch."""
    rows = [{"id": name, "text": f"words of {name}", "part": part} for name in names]
    schema = pa.schema({"id": pa.string(), "text": pa.string(), "part": pa.string()})
    return pa.RecordBatch.from_pylist(rows, schema)


@pytest.mark.parametrize("source", ["docs", "docs/**/*", "./docs"])
def test_what_a_run_writes_is_never_what_it_reads(work: Path, source: str) -> None:
    """A folder of the output inside of the sources is left out, however they are named."""
    bulk_split(["docs"], "docs/out", QUICK, workers=1, form="jsonl")
    before = [path for part in parts_of(["docs/000"]) for path in part.paths]
    found = [path for part in parts_of([source], work / "docs/out") for path in part.paths]
    assert before == found


@pytest.mark.parametrize("source", ["out", "./out/", "out/_linewise", "out/_linewise/spec.json"])
def test_the_output_itself_is_refused_as_a_source(work: Path, source: str) -> None:
    """Nothing of it is removed for want of other sources."""
    bulk_split(["docs"], "out", QUICK, workers=1)
    before = files_in(work / "out")
    with pytest.raises(OptionError, match="that is where the output goes"):
        bulk_split([source], "out", QUICK, workers=1)
    assert before == files_in(work / "out")


def test_a_file_that_is_written_to_is_not_read(work: Path) -> None:
    """A stream of chunks into the folder that it reads gives the same again."""
    (work / "docs/old.jsonl").write_text('{"text": "chunks of before"}\n', "utf-8")
    rows = sum(batch.num_rows for batch in bulk_stream(["docs"], QUICK, "docs/old.jsonl"))
    assert rows == sum(batch.num_rows for batch in bulk_stream(["docs/000"], QUICK))


def test_a_line_that_was_cut_short_does_not_spoil_the_next(work: Path) -> None:
    """Killed while it writes the manifest, gone on with, and killed again: a run still goes on."""
    manifest = work / "out/_linewise/manifest.jsonl"
    bulk_split(["docs"], "out", QUICK, workers=1)
    before = files_in(work / "out")
    os.truncate(manifest, manifest.stat().st_size - 20)

    def stop(_: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bulk_split(["docs"], "out", QUICK, workers=1, show=stop)
    assert 0 == bulk_split(["docs"], "out", QUICK, workers=1).failed
    assert before == files_in(work / "out")


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs a list of processes")
def test_no_worker_outlives_a_run_that_is_stopped(work: Path) -> None:
    """Even while somebody holds on to what stopped it."""

    def stop(_: Progress) -> None:
        raise ValueError("enough")

    with pytest.raises(ValueError, match="enough") as held:
        bulk_split(["docs"], "out", QUICK, workers=2, show=stop)
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="ascii")
    commands = [Path(f"/proc/{one}/cmdline").read_bytes() for one in children.split()]
    assert (True, []) == (bool(held.value), [c for c in commands if b"bulk._worker" in c])
    assert (work / "docs").is_dir()


@pytest.mark.skipif(os.name != "posix", reason="a file that is open keeps its name")
def test_a_run_that_is_killed_leaves_no_file_beside_its_output(
    work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What workers tell their places by has no name any more when the first part is made."""
    (work / "scratch").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(work / "scratch"))
    seen: list[list[Path]] = []

    def look(_: Progress) -> None:
        seen.append([*(work / "scratch").iterdir()])

    bulk_split(["docs"], "out", QUICK, workers=1, show=look)
    assert ([], []) == (seen[-1], [*(work / "scratch").iterdir()])


@pytest.mark.parametrize(
    "change",
    [{"output": "../precious.txt"}, {"output": "/etc/passwd"}, {"size": "many"}, {"chunks": None}],
)
def test_a_manifest_that_was_edited_removes_nothing(work: Path, change: dict[str, object]) -> None:
    """It names files of its folder alone; one that names others is refused."""
    bulk_split(["docs"], "out", QUICK, workers=1)
    (work / "precious.txt").write_text("mine", encoding="utf-8")
    manifest = work / "out/_linewise/manifest.jsonl"
    lines = [{**json.loads(line), **change} for line in manifest.read_text("utf-8").splitlines()]
    manifest.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    (work / "other.txt").write_text("other", encoding="utf-8")
    with pytest.raises(FileError, match="no manifest of a bulk run"):
        bulk_split(["other.txt"], "out", QUICK, workers=1)
    assert (work / "precious.txt").exists()


def test_a_full_disk_is_told_of_in_one_line(work: Path) -> None:
    """Nothing half written is left in the folder, and the next run goes on."""

    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))

    command = [sys.executable, "-m", "linewise", "bulk", "docs", "-o", "out", "--without", "tokens"]
    ended = subprocess.run(
        command, preexec_fn=little_room, capture_output=True, text=True, check=False
    )
    assert (1, 1) == (ended.returncode, len(ended.stderr.splitlines()))
    assert "File too large" in ended.stderr
    assert [] == [path for path in (work / "out").iterdir() if path.is_file()]
    assert 0 == bulk_split(["docs"], "out", QUICK, workers=1).failed
    assert rows_in(work / "out")


def test_a_database_is_replaced_with_what_a_killed_update_has_left(work: Path) -> None:
    """A journal that lies beside is of the old database, and does not spoil the new one."""
    batch = chunk_batch(documents("a", "b"), Spec(without=["tokens"]))
    to_sqlite([batch], "chunks.db")
    kill = (
        "import os, sqlite3; c = sqlite3.connect('chunks.db'); c.execute('PRAGMA cache_size = 1');"
        "c.execute('BEGIN'); c.execute(\"UPDATE documents SET metadata = hex(zeroblob(90000))\");"
        "os._exit(1)"
    )
    subprocess.run([sys.executable, "-c", kill], check=False)
    assert Path("chunks.db-journal").exists()
    to_sqlite([batch], "chunks.db")
    with closing(sqlite3.connect("chunks.db")) as connection:
        assert [("ok",)] == connection.execute("PRAGMA integrity_check").fetchall()
        assert [(2,)] == connection.execute("SELECT count(*) FROM found").fetchall()
    assert not (work / "chunks.db-journal").exists()


def test_documents_of_one_name_are_refused_wherever_they_stand(work: Path) -> None:
    """Two parts may both begin with a row of that name."""
    spec = Spec(without=["tokens"])
    batches = [chunk_batch(documents("a", part=part), spec) for part in ("one", "two")]
    with pytest.raises(OptionError, match="two documents are called 'a'"):
        to_sqlite(batches, work / "never.db")
    assert not (work / "never.db").exists()


def test_a_cluster_that_does_not_answer_is_told_of_at_once(work: Path) -> None:
    """Ray itself would wait for it for minutes."""
    pytest.importorskip("ray")
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
        for one in (address, f"ray://{address}"):
            with pytest.raises(OptionError, match="there is no Ray cluster at"):
                bulk_split(["docs"], work / "out", QUICK, ray=one)


def test_a_source_that_is_not_there_is_told_of_before_any_chunk(work: Path) -> None:
    """And one that is named twice is read once."""
    with pytest.raises(LoadError, match="absent"):
        next(bulk_stream([work / "docs", "absent"], QUICK))
    once = [batch.to_pylist() for batch in bulk_stream(["docs"], QUICK)]
    assert once == [batch.to_pylist() for batch in bulk_stream(["docs", "./docs"], QUICK)]
