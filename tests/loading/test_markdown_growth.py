"""Markdown of strangers: what takes a parser the square of its length is read in steps."""

from __future__ import annotations

from functools import partial

import pytest

from linewise.loading.markdown import markdown_headings, parsed_stretches
from work_done import steps_of

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


@pytest.mark.parametrize("lines", IN_TURN.values(), ids=IN_TURN)
def test_work_grows_with_the_text(lines: str) -> None:
    """Four times the text takes some four times the steps, not sixteen times as many."""
    small, large = (lines * (size // len(lines)) for size in (1_000, 4_000))
    blocks(small)
    assert steps_of(partial(blocks, large)) < 8 * steps_of(partial(blocks, small))


def test_a_long_title_costs_no_more_than_several() -> None:
    """Brackets, backticks and tags that stay open in a title are looked at in its bounds."""
    opened = "[a](`[<a*[a"
    several, one = f"# {opened * 300}\n" * 8, f"# {opened * 2_400}\n"
    costs = [steps_of(partial(markdown_headings, text)) for text in (one, several)]
    assert costs[0] < costs[1]
