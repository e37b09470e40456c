"""Keys and clicks on the review page, in a browser: each does its work, however fast or late."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from browser.review_steps import assert_decided, enter, hold, operation, soon
from linewise.review import Desk
from review_visitor import TEXT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

expect = pytest.importorskip("playwright.sync_api", reason="no playwright is installed").expect


def test_everything_goes_by_the_keyboard(
    page: Page, show: Callable[..., str], desk: Desk, file: Path
) -> None:
    """Move by j and k; a accepts, r rejects, u takes back, e rewords, / searches, ? helps."""
    show(page, desk)
    keys = page.keyboard
    keys.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    keys.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.locator("#op-1")).to_have_attribute("aria-current", "true")
    keys.press("j")
    expect(page.locator("#op-2")).to_be_focused()
    keys.press("k")
    expect(page.locator("#op-1")).to_be_focused()
    keys.press("a")
    expect(page.locator("#op-2")).to_be_focused()
    keys.press("r")
    expect(page.locator("#op-3")).to_be_focused()
    keys.press("k")
    expect(page.locator("#op-2")).to_be_focused()
    keys.press("u")
    assert_decided(page, "1 of 3")
    expect(page.locator("#op-2")).to_be_focused()
    keys.press("e")
    expect(operation(page, 2).get_by_label("The new words")).to_be_focused()
    keys.press("Control+a")
    keys.type("Cards only.")
    keys.press("Control+Enter")
    expect(page.locator("#op-3")).to_be_focused()
    keys.press("a")
    page.get_by_role("button", name="Apply 3 changes").wait_for()
    expect(page.get_by_role("button", name="Apply 3 changes")).to_be_focused()
    enter(page)
    page.get_by_text("3 changes were applied").wait_for()
    assert "Cards only.\nDogs are welcome.\n" in file.read_text()
    keys.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    keys.type("dogs")
    enter(page)
    page.get_by_text("1 place").wait_for()
    page.goto(f"{page.url.split('?')[0]}/history")
    for _ in range(30):
        keys.press("Tab")
        if page.evaluate("document.activeElement.textContent").startswith("Undo this"):
            break
    expect(page.get_by_role("button", name="Undo this")).to_be_focused()
    enter(page)
    page.get_by_role("heading", name="Undo").wait_for()
    assert TEXT == file.read_text()


def test_keys_wait_for_each_other(page: Page, show: Callable[..., str], desk: Desk) -> None:
    """However fast they are pressed, each does its work; one that is held down decides once."""
    show(page, desk)
    expect(page.locator("#op-1")).to_have_attribute("aria-current", "true")
    for key in ("j", "j", "k", "a", "r"):
        page.keyboard.press(key)
    assert_decided(page, "2 of 3")
    pending = desk.sheets[0].pending()
    assert pending is not None
    assert ({2}, {3}) == (set(pending.review.accepted), set(pending.review.rejected))
    page.keyboard.press("j")
    page.keyboard.press("u")
    assert_decided(page, "1 of 3")
    page.keyboard.down("a")
    page.keyboard.down("a")
    page.keyboard.up("a")
    page.keyboard.press("j")
    assert_decided(page, "2 of 3")
    expect(page.locator("#op-2")).to_be_focused()
    pending = desk.sheets[0].pending()
    assert pending is not None
    assert (1,) == pending.review.open


def test_clicks_wait_for_each_other(page: Page, show: Callable[..., str], desk: Desk) -> None:
    """An answer that comes late does not bring back how things stood before the next decision."""
    show(page, desk)
    held = hold(page, "**/decide")
    operation(page, 1).get_by_role("button", name="Accept").click()
    soon(page, lambda: bool(held))
    answer = held[0].fetch()
    operation(page, 2).get_by_role("button", name="Accept").click()
    # Requests come in the order in which they were sent: a second decision would be here by now.
    page.evaluate("fetch(location.href).then(() => null)")
    assert 1 == len(held)
    held[0].fulfill(response=answer)
    soon(page, lambda: len(held) == 2)
    held[1].continue_()
    assert_decided(page, "2 of 3")
    expect(operation(page, 1)).to_have_attribute("data-state", "accepted")
    expect(operation(page, 2)).to_have_attribute("data-state", "accepted")


def test_lines_that_come_late_tell_of_every_decision(
    page: Page, show: Callable[..., str], desk: Desk
) -> None:
    """What was asked for before a decision, and comes after it, does not take its place."""
    show(page, desk)
    held = hold(page, "**/lines?*")
    page.get_by_role("button", name="Accept all 3").click()
    soon(page, lambda: bool(held))
    answer = held[0].fetch()
    operation(page, 1).get_by_role("button", name="Reject").click()
    expect(operation(page, 1)).to_have_attribute("data-state", "rejected")
    held[0].fulfill(response=answer)
    soon(page, lambda: len(held) == 2)
    held[1].continue_()
    expect(operation(page, 2)).to_have_attribute("data-state", "accepted")
    expect(operation(page, 1)).to_have_attribute("data-state", "rejected")


def test_the_first_open_suggestion_is_the_current_one(
    page: Page, show: Callable[..., str], desk: Desk
) -> None:
    """It is marked when the page opens, and the first key decides it: a, r, a are three."""
    show(page, desk)
    expect(page.locator(".suggestion[aria-current]")).to_have_attribute("id", "op-1")
    expect(page.locator("#operations [aria-current]")).to_have_attribute("data-operation", "1")
    expect(page.locator("#op-1")).to_have_css("outline-style", "dashed")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("at first the first open one")
    page.keyboard.press("Escape")
    page.keyboard.press("a")
    assert_decided(page, "1 of 3")
    page.reload()
    expect(page.locator(".suggestion[aria-current]")).to_have_attribute("id", "op-2")
    for key in ("r", "a"):
        page.keyboard.press(key)
    assert_decided(page, "3 of 3")
    pending = desk.sheets[0].pending()
    assert pending is not None
    assert ({1, 3}, {2}) == (set(pending.review.accepted), set(pending.review.rejected))


def test_whatever_is_entered_is_the_current_one(
    page: Page, show: Callable[..., str], desk: Desk
) -> None:
    """By a click, or by Tab: keys go on from there, also when the focus has left it."""
    show(page, desk)
    operation(page, 3).get_by_role("heading").click()
    expect(page.locator(".suggestion[aria-current]")).to_have_attribute("id", "op-3")
    page.get_by_role("searchbox").focus()
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("r")
    assert_decided(page, "1 of 3")
    expect(operation(page, 3)).to_have_attribute("data-state", "rejected")


def test_nothing_is_decided_that_is_out_of_sight(
    page: Page, show: Callable[..., str], tmp_path: Path
) -> None:
    """A key leads to the current suggestion, and the next key decides it."""
    path = tmp_path / "long.md"
    path.write_text("".join(f"line {number}\n" for number in range(1, 201)), encoding="utf-8")
    desk = Desk([str(path)])
    reply = 'functions:\n  - replaceLine: [90, "ninety"]\n  - replaceLine: [190, "end"]\n'
    desk.sheets[0].propose_reply(reply)
    show(page, desk)
    expect(page.locator(".suggestion[aria-current]")).to_have_attribute("id", "op-1")
    expect(operation(page, 1)).not_to_be_in_viewport()
    for key in ("a", "r"):
        page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
        page.keyboard.press(key)
        expect(operation(page, 1)).to_be_focused()
        expect(operation(page, 1)).to_be_in_viewport()
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    page.keyboard.press("j")
    expect(operation(page, 1)).to_be_in_viewport()
    assert_decided(page, "0 of 2")
    page.keyboard.press("a")
    assert_decided(page, "1 of 2")
    expect(operation(page, 2)).to_be_focused()
    pending = desk.sheets[0].pending()
    assert pending is not None
    assert ({1}, set()) == (set(pending.review.accepted), set(pending.review.rejected))
