"""`summarize`: sentences of the content, within the limit, each with its place."""

from __future__ import annotations

from typing import Any

import pytest

from linewise import (
    Document,
    OptionError,
    SizeError,
    Span,
    TokenizerError,
    count_tokens,
    summarize,
)

NOTE = """# Course editor

The team ships version two of the course editor in June, after a beta with twelve schools.
It was asked for by teachers who write their own lessons.

The new audio block lets a teacher record a lesson in the browser. Recordings are kept for a year.
Quizzes may hold up to three questions for each lesson, and the limit grows to six in June.

- Schools can roll back to the old editor within a day.
- The importer reads old quizzes and new ones.

The budget of the course editor is unchanged. The weather was fine. Nobody complained at all.
"""


def test_the_text_is_made_of_the_sentences() -> None:
    """The words of a summary are those of its sentences, in the order of the document."""
    summary = summarize(NOTE, max_length=220, min_content_length=100)
    words = " ".join(" ".join(sentence.text.split()) for sentence in summary.sentences)
    assert words == summary.text.replace("…", "")
    assert sorted(one.start for one in summary.sentences) == [
        one.start for one in summary.sentences
    ]
    assert all(NOTE[one.start : one.end] == one.text for one in summary.sentences)


def test_a_sentence_knows_its_lines() -> None:
    """What was taken can be looked up."""
    summary = summarize(NOTE, max_length=80, min_content_length=100, about="roll back")
    assert ["Schools can roll back to the old editor within a day."] == [
        one.text for one in summary.sentences
    ]
    assert (9, 9) == summary.sentences[0].lines


def test_content_below_the_minimum_comes_back_trimmed() -> None:
    """A short note is its own summary."""
    summary = summarize("  A short note.\n\nOf two paragraphs.\n")
    assert summary.text == "A short note.\n\nOf two paragraphs."
    assert (summary.method, summary.cut) == ("whole", False)


def test_short_content_above_the_limit_is_cut_between_words() -> None:
    """Below the minimum nothing is chosen, but the limit holds."""
    summary = summarize("One two three four five.", max_length=12)
    assert summary.text == "One two…"
    assert "One two" == summary.sentences[0].text
    assert summary.cut


@pytest.mark.parametrize("limit", [1, 2, 7, 30, 61, 100, 300])
@pytest.mark.parametrize("unit", ["chars", "tokens"])
@pytest.mark.parametrize("method", ["auto", "lead"])
def test_the_limit_holds(limit: int, unit: Any, method: Any) -> None:
    """No summary measures more than was asked for, title and mark included."""
    summary = summarize(
        NOTE, "Editor plan", limit, min_content_length=100, method=method, unit=unit
    )
    measure = len if unit == "chars" else count_tokens
    assert 0 < measure(summary.text) <= limit


def test_a_word_longer_than_the_limit_is_cut_between_clusters() -> None:
    """Where one word alone has no room it is cut, but no character is taken apart."""
    flag = "\U0001f469\u200d\U0001f33e"
    assert f"{flag}{flag}…" == summarize(flag * 10, max_length=9).text


def test_only_the_mark_where_nothing_else_has_room() -> None:
    """For content that says something the summary is never empty."""
    assert summarize("Something long", max_length=1).text == "…"


def test_the_title_leads() -> None:
    """A title stands in front, and counts."""
    summary = summarize(NOTE, "Plan for June", 160, min_content_length=100)
    assert summary.text.startswith("Plan for June\n\n")
    assert summary.title == "Plan for June"
    assert len(summary.text) <= 160


def test_a_title_that_is_there_already_is_not_repeated() -> None:
    """Content that begins with its title, as a heading or in other case, has it once."""
    assert summarize("# Plan for June\n\nWe wait.", "plan for  june").text.count("lan") == 1
    assert summarize("Planets move.", "Plan").text == "Plan\n\nPlanets move."


def test_a_title_can_be_left_out() -> None:
    """`include_title=False` leaves the sentences alone."""
    assert summarize("We wait.", "Plan", include_title=False).text == "We wait."


def test_a_long_title_takes_half_of_the_room_at_most() -> None:
    """The sentences keep the other half."""
    summary = summarize(NOTE, "A title " * 20, 100, min_content_length=100)
    assert len(summary.title) <= 50
    assert summary.title.endswith("…")
    assert summary.sentences


def test_nothing_has_no_summary() -> None:
    """Of nothing there is nothing but its title."""
    assert summarize(" \n").text == ""
    assert summarize("", "Title").text == "Title"
    assert summarize([]).text == ""


def test_html_is_read_for_its_words_and_leads_back() -> None:
    """A sentence of an HTML note has its place in the source."""
    raw = "<div><p>Buy <b>milk</b> &amp; bread.</p><p>Then go home.</p></div>"
    summary = summarize(raw)
    assert summary.text == "Buy milk & bread.\n\nThen go home."
    document = summary.sentences[0].document
    assert document.origin is not None
    place = document.origin.invert().map_span(summary.sentences[0].span)
    assert place is not None
    assert raw[place.start : place.end] == raw[8 : raw.index("</p></div>")]


def test_a_byte_order_mark_says_nothing() -> None:
    """It is no part of a summary, hides no markup, and alone is nothing to summarise."""
    assert "One two." == summarize("\ufeffOne two.\n").text
    assert Span(1, 9) == summarize("\ufeffOne two.\n").sentences[0].span
    assert "One two." == summarize("\ufeff<p>One <b>two</b>.</p>").text
    assert "" == summarize("\ufeff \n").text


def test_the_form_of_a_text_can_be_said() -> None:
    """What begins like HTML can be meant as it stands, and the other way round."""
    assert summarize("<b>x</b> is bold", format="text").text == "<b>x</b> is bold"
    assert summarize("a <b>b</b>", format="html").text == "a b"
    assert summarize("a <b>b</b> in the middle").text == "a <b>b</b> in the middle"


def test_markup_is_no_sentence() -> None:
    """Headings, tables and pictures are left out while there is a sentence, bullets always."""
    text = f"{NOTE}\n| table | of | many | words |\n\n![a picture of it](picture.png)\n"
    summary = summarize(text, max_length=900, min_content_length=0)
    assert summary.text == text.strip()
    summary = summarize(text, max_length=600, min_content_length=0)
    assert not any(sign in summary.text for sign in ("#", "|", "![", "- "))
    assert "Schools can roll back" in summary.text


def test_a_question_decides() -> None:
    """With `about` the sentences are those that answer."""
    summary = summarize(NOTE, max_length=100, min_content_length=100, about="quiz limits")
    assert summary.text.startswith("Quizzes may hold up to three questions")
    assert summary.method == "about"


def test_a_question_without_an_answer_gives_the_whole() -> None:
    """A summary is never empty, and says how it was made."""
    summary = summarize(NOTE, max_length=100, min_content_length=100, about="xylophone")
    assert summary.text
    assert summary.method == "auto"


def test_several_documents_have_one_summary() -> None:
    """What two say is said once, and each sentence knows its source."""
    first = Document(
        "The bridge over the river closes on Monday for repairs. The weather is fine.",
        source="a.txt",
    )
    second = Document(
        "The bridge over the river closes on Monday for repairs. Buses go round by the harbour.",
        source="b.txt",
    )
    summary = summarize([first, second], max_length=95)
    assert summary.text.count("The bridge over the river") == 1
    assert "harbour" in summary.text
    assert ["a.txt", "b.txt"] == [one.document.source for one in summary.sentences]


def test_each_text_needs_its_vector() -> None:
    """An `embed` that gives no row for each text is refused, with the numbers."""
    with pytest.raises(OptionError, match="one row of finite numbers for each of 10 texts"):
        summarize(NOTE, max_length=60, min_content_length=0, embed=lambda _texts: [[1.0]])


def test_the_language_that_a_document_states_counts() -> None:
    """A dialect is its language; what is no language tag is passed over."""
    words: dict[str, Any] = {"max_length": 120, "min_content_length": 0}
    in_french = summarize(NOTE, language="fr", **words).text
    assert in_french == summarize(Document(NOTE, metadata={"language": "fr-CA"}), **words).text
    odd = Document(NOTE, metadata={"language": "English"})
    assert summarize(NOTE, **words).text == summarize(odd, **words).text


def test_a_summary_is_plain_values() -> None:
    """Field names are those of the attributes."""
    values = summarize("A note.", "T").as_dict()
    assert ["text", "title", "method", "cut", "sentences"] == list(values)
    assert values["sentences"][0]["lines"] == [1, 1]


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        ({"method": "best"}, OptionError, "known are 'auto' and 'lead'"),
        ({"unit": "miles"}, OptionError, "known are 'chars' and 'tokens'"),
        ({"format": "pdf"}, OptionError, "known are 'html' and 'text'"),
        ({"max_length": 0}, SizeError, "a whole number from 1 on"),
        ({"max_length": 1, "unit": "tokens", "tokenizer": lambda t: 5 * len(t)}, SizeError, "5 on"),
        ({"min_content_length": -1}, SizeError, "0 or more, not -1"),
        ({"language": "?"}, OptionError, "not a language"),
        ({"unit": "tokens", "tokenizer": "nothing"}, TokenizerError, "no tokenizer 'nothing'"),
    ],
)
def test_wrong_settings_are_refused(
    wrong: dict[str, object], error: type[Exception], words: str
) -> None:
    """A setting that means nothing is named, with what would be right."""
    with pytest.raises(error, match=words):
        summarize(NOTE, **wrong)  # type: ignore[arg-type]


def test_what_is_no_content_is_refused() -> None:
    """Only texts and documents are summarised."""
    with pytest.raises(TypeError, match="not int"):
        summarize(7)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not bytes"):
        summarize([b"x"])  # type: ignore[list-item]


def test_front_matter_is_no_sentence() -> None:
    """What stands above the body of a Markdown file says nothing of it."""
    front = "---\ntitle: A Manual Of Lamps\nrevision: 3 of many revisions\n---\n"
    body = "Lamps give light to a room at night. " * 3 + "They are switched on by hand, always.\n"
    words = "Oil lamps were used before the current came to the house. " * 20
    summary = summarize(front + body + "\n" + words, min_content_length=0, max_length=120)
    assert "revision" not in summary.text
