"""A bulk run that is killed again and again comes to the same end."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from bulk_corpus import (
    files_in,
    kill_in_between,
    pieces,
    seconds_undisturbed,
    write_folder,
    write_jsonl,
)

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
    whole, idle = (seconds_undisturbed(tmp_path, "peace") for _ in range(2))
    draw = random.Random(5)  # noqa: S311 - no secret
    # On any machine: after the start of a run, and so soon that most runs have something left.
    moments = [draw.uniform(0.3 * idle, idle + whole / 12) for _ in range(KILLS)]
    killed = kill_in_between(tmp_path, "out", moments)
    assert killed > KILLS // 2
    seconds_undisturbed(tmp_path, "out")
    assert files_in(tmp_path / "peace") == files_in(tmp_path / "out")
