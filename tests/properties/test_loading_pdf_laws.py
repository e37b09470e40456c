"""What holds of every PDF that is read, whatever stands on its pages."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

import linewise as lw

if TYPE_CHECKING:
    from random import Random
from pdf_writer import Leaf, Text, width, write_pdf

# A word such as "cl" that stands alone on a page is its number.
WORDS = st.text("abcdefghijklmnopqrstuvwxyz", min_size=2, max_size=9).filter(
    lambda word: not set(word) <= set("ivxlc")
)
PAGE = st.lists(WORDS, min_size=1, max_size=60)
HEAD = "running head of it all"
CALM = settings(max_examples=40, deadline=None)


def set_lines(words: list[str], room: float) -> list[str]:
    """Break words into lines that fill a column."""
    lines = [""]
    for word in words:
        longer = f"{lines[-1]} {word}".strip()
        if width(longer) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


@st.composite
def columns(draw: st.DrawFn) -> tuple[list[str], list[list[Text]]]:
    """Draw a text and the lines of the two or three columns that it is set in."""
    count = draw(st.integers(2, 3))
    gutter = draw(st.integers(11, 30))
    room = (468 - gutter * (count - 1)) / count
    words = draw(st.lists(WORDS, min_size=60 * count, max_size=140 * count))
    lines = set_lines(words, room)
    depth = -(-len(lines) // count)
    lefts = [72 + place * (room + gutter) for place in range(count)]
    sides = [lines[place * depth : (place + 1) * depth] for place in range(count)]
    return words, [
        [Text(left, 700 - 12 * row, line) for row, line in enumerate(side)]
        for left, side in zip(lefts, sides, strict=True)
    ]


@CALM
@given(columns(), st.randoms(use_true_random=False))
def test_columns_are_read_in_order_however_they_are_drawn(
    page: tuple[list[str], list[list[Text]]], random: Random
) -> None:
    """The words come out as they were set: none lost, none added, none out of turn."""
    words, sides = page
    random.shuffle(sides)
    texts = tuple(text for side in sides for text in side)
    assert words == lw.load(write_pdf(Leaf(texts))).text.split()


@CALM
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 30), WORDS), max_size=40))
def test_no_letter_is_lost_wherever_it_stands(places: list[tuple[int, int, str]]) -> None:
    """The letters of the text are those that were drawn, each as often."""
    cells = {(column, row): word for column, row, word in places}
    texts = tuple(Text(50 + 100 * x, 720 - 22 * y, word) for (x, y), word in cells.items())
    read = lw.load(write_pdf(Leaf(texts))).text
    assert Counter("".join(cells.values())) == Counter("".join(read.split()))


@CALM
@given(
    st.lists(st.lists(WORDS, min_size=1, max_size=60), min_size=1, max_size=6),
    st.sampled_from(["", HEAD]),
)
def test_pages_cover_the_text_in_order(pages: list[list[str]], head: str) -> None:
    """Each page's span holds its words, between them stand blank lines at most."""
    heads = (Text(72, 760, head),) if head else ()
    leaves = [
        Leaf((*heads, *(Text(72, 700 - 12 * i, s) for i, s in enumerate(set_lines(p, 468)))))
        for p in pages
    ]
    document = lw.load(write_pdf(*leaves))
    kept = lw.split_pages(document)
    dropped = lw.split_pages(lw.load(write_pdf(*leaves), furniture="drop"))
    between = "".join(
        document.text[one.span.end : two.span.start] for one, two in pairwise(document.pages)
    )
    assert "" == between.strip()
    for words, with_head, without in zip(pages, kept, dropped, strict=True):
        assert words == without.text.removeprefix(HEAD).split()
        assert words == with_head.text.removeprefix(HEAD).split()
