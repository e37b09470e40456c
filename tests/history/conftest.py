"""Settings for the tests of histories."""

from __future__ import annotations

import os

import pytest


@pytest.fixture(autouse=True)
def no_flushes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the waiting for the disk: an edit flushes often, and no test pulls the plug.

    The programs that are killed flush all the same, and so do the tests of `files`.
    """
    monkeypatch.setattr(os, "fsync", lambda _: None)
