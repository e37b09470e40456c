"""Steps on the review page that many walks share.

What an action leads to is waited for: `follow` and `enter` return when the next page is whole and
its script has run, and `expect` waits for what a script does. What must not be there is looked
for after what must.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page, Route

    from linewise.review import Desk

expect = pytest.importorskip("playwright.sync_api", reason="no playwright is installed").expect


def operation(page: Page, number: int) -> Locator:
    """Return the card of an operation."""
    return page.locator(f"#op-{number}")


def follow(page: Page, leads: Locator) -> None:
    """Click what leads to another page, and wait until that one is whole and its script has run."""
    with page.expect_navigation():
        leads.click()


def enter(page: Page) -> None:
    """Press Enter where that leads to another page, and wait for that one likewise."""
    with page.expect_navigation():
        page.keyboard.press("Enter")


def apply_all(desk: Desk) -> None:
    """Apply all that is proposed for the first file, as the page does."""
    pending = desk.sheets[0].pending()
    assert pending is not None
    desk.sheets[0].decide(pending.id, lambda review: review.accept_rest())
    desk.sheets[0].apply(pending.id)


def assert_decided(page: Page, words: str) -> None:
    """Assert that the page soon says how far the review has come, such as "1 of 3"."""
    expect(page.locator("#progress .count strong")).to_have_text(f"{words} decided")


def soon(page: Page, condition: Callable[[], bool]) -> None:
    """Wait until something is so; the page's own policy forbids Playwright's way to wait for it."""
    for _ in range(1_200):
        if condition():
            return
        page.wait_for_timeout(50)
    pytest.fail("what was waited for did not come")


def hold(page: Page, address: str) -> list[Route]:
    """Return what will list the requests for an address; they go on when they are told to."""
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    page.route(address, keep)
    return held
