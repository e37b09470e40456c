"""What is written on the review page, in a browser: no answer cuts it off, and no word is a key."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from browser.review_steps import assert_decided, hold, operation, soon

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from linewise.review import Desk

expect = pytest.importorskip("playwright.sync_api", reason="no playwright is installed").expect


def test_rewording_begins_after_the_last_word(
    page: Page, show: Callable[..., str], desk: Desk
) -> None:
    """What is typed is added to the words that are there."""
    show(page, desk)
    page.keyboard.press("j")
    expect(operation(page, 2)).to_be_focused()
    page.keyboard.press("e")
    words = operation(page, 2).get_by_label("The new words")
    expect(words).to_be_focused()
    page.keyboard.type(" No cheques.")
    expect(words).to_have_value("Cash and cards. No cheques.")


def test_whoever_types_already_is_not_interrupted(
    page: Page, show: Callable[..., str], desk: Desk
) -> None:
    """A script that comes late leaves the focus where it is, and the words."""
    show(page, desk)
    held = hold(page, "**/*.js")
    page.reload(wait_until="commit")
    reason = operation(page, 3).get_by_label("Reason, for the model")
    reason.fill("Cats as well!")
    soon(page, lambda: bool(held))
    held[0].continue_()
    page.wait_for_load_state()
    expect(page.locator("[data-does=help]")).to_be_visible()
    expect(reason).to_be_focused()
    expect(reason).to_have_value("Cats as well!")
    page.keyboard.press("Enter")
    page.get_by_text("1 rejected").first.wait_for()


def assert_open(desk: Desk, *numbers: int) -> None:
    """Assert which operations nobody has decided."""
    pending = desk.sheets[0].pending()
    assert pending is not None
    assert numbers == pending.review.open


def test_an_answer_leads_nobody_away_from_what_they_write(
    page: Page, show: Callable[..., str], desk: Desk
) -> None:
    """A reason that is begun before the decision on another suggestion is answered goes on."""
    show(page, desk)
    held = hold(page, "**/decide")
    operation(page, 1).get_by_role("button", name="Accept").click()
    soon(page, lambda: bool(held))
    reason = operation(page, 3).get_by_label("Reason, for the model")
    reason.fill("Cats ")
    held[0].continue_()
    assert_decided(page, "1 of 3")
    page.keyboard.type("are nicer")
    expect(reason).to_have_value("Cats are nicer")
    assert_decided(page, "1 of 3")
    assert_open(desk, 2, 3)


def test_the_search_waits_for_no_answer(page: Page, show: Callable[..., str], desk: Desk) -> None:
    """What is typed after / is sought, and decides nothing."""
    show(page, desk)
    held = hold(page, "**/decide")
    page.keyboard.press("a")
    soon(page, lambda: bool(held))
    page.keyboard.type("/are")
    held[0].continue_()
    assert_decided(page, "1 of 3")
    page.keyboard.type("a")
    expect(page.get_by_role("searchbox")).to_have_value("area")
    assert_decided(page, "1 of 3")
    assert_open(desk, 2, 3)


def test_what_is_typed_too_early_decides_nothing(
    page: Page, show: Callable[..., str], desk: Desk
) -> None:
    """Letters that come before the field to which e leads are lost, and the next ones are words."""
    show(page, desk)
    held = hold(page, "**/decide")
    page.keyboard.press("a")
    soon(page, lambda: bool(held))
    page.keyboard.type("earu")
    held[0].continue_()
    words = operation(page, 2).get_by_label("The new words")
    expect(words).to_be_focused()
    page.keyboard.type(" No cheques.")
    expect(words).to_have_value("Cash and cards. No cheques.")
    assert_decided(page, "1 of 3")
    assert_open(desk, 2, 3)
    page.keyboard.press("Control+Enter")
    soon(page, lambda: len(held) == 2)
    held[1].continue_()
    assert_decided(page, "2 of 3")
    expect(operation(page, 3)).to_be_focused()
    page.keyboard.press("k")
    expect(operation(page, 2)).to_be_focused()
