"""`by="sentences"`, `"topics"`, `"semantic"`: chunks that end where a thought does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from linewise import Document, Heading, OptionError, Span, split
from linewise.splitting import iter_split

if TYPE_CHECKING:
    from collections.abc import Sequence

CATS = "Cats purr. A cat hunts mice. Cats sleep all day. My cat purrs at night.\n\n"
STARS = "Stars burn hydrogen. A star shines. Stars are far away. The star explodes.\n\n"


def test_whole_sentences_are_packed() -> None:
    """As many as the size holds; "Dr." and a decimal end none."""
    text = "Dr. No paid 3.50 for it. He left. Nobody saw him again."
    assert ["Dr. No paid 3.50 for it. He left. ", "Nobody saw him again."] == [
        chunk.text for chunk in split(text, by="sentences", size=40)
    ]


def test_a_sentence_longer_than_the_size_is_cut_at_words() -> None:
    """Nothing is lost and nothing is over size."""
    assert ["Short one. ", "This one is ", "longer."] == [
        chunk.text for chunk in split("Short one. This one is longer.", by="sentences", size=12)
    ]


def test_indentation_goes_with_its_line() -> None:
    """White space after a sentence is the sentence's, but for what a line begins with."""
    text = "One ends.\n    Two is indented."
    assert ["One ends.\n", "    Two is indented."] == [
        chunk.text for chunk in split(text, by="sentences", size=24)
    ]


def test_the_language_decides_where_sentences_end() -> None:
    """A French abbreviation ends no sentence."""
    text = "Il a vu M. Dupont hier soir. Il est parti."
    assert ["Il a vu M. Dupont hier soir. ", "Il est parti."] == [
        chunk.text for chunk in split(text, by="sentences", size=30, language="fr")
    ]


def test_sentences_know_their_headings() -> None:
    """The path of a document's headings is the chunk's context."""
    text = "# Top\n\nWords one. Words two.\n"
    document = Document(text, headings=[Heading(1, "Top", Span(0, 5))])
    assert {"Top"} == {chunk.context for chunk in split(document, by="sentences", size=12)}


def test_a_chunk_holds_one_topic() -> None:
    """Where the words give way to others a chunk begins, though the size holds more."""
    text = CATS * 4 + STARS * 4
    chunks = split(text, by="topics", size=1000)
    assert [0, len(CATS) * 4] == [chunk.start for chunk in chunks]


def about_stars(texts: Sequence[str]) -> list[list[float]]:
    """Return a vector for each text: how much it is about stars."""
    return [[float(text.lower().count("star")), 1.0] for text in texts]


def test_vectors_find_topics_too() -> None:
    """Any function that makes vectors will do."""
    chunks = split(CATS * 4 + STARS * 4, by="semantic", size=1000, embed=about_stars)
    assert [0, len(CATS) * 4] == [chunk.start for chunk in chunks]


def test_semantic_needs_vectors() -> None:
    """Without them the error says what goes without."""
    with pytest.raises(OptionError, match='by="topics" goes by the words alone'):
        split("text", by="semantic")


@pytest.mark.parametrize("by", ["sentences", "topics", "structure"])
def test_a_stream_is_refused(by: str) -> None:
    """The whole text is needed."""
    with pytest.raises(OptionError, match="not a stream"):
        iter_split(["text"], by=by)  # type: ignore[arg-type]


def test_nothing_is_repeated_unless_it_is_asked_for() -> None:
    """Chunks that end with a sentence have no overlap by default."""
    text = "One two three. Four five six. Seven eight nine. "
    assert {0} == {chunk.overlap for chunk in split(text, by="sentences", size=20)}
    assert 0 < split(text, by="sentences", size=30, overlap=10)[1].overlap
