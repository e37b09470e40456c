"""What is proposed once more: whether a file holds it already, and what else tells of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from linewise import apply, diff, log, undo
from linewise.editing import edit_from_reply
from linewise.errors import OptionError
from linewise.history import asked_before, brought_by

if TYPE_CHECKING:
    from pathlib import Path

    from linewise import Edit

FIRST = "one\ntwo\nthree\n"
REPLY = "functions:\n- insertLineAfter: [1, new]\n- deleteLine: [3]\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Make a file without a history."""
    path = tmp_path / "a.txt"
    path.write_text(FIRST)
    return path


def proposed(text: str) -> Edit:
    """Return what the reply makes of a text."""
    return edit_from_reply(text, REPLY)


def remade(text: str) -> str:
    """Return what a text becomes by the reply."""
    return proposed(text).after.text


def test_nothing_is_known_of_a_file_without_a_history(path: Path) -> None:
    """No edit of it was made, so none is repeated."""
    assert brought_by(path, remade) is None
    assert asked_before(path, proposed(FIRST).operations) is None


def test_an_edit_is_found_as_long_as_the_file_holds_what_it_made(path: Path) -> None:
    """An undo takes it away; the undo of that one, or of a later edit, brings it back."""
    made = apply(path, proposed(FIRST))
    assert made is not None
    assert made == brought_by(path, remade)
    undo(path)
    assert brought_by(path, remade) is None
    undo(path)
    assert made == brought_by(path, remade)
    apply(path, diff(path.read_text(), path.read_text() + "more\n"))
    assert brought_by(path, remade) is None
    undo(path)
    assert made == brought_by(path, remade)


def test_what_was_made_by_hand_and_taken_back_by_hand_is_looked_through(path: Path) -> None:
    """What the file holds counts, and not who brought it back to it."""
    made = apply(path, proposed(FIRST))
    held = path.read_text()
    path.write_text("other\n")
    assert brought_by(path, remade) is None
    path.write_text(held)
    assert made == brought_by(path, remade)


def test_an_edit_that_does_something_else_is_another_one(path: Path) -> None:
    """Two proposals may come to be made of the same text; only the same result is the same."""
    apply(path, diff(FIRST, "one\n"))
    assert brought_by(path, remade) is None


def test_a_proposal_that_no_longer_fits_is_none_that_was_made(path: Path) -> None:
    """What cannot be made of the text before was not made of it."""
    apply(path, diff(FIRST, "one\n"))

    def refused(_text: str) -> str:
        raise OptionError

    assert brought_by(path, refused) is None


def test_the_same_operations_are_found_also_where_the_file_changed_since(path: Path) -> None:
    """They stand until they are undone, also where only some of them were accepted."""
    both = proposed(FIRST).operations
    made = apply(path, diff(FIRST, "one\nnew\ntwo\nthree\n"), operations=both, accepted=[1])
    apply(path, diff(path.read_text(), path.read_text() + "more\n"))
    assert made == asked_before(path, both)
    assert asked_before(path, both[:1]) is None
    assert asked_before(path, ()) is None
    taken_back = undo(path, log(path)[1])
    assert asked_before(path, both) is None
    undo(path, taken_back)
    assert made == asked_before(path, both)
