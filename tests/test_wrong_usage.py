"""Wrong kinds of values: the core refuses them by name, and bends none of them silently."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from linewise import (
    Document,
    DocumentError,
    Heading,
    LineIdError,
    Page,
    Piece,
    Span,
    by_chars,
    by_lines,
    by_tokens,
    content_tag,
    count_tokens,
    diff,
    edit_from_reply,
    line_id,
    plan,
    read_operations,
    unnumber,
)
from linewise.changes import Change, ChangeSet
from linewise.loading import decode

if TYPE_CHECKING:
    from collections.abc import Callable

DOCUMENT = Document("one\ntwo\n")
CHANGES = diff("one", "two")

# Each takes one value of a kind that the list below does not hold.
CALLS: dict[str, Callable[[Any], object]] = {
    "a span's start": lambda value: Span(value, 3),
    "a span's end": lambda value: Span(0, value),
    "a place in a document": lambda value: DOCUMENT[value],
    "a word in a document": lambda value: value in DOCUMENT,  # type: ignore[operator]
    "an offset": DOCUMENT.locate,
    "an offset counted in bytes": DOCUMENT.byte_offset,
    "metadata": lambda value: Document("a", metadata=value),
    "headings": lambda value: Document("a", headings=[value]),
    "pages": lambda value: Document("a", pages=[value]),
    "a piece's document": lambda value: Piece(value, Span(0, 1)),
    "a piece's span": lambda value: Piece(DOCUMENT, value),
    "a text to change": ChangeSet,
    "a change": lambda value: ChangeSet("one", [value]),
    "an old text": lambda value: diff(value, "one"),
    "a new text": lambda value: diff("one", value),
    "what changes apply to": lambda value: CHANGES.apply([value]),  # type: ignore[arg-type]
    "changes to compose": CHANGES.compose,
    "changes to rebase over": CHANGES.rebase,
    "a span to map": CHANGES.map_span,
    "numbered lines": unnumber,
    "a line to tag": content_tag,
    "a text of tokens": count_tokens,
    "data to decode": decode,
    "an operation": lambda value: plan("one", [value]),
    "a model's reply": lambda value: edit_from_reply("one", value),
    "operations to read": read_operations,
    "why a reply ended": lambda value: edit_from_reply(
        "one",
        "functions: []",
        finish_reason=(value,),  # type: ignore[arg-type]
    ),
}


KINDS = [None, 1.5, (0, 1), [0, 1], object()]


@pytest.mark.parametrize("value", KINDS, ids=[type(kind).__name__ for kind in KINDS])
@pytest.mark.parametrize("name", CALLS)
def test_a_value_of_another_kind_is_a_type_error(name: str, value: object) -> None:
    """Whatever the value, no attribute of it is missed somewhere inside."""
    with pytest.raises(TypeError):
        CALLS[name](value)


def test_the_message_says_what_to_write_instead() -> None:
    """A document is no sequence of characters; what was meant has a name."""
    with pytest.raises(TypeError, match=r"is a Span, not int; .* its lines are document\.lines"):
        DOCUMENT[0]  # type: ignore[index]
    with pytest.raises(TypeError, match="heading 2 is a str, not a Heading"):
        Document("a", headings=[Heading(1, "a", Span(0, 1)), "b"])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="page 1 is a Heading, not a Page"):
        Document("a", pages=[Heading(1, "a", Span(0, 1))])  # type: ignore[list-item]
    assert (Page(1, Span(0, 1)),) == Document("a", pages=[Page(1, Span(0, 1))]).pages


def test_whole_numbers_of_other_libraries_become_plain_ones() -> None:
    """A span is two `int`s, whatever counted them, so that it can be written as JSON."""

    class Counted:
        def __index__(self) -> int:
            return 2

    span = Span(Counted(), Counted())  # type: ignore[arg-type]
    assert (int, int) == (type(span.start), type(span.end))
    assert Span(2, 2) == span


def test_lines_have_no_hash() -> None:
    """They are equal to any sequence of the same strings, a list among them."""
    assert Document("a\n").lines == Document("a").lines == ["a"]
    with pytest.raises(TypeError, match="unhashable"):
        hash(DOCUMENT.lines)


def test_an_origin_leads_to_the_text() -> None:
    """Spans could not be carried back by changes that lead elsewhere."""
    assert Document("two", origin=CHANGES).origin == CHANGES
    with pytest.raises(DocumentError, match="a change set that leads to its text"):
        Document("three", origin=CHANGES)
    with pytest.raises(DocumentError, match="a change set that leads to its text"):
        Document("two", origin=[Change(0, 3, "two")])  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [-1, 1.0, None, True, "7"])
def test_an_id_is_written_for_a_number_alone(number: object) -> None:
    """What could not be read back is never written."""
    with pytest.raises(LineIdError, match="is no line number; lines count from 1"):
        line_id(number)  # type: ignore[arg-type]


@pytest.mark.parametrize("windows", [by_lines, by_chars, by_tokens])
@pytest.mark.parametrize("text", [0, False, [], b"", b"one", 1.5, "half a pair: \ud800"])
def test_windows_are_cut_from_texts_alone(windows: Callable[..., list[str]], text: object) -> None:
    """None is no text; whatever else is empty or false is a mistake, and so is half a pair."""
    assert windows(None, 3) == []
    with pytest.raises(DocumentError):
        windows(text, 3)


def test_a_lone_carriage_return_ends_no_line_of_a_window() -> None:
    """Windows and documents agree on what a line is, at the end of a text too."""
    for text in ("a\r", "\r", "a\r\nb\r", "a\r\r\n"):
        assert by_lines(text, 1) == Document(text).lines


def test_a_tag_can_be_had_for_any_line() -> None:
    """Half of a surrogate pair is in no document, but in what programs pass around."""
    assert len(content_tag("\ud800")) == len("k3")
    assert content_tag("\ud800") != content_tag("\ud801")
