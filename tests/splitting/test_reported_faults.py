"""Faults that users reported of other splitters, each with a small input and the right answer."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from linewise import Document, Heading, Page, Span, split
from linewise.splitting import RecursiveCharacterTextSplitter, TokenTextSplitter, iter_split
from linewise.tokens import count_tokens
from splitting_strategies import hostile_inputs, laid_end_to_end, words, work

SENTENCES = " ".join(f"This is sentence number {i}." for i in range(200))


def test_places_are_right_when_the_overlap_is_in_tokens() -> None:
    """Fault 1: every start slices to its chunk."""
    for chunk in split(SENTENCES, unit="tokens", size=40, overlap=20):
        assert SENTENCES[chunk.start :].startswith(chunk.text)
        assert chunk.tokens <= 40
    splitter = TokenTextSplitter(chunk_size=40, chunk_overlap=20, add_start_index=True)
    for chunk in splitter.create_documents([SENTENCES]):
        assert SENTENCES[chunk.metadata["start_index"] :].startswith(chunk.text)


def test_an_overlap_is_carried_between_paragraphs() -> None:
    """Fault 3: up to ten characters, and each chunk says how many."""
    text = "\n\n".join(letter * 26 for letter in "abc")
    chunks = split(text, size=30, overlap=10)
    for before, after in pairwise(chunks):
        assert before.end - after.start == after.overlap <= 10
        assert 1 <= after.overlap
    assert text == laid_end_to_end(chunks)


def test_text_after_an_unclosed_fence_is_kept() -> None:
    """Fault 6: a fence that is never closed hides nothing."""
    text = "# One\n\n```python\ncode()\n\n# Two\n\nwords after\n"
    for size in (8, 20, 100):
        assert text == laid_end_to_end(split(text, size=size, separators="markdown"))


@pytest.mark.parametrize("text", ["a\tb\u00a0c", "```\na\tb\u00a0c\n```\n"])
def test_tabs_and_no_break_spaces_stay(text: str) -> None:
    """Fault 7: nothing is normalised."""
    assert [text] == [chunk.text for chunk in split(text)]
    assert [text.strip()] == RecursiveCharacterTextSplitter().split_text(text)


def test_lists_keep_their_nesting_and_blank_lines() -> None:
    """Fault 8: a chunk is a slice of the source."""
    text = "- one\n\n    - nested\n    - again\n\n- two\n"
    for chunk in split(text, size=20, separators="markdown"):
        assert chunk.text in text
    assert text == laid_end_to_end(split(text, size=20))


def test_many_byte_characters_are_not_lost() -> None:
    """Fault 13: tokens end inside characters, chunks do not."""
    text = "日本語の文章と絵文字🎉👍🏽👨\u200d👩\u200d👧を混ぜた、長めのテキストです。" * 3
    for tokenizer in ("cl100k", "o200k"):
        chunks = split(text, by="tokens", size=7, overlap=2, tokenizer=tokenizer)
        assert text == laid_end_to_end(chunks)
        for chunk in chunks:
            assert "\ufffd" not in chunk.text
            assert text[chunk.start : chunk.end] == chunk.text


def test_bytes_end_with_characters() -> None:
    """Fault 14: nine bytes of three kanji fit into ten."""
    chunks = split("漢字力" * 30, by="chars", unit="bytes", size=10, overlap=0)
    assert ["漢字力"] * 30 == [chunk.text for chunk in chunks]


def test_a_long_sentence_is_within_the_size() -> None:
    """Fault 15: there is always a smaller place to cut."""
    sentence = "This one sentence goes on and on, " * 20 + "until it ends."
    assert all(chunk.tokens <= 10 for chunk in split(sentence, unit="tokens", size=10))


def counted_length(text: str) -> int:
    """Count words, as a user's length function may."""
    return len(text.split())


@pytest.mark.parametrize(
    "text",
    [
        " ".join("abcdefghij" * 5 for _ in range(2000)),
        "".join("\n" * run + "x" for run in range(1400, 0, -20)),
    ],
    ids=["long words", "runs of blank lines"],
)
def test_a_word_counter_takes_seconds(text: str) -> None:
    """Fault 18: no recursion error, and no more calls than the text needs."""
    calls = 0

    def length(stretch: str) -> int:
        nonlocal calls
        calls += 1
        return counted_length(stretch)

    chunks = split(text, unit="tokens", tokenizer=length, size=100, overlap=10)
    assert text == laid_end_to_end(chunks)
    assert calls < 60 * len(chunks) + 60
    RecursiveCharacterTextSplitter(
        chunk_size=100, chunk_overlap=10, length_function=words
    ).split_text(text)


@pytest.mark.parametrize("overlap", [0, 10, 30])
def test_places_are_right_in_repeated_text(overlap: int) -> None:
    """Fault 21: one word six hundred times, and every chunk begins with it."""
    text = "word " * 600
    chunks = split(text, size=60, overlap=overlap)
    assert all(chunk.start % 5 == 0 for chunk in chunks)
    assert text == laid_end_to_end(chunks)
    splitter = RecursiveCharacterTextSplitter(chunk_size=60, chunk_overlap=overlap)
    starts = [chunk.start for chunk in splitter.create_documents([text])]
    assert sorted(set(starts)) == starts
    assert all(start % 5 == 0 for start in starts)


def test_a_long_literal_is_kept_whole_in_parts() -> None:
    """Fault 23: all five hundred letters are there."""
    text = f'name = "{"x" * 500}"\nother = 1\n'
    chunks = split(text, size=80, overlap=0, separators="python")
    assert 500 == sum(chunk.text.count("x") for chunk in chunks)
    assert all(len(chunk) <= 80 for chunk in chunks)


def test_a_text_below_the_size_is_one_chunk() -> None:
    """Fault 24: no second chunk that only repeats the end of the first."""
    text = "word" + " word" * 990
    assert 991 == count_tokens(text)
    assert 1 == len(split(text, unit="tokens", size=1024, overlap=256))
    assert 1 == len(split(text, by="tokens", size=1024, overlap=256))


def test_an_unbroken_run_ends() -> None:
    """Fault 26: two thousand letters, a hundred a chunk."""
    chunks = split("x" * 2000, size=100, overlap=10)
    assert {100} == {len(chunk) for chunk in chunks[:-1]}
    assert {10} == {chunk.overlap for chunk in chunks[1:]}
    assert 23 == len(chunks)


def test_starts_do_not_drift() -> None:
    """Fault 27: sixteen words by four, one of them repeated."""
    text = " ".join(f"word{i:02}" for i in range(16))
    chunks = split(text, unit="tokens", tokenizer=words, size=4, overlap=1)
    assert [0, 21, 42, 63, 84] == [chunk.start for chunk in chunks]
    assert [text[c.start : c.end] for c in chunks] == [chunk.text for chunk in chunks]


def test_text_before_an_inner_heading_is_kept() -> None:
    """Fault 27, second half: nothing is dropped, and each chunk knows its heading."""
    text = "# Top\nbefore\n## Inner\nafter\n"
    headings = [Heading(1, "Top", Span(0, 5)), Heading(2, "Inner", Span(13, 21))]
    chunks = split(Document(text, headings=headings), size=15, overlap=0, separators="markdown")
    assert ["# Top\nbefore\n", "## Inner\nafter\n"] == [chunk.text for chunk in chunks]
    assert [("Top",), ("Top", "Inner")] == [chunk.headings for chunk in chunks]


@pytest.mark.parametrize("tokenizer", ["cl100k", "o200k"])
def test_text_that_spells_a_special_token_is_text(tokenizer: str) -> None:
    """Fault 29: it raises nothing and counts as what it is."""
    text = "see <|endoftext|> here " * 20
    chunks = split(text, unit="tokens", size=16, overlap=4, tokenizer=tokenizer)
    assert text == laid_end_to_end(chunks)
    assert all(chunk.tokens == count_tokens(chunk.text, tokenizer) <= 16 for chunk in chunks)
    assert count_tokens("<|endoftext|>", tokenizer) > 1


HOSTILE_SETTINGS: list[dict[str, Any]] = [
    {"size": 100, "overlap": 20},
    {"size": 100, "overlap": 20, "pack": "best"},
    {"size": 100, "overlap": 20, "min_size": 50, "unit": "graphemes"},
    {"size": 100, "overlap": 20, "unit": "bytes"},
    {"size": 32, "overlap": 8, "unit": "tokens", "tokenizer": "cl100k"},
    {"size": 32, "overlap": 8, "unit": "tokens", "tokenizer": words},
    {"by": "lines", "size": 20, "overlap": 5},
    {"by": "lines", "size": 100, "overlap": 20, "unit": "chars"},
    {"by": "chars", "size": 100, "overlap": 20},
    {"by": "tokens", "size": 32, "overlap": 8, "tokenizer": "o200k"},
    {"by": "pages", "size": 100, "separators": "markdown"},
]


def named(settings: dict[str, Any]) -> str:
    """Return the name that settings have among the tests, the same in every process."""
    return ", ".join(str(getattr(value, "__name__", value)) for value in settings.values())


@pytest.mark.parametrize("name", hostile_inputs(1))
@pytest.mark.parametrize("settings", HOSTILE_SETTINGS, ids=named)
def test_hostile_inputs_lose_nothing(name: str, settings: dict[str, Any]) -> None:
    """Every strategy and unit finishes, gives the text back, and keeps the size."""
    text = hostile_inputs(6000)[name]
    chunks = split(text, **settings)
    assert text == laid_end_to_end(chunks)
    for chunk in chunks:
        assert chunk.size <= settings["size"] or chunk.oversize
    if settings.get("by") != "pages":
        streamed = iter_split([text[:1000], text[1000:]], **settings)
        assert [c.span for c in chunks] == [c.span for c in streamed]


@pytest.mark.parametrize("name", hostile_inputs(1))
@pytest.mark.parametrize("settings", HOSTILE_SETTINGS, ids=named)
def test_work_grows_with_the_text(name: str, settings: dict[str, Any]) -> None:
    """Faults 4, 5 and 19: twice the text takes twice the calls, not four times as many."""
    small, large = (hostile_inputs(scale)[name] for scale in (4000, 8000))
    split(small, **settings)
    assert work(large, settings) < 2.5 * work(small, settings) + 500


@pytest.mark.parametrize(
    ("by", "text"), [("html", "\u0600<H1>"), ("json", '\u0600{"a": 1}'), ("code", "\u06000")]
)
def test_a_sign_that_joins_to_what_follows_stays_with_it(by: Any, text: str) -> None:
    """A tag, a brace or a token may begin inside of what a reader takes for one character."""
    language: dict[str, Any] = {"language": "python"} if by == "code" else {}
    cuts = {chunk.start for chunk in split(text, by=by, size=2, overlap=0, **language)}
    assert 1 not in cuts


@pytest.mark.parametrize(
    ("by", "text"), [("structure", "ab\u0600<h1>x</h1>"), ("html", "ab\u0600<h1>x</h1>")]
)
@pytest.mark.parametrize("overlap", [0, 1])
def test_a_heading_inside_of_a_cluster_begins_no_section(by: Any, text: str, overlap: int) -> None:
    """The sign before it would stand alone, or be given twice."""
    chunks = split(text, by=by, size=3, overlap=overlap, unit="graphemes")
    assert text == laid_end_to_end(chunks)
    assert 3 not in {chunk.start for chunk in chunks}


def test_a_page_inside_of_a_line_end_begins_no_section() -> None:
    """Half of a line end is no chunk."""
    pages = [Page(1, Span(0, 2)), Page(2, Span(2, 4))]
    chunks = split(Document("a\r\nb", pages=pages), by="pages", size=1, overlap=0)
    assert ["a", "\r\n", "b"] == [chunk.text for chunk in chunks]
