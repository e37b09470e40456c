"""The page and the tools under load, in short: no wrong answer, and nothing left open."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="looks at /proc"),
]


@pytest.mark.parametrize(("program", "clients"), [("review_load.py", 10), ("tools_load.py", 4)])
def test_load_is_borne(program: str, clients: int) -> None:
    """Each answer is checked against what the client must be told; the program ends with 0."""
    done = subprocess.run(
        [sys.executable, BENCHMARKS / program, "--clients", str(clients), "--seconds", "20"],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (0, "") == (done.returncode, done.stderr), done.stdout
    assert "wrong answers   0" in done.stdout
    assert "leaks           none" in done.stdout
