"""What holds for every batch of edits, whatever is changed by hand afterwards."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linewise.changes import diff
from linewise.errors import DocumentChangedError, HistoryError
from linewise.history import apply, log_batch, new_batch, undo_batch, undo_batch_changes

if TYPE_CHECKING:
    from collections.abc import Sequence

LINES = st.lists(st.sampled_from(["one", "two", "three", "", "é"]), max_size=6)
STEPS = st.lists(
    st.tuples(st.sampled_from(["batch", "other", "hand"]), st.integers(0, 2), LINES), max_size=8
)


def text(lines: Sequence[str], end: str) -> bytes:
    """Write lines as a file."""
    return end.join(lines).encode()


@given(files=st.tuples(LINES, LINES, LINES), steps=STEPS, end=st.sampled_from(["\n", "\r\n"]))
@settings(max_examples=40)
def test_a_batch_is_undone_in_all_files_or_in_none(
    files: tuple[list[str], ...], steps: list[tuple[str, int, list[str]]], end: str
) -> None:
    """An undo gives what was shown before; a refusal leaves every byte; a second one does nothing.

    Where nothing but the batch changed the files, the undo gives them their first bytes.
    """
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patched:
        patched.setenv("LINEWISE_DATA", str(Path(folder, "data")))
        patched.setattr("os.fsync", lambda _: None)
        paths = [Path(folder).resolve() / f"{number}.txt" for number in range(3)]
        for path, lines in zip(paths, files, strict=True):
            path.write_bytes(text(lines, end))
        batch = new_batch()
        for how, number, lines in steps:
            old, new = paths[number].read_bytes(), text(lines, end)
            if how == "hand":
                paths[number].write_bytes(new)
            else:
                changes = diff(old.decode(), new.decode())
                apply(paths[number], changes, batch=batch if how == "batch" else None)
        before = [path.read_bytes() for path in paths]
        try:
            shown = undo_batch_changes(batch)
            made = undo_batch(batch)
        except (DocumentChangedError, HistoryError):
            assert before == [path.read_bytes() for path in paths]
            return
        assert set(shown) == {revision.path for revision in made}
        for path, data in zip(paths, before, strict=True):
            expected = shown[str(path)].after.encode() if str(path) in shown else data
            assert expected == path.read_bytes()
        if {how for how, _, _ in steps} == {"batch"}:
            assert [text(lines, end) for lines in files] == [path.read_bytes() for path in paths]
        assert len(made) <= len(log_batch(batch))
        with pytest.raises(HistoryError, match="undone already"):
            undo_batch(batch)
