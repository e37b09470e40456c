"""The page of a comparison in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from comparisons import comparison, made_comparison, without_questions
from linewise.evaluation.report import comparison_page

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    Look = Callable[[Page, str], None]

CASES = {"scores": comparison, "ranks": made_comparison, "nothing": without_questions}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("case", list(CASES))
def test_nothing_serious_is_in_the_way(
    new_page: Callable[..., Page],
    look: Look,
    serious: Callable[[Page], list[str]],
    case: str,
    scheme: str,
) -> None:
    """axe-core finds no barrier that it calls serious or critical."""
    page = new_page(color_scheme=scheme)
    look(page, comparison_page(CASES[case]()))
    assert serious(page) == []


def test_a_narrow_page_does_not_scroll_sideways(new_page: Callable[..., Page], look: Look) -> None:
    """Tables and plots scroll by themselves, and can be reached by the keyboard."""
    page = new_page(viewport={"width": 360, "height": 740})
    look(page, comparison_page(comparison()))
    assert 360 >= page.evaluate("document.documentElement.scrollWidth")
    scrolled = page.locator(".scroll").all()
    assert scrolled
    assert all(one.get_attribute("tabindex") == "0" for one in scrolled)


def test_paper_has_whole_tables(page: Page, look: Look) -> None:
    """What scrolls on a screen is whole on paper."""
    look(page, comparison_page(comparison()))
    page.emulate_media(media="print")
    overflow = "all => all.map(one => getComputedStyle(one).overflowX)"
    assert {"visible"} == set(page.eval_on_selector_all(".scroll", overflow))
