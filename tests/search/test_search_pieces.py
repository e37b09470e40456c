"""Pieces are ranked by a question, and rankings are joined."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from linewise import (
    Document,
    Heading,
    OptionError,
    Piece,
    PieceIndex,
    Span,
    reciprocal_rank_fusion,
    sentences,
)
from linewise.search._asking import asking_terms
from linewise.search._bm25 import Occurrences, Ranges
from linewise.search.scoring import ALONE, SURROUNDED, Scoring, Shares

if TYPE_CHECKING:
    from collections.abc import Sequence

TEXT = (
    "The harbour was built in 1821. It has two piers. The lighthouse came later. "
    "Bread is baked at night. The oven is heated with wood. Loaves are sold at dawn. "
)


def pieces(text: str = TEXT) -> list[Piece]:
    """Cut a text into sentences."""
    return [*sentences(Document(text), "en")]


def best(query: str, **options: Any) -> str:
    """Return the text of the best piece for a question."""
    index = PieceIndex(pieces(), language="en", **options)
    return index.search(query)[0].piece.text.strip()


def without(part: str) -> Scoring:
    """Return the usual scoring with one of its parts as in the plain one."""
    return replace(SURROUNDED, **{part: getattr(ALONE, part)})


def test_words_decide() -> None:
    """Forms, case and accents of a word do not matter; function words neither."""
    assert "The lighthouse came later." == best("When did the Lighthouses come?")
    assert "The oven is heated with wood." == best("HÉATING ovens")


def test_surroundings_decide_between_pieces_with_the_same_words() -> None:
    """Of two equal sentences the one among words of the question is better."""
    padding = "Nothing of note happened there. " * 150
    text = "The harbour is old. It was rebuilt. " + padding + "The oven is old. It was rebuilt. "
    hits = PieceIndex(pieces(text), language="en").search("When was the oven rebuilt?", k=3)
    rebuilt = [hit.piece.start for hit in hits if "rebuilt" in hit.piece.text]
    assert text.rindex("It was rebuilt") == rebuilt[0]


def test_words_side_by_side_decide_between_pieces_with_the_same_words() -> None:
    """What stands together in the question counts more where it does in the text, too."""
    apart = "The door has a lock beside the oven. "
    bread = "Bread is sold at dawn. " * 200
    text = bread + apart + bread + "The lock beside the oven door is new. " + bread
    index = PieceIndex(pieces(text), language="en")
    assert "oven door" in index.search("Who made the oven door?", k=1)[0].piece.text
    plain = PieceIndex(pieces(text), language="en", scoring=without("pairs"))
    assert apart.strip() == plain.search("Who made the oven door?", k=1)[0].piece.text.strip()


def test_pairs_have_no_order_and_no_function_words_between() -> None:
    """The door of the oven is the oven door, and the order in the question is no matter."""
    index = PieceIndex(pieces("The door of the oven is new. "), language="en")
    plain = PieceIndex(
        pieces("The door of the oven is new. "), language="en", scoring=without("pairs")
    )
    assert index.scores("oven door") == pytest.approx(index.scores("door oven"))
    assert index.scores("oven door") > plain.scores("oven door")


def test_a_word_that_stands_all_around_tells_little_of_one_piece() -> None:
    """Of what the neighbours hold as well, less counts as a piece's own."""
    text = "The ray is flat. The ray is grey. The ray, a ray of rays, rests. The ray has a tail. "
    told = PieceIndex(pieces(text), language="en").search("the tail of the ray", k=1)
    plain = PieceIndex(pieces(text), language="en", scoring=without("vicinity"))
    own = {hit.piece.text: hit.score for hit in plain.search("ray")}
    near = {
        hit.piece.text: hit.score for hit in PieceIndex(pieces(text), language="en").search("ray")
    }
    assert "tail" in told[0].piece.text
    (rests,) = (words for words in own if "rests" in words)
    assert near[rests] < own[rests]


def test_a_word_of_a_piece_without_neighbours_counts_in_full() -> None:
    """Where nothing is around, nothing is taken away."""
    documents = [Document("The oven is hot."), Document("The oven is cold."), Document("Bread.")]
    alone = [Piece(document, Span(0, len(document.text))) for document in documents]
    usual = PieceIndex(alone, language="en").scores("oven")
    plain = PieceIndex(alone, language="en", scoring=without("vicinity")).scores("oven")
    assert np.allclose(plain, usual)


def test_words_that_always_stand_together_count_as_one() -> None:
    """A name of several words outweighs no word that stands by itself."""
    name, word = "The Blue Jackets of Columbus play. ", "The goalkeeper is hurt. "
    text = name + "Bread is sold at dawn. " * 500 + word
    query = "Which goalkeeper of the Columbus Blue Jackets?"
    shared = PieceIndex(pieces(text), language="en", scoring=without("pairs")).search(query, k=1)
    plain = replace(without("pairs"), overlap=0.0)
    several = PieceIndex(pieces(text), language="en", scoring=plain).search(query, k=1)
    assert (word, name) == (shared[0].piece.text, several[0].piece.text)


def test_words_with_which_people_ask_count_less() -> None:
    """Describe, according, text: how it is asked is not what is asked."""
    bread = "Bread is sold at dawn. " * 200
    text = bread + "The text is old. " + bread + "The oven is old. " + bread
    query = "Which oven is in the text?"
    usual = PieceIndex(pieces(text), language="en").scores(query)
    plain = PieceIndex(pieces(text), language="en", scoring=without("asking")).scores(query)
    asked, matter = 200, 401
    assert plain[matter] == pytest.approx(plain[asked])
    assert usual[matter] == pytest.approx(usual[asked] * 2)


def test_words_of_asking_are_known_in_seven_languages() -> None:
    """Without accents and endings, as all words are; of other languages none are known."""
    assert {"describ", "accord", "text"} < asking_terms("en")
    marks = {"text": ("de", "en", "es", "fr", "pt"), "test": ("it",), "tekst": ("nl",)}
    for mark, languages in marks.items():
        assert all(mark in asking_terms(language) for language in languages)
    assert frozenset() == asking_terms("ja") == asking_terms(None)


def test_a_text_goes_on_with_what_it_has_begun() -> None:
    """Of two pieces equally near to the words, the one after them is better."""
    text = "It was dear. The oven was new. It was warm. "
    scores = PieceIndex(pieces(text), language="en").scores("oven")
    assert scores[0] < scores[2] < scores[1]
    even = PieceIndex(pieces(text), language="en", scoring=without("onward")).scores("oven")
    assert even[0] == pytest.approx(even[2])


def test_no_text_goes_on_in_another_document() -> None:
    """What follows in the list only does not follow in the text."""
    first, second = Document("Ovens and bread. "), Document("Ovens. ")
    both = [Piece(one, Span(0, len(one.text))) for one in (first, second)]
    scoring = Scoring(onward=0.5)
    joined = PieceIndex(both, language="en", scoring=scoring).scores("ovens")
    plain = PieceIndex(both, language="en", scoring=ALONE).scores("ovens")
    assert np.allclose(plain, joined)


def test_surroundings_end_with_their_document() -> None:
    """Neighbours in the list are no neighbours in the text."""
    first, second = Document("Ovens and bread. "), Document("It is old. ")
    index = PieceIndex([Piece(d, Span(0, len(d.text))) for d in (first, second)], language="en")
    assert [first] == [hit.piece.document for hit in index.search("ovens")]


def test_headings_are_read_with_a_piece() -> None:
    """A question that names the heading finds what stands under it."""
    doc = Document("Dough\nIt rests. It rises.", headings=[Heading(1, "Dough", Span(0, 5))])
    index = PieceIndex([Piece(doc, Span(6, 16)), Piece(doc, Span(16, 25))], language="en")
    assert "It rises." == index.search("Does dough rise?")[0].piece.text


def test_other_texts_may_be_read() -> None:
    """What is read of a piece can be more than its text; one text each."""
    texts = ["", "", "", "", "", "pastry"]
    assert "Loaves are sold at dawn." == best("pastry", texts=texts)
    with pytest.raises(OptionError, match="6 pieces came with 1 texts"):
        PieceIndex(pieces(), texts=["one"])


def test_the_order_of_the_pieces_does_not_matter() -> None:
    """Surroundings are told by places, so a list turned round gives the same scores."""
    query = "Where is bread baked?"
    straight = PieceIndex(pieces(), language="en").search(query)
    turned = PieceIndex(reversed(pieces()), language="en").search(query)
    assert {h.piece.span: h.score for h in straight} == {h.piece.span: h.score for h in turned}


def test_nothing_is_found_where_no_word_is_shared() -> None:
    """A search may be empty."""
    assert [] == PieceIndex(pieces()).search("quantum chromodynamics")
    assert [] == PieceIndex([]).search("anything")
    assert [] == PieceIndex(pieces()).search("")


def test_a_question_of_function_words_is_still_a_question() -> None:
    """Where nothing else is left, function words are searched for."""
    assert PieceIndex(pieces(), language="en").search("has it?")


def test_chinese_is_found_by_pairs_of_characters() -> None:
    """No spaces are needed."""
    text = "港口建于一八二一年。面包在夜里烤。"
    index = PieceIndex(sentences(text))
    assert "zh" == index.language
    assert "面包在夜里烤。" == index.search("什么时候烤面包")[0].piece.text


def test_vectors_join_the_ranking() -> None:
    """A piece that shares no word is found by its vector."""

    def embed(texts: Sequence[str]) -> list[list[float]]:
        return [[float("sold" in t or "shop" in t), 1.0] for t in texts]

    assert "Loaves are sold at dawn." == best("shops", embed=embed)
    with pytest.raises(OptionError, match="one row of finite numbers for each of 6 texts"):
        PieceIndex(pieces(), embed=lambda _: np.zeros((2, 3)))


def test_a_search_returns_something() -> None:
    """`k` is 1 or more, and the most that comes back."""
    index = PieceIndex(pieces(), language="en")
    assert 1 == len(index.search("the oven and the harbour", k=1))
    with pytest.raises(OptionError, match="1 piece or more, not k=0"):
        index.search("oven", k=0)


def test_scores_are_those_of_the_formula() -> None:
    """A stretch is scored as a text; a range of several as one text of them."""
    occurrences = Occurrences([["a", "b"], ["a", "a", "c"], ["d"]])
    places = np.arange(3)
    rarity = np.log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    norms = 1.2 * (1 - 0.75 + 0.75 * np.array([2, 3, 1]) / 2)
    expected = rarity * np.array([1, 2, 0]) / (np.array([1, 2, 0]) + norms)
    assert np.allclose(expected, occurrences.own_scores({"a": 1}, places, places + 1))
    alone = Ranges(occurrences.lengths, places, places + 1)
    assert np.allclose(expected, occurrences.scores({"a": 1}, [(alone, 1.0)]))
    pairs = Ranges(occurrences.lengths, np.array([0, 0, 1]), np.array([2, 3, 3]))
    joined = Occurrences(
        [["a"] * 3 + ["b", "c"], ["a"] * 3 + ["b", "c", "d"], ["a", "a", "c", "d"]]
    )
    words = {"a": 1.0, "d": 2.0, "unknown": 1.0}
    expected = joined.own_scores(words, places, places + 1)
    assert np.allclose(expected, occurrences.scores(words, [(pairs, 1.0)]))
    both = occurrences.scores({"a": 1}, [(alone, 0.5), (pairs, 2.0)])
    parts = [occurrences.scores({"a": 1}, [(ranges, 1.0)]) for ranges in (alone, pairs)]
    assert np.allclose(0.5 * parts[0] + 2.0 * parts[1], both)


def test_a_word_counts_as_own_by_the_share_of_others_near_that_lack_it() -> None:
    """The piece itself is none of the others; all of them, and nothing is its own."""
    occurrences = Occurrences([["a"], ["a", "b"], ["b"]])
    places, first, end = np.arange(3), np.array([0, 0, 1]), np.array([2, 3, 3])
    plain = occurrences.own_scores({"a": 1}, places, places + 1)
    assert np.allclose(plain * [0.0, 0.5, 1.0], occurrences.own_scores({"a": 1}, first, end))


def test_words_in_company_are_counted() -> None:
    """Always together is two, never is one, in between by the share that holds both."""
    occurrences = Occurrences([["a", "b", "c"], ["a", "b"], ["d"], ["c"]])
    found = occurrences.company(["a", "b", "c", "d", "e"])
    assert pytest.approx({"a": 2 + 1 / 3, "b": 2 + 1 / 3, "c": 1 + 2 / 3, "d": 1.0}) == found


def test_of_a_long_query_the_rarest_words_are_compared() -> None:
    """So that memory does not grow with its length times that of the text."""
    names = [f"name {i}" for i in range(64)]
    common = [f"common {i}" for i in range(64)]
    occurrences = Occurrences([names + common, common])
    found = occurrences.company(common + names)
    assert pytest.approx(dict.fromkeys(names, 64.0)) == {name: found[name] for name in names}
    assert dict.fromkeys(common, 1.0) == {name: found[name] for name in common}


def test_alone_is_plain_bm25() -> None:
    """Nothing but the words of each piece is counted, and each as much."""
    index = PieceIndex(pieces(), language="en", scoring=ALONE)
    apart = [index.scores(word) for word in ("oven", "wood")]
    assert np.allclose(sum(apart), index.scores("Describe the oven and the wood."))
    assert ALONE == Scoring(words=Shares(1.0))


def test_ranks_are_fused() -> None:
    """What several rankings put high comes first; ties keep the order of first sight."""
    fused = reciprocal_rank_fusion([["a", "b", "c"], ["b", "d"]])
    assert ["b", "a", "d", "c"] == [item for item, _ in fused]
    assert fused[0][1] == pytest.approx(1 / 62 + 1 / 61)
    assert ["x", "y"] == [item for item, _ in reciprocal_rank_fusion([["x"], ["y"]])]
    with pytest.raises(OptionError, match="2 rankings came with 1 weights"):
        reciprocal_rank_fusion([["x"], ["y"]], weights=[1.0])
