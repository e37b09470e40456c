"""Several documents: which of them some information touches, and what becomes of each."""

from __future__ import annotations

import threading
from random import Random
from typing import TYPE_CHECKING

import pytest

import linewise as lw
from focus_models import NOTHING, changing, fact, invented, manual
from linewise.editing import edit_files, edit_files_prompts, touched
from linewise.models import Budget, Function, Reply, Usage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linewise.models import Message

KILN = lw.Document("# Kiln\n\nThe kiln holds 30 pots.\n", source="kiln.md")
BOAT = lw.Document("# Boat\n\nThe boat carries 4 people.\n", source="boat.md")
EMPTY = lw.Document("", source="empty.md")
NEWS = "The kiln holds 40 pots now."


def test_only_what_is_touched_is_edited() -> None:
    """The model is asked about the documents that have to do with the news, and no others."""
    asked: list[str] = []

    def model(messages: Sequence[Message]) -> Reply:
        asked.append(messages[0].content)
        words = changing("The kiln holds 30 pots.", "The kiln holds 40 pots.")(messages)
        return Reply(words, Usage(50, 5, 1))

    boat, kiln, empty = edit_files([BOAT, KILN, EMPTY], NEWS, model)
    assert 1 == len(asked)
    assert kiln.edit is not None
    assert "The kiln holds 40 pots." == kiln.edit.after.lines[2]
    assert Usage(50, 5, 1) == kiln.usage
    assert (None, None) == (boat.edit, empty.edit)
    assert "it shares no words with the information" == empty.reason


def test_what_comes_near_but_not_near_enough_says_what_is_needed() -> None:
    """Its score is no reason to edit it, and does not read like one."""
    well = lw.Document("# Well\n\nThe well holds rain.\n", source="well.md")
    (near,) = (one for one in touched([KILN, well], NEWS, least=0) if one.document is well)
    assert 0 < near.score < 0.5
    _, left = edit_files([KILN, well], NEWS, lambda _: NOTHING)
    reached = int(100 * near.score)
    assert f"its best line reaches only {reached}% of the best; 50% is needed" == left.reason
    assert left.reason == edit_files_prompts([KILN, well], NEWS)[1].reason


def test_each_document_is_named_before_it_is_asked_about() -> None:
    """Only those that are asked about are."""
    begun: list[lw.Document] = []
    edit_files([BOAT, KILN], NEWS, lambda _: NOTHING, begin=begun.append)
    assert [KILN] == begun


def test_none_touched_is_said() -> None:
    """Nobody is asked where no document shares a word with the news."""

    def model(_: Sequence[Message]) -> str:
        raise AssertionError

    considered = edit_files([BOAT, EMPTY], "Zebras graze.", model)
    assert ["it shares no words with the information"] * 2 == [one.reason for one in considered]
    assert [] == edit_files([], NEWS, model)


def test_a_model_that_changes_nothing_leaves_a_document_alone() -> None:
    """The reason says that the model was asked, and its cost is known."""
    (one,) = edit_files([KILN], NEWS, lambda _: NOTHING)
    assert one.edit is None
    assert "the model found nothing to change" in one.reason
    assert 1 == one.usage.requests


def test_a_bad_reply_about_one_document_keeps_no_other_back() -> None:
    """The reason is what was wrong with the reply, and it is paid for."""
    again = lw.Document(f"{KILN.text}More of the kiln.\n", source="again.md")

    def model(messages: Sequence[Message]) -> str:
        is_bad = "More of the kiln." in messages[0].content
        return "Done!" if is_bad else "functions:\n- deleteLine: [3]\n"

    bad, good = edit_files([again, KILN], NEWS, model, attempts=2)
    assert bad.error is not None
    assert f"no reply could be used: {bad.error}" == bad.reason
    assert (None, 2) == (bad.edit, bad.usage.requests)
    assert good.edit is not None


def test_documents_are_asked_about_at_the_same_time() -> None:
    """As many as are allowed; progress is told, and what comes back is in their order."""
    files = [lw.Document(f"{KILN.text}It is kiln {n}.\n", source=f"{n}.md") for n in range(3)]
    running = threading.Barrier(3, timeout=60)
    told: list[tuple[int, int]] = []

    def model(messages: Sequence[Message]) -> str:
        running.wait()
        return changing("The kiln holds 30 pots.", "The kiln holds 40 pots.")(messages)

    considered = edit_files(
        [BOAT, *files], NEWS, model, concurrency=3, done=lambda *n: told.append(n)
    )
    assert [BOAT, *files] == [one.document for one in considered]
    assert [False, True, True, True] == [one.edit is not None for one in considered]
    assert [(1, 3), (2, 3), (3, 3)] == told


def kilns(count: int) -> list[lw.Document]:
    """Return documents that the news touch, all alike but for a line."""
    return [lw.Document(f"{KILN.text}It is kiln {n}.\n") for n in range(count)]


def test_a_model_that_is_gone_before_it_proposed_anything_ends_the_run() -> None:
    """No further document is asked about, and the error says what was spent before."""
    asked: list[int] = []

    def model(_: Sequence[Message]) -> Reply:
        asked.append(1)
        if len(asked) == 2:
            raise lw.ModelError("gone")
        return Reply(NOTHING, Usage(50, 5, 1))

    with pytest.raises(lw.ModelError, match="gone") as caught:
        edit_files(kilns(4), NEWS, model, concurrency=1)
    assert (2, Usage(50, 5, 1)) == (len(asked), caught.value.usage)


def test_what_was_proposed_before_the_model_was_gone_is_kept() -> None:
    """It was paid for; the other documents are left alone, and their reason says why."""
    asked: list[int] = []

    def model(_: Sequence[Message]) -> Reply:
        asked.append(1)
        if len(asked) == 2:
            raise lw.ModelError("gone", usage=Usage(7, 0, 1))
        return Reply("functions:\n- deleteLine: [3]\n", Usage(50, 5, 1))

    first, second, third = edit_files(kilns(3), NEWS, model, concurrency=1)
    assert 2 == len(asked)
    assert first.edit is not None
    assert ("gone", Usage(7, 0, 1)) == (second.reason, second.usage)
    assert "after the model failed: gone" in third.reason
    assert (None, None, Usage()) == (second.edit, third.edit, third.usage)
    assert second.error is third.error is not None


def test_a_budget_ends_a_run_and_the_bill_is_right() -> None:
    """What was spent is counted once, however many documents were asked about."""
    model = Budget(Function(lambda _: NOTHING), 1_000)
    with pytest.raises(lw.BudgetError) as caught:
        edit_files(kilns(9), NEWS, model, concurrency=1)
    assert model.usage == caught.value.usage
    assert model.usage.requests >= 2


def test_documents_are_told_with_the_line_that_comes_nearest() -> None:
    """The best is first, with the line that the news is about."""
    best, *_ = touched([BOAT, KILN], NEWS)
    assert (KILN, 3, 1.0) == (best.document, best.line, best.score)
    assert 3 == len(touched([BOAT, KILN, EMPTY], NEWS, least=0))


def test_a_score_is_between_0_and_1() -> None:
    """Another bound is refused."""
    for least in (-0.1, 1.5):
        with pytest.raises(lw.OptionError, match="between 0 and 1"):
            touched([KILN], NEWS, least=least)
        with pytest.raises(lw.OptionError, match="between 0 and 1"):
            edit_files([KILN], NEWS, lambda _: NOTHING, least=least)


@pytest.mark.parametrize("seed", range(20))
def test_of_twenty_files_exactly_those_that_are_touched_are_proposed(seed: int) -> None:
    """Three of twenty parts of a manual state the fact that changes; only they get an edit."""
    rng = Random(seed)  # noqa: S311 - the same in each run
    name, *others = invented(rng, 8)
    files = [manual(rng, 60) for _ in range(20)]
    chosen = rng.sample(range(20), 3)
    for place, file in enumerate(files):
        state = fact(name, 7) if place in chosen else fact(rng.choice(others), rng.randint(2, 90))
        file[rng.randrange(1, 60)] = state
    news = f"The house of {name} has 8 rooms now, not 7."
    documents = [lw.Document("\n".join(file) + "\n") for file in files]
    considered = edit_files(documents, news, changing(fact(name, 7), fact(name, 8)))
    assert sorted(chosen) == [place for place, one in enumerate(considered) if one.edit]
    for one in considered:
        after = one.edit.after.text if one.edit else one.document.text
        assert after == one.document.text.replace(fact(name, 7), fact(name, 8))
