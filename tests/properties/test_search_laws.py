"""What holds of quotations and of searching whatever the text."""

from __future__ import annotations

from dataclasses import replace

import regex
from hypothesis import assume, given
from hypothesis import strategies as st

from linewise import Document, PieceIndex, Span, locate_quote, sentences
from linewise.search._letters import letters_of
from linewise.search.scoring import SURROUNDED
from strategies import texts

words = st.lists(
    st.sampled_from(["one", "two", "three", "été", "Maße", "日本", "e\u0301", "ﬁn", "A.b", "x-y"]),
    min_size=1,
)
prose = st.tuples(words, st.sampled_from([" ", ", ", "\n", " — "])).map(lambda p: p[1].join(p[0]))


def cluster_bounds(text: str) -> set[int]:
    """Return the offsets between grapheme clusters, by the rules of Unicode."""
    return {0, *(match.end() for match in regex.finditer(r"\X", text))}


@given(st.one_of(prose, texts()), st.data())
def test_what_stands_there_is_found(text: str, data: st.DataObject) -> None:
    """A stretch of whole characters is found to the character, at its place with a hint."""
    bounds = sorted(cluster_bounds(text))
    span = sorted(data.draw(st.tuples(st.sampled_from(bounds), st.sampled_from(bounds))))
    quote = text[slice(*span)].strip()
    start = text.find(quote, span[0])
    assume(quote and {start, start + len(quote)} <= set(bounds))
    match = locate_quote(text, quote)
    assert match is not None
    assert match.score == 1.0
    assert not match.exact or quote == match.text


@given(prose, st.integers(-5, 80))
def test_case_and_spacing_are_forgiven_everywhere(text: str, near: int) -> None:
    """The whole text in capitals, with other white space, is found from end to end."""
    match = locate_quote(text, " ".join(text.upper().split()), near)
    assert match is not None
    assert Span(0, len(text)) == match.span
    assert 1.0 == match.score


@given(st.one_of(prose, texts(), st.text()), st.one_of(prose, texts(), st.text()))
def test_a_match_is_a_piece_of_whole_characters(text: str, quote: str) -> None:
    """Whatever is asked, a place is in the text, not empty, and its score a share."""
    match = locate_quote(text, quote)
    if match is not None:
        assert text[match.start : match.end] == match.text != ""
        assert {match.start, match.end} <= cluster_bounds(text)
        assert 0.75 <= match.score <= 1


@given(st.one_of(prose, texts(), st.text()))
def test_letters_know_where_they_stand(text: str) -> None:
    """Offsets rise, and the letters at an offset are those of its character alone."""
    letters = letters_of(text)
    offsets = letters.offsets.tolist()
    assert len(offsets) == len(letters.text)
    assert offsets == sorted(offsets)
    for at in set(offsets):
        own = "".join(c for c, place in zip(letters.text, offsets, strict=True) if place == at)
        assert own == letters_of(text[at]).text


@given(st.lists(prose, min_size=1, max_size=8), prose)
def test_a_search_returns_pieces_in_order(parts: list[str], query: str) -> None:
    """Hits are pieces that were given, each once, the best first."""
    documents = [Document(". ".join(parts)), Document("\n\n".join(parts))]
    pieces = [piece for document in documents for piece in sentences(document)]
    hits = PieceIndex(pieces).search(query, k=5)
    assert len(hits) <= 5
    assert len(hits) == len({(id(hit.piece.document), hit.piece.start) for hit in hits})
    assert all(any(hit.piece is piece for piece in pieces) for hit in hits)
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)


@given(st.lists(prose, min_size=1, max_size=8), prose)
def test_words_side_by_side_only_add(parts: list[str], query: str) -> None:
    """No piece loses by pairs of words, and none is found by them alone."""
    pieces = sentences(". ".join(parts))
    plain = PieceIndex(pieces, language="en", scoring=replace(SURROUNDED, pairs=None)).scores(query)
    paired = PieceIndex(pieces, language="en").scores(query)
    assert (paired >= plain).all()
    assert ((paired > 0) == (plain > 0)).all()


@given(st.lists(prose, min_size=1, max_size=8), prose)
def test_the_same_is_found_whatever_else_a_search_goes_by(parts: list[str], query: str) -> None:
    """Who shares no word is not found; how words are weighed decides the order, no more."""
    pieces = sentences(". ".join(parts))
    usual = PieceIndex(pieces, language="en").scores(query)
    flat = replace(SURROUNDED, vicinity=0, overlap=0.0, asking=1.0)
    assert (
        (usual > 0) == (PieceIndex(pieces, language="en", scoring=flat).scores(query) > 0)
    ).all()
