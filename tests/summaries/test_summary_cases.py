"""Faults that users of summarizers, sentence splitters and HTML cleaners reported."""

from __future__ import annotations

import pytest

from linewise import Document, key_points, sentences, summarize


def told(text: str, language: str | None = None) -> list[str]:
    """Return the key points of a text in their order in it."""
    points = key_points(text, 100, language=language)
    return [one.text for one in sorted(points, key=lambda one: one.start)]


def cut(text: str, language: str | None = None) -> list[str]:
    """Return the sentences of a text without the white space around them."""
    return [one.text.strip() for one in sentences(text, language)]


def test_a_tie_goes_by_position() -> None:
    """Of unrelated sentences of like worth the first ones are taken."""
    text = "Alpha runs. Bravo jumps. Charl sings. Delta reads. Foxes sleep."
    assert ["Alpha runs.", "Bravo jumps."] == [one.text for one in key_points(text, 2, "cues")]


def test_a_repeated_sentence_is_taken_once() -> None:
    """What is said three times is one candidate."""
    same = "The bridge is closed on Monday."
    other = "Buses go round by the harbour."
    assert [same, other] == told(f"{same} {same} {other} {same}")
    summary = summarize(f"{same} {same} {other} {same}", max_length=70, min_content_length=0)
    assert f"{same} {other}" == summary.text


def test_nothing_and_a_title() -> None:
    """Nothing stays nothing, and capitals without a stop are a text."""
    assert summarize("").text == ""
    assert key_points("") == []
    assert summarize("ALL CAPS TITLE").text == "ALL CAPS TITLE"
    assert ["ALL CAPS TITLE"] == told("ALL CAPS TITLE")


@pytest.mark.parametrize("least", [0, 1000])
def test_three_short_sentences(least: int) -> None:
    """Short content is trimmed to the limit, never lost."""
    text = "It rains. It pours. We wait."
    assert text == summarize(text, min_content_length=least).text
    short = summarize(text, max_length=12, min_content_length=least).text
    assert short
    assert len(short) <= 12


def test_abbreviations_end_no_sentence() -> None:
    """A key point is never half a sentence."""
    assert ["We met, e.g. on Monday.", "It rained."] == cut("We met, e.g. on Monday. It rained.")
    for whole in (
        "Kim et al. [2010] measured the waves in detail.",
        "The axis is shown in Fig. ?? of the draft.",
        "She moved to the U.S. Government offices in the spring.",
    ):
        assert [whole] == told(whole, "en")


def test_closing_marks_stay_with_their_sentence() -> None:
    """Quotations are not torn open."""
    assert ["« Bonjour ! » dit-il à ses amis en entrant."] == told(
        "« Bonjour ! » dit-il à ses amis en entrant.", "fr"
    )
    assert ["他说：「我们明天早上去学校。」", "然后他回家吃晚饭。"] == told(
        "他说：「我们明天早上去学校。」然后他回家吃晚饭。", "zh"
    )


def test_pieces_index_their_document() -> None:
    """Spans point at the words, whatever the stops look like."""
    for text in ("Il resta la .. Puis il partit.", "1) Wash it. 2) Dry it."):
        assert text == "".join(one.text for one in sentences(text))
        for one in key_points(text, 9):
            assert text[one.start : one.end] == one.text


@pytest.mark.parametrize("text", ["f." + "1234567890" * 4 + "bd. ", "One sentence stands here. "])
def test_time_grows_with_the_text(text: str) -> None:
    """What took hours elsewhere is done: a sentence 16,000 times is looked at once."""
    work = f"{text * 16_000}And a last one that says something else."
    assert 0 < len(summarize(work, max_length=200).text) <= 200
    assert len(key_points(work, 100_000)) <= 2


def test_an_article_has_each_paragraph_once() -> None:
    """Headings and paragraphs are kept, in order, and words are not glued."""
    raw = "<article><h1>Harbour news</h1><p>The ship is in.</p><p>It leaves soon.</p></article>"
    assert summarize(raw).text == "Harbour news\n\nThe ship is in.\n\nIt leaves soon."


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ("<p>Buy milk</p>", "Buy milk"),
        ("<table><tr><td>one</td><td>two</td></tr></table>", "one\ttwo"),
        ("<ul><li>one</li><li>two</li></ul>", "one\ntwo"),
        ("<b>First</b><b> </b><b>Last</b>", "First Last"),
        ("<p><strong>A</strong>lfa</p>", "Alfa"),
        (
            (
                "<div><style>p { color: red }</style><!-- no --><p>One.</p><script>x()</script>"
                '<p style="display:none">hidden</p><p>Two.</p></div>'
            ),
            "One.\n\nTwo.",
        ),
        ("<div>a<div>b<div>c</div>d</div>e</div>", "a\n\nb\n\nc\n\nd\n\ne"),
    ],
)
def test_a_note_in_html_is_its_visible_words(raw: str, words: str) -> None:
    """No word is lost, none is glued or cut, and what is hidden stays hidden."""
    assert summarize(raw).text.split() == words.split()


def note(subject: str) -> str:
    """Return a note of 1,500 characters and more about something."""
    told = (
        f"The {subject} was inspected in detail during week {{0}} of the year. "
        f"Inspectors wrote {{0}} pages about the state of the {subject} and its surroundings. "
    )
    return "".join(told.format(week) for week in range(12))


def test_three_notes() -> None:
    """Each has a summary, and together they have one within the limit."""
    notes = [note(subject) for subject in ("harbour", "library", "railway")]
    for one in notes:
        assert len(one) > 1500
        assert 100 < len(summarize(one).text) <= 500
    joint = summarize(notes)
    assert len(joint.text) <= 500
    assert {one.document for one in joint.sentences} == {Document(one) for one in notes}


def test_the_end_of_a_long_note_is_considered() -> None:
    """A key fact in the last third is found, though the beginning counts."""
    filler = "The committee met on day {} and spoke of the weather, the food and the road home. "
    fact = "In conclusion, the committee decided that the bridge must close on Monday."
    text = "".join(filler.format(number) for number in range(600)) + fact
    assert len(text) > 48_000
    assert fact in summarize(text).text
    assert fact in [one.text for one in key_points(text)]


def test_short_turns_are_in_no_summary() -> None:
    """Hundreds of short turns of a meeting are no candidates."""
    long = [
        f"Bob: I think that point {number} of the plan needs one more week of work before May."
        for number in range(12)
    ]
    turns = [turn for one in long for turn in ("Ann: Yeah.", "Bob: Mm-hmm.", one, "Cy: Right.") * 4]
    summary = summarize("\n".join(turns))
    assert "Yeah" not in summary.text
    assert "Right" not in summary.text
    assert "needs one more week" in summary.text
    bare = "\n".join(["Yeah."] * 300 + [one.partition(": ")[2] for one in long] + ["Yeah."] * 300)
    assert "Yeah" not in summarize(bare).text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "Selon l'art. 5 du code, rien ne change."),
        ("fr", "M. Dupont est venu."),
        ("de", "Am 3. Mai beginnt die Schule."),
        ("en", '"Go!" he said.'),
    ],
)
def test_no_wrong_cut(language: str, text: str) -> None:
    """Numbers, titles and quotations end no sentence."""
    assert [text] == cut(text, language)


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [
        ("fr", "Des pommes, des poires, etc.", "Bref, il en reste."),
        ("fr", "Oui…", "Peut-être demain."),
        ("zh", "他说：「走吧。」", "我们走了。"),
    ],
)
def test_no_cut_is_missed(language: str, first: str, second: str) -> None:
    """A closing mark stays with its sentence, and the next one begins."""
    space = "" if language == "zh" else " "
    assert [first, second] == cut(first + space + second, language)


def test_no_network_is_touched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any text is summarised without a download."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the network was touched")

    monkeypatch.setattr("socket.socket.connect", refuse)
    assert summarize(note("harbour")).text
    assert key_points(note("harbour"))
