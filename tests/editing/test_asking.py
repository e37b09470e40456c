"""An edit from question to value: the model is asked, corrected, and paid for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import linewise as lw
from linewise.models import Function, Message, OpenAICompatible, Recorded, Reply, Usage
from model_server import holds_to, says, serving

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

DOC = lw.Document("# Quiz\nAt most 3 questions.\n")
GOOD = 'functions:\n- replaceText: [2, "3", "6"]\n'


def test_a_model_edits_a_document() -> None:
    """The prompt holds the numbered document and the news; the reply is the edit."""
    asked: list[str] = []

    def model(messages: Sequence[Message]) -> Reply:
        asked.append(messages[0].content)
        return Reply(GOOD, Usage(90, 10, 1), "stop")

    edit = lw.edit(DOC, "The limit is 6.", model, "A school wrote it.")
    assert "# Quiz\nAt most 6 questions.\n" == edit.after.text
    assert Usage(90, 10, 1) == edit.usage
    for words in ("2|At most 3 questions.", "The limit is 6.", "A school wrote it."):
        assert words in asked[0]


def test_a_bad_reply_is_corrected_over_a_connection() -> None:
    """The model is told which line does not exist, and names another one."""
    with serving(says(GOOD.replace("[2", "[9")), says(GOOD)) as server:
        edit = lw.edit(DOC, "The limit is 6.", OpenAICompatible("tiny", server.url, ""))
    assert "At most 6 questions." == edit.after.lines[1]
    assert 2 == edit.usage.requests
    assert "9" in server.bodies[1]["messages"][-1]["content"]


def test_a_reply_that_was_cut_off_is_asked_for_again() -> None:
    """The server says that the reply reached its limit."""
    with serving(says(GOOD, "length"), says(GOOD)) as server:
        edit = lw.edit(DOC, "The limit is 6.", OpenAICompatible("tiny", server.url, ""))
    assert 2 == edit.usage.requests
    assert "length" in server.bodies[1]["messages"][-1]["content"]


def test_a_schema_holds_the_model_to_the_lines_that_there_are() -> None:
    """A server that takes a schema gets that of the document, and its JSON is read."""
    reply = '{"functions": [{"function": "deleteLine", "line": "1", "end": null}]}'
    with serving(holds_to(("json_schema",), reply)) as server:
        edit = lw.edit(DOC, "No title.", OpenAICompatible("tiny", server.url, ""))
    assert "At most 3 questions.\n" == edit.after.text
    schema = server.bodies[0]["response_format"]["json_schema"]["schema"]
    assert ["1", "2"] == schema["$defs"]["line"]["enum"]


def test_the_last_refusal_comes_out() -> None:
    """After the attempts the error says what was wrong with the last reply, and what it cost."""
    with pytest.raises(lw.ReplyError) as caught:
        lw.edit(DOC, "x", lambda _: "Sure, done!", attempts=2)
    assert "Sure, done!" == caught.value.reply
    assert 2 == caught.value.usage.requests


@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_edit_can_be_recorded_and_replayed(tmp_path: Path, language: str) -> None:
    """With tags and in either language the same question has the same answer again."""
    path = tmp_path / "edit.yaml"
    tag = lw.content_tag(DOC.lines[0])
    reply = f'functions:\n- replaceLine: [1:{tag}, "# Exam"]\n'
    for source in (Function(lambda _: reply), None):
        model = Recorded(path, source)
        edit = lw.edit(DOC, "It is an exam.", model, language=language, tags=True)
        assert "# Exam\nAt most 3 questions.\n" == edit.after.text


@pytest.mark.parametrize("reply", ['{"functions": []}', "functions: []", "[]"])
def test_nothing_to_change_is_an_answer(reply: str) -> None:
    """The empty list counts in the form of the schema, too."""
    assert DOC == lw.edit(DOC, "Nothing is new.", lambda _: reply).after


@pytest.mark.parametrize("information", ["", " \n"])
def test_nobody_is_asked_what_nothing_new_changes(information: str) -> None:
    """A model would have to guess what is meant, and be paid for it."""
    with pytest.raises(lw.OptionError, match="the information is empty; it says what is new"):
        lw.edit(DOC, information, lambda _: pytest.fail("asked"))
