"""What the review page shows beside the marks, in a browser: views, layers, a list of files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from browser.review_steps import follow, operation
from linewise.review import Desk
from review_visitor import REPLY, TEXT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

expect = pytest.importorskip("playwright.sync_api", reason="no playwright is installed").expect


def test_three_views_and_two_forms_of_the_diff(
    page: Page, show: Callable[..., str], desk: Desk
) -> None:
    """All marks, as if accepted, as it was; one below the other and side by side."""
    show(page, desk)
    expect(operation(page, 1).locator("del mark")).to_have_text(["9", "5"])
    follow(page, page.get_by_role("link", name="As if accepted"))
    expect(page.locator("#document.after")).to_contain_text("Dogs are welcome.")
    follow(page, page.get_by_role("link", name="As it was"))
    expect(page.locator("#document.before")).to_contain_text("Cash only.")
    expect(page.locator("#document")).not_to_contain_text("Dogs are welcome.")
    follow(page, page.get_by_role("link", name="Diff"))
    expect(page.locator(".hunk del")).to_have_count(2)
    follow(page, page.get_by_role("link", name="Side by side"))
    expect(page.locator("table.beside")).to_have_count(1)
    expect(page.locator("td.added").last).to_contain_text("Dogs are welcome.")


def test_layers_follow_their_fields_at_once(
    page: Page, show: Callable[..., str], desk: Desk
) -> None:
    """Size and overlap are live; chunks, chapters and key points are switched on and off."""
    page.goto(f"{show(page, desk)}/layers")
    expect(page.locator(".mark.m0")).to_have_count(1)
    page.get_by_label("Size").first.fill("30")
    page.get_by_label("Overlap").first.fill("0")
    expect(page.locator(".mark.m0")).to_have_count(3)
    expect(page).to_have_url(re.compile("size=30&overlap=0&"))
    page.get_by_label("Chapters").first.check()
    expect(page.locator(".mark.m1")).to_have_count(1)
    expect(page.locator(".plot").first).to_be_visible()
    page.get_by_label("Overlap").first.fill("30")
    expect(page.locator("#corrections")).to_have_text(
        "Overlap cannot be “30” here; 29 is shown instead."
    )
    page.get_by_label("Overlap").first.fill("5")
    expect(page.locator("#corrections")).to_have_count(0)


def test_several_files_are_a_list(
    page: Page,
    show: Callable[..., str],
    tmp_path: Path,
    serious: Callable[[Page], list[str]],
) -> None:
    """Each with its state; one click opens it, and another leads back."""
    paths = [tmp_path / "one.md", tmp_path / "two.md"]
    for path in paths:
        path.write_text(TEXT, encoding="utf-8")
    desk = Desk([str(path) for path in paths])
    desk.sheets[1].propose_reply(REPLY)
    show(page, desk)
    assert [] == serious(page)
    second = page.get_by_role("listitem").filter(has_text="two.md")
    expect(second).to_contain_text("0 of 3 decided")
    follow(page, page.get_by_role("link", name="two.md"))
    page.get_by_role("button", name="Accept all 3").click()
    page.get_by_role("button", name="Apply 3 changes").wait_for()
    follow(page, page.get_by_role("link", name="All files"))
    expect(second).to_contain_text("all 3 decided")
