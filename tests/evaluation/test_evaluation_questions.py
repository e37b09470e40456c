"""Questions as people write them down."""

from __future__ import annotations

import json

import pytest

from linewise import Document
from linewise.errors import OptionError
from linewise.evaluation.locating import located
from linewise.evaluation.places import Place, Question
from linewise.evaluation.questions import Asked, Reference, read_questions

BAKERY = Document("Bread is baked at four. It is sold at seven.", source="shop/bakery.md")
FORGE = Document("Iron is heated until it glows. Then it is bent.", source="shop/forge.md")


def test_csv_has_a_row_for_each_question() -> None:
    """Columns in any order; rows that repeat a question add to its quotes."""
    written = (
        "quote,question,document\n"
        "It is sold at seven.,When is bread sold?,bakery\n"
        "Bread is baked at four.,When is bread sold?,bakery\n"
        ",What is bread?,\n"
    )
    asked = read_questions(written, "asked.csv")
    sold = [Reference("It is sold at seven.", "bakery"), Reference(BAKERY.text[:23], "bakery")]
    assert [
        ("When is bread sold?", tuple(sold)),
        ("What is bread?", ()),
    ] == [(one.question, one.references) for one in asked]
    assert "asked.csv, row 4" == asked[1].origin


def test_the_same_words_about_another_document_are_another_question() -> None:
    """Each has its own answer."""
    rows = ["Who?,a,one", "Who?,b,two", "Who?,c,one"]
    asked = read_questions("question,quote,document\n" + "\n".join(rows))
    quotes = [[reference.quote for reference in one.references] for one in asked]
    assert [["a", "c"], ["b"]] == quotes


def test_csv_may_hold_commas_quotes_and_line_ends() -> None:
    """Fields in quotation marks are read as the standard library reads them."""
    written = 'question,quote\r\n"Who said ""no"", and why?","a\nb"\r\n'
    assert [Asked('Who said "no", and why?', (Reference("a\nb"),), "q, row 2")] == read_questions(
        written, "q"
    )


@pytest.mark.parametrize(
    "row",
    [
        {"quote": "Bread is baked at four."},
        {"quotes": ["Bread is baked at four."]},
        {"quotes": "Bread is baked at four."},
        {"answers": [{"text": "Bread is baked at four."}]},
        {"start": 0, "end": 23, "document": "bakery.md"},
        {"spans": [{"document": "shop/bakery.md", "start": 0, "end": 23}]},
        {
            "corpus_id": "bakery",
            "references": json.dumps([{"content": "Bread", "start_index": 0, "end_index": 23}]),
        },
    ],
)
def test_json_lines_say_what_answers_in_several_ways(row: dict[str, object]) -> None:
    """Quotes, places, and the columns of published sets come to the same place."""
    asked = read_questions(json.dumps({"question": "When?", **row}) + "\n\n")
    found = located(asked, [FORGE, BAKERY])
    assert (Place(1, 0, 23),) == found.questions[0].gold
    assert () == found.unlocated


def test_a_json_list_is_read_too() -> None:
    """One value instead of lines."""
    assert ["A?", "B?"] == [
        one.question for one in read_questions('[{"question": "A?"}, {"question": "B?"}]')
    ]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("", "'question'; it has none"),
        ("frage,quote\na,b\n", "it has frage, quote"),
        ("question;quote\na;b\n", "with commas between them"),
        ("question,quote,quote\na,b,c\n", "two columns are called 'quote'"),
        ("question,quote\nWhy?,because, it seems\n", "row 2: it has more cells than the 2 columns"),
        ('question,quote\n"Why?,because\nWho?,me\n', "this is no CSV: unexpected end of data"),
        ("question,quote\n,b\n", "row 2: there is no question"),
        ('{"question": "A?"}\n{"question": 7}\n', "line 2: there is no question"),
        ('{"question": "A?"\n', "line 1: this is no JSON"),
        ('{"question": "A?"}\n\n{"question" 7}', "line 3: this is no JSON: .* at column 13$"),
        (
            '[{"question": "A?"},\n{"question" 7}]',
            "asked: this is no JSON: .* at line 2, column 13",
        ),
        ('["A?"]', "item 1: 'A\\?' is no question"),
        ('{"question": "A?", "quotes": [7]}', "is no quote and no place"),
        ('{"question": "A?", "start": 3}', "a start and an end"),
        ('{"question": "A?", "start": "x", "end": 3}', "'x' is no offset"),
        ('question,references\nA?,"[{"\n', "row 2: references: this is no JSON"),
    ],
)
def test_what_cannot_be_read_is_named(written: str, said: str) -> None:
    """The message says which row, and what is wrong with it."""
    with pytest.raises(OptionError, match=said):
        read_questions(written, "asked")


def test_empty_cells_beyond_the_columns_are_no_matter() -> None:
    """Tables often end in commas."""
    assert [Asked("Why?", (), "q, row 2")] == read_questions("question,quote\nWhy?,,,\n", "q")


def test_a_list_of_questions_is_a_text() -> None:
    """Bytes are none."""
    with pytest.raises(TypeError, match="not bytes"):
        read_questions(b"question\nWhy?\n")  # type: ignore[arg-type]


def test_a_quote_is_found_though_it_is_not_to_the_letter() -> None:
    """In the document where it fits best; overlapping quotes are one place."""
    asked = [{"question": "How?", "quotes": ["iron is HEATED, until it glows", "it glows."]}]
    (question,) = located(asked, [BAKERY, FORGE]).questions
    assert ["Iron is heated until it glows."] == [
        FORGE.text[place.start : place.end] for place in question.gold if place.document == 1
    ]


def test_a_quote_that_stands_nowhere_is_reported() -> None:
    """The question stays, without a reference."""
    found = located([{"question": "Why?", "quote": "Because nobody asked the miller."}], [BAKERY])
    assert ((), "Because nobody asked the miller.") == (
        found.questions[0].gold,
        found.unlocated[0].quote,
    )
    assert "question 1" == found.unlocated[0].origin


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"document": "mill", "quote": "x"}, "no document 'mill'"),
        ({"start": 0, "end": 5}, "which of the 2 documents"),
        ({"document": "bakery", "start": 0, "end": 500}, "which has 44 characters"),
        ({"document": "bakery", "start": 5, "end": 5}, "is not in the document"),
    ],
)
def test_a_place_lies_in_a_document(row: dict[str, object], said: str) -> None:
    """A place that is none is an error, not a question that nobody can answer."""
    with pytest.raises(OptionError, match=said):
        located([{"question": "Q?", **row}], [BAKERY, FORGE])


def test_places_that_are_given_are_checked_and_put_in_order() -> None:
    """Questions with places may come from anywhere."""
    question = Question("Q?", (Place(0, 20, 30), Place(0, 0, 21)))
    assert (Place(0, 0, 30),) == located([question], [BAKERY]).questions[0].gold
    with pytest.raises(OptionError, match="no document 3"):
        located([Question("Q?", (Place(3, 0, 1),))], [BAKERY])
