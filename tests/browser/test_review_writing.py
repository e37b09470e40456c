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


def test_words_go_on_in_a_card_that_an_answer_brings(
    page: Page, show: Callable[..., str], desk: Desk
) -> None:
    """Whoever writes in a suggestion that is decided, before that is answered, goes on."""
    show(page, desk)
    held = hold(page, "**/decide")
    card = operation(page, 2)
    card.get_by_role("button", name="Accept").click()
    soon(page, lambda: bool(held))
    reason, words = card.get_by_label("Reason, for the model"), card.get_by_label("The new words")
    reason.fill("No coins")
    card.locator("summary").click()
    words.fill("Cash, cards.")
    for _ in range(len(" cards.")):
        page.keyboard.press("ArrowLeft")
    held[0].continue_()
    assert_decided(page, "1 of 3")
    expect(words).to_be_focused()
    page.keyboard.type(" cheques,")
    expect(words).to_have_value("Cash, cheques, cards.")
    expect(reason).to_have_value("No coins")
    assert_open(desk, 1, 3)


def test_words_go_on_when_all_is_accepted(page: Page, show: Callable[..., str], desk: Desk) -> None:
    """Every suggestion in view is another one then, but for what is being written."""
    show(page, desk)
    held = hold(page, "**/decide")
    page.get_by_role("button", name="Accept all").click()
    soon(page, lambda: bool(held))
    reason = operation(page, 3).get_by_label("Reason, for the model")
    reason.fill("Cats")
    page.keyboard.press("Home")
    held[0].continue_()
    assert_decided(page, "3 of 3")
    expect(operation(page, 3)).to_have_attribute("data-state", "accepted")
    page.keyboard.type("No ")
    expect(reason).to_have_value("No Cats")
    page.keyboard.press("Enter")
    soon(page, lambda: len(held) == 2)
    held[1].continue_()
    page.get_by_text("1 rejected").first.wait_for()
    expect(page.locator("#progress button.main")).to_be_focused()
    expect(reason).to_have_value("No Cats")


def test_a_reason_that_was_sent_is_not_written_any_more(
    page: Page, show: Callable[..., str], desk: Desk
) -> None:
    """Enter leads on to the next suggestion, unless somebody goes on writing meanwhile."""
    show(page, desk)
    held = hold(page, "**/decide")
    for number, more in ((1, ""), (2, " at all")):
        reason = operation(page, number).get_by_label("Reason, for the model")
        reason.fill("No")
        page.keyboard.press("Enter")
        soon(page, lambda sent=number: len(held) == sent)  # type: ignore[misc]
        page.keyboard.type(more)
        held[-1].continue_()
        assert_decided(page, f"{number} of 3")
        expect(operation(page, number + 1) if not more else reason).to_be_focused()
        expect(reason).to_have_value(f"No{more}")


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
