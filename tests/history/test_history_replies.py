"""What holds for replies in memory holds for files: line ends, marks, encodings, and undo."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from linewise.editing import edit_from_reply
from linewise.errors import EncodingError, ReplyError
from linewise.files import TextFile
from linewise.history import apply, log, undo

VECTORS = Path(__file__).parents[1] / "vectors" / "llm_replies.jsonl"
ROWS = [json.loads(line) for line in VECTORS.read_text(encoding="utf-8").splitlines()]
GOOD = [row for row in ROWS if "document" in row["expect"]]
DRESSES = [("utf-8", "\n"), ("utf-8", "\r\n"), ("utf-16-le", "\r\n"), ("cp1252", "\r\n")]


def named(row: dict[str, Any]) -> str:
    """Name a case after its row."""
    return str(row["id"])


@pytest.mark.parametrize("row", GOOD, ids=named)
def test_a_good_reply_reaches_the_file_and_is_undone(row: dict[str, Any], tmp_path: Path) -> None:
    """The file holds the bytes of the row's outcome, and after an undo those it had before."""
    path = tmp_path / "document.md"
    before, after = row["document"].encode(), row["expect"]["document"].encode()
    path.write_bytes(before)
    edit = edit_from_reply(
        TextFile.read(path, "utf-8").document,
        row["reply"],
        finish_reason=row.get("finish_reason"),
        partial=row.get("partial", False),
    )
    made = apply(path, edit, encoding="utf-8")
    assert after == path.read_bytes()
    assert (made is None) is (before == after)
    if made is not None:
        undo(path)
        assert before == path.read_bytes()


@pytest.mark.parametrize(("encoding", "end"), DRESSES)
def test_replies_in_other_dresses(encoding: str, end: str, tmp_path: Path) -> None:
    """In every encoding and with every line end a reply has the same outcome, in that dress."""
    mark = "\ufeff" if encoding.startswith("utf-16") else ""
    dressed = 0
    for number, row in enumerate(GOOD):
        plain, wanted = row["document"], row["expect"]["document"]
        if "\r" in plain + wanted or "\ufeff" in plain or "\n" not in plain:
            continue
        path = tmp_path / f"{number}.md"
        path.write_bytes((mark + plain.replace("\n", end)).encode(encoding))
        edit = edit_from_reply(TextFile.read(path, encoding).document, row["reply"])
        try:
            apply(path, edit, encoding=encoding)
        except EncodingError:
            assert encoding == "cp1252"
            continue
        assert (mark + wanted.replace("\n", end)).encode(encoding) == path.read_bytes(), row["id"]
        dressed += 1
    assert dressed > 30


def test_a_refused_reply_leaves_no_trace(tmp_path: Path) -> None:
    """A reply that cannot be trusted never comes near the file."""
    path = tmp_path / "document.md"
    refused = [row for row in ROWS if "error" in row["expect"]]
    assert refused
    for row in refused:
        path.write_bytes(row["document"].encode())
        with pytest.raises(ReplyError):
            apply(
                path,
                edit_from_reply(
                    row["document"], row["reply"], finish_reason=row.get("finish_reason")
                ),
            )
        assert row["document"].encode() == path.read_bytes()
    assert log(path) == []
