"""`split`: strategies, units, overlaps, and what a chunk tells."""

from __future__ import annotations

from typing import Any

import pytest

from linewise import Chunk, Document, Heading, OptionError, Page, SizeError, Span, SpanError, split
from linewise.errors import DocumentError
from linewise.splitting.separators import SEPARATOR_PRESETS
from splitting_strategies import FAMILY, laid_end_to_end

LETTER = "One line.\nTwo lines.\n\nA new paragraph. It has two sentences.\n"


def texts(chunks: Any) -> list[str]:
    """Return the texts of chunks."""
    return [chunk.text for chunk in chunks]


def test_a_chunk_ends_at_the_strongest_separator_that_its_size_reaches() -> None:
    """Blank lines before lines, lines before sentences, sentences before words."""
    assert ["One line.\nTwo lines.\n\n", "A new paragraph. ", "It has two sentences.\n"] == texts(
        split(LETTER, size=24, overlap=0)
    )


def test_a_separator_is_no_better_for_being_later() -> None:
    """The blank line wins, though three more words would fit."""
    assert ["a\n\n", "b c d e f"] == texts(split("a\n\nb c d e f", size=9, overlap=0))


def test_separators_may_be_given() -> None:
    """The strongest comes first; none of them need be there."""
    assert ["a;", "b,c;", "d"] == texts(split("a;b,c;d", size=4, overlap=0, separators=["|", ";"]))


def test_a_heading_begins_its_section() -> None:
    """A separator that a line begins with stays with what follows."""
    text = "# One\nwords\n# Two\nmore words\n"
    assert ["# One\nwords\n", "# Two\nmore words\n"] == texts(
        split(text, size=18, overlap=0, separators="markdown")
    )


@pytest.mark.parametrize("preset", SEPARATOR_PRESETS)
def test_presets_lose_nothing(preset: str) -> None:
    """Each preset cuts a text that holds all its separators, and gives it back."""
    text = "".join(f"{separator}words " for separator in SEPARATOR_PRESETS[preset])
    for size in (3, 20, 80):
        chunks = split(text, size=size, separators=preset)
        assert text == laid_end_to_end(chunks)
        assert all(len(chunk) <= size for chunk in chunks)


def test_lines() -> None:
    """Sizes and overlaps of a split by lines count lines."""
    assert ["a\nb\n", "b\nc\n", "c\nd"] == texts(split("a\nb\nc\nd", by="lines", size=2, overlap=1))


def test_lines_by_another_unit() -> None:
    """Whole lines are packed up to a size in characters; a longer line is cut."""
    text = "ab\ncd\nefghijkl\nm\n"
    assert ["ab\ncd\n", "efghij", "kl\nm\n"] == texts(
        split(text, by="lines", size=6, overlap=0, unit="chars")
    )


def test_characters_are_what_a_reader_takes_for_them() -> None:
    """A split by characters counts grapheme clusters unless it is told otherwise."""
    text = FAMILY * 3
    assert [FAMILY * 2, FAMILY] == texts(split(text, by="chars", size=2, overlap=0))
    assert [FAMILY] * 3 == texts(split(text, by="chars", size=8, overlap=0, unit="chars"))


def test_tokens() -> None:
    """Windows of tokens end where tokens end, whatever stands there."""
    text = "one two three four five"
    chunks = split(text, by="tokens", size=2, overlap=0)
    assert ["one two", " three four", " five"] == texts(chunks)
    assert [2, 2, 1] == [chunk.tokens for chunk in chunks]


def test_pages() -> None:
    """No chunk crosses a page, and none repeats what is on another."""
    text = "first page, with words\nsecond page\n"
    pages = [Page(1, Span(0, 23)), Page(2, Span(23, 35))]
    chunks = split(Document(text, pages=pages), by="pages", size=12, overlap=4)
    assert [1, 1, 1, 2] == [chunk.page for chunk in chunks]
    assert 0 == chunks[-1].overlap
    assert text == laid_end_to_end(chunks)


def test_bytes() -> None:
    """Three bytes a kana: four of them fit into 13 bytes."""
    assert ["ああああ", "ああ"] == texts(split("あ" * 6, size=13, overlap=0, unit="bytes"))


def test_the_overlap_begins_at_a_word() -> None:
    """In whole pieces where there is a boundary in its first half, else as asked."""
    text = "alpha beta gamma delta epsilon"
    assert ["alpha beta gamma ", "gamma delta ", "delta epsilon"] == texts(
        split(text, size=17, overlap=8)
    )
    chunks = split(text, size=17, overlap=8, overlap_by="unit")
    assert [0, 8, 8] == [chunk.overlap for chunk in chunks[:3]]


def test_an_overlap_is_a_fifth_when_it_is_not_given() -> None:
    """1000 characters repeat 200, and a size of 4 none."""
    assert 20 == split("x" * 150, size=100)[1].overlap
    assert 0 == split("x" * 6, size=4)[1].overlap


def test_stripping() -> None:
    """White space at the ends is left out, and a chunk of nothing else."""
    text = "  one  \n\n      \n\n  two  "
    chunks = split(text, size=8, overlap=0, strip=True)
    assert ["one", "two"] == texts(chunks)
    assert ["one", "two"] == [text[chunk.start : chunk.end] for chunk in chunks]


def test_a_least_size() -> None:
    """A short title is not left alone, nor is a short rest."""
    text = "Title\n\n" + "words " * 20 + "end"
    assert 7 == len(split(text, size=60, overlap=0)[0])
    assert all(len(chunk) >= 30 for chunk in split(text, size=60, overlap=0, min_size=30))


def test_the_best_cuts_of_a_section() -> None:
    """Greedy packing leaves a rest; the best cuts share the section evenly."""
    text = "\n\n".join(["w" * 18] * 6)
    greedy = split(text, size=100, overlap=0)
    best = split(text, size=100, overlap=0, pack="best")
    assert [100, 18] == [len(chunk) for chunk in greedy]
    assert [60, 58] == [len(chunk) for chunk in best]


def test_the_best_cuts_prefer_strong_boundaries() -> None:
    """A little more evenness is not worth a cut inside a paragraph."""
    text = "one two. three four.\n\nfive six. seven eight nine.\n\n"
    assert ["one two. three four.\n\n", "five six. seven eight nine.\n\n"] == texts(
        split(text, size=30, overlap=0, pack="best")
    )


def test_what_a_chunk_tells() -> None:
    """Everything that is known of a chunk, under the names of the Python API."""
    text = "# Top\n\nSome words here.\n\nMore words there.\n"
    doc = Document(text, headings=[Heading(1, "Top", Span(0, 5))], metadata={"author": "me"})
    chunk = split(doc, size=30, overlap=10)[1]
    assert {
        "index": 1,
        "total": 2,
        "source": None,
        "text": "here.\n\nMore words there.\n",
        "start": 18,
        "end": 43,
        "lines": [3, 5],
        "page": None,
        "headings": ["Top"],
        "tokens": 6,
        "overlap": 7,
        "oversize": False,
        "context": "",
        "metadata": {"author": "me", "chunk": 1, "total_chunks": 2},
        "id": chunk.id,
    } == chunk.as_dict()
    assert chunk.text == chunk.page_content


def test_an_id_is_made_from_the_text() -> None:
    """Where the text stands makes no difference."""
    first, second = split("same\nelse", by="lines", size=1)
    assert first.id != second.id
    assert first.id == split("other\nsame\n", by="lines", size=1)[1].id


def test_several_documents_are_numbered_each_for_itself() -> None:
    """Texts and documents may be mixed."""
    chunks = split(["one two", Document("three")], size=4, overlap=0)
    assert [(0, 2), (1, 2), (0, 2), (1, 2)] == [(chunk.index, chunk.total) for chunk in chunks]


def test_one_cluster_above_the_size_is_a_chunk_that_says_so() -> None:
    """A family of 25 bytes cannot be made smaller."""
    chunks = split(f"ab{FAMILY}c", size=10, overlap=0, unit="bytes")
    assert ["ab", FAMILY, "c"] == texts(chunks)
    assert [False, True, False] == [chunk.oversize for chunk in chunks]


def test_a_chunk_made_by_hand_stands_alone() -> None:
    """Any span of a document can be a chunk."""
    chunk = Chunk(Document("some words"), Span(5, 10))
    assert ("words", 0, 1, 0, False) == (
        chunk.text,
        chunk.index,
        chunk.total,
        chunk.overlap,
        chunk.oversize,
    )
    with pytest.raises(SpanError, match="ends after the text"):
        Chunk(Document("some words"), Span(5, 11))


@pytest.mark.parametrize("by", ["recursive", "chars", "tokens", "sentences"])
def test_a_size_beyond_all_counting_is_the_whole_text(by: Any) -> None:
    """However large the number is, nothing is lost."""
    assert [LETTER] == texts(split(LETTER, by, 10**30, 0))


def test_nothing_gives_nothing() -> None:
    """An empty text has no chunks."""
    assert [] == split("")


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"size": 0}, SizeError, "size is 0"),
        ({"size": 10, "overlap": 10}, SizeError, "overlap 10 is not below size 10"),
        ({"size": 10, "overlap": -1}, SizeError, "overlap is -1"),
        ({"size": 10, "min_size": 11}, SizeError, "from 0 to the size of 10, not 11"),
        ({"by": "verse"}, OptionError, "recursive, lines, chars, tokens, pages"),
        ({"unit": "feet"}, OptionError, "chars, graphemes, bytes, lines, tokens"),
        ({"pack": "tight"}, OptionError, "greedy, best"),
        ({"overlap_by": "luck"}, OptionError, "pieces, unit"),
        ({"separators": "klingon"}, OptionError, "markdown"),
        ({"separators": [1]}, OptionError, "a separator is a str, not 1"),
        ({"separators": iter(["."])}, TypeError, "not list_iterator"),
        ({"by": "code", "language": 5}, OptionError, "5 is no programming language"),
    ],
)
def test_settings_that_cannot_be_kept(
    options: dict[str, Any], error: type[Exception], words: str
) -> None:
    """Each is refused with a message that says what would be right."""
    with pytest.raises(error, match=words):
        split("text", **options)


def test_a_lone_surrogate_is_refused() -> None:
    """Half a pair is no text that a file could hold."""
    with pytest.raises(DocumentError, match="half of a surrogate pair"):
        split("a\ud800b")
