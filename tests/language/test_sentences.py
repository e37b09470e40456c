"""Sentences: where they end, and where they do not. A bar stands where the text is cut."""

from __future__ import annotations

import pytest

from linewise import Document, Heading, OptionError, Span
from linewise.language import Sentence, sentence_ends, sentences


def cut(text: str, language: str | None = None) -> str:
    """Return a text with a bar at each cut."""
    return "|".join(sentence.text for sentence in sentences(text, language))


# The kinds that the public "golden rules" for English distinguish, with examples of our own.
GOLDEN = {
    "period": "Rain fell. |The road was wet.",
    "question mark": "Where were you? |I waited.",
    "exclamation mark": "Look out! |A tree fell.",
    "upper-case initial": "Her name is Ada K. Stone.",
    "lower-case letter": "Turn to p. 12 of the book.",
    "small abbreviation inside": "Were Ann and co. at home?",
    "large abbreviation inside": "They sold it to Lee, Ross & Co. at noon.",
    "small abbreviation at the end": "Ask Ann and co. |They know.",
    "large abbreviation at the end": "They sold it to Lee, Ross & Co. |It closed later.",
    "abbreviation before a name": "You can see Mt. Blanc from here.",
    "before a name and after one": "St. Anne's Hall is on 9th st. near the park.",
    "possessive abbreviation": "That is Tom Hill Jr.'s hat.",
    "several stops inside": "She toured the U.S.A. last spring.",
    "several stops at the end": "We live in the E.U. |Where do you live?",
    "a country at the end": "He lives in the U.S. |Where are you from?",
    "a country before a noun": "She works for the U.S. Senate in town.",
    "a country inside": "He lived in the U.S. for ten years.",
    "hours of the day": (
        "At 7 a.m. Mr. Ray went to the shop. |He left the shop at 8 P.M. |Mr. Ray then went home."
    ),
    "a price": "It costs $45.50 in the shop.",
    "a price at the end": "It costs $45.50. |That is a lot.",
    "brackets inside": "She lectures (She was a nurse for ten years.) at the college.",
    "an address": "His mail is Tom.Ray@mail.example. |I wrote to him.",
    "a link": "See https://www.site.10.example/a-b/page_two.html. |Then tell me.",
    "single quotes inside": "He looked up, 'This is fine.' he said.",
    "double quotes inside": 'He looked up, "This is fine." he said.',
    "double quotes at the end": 'He looked up, "This is fine." |He put the pen down.',
    "two exclamation marks": "Wow!! |What a day.",
    "two question marks": "What?? |You too?",
    "mixed marks": "No!? |It is so.",
    "mixed marks turned round": "So?! |Let it be.",
    "list with stop and bracket": "1.) Peel it |2.) Boil it",
    "the same with stops": "1.) Peel it. |2.) Boil it.",
    "list with bracket": "1) Peel it |2) Boil it",
    "the same, bracket, with stops": "1) Peel it. |2) Boil it.",
    "list with stop": "1. Peel the fruit |2. Boil the water",
    "the same, stop, with stops": "1. Peel the fruit. |2. Boil the water.",
    "list with bullets": "• 9. Peel it |• 10. Boil it",
    "list with hyphen bullets": "⁃9. Peel it |⁃10. Boil it",
    "list with letters": "a. Peel the fruit |b. Boil the water |c. Serve it hot",
    "line broken by a page": "This line was\nbroken by the page.",
    "line broken after a space": "It was a bright \nday in May.",
    "lines that are a list": "prices\n|terms of sale\n|returns, refunds\n",
    "coordinates": "It stands at N°. 1044.118.207. |There you dig.",
    "a name with a mark": "He works at Yahoo! in the city.",
    "the pronoun I": "It is between you and I. |Have you met Ann I. Brown?",
    "spaced ellipsis in quotes": "She wrote that “the less we own, the less we fear. . . .”",
    "ellipsis in brackets": '"Lee [...] used the image of two ladders [...]" (Ray 12).',
    "ellipsis and stop": "Mark what is left out by dots . . . . |The next one.",
    "four dots": "I did not say so.... |She went out.",
    "ellipses inside": (
        "I was not ... well, I mean...look . . . what I say, the point is . . . I did not."
    ),
    "ellipses inside and after": (
        "One habit that faded . . . was that of joining words. . . . |The use was not given up."
    ),
    "no space between": "Good day.|Today is Monday.|Mr. Ray bought 2,000.|That is a lot.",
}

REPORTED = {
    "abbreviation in commas": "We met, e.g. on Monday. |It rained.",
    "two dots": "Il resta la .. |Puis il partit.",
    "citation": "Kim et al. [2010] measured the waves in detail.",
    "a reference that is not there": "The axis is shown in Fig. ?? of the draft.",
    "after an apostrophe": "On cite l'art. 5 du code.",
    "etc. at the end": "Des pommes, des poires, etc. |Bref, des fruits.",
    "etc. and a word": "etc. |Bref.",
    "a French title": "M. Dupont est venu.",
    "guillemets": "« Bonjour ! » dit-il.",
    "guillemets at the end": "« Bonjour ! » |Il sortit.",
    "a German ordinal": "Am 3. Mai kam er an.",
    "an ellipsis sign": "Oui… |Peut-être.",
    "a small word after quotes": '"Go!" he said.',
    "an adjective of a country": "The U.S. Government said no.",
    "Chinese quotes": "他说：「我走了。」|然后他离开了。",
    "Japanese quotes that go on": "「好！」と言った。|次の日。",
    "a title with a mark inside": "我们明天去看《你好！世界》好吗？|好！",
    "a decimal in full width": "幅は３．２９％です。|次です。",
}

LANGUAGES = {
    "de": "Vgl. § 5 Abs. 2 BGB. |Das ist z. B. Peter, d. h. er. |Die Zahl usw. |Der Rest.",
    "es": "¿Qué tal? |¡Bien! |El Sr. López vive en EE. UU. con la Dra. Ruiz desde el sec. XX.",
    "fr": "Voir p. 5 et fig. 2. |L’État, c.-à-d. Mme Roy et MM. Petit et Le Goff, paie. |Bien !",
    "it": "Il sig. Rossi e la dott.ssa Neri, ecc. |Poi basta. |Nel sec. XIX disse: «Vieni!» |Andò.",
    "nl": "Dhr. de Vries zag bijv. Anna. |Daarna ging hij weg, enz. |Toen niet meer.",
    "pt": "O Sr. Silva viu a Dra. Costa na pág. 3. |Ontem choveu, etc. |Depois parou.",
    "zh": "你好。|你去哪儿？|“太好了！”他说。|走吧！",
    "ja": "これは父の\n家です。|行きますか？|はい。",
    "ar": "قال هذا. |ثم ذهب؟ |نعم.",
    "hi": "यह है। |वह था।",
}


@pytest.mark.parametrize("expected", GOLDEN.values(), ids=GOLDEN)
def test_golden_rules(expected: str) -> None:
    """Each kind of the golden rules is cut as its authors ask."""
    assert expected == cut(expected.replace("|", ""))


@pytest.mark.parametrize("expected", GOLDEN.values(), ids=GOLDEN)
def test_golden_rules_with_the_language_given(expected: str) -> None:
    """Knowing the language changes nothing."""
    assert expected == cut(expected.replace("|", ""), "en")


@pytest.mark.parametrize("expected", REPORTED.values(), ids=REPORTED)
def test_faults_reported_elsewhere(expected: str) -> None:
    """What other splitters cut wrongly is right here, the language not told."""
    assert expected == cut(expected.replace("|", ""))


@pytest.mark.parametrize(("language", "expected"), LANGUAGES.items(), ids=LANGUAGES)
def test_languages(language: str, expected: str) -> None:
    """Abbreviations, signs and scripts of other languages; of some there are no data at all."""
    assert expected == cut(expected.replace("|", ""), language)


@pytest.mark.parametrize(
    "expected",
    [
        "Title\n\n|Text begins here.",
        "# Title\n|Text. |More.",
        "# 1. The First. Part\n\n|Text.",
        "- one\n|- two\n|- three. |Four.",
        "A title\n|A paragraph. |It goes on.\n|Another one.",
        "She lives in the\nUnited States. |Of Paris,\nRome and Nice nothing is known.",
        "He said so.[12] |The rest is history.",
        "It was so.¹ |The rest is history.",
        "“Really?” |“Yes.” |They left.",
        "“Really?” she asked. |“Yes.”",
        "the man said so. |he left. |it was late.",
        "Ludwig IV. |He was the last.",
        "IV. The Return of the King",
        "It was plan B. |The others failed.",
        "Don't. |I wasn't. |He was the one.",
        "-- Oui.|-- Non.",
    ],
)
def test_signs_and_lines(expected: str) -> None:
    """Headings, items, citations, quotations, and texts without capitals."""
    assert expected == cut(expected.replace("|", ""))


def test_rows_of_a_table_are_sentences() -> None:
    """Each row ends with its line."""
    rows = ["| a | b |\n", "|---|---|\n", "| c. D | e |\n"]
    assert rows == [row.text for row in sentences("".join(rows))]


def test_white_space_belongs_to_the_sentence_before() -> None:
    """The sentences are the text, end to end; `stripped` is where the words are."""
    first, second = sentences("  One. \r\n\r\n Two.\n")
    assert ("  One. \r\n\r\n ", "Two.\n") == (first.text, second.text)
    assert Span(2, 6) == first.stripped
    assert Span(12, 16) == second.stripped


def test_a_text_without_words_is_one_sentence_and_none_is_none() -> None:
    """Nothing is lost, and nothing is made up."""
    assert sentences("") == []
    assert [" \n "] == [sentence.text for sentence in sentences(" \n ")]
    assert 0 == sentences(" \n ")[0].stripped.length


def test_a_sentence_is_a_piece_of_its_document() -> None:
    """A sentence knows its lines and the headings that it stands under."""
    text = "Part. One\nIt rained. It\nsnowed."
    doc = Document(text, headings=[Heading(1, "Part. One", Span(0, 9))])
    heading, first, second = sentences(doc)
    assert "Part. One\n" == heading.text
    assert isinstance(first, Sentence)
    assert (2, 3) == second.lines
    assert ("Part. One",) == second.headings


def test_the_documents_language_is_used() -> None:
    """The language comes from the call, or else from what is known of the document."""
    text = "Am 3. Oktober."
    assert 1 == len(sentences(Document(text, metadata={"language": "de-AT"})))
    assert 2 == len(sentences(Document(text, metadata={"language": "de"}), "en"))
    assert 1 == len(sentences(Document("Ein Satz.", metadata={"language": "the German one"})))


def test_ends_are_offsets() -> None:
    """The last end is the length of the text."""
    assert [5, 8] == sentence_ends("Yes. No.")
    assert [] == sentence_ends("")


def test_combining_marks_are_not_cut_off() -> None:
    """A mark that joins to the space before it stays with it."""
    assert ["One. \u0301", "Two."] == [s.text for s in sentences("One. \u0301Two.")]


def test_a_language_is_a_code() -> None:
    """A tag may name a region; a word is refused with the codes that are known."""
    assert 2 == len(sentences("Un. Deux.", "fr-CA"))
    with pytest.raises(OptionError, match="'French' is not a language; a code such as de, en"):
        sentences("Un. Deux.", "French")


def test_a_byte_order_mark_is_no_word() -> None:
    """It hides no heading, and stands in front of the words of the first sentence."""
    found = sentences("\ufeff# Title\nOne two.")
    assert ["\ufeff# Title\n", "One two."] == [sentence.text for sentence in found]
    assert Span(1, 8) == found[0].stripped
    assert Span(1, 1) == sentences("\ufeff")[0].stripped
