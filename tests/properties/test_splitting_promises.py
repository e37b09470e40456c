"""The promises of splitting, for each strategy, unit, packer and overlap, over any text."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linewise import split
from linewise.splitting import iter_split
from linewise.tokens import tokenizer_for
from splitting_strategies import clusters, laid_end_to_end, measure_of, texts
from splitting_strategies import settings as split_settings

if TYPE_CHECKING:
    from linewise import Chunk


def boundaries(text: str) -> set[int]:
    """Return every offset that splits no cluster."""
    offsets = [0]
    for cluster in clusters(text):
        offsets.append(offsets[-1] + len(cluster))
    return set(offsets)


def check(text: str, options: dict[str, Any]) -> None:
    """Hold one list of chunks to all promises at once."""
    chunks = split(text, **options)
    measure = measure_of(options)
    # 1. Slices.
    for chunk in chunks:
        assert text[chunk.start : chunk.end] == chunk.text
    # 2. Nothing lost: each chunk goes on where the one before it ended.
    assert text == laid_end_to_end(chunks)
    assert [0, *(chunk.end for chunk in chunks[:-1])][: len(chunks)] == [c.fresh for c in chunks]
    # 3. Never over size, but for one cluster alone, which is marked; overlaps say how much.
    whole = boundaries(text)
    for chunk in chunks:
        assert {chunk.start, chunk.end} <= whole
        assert chunk.oversize == (measure(chunk.text) > options["size"])
        assert not chunk.oversize or len(clusters(chunk.text)) == 1
        assert measure(chunk.text) == chunk.size
        assert tokenizer_for(options["tokenizer"]).count(chunk.text) == chunk.tokens
        repeated = chunk.text[: chunk.fresh - chunk.start]
        assert (measure(repeated) if repeated else 0) == chunk.overlap <= options["overlap"]
    # Every chunk brings something new and begins further on.
    for before, after in pairwise(chunks):
        assert before.start < after.start <= before.end < after.end
    numbers = [(chunk.index, chunk.total) for chunk in chunks]
    assert [(index, len(chunks)) for index in range(len(chunks))] == numbers


@given(texts, split_settings())
@settings(deadline=None, max_examples=300)
def test_promises_hold(text: str, options: dict[str, Any]) -> None:
    """Chunks are slices, lose nothing, and are never over size."""
    check(text, options)


@pytest.mark.slow
@given(texts, split_settings())
@settings(deadline=None, max_examples=20_000)
def test_promises_hold_at_length(text: str, options: dict[str, Any]) -> None:
    """Chunks are slices, lose nothing, and are never over size: many more draws."""
    check(text, options)


@given(texts, split_settings(strip=True))
@settings(deadline=None, max_examples=150)
def test_stripping_takes_white_space_only(text: str, options: dict[str, Any]) -> None:
    """Stripped chunks are slices within the size, and what is left out is white space."""
    chunks = split(text, **options)
    covered = 0
    for chunk in chunks:
        assert text[chunk.start : chunk.end] == chunk.text
        assert chunk.text.strip()
        assert not chunk.oversize or len(clusters(chunk.text)) == 1
        assert not text[covered : max(covered, chunk.start)].strip()
        covered = max(covered, chunk.end)
    assert not text[covered:].strip()


def told(chunk: Chunk) -> tuple[Any, ...]:
    """Return what a chunk tells, without what needs a look at all chunks."""
    values = chunk.as_dict()
    del values["total"], values["metadata"], values["id"]
    return *values.items(), chunk.fresh


@given(st.data(), texts, split_settings(by="recursive"))
@settings(deadline=None, max_examples=150)
def test_a_stream_gives_the_same_chunks(
    data: st.DataObject, text: str, options: dict[str, Any]
) -> None:
    """However a text is cut into blocks, its chunks are those of the whole."""
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=8)))
    blocks = [text[a:b] for a, b in pairwise([0, *cuts, len(text)])]
    streamed = list(iter_split(blocks, **options))
    assert [told(chunk) for chunk in split(text, **options)] == [told(c) for c in streamed]
    for chunk in streamed:
        assert chunk.text == chunk.document.text[chunk.span.start : chunk.span.end]
