"""The field's splitter classes: their vectors, their documents, their settings."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from linewise import Document, OptionError, SizeError, TokenizerError
from linewise.splitting import (
    CharacterTextSplitter,
    RecursiveCharacterTextSplitter,
    TextSplitter,
    TokenTextSplitter,
    split,
)
from linewise.tokens import count_tokens

VECTORS = json.loads((Path(__file__).parents[1] / "vectors/splitters.json").read_text("utf-8"))

CLASSES = [CharacterTextSplitter, RecursiveCharacterTextSplitter, TokenTextSplitter]


def splitter_of(case: dict[str, Any], **settings: Any) -> TextSplitter:
    """Return the splitter that a row of the vectors is about."""
    settings |= {"chunk_size": case["chunk_size"], "chunk_overlap": case["chunk_overlap"]}
    if case["kind"] == "character":
        return CharacterTextSplitter(separator=case["separator"], **settings)
    if case["kind"] == "token":
        return TokenTextSplitter(tokenizer="estimate", **settings)
    return RecursiveCharacterTextSplitter(separators=case.get("separators"), **settings)


def title(case: dict[str, Any]) -> str:
    """Return the name that a row has among the tests."""
    return f"{case['kind']}-{case['text_name']}-{case['chunk_size']}-{case['chunk_overlap']}"


@pytest.mark.parametrize("case", VECTORS["cases"], ids=title)
def test_chunks_are_those_of_the_vectors(case: dict[str, Any]) -> None:
    """Each row of the vectors holds, and a length function changes nothing."""
    text = VECTORS["texts"][case["text_name"]]
    assert case["chunks"] == splitter_of(case).split_text(text)
    if case["kind"] != "token":
        slow = splitter_of(case, length_function=lambda text: len(text))  # noqa: PLW0108
        assert case["chunks"] == slow.split_text(text)


@pytest.mark.parametrize("case", VECTORS["cases"], ids=title)
def test_documents_say_what_texts_say(case: dict[str, Any]) -> None:
    """Chunks hold the same texts, are slices of their documents, and are counted."""
    text = VECTORS["texts"][case["text_name"]]
    chunks = splitter_of(case).create_documents([text], [{"source": "vectors"}])
    assert case["chunks"] == [chunk.page_content for chunk in chunks]
    for index, chunk in enumerate(chunks):
        assert chunk.text == chunk.document.text[chunk.start : chunk.end]
        assert {"source": "vectors", "chunk": index, "total_chunks": len(chunks)} == chunk.metadata


def test_separators_may_be_kept() -> None:
    """At the start or the end of a piece; then chunks joined give the text back."""
    text = "one, two, three, four"
    settings: dict[str, Any] = {
        "separator": ", ",
        "chunk_size": 10,
        "chunk_overlap": 0,
        "strip_whitespace": False,
    }
    splitter = CharacterTextSplitter(**settings, keep_separator="start")
    assert ["one, two", ", three", ", four"] == splitter.split_text(text)
    assert [*splitter.split_text(text)] == CharacterTextSplitter(
        **settings, keep_separator=True
    ).split_text(text)
    splitter = CharacterTextSplitter(**settings, keep_separator="end")
    assert ["one, two, ", "three, ", "four"] == splitter.split_text(text)


def test_a_start_index_is_given_when_asked_for() -> None:
    """Where the chunk begins in its source, whatever the unit of the overlap is."""
    text = " ".join(f"Sentence number {i}." for i in range(200))
    splitter = TokenTextSplitter(chunk_size=40, chunk_overlap=20, add_start_index=True)
    chunks = splitter.create_documents([text])
    assert len(chunks) > 40
    for chunk in chunks:
        start = chunk.metadata["start_index"]
        assert chunk.text == text[start : start + len(chunk.text)]


def test_a_chunk_that_is_no_slice_stands_alone() -> None:
    """Blank pieces are dropped between others, so the joined text is nowhere in the source."""
    splitter = RecursiveCharacterTextSplitter(chunk_size=10, chunk_overlap=0)
    (chunk,) = splitter.create_documents(["a\n\n\n\n\n\nb"], [{"page": 3}])
    assert "a\n\nb" == chunk.text == chunk.document.text
    assert {"page": 3, "chunk": 0, "total_chunks": 1} == chunk.metadata


def test_tokens_are_counted_for_real() -> None:
    """No chunk passes the size when it is encoded alone; a chunk knows its tokens."""
    text = "Some text — with dashes, 12345 numbers & 'quotes'.\n" * 60
    splitter = TokenTextSplitter(encoding_name="cl100k_base", chunk_size=50, chunk_overlap=10)
    chunks = splitter.create_documents([text])
    for chunk in chunks:
        assert count_tokens(chunk.text, "cl100k") == chunk.tokens <= 50
        assert chunk.overlap <= 10
    assert splitter.split_text(text) == [chunk.text for chunk in chunks]


def test_anything_with_a_text_and_metadata_is_a_document() -> None:
    """`page_content` and `text` are taken; chunks can be split again."""
    splitter = CharacterTextSplitter(separator=" ", chunk_size=3, chunk_overlap=0)
    sources = [
        Document("one two", metadata={"n": 1}),
        SimpleNamespace(page_content="one two", metadata={"n": 1}),
        SimpleNamespace(text="one two"),
    ]
    for source in sources:
        assert ["one", "two"] == [chunk.text for chunk in splitter.split_documents([source])]
    chunks = splitter.split_documents(sources[:2])
    assert [1, 1, 1, 1] == [chunk.metadata["n"] for chunk in chunks]
    again = splitter.split_documents(chunks)
    assert ["one", "two", "one", "two"] == [chunk.text for chunk in again]


def test_what_is_no_document_is_refused() -> None:
    """A plain text would otherwise be lost without a word."""
    with pytest.raises(TypeError, match="not str; create_documents takes plain texts"):
        CharacterTextSplitter().split_documents(["one two"])


def test_no_two_chunks_of_a_document_have_the_same_id() -> None:
    """Though they have the same text; the first has that of `split`."""
    splitter = CharacterTextSplitter(separator=" ", chunk_size=3, chunk_overlap=0)
    first, other, second = splitter.split_documents([Document("one two one")])
    assert [first.id, second.id] == [chunk.id for chunk in split("oneone", size=3, overlap=0)]
    assert 3 == len({first.id, other.id, second.id})


class _ByFour(TextSplitter):
    """What a user may write."""

    def split_text(self, text: str) -> list[str]:
        return [text[i : i + 4] for i in range(0, len(text), 4)]


def test_a_subclass_writes_split_text_alone() -> None:
    """Documents, places and numbers come with it."""
    chunks = _ByFour(chunk_overlap=0).create_documents(["abababababab", "xyz"])
    assert ["abab", "abab", "abab", "xyz"] == [chunk.text for chunk in chunks]
    assert [0, 4, 8, 0] == [chunk.start for chunk in chunks]
    assert [3, 3, 3, 1] == [chunk.metadata["total_chunks"] for chunk in chunks]


class _Shouting(CharacterTextSplitter):
    """A subclass whose chunks are nowhere in the source."""

    def split_text(self, text: str) -> list[str]:
        return [chunk.upper() for chunk in super().split_text(text)]


def test_a_subclass_has_the_last_word() -> None:
    """Chunks that are no slices of the source are documents of their own."""
    chunks = _Shouting(separator=" ", chunk_size=3, chunk_overlap=0).create_documents(["one two"])
    assert ["ONE", "TWO"] == [chunk.text for chunk in chunks]
    assert ["ONE", "TWO"] == [chunk.document.text for chunk in chunks]


def test_a_language_has_separators() -> None:
    """By name; an unknown one is refused with those there are."""
    splitter = RecursiveCharacterTextSplitter.from_language(
        "python", chunk_size=30, chunk_overlap=0, keep_separator=True
    )
    text = "def one():\n    return 1\n\ndef two():\n    return 2"
    assert ["def one():\n    return 1", "def two():\n    return 2"] == splitter.split_text(text)
    with pytest.raises(OptionError, match="python"):
        RecursiveCharacterTextSplitter.from_language("klingon")


@pytest.mark.parametrize("splitter", CLASSES)
@pytest.mark.parametrize(("size", "overlap"), [(100, 100), (100, 200), (0, 0), (10, -1), (-1, 0)])
def test_sizes_are_checked_at_construction(splitter: Any, size: int, overlap: int) -> None:
    """An overlap not below the size is an error before any text comes."""
    with pytest.raises(SizeError, match=str(overlap if size > 0 else size)):
        splitter(chunk_size=size, chunk_overlap=overlap)


def test_other_settings_are_checked_at_construction() -> None:
    """So are the place of separators and the tokenizer, and the number of metadatas."""
    with pytest.raises(OptionError, match="'middle'"):
        CharacterTextSplitter(keep_separator="middle")
    with pytest.raises(TokenizerError, match="cl100k"):
        TokenTextSplitter(encoding_name="cl99k")
    with pytest.raises(OptionError, match="2 texts came with 1 metadatas"):
        CharacterTextSplitter().create_documents(["a", "b"], [{}])
