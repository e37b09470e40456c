"""The page of layers: what its address asks for, and what is shown instead of what cannot be."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from review_visitor import Visitor


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("size=abc", "Size cannot be “abc” here; 1,000 is shown instead."),
        ("size=-5", "Size cannot be “-5” here; 1,000 is shown instead."),
        ("size=0", "Size cannot be “0” here; 1 is shown instead."),
        ("by=foo", "Strategy cannot be “foo” here; recursive is shown instead."),
        ("unit=miles", "Unit cannot be “miles” here; chars is shown instead."),
        ("overlap=x", "Overlap cannot be “x” here; 200 is shown instead."),
        ("size=30&overlap=30", "Overlap cannot be “30” here; 29 is shown instead."),
        ("line=99", "Line cannot be “99” here; 5 is shown instead."),
        ("show=foo", "Show cannot be “foo” here; Chunks is shown instead."),
        ("show=foo&show=points", "Show cannot be “foo” here; Key points is shown instead."),
        (
            "by=foo&size=abc",
            (
                "Strategy cannot be “foo” here; recursive is shown instead. "
                "Size cannot be “abc” here; 1,000 is shown instead."
            ),
        ),
        (f"by={'a' * 99}", f"Strategy cannot be “{'a' * 40}” here; recursive is shown instead."),
    ],
)
def test_what_cannot_be_shown_is_said(visitor: Visitor, asked: str, said: str) -> None:
    """In one line, with what is shown in its place; the page is there all the same."""
    page = visitor.get(f"/files/1/layers?{asked}")
    assert (200, said) == (page.status, _said(page.text))


@pytest.mark.parametrize(
    "asked",
    [
        "",
        "size=&overlap=&by=&unit=",
        "show=chunks&show=chapters&by=lines&size=30&overlap=0&unit=chars&line=2",
        "size=010&overlap=0",
        "size=100",
        "something=else",
    ],
)
def test_what_is_shown_as_it_was_asked_needs_no_word(visitor: Visitor, asked: str) -> None:
    """Nor does what is left out, or left empty."""
    page = visitor.get(f"/files/1/layers?{asked}")
    assert (200, "") == (page.status, _said(page.text))


def test_it_is_said_in_french_and_is_only_text(visitor: Visitor) -> None:
    """Whatever an address holds."""
    page = visitor.get("/files/1/layers?by=%3Cb%3E%26&language=fr").text
    assert "Stratégie : « <b>& » n’est pas possible ici ; recursive est montré" in _said(page)
    assert "<b>" not in page


def _said(page: str) -> str:
    """Return what a page says of its address, as a person reads it."""
    found = re.search(r'id="corrections"[^>]*>(.*?)</p>', page)
    return html.unescape(found[1]).strip() if found else ""
