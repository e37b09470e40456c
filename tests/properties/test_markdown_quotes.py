"""Block quotes are read in steps, and are what a parser finds that reads them at once."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from linewise.loading import _block_quotes
from linewise.loading._block_quotes import quote_in_steps

LINES = [
    *("> a\n", "> # a\n", "> - # a\n", "> ```\n", ">     c\n", "> <div>\n", "> ---\n", ">\n"),
    *("> [a]: /u\n", "> [a]: /u 't\n", "> 't\n", "> ===\n", "> 1. a\n", "> | a |\n", "> |---|\n"),
    *("> > # a\n", ">> a\n", "> - > a\n", ">\ta\n", ">" * 22 + " # a\n", ">>>> a\n"),
    *("- a\n", "- > # a\n", "  > # a\n", "  > a\n", "  a\n", "1. > a\n", "-\n"),
    *("a\n", "| a |\n", "|---|\n", "# a\n", "===\n", "---\n", "     c\n", "```\n", "'\n", "t'\n"),
    *("[a]: /u\n", "[a]: /u 't\n", "[a\n", "<div>\n", "<!--\n", "-->\n", "\n", "\ta\n"),
]
texts = st.lists(st.sampled_from(LINES), min_size=2, max_size=6).flatmap(
    lambda some: st.lists(st.sampled_from(some), max_size=40).map("".join)
)


def parsed(text: str, *, in_steps: bool) -> tuple[list[Any], Any, Any]:
    """Return the blocks of a text and the definitions in it."""
    parser = MarkdownIt("commonmark").enable("table")
    if in_steps:
        quote_in_steps(parser)
    known: dict[str, Any] = {}
    tokens = [token.as_dict() for token in parser.parse(text, known)]
    return tokens, known.get("references", {}), known.get("duplicate_refs", [])


def check(text: str, first: int, more: int) -> None:
    """See that steps of any size make no difference."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_block_quotes, "_FIRST", first)
        patch.setattr(_block_quotes, "_MORE", more)
        assert parsed(text, in_steps=False) == parsed(text, in_steps=True)


firsts, mores = st.sampled_from([0, 1, 2, 5]), st.sampled_from([2, 8])


@given(texts, firsts, mores)
@settings(deadline=None, max_examples=300)
def test_steps_make_no_difference(text: str, first: int, more: int) -> None:
    """Blocks, their lines and the definitions are the same, whatever is quoted in turn."""
    check(text, first, more)


@pytest.mark.slow
@given(texts, firsts, mores)
@settings(deadline=None, max_examples=20_000)
def test_steps_make_no_difference_at_length(text: str, first: int, more: int) -> None:
    """The same, with many more draws."""
    check(text, first, more)


def test_a_title_that_goes_on_over_the_edge() -> None:
    """The rest of a definition is looked for beyond the edge, and the edge is then taken back."""
    check("> [a]: /u\n> 't\n> ===\nx\ny\n> '\n", 1, 2)
