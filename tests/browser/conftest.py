"""A browser for the tests of pages: Debian's Chromium, which reaches this machine alone.

`page` is a fresh page of its own profile; `look` sets a file of HTML before it. A page that asks
another host for anything, breaks its own content policy or lets a script fail, fails its test.
`calm_page` is for what the server refuses: Chromium calls that an error, too. `show` leads a page
to a desk that is under review.
"""

from __future__ import annotations

import os
import re
import shutil
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from linewise.review import Desk, served
from review_visitor import desk_of, written_shop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Route

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_NAMED = os.environ.get("LINEWISE_TEST_BROWSER")
# How many milliseconds anything is waited for: a busy machine is no fault of a page.
_PATIENCE = 60_000
_HERE = {"127.0.0.1", "localhost", "[::1]"}


# Not one for the whole run: while it is there, no other test of the process can run an event loop.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start one browser for all tests of a file."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="no playwright is installed")
    program = _NAMED or next(filter(None, map(shutil.which, _NAMES)), None)
    if program is None:
        pytest.skip("no chromium: install it, or put its path into LINEWISE_TEST_BROWSER")
    sync_api.expect.set_options(timeout=_PATIENCE)
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=program,
            timeout=3 * _PATIENCE,
            args=["--no-sandbox", "--disable-dev-shm-usage", "--font-render-hinting=none"],
        )
        yield started
        started.close()


@pytest.fixture
def new_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open pages by the settings of a browser context, such as `viewport` or `color_scheme`."""
    contexts: list[BrowserContext] = []
    trouble: list[str] = []

    def open_page(**settings: Any) -> Page:
        context = _context(browser, **settings)
        contexts.append(context)
        context.route("**/*", lambda route: _keep_here(route, trouble))
        page = context.new_page()
        page.on("console", lambda message: _note(message, trouble))
        page.on("pageerror", lambda error: trouble.append(f"a script failed: {error}"))
        return page

    yield open_page
    for context in contexts:
        context.unroute_all(behavior="ignoreErrors")
        context.close()
    assert [] == trouble


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """Open a page, 1280 by 900."""
    return new_page()


@pytest.fixture
def calm_page(browser: Browser) -> Iterator[Page]:
    """Open a page on which answers that refuse something are no trouble."""
    context = _context(browser)
    yield context.new_page()
    context.close()


@pytest.fixture
def look(tmp_path: Path) -> Callable[..., None]:
    """Return what sets HTML before a page, as a file that a person opens."""

    def at(page: Page, html: str) -> None:
        path = tmp_path / "page.html"
        path.write_text(html, encoding="utf-8", newline="")
        page.goto(path.as_uri())

    return at


@pytest.fixture
def serious() -> Callable[[Page], list[str]]:
    """Return what finds the barriers on a page that axe-core calls serious or critical."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()

    def found(page: Page) -> list[str]:
        return [
            f"{one['id']}: {one['help']}: {node['html'][:160]} {node['failureSummary']}"
            for one in axe.run(page).response["violations"]
            if one["impact"] in {"serious", "critical"}
            for node in one["nodes"]
        ]

    return found


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file that is to be edited."""
    return written_shop(tmp_path)


@pytest.fixture
def desk(file: Path) -> Desk:
    """Return a desk with the file, for which three operations are proposed."""
    return desk_of(file)


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


def _context(browser: Browser, **settings: Any) -> BrowserContext:
    context = browser.new_context(**({"viewport": {"width": 1280, "height": 900}} | settings))
    context.set_default_timeout(_PATIENCE)
    return context


def _keep_here(route: Route, trouble: list[str]) -> None:
    address = urlsplit(route.request.url)
    if address.scheme in {"file", "data", "blob"} or (address.hostname or "") in _HERE:
        route.continue_()
        return
    trouble.append(f"asked for {route.request.url}")
    route.abort()


def _note(message: ConsoleMessage, trouble: list[str]) -> None:
    # Chromium reports a broken content policy as an error.
    if message.type == "error":
        trouble.append(f"the console says: {message.text}")
