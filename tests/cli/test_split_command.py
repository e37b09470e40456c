"""Splitting from the command line: presets, previews, and what is written into a pipe."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from linewise.cli import main

if TYPE_CHECKING:
    from pathlib import Path

TEXT = "".join(f"Sentence number {n} of a text about nothing at all.\n" for n in range(60))


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with a text."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "text.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


def sizes(capfd: pytest.CaptureFixture[str]) -> list[int]:
    """Return the lengths of the chunks that were written."""
    return [len(json.loads(line)["text"]) for line in capfd.readouterr().out.splitlines()]


def test_lines_of_json_go_into_a_pipe(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Each line is a chunk that slices the source at the offsets that it names."""
    assert main(["split", "text.txt", "--size", "200", "--overlap", "0"]) == 0
    chunks = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    source = file.read_text(encoding="utf-8")
    assert source == "".join(chunk["text"] for chunk in chunks)
    assert all(source[chunk["start"] : chunk["end"]] == chunk["text"] for chunk in chunks)


@pytest.mark.usefixtures("file")
def test_a_preset_sets_what_is_not_said(capfd: pytest.CaptureFixture[str]) -> None:
    """Size and overlap come by use; a flag goes before."""
    assert main(["split", "text.txt", "--preset", "qa"]) == 0
    assert 400 < max(sizes(capfd)) <= 500
    assert main(["split", "text.txt", "--preset", "qa", "--size", "300"]) == 0
    assert 200 < max(sizes(capfd)) <= 300


@pytest.mark.usefixtures("file")
def test_previews_end_with_numbers(capfd: pytest.CaptureFixture[str]) -> None:
    """Each chunk is shown by its place; the last line says how long they are."""
    assert main(["split", "text.txt", "--by", "lines", "--size", "20", "--text"]) == 0
    shown = capfd.readouterr().out.splitlines()
    assert shown[:2] == ["text.txt", "Chunk 1/4 | lines 1–20 | 1010 chars"]
    assert shown[-1].startswith("4 chunks | mean ")


@pytest.mark.usefixtures("file")
def test_sizes_that_cannot_be_kept_are_named(capfd: pytest.CaptureFixture[str]) -> None:
    """The line has the numbers, and what would be right."""
    assert main(["split", "text.txt", "--size", "10", "--overlap", "10"]) == 1
    assert "overlap 10 is not below size 10" in capfd.readouterr().err


@pytest.mark.usefixtures("file")
@pytest.mark.parametrize(
    ("call", "code", "told"),
    [
        (["text.txt", "--size", "60t"], 2, "'60t' is said as --size 60 --unit tokens"),
        (["text.txt", "--size", "6x"], 2, "'6x' is not a whole number, such as 1000"),
        (["."], 1, "this is a directory; name its files, or split it by linewise bulk ."),
        (["empty.txt"], 3, "there is nothing to split: the text is empty"),
    ],
)
def test_who_is_refused_is_told_what_to_do(
    file: Path, capfd: pytest.CaptureFixture[str], call: list[str], code: int, told: str
) -> None:
    """The size as `compare` writes it, a folder, and a file without words."""
    file.with_name("empty.txt").touch()
    assert code == main(["split", *call])
    assert told in capfd.readouterr().err
