"""A bulk run that is killed again and again comes to the same end."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from bulk_corpus import files_in, kill_in_between, pieces, write_folder, write_jsonl
from linewise.bulk import Spec, bulk_split

if TYPE_CHECKING:
    from pathlib import Path

KILLS = 20


@pytest.mark.slow
def test_twenty_kills_leave_no_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed at random moments, with all its processes, the run ends as one in peace does."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LINEWISE_DATA", str(tmp_path / "data"))
    write_folder(tmp_path / "docs", pieces(20_000))
    write_jsonl(tmp_path / "corpus.jsonl", pieces(20_000, seed=8))
    draw = random.Random(5)  # noqa: S311 - no secret
    # The longest is longer than a start takes, even where other programs run.
    killed = kill_in_between(tmp_path, "out", [draw.uniform(0.3, 4) for _ in range(KILLS)])
    assert killed > KILLS // 2
    spec = Spec(without=["tokens"])
    bulk_split(["docs", "corpus.jsonl"], "out", spec, workers=2)
    bulk_split(["docs", "corpus.jsonl"], "peace", spec, workers=2)
    assert files_in(tmp_path / "peace") == files_in(tmp_path / "out")
