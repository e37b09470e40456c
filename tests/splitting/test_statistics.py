"""Numbers about chunks, choosing among them, and presets."""

from __future__ import annotations

import pytest

from linewise import Document, Heading, Page, Span, split
from linewise.splitting import PRESETS, CharacterTextSplitter, filter_chunks, stats

TEXT = "# One\nfirst words\n# Two\nsecond words\n"


@pytest.fixture
def document() -> Document:
    """Return a document of two pages with a heading each."""
    return Document(
        TEXT,
        source="book.md",
        headings=[Heading(1, "One", Span(0, 5)), Heading(1, "Two", Span(18, 23))],
        pages=[Page(1, Span(0, 18)), Page(2, Span(18, len(TEXT)))],
    )


def test_numbers_about_chunks() -> None:
    """Six chunks of known lengths."""
    lengths = [100, 200, 950, 980, 1000, 1000]
    splitter = CharacterTextSplitter(chunk_size=1000, chunk_overlap=0)
    chunks = splitter.create_documents(["x" * length for length in lengths])
    numbers = stats(chunks)
    assert 6 == numbers.count
    assert 705 == numbers.mean
    assert 965 == numbers.median
    assert (100, 1000, 4230) == (numbers.min, numbers.max, numbers.total)
    assert 0 == numbers.overlap


def test_lengths_are_in_the_unit_of_the_chunks() -> None:
    """Tokens where tokens were asked for; what is repeated is counted."""
    numbers = stats(split("one two three four five", by="tokens", size=3, overlap=1))
    assert (2, 3, 3, 6, 1) == (
        numbers.count,
        numbers.min,
        numbers.max,
        numbers.total,
        numbers.overlap,
    )


def test_chunks_are_counted_by_page_and_document(document: Document) -> None:
    """Where they begin; a document goes by its source."""
    numbers = stats(split([document, "words"], size=12, overlap=0))
    assert {1: 2, 2: 3} == numbers.per_page
    assert 5 == numbers.per_document["book.md"]
    assert [5, 1] == list(numbers.per_document.values())


def test_no_chunks_are_no_error() -> None:
    """Every number is 0."""
    numbers = stats([])
    assert (0, 0, 0, 0, 0) == (
        numbers.count,
        numbers.mean,
        numbers.median,
        numbers.min,
        numbers.max,
    )


def test_chunks_are_chosen_by_what_they_are(document: Document) -> None:
    """By number, page, heading and words; all conditions must hold."""
    chunks = split(document, by="pages", size=20, overlap=0)
    first, second = chunks
    assert [second] == filter_chunks(chunks, index=1)
    assert chunks == filter_chunks(chunks, index=range(5))
    assert [first] == filter_chunks(chunks, page=1)
    assert [second] == filter_chunks(chunks, page={2, 3})
    assert [second] == filter_chunks(chunks, heading="two")
    assert [first] == filter_chunks(chunks, contains="FIRST")
    assert [] == filter_chunks(chunks, contains="first", page=2)
    assert chunks == filter_chunks(chunks)


@pytest.mark.parametrize("name", PRESETS)
def test_presets_keep_the_rule_of_overlap(name: str) -> None:
    """A tenth to a fifth of the size is repeated."""
    preset = PRESETS[name]
    assert 0.1 <= preset["overlap"] / preset["size"] <= 0.2
    chunks = split("words " * 2000, **preset)
    assert preset["size"] >= max(len(chunk) for chunk in chunks) > 0.9 * preset["size"]
