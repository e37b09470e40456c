"""`key_points`: what matters most, with its place, its score and reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from linewise import Document, OptionError, SizeError, key_points

if TYPE_CHECKING:
    from collections.abc import Sequence

PAPER = (
    "Neural networks are used in many fields of research today. "
    "However, they are slow to train on small machines. "
    "We propose a method that trains neural networks on small machines with little memory. "
    "It is simple. "
    "Our results show that networks trained on small machines are as good as large ones. "
    "The weather in the laboratory was fine on most days of the year."
)


def test_the_contribution_comes_first() -> None:
    """What a text says is new, and is near to the whole, matters most; the reasons say so."""
    best = key_points(PAPER)[0]
    assert best.text.startswith("We propose a method")
    assert best.reasons[0] == "is near to what the whole is about"
    assert "tells what is new: “we propose”" in best.reasons


def test_the_best_come_first_and_no_more_than_asked() -> None:
    """Scores fall, and `max_points` bounds."""
    points = key_points(PAPER, 3)
    assert len(points) == 3
    assert sorted((one.score for one in points), reverse=True) == [one.score for one in points]


def test_a_key_point_is_a_place() -> None:
    """It can be looked up, and is written as plain values."""
    document = Document(PAPER, source="paper.txt")
    best = key_points(document)[0]
    assert best.document is document
    assert PAPER[best.start : best.end] == best.text
    values = best.as_dict()
    assert (values["source"], values["lines"]) == ("paper.txt", [1, 1])
    assert list(best.reasons) == values["reasons"]


def test_a_question_decides() -> None:
    """With `about` the best answer comes first, and says what it answers."""
    best = key_points(PAPER, about="laboratory weather")[0]
    assert best.text.startswith("The weather in the laboratory")
    assert best.reasons == ("answers “laboratory weather”",)


def test_how_a_point_was_found() -> None:
    """Where nothing answers a question, the points are those of the whole, and say so."""
    assert "about" == key_points(PAPER, about="laboratory weather")[0].method
    general = key_points(PAPER, about="xylophones")
    assert key_points(PAPER) == general
    assert "auto" == general[0].method == general[0].as_dict()["method"]
    assert "cues" == key_points(PAPER, method="cues")[0].method


def test_points_of_several_documents() -> None:
    """Each keeps its document; what two say counts once."""
    points = key_points([PAPER, PAPER, "The harbour is closed to all ships until spring."], 10)
    assert len({one.text for one in points}) == len(points)
    assert any("harbour" in one.text for one in points)


def test_vectors_join_in() -> None:
    """What `embed` finds alike to the whole comes first."""
    things = ("barn", "dog", "tree", "car", "gate", "wall", "weather cock", "pump")
    text = " ".join(f"The {thing} stands beside the old house today." for thing in things)

    def embed(texts: Sequence[str]) -> list[list[float]]:
        rows = [[float(i == j) for j in range(len(texts))] for i in range(len(texts))]
        return [[1.0] * len(texts) if "pump" in text else rows[i] for i, text in enumerate(texts)]

    assert "pump" not in key_points(text, 1)[0].text
    assert "pump" in key_points(text, 1, embed=embed)[0].text


def test_what_is_nearly_the_same_is_said_once() -> None:
    """Key points differ from each other while there is something else to say."""
    same = " ".join(f"The committee met on day {day} and spoke of the road." for day in range(30))
    other = "In conclusion, the bridge over the harbour closes on Monday."
    assert other in [one.text for one in key_points(f"{same} {other}", 2)]
    assert 31 == len(key_points(f"{same} {other}", 50))


# The method `cues`

FILLER = [f"The wagon number {number} came in by the northern road." for number in range(20)]


def cues(sentences: list[str], max_points: int = 5) -> list[str]:
    """Return the key points of sentences by cues."""
    return [one.text for one in key_points(" ".join(sentences), max_points, "cues")]


def test_cues_add_points_for_place_phrase_and_length() -> None:
    """+2 for a marker, +2 for a length between 40 and 150, +3 in the first tenth, +4 in the last.

    Ties go by position.
    """
    said = "It is important that the bridge stays open all winter."
    texts = [*FILLER[:10], said, *FILLER[10:]]
    points = key_points(" ".join(texts), 6, "cues")
    assert [6.0, 6.0, 5.0, 5.0, 5.0, 4.0] == [one.score for one in points]
    assert [FILLER[18], FILLER[19], *FILLER[:3], said] == [one.text for one in points]
    important = next(one for one in key_points(" ".join(texts), 30, "cues") if one.text == said)
    assert important.score == 4.0
    assert ("says “important”", "is neither short nor long") == important.reasons


def test_a_decimal_or_an_abbreviation_ends_no_sentence() -> None:
    """A key point is a whole sentence."""
    said = "The important value is 3.14 metres, as Dr. Smith told us yesterday."
    assert cues([said], 1) == [said]


def test_a_repeated_sentence_has_its_own_place_once() -> None:
    """A sentence said again at the end does not take the points of the beginning twice."""
    texts = [FILLER[0], *FILLER[1:], FILLER[0]]
    points = key_points(" ".join(texts), 30, "cues")
    assert 1 == sum(one.text == FILLER[0] for one in points)
    assert 0 == next(one.start for one in points if one.text == FILLER[0])


def test_a_marker_is_a_whole_word() -> None:
    """The marker "key" has no points inside "monkey"."""
    texts = [*FILLER[:10], "The monkeys in the donkey stable were fed twice.", *FILLER[10:]]
    points = key_points(" ".join(texts), 30, "cues")
    monkeys = next(one for one in points if "monkeys" in one.text)
    assert ("is neither short nor long",) == monkeys.reasons


def test_a_question_keeps_its_mark() -> None:
    """A sentence ends with the sign that it was written with."""
    assert ["Is it essential that every school can roll back?"] == cues(
        ["Is it essential that every school can roll back?"]
    )


def test_no_word_is_cut_in_two() -> None:
    """A long sentence is given whole."""
    long = "It is vital that " + "the very long road to the sea stays open and " * 8 + "dry."
    assert [long] == cues([long])


def test_markers_of_other_languages() -> None:
    """Each language has its phrases."""
    french = "Il est essentiel que chaque école puisse revenir en arrière."
    text = f"Le chat dort sur le mur du jardin. {french} La pluie tombe."
    points = key_points(text, 3, "cues", language="fr")
    assert "says “essentiel”" in next(one for one in points if one.text == french).reasons


@pytest.mark.parametrize("number", [0, -1, True, 1.5])
def test_a_number_of_points_is_one_or_more(number: object) -> None:
    """`max_points` below 1 is refused."""
    with pytest.raises(SizeError, match="1 or more was expected"):
        key_points(PAPER, number)  # type: ignore[arg-type]


def test_an_unknown_method_is_refused() -> None:
    """The message names those that there are."""
    with pytest.raises(OptionError, match="known are 'auto' and 'cues'"):
        key_points(PAPER, method="lead")  # type: ignore[arg-type]
