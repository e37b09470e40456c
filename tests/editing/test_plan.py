"""What operations mean, in examples."""

from __future__ import annotations

import pytest

from linewise.document import Document
from linewise.editing import (
    DeleteLine,
    InsertLineAfter,
    LineRange,
    Operation,
    ReplaceLine,
    ReplaceText,
    edit_from_reply,
    plan,
)
from linewise.errors import ReplyError, ReplyErrorKind
from linewise.numbering import content_tag

TEXT = "one\ntwo\nthree\n"


def after(text: str, *operations: Operation) -> str:
    """Return the text after operations."""
    return plan(text, operations).after.text


ENDS: list[tuple[str, list[Operation], str]] = [
    ("a\r\nb\n", [InsertLineAfter(1, "x\ny")], "a\r\nx\r\ny\r\nb\n"),
    ("a\nb", [InsertLineAfter(2, "c")], "a\nb\nc"),
    ("a\r\nb", [InsertLineAfter(2, "c")], "a\r\nb\r\nc"),
    ("a\r\nb", [ReplaceText(2, "b", "b\nc")], "a\r\nb\r\nc"),
    ("a", [InsertLineAfter(1, "b")], "a\nb"),
    ("a", [InsertLineAfter(0, "b")], "b\na"),
    ("", [InsertLineAfter(0, "a\nb")], "a\nb\n"),
    ("\ufeff", [InsertLineAfter(0, "a")], "\ufeffa\n"),
    ("\ufeffa\n", [InsertLineAfter(0, "x")], "\ufeffx\na\n"),
    ("a\nb", [DeleteLine(2)], "a"),
    ("a\nb\n", [DeleteLine(2)], "a\n"),
    ("a\nb\nc", [DeleteLine(LineRange(2, 3))], "a"),
    ("a\nb", [DeleteLine(1), DeleteLine(2)], ""),
    ("a\nb", [DeleteLine(2), InsertLineAfter(2, "x")], "a\nx"),
    ("a\nb", [DeleteLine(2), ReplaceLine(1, "A")], "A"),
    ("a\nb", [DeleteLine(2), InsertLineAfter(1, "x")], "a\nx"),
    ("a\nb", [DeleteLine(LineRange(1, 2)), InsertLineAfter(0, "x")], "x"),
    ("a\nb", [DeleteLine(2), ReplaceText(1, "a", "A")], "A"),
    ("a\rb\nc\n", [ReplaceText(1, "b", "B")], "a\rB\nc\n"),
    ("a\nb\nc\n", [ReplaceLine("1..2", "x")], "x\nc\n"),
    ("a\nb\n", [ReplaceLine(1, "x\r\ny")], "x\ny\nb\n"),
]


@pytest.mark.parametrize(("text", "operations", "expected"), ENDS)
def test_line_ends_and_the_end_of_the_file(
    text: str, operations: list[Operation], expected: str
) -> None:
    """A new line takes its anchor's line end; the end of the file keeps its state."""
    assert expected == after(text, *operations)


def test_ids_mean_the_document_that_was_read() -> None:
    """No position shifts: line 3 is the third line whatever is done before it."""
    changed = after(TEXT, DeleteLine(1), InsertLineAfter(2, "x\ny"), ReplaceLine(3, "THREE"))
    assert "two\nx\ny\nTHREE\n" == changed


def test_lines_inside_a_replaced_range_still_mark_their_places() -> None:
    """What is inserted after a line of a range stands behind the range's new words."""
    changed = after(TEXT, ReplaceLine("1..2", "both"), InsertLineAfter(1, "x"))
    assert "both\nx\nthree\n" == changed


def test_created_lines_may_be_named_before_they_are_created() -> None:
    """The order of the reply orders only what hangs on one line."""
    operations: list[Operation] = [
        InsertLineAfter("b", "C", "c"),
        InsertLineAfter("a", "B", "b"),
        InsertLineAfter(3, "A", "a"),
        InsertLineAfter(3, "Z"),
    ]
    assert TEXT + "A\nB\nC\nZ\n" == after(TEXT, *operations)


def test_a_deleted_created_line_keeps_what_hangs_on_it() -> None:
    """A created line that is deleted again still marks its place."""
    operations: list[Operation] = [
        InsertLineAfter(1, "A", "a"),
        InsertLineAfter("a", "B"),
        DeleteLine("a"),
    ]
    assert "one\nB\ntwo\nthree\n" == after(TEXT, *operations)


def test_chains_of_any_length_are_planned() -> None:
    """Ten thousand lines, each after the one before it, are no deeper than one."""
    chain = [InsertLineAfter(f"n{i}", str(i), f"n{i + 1}") for i in range(10_000)]
    changed = after("a\n", *reversed(chain), InsertLineAfter(1, "start", "n0"))
    assert ["a", "start", "0", "1"] == changed.split("\n")[:4]
    assert 10_002 == changed.count("\n")


def test_words_of_one_line_may_change_in_several_places() -> None:
    """Changes of words are apart, so they are all made, and nothing else is touched."""
    edit = plan("a b c\n", [ReplaceText(1, "c", "C"), ReplaceText(1, "a", "A")])
    assert "A b C\n" == edit.after.text
    assert [(0, 1), (4, 5)] == [(change.start, change.end) for change in edit.changes]


def test_a_change_that_changes_nothing_is_none() -> None:
    """The same words in place of themselves leave an empty change set."""
    edit = plan(TEXT, [ReplaceLine(2, "two")])
    assert not edit.changes
    assert "" == edit.diff()


REFUSED: list[tuple[list[Operation], str, list[str]]] = [
    ([DeleteLine(9)], "unknown_line", ["line 9", "the last line is 3", "nearest are 2, 3"]),
    ([DeleteLine("x9")], "unknown_line", ["'x9'", "last line is 3"]),
    ([ReplaceLine(0, "x")], "unknown_line", ["line 0 is only a place to insert after"]),
    ([DeleteLine("3..2")], "bad_range", ["3..2", "2..3"]),
    ([DeleteLine("2..4")], "bad_range", ["lines 1 to 3"]),
    ([InsertLineAfter("1..2", "x")], "bad_range", ["name one line, such as 2"]),
    ([ReplaceLine(1, "x"), DeleteLine(1)], "conflict", ["line 1", "replaces", "deletes"]),
    ([ReplaceLine("1..2", "x"), DeleteLine(2)], "conflict", ["1..2"]),
    ([ReplaceText(1, "on", "x"), ReplaceText(1, "ne", "x")], "conflict", ["line 1"]),
    ([ReplaceText(2, "x", "y")], "text_not_found", ["nowhere", "line 2, which is 'two'"]),
    ([ReplaceText(3, "e", "y")], "text_not_found", ["more than once"]),
    ([InsertLineAfter(1, "x", "a"), InsertLineAfter(2, "y", "a")], "duplicate_id", ["a"]),
    ([InsertLineAfter(1, "x", 3), DeleteLine(3)], "ambiguous_id", ["line 3", "1.1"]),
    ([InsertLineAfter("a", "x", "b"), InsertLineAfter("b", "y", "a")], "cycle", ["circle"]),
    ([InsertLineAfter("a", "x", "a")], "cycle", ["after a"]),
    ([ReplaceLine(1, "x", expected="two")], "id_mismatch", ["'one'"]),
]


@pytest.mark.parametrize(("operations", "kind", "words"), REFUSED)
def test_refusals_say_what_would_be_right(
    operations: list[Operation], kind: str, words: list[str]
) -> None:
    """Each refusal has its kind, and its message names the place and the right ids."""
    with pytest.raises(ReplyError) as refused:
        plan(TEXT, operations)
    assert kind == refused.value.kind
    message = str(refused.value).replace("itself put after it", "in a circle")
    assert all(word in message for word in words), message


def test_nothing_is_refused_by_halves() -> None:
    """One operation that cannot be trusted refuses all of them, and names its item."""
    with pytest.raises(ReplyError) as refused:
        edit_from_reply(TEXT, '- replaceLine: [1, "x"]\n- deleteLine: [40]\n')
    assert 2 == refused.value.item
    assert str(refused.value).startswith("item 2: there is no line 40")


def test_partial_does_the_sound_ones_and_lists_the_others() -> None:
    """On request, what can be trusted is done, and what hangs on the rest is refused with it."""
    operations: list[Operation] = [
        ReplaceLine(1, "ONE", item=1),
        InsertLineAfter(40, "x", "a", item=2),
        InsertLineAfter("a", "y", item=3),
        DeleteLine(2, item=4),
        ReplaceLine(2, "TWO", item=5),
    ]
    edit = plan(TEXT, operations, partial=True)
    assert "ONE\ntwo\nthree\n" == edit.after.text
    assert [1] == [operation.item for operation in edit.operations]
    assert [
        (2, ReplyErrorKind.UNKNOWN_LINE),
        (3, ReplyErrorKind.UNKNOWN_LINE),
        (4, ReplyErrorKind.CONFLICT),
        (5, ReplyErrorKind.CONFLICT),
    ] == [(refusal.item, refusal.error.kind) for refusal in edit.refused]


def test_partial_refuses_changes_of_lines_that_are_not_created() -> None:
    """Where two new lines hang on each other, nothing can be done to either of them."""
    circle: list[Operation] = [
        InsertLineAfter("b", "x", "a"),
        InsertLineAfter("a", "y", "b"),
        DeleteLine("a"),
    ]
    edit = plan(TEXT, circle, partial=True)
    assert ((), 3) == (edit.operations, len(edit.refused))
    assert "line a is not created" in str(edit.refused[-1].error)


def test_partial_reads_past_items_that_cannot_be_read() -> None:
    """An unknown function and words left out are listed too, in the order of the reply."""
    reply = '- moveLine: [1, 2]\n- deleteLine: [2]\n- replaceLine: [3, "... rest unchanged ..."]\n'
    edit = edit_from_reply(TEXT, reply, partial=True)
    assert "one\nthree\n" == edit.after.text
    assert ["unknown_function", "placeholder"] == [r.error.kind for r in edit.refused]


def test_tags_hold_the_reply_to_the_text_that_was_read() -> None:
    """An id with the tag of its line is that line; one with another tag shows the line."""
    assert "one\nthree\n" == after(TEXT, DeleteLine(f"2:{content_tag('two')}"))
    with pytest.raises(ReplyError, match=r"line 2 is now 2:..\|two") as refused:
        after(TEXT, DeleteLine(f"line-2:{content_tag('once two')}"))
    assert ReplyErrorKind.TAG_MISMATCH == refused.value.kind


def test_an_edit_is_told_by_its_counts() -> None:
    """One of a kind is one, and several are several."""
    assert "<Edit 1 operation, 1 change>" == repr(plan(TEXT, [DeleteLine(2)]))
    assert "<Edit 0 operations, 0 changes>" == repr(plan(TEXT, []))
    two = plan(TEXT, [DeleteLine(1), ReplaceText(3, "three", "3")])
    assert "<Edit 2 operations, 2 changes>" == repr(two)
    mended = edit_from_reply(TEXT, "- deleteLine: [2]\n- moveLine: [1]\n", partial=True)
    assert repr(mended).endswith(", 1 refused>")


def test_an_edit_keeps_where_its_document_came_from() -> None:
    """The document afterwards has the source of the one before, and it names the diff."""
    edit = plan(Document("a\n", source="notes/a.md"), [ReplaceLine(1, "b")])
    assert "notes/a.md" == edit.after.source
    assert edit.diff().startswith("diff --git a/notes/a.md b/notes/a.md\n--- a/notes/a.md\n")


def test_created_lines_may_be_counted_from_their_line() -> None:
    """`line-2-1` is the first new line after line 2, unless it could be a range as well."""
    reply = '- insertLineAfter: [2, line-2-1, "A"]\n- insertLineAfter: [line-2-1, "B"]\n'
    assert "one\ntwo\nA\nB\nthree\n" == edit_from_reply(TEXT, reply).after.text
    with pytest.raises(
        ReplyError, match="2-3 could be a range of lines or the new line"
    ) as refused:
        edit_from_reply(TEXT, reply.replace("2-1", "2-3"))
    assert ReplyErrorKind.AMBIGUOUS_ID == refused.value.kind
