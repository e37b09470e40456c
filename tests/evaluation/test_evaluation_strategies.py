"""Ways to split as they are written, and functions that split."""

from __future__ import annotations

import re
from functools import partial

import pytest

from linewise import Document, Piece, Span, split
from linewise.errors import OptionError, SizeError
from linewise.evaluation.strategies import DEFAULT, Strategy, named, pieces_of, read_strategy

DOCUMENT = Document("One two three.\n\nFour five six.\n")


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("recursive:1000/200", Strategy("recursive", 1000, 200)),
        ("500/50", Strategy("recursive", 500, 50)),
        ("500", Strategy("recursive", 500)),
        ("structure", Strategy("structure")),
        ("structure:300", Strategy("structure", 300)),
        ("sentences:100t/0", Strategy("sentences", 100, 0, "tokens")),
        ("sentences:100t/20t", Strategy("sentences", 100, 20, "tokens")),
        ("chars:80g/8", Strategy("chars", 80, 8, "graphemes")),
        ("recursive:2000b", Strategy("recursive", 2000, None, "bytes")),
        ("lines:20/2", Strategy("lines", 20, 2)),
        (" tokens:400/0 ", Strategy("tokens", 400, 0)),
    ],
)
def test_a_strategy_is_written_in_a_word(written: str, expected: Strategy) -> None:
    """NAME, SIZE with the letter of its unit, OVERLAP; what is left out suits the strategy."""
    assert expected == read_strategy(written)
    assert expected == read_strategy(str(expected))


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("", "is written NAME:SIZE/OVERLAP"),
        ("recursive:", "is written NAME:SIZE/OVERLAP"),
        ("recursive 1000", "is written NAME:SIZE/OVERLAP"),
        ("structure:big", "is written NAME:SIZE/OVERLAP"),
        ("structure100", "is written NAME:SIZE/OVERLAP"),
        ("structure:١٠٠", "is written NAME:SIZE/OVERLAP"),
        (f"structure:{'9' * 5000}", "is written NAME:SIZE/OVERLAP"),
        ("recursiv:1000", "there is no strategy 'recursiv'"),
        ("recursive:100x", "a size ends in t, c, g, b, l or nothing"),
        ("recursive:100t/20c", "its overlap in the same"),
    ],
)
def test_what_is_written_otherwise_is_refused(written: str, said: str) -> None:
    """The message says what would be right."""
    with pytest.raises(OptionError, match=said):
        read_strategy(written)


def test_the_usual_strategies_can_be_read() -> None:
    """The default list is written in the same words."""
    assert list(DEFAULT) == list(named(DEFAULT))


def test_sizes_that_cannot_be_kept_are_refused() -> None:
    """An overlap as large as the size is an error of `split`."""
    with pytest.raises(SizeError):
        pieces_of(read_strategy("recursive:10/10"), DOCUMENT, "o200k")


def test_a_mapping_names_its_strategies() -> None:
    """Other lists are named as they are written or called; a name stands once."""

    def halves(document: Document) -> list[str]:
        return [document.text[:5], document.text[5:]]

    assert ["mine"] == list(named({"mine": halves}))
    assert ["500/50", "structure:1000", "halves"] == list(
        named(["500/50", Strategy("structure"), halves])
    )
    with pytest.raises(OptionError, match="two strategies are called '500/50'"):
        named(["500/50", "500/50"])
    with pytest.raises(OptionError, match="no strategy to compare"):
        named([])
    with pytest.raises(TypeError, match="a list of strategies"):
        named("500/50")
    with pytest.raises(TypeError, match="is no strategy"):
        named([7])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="is no strategy"):
        named({"mine": 7})


def test_a_function_returns_pieces_spans_or_texts() -> None:
    """Whatever it returns becomes pieces of the document; texts are found one after the other."""
    first, second = "One two three.", "Four five six."
    expected = [(0, 14), (16, 30)]
    returned = (
        [Piece(DOCUMENT, Span(0, 14)), Piece(DOCUMENT, Span(16, 30))],
        [Span(0, 14), Span(16, 30)],
        [first, second],
    )
    for pieces in returned:
        found = pieces_of(partial(lambda given, _: given, pieces), DOCUMENT, "o200k")
        assert expected == [(piece.start, piece.end) for piece in found]


def test_texts_that_overlap_or_repeat_are_found() -> None:
    """The next text begins behind the start of the one before."""
    document = Document("la la la la")
    found = pieces_of(lambda _: ["la la", "la la", "la la"], document, "o200k")
    assert [0, 3, 6] == [piece.start for piece in found]


def test_white_space_alone_is_no_piece() -> None:
    """It could not be found, and would count as a chunk."""
    assert [] == pieces_of(lambda _: ["\n\n"], DOCUMENT, "o200k")
    assert [] == pieces_of(Strategy("recursive"), Document(""), "o200k")


@pytest.mark.parametrize("returned", ["Seven", 7, split("another document")[0]])
def test_what_is_not_in_the_document_is_refused(returned: object) -> None:
    """A splitter that rewrites the text cannot be measured on places."""
    said = re.compile("stands nowhere|were expected")
    with pytest.raises(OptionError, match=said):
        pieces_of(lambda _: [returned], DOCUMENT, "o200k")


@pytest.mark.parametrize("returned", [None, 7, DOCUMENT.text])
def test_a_function_returns_a_list(returned: object) -> None:
    """One text would be split into its characters."""
    with pytest.raises(TypeError, match="a list of pieces or spans"):
        pieces_of(lambda _: returned, DOCUMENT, "o200k")  # type: ignore[arg-type,return-value]
