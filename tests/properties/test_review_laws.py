"""Laws of a review: decisions commute, nothing of a document is lost on the page."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from linewise import Document, Review
from linewise.editing import (
    DeleteLine,
    Edit,
    InsertLineAfter,
    Operation,
    ReplaceLine,
    edit_as_dict,
    edit_from_dict,
    plan,
)
from linewise.replies import LineRange
from linewise.review._folio import Folio, Line
from linewise.review._shelf import Pending
from linewise.review._suggestions import Suggestion, suggestions

WORDS = st.text(alphabet="ab é\u202e<&\n", max_size=6)


@st.composite
def edits(draw: st.DrawFn) -> Edit:
    """Return an edit that changes each line at most once, and inserts anywhere."""
    count = draw(st.integers(0, 330))
    document = Document("".join(f"line {number}\n" for number in range(1, count + 1)))
    operations: list[Operation] = []
    at = 1
    while at <= count and len(operations) < 6:
        first = draw(st.integers(at, count))
        last = draw(st.integers(first, min(count, first + 120)))
        line = LineRange(first, last) if draw(st.booleans()) else first
        kind = draw(st.sampled_from(["replace", "delete"]))
        operations.append(ReplaceLine(line, draw(WORDS)) if kind == "replace" else DeleteLine(line))
        at = (last if isinstance(line, LineRange) else first) + 1
    for number in range(draw(st.integers(0, 3))):
        anchor = draw(st.integers(0, count))
        operations.append(InsertLineAfter(anchor, draw(WORDS), f"n{number}"))
    for number in range(draw(st.integers(0, 2))):
        if operations and isinstance(operations[-1], InsertLineAfter):
            operations.append(InsertLineAfter(str(operations[-1].new_id), "more", f"m{number}"))
    return plan(document, operations)


def decided(edit: Edit, choices: list[str]) -> Review:
    """Return a review in which each operation is decided as it is said."""
    review = Review(edit)
    for number in range(1, review.count + 1):
        choice = choices[number % len(choices)]
        if choice != "open":
            review = review.accept(number) if choice == "accept" else review.reject(number, choice)
    return review


CHOICES = st.lists(st.sampled_from(["accept", "reject", "open"]), min_size=1, max_size=7)


@given(edits())
def test_to_accept_all_is_to_take_the_edit(edit: Edit) -> None:
    """And to reject all is to take nothing of it."""
    review = Review(edit)
    assert edit.after.text == review.accept_rest().outcome().edit.after.text
    assert edit.after.text == review.preview().after.text
    assert edit.before.text == review.reject_rest().outcome().edit.after.text


@given(edits(), CHOICES)
def test_every_operation_is_accepted_or_rejected_in_the_end(edit: Edit, choices: list[str]) -> None:
    """Those that are left out are among the rejected ones."""
    outcome = decided(edit, choices).outcome()
    numbers = sorted((*outcome.accepted, *outcome.rejected))
    assert list(range(1, len(edit.operations) + 1)) == numbers
    assert set(outcome.left_out) <= set(outcome.rejected)
    assert len(outcome.accepted) == len(outcome.edit.operations)


@given(edits(), CHOICES)
def test_a_review_that_is_put_away_is_the_same(edit: Edit, choices: list[str]) -> None:
    """Through JSON and back."""
    review = decided(edit, choices)
    kept = json.dumps([edit_as_dict(edit), review.decisions()])
    known, decisions = json.loads(kept)
    again = Review(edit_from_dict(known)).decided(decisions)
    assert review.decisions() == again.decisions()
    assert review.outcome().edit.after == again.outcome().edit.after


@given(edits(), CHOICES)
def test_the_page_shows_every_line_and_every_suggestion_once(
    edit: Edit, choices: list[str]
) -> None:
    """In the order of the document: plain, or in the suggestion that is about it."""
    pending = Pending("id", "origin", decided(edit, choices))
    found = suggestions(pending)
    folio = Folio(edit.before, found)
    items = [item for at in range(folio.block_count) for item in folio.block(at).items]
    plain = [item.number for item in items if isinstance(item, Line)]
    taken = {n for one in found for n in range(one.first, one.last + 1)}
    assert list(range(1, edit.before.line_count + 1)) == sorted({*plain, *taken})
    assert sorted(plain) == plain
    assert set(plain).isdisjoint(taken)
    shown = [item.number for item in items if isinstance(item, Suggestion)]
    assert [one.number for one in found] == shown
    assert list(range(1, len(found) + 1)) == [one.position for one in found]


@given(edits())
def test_a_suggestion_shows_the_lines_that_it_takes(edit: Edit) -> None:
    """Its rows hold them all, or say how many they leave out."""
    for one in suggestions(Pending("id", "origin", Review(edit))):
        old = [row.old.number for row in one.rows if row.old is not None]
        if one.left_out:
            assert len(one.head) + len(one.tail) == len(one.rows)
        else:
            assert list(range(one.first, one.last + 1)) == old
