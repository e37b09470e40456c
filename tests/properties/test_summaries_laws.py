"""What holds for every summary: limits, places, and the way back into HTML."""

from __future__ import annotations

from html import escape
from typing import Literal

from hypothesis import given, settings
from hypothesis import strategies as st

from linewise import Document, count_tokens, key_points, summarize
from linewise.loading.html import clean_html
from linewise.tokens import floor_boundary
from strategies import texts

WORDS = st.sampled_from(
    [
        "bridge",
        "river",
        "closes",
        "Monday",
        "important",
        "harbour",
        "e.g.",
        "Dr.",
        "Müller",
        "3.14",
        "therefore",
        "we",
        "propose",
        "l'art.",
        "naïve",
        "日本語のテスト。",
        "他说：「走吧。」",
        "👩\u200d🌾",
        "été",
        "#",
        "-",
        "|",
        "key",
    ]
)
ENDS = st.sampled_from([". ", "! ", "? ", "… ", ".\n", "\n\n", "\n- ", ".\r\n\r\n", ": "])


@st.composite
def notes(draw: st.DrawFn) -> str:
    """Draw a note of sentences, lists and paragraphs, some of them said twice."""
    one = st.tuples(st.lists(WORDS, min_size=1, max_size=9), ENDS)
    said = [" ".join(words) + end for words, end in draw(st.lists(one, min_size=1, max_size=12))]
    again = draw(st.lists(st.sampled_from(said), max_size=4))
    return "".join(said + again)


@given(
    text=st.one_of(notes(), texts()),
    limit=st.integers(1, 300),
    least=st.sampled_from([0, 40, 1000]),
    method=st.sampled_from(["auto", "lead"]),
    title=st.sampled_from(["", "bridge", "A title of some length"]),
    about=st.sampled_from([None, "important river"]),
)
def test_a_summary_keeps_its_promises(
    *,
    text: str,
    limit: int,
    least: int,
    method: Literal["auto", "lead"],
    title: str,
    about: str | None,
) -> None:
    """Within the limit, never empty, made of places, and cut between characters."""
    summary = summarize(
        text, title, limit, min_content_length=least, method=method, about=about, format="text"
    )
    assert len(summary.text) <= limit
    # A byte order mark says nothing.
    assert bool(summary.text) or not (text.removeprefix("\ufeff") + title).strip()
    assert (
        summary.text
        == summarize(
            text, title, limit, min_content_length=least, method=method, about=about, format="text"
        ).text
    )
    for one in summary.sentences:
        assert text[one.start : one.end] == one.text
        assert one.end == floor_boundary(text, one.end)
        # Scripts without spaces are joined without one.
        assert "".join(one.text.split()) in "".join(summary.text.split())


@given(notes(), st.integers(1, 60), st.sampled_from(["o200k", "simple", "estimate"]))
@settings(max_examples=40)
def test_a_limit_in_tokens_is_kept(text: str, limit: int, tokenizer: str) -> None:
    """Whatever counts, no summary counts more."""
    summary = summarize(
        text, "Title", limit, min_content_length=0, unit="tokens", tokenizer=tokenizer
    )
    assert count_tokens(summary.text, tokenizer) <= limit


@given(st.one_of(notes(), texts()), st.integers(1, 8), st.sampled_from(["auto", "cues"]))
def test_key_points_are_places(text: str, most: int, method: Literal["auto", "cues"]) -> None:
    """At most as many as asked, each a place of its own, the best first."""
    points = key_points(text, most, method, format="text")
    assert len(points) <= most
    assert sorted(points, key=lambda one: -one.score) == points or method == "auto"
    for one in points:
        assert text[one.start : one.end] == one.text
        assert one.text == one.text.strip()
    assert len({" ".join(one.text.split()) for one in points}) == len(points)
    if any(character.isalnum() for character in text):
        assert points


@given(st.lists(notes(), min_size=2, max_size=4), st.integers(20, 200))
@settings(max_examples=40)
def test_a_joint_summary_keeps_its_sources(contents: list[str], limit: int) -> None:
    """Each sentence is of one of the documents, and the limit holds for all together."""
    documents = [Document(one) for one in contents]
    summary = summarize(documents, max_length=limit)
    assert len(summary.text) <= limit
    assert {one.document for one in summary.sentences} <= set(documents)


@given(st.lists(notes(), min_size=1, max_size=4), st.integers(20, 200))
@settings(max_examples=60)
def test_through_html_each_sentence_leads_back(contents: list[str], limit: int) -> None:
    """The raw stretch of a sentence cleans to the words of the sentence."""
    raw = "".join(f"<div><p>{escape(one)}</p><b>so</b></div>" for one in contents)
    summary = summarize(raw, max_length=limit, min_content_length=0)
    for one in summary.sentences:
        origin = one.document.origin
        assert origin is not None
        assert one.document.text[one.start : one.end] == one.text
        place = origin.invert().map_span(one.span)
        assert place is not None
        assert one.text.split() == clean_html(raw[place.start : place.end]).text.split()
