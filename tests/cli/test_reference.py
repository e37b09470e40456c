"""The reference page is what the commands say of themselves."""

from __future__ import annotations

import runpy
from pathlib import Path

DOCS = Path(__file__).parent.parent.parent / "docs"


def test_the_reference_is_fresh() -> None:
    """`make docs` was run after the last change of an option."""
    reference = runpy.run_path(str(DOCS / "build_reference.py"))["reference"]
    assert reference() == (DOCS / "command-line.md").read_text(encoding="utf-8")
