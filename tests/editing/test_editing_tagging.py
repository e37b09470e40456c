"""Operations whose lines carry tags: what is checked, and what becomes of tags in the words."""

from __future__ import annotations

import pytest

from linewise import DeleteLine, Document, InsertLineAfter, Operation, ReplaceLine, ReplaceText
from linewise.editing.tagging import edit_of_tagged, lines_named
from linewise.errors import ReplyError, ReplyErrorKind
from linewise.numbering import content_tag, number
from linewise.replies import CautionKind, RepairKind

DOC = Document("alpha\nbeta\n\ngamma\n")


def at(line: int) -> str:
    """Write a line as it is shown."""
    return f"{line}:{content_tag(DOC.lines[line - 1])}"


def refusal(*operations: Operation, document: Document = DOC) -> ReplyError:
    """Return why operations are refused."""
    with pytest.raises(ReplyError) as caught:
        edit_of_tagged(document, operations)
    return caught.value


def test_lines_with_their_tags() -> None:
    """All four functions take tagged lines and ranges of them."""
    edit = edit_of_tagged(
        DOC,
        [
            InsertLineAfter(0, "title"),
            ReplaceText(at(1), "alph", "omeg"),
            ReplaceLine(f"{at(2)}..{at(3)}", "delta"),
            DeleteLine(at(4)),
        ],
    )
    assert edit.after.text == "title\nomega\ndelta\n"


def test_a_line_without_its_tag_is_refused() -> None:
    """The message says how the line is written, so that the next call can be right."""
    error = refusal(DeleteLine(2))
    assert error.kind is ReplyErrorKind.TAG_MISMATCH
    assert "if these are the lines that you mean" in str(error)
    assert at(2) in str(error)
    assert at(4) in str(refusal(ReplaceLine(f"{at(2)}..4", "x")))


def test_the_tag_of_other_words_is_refused() -> None:
    """The message shows the line as it is now."""
    assert f"line 2 is now {at(2)}|beta" in str(refusal(DeleteLine("2:zz")))


def test_a_line_that_moved_is_found_by_its_tag() -> None:
    """Where exactly one line nearby has the tag, the refusal names it; it is no guess to act on."""
    first, *rest = DOC.lines
    delete = DeleteLine(at(1))
    moved = Document("\n".join(["One more.", first, *rest]))
    told = str(refusal(delete, document=moved))
    assert f"{at(1)} is not the line that you read; 2{at(1)[1:]} has that tag now" in told
    twice, far = f"One more.\n{first}\n{first}", "One more.\n" * 30 + first
    for text in (twice, far):
        assert "has that tag now" not in str(refusal(delete, document=Document(text)))


def test_lines_that_operations_create_need_no_tag() -> None:
    """They have no words yet that could be read."""
    edit = edit_of_tagged(
        DOC, [InsertLineAfter(at(4), "x", new_id="new"), InsertLineAfter("new", "y")]
    )
    assert edit.after.text == DOC.text + "x\ny\n"


def test_tags_copied_into_words_are_taken_off() -> None:
    """Where each line carries one and they follow each other, only one meaning is left."""
    copied = number(DOC, "pipe", tags=True, lines=(1, 3)).text.removesuffix("\n")
    edit = edit_of_tagged(DOC, [InsertLineAfter(at(4), copied)])
    assert edit.after.text == DOC.text + "alpha\nbeta\n\n"
    assert [RepairKind.WRAPPER_STRIPPED] == [repair.kind for repair in edit.repairs]
    edit = edit_of_tagged(DOC, [ReplaceText(at(1), "alpha", f"{at(1)}|omega")])
    assert edit.after.lines[0] == "omega"
    edit = edit_of_tagged(DOC, [ReplaceText(at(1), f"{at(1)}|alpha", f"{at(1)}|omega")])
    assert edit.after.lines[0] == "omega"


@pytest.mark.parametrize(
    "words",
    [
        "2:k3|one\nbare",
        "bare\n2:k3|one",
        "2:k3|one\n4:k3|two",
        "3:k3|one\n2:k3|two",
        "  2:k3|one",
        f"see {at(2)}|beta",
        f"- {at(2)}|beta\n- {at(3)}|",
        f"> {at(2).upper()}|beta",
    ],
)
def test_tags_copied_into_some_of_the_words_are_refused(words: str) -> None:
    """It is not certain what is meant."""
    error = refusal(InsertLineAfter(at(4), words))
    assert error.kind is ReplyErrorKind.ID_MISMATCH
    assert "without numbers and tags" in str(error)


def test_a_document_about_tags_may_say_them() -> None:
    """Where the document has such lines itself they are taken as they stand, and that is said."""
    document = Document("7:k3|shown\n")
    line = f"1:{content_tag('7:k3|shown')}"
    edit = edit_of_tagged(document, [InsertLineAfter(line, "8:p2|more")])
    assert edit.after.text == "7:k3|shown\n8:p2|more\n"
    assert [CautionKind.LOOKS_NUMBERED] == [warning.kind for warning in edit.warnings][:1]


def test_ids_of_its_lines_are_no_words_of_a_document_about_tags() -> None:
    """An id that is the very one of a line, and stands nowhere in the document, was copied."""
    document = Document("7:k3|shown\n")
    line = f"1:{content_tag('7:k3|shown')}"
    edit = edit_of_tagged(document, [ReplaceLine(line, f"{line}|7:k3|other")])
    assert edit.after.text == "7:k3|other\n"
    partly = refusal(InsertLineAfter(line, f"8:p2|more\n{line}|less"), document=document)
    assert partly.kind is ReplyErrorKind.ID_MISMATCH


def test_the_place_before_the_first_line_has_no_tag() -> None:
    """Neither that of the last line nor another one."""
    for tag in (content_tag("gamma"), "22"):
        assert "write 0 alone" in str(refusal(InsertLineAfter(f"0:{tag}", "x")))


@pytest.mark.parametrize("line", ["2:k", "2 :k3", f"{at(2)},{at(3)}", "line two", "", ":k3"])
def test_what_is_no_id_is_told_with_the_form(line: str) -> None:
    """A line that may be meant is shown as it is written."""
    assert f"such as {at(2 if '2' in line[:1] else 1)}" in str(refusal(DeleteLine(line)))
    assert "insert after line 0" in str(refusal(DeleteLine(line), document=Document("")))


def test_which_lines_are_named() -> None:
    """Ranges by their ends; what is not in the document is left out."""
    operations: list[Operation] = [
        DeleteLine("2:zz..4:zz"),
        InsertLineAfter("1:k3", "x"),
        ReplaceLine(99, "y"),
    ]
    assert [1, 2, 4] == lines_named(DOC, operations)
