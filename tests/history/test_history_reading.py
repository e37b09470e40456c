"""The log, the difference of two revisions, and where a line comes from."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from linewise.changes import diff
from linewise.errors import HistoryError, LineIdError, OptionError, SpanError
from linewise.files import TextFile
from linewise.history import (
    Revision,
    apply,
    find_revision,
    log,
    revision_diff,
    states,
    undo,
    why,
)

if TYPE_CHECKING:
    from pathlib import Path

TEXT = "one\ntwo\nthree\nfour\nfive\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Write a small file."""
    path = tmp_path / "notes.md"
    path.write_text(TEXT)
    return path


def edit(path: Path, old: str, new: str, information: str = "") -> Revision:
    """Replace words in a file, as an edit whose information is the new words or other ones."""
    text = TextFile.read(path).document.text
    made = apply(path, diff(text, text.replace(old, new)), information=information or new.strip())
    assert made is not None
    return made


def reasons(path: Path) -> list[str | None]:
    """Return for each line the information that brought it; None for those there from the first."""
    count = TextFile.read(path).document.line_count
    found = [why(path, line) for line in range(1, count + 1)]
    return [revision.information or revision.kind if revision else None for revision in found]


def test_a_file_without_edits_has_an_empty_log(path: Path) -> None:
    """Reading a history makes none."""
    assert log(path) == []
    assert log(path.with_name("missing.md")) == []


def test_the_newest_comes_first(path: Path) -> None:
    """A log goes back in time, as far as it is asked to."""
    made = [edit(path, "one", f"one{number}") for number in range(4)]
    assert made[::-1] == log(path)
    assert made[:1:-1] == log(path, limit=2)


def test_lines_are_counted_as_they_come_and_go(path: Path) -> None:
    """A changed line goes and comes; what stays is not counted."""
    made = [edit(path, "two\n", "2\n2½\n"), edit(path, "four\nfive\n", ""), undo(path)]
    assert [(2, 1), (0, 2), (2, 0)] == [(one.lines_added, one.lines_taken) for one in made]


def test_a_clock_that_goes_back_does_not_change_the_order(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The order is that of the revisions, whatever the clock said when they were made."""
    first = edit(path, "one", "1")
    with monkeypatch.context() as earlier:
        earlier.setattr(time, "time", lambda: 1_000_000_000.0)
        earlier.setattr(
            "linewise.history._file_history._now", lambda: "2001-09-09T01:46:40.000000+00:00"
        )
        second = edit(path, "two", "2")
    assert second.time < first.time
    assert [second, first] == log(path)
    assert second == log(path, limit=1)[0]
    undo(path)
    assert TEXT.replace("one", "1") == path.read_text()


def test_a_change_by_hand_is_in_the_log(path: Path) -> None:
    """What was changed without linewise is noted by the next look, once."""
    made = edit(path, "one", "1")
    path.write_text(path.read_text() + "by hand\n")
    for _ in range(2):
        outside, kept = log(path)
        assert ("outside", "") == (outside.kind, outside.information)
        assert made == kept
        assert made.after == outside.before
        assert path.read_text() == outside.after


def test_a_file_that_is_no_text_any_more(path: Path) -> None:
    """A file overwritten with binary data keeps its log; the data is kept, too."""
    made = edit(path, "one", "1")
    path.write_bytes(bytes(range(256)) * 20)
    outside, kept = log(path)
    assert made == kept
    assert outside.encoding is None
    with pytest.raises(HistoryError, match="no text"):
        _ = outside.after
    path.write_text(kept.after)
    assert 3 == len(log(path))
    assert ["outside"] * 5 == reasons(path)
    undo(path, made.id)
    assert TEXT == path.read_text()


def test_revisions_are_found_by_the_first_digits(path: Path) -> None:
    """Four digits or more name a revision."""
    made = edit(path, "one", "1")
    assert made == find_revision(path, made.id[:4].upper())
    assert made == find_revision(path, made.id)


def test_revisions_as_plain_values(path: Path) -> None:
    """`as_dict` has the field names of Python, without the texts."""
    made = edit(path, "two", "2")
    values = made.as_dict()
    assert (made.id, "edit", "2", [1, 2]) == (
        values["id"],
        values["kind"],
        values["information"],
        [len(values["lines"]), values["lines"][0]["new_first"]],
    )
    assert hash(made) == hash(log(path)[0])


def test_differences_of_revisions(path: Path) -> None:
    """None: what the newest changed; one: what changed since; two: from one to the other."""
    texts = [TEXT]
    made = []
    for old, new in (("one", "1"), ("three", "3"), ("five", "5")):
        made.append(edit(path, old, new))
        texts.append(path.read_text())
    assert diff(texts[2], texts[3]) == revision_diff(path)
    assert diff(texts[1], texts[3]) == revision_diff(path, made[0])
    assert diff(texts[1], texts[2]) == revision_diff(path, made[0].id, made[1].id[:7])
    assert diff(texts[2], texts[1]) == revision_diff(path, made[1], made[0])
    with pytest.raises(HistoryError, match="no history"):
        revision_diff(path.with_name("other.md"))


def test_why_takes_the_ids_that_models_are_shown(path: Path) -> None:
    """A line is named here as it is everywhere else."""
    made = edit(path, "two", "2")
    assert [made] * 4 == [why(path, line) for line in (2, "2", "line-2", "div-id-2")]
    with pytest.raises(LineIdError, match="'two' is not a line id"):
        why(path, "two")


def test_why_names_the_edit_of_each_line(path: Path) -> None:
    """A line belongs to the edit that put it in or changed it last, wherever it moved."""
    edit(path, "two\n", "two\nA\n", "A")
    edit(path, "five", "B")
    edit(path, "one\n", "C\none\n", "C")
    edit(path, "A\n", "D\n")
    edit(path, "three\n", "")
    assert "C\none\ntwo\nD\nfour\nB\n" == path.read_text()
    assert ["C", None, None, "D", None, "B"] == reasons(path)


def test_why_looks_into_replaced_passages(path: Path) -> None:
    """A line that an edit wrote again word by word was not brought by it."""
    text = TextFile.read(path).document.text
    changes = diff(text, "").compose(diff("", "one\nTWO\nthree\nnew\nfour\nfive\n"))
    apply(path, changes, information="whole")
    assert [None, "whole", None, "whole", None, None] == reasons(path)


def test_why_sees_through_an_undo(path: Path) -> None:
    """A line that an undo gave back belongs to the edit that brought it in the first place."""
    edit(path, "two\n", "two\nA\n", "A")
    removed = edit(path, "A\nthree\n", "")
    edit(path, "five", "B")
    undo(path, removed.id)
    assert "one\ntwo\nA\nthree\nfour\nB\n" == path.read_text()
    assert [None, None, "A", None, None, "B"] == reasons(path)
    undo(path)
    undo(path)
    assert [None, None, "A", None, None, "B"] == reasons(path)


def test_why_knows_changes_by_hand(path: Path) -> None:
    """A line changed without linewise belongs to that change."""
    edit(path, "two", "2")
    path.write_text(path.read_text().replace("four", "by hand"))
    assert [None, "2", None, "outside", None] == reasons(path)


def test_why_without_a_final_newline(path: Path) -> None:
    """A line that only got a line end because another one follows was not changed."""
    path.write_text("one\ntwo")
    edit(path, "two", "two\nthree")
    assert [None, None, "two\nthree"] == reasons(path)


def test_why_with_other_line_ends(path: Path) -> None:
    """Line ends are no words: a file converted to CRLF keeps the reasons of its lines."""
    edit(path, "two", "2")
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert [None, "2", None, None, None] == reasons(path)


def test_why_of_no_line(path: Path) -> None:
    """A line that is not there is an error that says which are."""
    with pytest.raises(SpanError, match="lines 1 to 5"):
        why(path, 6)
    edit(path, "two", "2")
    with pytest.raises(SpanError, match="lines 1 to 5"):
        why(path, 0)


def test_a_limit_is_a_whole_number_from_0_on(path: Path) -> None:
    """Of the log, and of the states that it names."""
    made = edit(path, "two", "TWO")
    assert [] == log(path, 0)
    assert log(path, 1) == log(path, 10**30) == [made]
    for listed in (log, states):
        with pytest.raises(OptionError, match="a limit is 0 or more, not -1"):
            listed(path, -1)
        with pytest.raises(TypeError):
            listed(path, 1.5)  # type: ignore[arg-type]


def test_what_is_no_edit_and_no_revision_is_refused_by_its_kind(path: Path) -> None:
    """Before anything is written."""
    with pytest.raises(TypeError, match="an edit or a change set was expected, not str"):
        apply(path, "TWO")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="information is text, not int"):
        apply(path, diff(TEXT, "TWO"), information=2)  # type: ignore[arg-type]
    assert TEXT == path.read_text()
    edit(path, "two", "TWO")
    with pytest.raises(TypeError, match="a revision or its id was expected, not int"):
        undo(path, 5)  # type: ignore[arg-type]
