"""The conformance set: replies as models send them, each with its right outcome."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from linewise.editing import edit_from_reply
from linewise.errors import ReplyError

VECTORS = Path(__file__).parents[1] / "vectors"


def rows(name: str) -> list[Any]:
    """Return the rows of a set, each under its own name."""
    lines = (VECTORS / name).read_text(encoding="utf-8").splitlines()
    return [pytest.param(row := json.loads(line), id=row["id"]) for line in lines]


ROWS = rows("llm_replies.jsonl") + rows("llm_replies_more.jsonl")


def test_the_set_is_whole() -> None:
    """No row is lost, and no name stands for two."""
    assert len(ROWS) >= 355
    assert len(ROWS) == len({row.id for row in ROWS})


@pytest.mark.parametrize("row", ROWS)
def test_reply_ends_as_it_should(row: dict[str, Any]) -> None:
    """A reply leads to its document, with the remark that is due, or to its refusal."""
    expected = row["expect"]
    if "error" in expected:
        with pytest.raises(ReplyError) as refused:
            edit_from_reply(row["document"], row["reply"], finish_reason=row.get("finish_reason"))
        assert expected["error"] == refused.value.kind
        assert row["reply"] == refused.value.reply
        return
    edit = edit_from_reply(row["document"], row["reply"], finish_reason=row.get("finish_reason"))
    assert expected["document"] == edit.after.text
    if "warning" in expected:
        assert expected["warning"] in {remark.kind for remark in edit.repairs + edit.warnings}
