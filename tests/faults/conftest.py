"""Settings for the tests of faults."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from real_program import Place

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    """Work in a folder with one file, which was edited once."""
    place = Place(tmp_path)
    monkeypatch.chdir(place.folder)
    return place
