"""Chapters and passages by a model: asked, corrected, in windows, over a real connection."""

from __future__ import annotations

import io
import threading
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

import linewise as lw
from linewise.models import (
    Budget,
    Function,
    Message,
    OpenAICompatible,
    Pasted,
    Recorded,
    Reply,
    Usage,
)
from linewise.passages import (
    Asking,
    ask_chapters,
    ask_passages,
    chapters_task,
    find_task,
    task_prompt,
    task_schema,
    windowed,
)
from model_server import answers, holds_to, refuses, says, serving

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from linewise.numbering import Style

DOC = lw.Document("Otters\nThey swim.\n\nBeavers\nThey build dams.\nThey gnaw.\n")
LONG = lw.Document("".join(f"Line {n} of many.\n" for n in range(1, 1_001)))
GOOD = '- chapter: [1, "Otters"]\n- chapter: [4, "Beavers"]\n'


def test_a_model_says_where_and_the_text_is_cut_there() -> None:
    """The passages are the document's own words, to the letter, with the titles of the model."""
    found = lw.chapters(DOC, lambda _: GOOD, "A book for children.")
    assert ["Otters", "Beavers"] == [passage.title for passage in found]
    assert ["Otters\nThey swim.\n", "Beavers\nThey build dams.\nThey gnaw."] == [
        passage.text for passage in found
    ]
    assert {"title", "text", "start", "end", "lines", "page", "headings"} == set(found[0].as_dict())


def test_passages_are_found_by_an_instruction() -> None:
    """The instruction is in the prompt, and only what is named comes back."""
    asked: list[str] = []

    def model(messages: Sequence[Message]) -> str:
        asked.append(messages[0].content)
        return '- passage: [5, 5, "Dams"]'

    found = lw.find_passages(DOC, "What is built?", model, "For a quiz.")
    assert [("They build dams.", "Dams")] == [(p.text, p.title) for p in found]
    assert "What is built?" in asked[0]
    assert "For a quiz." in asked[0]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("style", ["p", "div", "pipe"])
@pytest.mark.parametrize(
    "task",
    [chapters_task("C1"), chapters_task("C1", gaps=True, overlap=True), find_task("I1", "C1")],
    ids=str,
)
def test_the_prompt_holds_what_a_model_needs(task: object, style: Style, language: str) -> None:
    """The numbered lines, the context, an example in the ids of the style, and what parts are."""
    assert isinstance(task, type(chapters_task()))
    whole = task_prompt(DOC, task, style=style, language=language)
    part = task_prompt(DOC, task, (4, 5), style=style, language=language)
    prefix = {"p": "line-", "div": "div-id-", "pipe": ""}[style]
    assert lw.number(DOC, style).text in whole
    assert lw.number(DOC, style, lines=(4, 5)).text in part
    assert f"{task.item}: [{prefix}12" in whole
    assert f"{task.listed}: []" in whole
    assert "C1" in whole
    assert (task.instruction or "") in whole
    assert f"{prefix}4" in part.replace(lw.number(DOC, style, lines=(4, 5)).text, "")
    assert "$" not in whole + part


def test_a_schema_lists_the_lines_that_are_shown() -> None:
    """Short stretches are enumerated; for long ones the form of an id is given."""
    item = task_schema(DOC, find_task("x"), (4, 5), style="p")["properties"]["passages"]["items"]
    assert ["start", "end", "title"] == item["required"]
    assert ["line-4", "line-5"] == item["properties"]["start"]["enum"]
    starts = task_schema(LONG, chapters_task())["properties"]["chapters"]["items"]["properties"]
    assert {"type": "string", "pattern": "^[0-9]+$"} == starts["start"]
    assert "end" not in starts


# Over a connection


def model_at(url: str) -> OpenAICompatible:
    """Return a client that does not wait."""
    return OpenAICompatible("tiny", url, "", backoff=0.001)


def test_a_bad_reply_is_corrected() -> None:
    """Bad, told why, good; and both are paid for."""
    with serving(says('- chapter: [99, "Otters"]'), says(GOOD)) as server:
        found = ask_chapters(DOC, model_at(server.url))
    assert 2 == len(found)
    assert Usage(22, 10, 2) == found.usage
    assert "no line 99 in what was shown" in server.bodies[1]["messages"][-1]["content"]


def test_a_good_reply_comes_through_bad_weather() -> None:
    """Too many requests, an error of the server, a schema that it does not know: then chapters."""
    json = '{"chapters": [{"start": "1", "title": "Otters"}, {"start": "4", "title": "Beavers"}]}'
    with serving(refuses(429, Retry_After="0"), refuses(502), holds_to(("text",), json)) as server:
        found = ask_chapters(DOC, model_at(server.url))
    assert ["Otters", "Beavers"] == [passage.title for passage in found]
    assert found.usage is not None
    assert 5 == found.usage.requests


def test_the_third_bad_reply_is_the_end() -> None:
    """The error holds the last reply, and the cost of all."""
    with serving(says("I cannot do that.")) as server, pytest.raises(lw.ReplyError) as caught:
        lw.chapters(DOC, model_at(server.url))
    assert 3 == len(server.bodies)
    assert "I cannot do that." == caught.value.reply
    assert Usage(33, 15, 3) == caught.value.usage


def test_a_page_instead_of_an_answer_is_no_reply() -> None:
    """A wrong address is told at once, and not sent to the model as a fault of its reply."""
    page = answers("<html></html>", kind="text/html")
    with serving(page) as server, pytest.raises(lw.ModelError, match="a web page"):
        lw.chapters(DOC, model_at(server.url))
    assert 1 == len(server.bodies)


def test_chapters_can_be_recorded_and_replayed(tmp_path: Path) -> None:
    """A file answers as the model did, in windows too."""
    path = tmp_path / "chapters.yaml"
    model = Recorded(path, Function(lambda m: starts_in(m, 250)))
    first = ask_chapters(LONG, model, window=2_000)
    again = ask_chapters(LONG, Recorded(path), window=2_000, concurrency=1)
    assert first.passages == again.passages
    assert [250, 500, 750, 1_000] == [passage.lines[0] for passage in again]


# In windows


def starts_in(messages: Sequence[Message], step: int) -> str:
    """Reply with each line that is a multiple of a number among those that are shown."""
    ids = [int(line.split("|")[0]) for line in messages[0].content.split("\n") if "|Line" in line]
    rows = [f'- chapter: [{n}, "From {n}"]' for n in ids if n % step == 0]
    return "\n".join(rows) or "[]"


def test_windows_are_asked_about_at_the_same_time() -> None:
    """As many as are allowed, and progress is told."""
    running = threading.Barrier(3, timeout=60)
    told: list[tuple[int, int]] = []

    def model(messages: Sequence[Message]) -> str:
        running.wait()
        return starts_in(messages, 100)

    parts = windowed(LONG, chapters_task(), Asking(window=4_000)).windows
    assert 3 == len(parts)
    found = ask_chapters(
        LONG, model, window=4_000, concurrency=3, progress=lambda *n: told.append(n)
    )
    assert [*range(100, 1_001, 100)] == [passage.lines[0] for passage in found]
    assert [(1, 3), (2, 3), (3, 3)] == told


def test_a_text_is_no_document_where_windows_are_made() -> None:
    """What is called wrongly is told so in the words of the argument."""
    text: Any = "One."
    with pytest.raises(TypeError, match="document is of the kind Document, not str"):
        windowed(text, chapters_task(), Asking())
    with pytest.raises(TypeError, match="task is of the kind Task, not str"):
        windowed(LONG, text, Asking())


def test_a_line_that_was_not_shown_is_refused() -> None:
    """Each window answers for what it shows, though other lines are in the document, too."""

    def model(messages: Sequence[Message]) -> str:
        return '- chapter: [1000, "End"]' if len(messages) == 1 else starts_in(messages, 1_000)

    found = ask_chapters(LONG, model, window=5_000)
    assert [1_000] == [passage.lines[0] for passage in found]


def test_a_failure_in_one_window_ends_the_rest() -> None:
    """What was spent until then is in the error."""
    asked: list[int] = []

    def model(_: Sequence[Message]) -> Reply:
        asked.append(1)
        if len(asked) == 2:
            raise lw.ModelError("gone")
        return Reply("[]", Usage(7, 1, 1))

    with pytest.raises(lw.ModelError, match="gone") as caught:
        ask_chapters(LONG, model, window=2_000, concurrency=1)
    assert 2 == len(asked)
    assert Usage(7, 1, 1) == caught.value.usage


@pytest.mark.parametrize("concurrency", [1, 3])
@pytest.mark.parametrize("kind", [KeyboardInterrupt, ZeroDivisionError])
def test_an_interrupt_comes_out(kind: type[BaseException], concurrency: int) -> None:
    """Whether the model raises it or the caller's progress; no more windows are asked about."""
    asked: list[int] = []

    def fail(*_: object) -> NoReturn:
        asked.append(1)
        raise kind

    with pytest.raises(kind):
        ask_chapters(LONG, fail, window=2_000, concurrency=concurrency)
    assert len(asked) <= concurrency
    with pytest.raises(kind):
        ask_chapters(LONG, lambda _: "[]", window=2_000, concurrency=concurrency, progress=fail)


def test_a_run_has_a_budget() -> None:
    """All windows together may use so many tokens, and not one more prompt is sent."""
    model = Budget(Function(lambda m: starts_in(m, 100)), 5_000)
    with pytest.raises(lw.BudgetError, match="of the 5,000 that this run may use"):
        ask_chapters(LONG, model, window=2_000, concurrency=2)
    assert 2_000 < model.usage.tokens < 5_000


@pytest.mark.parametrize("name", ["window", "margin", "concurrency", "attempts"])
def test_numbers_below_one_are_refused(name: str) -> None:
    """They would show nothing, or ask nobody."""
    with pytest.raises(lw.OptionError, match=f"{name} is 1 or more"):
        lw.chapters(DOC, lambda _: GOOD, **{name: 0})  # type: ignore[arg-type]


def test_a_window_needs_room_for_lines() -> None:
    """A prompt is longer than some windows; a long instruction leaves less room."""
    with pytest.raises(lw.SizeError, match="room for 0 tokens"):
        lw.chapters(LONG, lambda _: "[]", window=100)


def test_a_line_longer_than_a_window_is_shown_shortened() -> None:
    """The passage holds the line in full, all the same."""
    document = lw.Document("Title\n" + "word " * 50_000 + "end\nLast\n")
    shown: list[str] = []

    def model(messages: Sequence[Message]) -> str:
        shown.append(messages[0].content)
        return '- chapter: [2, "Words"]'

    found = lw.chapters(document, model, window=2_000)
    assert "word word w […] ord word" in shown[0]
    assert document.text[6:-1] == found[0].text


# Without a model, without words, without sense


def test_nothing_is_asked_about_nothing() -> None:
    """A document without words has no chapters, and costs nothing."""

    def never(_: Sequence[Message]) -> str:
        raise AssertionError

    assert [] == lw.chapters("\n \n", never)
    assert () == ask_passages("", "x", never).passages


def test_settings_of_a_model_need_one() -> None:
    """They would be passed over in silence."""
    with pytest.raises(lw.OptionError, match="name one"):
        lw.chapters(DOC, context="x")
    with pytest.raises(lw.OptionError, match="add gaps"):
        lw.chapters(DOC, lambda _: "[]", overlap=True)
    nothing: Any = None
    with pytest.raises(lw.OptionError, match="an instruction is a text, not NoneType"):
        lw.find_passages("a", nothing, lambda _: "")
    with pytest.raises(lw.OptionError, match="instruction is empty"):
        lw.find_passages(DOC, " ", lambda _: "[]")


def test_a_person_is_asked_about_one_window_at_a_time(tmp_path: Path) -> None:
    """A refusal comes right after its reply, before the next window is shown."""
    screen = io.StringIO()
    bad, none = '- chapter: [9999, "A"]\n.\n', "[]\n.\n"
    person = Pasted(screen=screen, keyboard=io.StringIO(bad + none * 3))
    model = Recorded(tmp_path / "pasted.yaml", Budget(person, 100_000))
    assert [] == lw.chapters(LONG, model, window=4_000)
    first, refused, second = (
        screen.getvalue().index(words) for words in ("\n1|Line", "no line 9999", "|Line 1000 of")
    )
    assert first < refused < second
