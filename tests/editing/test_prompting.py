"""What a model is asked, and the schema that holds its answer."""

from __future__ import annotations

import re

import pytest

from linewise.editing import edit_from_reply, edit_prompt, operations_schema, read_operations
from linewise.errors import OptionError
from linewise.models import fenced
from linewise.numbering import Style, number

TEXT = "# Title\n```sh\nls\n```\n"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("style", ["p", "div", "pipe"])
def test_the_prompt_holds_what_a_model_needs(style: Style, language: str) -> None:
    """The numbered document, the information, and an example in the ids of the style."""
    prompt = edit_prompt(TEXT, "The title is new.", style=style, language=language)
    assert number(TEXT, style).text in prompt
    assert "The title is new." in prompt
    assert "functions: []" in prompt
    prefix = {"p": "line-", "div": "div-id-", "pipe": ""}[style]
    assert f"insertLineAfter: [{prefix}12, " in prompt
    assert f"{prefix}2..{prefix}5" in prompt


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("style", ["p", "div", "pipe"])
@pytest.mark.parametrize("tags", [True, False])
def test_the_example_can_be_read(style: Style, language: str, tags: bool) -> None:
    """What the prompt shows is what the reader takes, without any repair."""
    prompt = edit_prompt("a\n", "b", style=style, language=language, tags=tags)
    example = re.findall(r"^```yaml\n.*?^```$", prompt, re.DOTALL | re.MULTILINE)
    read = read_operations(example[0])
    assert 4 == len(read)
    assert () == read.repairs
    assert () == read.warnings


def test_tags_are_asked_for_only_when_they_are_there() -> None:
    """Words about tags stand in a prompt whose ids carry them, in the form of its ids."""
    plain, tagged = (edit_prompt("a\n", "b", tags=tags) for tags in (False, True))
    assert "after the colon" not in plain
    assert "after the colon" in tagged
    assert re.search(r"replaceLine: \[8:[0-9a-z]{2}, ", tagged)


def test_fences_do_not_occur_in_what_they_hold() -> None:
    """A text with fences of its own stands between longer ones."""
    assert "```\na\n```" == fenced("a")
    assert "````\n```sh\nls\n```\n````" == fenced("```sh\nls\n```\n")
    assert "``````\n`````\n``````" == fenced("`````")
    assert "````\n" + number(TEXT, "pipe").text + "````" in edit_prompt(TEXT, "x")


def test_words_are_never_taken_for_names() -> None:
    """Dollar signs in a text stay, and the context stands between the information and the form."""
    prompt = edit_prompt("costs $one\n", "now $document", context="in $$")
    assert "1|costs $one\n" in prompt
    assert prompt.index("now $document") < prompt.index("in $$") < prompt.index("functions:")


def test_an_unknown_language_is_refused() -> None:
    """The error names the languages that there are."""
    with pytest.raises(OptionError, match="en, fr"):
        edit_prompt("a\n", "b", language="de")


def test_the_schema_lists_the_ids_of_a_short_document() -> None:
    """No other id can be written; line 0 only as a place to insert after."""
    schema = operations_schema("a\nb\n", style="p")
    assert ["line-0", "line-1", "line-2"] == schema["$defs"]["place"]["enum"]
    assert ["line-1", "line-2"] == schema["$defs"]["line"]["enum"]
    names = [
        function["properties"]["function"]["enum"][0]
        for function in schema["properties"]["functions"]["items"]["anyOf"]
    ]
    assert ["insertLineAfter", "replaceLine", "deleteLine", "replaceText"] == names


def test_the_schema_of_a_long_document_says_the_form() -> None:
    """Above the number of ids that servers take, an id is described by a pattern."""
    line = operations_schema("a\n" * 1_000)["$defs"]["line"]
    assert {"type": "string", "pattern": "^[0-9]+$"} == line


def test_an_empty_document_can_only_grow() -> None:
    """Without lines there is nothing to replace, and no empty list of ids."""
    schema = operations_schema("")
    assert 1 == len(schema["properties"]["functions"]["items"]["anyOf"])
    assert ["0"] == schema["$defs"]["place"]["enum"]


def test_what_the_schema_asks_for_is_read() -> None:
    """Every function in the schema's form, with its empty arguments, is what it says."""
    reply = (
        '{"functions": [{"function": "insertLineAfter", "line": "0", "content": "x"},'
        '{"function": "replaceLine", "line": "1", "end": null, "content": "A"},'
        '{"function": "deleteLine", "line": "2", "end": "3"},'
        '{"function": "replaceText", "line": "4", "old": "d", "new": "D"}]}'
    )
    assert "x\nA\nD\n" == edit_from_reply("a\nb\nc\nd\n", reply).after.text
