"""The review page for everybody, in a browser: axe, narrow screens, scripts and hostile words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from browser.review_steps import apply_all, assert_decided
from linewise.review import Desk

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Dialog, Page

expect = pytest.importorskip("playwright.sync_api", reason="no playwright is installed").expect

RIGHT_TO_LEFT = "אבג \u202e123\u202c דהו"


@pytest.mark.parametrize("settings", [{}, {"color_scheme": "dark", "locale": "fr"}])
def test_nobody_is_kept_out(
    new_page: Callable[..., Page],
    show: Callable[..., str],
    serious: Callable[[Page], list[str]],
    desk: Desk,
    settings: dict[str, Any],
) -> None:
    """Nothing that axe calls serious is on any page, light and dark."""
    apply_all(desk)
    sheet = desk.sheets[0]
    again = sheet.propose_reply("functions:\n  - deleteLine: [4]\n  - deleteLine: [5]\n")
    sheet.decide(again.id, lambda review: review.accept(1).reject(2, "No."))
    sheet.keep_draft("What is new.")
    page = new_page(**settings)
    address = show(page, desk)
    places = ("", "?view=after&words=shop", "/diff", "/diff?form=beside", "/propose", "/again")
    for place in (*places, "/history", "/layers?show=chunks&show=chapters&show=points&size=30"):
        page.goto(address + place)
        assert [] == serious(page), place


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_narrow_screen_is_enough(
    new_page: Callable[..., Page], show: Callable[..., str], desk: Desk, language: str
) -> None:
    """At 360 pixels nothing sticks out to the side."""
    page = new_page(viewport={"width": 360, "height": 740}, locale=language)
    address = show(page, desk)
    for place in ("", "/diff?form=beside", "/propose", "/history", "/layers?size=30&overlap=0"):
        page.goto(address + place)
        assert 360 >= page.evaluate("document.documentElement.scrollWidth"), place


def test_a_reader_of_right_to_left_text_is_served(
    page: Page, show: Callable[..., str], tmp_path: Path
) -> None:
    """Each line runs in its own direction."""
    path = tmp_path / "קובץ.md"
    path.write_text("# שלום עולם\n\nEnglish, left to right.\n", encoding="utf-8")
    desk = Desk([str(path)])
    desk.sheets[0].propose_reply('functions:\n  - replaceLine: [1, "# שלום לכולם"]\n')
    show(page, desk)
    expect(page.locator("#op-1 ins")).to_have_css("direction", "rtl")
    expect(page.locator("#line-3 .words")).to_have_css("direction", "ltr")


def test_a_hostile_document_is_only_text(
    page: Page, show: Callable[..., str], tmp_path: Path
) -> None:
    """Tags, quotes and marks that turn the direction of writing are seen, and do nothing."""
    lines = [
        "<script>alert(1)</script><img src=x onerror=alert(2)>",
        "\"'><svg onload=alert(3)> </textarea></pre></main><style>*{display:none}</style>",
        "{{ 7 * 7 }} {% raw %} &lt; &amp; \x1b[31m \x07",
        RIGHT_TO_LEFT,
        "javascript:alert(4) <!-- ]]> <a href=javascript:alert(5)>x</a>",
    ]
    path = tmp_path / "<b>\u202egnp.md"
    path.write_text("".join(f"# {line}\n" for line in lines), encoding="utf-8", newline="")
    desk = Desk([str(path)])
    reply = "functions:\n" + "".join(
        f"  - insertLineAfter:\n      - {number}\n      - |-\n        {line}\n"
        for number, line in enumerate(lines, start=1)
        if "\x07" not in line
    )
    desk.sheets[0].propose_reply(reply, lines[0])
    dialogs: list[str] = []

    def note(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", note)
    address = show(page, desk)
    shown = page.locator("#document").inner_text()
    assert lines[0] in shown
    assert lines[1] in shown
    assert "{{ 7 * 7 }}" in shown
    assert "RLO123PDF" in shown
    page.keyboard.press("j")
    page.keyboard.press("a")
    assert_decided(page, "1 of 4")
    page.get_by_text("Contents", exact=True).click()
    page.locator("#contents").wait_for()
    for place in ("/diff", "/diff?form=beside", "/propose", "/history", "/layers?show=chapters"):
        page.goto(address + place)
        expect(page.locator("main")).to_be_visible()
    page.goto(f"{address}?words=%3Cscript%3E")
    expect(page.locator(".hits")).to_contain_text("1 place")
    assert [] == dialogs
