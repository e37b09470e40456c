"""How words, prompts, replies and reasons go between the review page and a model, in a browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from browser.review_steps import assert_decided, follow, operation
from linewise import Function
from linewise.review import Asking, Desk
from review_visitor import REPLY

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

expect = pytest.importorskip("playwright.sync_api", reason="no playwright is installed").expect


def test_information_prompt_and_reply_are_pasted(
    page: Page, show: Callable[..., str], file: Path
) -> None:
    """With no model: write what is new, copy the prompt, paste the reply; a bad one says why."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    show(page, Desk([str(file)]))
    follow(page, page.get_by_role("link", name="Propose an edit"))
    page.get_by_label("The words to bring into the document").fill("Dogs are welcome.")
    follow(page, page.get_by_role("button", name="Write the prompt"))
    page.get_by_role("button", name="Copy").click()
    page.get_by_role("button", name="Copied.").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "5|Cash only." in copied
    assert "Dogs are welcome." in copied
    page.get_by_label("The model's reply").fill(REPLY)
    follow(page, page.get_by_role("button", name="Review it"))
    assert_decided(page, "0 of 3")
    page.get_by_text("What it was for").click()
    expect(page.locator(".information")).to_be_visible()
    expect(page.locator(".information")).to_contain_text("Dogs are welcome.")


def test_a_reply_that_cannot_be_used_says_why(
    calm_page: Page, show: Callable[..., str], file: Path
) -> None:
    """The words can go back to the model; what was pasted is still there."""
    desk = Desk([str(file)])
    desk.sheets[0].keep_draft("Dogs are welcome.")
    calm_page.goto(f"{show(calm_page, desk)}/propose")
    calm_page.get_by_label("The model's reply").fill("functions:\n  - deleteLine: [9]\n")
    follow(calm_page, calm_page.get_by_role("button", name="Review it"))
    expect(calm_page.get_by_role("alert")).to_contain_text("there is no line 9")
    pasted = re.compile(r"deleteLine: \[9\]")
    expect(calm_page.get_by_label("The model's reply")).to_have_value(pasted)


def test_what_is_rejected_goes_back_with_its_reason(
    page: Page, show: Callable[..., str], file: Path
) -> None:
    """Enter in the reason rejects; the model is told, and what it sends instead is open."""
    asked: list[str] = []

    def model(messages: Any) -> str:
        asked.append(str(messages))
        return REPLY if len(asked) == 1 else "functions:\n  - insertLineAfter: [5, Cats too.]\n"

    show(page, Desk([str(file)], Asking(model=Function(model), name="tiny")))
    follow(page, page.get_by_role("link", name="Propose an edit"))
    page.get_by_label("The words to bring into the document").fill("New hours.")
    follow(page, page.get_by_role("button", name="Ask tiny"))
    assert_decided(page, "0 of 3")
    operation(page, 3).get_by_label("Reason, for the model").fill("Cats as well!")
    page.keyboard.press("Enter")
    page.get_by_text("1 rejected").first.wait_for()
    page.get_by_role("button", name="Accept all 2").click()
    follow(page, page.get_by_role("button", name="Ask for another in the place of 1"))
    assert_decided(page, "2 of 3")
    assert "Cats as well!" in asked[1]
    expect(operation(page, 3)).to_contain_text("Cats too.")
    operation(page, 3).get_by_role("button", name="Accept").click()
    follow(page, page.get_by_role("button", name="Apply 3 changes"))
    page.get_by_text("3 changes were applied").wait_for()
    assert file.read_text().endswith("Cash and cards.\nCats too.\n")
    follow(page, page.get_by_role("link", name="History", exact=True))
    expect(page.locator(".facts")).to_contain_text("tiny")


def test_what_is_rejected_goes_back_by_hand(
    page: Page, show: Callable[..., str], desk: Desk
) -> None:
    """Without a model the page writes the prompt and takes the answer."""
    show(page, desk)
    operation(page, 3).get_by_label("Reason, for the model").fill("Cats as well!")
    operation(page, 3).get_by_role("button", name="Reject").click()
    page.get_by_role("button", name="Accept all 2").click()
    follow(page, page.get_by_role("link", name="Ask for another in the place of 1"))
    prompt = page.get_by_label("Prompt").input_value()
    assert "Cats as well!" in prompt
    assert "Dogs are welcome." in prompt
    page.get_by_label("The model's reply").fill("functions:\n  - insertLineAfter: [5, Cats too.]\n")
    follow(page, page.get_by_role("button", name="Review it"))
    assert_decided(page, "2 of 3")
    expect(operation(page, 3)).to_contain_text("Cats too.")
