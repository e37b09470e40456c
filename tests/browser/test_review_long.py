"""A very long document on the review page, in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from browser.review_steps import assert_decided, enter, follow, hold, operation, soon
from linewise.review import Desk

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page, Request

expect = pytest.importorskip("playwright.sync_api", reason="no playwright is installed").expect

IN_VIEW = """[...document.querySelectorAll('.line')].some((line) => {
    const { top, bottom } = line.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
})"""


# The page has done what it does with a refusal when it asks for this.
TELLS_OF_REFUSED = """{
    const plain = fetch;
    window.fetch = async (...asked) => {
        const answer = await plain(...asked);
        if (answer.status === 409) setTimeout(() => plain("/heard"));
        return answer;
    };
}"""


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


def refuse_lines(page: Page, first: str = "") -> None:
    """Go where lines are asked for, refuse them, and wait until the page has heard of that."""
    page.route("**/lines?*", lambda route: route.fulfill(status=409))
    heard = hold(page, "**/heard")
    page.evaluate(f"{first}; scrollTo(0, document.documentElement.scrollHeight)")
    soon(page, lambda: bool(heard))


def test_what_is_sent_goes_before_a_reload(
    calm_page: Page, show: Callable[..., str], long_desk: Desk
) -> None:
    """Lines of a document that is another one by now lead to a new page, but call nothing off."""
    calm_page.add_init_script(TELLS_OF_REFUSED)
    show(calm_page, long_desk)
    decisions = hold(calm_page, "**/decide")
    operation(calm_page, 1).get_by_role("button", name="Accept").click()
    soon(calm_page, lambda: bool(decisions))
    led: list[Request] = []
    calm_page.on("request", lambda one: led.append(one) if one.is_navigation_request() else None)
    refuse_lines(calm_page)
    assert [] == led
    with calm_page.expect_navigation():
        decisions[0].continue_()
    assert_decided(calm_page, "1 of 2")


def test_a_page_that_is_on_its_way_goes_before_a_reload(
    calm_page: Page, show: Callable[..., str], long_desk: Desk
) -> None:
    """A form that leads elsewhere is not called off by lines that are asked for meanwhile."""
    calm_page.add_init_script(TELLS_OF_REFUSED)
    show(calm_page, long_desk)
    searches = hold(calm_page, "**/files/1?*")
    calm_page.get_by_role("searchbox").fill("line 54321")
    refuse_lines(calm_page, first="document.getElementById('words').form.requestSubmit()")
    soon(calm_page, lambda: bool(searches))
    searches[0].continue_()
    calm_page.get_by_role("link", name="54321").wait_for()


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
