"""`linewise bulk`: a folder, a stream, a database; and exit codes that say how it went."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bulk_corpus import EXAMPLES, rows_in
from linewise import FileError, load, split
from linewise.bulk import Progress
from linewise.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MANUAL = "# Manual\n\n## Valves\n\nA valve opens to the left.\n\n## Pumps\n\nA pump wants oil.\n"


@pytest.fixture(autouse=True)
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with two documents."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/manual.md").write_text(MANUAL, encoding="utf-8")
    (tmp_path / "docs/notes.txt").write_text("The pump was loud.\n", encoding="utf-8")
    return tmp_path


def bulk(*words: str) -> int:
    """Run the command with one worker."""
    return main(["bulk", *words, "--workers", "1", "--without", "tokens"])


def lines(capfd: pytest.CaptureFixture[str]) -> Sequence[str]:
    """Return what was written to standard output."""
    return capfd.readouterr().out.splitlines()


def test_a_folder_is_filled_and_the_report_is_written(
    work: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Two lines say what there was and what came of it."""
    assert bulk("docs", "-o", "chunks") == 0
    assert ["1 part: 1 made, 0 unchanged, 0 removed", "2 documents, 2 chunks, 0 failed"] == lines(
        capfd
    )
    assert [MANUAL, "The pump was loud.\n"] == [row["text"] for row in rows_in(work / "chunks")]


def test_the_report_is_a_value(capfd: pytest.CaptureFixture[str]) -> None:
    """`--json` has the names of the Python attributes."""
    assert bulk("docs", "-o", "chunks", "--json") == 0
    assert {
        "parts": 1,
        "made": 1,
        "unchanged": 0,
        "removed": 0,
        "documents": 2,
        "chunks": 2,
        "failures": [],
    } == json.loads(capfd.readouterr().out)


def test_settings_of_split_are_taken(work: Path) -> None:
    """Flags have the names that `linewise split` gives them."""
    assert bulk("docs", "-o", "chunks/", "--by", "markdown", "--size", "40", "--to", "jsonl") == 0
    chunks = split(load("docs/manual.md"), by="markdown", size=40)
    assert [chunk.text for chunk in chunks] == [
        row["text"] for row in rows_in(work / "chunks") if row["doc_id"] == "docs/manual.md"
    ]


@pytest.mark.parametrize(("flags", "size"), [((), 500), (("--size", "300"), 300)])
def test_a_preset_says_what_no_flag_says(
    flags: Sequence[str], size: int, capfd: pytest.CaptureFixture[str]
) -> None:
    """Size and overlap by use, as `linewise split` takes them; a flag comes first."""
    Path("docs/notes.txt").write_text("The pump was loud. " * 200, encoding="utf-8")
    assert 0 == bulk("docs/notes.txt", "--preset", "qa", *flags)
    chunks = split(load("docs/notes.txt"), size=size, overlap=50)
    assert [chunk.text for chunk in chunks] == [json.loads(row)["text"] for row in lines(capfd)]


def test_without_a_folder_chunks_are_lines(capfd: pytest.CaptureFixture[str]) -> None:
    """Each says which document it is of."""
    assert bulk("docs") == 0
    rows = [json.loads(line) for line in lines(capfd)]
    assert [("docs/manual.md", 0), ("docs/notes.txt", 1)] == [
        (row["doc_id"], row["row"]) for row in rows
    ]


def test_failures_are_an_exit_code(work: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Documents that could not be split are named, and nothing says that all is well."""
    (work / "docs/bad.pdf").write_bytes(b"%PDF-1.4 and no more")
    for output in (["-o", "chunks"], []):
        assert bulk("docs", *output) == 1
        out, err = capfd.readouterr()
        assert "docs/bad.pdf" in out
        assert "1 document could not be split" in err
        assert bulk("docs", *output, "--allow-errors") == 0
        capfd.readouterr()


def test_nothing_found_is_an_exit_code(work: Path) -> None:
    """As for the other commands that search or cut."""
    (work / "empty.txt").touch()
    assert bulk("empty.txt") == 3


def test_a_database_is_filled_and_brought_up_to_date(
    work: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """After an edit only what has changed is touched, and the report says what needs a vector."""
    settings = ["-o", "chunks", "--by", "markdown", "--size", "40", "--stable"]
    assert bulk("docs", *settings, "--sqlite", "chunks.db") == 0
    assert "4 chunks added, which need a vector, 0 removed, 0 kept" == lines(capfd)[2]
    (work / "docs/manual.md").write_text(MANUAL.replace("oil", "grease"), encoding="utf-8")
    assert bulk("docs", *settings, "--sqlite", "chunks.db", "--update") == 0
    assert "1 chunk added, which needs a vector, 1 removed, 3 kept" == lines(capfd)[2]


def test_a_database_that_is_replaced_is_told(work: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """All that it had is gone, vectors of one's own, too: `added` would hide it."""
    settings = ["-o", "chunks", "--by", "markdown", "--size", "40", "--sqlite", "chunks.db"]
    assert 0 == bulk("docs", *settings)
    capfd.readouterr()
    assert 0 == bulk("docs", *settings)
    assert (
        "4 chunks written anew in the place of all that was there, which need a vector; "
        "--update keeps those that stay as they are"
    ) == lines(capfd)[2]
    assert 0 == bulk("docs", *settings, "--json")
    store = json.loads(capfd.readouterr().out)["store"]
    assert (4, True) == (store["added"], store["replaced"])
    assert 0 == bulk("docs", *settings, "--update")
    assert "0 chunks added, which need a vector, 0 removed, 4 kept" == lines(capfd)[2]
    assert (work / "chunks.db").exists()


def test_a_dry_run_lists_the_parts(work: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Nothing is made."""
    assert bulk("docs", "-o", "chunks.txt", "--dry-run", "--jsonl") == 0
    [part] = Path("chunks.txt").read_text("utf-8").splitlines()
    assert ["docs/manual.md", "docs/notes.txt"] == json.loads(part)["paths"]
    assert bulk("docs", "-o", "chunks", "--dry-run") == 0
    assert lines(capfd)[0].endswith("2 files  96 bytes")
    assert {"docs", "chunks.txt"} == {path.name for path in work.iterdir()}


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["-o", "chunks"], "name the sources of a run"),
        (["-", "-o", "chunks"], "name the sources of a run"),
        (["docs", "-o", "chunks", "--update"], "name it by --sqlite"),
        (["docs", "--sqlite", "chunks.db"], "--sqlite needs -o FOLDER"),
        (["docs", "-o", "chunks", "--sqlite", "-"], "--sqlite names a file"),
        (["docs", "-o", "docs/chunks", "--sqlite", "docs/a.db"], "read it; name a file elsewhere"),
        (["docs/notes.txt", "-o", "docs/notes.txt"], "is the input"),
        (["docs", "--to", "xml"], "xml"),
    ],
)
def test_wrong_usage_is_told(
    words: Sequence[str], reason: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """The message says what to do instead."""
    assert bulk(*words) == 2
    assert reason in capfd.readouterr().err


def test_settings_that_cannot_be_kept_are_named(capfd: pytest.CaptureFixture[str]) -> None:
    """One line, and exit code 1."""
    assert bulk("docs", "-o", "chunks", "--size", "0") == 1
    assert "size is 0" in capfd.readouterr().err
    assert main(["bulk", "docs", "--without", "words"]) == 1
    assert "'words' is unknown" in capfd.readouterr().err


def test_the_examples_are_split(work: Path) -> None:
    """PDF, DOCX, HTML, Markdown and text, in one run."""
    kinds = {".pdf", ".docx", ".html", ".md", ".log", ".yaml", ".py"}
    assert bulk(*(f"{EXAMPLES}/*{kind}" for kind in kinds), "-o", "chunks") == 0
    assert kinds == {Path(row["doc_id"]).suffix for row in rows_in(work / "chunks")}


def test_a_stream_reads_a_source_once_and_never_what_it_writes(work: Path) -> None:
    """What is there of an earlier run is no source of the next, whatever a pattern says."""
    for _ in range(2):
        assert bulk("docs/*", "./docs/*.md", "docs/notes.txt", "-o", "docs/chunks.jsonl") == 0
        rows = (work / "docs/chunks.jsonl").read_text("utf-8").splitlines()
        assert ["docs/manual.md", "docs/notes.txt"] == [json.loads(row)["doc_id"] for row in rows]


def test_nothing_is_written_where_a_source_is_missing(capfd: pytest.CaptureFixture[str]) -> None:
    """It is noticed before the first chunk."""
    assert bulk("docs", "absent") == 1
    assert ("", "linewise: absent: there is no such file or folder\n") == capfd.readouterr()


def test_a_dry_run_lists_what_a_run_would_read(capfd: pytest.CaptureFixture[str]) -> None:
    """The output among the sources is left out there, too."""
    bulk("docs", "-o", "docs/out")
    lines(capfd)
    assert bulk("docs", "-o", "docs/out", "--dry-run") == 0
    assert 1 == len(lines(capfd))


def test_a_database_without_words_is_refused_before_the_run(work: Path) -> None:
    """Not after hours of work."""
    words = ["bulk", "docs", "-o", "chunks", "--sqlite", "chunks.db", "--without", "text,tokens"]
    assert 2 == main(words)
    assert not (work / "chunks").exists()


def test_an_error_has_a_line_of_its_own(
    work: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It does not run on behind how far the run had come."""

    def broken(*_: object, show: Callable[[Progress], None], **_options: object) -> None:
        show(Progress(1, 2, 10, 20, 1.0))
        raise FileError("the disk is full")

    monkeypatch.setattr("linewise.bulk.bulk_split", broken)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    (work / "a.md").write_text("words", "utf-8")
    assert 1 == main(["bulk", "a.md", "-o", "out"])
    *_, progress, told = capsys.readouterr().err.splitlines()
    assert progress.endswith("linewise: 1 of 2 parts, 0.0 of 0.0 MB, 0.0 MB/s, 1 s left")
    assert "linewise: the disk is full" == told
