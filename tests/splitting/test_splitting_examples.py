"""The example scripts on splitting run, and print what they are about."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("splitting_characters.py", ["windows of 500, 50 of them repeated", "whole paragraphs"]),
        ("splitting_recursive.py", ["greedy: ", "best: ", "median", "█"]),
        ("splitting_tokens.py", ["tokens in", "tokens at most"]),
        ("splitting_metadata.py", ["under “Safety”", "'kind': 'log', 'chunk': 0"]),
    ],
)
def test_example_scripts_run(
    script: str, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Each script prints its result to standard output."""
    runpy.run_path(str(EXAMPLES / script), run_name="__main__")
    printed = capsys.readouterr().out
    assert all(word in printed for word in words), printed
