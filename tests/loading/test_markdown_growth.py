"""Markdown of strangers: what takes a parser the square of its length is read in steps."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from linewise.loading.markdown import markdown_headings, parsed_stretches

if TYPE_CHECKING:
    from collections.abc import Callable

# Lines that were once, in turn, looked at again from each of them.
IN_TURN = {
    "quoted list, table": "> - # in\n| # |ted\n",
    "quoted heading, words": "> # a\nx\n",
    "quoted heading, deeper indent": "> # a\n     c\n",
    "quoted fence, words": "> ```\nx\n",
    "quoted tag, words": "> <div>\nx\n",
    "quoted code, words": ">     c\n\\x\n",
    "quoted definition, words": "> [a]: /u\nx\n",
    "quoted definition, quotation marks": "> [a]: /u\n'\n",
    "quoted definition without an end": "> [a]: /u 't\n> # a\nx\n",
    "quote in a quote": "> > # a\n> x\n",
    "quote in a quote, words": "> a\n> > # a\nx\n",
    "quote in a list": "- > # a\n  x\n",
    "quotes too deep, words": "> a\n" + 25 * ">" + " # a\nx\n",
    "quotes of every depth": "> # a\n>> # a\n>>> # a\n>> x\nx\n",
    "one paragraph": "> a\nx\n",
}


def blocks(text: str) -> None:
    """Find the blocks of a text."""
    for _ in parsed_stretches(text, {}, tables=True):
        pass


def work(call: Callable[[str], object], text: str) -> int:
    """Return how many calls it takes to read a text."""
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    sys.setprofile(count)
    try:
        call(text)
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize("lines", IN_TURN.values(), ids=IN_TURN)
def test_work_grows_with_the_text(lines: str) -> None:
    """Four times the text takes some four times the calls, not sixteen times as many."""
    small, large = (lines * (size // len(lines)) for size in (1_000, 4_000))
    blocks(small)
    assert work(blocks, large) < 8 * work(blocks, small)


def test_a_long_title_costs_no_more_than_several() -> None:
    """Brackets, backticks and tags that stay open in a title are looked at in its bounds."""
    opened = "[a](`[<a*[a"
    several, one = f"# {opened * 300}\n" * 8, f"# {opened * 2_400}\n"
    assert work(markdown_headings, one) < work(markdown_headings, several)
