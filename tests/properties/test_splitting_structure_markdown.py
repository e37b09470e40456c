"""Markdown: what fits is whole, seen by a parser that reads the whole text at once."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from linewise import split
from splitting_strategies import laid_end_to_end

if TYPE_CHECKING:
    from collections.abc import Iterator

    from linewise.splitting.plan import Pack

ROOT = Path(__file__).parent.parent.parent

UNITS = {"fence", "tr_open", "list_item_open"}
LINK = re.compile(r"\[[^\[\]]*\]\([^()\s]*\)")

words = st.lists(
    st.sampled_from(["word", "Two.", "a_b", "[a link](http://x.y/z)", "é", "`x`"]), min_size=1
).map(" ".join)


def indented(text: str, by: str) -> str:
    """Return a text with all lines but the first pushed in."""
    return text.replace("\n", "\n" + by)


def fence(lines: list[str]) -> str:
    """Return a fence around lines."""
    return "\n".join(["```", *lines, "```"])


def table(rows: list[str]) -> str:
    """Return a table of one column."""
    return "\n".join(["| a |", "| - |", *(f"| {row} |" for row in rows)])


def bullets(items: list[str]) -> str:
    """Return a list."""
    return "\n".join(f"- {indented(item, '  ')}" for item in items)


blocks = st.recursive(
    st.one_of(
        words,
        st.lists(words, min_size=1, max_size=3).map("\n".join),
        st.lists(st.sampled_from(["x = 1", "", "# no", "  y"]), max_size=6).map(fence),
        st.lists(words, max_size=4).map(table),
        words.map("## {}".format),
    ),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map(bullets),
        st.lists(inner, min_size=1, max_size=3).map("\n\n".join),
        inner.map(lambda block: "> " + indented(block, "> ")),
    ),
    max_leaves=12,
)
nested = st.lists(
    st.lists(words, min_size=1, max_size=3).map(lambda some: f"{some[0]}\n{bullets(some)}"),
    min_size=2,
    max_size=6,
).map(bullets)
manuals = st.lists(st.one_of(blocks, nested), max_size=6).map("\n\n".join)


def units_of(text: str) -> Iterator[tuple[int, int]]:
    """Yield where fences, rows, items and links are."""
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    for token in tokens:
        if token.type in UNITS and token.map:
            yield starts[token.map[0]], min(starts[token.map[1]], len(text))
    code = [token.map for token in tokens if token.type in {"fence", "code_block"} and token.map]
    for match in LINK.finditer(text):
        if not any(starts[a] <= match.start() < starts[b] for a, b in code):
            yield match.span()


def check(text: str, size: int, overlap: int, pack: Pack) -> None:
    """Cut a text, and see that no unit that fits is cut."""
    chunks = split(text, by="markdown", size=size, overlap=overlap, pack=pack)
    assert text == laid_end_to_end(chunks)
    cuts = [chunk.end for chunk in chunks[:-1]]
    for start, end in units_of(text):
        if end - start <= size:
            assert not [cut for cut in cuts if start < cut < end], text[start:end]


packs = st.sampled_from(["greedy", "best"])


@given(manuals, st.integers(1, 120), st.sampled_from([0, 0, 3]), packs)
@settings(deadline=None, max_examples=150)
def test_what_fits_is_whole(text: str, size: int, less: int, pack: Pack) -> None:
    """No cut in a fence, a row, an item or a link that fits, whatever it is nested in."""
    check(text, size, size // less if less else 0, pack)


@pytest.mark.slow
@given(manuals, st.integers(1, 120), st.sampled_from([0, 0, 3]), packs)
@settings(deadline=None, max_examples=5_000)
def test_what_fits_is_whole_at_length(text: str, size: int, less: int, pack: Pack) -> None:
    """The same, with many more draws."""
    check(text, size, size // less if less else 0, pack)


@pytest.mark.parametrize("size", [120, 400, 1000, 3000])
@pytest.mark.parametrize("pack", ["greedy", "best"])
def test_what_fits_is_whole_in_a_real_manual(size: int, pack: Pack) -> None:
    """All the documentation of this library, as one text."""
    paths = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    text = "\n\n".join(path.read_text(encoding="utf-8") for path in paths)
    assert 60_000 < len(text)
    check(text, size, 0, pack)
