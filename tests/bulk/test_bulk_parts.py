"""Sources become parts, the same way each time."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bulk_corpus import write_jsonl
from linewise import LoadError, OptionError
from linewise.bulk import Spec
from linewise.bulk.parts import Part, parts_of
from linewise.bulk.reading import read_part

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def make_files(folder: Path, count: int) -> None:
    """Make files with short texts."""
    folder.mkdir(exist_ok=True)
    for at in range(count):
        (folder / f"{at:05}.txt").write_text(f"text {at}\n", encoding="utf-8")


def documents(part: Part, spec: Spec | None = None) -> list[tuple[str, str | None]]:
    """Return the id and the text of each row of a part."""
    found: list[tuple[str, str | None]] = []
    for rows in read_part(part, spec or Spec()):
        for at, row in enumerate(rows.batch.to_pylist()):
            found.append((row["id"], rows.errors.get(at, row["text"])))
    return found


def test_small_files_are_grouped(work: Path) -> None:
    """Many files become few parts, which hold each of them once, in order."""
    make_files(work / "docs", 1500)
    parts = parts_of(["docs"])
    assert 3 <= len(parts) <= 40
    assert [f"docs/{at:05}.txt" for at in range(1500)] == [p for part in parts for p in part.paths]
    assert len(parts) == len({part.name for part in parts})


def test_a_new_file_leaves_other_parts_as_they_are(work: Path) -> None:
    """Where a part ends depends on the files that stand there: at most two parts are others."""
    make_files(work / "docs", 1500)
    before = parts_of(["docs"])
    draw = random.Random(3)  # noqa: S311 - no secret
    for _ in range(10):
        new = work / "docs" / f"{draw.randrange(1500):05}-more.txt"
        new.write_text("more", encoding="utf-8")
        after = parts_of(["docs"])
        assert len({*after} - {*before}) <= 2
        new.unlink()


def test_large_files_have_parts_of_their_own(work: Path) -> None:
    """Work can be shared where there are few files, too."""
    for name in "abc":
        (work / f"{name}.txt").write_text("x" * (1 << 24), encoding="utf-8")
    assert [("a.txt",), ("b.txt",), ("c.txt",)] == [part.paths for part in parts_of(["."])]


def make_sizes(folder: Path, count: int, size: int) -> None:
    """Make files whose sizes are around one; what is in them is no matter of parts."""
    folder.mkdir(exist_ok=True)
    draw = random.Random(4)  # noqa: S311 - no secret
    for at in range(count):
        with (folder / f"{at:05}.txt").open("wb") as file:
            file.truncate(int(size * draw.uniform(0.3, 1.7)))


@pytest.mark.parametrize(
    ("count", "size"), [(200, 124_000), (1500, 40_000), (60, 1_000_000)], ids=str
)
def test_parts_have_bytes_that_can_be_shared(work: Path, count: int, size: int) -> None:
    """However many files make them up, none has much more than others have."""
    make_sizes(work / "docs", count, size)
    parts = parts_of(["docs"])
    total = sum(part.size for part in parts)
    assert total // (1 << 22) < len(parts) <= total // (1 << 20) + 1
    assert max(part.size for part in parts) <= 1 << 22
    small = [part for part in parts if part.size < 1 << 20]
    assert len(small) <= 1 + len(parts) // 3


def test_a_new_file_among_large_ones_leaves_most_parts_as_they_are(work: Path) -> None:
    """Where a part is as long as it may be, the next ones may move, but not for long."""
    make_sizes(work / "docs", 600, 124_000)
    before = parts_of(["docs"])
    changed = []
    for at in range(5, 600, 60):
        new = work / "docs" / f"{at:05}-more.txt"
        new.write_bytes(b"x" * 124_000)
        changed.append(len({*parts_of(["docs"])} - {*before}))
        new.unlink()
    assert len(before) >= 20
    assert sum(changed) <= 2 * len(changed)
    assert max(changed) <= 4


def test_a_small_table_is_shared_a_large_one_has_no_more_parts_than_need_be(work: Path) -> None:
    """A few megabytes are work for several processes; a terabyte is work without many parts."""
    for name, size in (("small", 25_000_000), ("large", 1 << 30)):
        with (work / f"{name}.jsonl").open("wb") as file:
            file.truncate(size)
        parts = parts_of([f"{name}.jsonl"])
        assert size == sum(part.size for part in parts)
        assert {"small": 6, "large": 32}[name] == len(parts)


def test_hidden_files_and_the_output_are_left_out(work: Path) -> None:
    """A run over the current folder does not read what it writes."""
    make_files(work / "chunks", 2)
    make_files(work / ".git", 2)
    (work / ".hidden").touch()
    (work / "seen.txt").touch()
    [part] = parts_of(["."], leave_out="chunks")
    assert ("seen.txt",) == part.paths


def test_a_file_named_twice_is_read_once(work: Path) -> None:
    """Sources may overlap."""
    make_files(work / "docs", 3)
    paths = ["docs/00000.txt", "docs/00001.txt", "docs/00002.txt"]
    [part] = parts_of(["docs/*.txt", "docs", "./docs/00001.txt"])
    assert paths == [*part.paths]


def test_sources_that_are_not_there_are_named(work: Path) -> None:
    """Neither a missing path nor a pattern without a match is passed over."""
    (work / "docs").mkdir()
    with pytest.raises(LoadError, match="absent: there is no such file or folder"):
        parts_of(["docs", "absent"])
    with pytest.raises(LoadError, match=r"docs/\*\.md: no file is called so"):
        parts_of(["docs/*.md"])
    with pytest.raises(OptionError, match="there are no sources"):
        parts_of([])


def test_a_part_can_be_sent(work: Path) -> None:
    """What it is made from is plain values."""
    make_files(work / "docs", 3)
    [part] = parts_of(["docs"])
    assert part == Part.from_dict(part.as_dict())


def test_json_lines_are_cut_between_lines(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever the stretches end, each line is in one part, and none is in two."""
    texts = [f"text {at} " * (at % 7) for at in range(60)]
    write_jsonl(work / "corpus.jsonl", texts)
    size = (work / "corpus.jsonl").stat().st_size
    for length in (1, 7, 64, 333, size - 1, size, size + 1):
        monkeypatch.setattr("linewise.bulk.parts._BYTES", length)
        parts = parts_of(["corpus.jsonl"])
        found = [text for part in parts for _, text in documents(part)]
        assert texts == found
        assert size == sum(part.size for part in parts)


def test_bad_lines_of_json_say_why(work: Path) -> None:
    """A row without an id is named by the file and the byte that it begins at."""
    lines = [
        b'{"id": 5, "text": "good", "more": [1]}',
        b"",
        b"{no json",
        b"[1, 2]",
        b'{"text": 7}',
        b'{"id": "n", "text": null}',
        b'{"text": "half \\ud800"}',
        b'{"text": "\xff"}',
    ]
    (work / "bad.jsonl").write_bytes(b"\r\n".join(lines))
    [part] = parts_of(["bad.jsonl"])
    good, *bad = documents(part)
    assert ("5", "good") == good
    assert [
        "bad.jsonl@42",
        "bad.jsonl@52",
        "bad.jsonl@60",
        "n",
        "bad.jsonl@100",
        "bad.jsonl@125",
    ] == [name for name, _ in bad]
    reasons = [
        "no JSON: Expecting property name enclosed in double quotes at its column 2",
        "is a list",
        "is int",
        "null or missing",
        "no Unicode",
        "no JSON",
    ]
    for reason, (_, error) in zip(reasons, bad, strict=True):
        assert reason in str(error)


def test_a_line_of_json_without_a_text_says_what_it_has(work: Path) -> None:
    """Texts go by many names: who sees those that are there knows which one to give."""
    (work / "a.jsonl").write_text('{"id": 1, "title": "One", "content": "Words."}\n')
    [(_, error)] = documents(parts_of(["a.jsonl"])[0])
    assert "'text' is null or missing" in str(error)
    assert "the line has 'title', 'content', and text_column (--text-column) names" in str(error)


def test_what_else_a_line_of_json_says_is_metadata(work: Path) -> None:
    """Lines may say different things, so all of it is one column of JSON."""
    (work / "a.jsonl").write_text('{"text": "x", "lang": "fr", "n": [1]}\n{"text": "y"}\n')
    [rows] = read_part(parts_of(["a.jsonl"])[0], Spec())
    assert ['{"lang": "fr", "n": [1]}', None] == rows.batch.column("metadata").to_pylist()


def test_csv_is_read_as_it_is_quoted(work: Path) -> None:
    """Line ends in fields, long fields, a byte order mark and bad rows are taken as they come."""
    long = "x" * 200_000
    text = f'\ufeffid,text,lang\na,"two\nlines",fr\n,{long},en\nshort,row\n'
    (work / "a.csv").write_bytes(text.encode())
    [part] = parts_of(["a.csv"])
    assert [
        ("a", "two\nlines"),
        ("a.csv#1", long),
        ("a.csv#2", "the row has 2 fields, and the header 3"),
    ] == documents(part)
    [rows] = read_part(part, Spec())
    assert ["fr", "en", None] == rows.batch.column("lang").to_pylist()


def test_csv_of_another_encoding_is_told(work: Path) -> None:
    """What is no UTF-8 is a bad row, until the encoding is named."""
    (work / "a.csv").write_bytes("id,text\n1,é\n2,e\n".encode("latin-1"))
    [part] = parts_of(["a.csv"])
    [(_, error), good] = documents(part)
    assert "encoding names that of the file" in str(error)
    assert ("2", "e") == good
    assert [("1", "é"), ("2", "e")] == documents(part, Spec(load={"encoding": "latin-1"}))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("id,body\n1,x\n", "no column 'text': the columns are 'id', 'body'"),
        ("id,text,text\n1,x,y\n", "several columns 'text'"),
        ("", "no column 'text': the columns are none"),
        ('id,text\n1,"no end', "cannot be read"),
    ],
)
def test_csv_that_is_no_table_of_texts_is_refused(work: Path, text: str, reason: str) -> None:
    """The message names the file and what was found."""
    (work / "a.csv").write_text(text, encoding="utf-8")
    [part] = parts_of(["a.csv"])
    with pytest.raises(LoadError, match=rf"a\.csv: .*{reason}"):
        documents(part)


def test_parquet_is_cut_between_row_groups(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows are numbered through the file, whatever part they are in."""
    monkeypatch.setattr("linewise.bulk.parts._BYTES", 1500)
    texts = [f"text {at} " * 9 for at in range(100)]
    pq.write_table(pa.table({"text": texts}), work / "a.parquet", row_group_size=10)
    parts = parts_of(["a.parquet"])
    assert 3 <= len(parts) <= 10
    assert [(f"a.parquet#{at}", text) for at, text in enumerate(texts)] == [
        row for part in parts for row in documents(part)
    ]


def test_parquet_that_is_none_is_told_when_it_is_read(work: Path) -> None:
    """One bad file stops no run."""
    (work / "a.parquet").write_bytes(b"PAR1 and no more")
    [part] = parts_of(["a.parquet"])
    with pytest.raises(LoadError, match=r"a\.parquet: it cannot be read"):
        documents(part)


def test_pipes_and_vanished_files_are_bad_rows() -> None:
    """A run never waits for a pipe."""
    part = Part("p", "files", ("absent.txt",))
    [rows] = read_part(part, Spec())
    assert {0: "there is no such file, or it is a pipe or a device"} == rows.errors
