"""What holds of sentences, words and topic turns whatever the text."""

from __future__ import annotations

import pytest
import regex
from hypothesis import assume, example, given
from hypothesis import strategies as st

from linewise import Document, Heading, Span, sentences, topic_turns
from linewise.language import LANGUAGES, detect_language, sentence_ends, terms
from strategies import texts

# Signs that end sentences, close them, open them, number them, or only look as if they did.
TRAPS = [
    *(
        ".",
        ".",
        ".",
        "!",
        "?",
        "…",
        "。",
        "！",
        "？",
        "。」",
        "(",
        ")",
        "[1]",
        "¹",
        "*",
        "_",
        "#",
        "|",
    ),
    *("'", '"', "”", "“", "«", "»", " »", "-", ".--", "•", "...", ". . ."),
    *("Mr.", "e.g.", "U.S.", "3.", "1)", "a.", "IV.", "z. B."),
    *("He", "he", "II", "Été", "他说", "と", "الآن", "e\u0301", "\u0301", "👩\u200d🌾", "\u0600"),
    *(" ", " ", " ", "\n", "\n\n", "\r\n", "\u00a0", "\t", "\n- ", "\n# "),
]

traps = st.lists(st.sampled_from(TRAPS), max_size=30).map("".join)
any_text = st.one_of(traps, texts(), st.text(max_size=60))
languages = st.sampled_from([None, *LANGUAGES, "sv"])


def cluster_bounds(text: str) -> set[int]:
    """Return the offsets between grapheme clusters, by the rules of Unicode."""
    return {0, *(match.end() for match in regex.finditer(r"\X", text))}


@given(any_text, languages)
@example("\ufeff", None)
def test_sentences_are_the_text(text: str, language: str | None) -> None:
    """Laid end to end they give it back; none is empty; all are slices."""
    found = sentences(text, language)
    assert text == "".join(sentence.text for sentence in found)
    assert all(len(sentence) for sentence in found)
    assert all(text[s.start : s.end] == s.text for s in found)
    words = [text[s.stripped.start : s.stripped.end] for s in found]
    assert [s.text.strip() for s in found[1:]] == words[1:]
    # A byte order mark at the start of a text belongs to no word of it.
    assert [s.text.removeprefix("\ufeff").strip() for s in found[:1]] == words[:1]


@given(any_text, languages)
def test_no_character_is_cut(text: str, language: str | None) -> None:
    """Ends lie between grapheme clusters, so never between CR and LF."""
    assert set(sentence_ends(text, language)) <= cluster_bounds(text)


@given(any_text, st.data())
def test_headings_are_sentences(text: str, data: st.DataObject) -> None:
    """No sentence reaches over the edge of a heading, and nothing is lost."""
    start = data.draw(st.integers(0, len(text)))
    span = Span(start, data.draw(st.integers(start, len(text))))
    found = sentences(Document(text, headings=[Heading(1, "Title", span)]))
    assert text == "".join(sentence.text for sentence in found)
    if span.length and text[span.start : span.end].strip():
        starts = {sentence.start for sentence in found}
        assert not [at for at in starts if span.start < at < span.end]


@given(any_text, any_text)
def test_no_sentence_reaches_over_a_blank_line(before: str, after: str) -> None:
    """A blank line parts texts, whatever abbreviation or small letter stands beside it."""
    before, after = before.strip(), after.strip()
    whole = f"{before}\n\n{after}"
    at = len(before) + 2
    assume(before and after and at in cluster_bounds(whole))
    assert at in sentence_ends(whole, "en")


@given(any_text)
def test_detection_and_words_take_anything(text: str) -> None:
    """A language is a known code or None; terms are not empty."""
    language = detect_language(text)
    assert language is None or language in LANGUAGES
    assert all(terms(text, language))


@given(st.lists(traps, max_size=12).map("\n\n".join), st.one_of(st.none(), st.integers(1, 9)))
@example("Mr.\n\nMr.\n\n \u0301\n\ne.g.", None)
def test_turns_are_places_in_order(text: str, count: int | None) -> None:
    """Turns are inside the text, rising, and fewer than the topics asked for."""
    turns = topic_turns(text, count=count)
    offsets = [turn.offset for turn in turns]
    assert offsets == sorted(set(offsets))
    assert all(0 < offset < len(text) for offset in offsets)
    assert count is None or len(turns) < count or not turns
    assert set(offsets) <= cluster_bounds(text)


@pytest.mark.slow
@given(st.text(alphabet=st.sampled_from("".join(TRAPS)), max_size=2_000))
def test_long_texts_too(text: str) -> None:
    """The same laws, on texts long enough for every window that is looked back into."""
    assert text == "".join(sentence.text for sentence in sentences(text))
    assert set(sentence_ends(text)) <= cluster_bounds(text)
