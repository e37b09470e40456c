"""The laws of histories: whatever is done to a file, its log tells it all and can take it back."""

from __future__ import annotations

import os
import tempfile
from itertools import pairwise
from pathlib import Path
from unittest import mock

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from linewise.changes import Change, ChangeSet, diff
from linewise.document import Document
from linewise.errors import DocumentChangedError, HistoryError
from linewise.files import TextFile
from linewise.history import LineChange, apply, log, undo, why
from linewise.history._lines import line_before, line_changes
from strategies import change_sets, texts

DEEDS = ["edit", "edit", "outside", "undo", "undo older"]


def content(path: Path) -> str:
    """Return the text of a file as it stands there."""
    return path.read_bytes().decode("utf-8")


def do(path: Path, deed: str, data: st.DataObject) -> None:
    """Do one thing to a file."""
    before = content(path)
    if deed == "edit":
        apply(path, data.draw(change_sets(before)), encoding="utf-8")
    elif deed == "outside":
        path.write_bytes(data.draw(texts()).encode())
    else:
        revisions = log(path)
        chosen = data.draw(st.sampled_from(revisions)) if "older" in deed and revisions else None
        try:
            undo(path, chosen, encoding="utf-8")
        except (DocumentChangedError, HistoryError):
            assert before == content(path)


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(texts(), st.lists(st.sampled_from(DEEDS), max_size=6), st.data())
def test_a_log_is_a_chain_to_the_first_text(
    text: str, deeds: list[str], data: st.DataObject
) -> None:
    """Each revision begins where the one before ended; the newest ends with the file.

    And once more, now backwards: undoing them newest first gives every earlier text back.
    """
    with tempfile.TemporaryDirectory() as folder, environment(folder):
        path = Path(folder, "file.md")
        path.write_bytes(text.encode())
        for deed in deeds:
            do(path, deed, data)
        revisions = log(path)
        if not revisions:
            return
        assert content(path) == revisions[0].after
        for newer, older in pairwise(revisions):
            assert older.after == newer.before
        undone: set[str | None] = set()
        for revision in revisions:
            if revision.kind == "undo":
                undone.add(revision.undoes)
        newest = revisions[0]
        if newest.before != newest.after and newest.id not in undone:
            undo(path, newest, encoding="utf-8")
            assert newest.before == content(path)


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(texts(), st.data())
def test_undo_is_the_inverse_to_the_byte(text: str, data: st.DataObject) -> None:
    """An edit and its undo leave the bytes as they were."""
    with tempfile.TemporaryDirectory() as folder, environment(folder):
        path = Path(folder, "file.md")
        path.write_bytes(text.encode())
        if apply(path, data.draw(change_sets(text)), encoding="utf-8") is not None:
            undo(path, encoding="utf-8")
        assert text == content(path)


@given(texts(), st.data())
def test_lines_that_no_change_brought_are_the_same(text: str, data: st.DataObject) -> None:
    """A line that is followed back has the same words there, and lines keep their order."""
    changes: ChangeSet = data.draw(change_sets(text))
    found = line_changes(changes)
    old, new = Document(changes.base), Document(changes.after)
    last = 0
    for number in range(1, new.line_count + 1):
        before = line_before(number, found)
        if isinstance(before, int):
            assert before > last
            last = before
            assert words(old, before) == words(new, number)
    assert new.line_count - old.line_count == sum(
        change.new_count - change.old_count for change in found
    )


def words(document: Document, number: int) -> str:
    """Return what a line says."""
    whole = document[document.line_span(number, ends=True)]
    return whole.removesuffix("\n").removesuffix("\r")


@settings(max_examples=15, suppress_health_check=list(HealthCheck))
@given(st.lists(st.integers(0, 11), min_size=1, max_size=5))
def test_why_agrees_with_who_wrote_the_line(places: list[int]) -> None:
    """When each edit writes its number into a line, `why` reads the same number off the line."""
    with tempfile.TemporaryDirectory() as folder, environment(folder):
        path = Path(folder, "file.md")
        path.write_text("".join(f"old {number}\n" for number in range(6)))
        for number, place in enumerate(places):
            document = TextFile.read(path).document
            line = place % document.line_count + 1
            span = document.line_span(line, ends=True)
            new = f"by {number}\n" + (document[span] if place % 2 else "")
            changes = [(span.start, span.end, new)]
            apply(path, change_set(document, changes), information=f"by {number}")
        for number, words_there in enumerate(TextFile.read(path).document.lines, start=1):
            revision = why(path, number)
            assert words_there.startswith("old") is (revision is None)
            if revision is not None:
                assert words_there == revision.information


def change_set(document: Document, changes: list[tuple[int, int, str]]) -> ChangeSet:
    """Make a change set of plain values."""
    return ChangeSet(document, [Change(*change) for change in changes])


def environment(folder: str) -> mock._patch_dict:
    """Keep the data of one example apart from that of the next."""
    return mock.patch.dict(os.environ, {"LINEWISE_DATA": str(Path(folder, "data"))})


def test_a_line_change_says_where_it_is() -> None:
    """Lines count from 1; a place without lines is the line that follows it."""
    before, after = "a\nb\nc\n", "a\nB\nc\nd\n"
    assert (LineChange(2, 1, 2, 1), LineChange(4, 0, 4, 1)) == line_changes(diff(before, after))
