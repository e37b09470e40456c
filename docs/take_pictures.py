"""Take the pictures of docs/images in a browser: `python docs/take_pictures.py`.

It needs playwright and chromium, and looks at pages made of examples/manual.md.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

from linewise import Layer, key_points, load, split, view
from linewise.evaluation import compare
from linewise.evaluation.report import comparison_page
from linewise.passages import local_chapters

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

HERE = Path(__file__).parent
MANUAL = "examples/manual.md"
STRATEGIES = ["recursive:500/50", "recursive:1000/200", "recursive:1500/150", "structure:1000/0"]

# What owners of the controller in the manual might ask, and the words that answer it.
QUESTIONS = {
    "How far from the ventilation unit may I mount the controller?": (
        "Mount the controller within 1.5 metres of the ventilation unit"
    ),
    "Which terminal takes the black wire?": "| 2 | `GND` | Supply and signal ground | Adapter",
    "What does E-04 mean when I switch it on?": "the supply is below 10.8 V, usually because",
    "How do I get Bluetooth back?": "To bring it back, hold the round\nbutton for five seconds.",
    "Why does my kitchen sensor run the fans all the time?": (
        "In a kitchen, keep two metres from the hob: steam from a single pot of pasta"
    ),
    "The light of the sensor flashes red, why?": "| Red, three flashes | Out of range |",
    "How long do the batteries last?": "Two AA cells last about 22 months",
    "Should I calibrate in a room that is never empty?": (
        "for such rooms, switch the automatic calibration\noff, carry the sensor outdoors"
    ),
    "What happens above 2000 ppm?": "| above 2,000 | Bad | Full speed, and asks for an open window",
    "How loud is it at night?": "**Night** limits the fans to step 2",
    "How many requests a second are allowed?": (
        "More than ten requests a second are answered with 429."
    ),
    "Where do I read the fan step?": "| `/v1/fans/{n}` | GET, PUT | A step from 0 to 5 |",
    "My filter reminder comes too late": "shorten the interval by 20 %",
    "Can I update without internet?": "copy the file `brisa-m2-<version>.bin` to a USB\nstick",
    "Fans do not react to the slider": "the cable at `AO1` is loose or the unit expects 2–10 V",
    "Which radio channel is best?": "channel 25\nis usually the quietest",
    "The display shows four dashes": "hold the round button while you plug the adapter\nin",
    "Is liquid damage covered?": "It does not cover batteries, damage by liquids",
}


def document_page() -> str:
    """Return the manual with chunks that overlap, its chapters and its key points."""
    manual = load(MANUAL)
    return view(
        manual,
        [
            Layer("Chunks", split(manual, size=200, overlap=40, unit="tokens")),
            Layer("Chapters", local_chapters(manual).passages, look="bar"),
            Layer("Key points", key_points(manual, max_points=12), look="frame"),
        ],
    )


def report_page() -> str:
    """Return a comparison on the manual, by questions of its owners."""
    questions = [{"question": asked, "quote": quote} for asked, quote in QUESTIONS.items()]
    found = compare(load(MANUAL), STRATEGIES, questions, criterion="recall@1")
    return comparison_page(found)


def main() -> None:
    """Take every picture."""
    os.chdir(HERE.parent)
    program = shutil.which("chromium")
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        document, report = Path(folder) / "document.html", Path(folder) / "report.html"
        document.write_text(document_page(), encoding="utf-8")
        report.write_text(report_page(), encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        address = f"{document.as_uri()}#L112"
        take(browser, "view.png", address, focus="#p0-10")
        take(browser, "view-dark.png", address, focus="#p0-10", color_scheme="dark")
        take(browser, "view-narrow.png", address, focus="#p0-10", width=360, height=740)
        take(browser, "comparison.png", report.as_uri(), height=1250)
        take(browser, "comparison-questions.png", report.as_uri(), part="figure.scroll")
        take(browser, "comparison-worst.png", report.as_uri(), part="article >> nth=0")
        browser.close()


def take(
    browser: Browser,
    name: str,
    address: str,
    *,
    focus: str | None = None,
    part: str | None = None,
    width: int = 1280,
    height: int = 800,
    **settings: Any,
) -> None:
    """Take one picture of a page, or of a part of it."""
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", **settings
    )
    page: Page = context.new_page()
    page.goto(address)
    if focus is not None:
        page.focus(focus)
    path = HERE / "images" / name
    if part is None:
        page.screenshot(path=path)
    else:
        page.locator(part).screenshot(path=path)
    context.close()


if __name__ == "__main__":
    main()
