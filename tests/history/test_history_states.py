"""States of a file: what it held, by names that are made of the text."""

from __future__ import annotations

import tracemalloc
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from linewise import apply, diff, log, undo
from linewise.errors import HistoryError
from linewise.history import revision_diff
from linewise.history.states import back_to, made_state, state_name, states

if TYPE_CHECKING:
    from pathlib import Path

FIRST, SECOND, THIRD = "one\n", "one\ntwo\n", "zero\none\ntwo\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Make a file that was edited twice."""
    path = tmp_path / "a.txt"
    path.write_text(FIRST)
    apply(path, diff(FIRST, SECOND))
    apply(path, diff(SECOND, THIRD))
    return path


def test_the_same_text_has_the_same_name() -> None:
    """The name is made of the text alone."""
    assert state_name("one\n") == state_name("one\n")
    assert state_name("one\n") != state_name("one")
    assert len(state_name("")) == 8


def test_states_are_listed_newest_first(path: Path) -> None:
    """The last is the one in which the file was found; no revision made it."""
    assert [state_name(text) for text in (THIRD, SECOND, FIRST)] == [s.name for s in states(path)]
    assert states(path)[-1].revision is None
    assert [state_name(THIRD)] == [state.name for state in states(path, limit=1)]


def test_a_file_without_a_history_has_no_states(tmp_path: Path) -> None:
    """Nothing is known of it, and nothing can be brought back."""
    (tmp_path / "b.txt").write_text("b\n")
    assert states(tmp_path / "b.txt") == []
    with pytest.raises(HistoryError, match=r"was never brought to 'abcd1234'.*which is empty"):
        back_to(tmp_path / "b.txt", "abcd1234")


def test_a_state_knows_what_made_it(path: Path) -> None:
    """The change that led to a state can be taken back by its name; later changes stay."""
    undo(path, made_state(path, state_name(SECOND)).id)
    assert path.read_text() == "zero\none\n"
    with pytest.raises(HistoryError, match=f"the newest states are .*{state_name(THIRD)}"):
        made_state(path, state_name(FIRST))


def test_a_state_that_two_changes_made_is_none_to_guess_at(path: Path) -> None:
    """An edit and the undo of the one after it stand both: each goes by its own id."""
    undo(path)
    again, _, first = log(path)
    assert (SECOND, SECOND) == (again.after, first.after)
    both = f"{again.id[:12]} \\(undo\\), {first.id[:12]} \\(edit\\)"
    with pytest.raises(HistoryError, match=f"by 2 changes that stand; .*: {both}$"):
        made_state(path, state_name(SECOND))
    assert again.id == made_state(path, again.id[:12]).id
    assert first.id == made_state(path, first.id[:12]).id


def test_a_state_is_told_from_a_revision(path: Path) -> None:
    """Who has the name of a state from an agent is told which revision made it."""
    second, first = log(path)
    with pytest.raises(HistoryError, match=f"held after {first.id[:12]} \\(edit\\): name the rev"):
        undo(path, state_name(SECOND))
    with pytest.raises(HistoryError, match=f"held before {first.id[:12]}, its first revision$"):
        revision_diff(path, state_name(FIRST))
    with pytest.raises(
        HistoryError, match=f"no revision 'abcd1234'; the newest is {second.id[:12]}"
    ):
        undo(path, "abcd1234")


def test_a_change_goes_by_the_beginning_of_its_id_as_well(path: Path) -> None:
    """Ids are as long as the log shows them, and names of states are as long."""
    first = log(path)[1]
    assert first.id == made_state(path, first.id[:8]).id


def test_a_change_that_was_undone_is_not_meant(path: Path) -> None:
    """Where a change was taken back and done again, what did it again is what stands."""
    undo(path)
    again = undo(path)
    assert again.id == made_state(path, state_name(THIRD)).id
    undo(path, again)
    assert SECOND == path.read_text()


@pytest.mark.parametrize("text", [FIRST, SECOND])
def test_back_to_a_state(path: Path, text: str) -> None:
    """What came after is taken back, and that is a revision of its own, which can be undone."""
    made = back_to(path, state_name(text))
    assert path.read_text() == text
    assert made.information == f"back to {state_name(text)}"
    undo(path)
    assert path.read_text() == THIRD


def test_back_to_where_it_is(path: Path) -> None:
    """There is nothing to do, and the message says so."""
    with pytest.raises(HistoryError, match="already"):
        back_to(path, state_name(THIRD))


def test_texts_are_looked_at_one_at_a_time(tmp_path: Path) -> None:
    """The memory that a look-up takes does not grow with the length of the history."""
    path = tmp_path / "large.txt"
    texts = [f"{number}\n" + "line\n" * 20_000 for number in range(12)]
    path.write_text(texts[0])
    for old, new in pairwise(texts):
        apply(path, diff(old, new))
    tracemalloc.start()
    try:
        made_state(path, state_name(texts[1]))
        assert tracemalloc.get_traced_memory()[1] < 8 * len(texts[0])
    finally:
        tracemalloc.stop()
