"""What hypothesis draws for the laws: texts with traps in them, and changes that fit a text."""

from __future__ import annotations

from hypothesis import strategies as st

from linewise.changes import Change, ChangeSet
from linewise.document import Span

# Few words, so that texts drawn apart share some of them.
WORDS = ["a", "b", "one", "once", "two", "e\u0301", "é", "日本", "👩\u200d🌾", "👍🏽"]
SIGNS = [" ", "  ", ", ", "(", ".", "\t"]
LINE_ENDS = ["\n", "\n", "\n", "\r\n", "\r", "\n\n"]
MARKS = ["\ufeff", "\u0301", "\u2028", "\x0b", "\u200d"]


def texts(max_parts: int = 20) -> st.SearchStrategy[str]:
    """Draw a text of words and line ends, with a byte order mark or without."""
    parts = st.sampled_from(WORDS + SIGNS + LINE_ENDS * 2 + MARKS)
    body = st.lists(parts, max_size=max_parts).map("".join)
    return st.one_of(body, body, body.map("\ufeff".__add__))


def offsets(text: str) -> st.SearchStrategy[int]:
    """Draw a place in a text, its end included."""
    return st.integers(0, len(text))


def spans(text: str) -> st.SearchStrategy[Span]:
    """Draw a span of a text, empty ones included."""
    pairs = st.tuples(offsets(text), offsets(text))
    return pairs.map(lambda pair: Span(min(pair), max(pair)))


@st.composite
def change_sets(draw: st.DrawFn, text: str, max_changes: int = 5) -> ChangeSet:
    """Draw changes of a text; some touch each other and some do nothing."""
    starts = sorted(draw(st.sets(offsets(text), max_size=max_changes)))
    ends = [draw(st.integers(*room)) for room in zip(starts, [*starts, len(text)][1:], strict=True)]
    inserts = st.one_of(st.just(""), texts(max_parts=3))
    return ChangeSet(
        text, [Change(*ends, draw(inserts)) for ends in zip(starts, ends, strict=True)]
    )


@st.composite
def line_change_sets(draw: st.DrawFn, text: str, max_changes: int = 3) -> ChangeSet:
    """Draw changes that put whole lines in, take them out, or replace them."""
    line_starts = [0, *(at + 1 for at, character in enumerate(text) if character == "\n")]
    starts = sorted(draw(st.sets(st.sampled_from(line_starts), max_size=max_changes)))
    rooms = zip(starts, [*starts, len(text)][1:], strict=True)
    ends = [
        draw(st.sampled_from([at for at in [*line_starts, len(text)] if start <= at <= limit]))
        for start, limit in rooms
    ]
    inserts = st.sampled_from(["", "new\n", "new\nlines\r\n"])
    return ChangeSet(
        text, [Change(*ends, draw(inserts)) for ends in zip(starts, ends, strict=True)]
    )


@st.composite
def versions(draw: st.DrawFn) -> tuple[str, str]:
    """Draw two texts: a text and what some changes made of it, or two that are strangers."""
    old = draw(texts())
    return old, draw(st.one_of(change_sets(old).map(ChangeSet.apply), texts()))
