"""The promises of splitting for the strategies that need the whole text."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linewise import split
from linewise.splitting import compare_chunks
from linewise.splitting.strategies import STRATEGIES
from splitting_strategies import clusters, laid_end_to_end, measure_of, texts
from splitting_strategies import settings as split_settings

if TYPE_CHECKING:
    from collections.abc import Sequence

MARKUP = [
    *("# A\n", "## B\n", "\n\n", "\n", "```\n", "~~~\n", "- ", "  - ", "> ", "1. ", "    "),
    *(
        "---\n",
        "| a | b |\n| - | - |\n",
        "| 1 | 2 |\n",
        "[x](y z) ",
        "[a]: b\n",
        "word ",
        "A one. ",
    ),
    *("é", "\r\n", "<h1>", "</h1>", "<p>", "</p>", "<li>", "<pre>", "<!-- ", " -->", "<script>"),
    *("<", ">", "&amp;", "{", "}", "[", "]", '"', '"k": ', ", ", "1", "null", "\\", "== W ==\n"),
    *("CHAPTER I\n\n", "\t", "def f():\n", "class C:\n", "    return 1\n", "# c\n", "'''"),
    *("漢字。", "e\u0301", "\u2028", "\x00", "\u0301", "\u0600"),
]

sources = st.one_of(texts, st.lists(st.sampled_from(MARKUP), max_size=60).map("".join))


def lengths(stretches: Sequence[str]) -> list[list[float]]:
    """Return a vector for each text: any will do."""
    return [[float(len(stretch)), float(stretch.count("e"))] for stretch in stretches]


def check(text: str, options: dict[str, Any]) -> None:
    """Hold one list of chunks to all promises at once."""
    chunks = split(text, **options)
    measure = measure_of(options)
    whole = {0}
    for cluster in clusters(text):
        whole.add(max(whole) + len(cluster))
    assert text == laid_end_to_end(chunks)
    assert [0, *(chunk.end for chunk in chunks[:-1])][: len(chunks)] == [c.fresh for c in chunks]
    for chunk in chunks:
        assert text[chunk.start : chunk.end] == chunk.text
        assert {chunk.start, chunk.end} <= whole
        assert measure(chunk.text) <= options["size"] or (
            chunk.oversize and len(clusters(chunk.text)) == 1
        )
        repeated = chunk.text[: chunk.fresh - chunk.start]
        assert (measure(repeated) if repeated else 0) == chunk.overlap <= options["overlap"]
        assert isinstance(chunk.context, str)
    for before, after in pairwise(chunks):
        assert before.start < after.start <= before.end < after.end
    assert len(chunks) == len({chunk.id for chunk in chunks})


# What a strategy needs beside its name.
NEEDED: dict[str, dict[str, Any]] = {"semantic": {"embed": lengths}, "code": {"language": "python"}}


@pytest.mark.parametrize("by", STRATEGIES)
@given(data=st.data())
@settings(deadline=None, max_examples=60)
def test_promises_hold(by: str, data: st.DataObject) -> None:
    """Chunks are slices, lose nothing, are never over size, and no two have one name."""
    stable = data.draw(st.booleans())
    options = data.draw(split_settings(by=by, stable=stable, **NEEDED.get(by, {})))
    check(data.draw(sources), options)


@pytest.mark.slow
@pytest.mark.parametrize("by", STRATEGIES)
@given(data=st.data())
@settings(deadline=None, max_examples=2_000)
def test_promises_hold_at_length(by: str, data: st.DataObject) -> None:
    """The same, with many more draws."""
    stable = data.draw(st.booleans())
    options = data.draw(split_settings(by=by, stable=stable, **NEEDED.get(by, {})))
    check(data.draw(sources), options)


@given(texts, split_settings(by="recursive", stable=True))
@settings(deadline=None, max_examples=60)
def test_stable_chunks_keep_the_promises(text: str, options: dict[str, Any]) -> None:
    """Beginning anew at anchors loses nothing either."""
    check(text, options)


@given(sources, sources)
@settings(deadline=None, max_examples=60)
def test_a_comparison_accounts_for_every_chunk(old: str, new: str) -> None:
    """Each old chunk is kept, moved or removed; each new one kept, moved or added."""
    before, after = (split(text, size=8, overlap=0) for text in (old, new))
    found = compare_chunks(before, after)
    pairs = [*found.kept, *found.moved]
    assert all(one.text == other.text for one, other in pairs)
    left = [*(one for one, _ in pairs), *found.removed]
    right = [*(other for _, other in pairs), *found.added]
    assert sorted(c.index for c in before) == sorted(c.index for c in left)
    assert sorted(c.index for c in after) == sorted(c.index for c in right)
    assert not {c.id for c in found.added} & {c.id for c in before}
