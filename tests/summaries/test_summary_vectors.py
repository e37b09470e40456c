"""The methods `lead` and `cues` against values that were worked out elsewhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from linewise import key_points, summarize

VECTORS = Path(__file__).parent.parent / "vectors" / "summaries.json"
CASES: list[dict[str, Any]] = json.loads(VECTORS.read_text(encoding="utf-8"))["cases"]
IDS = [f"{case['name']}-{case['max_length']}" for case in CASES]


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_lead(case: dict[str, Any]) -> None:
    """The summary begins as expected, is cut or whole as expected, and keeps the limit."""
    summary = summarize(
        case["text"],
        max_length=case["max_length"],
        min_content_length=case["min_content_length"],
        method="lead",
    )
    assert summary.text.startswith(case["expect_start"])
    assert case["expect_cut"] == summary.text.endswith("…") == summary.cut
    assert case["expect_whole"] == (summary.text == case["text"].strip())
    assert len(summary.text) <= case["max_length"]


@pytest.mark.parametrize("case", [one for one in CASES if "expect_top_key_point" in one])
def test_cues(case: dict[str, Any]) -> None:
    """The best key point is the expected one."""
    assert case["expect_top_key_point"] == key_points(case["text"], method="cues")[0].text
