"""The pictures of the review page in the docs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from linewise.review import Desk

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest
    from playwright.sync_api import Page

EXAMPLES = Path(__file__).parent.parent.parent / "examples"

PICTURES = os.environ.get("LINEWISE_PICTURES")

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
