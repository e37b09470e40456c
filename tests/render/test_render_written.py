"""Pieces that were written down as JSON, drawn over their document."""

from __future__ import annotations

import json

import pytest

from linewise import Document, OptionError, key_points, split
from linewise.render import written_layer
from linewise.render.places import piece_words

DOCUMENT = Document("One two. One three.\n")


def test_what_commands_write_is_read() -> None:
    """Chunks and key points come back at their places, as a list or line by line."""
    for pieces in (split(DOCUMENT, size=9, overlap=0), key_points(DOCUMENT)):
        rows = [piece.as_dict() for piece in pieces]
        for text in (json.dumps(rows), "\n".join(map(json.dumps, rows))):
            layer = written_layer(DOCUMENT, "found", text)
            assert [piece.span for piece in pieces] == [piece.span for piece in layer.pieces]


def test_text_alone_is_looked_up_in_order() -> None:
    """The same words again are the next place where they stand."""
    layer = written_layer(DOCUMENT, "other", '{"text": "One"}\n\n{"text": "One three."}\n')
    assert [(0, 3), (9, 19)] == [(piece.start, piece.end) for piece in layer.pieces]


def test_titles_and_reasons_are_told() -> None:
    """They stand after the place."""
    row = '{"start": 0, "end": 3, "title": "A", "reasons": ["first", "short"]}'
    assert "A; first; short" == piece_words(written_layer(DOCUMENT, "x", row), 0)[-1]


def test_other_line_ends_do_not_end_a_line_of_json() -> None:
    """What commands write has them as they are, and editors put a mark before all."""
    document = Document("One\u2028two\x85three")
    row = json.dumps({"text": document.text}, ensure_ascii=False)
    assert 1 == len(written_layer(document, "x", f"\ufeff{row}\r\n").pieces)


def test_nothing_is_a_layer_without_pieces() -> None:
    """An empty file is no error."""
    assert () == written_layer(DOCUMENT, "x", "").pieces


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "x, line 1, is neither a JSON list nor JSON Lines"),
        (
            '{"text": "One"}\n{"text"}',
            "x, line 2, is neither a JSON list nor JSON Lines: Expecting",
        ),
        ("[" * 100_000, "x is neither a JSON list nor JSON Lines"),
        ("[1]", "x, piece 1: an object with start and end, or with text, was expected"),
        ('{"start": 0, "end": 99}', "x, piece 1: 0 to 99 is not in the document, which has 20"),
        ('{"start": 3, "end": 1}', "x, piece 1: 3 to 1 is not in the document"),
        ('{"start": 0, "end": 3, "text": "Two"}', "what stands at 0 to 3 is not its text"),
        ('{"end": 3}', "it has neither start and end nor text"),
        ('{"text": "Four"}', "its text is not in the document after 0: 'Four'"),
        ('{"start": true, "end": 1}', "it has neither start and end nor text"),
    ],
)
def test_what_is_no_piece_is_named(text: str, message: str) -> None:
    """The message says which one, and what is wrong with it."""
    with pytest.raises(OptionError) as caught:
        written_layer(DOCUMENT, "x", text)
    assert message in str(caught.value)
