"""Running heads and page numbers of a document are no sentences of it."""

from __future__ import annotations

from typing import Any

import pytest

from linewise import Document, key_points, summarize
from linewise.evaluation import made_questions

HEAD = "11/30/26, 9:53 AM Dye recipes of the northern guild, told for the last time."
FOOT = "file:///home/dyer/recipes/page-of-many.html, which is page one of three pages."
BODY = (
    "Madder gives a warm red on wool after an hour in a bath that never boils.\n\n"
    "Weld gives the clearest yellow of all plants, and alum keeps it from fading.\n\n"
    "Woad needs a vat without air, so the cloth turns blue only once it is lifted\n"
)
REST = "out of the vat and hung where the wind reaches it from every side.\n"


def printed() -> Document:
    """Return two pages as a browser prints them: a sentence goes on behind foot and head."""
    text = f"{HEAD}\n\n{BODY}\n{FOOT}\n\n{HEAD}\n\n{REST}\n{FOOT}\n"
    first, second = text.index(FOOT), text.rindex(HEAD)
    starts = ((0, HEAD), (first, FOOT), (second, HEAD), (text.rindex(FOOT), FOOT))
    places = tuple((start, start + len(words)) for start, words in starts)
    return Document(text, metadata={"pdf": {"furniture": places}})


@pytest.mark.parametrize(
    "options",
    [
        {"max_length": 150, "min_content_length": 0},
        {"max_length": 150, "min_content_length": 0, "about": "page dye recipes"},
        {"max_length": 150, "min_content_length": 0, "method": "lead"},
        {"max_length": 2_000},
        {"max_length": 90},
    ],
    ids=["auto", "about", "lead", "whole", "cut"],
)
def test_a_summary_holds_no_furniture(options: dict[str, Any]) -> None:
    """However a summary is made, what it takes stands beside the furniture."""
    summary = summarize(printed(), **options)
    assert summary.sentences
    assert [] == [word for word in ("AM", "file:", "guild", "page") if word in summary.text]
    assert all(one.text in BODY + REST for one in summary.sentences)


def test_key_points_are_no_furniture() -> None:
    """Where all sentences are wanted, those of the pages' ends are not among them."""
    for method in ("auto", "cues"):
        points = key_points(printed(), max_points=20, method=method)
        assert 4 == len(points)
        assert all(point.text in BODY + REST for point in points)


def test_a_title_is_looked_for_below_the_running_head() -> None:
    """A title that the text begins with does not lead it twice."""
    assert "" == summarize(printed(), title="Madder gives a warm red").title


def test_a_document_of_furniture_alone_has_no_key_point_and_is_its_own_summary() -> None:
    """Nothing is chosen of it, and it is not lost."""
    document = Document(HEAD, metadata={"pdf": {"furniture": ((0, len(HEAD)),)}})
    assert [] == key_points(document)
    assert HEAD == summarize(document, min_content_length=0).text


@pytest.mark.parametrize(
    "pdf",
    [None, "furniture", {}, {"furniture": 3}, {"furniture": [None, "ab", (0,), (5, 2), (0, 9**9)]}],
)
def test_what_is_no_place_of_furniture_takes_nothing_away(pdf: object) -> None:
    """Metadata come from anywhere; what states no place hides no word."""
    document = Document(BODY, metadata={"pdf": pdf})
    assert BODY.strip() == summarize(document).text


def test_places_that_overlap_hide_what_any_of_them_holds() -> None:
    """Furniture within furniture leaves no rest of it."""
    document = Document(
        "Head of a page.\n\nBody.", metadata={"pdf": {"furniture": [(0, 15), (2, 6)]}}
    )
    assert "Body." == summarize(document).text


def test_made_questions_ask_for_no_furniture() -> None:
    """What a question was made of stands beside the furniture."""
    document = printed()
    hidden = document.metadata["pdf"]["furniture"]
    made = made_questions([document], "short")
    assert made
    for question in made:
        place = question.gold[0]
        assert all(place.end <= start or end <= place.start for start, end in hidden)
