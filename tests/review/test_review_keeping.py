"""What a server that runs for days keeps in memory: what is under review, and not what was."""

from __future__ import annotations

import gc
import weakref
from typing import TYPE_CHECKING

from linewise.review._room import Room
from linewise.review._suggestions import suggestions

if TYPE_CHECKING:
    from pathlib import Path

    from linewise.review import Desk
    from linewise.review._shelf import Pending


def test_a_text_is_let_go_with_its_proposal(desk: Desk, file: Path) -> None:
    """Suggestions are drawn once for a proposal, and keep no text of an earlier one."""
    texts = []
    for number in range(3):
        file.write_text(f"{number}\nOpen from 9 to 5.\n", encoding="utf-8")
        desk.sheets[0].propose_reply("functions:\n  - deleteLine: [1]\n", f"{number}")
        pending = desk.sheets[0].pending()
        assert pending is not None
        assert 1 == len(suggestions(pending))
        texts.append(weakref.ref(pending.review.proposed.before))
    del pending
    gc.collect()
    assert [False, False, True] == [text() is not None for text in texts]


def test_an_operation_is_drawn_in_its_last_words(desk: Desk, proposal: str) -> None:
    """New words take the place of those before, and so do the proposed ones when it is reopened."""
    sheet = desk.sheets[0]
    drawn = [
        _drawn(sheet.decide(proposal, lambda review: review.reword(2, "Cards."))),
        _drawn(sheet.decide(proposal, lambda review: review.reword(2, "Coins."))),
        _drawn(sheet.decide(proposal, lambda review: review.reword(2, "Cards."))),
        _drawn(sheet.decide(proposal, lambda review: review.reopen(2))),
    ]
    assert [["Cards."], ["Coins."], ["Cards."], ["Cash and cards."]] == drawn


def test_forms_are_remembered_as_long_as_they_may_come_again(desk: Desk) -> None:
    """The same form again does nothing; of very many, those that came first are forgotten."""
    room = Room(desk, "/root")
    assert all(room.is_first(f"form {number}") for number in range(12_000))
    assert not any(room.is_first(f"form {number}") for number in range(2_000, 12_000))
    assert 10_000 == len(room._spent)


def _drawn(pending: Pending) -> list[str]:
    """Return the words that the second operation brings, as they are shown."""
    own = next(one for one in suggestions(pending) if one.number == 2)
    return [row.new.text for row in own.rows if row.new is not None]
