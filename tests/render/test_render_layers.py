"""Layers, and the runs that their pieces cut a text into."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linewise import Document, OptionError, Piece, Span, SpanError, key_points, split
from linewise.render import Layer, Run, runs
from linewise.render.layers import as_layers


def test_runs_tell_what_they_lie_in_and_what_begins_there() -> None:
    """Edges of pieces are the edges of runs; laid end to end they are the text."""
    assert [
        Run(0, 2, (0,), (0,)),
        Run(2, 4, (0, 1), (1,)),
        Run(4, 6, (1,), ()),
        Run(6, 9, (), ()),
    ] == list(runs(9, [Span(0, 4), Span(2, 6)]))


def test_an_empty_span_begins_but_covers_nothing() -> None:
    """It has its place, even at the end of the text and in an empty one."""
    assert [Run(0, 1, (), ()), Run(1, 2, (), (0,)), Run(2, 2, (), (1,))] == list(
        runs(2, [Span(1, 1), Span(2, 2)])
    )
    assert [Run(0, 0, (), (0,))] == list(runs(0, [Span(0, 0)]))
    assert [] == list(runs(0, []))


def test_runs_end_at_cuts_besides() -> None:
    """A caller that draws line by line gets no run that crosses a line."""
    assert [Run(0, 2, (0,), (0,)), Run(2, 4, (0,), ())] == list(runs(4, [Span(0, 4)], [2]))


@st.composite
def spans_in(draw: st.DrawFn) -> tuple[int, list[Span]]:
    """Draw the length of a text, and spans in it."""
    length = draw(st.integers(0, 30))
    ends = st.tuples(*[st.integers(0, length)] * 2).map(sorted)
    return length, [Span(*pair) for pair in draw(st.lists(ends, max_size=8))]


@given(spans_in())
def test_runs_agree_with_looking_at_each_character(case: tuple[int, list[Span]]) -> None:
    """Each character is in one run, which names exactly the spans that it lies in."""
    length, spans = case
    found = list(runs(length, spans))
    assert list(range(length)) == [at for run in found for at in range(run.start, run.end)]
    for run in found:
        for at in range(run.start, run.end):
            inside = {n for n, span in enumerate(spans) if span.start <= at < span.end}
            assert inside == set(run.covering)
            assert len(inside) == len(run.covering)
    begun = [number for run in found for number in run.beginning]
    assert list(range(len(spans))) == sorted(begun)
    assert all(spans[n].start == run.start for run in found for n in run.beginning)


def test_a_layer_takes_sizes_and_unit_from_its_pieces() -> None:
    """Chunks know what they were cut by; other pieces have characters."""
    chunks = split("One two three four.", size=2, overlap=0, unit="tokens")
    assert [chunk.tokens for chunk in chunks] == list(Layer("Chunks", chunks).sizes or ())
    assert "tokens" == Layer("Chunks", chunks).unit
    layer = Layer("Words", [Piece(Document("One two"), Span(4, 7))])
    assert ((3,), "characters", "Word") == (layer.sizes, layer.unit, layer.label)


def test_layers_take_looks_in_turns() -> None:
    """Those that are shown together can be told apart; a look that was asked for is kept."""
    document = Document("x")
    looks = [one.look for one in as_layers(document, {"A": [], "B": [], "C": []})]
    assert ["fill", "frame", "underline"] == looks
    assert ["bar"] == [one.look for one in as_layers(document, [Layer("A", [], look="bar")])]


def test_pieces_alone_are_a_layer_named_after_their_kind() -> None:
    """`view(doc, split(doc))` needs no words."""
    document = Document("One two.")
    names = {
        layer.name
        for pieces in (split(document), key_points(document), [Piece(document, Span(0, 1))])
        for layer in as_layers(document, pieces)
    }
    assert {"Chunks", "Key points", "Pieces"} == names


def test_equal_documents_are_one() -> None:
    """Pieces of a text that was loaded twice are pieces of it."""
    assert as_layers(Document("ab"), [Piece(Document("ab"), Span(0, 1))])


def test_what_is_neither_layer_nor_piece_is_refused() -> None:
    """The message says what would be right."""
    document = Document("x")
    with pytest.raises(TypeError, match="layers are Layer values, pieces by name, or the pieces"):
        as_layers(document, "Chunks")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="layer 'A': pieces of a document were expected, not str"):
        as_layers(document, {"A": "x"})  # type: ignore[arg-type]


def test_what_cannot_be_drawn_is_refused() -> None:
    """The message says which layer, and what would be right."""
    document = Document("x")
    with pytest.raises(SpanError, match=r"layer 'A': .* is a piece of another document"):
        as_layers(document, {"A": [Piece(Document("y"), Span(0, 1))]})
    with pytest.raises(OptionError, match="11 layers are too many"):
        as_layers(document, [Layer("A", [])] * 11)
    with pytest.raises(OptionError, match="has 0 pieces, but sizes for 1"):
        Layer("A", [], sizes=[1])
    with pytest.raises(OptionError, match="fill, frame, underline, bar, not 'glow'"):
        Layer("A", [], look="glow")  # type: ignore[arg-type]
