"""A very long document on the review page, in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from browser.review_steps import enter, follow, operation, soon
from linewise.review import Desk

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

expect = pytest.importorskip("playwright.sync_api", reason="no playwright is installed").expect

IN_VIEW = """[...document.querySelectorAll('.line')].some((line) => {
    const { top, bottom } = line.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
})"""


@pytest.fixture
def long_desk(tmp_path: Path) -> Desk:
    """Return a desk with a document of 100,000 lines, changed near either end."""
    path = tmp_path / "long.md"
    lines = (f"line {number} has a few words\n" for number in range(1, 100_001))
    path.write_text("".join(lines), encoding="utf-8")
    desk = Desk([str(path)])
    reply = 'functions:\n  - replaceLine: [5, "five"]\n  - replaceLine: [99990, "near the end"]\n'
    desk.sheets[0].propose_reply(reply)
    return desk


def assert_few_lines(page: Page) -> None:
    """Assert that the browser soon holds the lines near the window, and no others."""
    soon(page, lambda: page.evaluate("document.querySelectorAll('.line').length <= 1000"))


def test_a_hundred_thousand_lines_scroll_to_the_end(
    page: Page, show: Callable[..., str], long_desk: Desk
) -> None:
    """Only lines that are near are there; the end is reached, and the way back."""
    show(page, long_desk)
    assert_few_lines(page)
    page.keyboard.press("End")
    # The last lines come only now, and with the card among them they are higher than was reckoned.
    expect(page.locator("#line-100000")).to_be_in_viewport(ratio=1)
    assert_few_lines(page)
    end = page.evaluate("scrollY")
    for _ in range(20):
        page.mouse.wheel(0, -3_000)
    # The wheel rolls out by itself, and what is looked for afterwards would roll away with it.
    soon(page, lambda: page.evaluate("scrollY") <= end - 59_999)
    soon(page, lambda: page.evaluate(IN_VIEW))
    assert_few_lines(page)
    page.keyboard.press("j")
    expect(page.locator("#op-1")).to_be_focused()
    page.keyboard.press("j")
    expect(page.locator("#op-2")).to_be_focused()
    expect(operation(page, 2)).to_be_in_viewport()
    page.locator("#line-99989").wait_for()
    page.keyboard.press("a")
    expect(page.locator("#op-1")).to_be_focused()
    assert_few_lines(page)


def test_a_found_line_is_a_click_away(
    page: Page, show: Callable[..., str], long_desk: Desk
) -> None:
    """Wherever in a long document it stands."""
    show(page, long_desk)
    page.get_by_role("searchbox").fill("LINE 54321")
    enter(page)
    follow(page, page.get_by_role("link", name="54321"))
    expect(page.locator("#line-54321")).to_be_in_viewport()
    page.keyboard.press("j")
    expect(operation(page, 1)).to_be_focused()
    page.get_by_role("searchbox").fill("line 99990")
    enter(page)
    follow(page, page.get_by_role("link", name="99990 line"))
    expect(operation(page, 2)).to_be_in_viewport()


def test_a_long_document_pages_without_script(
    new_page: Callable[..., Page], show: Callable[..., str], long_desk: Desk
) -> None:
    """Earlier and later lines are a link away."""
    page = new_page(java_script_enabled=False)
    show(page, long_desk)
    expect(page.locator("#document")).to_contain_text("line 300 ")
    expect(page.locator("#document")).not_to_contain_text("line 301 ")
    follow(page, page.get_by_role("link", name="Later lines"))
    expect(page.locator("#document")).to_contain_text("line 301 ")
    follow(page, page.get_by_role("link", name="Replace line 99990"))
    expect(page.locator("#document")).to_contain_text("line 99989 ")
