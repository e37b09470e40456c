"""The review page in a browser, from a reply to undo: with and without script, past a conflict."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from browser.review_steps import apply_all, assert_decided, follow, operation
from linewise.history import log
from linewise.review import Desk
from review_visitor import REPLY, TEXT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

expect = pytest.importorskip("playwright.sync_api", reason="no playwright is installed").expect


def test_an_edit_goes_from_reply_to_undo(
    page: Page, show: Callable[..., str], desk: Desk, file: Path
) -> None:
    """Accept one, reject one, reword one, apply; see file and history; undo to the byte."""
    show(page, desk)
    operation(page, 1).get_by_role("button", name="Accept").click()
    assert_decided(page, "1 of 3")
    operation(page, 3).get_by_label("Reason, for the model").fill("No dogs.")
    operation(page, 3).get_by_role("button", name="Reject").click()
    assert_decided(page, "2 of 3")
    operation(page, 2).get_by_text("Reword").click()
    operation(page, 2).get_by_label("The new words").fill("Cash, cards, cheques.")
    operation(page, 2).get_by_role("button", name="Accept in these words").click()
    assert_decided(page, "3 of 3")
    expect(operation(page, 3).get_by_label("Reason, for the model")).to_have_value("No dogs.")
    page.reload()
    expect(operation(page, 2)).to_contain_text("in your words")
    follow(page, page.get_by_role("button", name="Apply 2 changes"))
    page.get_by_text("2 changes were applied as revision").wait_for()
    edited = TEXT.replace("9 to 5", "8 to 6").replace("Cash only.", "Cash, cards, cheques.")
    assert edited == file.read_text()
    follow(page, page.get_by_role("link", name="See the history"))
    page.get_by_role("heading", name="Edit").wait_for()
    page.get_by_text("What changed", exact=True).click()
    page.locator("#changes ins", has_text="cheques").wait_for()
    follow(page, page.get_by_role("button", name="Undo this"))
    expect(page.locator(".timeline h2")).to_have_text(["Undo", "Edit"])
    assert TEXT == file.read_text()


def test_a_conflict_is_shown_and_stepped_around(
    calm_page: Page,
    show: Callable[..., str],
    desk: Desk,
    file: Path,
    serious: Callable[[Page], list[str]],
) -> None:
    """Both sides are seen, nothing is written; without the clashing one the others apply."""
    address = show(calm_page, desk)
    calm_page.get_by_role("button", name="Accept all 3").click()
    # The page asks for its lines anew, and would open anew if they were others by then.
    expect(calm_page.locator(".suggestion.accepted")).to_have_count(3)
    file.write_text(TEXT.replace("9 to 5", "10 to 4"))
    follow(calm_page, calm_page.get_by_role("button", name="Apply 3 changes"))
    calm_page.get_by_role("heading", name="The file changed where the edit changes it").wait_for()
    expect(calm_page.locator(".conflict")).to_contain_text("10 to 4")
    expect(calm_page.locator(".conflict")).to_contain_text("8 to 6")
    assert "10 to 4" in file.read_text()
    assert [] == serious(calm_page)
    calm_page.goto(address)
    assert [] == serious(calm_page)
    cannot = "This suggestion cannot be applied as it is"
    expect(operation(calm_page, 1)).to_contain_text(cannot)
    operation(calm_page, 2).get_by_role("button", name="Undo").click()
    assert_decided(calm_page, "2 of 3")
    operation(calm_page, 2).get_by_role("button", name="Accept").click()
    assert_decided(calm_page, "3 of 3")
    operation(calm_page, 1).get_by_role("button", name="Undo").click()
    assert_decided(calm_page, "2 of 3")
    expect(operation(calm_page, 1)).to_contain_text(cannot)
    expect(calm_page.locator("#changed a")).to_have_text("Change words in line 3")
    operation(calm_page, 1).get_by_role("button", name="Reject").click()
    calm_page.get_by_role("button", name="Apply 2 changes").wait_for()
    expect(calm_page.locator("#changed a, .conflict")).to_have_count(0)
    follow(calm_page, calm_page.get_by_role("button", name="Apply 2 changes"))
    calm_page.get_by_text("2 changes were applied").wait_for()
    assert "10 to 4" in file.read_text()
    assert "Dogs are welcome." in file.read_text()


def test_an_undo_that_clashes_is_shown(
    calm_page: Page, show: Callable[..., str], desk: Desk, file: Path
) -> None:
    """What came later stays, and both sides are seen."""
    apply_all(desk)
    file.write_text(file.read_text().replace("8 to 6", "7 to 7"))
    calm_page.goto(f"{show(calm_page, desk)}/history")
    follow(calm_page, calm_page.get_by_role("button", name="Undo this").last)
    calm_page.locator(".conflict").wait_for()
    assert "7 to 7" in file.read_text()


@pytest.mark.parametrize("script", [True, False])
def test_what_was_undone_is_reviewed_again(
    new_page: Callable[..., Page],
    show: Callable[..., str],
    desk: Desk,
    file: Path,
    serious: Callable[[Page], list[str]],
    *,
    script: bool,
) -> None:
    """The review tells of the undo, and opens the same suggestions as they were decided."""
    apply_all(desk)
    page = new_page(java_script_enabled=script)
    show(page, desk)
    expect(page.locator(".banner.done")).to_contain_text("3 changes were applied as revision")
    expect(page.get_by_role("button", name="Review it again")).to_have_count(0)
    follow(page, page.get_by_role("link", name="History", exact=True))
    follow(page, page.get_by_role("button", name="Undo this"))
    expect(page.locator(".timeline h2")).to_have_text(["Undo", "Edit"])
    follow(page, page.get_by_role("link", name="Review", exact=True))
    taken_back = log(file)[0].id[:8]
    expect(page.locator(".banner")).to_contain_text(f"taken back by {taken_back}.")
    if script:
        assert [] == serious(page)
    follow(page, page.get_by_role("button", name="Review it again"))
    assert_decided(page, "3 of 3")
    follow(page, page.get_by_role("button", name="Apply 3 changes"))
    expect(page.locator(".banner.done")).to_contain_text("3 changes were applied as revision")
    assert "Dogs are welcome." in file.read_text()
    assert ["edit", "undo", "edit"] == [one.kind for one in log(file)]


def test_all_of_it_works_without_script(
    new_page: Callable[..., Page], show: Callable[..., str], file: Path
) -> None:
    """Plain forms: propose, accept, reword, reject, apply, history, undo."""
    page = new_page(java_script_enabled=False)
    show(page, Desk([str(file)]))
    follow(page, page.get_by_role("link", name="Propose an edit"))
    page.get_by_label("The words to bring into the document").fill("Dogs are welcome.")
    follow(page, page.get_by_role("button", name="Write the prompt"))
    page.get_by_label("The model's reply").fill(REPLY)
    follow(page, page.get_by_role("button", name="Review it"))
    follow(page, operation(page, 1).get_by_role("button", name="Accept"))
    expect(page).to_have_url(re.compile(r"\?at=2#op-2$"))
    operation(page, 2).get_by_text("Reword").click()
    operation(page, 2).get_by_label("The new words").fill("Cards only.")
    follow(page, operation(page, 2).get_by_role("button", name="Accept in these words"))
    follow(page, operation(page, 3).get_by_role("button", name="Reject"))
    follow(page, page.get_by_role("button", name="Apply 2 changes"))
    page.get_by_text("2 changes were applied").wait_for()
    assert TEXT.replace("9 to 5", "8 to 6").replace("Cash only", "Cards only") == file.read_text()
    follow(page, page.get_by_role("link", name="See the history"))
    page.get_by_text("What changed", exact=True).click()
    follow(page, page.get_by_role("link", name="Show what changed"))
    expect(page.locator("#changes")).to_contain_text("Cards only.")
    follow(page, page.get_by_role("button", name="Undo this"))
    page.get_by_role("heading", name="Undo").wait_for()
    assert TEXT == file.read_text()
    assert ["undo", "edit"] == [one.kind for one in log(file)]
