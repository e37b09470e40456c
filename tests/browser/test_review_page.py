"""The review page as a person uses it: read, decide, apply, look back, with and without script.

What an action leads to is waited for: `follow` and `enter` return when the next page is whole and
its script has run, and `expect` waits for what a script does. What must not be there is looked
for after what must.
"""

from __future__ import annotations

import os
import re
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from linewise import Function
from linewise.history import log
from linewise.review import Asking, Desk, served
from review_visitor import REPLY, TEXT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import APIResponse, Dialog, Locator, Page, Route

expect = pytest.importorskip("playwright.sync_api", reason="no playwright is installed").expect

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
RIGHT_TO_LEFT = "אבג \u202e123\u202c דהו"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file that is to be edited."""
    path = tmp_path / "shop.md"
    path.write_text(TEXT, encoding="utf-8", newline="")
    return path


@pytest.fixture
def show() -> Iterator[Callable[..., str]]:
    """Return what serves a desk and leads a page to it."""
    with ExitStack() as stack:

        def at(page: Page, desk: Desk) -> str:
            link = stack.enter_context(served(desk))
            # A page that still fetches when its server has gone would complain.
            stack.callback(page.close)
            page.goto(link)
            page.wait_for_url(re.compile(r"/[\w-]+/(files/\d+)?$"))
            return page.url

        yield at


@pytest.fixture
def desk(file: Path) -> Desk:
    """Return a desk with the file, for which three operations are proposed."""
    desk = Desk([str(file)])
    desk.sheets[0].propose_reply(REPLY, "New hours, cards, dogs.")
    return desk


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
    calm_page.get_by_role("button", name="Apply 3 changes").wait_for()
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
    late: list[tuple[Route, APIResponse]] = []

    def answer(route: Route) -> None:
        if late:
            route.continue_()
        else:
            late.append((route, route.fetch()))

    page.route("**/decide", answer)
    operation(page, 1).get_by_role("button", name="Accept").click()
    soon(page, lambda: bool(late))
    operation(page, 2).get_by_role("button", name="Accept").click()
    page.wait_for_timeout(500)
    late[0][0].fulfill(response=late[0][1])
    expect(operation(page, 1)).to_have_attribute("data-state", "accepted")
    expect(operation(page, 2)).to_have_attribute("data-state", "accepted")
    assert_decided(page, "2 of 3")


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
    for _ in range(20):
        page.mouse.wheel(0, -3_000)
        page.wait_for_timeout(20)
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


def test_pictures_for_the_docs(
    new_page: Callable[..., Page],
    show: Callable[..., str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The pictures in the docs are of the page as it is: this makes them.

    `LINEWISE_PICTURES=docs/images pytest tests/browser -k pictures` puts them in their place.
    """
    folder = Path(PICTURES).absolute() if PICTURES else tmp_path
    (tmp_path / "manual.md").write_bytes((EXAMPLES / "manual.md").read_bytes())
    monkeypatch.chdir(tmp_path)
    desk = Desk(["manual.md"])
    sheet = desk.sheets[0]
    pending = sheet.propose_reply(MANUAL_REPLY, MANUAL_NOTE)
    sheet.decide(pending.id, lambda review: review.accept(1).reject(2, "Two metres is right."))
    page = new_page(reduced_motion="reduce")
    address = show(page, desk)
    page.goto(f"{address}?at=3#op-3")
    page.locator("#op-3").focus()
    page.screenshot(path=folder / "review.png")
    page.emulate_media(color_scheme="dark")
    page.screenshot(path=folder / "review-dark.png")
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{address}?at=4#op-4")
    page.screenshot(path=folder / "review-narrow.png")
    page.goto("about:blank")
    page.set_viewport_size({"width": 1280, "height": 900})
    sheet.decide(pending.id, lambda review: review.accept_rest())
    sheet.apply(pending.id)
    page.goto(f"{address}/history")
    page.get_by_text("What changed", exact=True).click()
    page.locator("#changes ins").first.wait_for()
    page.screenshot(path=folder / "history.png")
    page.goto(f"{address}/layers?show=chunks&show=chapters&size=300&overlap=60&line=57")
    page.screenshot(path=folder / "chunks.png")
    names = {path.name for path in folder.iterdir()}
    assert {
        "review.png",
        "review-dark.png",
        "review-narrow.png",
        "history.png",
        "chunks.png",
    } <= names


MANUAL_NOTE = """Firmware 2.4

- E-02 is new: the duct probe is missing.
- Pairing takes up to twenty seconds.
- In kitchens, three metres from the hob.
- Rechargeable cells are shown rightly.
"""
MANUAL_REPLY = """functions:
  - insertLineAfter: [92, "- `E-02`: the duct probe is not connected"]
  - replaceText: [114, "two metres", "three metres"]
  - replaceLine:
      - 119..120
      - |-
        Press the sensor’s button with a paper clip. Its light turns blue; within twenty
        seconds the controller chirps and shows the sensor’s number.
  - insertLineAfter: [127, "| Red, steady | Not calibrated yet |"]
  - replaceLine: [135..137, "minute. Lithium cells last longer, and rechargeable cells work."]
  - replaceText: [15, "firmware 2.3", "firmware 2.4"]
"""

PICTURES = os.environ.get("LINEWISE_PICTURES")

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


def hold(page: Page, address: str) -> list[Route]:
    """Return what will list the requests for an address; they go on when they are told to."""
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    page.route(address, keep)
    return held


def soon(page: Page, condition: Callable[[], bool]) -> None:
    """Wait until something is so; the page's own policy forbids Playwright's way to wait for it."""
    for _ in range(1_200):
        if condition():
            return
        page.wait_for_timeout(50)
    pytest.fail("what was waited for did not come")
