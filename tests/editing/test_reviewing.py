"""A review: what is decided of each operation of an edit, and what that comes to."""

from __future__ import annotations

import json
from typing import Any

import pytest

from linewise import Document, OptionError
from linewise.editing import (
    Edit,
    InsertLineAfter,
    Place,
    ReplaceLine,
    Review,
    conflicts,
    edit_as_dict,
    edit_from_dict,
    edit_from_reply,
    next_round,
    places,
    plan,
    rejection_note,
    select,
)

TEXT = "one\ntwo\nthree\nfour\nfive\n"
REPLY = """functions:
  - replaceLine: [1, "ONE"]
  - insertLineAfter: [2, "2.1", "new"]
  - replaceLine: ["2.1", "newer"]
  - deleteLine: [4..5]
"""


@pytest.fixture
def review() -> Review:
    """Return a review of four operations of which nothing is decided."""
    return Review(edit_from_reply(Document(TEXT), REPLY))


def test_nothing_is_decided_at_first(review: Review) -> None:
    """All operations are open; what is shown as if accepted holds all of them."""
    assert (1, 2, 3, 4) == review.open
    assert TEXT == review.outcome().edit.after.text
    assert "ONE\ntwo\nnewer\nthree\n" == review.preview().after.text


def test_what_is_accepted_is_applied(review: Review) -> None:
    """The outcome holds the accepted operations alone, and says which those are."""
    outcome = review.accept(1).reject(2, "not asked for").outcome()
    assert "ONE\ntwo\nthree\nfour\nfive\n" == outcome.edit.after.text
    assert ((1,), (2, 3, 4), ()) == (outcome.accepted, outcome.rejected, outcome.left_out)


def test_the_last_word_counts(review: Review) -> None:
    """Deciding twice is deciding once; a decision can be turned and taken back."""
    assert review.accept(1) == review.accept(1).accept(1)
    assert review.reject(1) == review.accept(1).reject(1)
    assert review == review.reword(1, "uno").reopen(1)


def test_other_words_are_accepted_words(review: Review) -> None:
    """Rewording an operation accepts it; the proposal itself stays what it was."""
    reworded = review.reword(1, "uno")
    assert "uno\ntwo\nthree\nfour\nfive\n" == reworded.outcome().edit.after.text
    assert "ONE" in reworded.proposed.after.text


def test_two_new_lines_that_say_the_same_are_two() -> None:
    """Rejecting one of them keeps the other."""
    reply = 'functions:\n  - insertLineAfter: [1, "a"]\n  - insertLineAfter: [1, "a"]\n'
    outcome = Review(edit_from_reply(Document(TEXT), reply)).accept(1).reject(2).outcome()
    assert ((1,), (2,)) == (outcome.accepted, outcome.rejected)
    assert "one\na\ntwo\n" == outcome.edit.after.text[:10]


def test_the_rest_is_decided_at_once(review: Review) -> None:
    """What was decided before stays so."""
    assert frozenset({2, 3, 4}) == review.reject(1).accept_rest().accepted
    assert {2: "", 3: "", 4: ""} == review.accept(1).reject_rest().rejected


def test_what_needs_a_rejected_line_is_left_out(review: Review) -> None:
    """An operation on a line that a rejected one would create cannot be done, and that is told."""
    outcome = review.reject(2).accept_rest().outcome()
    assert ((1, 4), (2, 3), (3,)) == (outcome.accepted, outcome.rejected, outcome.left_out)


def test_a_review_is_of_an_edit_and_a_reason_is_text(review: Review) -> None:
    """What is neither is refused where it is given, not where it is looked at."""
    nothing: Any = None
    with pytest.raises(TypeError, match="proposed is of the kind Edit, not NoneType"):
        Review(nothing)
    with pytest.raises(TypeError, match="reason is text, not NoneType"):
        review.reject(1, nothing)


def test_a_number_that_is_none_is_refused(review: Review) -> None:
    """The message says which numbers there are."""
    for decide in (review.accept, review.reject, review.reopen):
        with pytest.raises(OptionError, match="operations 1 to 4"):
            decide(5)


def test_a_review_can_be_put_away(review: Review) -> None:
    """Edit and decisions are plain values that lead back to an equal review."""
    decided = review.accept(1).reject(4, "why?").reword(2, "other").reopen(3)
    edit = edit_from_dict(json.loads(json.dumps(edit_as_dict(decided.proposed))))
    decisions = json.loads(json.dumps(decided.decisions()))
    assert decided == Review(edit).decided(decisions)
    assert decided.outcome().edit.after == Review(edit).decided(decisions).outcome().edit.after


def test_words_are_planned_at_once(review: Review, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many operations have other words, the edit is planned once."""
    reworded = review.reword(1, "uno").reword(2, "new, too").reword(3, "newest")
    plans: list[object] = []

    def counted(*given: Any) -> Edit:
        plans.append(given)
        return plan(*given)

    monkeypatch.setattr("linewise.editing.choosing.plan", counted)
    assert review.decided(reworded.decisions()).edit.after == reworded.edit.after
    assert 1 == len(plans)


@pytest.mark.parametrize(
    "damaged",
    [
        {},
        {"accepted": [9], "rejected": [], "reworded": []},
        {"accepted": ["1"], "rejected": [], "reworded": []},
        {"accepted": [], "rejected": [[1, 5]], "reworded": []},
        {"accepted": [], "rejected": [], "reworded": [[1, None]]},
        {"accepted": [1], "rejected": [[1, "no"]], "reworded": []},
        {"accepted": [], "rejected": [[1, "\ud800"]], "reworded": []},
    ],
)
def test_decisions_of_another_edit_are_refused(review: Review, damaged: dict[str, object]) -> None:
    """What is no set of decisions, or names other operations, is not taken for one."""
    with pytest.raises(OptionError):
        review.decided(damaged)


@pytest.mark.parametrize("damaged", [{}, {"text": "a", "source": None, "operations": [{}]}])
def test_what_is_no_edit_is_refused(damaged: dict[str, object]) -> None:
    """A damaged file is told from an edit."""
    with pytest.raises(OptionError):
        edit_from_dict(damaged)


def test_tags_and_names_survive() -> None:
    """An operation that was put away still names its line as the model did."""
    document = Document(TEXT)
    from linewise import content_tag

    tags = [content_tag(line) for line in document.lines]
    reply = f'functions:\n  - deleteLine: ["1:{tags[0]}..2:{tags[1]}"]\n'
    reply += f'  - replaceLine: ["3:{tags[2]}", "x"]\n'
    edit = edit_from_reply(document, reply)
    assert edit.after == edit_from_dict(edit_as_dict(edit)).after


def test_each_operation_has_its_place(review: Review) -> None:
    """An insertion stands before a line; what is done to a new line stands where that is put."""
    assert (Place(1, 1), Place(3, 2), Place(3, 2, (2,)), Place(4, 5)) == places(review.edit)


def test_what_others_changed_clashes_where_it_touches(review: Review) -> None:
    """Each operation is looked at by itself, so that the others can still be applied."""
    now = TEXT.replace("five", "FIVE")
    assert {4} == set(conflicts(review.edit, now))
    assert {} == conflicts(review.edit, TEXT)


def test_a_rejection_goes_back_with_its_reason(review: Review) -> None:
    """The note lists what was rejected and why, and what is settled."""
    note = rejection_note(review.accept(1).reject(4, "Keep the end."))
    assert '{"function": "deleteLine", "line": "4..5"}' in note
    assert "Keep the end." in note
    assert '"content": "ONE"' in note
    assert "Garder" in rejection_note(review.reject(1, "Garder."), language="fr")


def test_the_next_round_keeps_what_was_accepted(review: Review) -> None:
    """Accepted operations come first and stay accepted; the new ones are open."""
    answer = edit_from_reply(review.proposed.before, "functions:\n  - deleteLine: [5]\n")
    following = next_round(review.accept(1).reject_rest(), answer)
    assert (frozenset({1}), (2,)) == (following.accepted, following.open)
    assert "ONE\ntwo\nthree\nfour\n" == following.preview().after.text


@pytest.mark.parametrize("spelling", ["line-7.1", "7-1", "7.1"])
def test_a_choice_knows_every_spelling_of_a_new_line(spelling: str) -> None:
    """What is about a new line falls away without it, however the line is called."""
    new = InsertLineAfter(1, "x", "line-7.1")
    proposed = plan("one\n", [new, ReplaceLine(spelling, "y")])
    assert () == select(proposed, [2]).operations
    assert "one\ny\n" == select(proposed, [1, 2]).after.text
