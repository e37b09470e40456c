"""Quotations are found though they are not to the letter, and others are not."""

from __future__ import annotations

import pytest

from linewise import Document, Match, OptionError, QuoteFinder, Span, locate_quote

TEXT = """The Keeper's Log

On the third night, the lamp went out. “We have no oil,” said the mate;
"none at all."  The keeper, an old man from the island of Noël, looked at
the sea for a long time, and at the stars above it, and said noth-
ing. At last he took the axe. The boat burned until the morning came.

On the fourth night the lamp went out. The mate was gone.
"""


def found(quote: str, near: int | None = None) -> str | None:
    """Return the text at the place of a quotation."""
    match = locate_quote(TEXT, quote, near)
    return None if match is None else match.text


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        ("The boat burned until the morning came.", "The boat burned until the morning came."),
        ("On the third night the lamp went out", "On the third night, the lamp went out"),
        ('"We have no oil," said the mate', "“We have no oil,” said the mate"),
        ("AT LAST HE TOOK THE AXE!", "At last he took the axe."),
        ("the island of Noel looked", "the island of Noël, looked"),
        ("stars above it, and said nothing.", "stars above it, and said noth-\ning."),
        ("looked at the\n  sea for a long time", "looked at\nthe sea for a long time"),
        ("“none at all.”", '"none at all."'),
    ],
)
def test_case_spacing_and_typography_do_not_matter(quote: str, expected: str) -> None:
    """What differs in signs alone is found whole, with the signs that the document has."""
    match = locate_quote(TEXT, quote)
    assert match is not None
    assert expected == match.text
    assert 1.0 == match.score
    assert (quote == expected) == match.exact


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        ("The ship burned until the morning came.", "The boat burned until the morning came."),
        ("The boat burned until the evening", "The boat burned until the morning"),
        ("Teh boat burned until the mornign came", "The boat burned until the morning came"),
        ("The boat burned till the bright morning came", "The boat burned until the morning came"),
    ],
)
def test_a_wrong_word_or_a_few_letters_are_forgiven(quote: str, expected: str) -> None:
    """The nearest place is found, its words whole, and the score says that it differs."""
    match = locate_quote(TEXT, quote)
    assert match is not None
    assert expected == match.text
    assert 0.75 <= match.score < 1
    assert not match.exact


@pytest.mark.parametrize("mark", ["…", "...", "[...]", " [ … ] ", ". . ."])
def test_an_omission_spans_what_it_leaves_out(mark: str) -> None:
    """The place goes from the first part to the last."""
    expected = "On the third night, the lamp went out. “We have no oil,”"
    assert expected == found(f"On the third night {mark} we have no oil,”")


@pytest.mark.parametrize(
    "quote",
    [
        "The engine was started by the second officer.",
        "A wholly different sentence about trains",
        "",
        "   ",
        "…",
        "?!",
        "zebra",
    ],
)
def test_what_is_not_there_is_not_found(quote: str) -> None:
    """No place is better than a wrong one."""
    assert found(quote) is None


def test_the_hint_tells_repeated_quotations_apart() -> None:
    """The first place without a hint, the nearest with one, however the quotation differs."""
    first, second = (TEXT.index(words) for words in ("third", "fourth"))
    for quote in ("the lamp went out.", "THE LAMP, WENT OUT", "night the lamp want out"):
        matches = [locate_quote(TEXT, quote, near) for near in (None, first, second, len(TEXT))]
        places = [match.start for match in matches if match is not None]
        assert [True, True, False, False] == [place < second for place in places]


def test_whole_words_come_first() -> None:
    """A short quotation is not found inside a longer word when it also stands alone."""
    match = locate_quote("The cartload of art.", "art")
    assert match is not None
    assert Span(16, 19) == match.span


def test_characters_are_never_cut() -> None:
    """A quotation without its accents covers those of the document."""
    match = locate_quote("Un cafe\u0301 noir", "cafe")
    assert match is not None
    assert "cafe\u0301" == match.text
    assert not match.exact


def test_scripts_without_spaces() -> None:
    """Letters are compared, so no words are needed."""
    text = "今天天气很好,我们去公园散步吧。明天可能会下雨。"
    match = locate_quote(text, "天气很好，我们去公园玩散步")
    assert match is not None
    assert "天气很好,我们去公园散步" == match.text


def test_a_long_quotation_is_compared_in_parts() -> None:
    """Many pages with errors here and there are found from end to end."""
    words = [f"word{i * i % 9973}" for i in range(3_000)]
    text = "Before. " + " ".join(words) + " After."
    changed = [w if i % 50 else "other" for i, w in enumerate(words) if i]
    match = locate_quote(text, " ".join(changed))
    assert match is not None
    assert Span(text.index(words[1]), text.index(" After")) == match.span
    assert 0.9 < match.score < 1


def test_the_least_score_may_be_chosen() -> None:
    """A stricter score finds less; one that is no share is refused."""
    assert locate_quote(TEXT, "The ship burned until the morning came.", min_score=0.99) is None
    with pytest.raises(OptionError, match="between 0 and 1, not min_score=2"):
        locate_quote(TEXT, "lamp", min_score=2)


def test_a_finder_serves_many_quotations() -> None:
    """The object gives what the function gives, and places in its document."""
    finder = QuoteFinder(Document(TEXT, source="log.txt"))
    match = finder.locate("at last he took the axe")
    assert isinstance(match, Match)
    assert "log.txt" == match.document.source
    assert (6, 6) == match.lines
    assert {"text", "start", "end", "score", "exact"} <= match.as_dict().keys()


def test_half_of_a_pair_stands_nowhere() -> None:
    """JSON can spell what no document holds; the words around it are found all the same."""
    assert locate_quote("the river bank", "\ud800") is None
    match = locate_quote("down by the river bank", "by the \ud800river bank")
    assert match is not None
    assert "by the river bank" == match.text
