"""Where a text turns to another topic."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from linewise import Document, Heading, OptionError, Span
from linewise.language import segment_vectors, segment_words, topic_turns

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Embed = Callable[[Sequence[str]], Any]

SUBJECTS = (
    "ship sail harbour anchor captain wave storm mast deck sailor rope tide",
    "oven flour butter sugar bread dough cake yeast kitchen crust spoon salt",
    "court judge lawyer trial jury verdict crime witness sentence law appeal oath",
)


def paragraphs() -> list[list[str]]:
    """Make paragraphs of ten words, six on each subject in turn."""
    words = [subject.split() for subject in SUBJECTS]
    return [[own[(5 * n + i) % 12] for i in range(10)] for own in words for n in range(6)]


def as_text(units: Sequence[Sequence[str]]) -> str:
    """Write units as paragraphs."""
    return "\n\n".join(" ".join(words).capitalize() + "." for words in units)


def embed(texts: Sequence[str]) -> np.ndarray:
    """Make a vector of how many words of each subject a text has."""
    words = [set(text.lower().replace(".", "").split()) for text in texts]
    return np.array([[len(w & set(s.split())) for s in SUBJECTS] for w in words], float)


def test_turns_stand_where_the_words_change() -> None:
    """The number of topics need not be told."""
    turns = segment_words(paragraphs())
    assert [6, 12] == [turn.offset for turn in turns]
    assert all(turn.strength > 0 for turn in turns)


def test_turns_of_a_text_are_offsets_of_paragraphs() -> None:
    """A turn is the offset at which a paragraph begins."""
    text = as_text(paragraphs())
    starts = [text.index(as_text([words])) for words in paragraphs()]
    assert [starts[6], starts[12]] == [turn.offset for turn in topic_turns(text)]


def test_no_topic_begins_with_a_running_head() -> None:
    """What stands at the ends of pages goes with the paragraph before, whatever its words."""
    parts = as_text(paragraphs()).split("\n\n")
    first = parts[6]
    parts[6:6] = ["Oven flour bread dough 7", "The baker's book: oven, flour, butter, sugar, bread"]
    text = "\n\n".join(parts)
    places = tuple((text.index(one), text.index(one) + len(one)) for one in parts[6:8])
    document = Document(text, metadata={"pdf": {"furniture": places}})
    assert text.index(first) == topic_turns(document)[0].offset
    assert places[0][0] == topic_turns(text)[0].offset


def test_without_paragraphs_sentences_are_kept_whole() -> None:
    """Turns of running text stand where sentences begin."""
    text = as_text(paragraphs()).replace("\n\n", " ")
    turns = [turn.offset for turn in topic_turns(text, language="en")]
    assert [6, 12] == [text[:offset].count(".") for offset in turns]


def test_the_number_may_be_given() -> None:
    """As many segments as asked for, and one for each unit at most."""
    assert [6] == [t.offset for t in segment_words(paragraphs()[:12], count=2)]
    assert [] == segment_words(paragraphs(), count=1)
    assert 17 == len(segment_words(paragraphs(), count=99))


def test_one_subject_has_no_turn() -> None:
    """Words that keep coming back are not cut apart."""
    assert [] == segment_words([["ship", "sail", "sea"]] * 20)
    assert [] == topic_turns("")
    assert [] == topic_turns("One sentence only.")


def test_vectors_take_the_place_of_words() -> None:
    """Any function from texts to rows does."""
    text = as_text(paragraphs())
    assert topic_turns(text)[0].offset == topic_turns(text, embed=embed)[0].offset
    assert [2] == [t.offset for t in segment_vectors([[1, 0], [1, 0], [0, 1], [0, 1]], count=2)]


def test_a_heading_stays_with_what_it_heads() -> None:
    """No turn falls between a heading and the paragraph after it."""
    units = paragraphs()
    text = as_text(units[:6]) + "\n\nOf baking\n\n" + as_text(units[6:12])
    at = text.index("Of baking")
    doc = Document(text, headings=[Heading(1, "Of baking", Span(at, at + 9))])
    assert [at] == [turn.offset for turn in topic_turns(doc)]
    marked = text.replace("Of baking", "# Of baking")
    assert [at] == [turn.offset for turn in topic_turns(marked)]


def test_strength_tells_clear_turns_from_weak_ones() -> None:
    """A turn between unlike halves outweighs one that was only asked for."""
    turns = segment_words(paragraphs()[:12], count=3)
    strength = {turn.offset: turn.strength for turn in turns}
    assert 6 == max(strength, key=lambda offset: strength[offset])


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda texts: np.zeros(len(texts)), "shape"),
        (lambda _: np.zeros((1, 2)), "one row of finite numbers for each of 18 texts"),
        (lambda texts: np.full((len(texts), 2), np.nan), "not finite"),
        (lambda texts: [[1.0], *([[1.0, 2.0]] * (len(texts) - 1))], "not all of one length"),
        (lambda texts: [["word"]] * len(texts), "not of numbers"),
        (lambda texts: [[10**400]] * len(texts), "not of numbers"),
    ],
)
def test_vectors_of_another_shape_are_refused(wrong: Embed, message: str) -> None:
    """An `embed` that does not do its part is named."""
    with pytest.raises(OptionError, match=message):
        topic_turns(as_text(paragraphs()), embed=wrong)


def test_the_language_is_the_one_named_or_stated() -> None:
    """A dialect is its language; what is no code is refused, but in metadata passed over."""
    text = as_text(paragraphs())
    german = topic_turns(text, language="de")
    assert german == topic_turns(text, language="de-AT")
    assert german == topic_turns(Document(text, metadata={"language": "de_CH"}))
    assert topic_turns(text) == topic_turns(Document(text, metadata={"language": "English"}))
    with pytest.raises(OptionError, match="'the German one' is not a language"):
        topic_turns(text, language="the German one")


def test_there_is_one_topic_at_least() -> None:
    """A count below 1 is refused."""
    with pytest.raises(OptionError, match="1 topic or more, not count=0"):
        topic_turns("Text.", count=0)
