"""Slips of agents, and files that are not what they were: refused in words that help."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from linewise import log
from linewise.history import read_file, state_name
from linewise.mcp_server import Desk, Limits, RefusedError, Roots, call
from linewise.numbering import content_tag

if TYPE_CHECKING:
    from pathlib import Path

    from linewise.files import TextFile

LINES = ("one", "two", "three", "four", "five")
IDS = [f"{number}:{content_tag(line)}" for number, line in enumerate(LINES, start=1)]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Write a file into a folder of its own."""
    folder = tmp_path.resolve() / "root"
    folder.mkdir()
    path = folder / "a.txt"
    path.write_text("\n".join(LINES) + "\n")
    return path


@pytest.fixture
def desk(file: Path) -> Desk:
    """Lay out a desk over the folder."""
    return Desk(Roots([file.parent]))


def propose(desk: Desk, *operations: dict[str, Any]) -> dict[str, Any]:
    """Propose operations for the file as it is."""
    revision = call(desk, "outline", {"path": "a.txt"}).data["revision"]
    asked = {"path": "a.txt", "revision": revision, "operations": list(operations)}
    return dict(call(desk, "propose", asked).data)


def applied(desk: Desk, *operations: dict[str, Any]) -> str:
    """Propose and apply operations, and return the revision that they make."""
    return str(call(desk, "apply", {"edit": propose(desk, *operations)["edit"]}).data["revision"])


def refused(desk: Desk, tool: str, **arguments: Any) -> str:
    """Return the words of a tool that refuses and wrote nothing."""
    with pytest.raises(RefusedError, match=r"^nothing was written: ") as caught:
        call(desk, tool, arguments)
    return str(caught.value)


@pytest.mark.parametrize(
    "line",
    [
        f"{IDS[1]}|two..{IDS[2]}|three",
        f"{IDS[1]}|two\n{IDS[2]}|three",
        f"{IDS[1]}|two, {IDS[2]}",
        f"{IDS[1]}|two\nthree",
    ],
)
def test_two_lines_copied_into_one_id_are_refused(desk: Desk, line: str) -> None:
    """Only the first of them would be changed otherwise, without a word."""
    with pytest.raises(RefusedError, match=r"^nothing was written: item 1: .* names more than one"):
        propose(desk, {"op": "deleteLine", "line": line})


@pytest.mark.parametrize("line", [IDS[1], f"{IDS[1]}|", f"{IDS[1]}|two", f" {IDS[1]} | two\n"])
def test_a_line_may_be_copied_with_its_words(desk: Desk, line: str) -> None:
    """Its id is what stands in front."""
    assert "-two" in propose(desk, {"op": "deleteLine", "line": line})["diff"]


@pytest.mark.parametrize(
    "operation",
    [
        {"op": "x" * 9_000, "line": IDS[0]},
        {"op": "deleteLine", "line": IDS[0], "x" * 9_000: 1},
        {"op": "deleteLine", "line": "x" * 9_000},
        {"op": "deleteLine", "line": f"{IDS[0]}|\n" + "x" * 9_000},
    ],
)
def test_what_was_given_is_quoted_in_short(desk: Desk, operation: dict[str, Any]) -> None:
    """The advice behind it is never crowded out."""
    with pytest.raises(RefusedError) as caught:
        propose(desk, operation)
    assert len(str(caught.value)) < 400


def test_words_that_the_file_cannot_hold_are_refused_when_they_are_proposed(desk: Desk) -> None:
    """Not only when they would be written."""
    with pytest.raises(
        RefusedError, match=r"^nothing was written: a.txt: line 2: a zero character"
    ):
        propose(desk, {"op": "replaceLine", "line": IDS[1], "content": "t\0o"})


def test_an_operation_is_not_applied_without_the_one_that_it_stands_on(desk: Desk) -> None:
    """It is not left out without a word either."""
    edit = propose(
        desk,
        {"op": "insertLineAfter", "line": IDS[0], "content": "new", "id": "n"},
        {"op": "insertLineAfter", "line": "n", "content": "newer"},
        {"op": "deleteLine", "line": IDS[4]},
    )["edit"]
    words = refused(desk, "apply", edit=edit, operations=[2, 3])
    assert "operation 2 is about a line that another operation makes" in words
    call(desk, "apply", {"edit": edit.upper(), "operations": [1, 2]})


def test_what_came_into_the_place_of_a_file_is_looked_at_before_it_is_changed(file: Path) -> None:
    """It may be too large to be compared, no text, a folder, a pipe, a link, or gone."""
    desk = Desk(Roots([file.parent]), Limits(file_bytes=1_000))
    edit = propose(desk, {"op": "deleteLine", "line": IDS[0]})["edit"]
    text = file.read_bytes()
    file.write_bytes(b"x\n" * 1_000)
    assert "files up to 1,000 bytes are opened" in refused(desk, "apply", edit=edit)
    file.write_bytes(bytes(range(256)))
    assert "is no text" in refused(desk, "apply", edit=edit)
    file.unlink()
    assert "there is no 'a.txt'" in refused(desk, "apply", edit=edit)
    file.mkdir()
    assert "a.txt is a folder" in refused(desk, "apply", edit=edit)
    file.rmdir()
    file.symlink_to("/etc/hostname")
    assert "leads out of the folders" in refused(desk, "apply", edit=edit)
    file.unlink()
    if hasattr(os, "mkfifo"):
        os.mkfifo(file)
        assert "is no plain file" in refused(desk, "apply", edit=edit)
        file.unlink()
    file.write_bytes(text)
    call(desk, "apply", {"edit": edit})
    assert file.read_bytes() == text.removeprefix(b"one\n")


def test_undoing_is_told_by_the_changes_that_the_history_names(desk: Desk, file: Path) -> None:
    """What is advised can be done."""
    found = call(desk, "outline", {"path": "a.txt"}).data["revision"]
    made = applied(desk, {"op": "replaceLine", "line": IDS[0], "content": "1"})
    call(desk, "undo", {"path": "a.txt", "revision": f" {made.upper()} "})
    words = refused(desk, "undo", path="a.txt", revision=made)
    undone, edited = (revision.id[:8] for revision in log(file))
    assert f"change {edited} was undone by {undone}; undo that one to have it again" in words
    call(desk, "undo", {"path": "a.txt", "revision": undone})
    file.write_text("ONE\ntwo\n")
    words = refused(desk, "undo", path="a.txt")
    again = log(file)[1].id[:8]
    assert f"change {again} cannot be undone" in words
    assert "look at history and take those back first" in words
    call(desk, "undo", {"path": "a.txt", "revision": " ", "to": found.upper()})
    assert file.read_text().split() == list(LINES)


def test_a_file_that_changes_while_it_is_opened_is_one_state(
    file: Path, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Text, revision and bytes are of one moment, so what is found has its lines in the source."""
    file = file.rename(file.with_suffix(".html"))

    def overtaken(path: Path) -> TextFile:
        file.write_text("<h1>new</h1>\n")
        return read_file(path)

    monkeypatch.setattr("linewise.mcp_server.opening.read_file", overtaken)
    opened = desk.open("a.html")
    assert opened.file is not None
    assert (b"<h1>new</h1>\n", opened.data.decode()) == (opened.data, opened.document.text)
    assert state_name(opened.file.document) == opened.revision


def test_the_words_that_were_found_are_shown_of_a_long_line(file: Path) -> None:
    """Whatever letters stand before them, and where they run on into the next line."""
    file.write_text("ß" * 900 + " the needle\nruns on\n")
    desk = Desk(Roots([file.parent]))
    for words in ("NEEDLE", "needle runs"):
        assert (
            "the needle [characters" in call(desk, "find", {"path": "a.txt", "words": words}).text
        )


def test_a_damaged_file_is_called_by_its_name(file: Path) -> None:
    """The reader of its format knows bytes alone."""
    file.with_name("b.pdf").write_bytes(b"%PDF-1.4 cut off")
    with pytest.raises(RefusedError, match=r"^b\.pdf: this is no PDF"):
        call(Desk(Roots([file.parent])), "read", {"path": "b.pdf"})


@pytest.mark.parametrize("words", ["<" * 200_000, "&#" + "9" * 5_000 + ";"])
def test_a_heading_of_signs_is_outlined(file: Path, words: str) -> None:
    """What looks like many tags that never end, or a number without an end, is a heading still."""
    file.with_name("b.html").write_text(f"<h1>Title {words}</h1>\n<p>text</p>\n")
    assert "Title" in call(Desk(Roots([file.parent])), "outline", {"path": "b.html"}).text
