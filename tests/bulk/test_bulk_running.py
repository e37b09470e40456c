"""`bulk_split`: the same output for any number of processes, and after any accident."""

from __future__ import annotations

import json
import math
import os
import random
import sys
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Self

import pytest

from bulk_corpus import (
    FIELDS,
    files_in,
    kill_in_between,
    pieces,
    rows_in,
    told,
    write_folder,
    write_jsonl,
)
from linewise import Document, FileError, LoadError, OptionError, load, split
from linewise.bulk import Progress, Spec, bulk_split, bulk_stream
from linewise.bulk.making import Making
from linewise.bulk.parts import Part
from linewise.bulk.running import Task, made_by_workers
from linewise.files import locked

if TYPE_CHECKING:
    from collections.abc import Iterator

# Tokens are counted by a vocabulary that takes a while to be read.
QUICK = Spec(without=["tokens"])

# What a worker runs before anything else: it dies, or waits, when it meets a certain file.
HOSTILE = """
import os, signal, sys, time

def meet(event, values):
    if event != "open" or not isinstance(values[0], str):
        return
    frame, names = sys._getframe(), set()
    while frame:
        names.add(frame.f_code.co_name)
        frame = frame.f_back
    if "_document" not in names:
        return
    if "deadly" in values[0]:
        os.kill(os.getpid(), signal.SIGSEGV)
    if "unlucky" in values[0] and not os.path.exists(MARK):
        os.close(os.open(MARK, os.O_CREAT))
        os.kill(os.getpid(), signal.SIGKILL)
    if "endless" in values[0]:
        time.sleep(600)

MARK = os.environ["MARK"]
sys.addaudithook(meet)
"""


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with some documents."""
    monkeypatch.chdir(tmp_path)
    write_folder(tmp_path / "docs", pieces(260))
    write_jsonl(tmp_path / "corpus.jsonl", pieces(200, seed=8))
    return tmp_path


@pytest.fixture
def hostile(work: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let processes that are started meet hostile files."""
    folder = work / "site"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(HOSTILE, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(folder))
    monkeypatch.setenv("MARK", str(work / "mark"))
    return work


def test_the_chunks_are_those_of_split_for_any_number_of_workers(work: Path) -> None:
    """One process and two give the same bytes, and the chunks of `split` in a loop."""
    for workers in (1, 2):
        bulk_split(["docs", "corpus.jsonl"], f"out{workers}", workers=workers)
    assert files_in(work / "out1") == files_in(work / "out2")
    found = {
        doc_id: [{name: row[name] for name in FIELDS} for row in rows]
        for doc_id, rows in by_document(work / "out1").items()
    }
    paths = [f"docs/{at // 100:03}/{at:05}.txt" for at in range(260)]
    documents = {path: load(path) for path in paths}
    documents |= {f"{at:05}": Document(text) for at, text in enumerate(pieces(200, seed=8))}
    assert {name: [told(c) for c in split(one)] for name, one in documents.items()} == found


def by_document(folder: Path) -> dict[str, list[dict[str, object]]]:
    """Return the rows of each document."""
    found: dict[str, list[dict[str, object]]] = {}
    for row in rows_in(folder):
        found.setdefault(row["doc_id"], []).append(row)
    return found


def test_json_lines_hold_what_parquet_holds(work: Path) -> None:
    """The form of the output is a matter of taste; a run that changes it leaves no old files."""
    bulk_split(["docs"], "out", QUICK, workers=1)
    rows = rows_in(work / "out")
    report = bulk_split(["docs"], "out", QUICK, workers=1, form="jsonl")
    assert rows == rows_in(work / "out")
    assert (report.parts, 0) == (report.made, report.unchanged)
    assert {".jsonl"} == {path.suffix for path in (work / "out").iterdir() if path.is_file()}


def test_a_stream_gives_the_same_rows(work: Path) -> None:
    """Without an output folder the same is done in this process."""
    report = bulk_split(["corpus.jsonl"], "out", QUICK, workers=1)
    rows = [row for batch in bulk_stream(["corpus.jsonl"], QUICK) for row in batch.to_pylist()]
    assert rows == rows_in(work / "out")
    assert len(rows) == report.chunks


def test_what_has_not_changed_is_not_made_again(work: Path) -> None:
    """The content counts: a new time makes nothing new, an edit what it is in."""
    first = bulk_split(["docs"], "out", QUICK, workers=1)
    os.utime(work / "docs/000/00010.txt")
    again = bulk_split(["docs"], "out", QUICK, workers=1)
    assert (first.parts, 0) == (first.made, again.made)
    (work / "docs/000/00010.txt").write_text("other words", encoding="utf-8")
    edited = bulk_split(["docs"], "out", QUICK, workers=1)
    assert 1 == edited.made < edited.parts
    assert ["other words"] == [r["text"] for r in by_document(work / "out")["docs/000/00010.txt"]]
    bulk_split(["docs"], "anew", QUICK, workers=1)
    assert files_in(work / "anew") == files_in(work / "out")


def test_other_settings_make_all_parts_again(work: Path) -> None:
    """No output stands beside one that was made otherwise."""
    bulk_split(["docs"], "out", QUICK, workers=1)
    report = bulk_split(["docs"], "out", Spec({"size": 300}, without=["tokens"]), workers=1)
    assert report.parts == report.made
    bulk_split(["docs"], "anew", Spec({"size": 300}, without=["tokens"]), workers=1)
    assert files_in(work / "anew") == files_in(work / "out")


def test_the_output_of_sources_that_are_gone_is_removed(work: Path) -> None:
    """The folder holds what there is, and so does the manifest."""
    bulk_split(["docs", "corpus.jsonl"], "out", QUICK, workers=1)
    report = bulk_split(["docs"], "out", QUICK, workers=1)
    assert 1 == report.removed
    bulk_split(["docs"], "anew", QUICK, workers=1)
    assert files_in(work / "anew") == files_in(work / "out")


@pytest.mark.parametrize("damage", ["delete", "truncate"])
def test_output_that_was_damaged_is_made_again(work: Path, damage: str) -> None:
    """The manifest is not believed against what is there."""
    bulk_split(["corpus.jsonl"], "out", QUICK, workers=1)
    before = files_in(work / "out")
    [path] = (work / "out").glob("*.parquet")
    if damage == "delete":
        path.unlink()
    else:
        os.truncate(path, 100)
    assert 1 == bulk_split(["corpus.jsonl"], "out", QUICK, workers=1).made
    assert before == files_in(work / "out")


def test_failures_are_reported_each_time(work: Path) -> None:
    """They are rows of the output, lines of a file, and in the report, until they are mended."""
    bad = work / "docs" / "002" / "bad.pdf"
    bad.write_bytes(b"%PDF-1.4 and no more")
    for made in (True, False):
        report = bulk_split(["docs"], "out", QUICK, workers=1)
        [failure] = report.failures
        assert made == (report.made > 0)
        assert (str(bad.relative_to(work)), 1) == (failure.doc_id, report.failed)
    [line] = (work / "out/_linewise/failures.jsonl").read_text("utf-8").splitlines()
    assert failure.error == json.loads(line)["error"]
    assert [failure.error] == [row["error"] for row in rows_in(work / "out") if row["error"]]
    assert 1 == bulk_split(["docs"], "out", QUICK, workers=1, retry=True).made
    bad.unlink()
    assert () == bulk_split(["docs"], "out", QUICK, workers=1).failures


def test_a_table_that_cannot_be_read_is_reported_and_tried_again(work: Path) -> None:
    """It stops no other part, and is not taken for done."""
    (work / "bad.csv").write_text("id,body\n1,x\n", encoding="utf-8")
    for _ in range(2):
        report = bulk_split(["bad.csv", "corpus.jsonl"], "out", QUICK, workers=1)
        [failure] = report.failures
        assert ("bad.csv", None) == (failure.doc_id, failure.row)
        assert "no column 'text'" in failure.error
        assert 1 <= report.made
    assert 200 == len(by_document(work / "out")) - 1


def test_a_document_that_kills_its_process_costs_itself_alone(hostile: Path) -> None:
    """It is reported with what it died of; all others are as they would be without it."""
    bulk_split(["docs"], "plain", QUICK, workers=1)
    (hostile / "docs/001/deadly.txt").write_text("boom", encoding="utf-8")
    (hostile / "docs/002/unlucky.txt").write_text("killed once, by accident", encoding="utf-8")
    report = bulk_split(["docs"], "out", QUICK, workers=2)
    [failure] = report.failures
    assert ("docs/001/deadly.txt", 262) == (failure.doc_id, report.documents)
    assert "the process that split it died (SIGSEGV)" == failure.error
    plain, found = by_document(hostile / "plain"), by_document(hostile / "out")
    assert ["killed once, by accident"] == [r["text"] for r in found["docs/002/unlucky.txt"]]
    for name, rows in plain.items():
        assert [row["chunk_id"] for row in rows] == [row["chunk_id"] for row in found[name]]


def test_a_document_that_takes_too_long_is_left_out(hostile: Path) -> None:
    """The time is that of one document, not of its part."""
    (hostile / "docs/001/endless.txt").write_text("…", encoding="utf-8")
    report = bulk_split(["docs"], "out", QUICK, workers=1, timeout=15)
    assert [("docs/001/endless.txt", "it took more than 15 seconds")] == [
        (failure.doc_id, failure.error) for failure in report.failures
    ]
    assert 261 == report.documents


def test_a_run_that_was_killed_goes_on_where_it_was(
    work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After kills at any moment, what comes out is what comes out of a run in peace."""
    monkeypatch.setenv("LINEWISE_DATA", str(work / "data"))
    write_folder(work / "docs", pieces(1500))
    draw = random.Random(11)  # noqa: S311 - no secret
    assert kill_in_between(work, "out", [0.3, draw.uniform(0.5, 3), draw.uniform(0.5, 3)]) >= 1
    report = bulk_split(["docs", "corpus.jsonl"], "out", QUICK, workers=2)
    assert report.parts == report.made + report.unchanged
    bulk_split(["docs", "corpus.jsonl"], "peace", QUICK, workers=2)
    assert files_in(work / "peace") == files_in(work / "out")


def test_a_line_of_the_manifest_that_was_cut_short_is_passed_over(work: Path) -> None:
    """A kill in the middle of a write costs that part alone."""
    bulk_split(["docs"], "out", QUICK, workers=1)
    before = files_in(work / "out")
    manifest = work / "out/_linewise/manifest.jsonl"
    os.truncate(manifest, manifest.stat().st_size - 20)
    assert 1 == bulk_split(["docs"], "out", QUICK, workers=1).made
    assert before == files_in(work / "out")


def test_two_runs_into_one_folder_are_refused(work: Path) -> None:
    """The second says who is in its way."""
    (work / "out/_linewise").mkdir(parents=True)
    with (
        locked((work / "out/_linewise/manifest.jsonl").resolve()),
        pytest.raises(FileError, match="another linewise process"),
    ):
        bulk_split(["docs"], "out", QUICK, workers=1)


def test_a_folder_of_other_things_is_not_written_to(work: Path) -> None:
    """Nor is a file taken for a folder."""
    with pytest.raises(FileError, match="docs: the folder holds other files"):
        bulk_split(["corpus.jsonl"], "docs", QUICK)
    with pytest.raises(FileError, match="the folder cannot be made"):
        bulk_split(["docs"], work / "corpus.jsonl")


def test_wrong_settings_are_refused_before_anything_is_made(work: Path) -> None:
    """No folder is left behind."""
    with pytest.raises(OptionError, match="workers is 0"):
        bulk_split(["docs"], "out", QUICK, workers=0)
    with pytest.raises(OptionError, match="it must be from 1 to 10,000"):
        bulk_split(["docs"], "out", QUICK, workers=sys.maxsize)
    for seconds in (math.nan, math.inf, -1):
        with pytest.raises(OptionError, match="timeout is above 0 seconds"):
            bulk_split(["docs"], "out", QUICK, timeout=seconds)
    with pytest.raises(OptionError, match="form 'xml' does not exist: parquet, jsonl"):
        bulk_split(["docs"], "out", QUICK, form="xml")  # type: ignore[arg-type]
    with pytest.raises(LoadError, match="absent: there is no such file"):
        bulk_split(["absent"], "out", QUICK)
    assert not (work / "out").exists()


@pytest.mark.usefixtures("work")
def test_an_output_that_was_cut_into_other_parts_is_made_anew(
    work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What an earlier version began ends as a run of this one does, and leaves nothing behind."""
    sources = ["docs", "corpus.jsonl"]
    with monkeypatch.context() as earlier:
        for name, value in (("_ONE_IN", 7), ("_MOST_FILES", 9), ("_BYTES", 1 << 16)):
            earlier.setattr(f"linewise.bulk.parts.{name}", value)
        bulk_split(sources, "out", QUICK, workers=1)
    before = {*files_in(work / "out")}
    report = bulk_split(sources, "out", QUICK, workers=1)
    bulk_split(sources, "fresh", QUICK, workers=1)
    assert files_in(work / "fresh") == files_in(work / "out")
    assert report.parts == report.made
    assert report.removed == len(before - {*files_in(work / "out")}) > 0
    assert 0 == bulk_split(sources, "out", QUICK, workers=1).made


@pytest.mark.usefixtures("work")
def test_how_far_a_run_is_can_be_shown() -> None:
    """Every part is told of, with the rate and the time that is left."""
    seen: list[Progress] = []
    report = bulk_split(["docs"], "out", QUICK, workers=1, show=seen.append)
    assert [*range(1, report.parts + 1)] == [now.parts for now in seen]
    assert seen[-1].size == seen[-1].of_size > 0
    assert (0.0, True) == (seen[-1].left, seen[-1].rate > 0)


def test_few_parts_are_handed_out_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the first ones take, and however often they are looked at meanwhile."""
    taken: list[Task] = []
    ahead: list[int] = []
    done = Event()

    class Slow:
        """A crew that makes nothing before it was looked at several times."""

        def __init__(self, *_: object) -> None:
            self.looks = 0

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            self.close()

        def make(self, _task: Task) -> None:
            done.wait()

        def look(self) -> None:
            self.looks += 1
            if self.looks == 5:
                ahead.append(len(taken))
                done.set()

        def close(self) -> None:
            done.set()

    def tasks() -> Iterator[Task]:
        for number in range(50):
            taken.append(Task(Part(f"{number}", "files", ()), None))
            yield taken[-1]

    monkeypatch.setattr("linewise.bulk.running._LOOK", 0.01)
    monkeypatch.setattr("linewise.bulk.running._Crew", Slow)
    made = list(made_by_workers(tasks(), Making(QUICK, Path("out"), "parquet"), 3, None))
    assert [6] == ahead
    assert 50 == len(made)
