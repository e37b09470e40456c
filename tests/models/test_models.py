"""Models that are functions, files, people, or limited; and which one is meant."""

from __future__ import annotations

import io
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linewise.errors import BudgetError, ModelError, OptionError
from linewise.models import (
    Budget,
    Function,
    Message,
    Model,
    OpenAICompatible,
    Pasted,
    Recorded,
    Reply,
    Timeouts,
    Usage,
    as_model,
    ask,
    bill,
    configured_model,
    count_messages,
    count_prompt,
)
from model_server import says, serving

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

LISTS = "".join(f"a{n}: &b{n} [{', '.join([f'*b{n - 1}'] * 10)}]\n" for n in range(1, 9))
ASKED = [Message("user", "Where does it begin?")]


def echo(messages: Sequence[Message]) -> str:
    """Reply with the last message."""
    return messages[-1].content


# Functions


def test_a_function_is_a_model() -> None:
    """Its words are the reply; the cost is counted."""
    pieces: list[str] = []
    reply = Function(lambda messages: f"{len(messages)} message").complete(
        ASKED, progress=pieces.append
    )
    assert ("1 message", ["1 message"]) == (reply.text, pieces)
    assert (2, True) == (reply.usage.output_tokens, reply.usage.estimated)


def test_a_function_may_return_a_whole_reply() -> None:
    """So that a client that linewise does not know can say why it stopped and what it cost."""
    given = Reply("x", Usage(1, 2, 3), "length", "mine", 3)
    assert given == Function(lambda _: given).complete(ASKED)


@pytest.mark.parametrize("given", [None, 7, b"seven", ["seven"]])
def test_a_function_returns_words(given: Any) -> None:
    """Anything else is a wrong type, and the message says which."""
    with pytest.raises(TypeError, match=rf"returned {type(given).__name__}; the words"):
        Function(lambda _: given).complete(ASKED)


# Recordings


def test_a_recording_answers_again(tmp_path: Path) -> None:
    """What was asked once is answered from the file, without the model."""
    path = tmp_path / "exchanges.yaml"
    given = Reply("At line 7:\n- a\n", Usage(5, 6, 2), "stop", "tiny", 2)
    Recorded(path, Function(lambda _: given)).complete(ASKED, schema={"type": "object"})
    reply = Recorded(path).complete(ASKED, schema={"type": "object"})
    assert Reply("At line 7:\n- a\n", Usage(5, 6, 1), "stop", "tiny", 1) == reply
    with pytest.raises(ModelError, match="no reply to this request is recorded: 'Where does it"):
        Recorded(path).complete(ASKED)


def test_a_recording_can_be_read(tmp_path: Path) -> None:
    """Prompts and replies of several lines stand in the file as they are."""
    path = tmp_path / "exchanges.yaml"
    model = Recorded(path, Function(echo))
    model.complete([Message("user", "Number these:\n1|one\n  2|two\n")])
    model.complete(ASKED)
    text = path.read_text(encoding="utf-8")
    assert "- user: |\n    Number these:\n    1|one\n      2|two\n" in text
    assert 2 == text.count("\n---\n")


def test_a_recording_may_be_written_by_hand(tmp_path: Path) -> None:
    """Messages and a reply are enough; the same request twice is answered in turn."""
    path = tmp_path / "by-hand.yaml"
    exchange = "---\nmessages:\n- user: {}\nreply: {}\n"
    path.write_text(
        exchange.format("Where does it begin?", "first")
        + exchange.format("Where does it begin?", "second")
    )
    model = Recorded(path)
    assert ["first", "second", "first"] == [model.complete(ASKED).text for _ in range(3)]


@given(st.lists(st.tuples(st.text(max_size=30), st.text(max_size=30)), min_size=1, max_size=4))
def test_whatever_is_said_is_recorded_to_the_letter(
    tmp_path_factory: pytest.TempPathFactory, exchanges: list[tuple[str, str]]
) -> None:
    """Spaces at ends, tabs, lone carriage returns, marks of YAML: all of it comes back."""
    path = tmp_path_factory.mktemp("recorded") / "exchanges.yaml"
    replies = dict(exchanges)
    model = Recorded(path, Function(lambda messages: replies[messages[0].content]))
    for asked in replies:
        model.complete([Message("user", asked)])
    for asked, reply in replies.items():
        assert reply == Recorded(path).complete([Message("user", asked)]).text


@pytest.mark.parametrize(
    "text",
    [
        *("a: [", "just words", "- 1", "messages: [x]\nreply: y", "messages: []\nreply: [x]"),
        *("messages: [user: [a, b]]\nreply: x", "messages: []\nreply: x\nmodel: [m]"),
        # Lists of lists that come to a hundred million when they are written out
        f"a0: &b0 [x]\n{LISTS}messages:\n- user: *b8\nreply: x",
    ],
)
def test_what_is_no_recording_is_refused(tmp_path: Path, text: str) -> None:
    """The message names the file."""
    path = tmp_path / "other.yaml"
    path.write_text(text)
    with pytest.raises(ModelError, match=r"other\.yaml.*is no recording"):
        Recorded(path)
    with pytest.raises(ModelError, match="cannot be read"):
        Recorded(tmp_path / "missing.yaml")


def test_the_exchange_that_is_none_is_named(tmp_path: Path) -> None:
    """A recording that was cut off, or edited wrong, is mended by hand at that place."""
    path = tmp_path / "exchanges.yaml"
    Recorded(path, Function(lambda _: "seven")).complete(ASKED)
    path.write_text(path.read_text(encoding="utf-8") + "---\nmessages: []\n", encoding="utf-8")
    with pytest.raises(ModelError, match=r"exchanges\.yaml, exchange 2: is no recording"):
        Recorded(path)


def test_a_reply_that_cannot_be_kept_is_not_paid_for_in_silence(tmp_path: Path) -> None:
    """A missing folder is told before asking; what fails later says what it cost."""
    with pytest.raises(ModelError, match="no such folder"):
        Recorded(tmp_path / "missing" / "exchanges.yaml", Function(lambda _: "seven"))
    path = tmp_path / "exchanges.yaml"
    model = Recorded(path, Function(lambda _: Reply("seven", Usage(3, 2, 1))))
    path.mkdir()
    with pytest.raises(ModelError, match="cannot be written") as caught:
        model.complete(ASKED)
    assert Usage(3, 2, 1) == caught.value.usage


# People


def test_a_person_brings_replies() -> None:
    """The prompt is shown; each reply ends with a line that has a full stop alone, or the end."""
    screen, keyboard = io.StringIO(), io.StringIO("At line 7.\n.\nNo, 8.\n")
    model = Pasted(screen=screen, keyboard=keyboard)
    assert "At line 7.\n" == model.complete(ASKED).text
    assert "Where does it begin?\n" in screen.getvalue()
    assert "No, 8.\n" == model.complete(ASKED).text
    with pytest.raises(ModelError, match="no reply was pasted"):
        model.complete(ASKED)


def test_a_prompt_on_a_terminal_is_harmless() -> None:
    """A document could clear the screen or write over a line; what is copied says that it does."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    prompt = [Message("user", "1|\x1b[2Jone\ttab\r\n2|two\r8|three\n")]
    screen, kept = Terminal(), io.StringIO()
    for place in (screen, kept):
        Pasted(screen=place, keyboard=io.StringIO("8")).complete(prompt)
    assert screen.getvalue().startswith("1|␛[2Jone\ttab\n2|two␍8|three\n")
    assert kept.getvalue().startswith(prompt[0].content)


def test_what_is_pasted_is_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bytes of another encoding, and an input that is closed, are told as what they are."""
    for errors in ("strict", "surrogateescape"):
        keyboard = io.TextIOWrapper(io.BytesIO(b"caf\xe9\n"), encoding="utf-8", errors=errors)
        with pytest.raises(ModelError, match="it is not in utf-8"):
            Pasted(screen=io.StringIO(), keyboard=keyboard).complete(ASKED)
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(ModelError, match="standard input is closed"):
        Pasted(screen=io.StringIO()).complete(ASKED)


def test_of_a_conversation_a_person_is_shown_what_is_new() -> None:
    """A chat remembers what was said before its last reply."""
    screen = io.StringIO()
    turns = [*ASKED, Message("assistant", "7"), Message("user", "There is no line 7.")]
    Pasted(screen=screen, keyboard=io.StringIO("8")).complete(turns)
    assert screen.getvalue().startswith("There is no line 7.\n")


def test_a_prompt_may_go_to_a_file(tmp_path: Path) -> None:
    """A long prompt is easier to upload than to copy from a screen."""
    screen = io.StringIO()
    path = tmp_path / "prompt.md"
    Pasted(path, screen=screen, keyboard=io.StringIO("7")).complete(ASKED)
    assert "Where does it begin?" == path.read_text()
    assert str(path) in screen.getvalue()
    with pytest.raises(ModelError, match="cannot be written"):
        Pasted(tmp_path, screen=screen, keyboard=io.StringIO("7")).complete(ASKED)


# Budgets


def of_cost(tokens: int) -> Function:
    """Return a model whose replies cost so much."""
    return Function(lambda _: Reply("x", Usage(0, tokens, 1)))


def test_a_budget_holds_for_all_calls_together() -> None:
    """A prompt that does not fit into what is left is not sent."""
    model = Budget(of_cost(50), 120)
    model.complete(ASKED)
    model.complete(ASKED)
    assert Usage(0, 100, 2) == model.usage
    model.complete(ASKED)
    with pytest.raises(BudgetError, match="0 of the 120 that this run may use"):
        model.complete(ASKED)
    assert Usage(0, 150, 3) == model.usage
    with pytest.raises(OptionError, match="max_tokens=0"):
        Budget(of_cost(1), 0)


def test_a_reply_that_outgrows_the_budget_is_ended() -> None:
    """Where the model streams, no more is paid for than about what is left."""
    with serving(says("word " * 5_000)) as server:
        model = Budget(OpenAICompatible("tiny", server.url, ""), 500)
        with pytest.raises(BudgetError):
            model.complete(ASKED)
    assert 300 < model.usage.tokens < 600


def test_calls_at_the_same_time_share_a_budget() -> None:
    """What one call has been promised another cannot have."""
    gate = threading.Barrier(2, timeout=60)
    outcomes: list[object] = []

    def slow(_: Sequence[Message]) -> Reply:
        gate.wait()
        return Reply("x", Usage(9, 1, 1))

    model = Budget(Function(slow), 20)

    def run() -> None:
        try:
            outcomes.append(model.complete(ASKED).text)
        except BudgetError as error:
            outcomes.append(type(error))

    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ["x", "x"] == outcomes
    run()
    assert BudgetError is outcomes[-1]


def test_a_failed_call_gives_back_what_it_did_not_use() -> None:
    """An error costs what it says it cost."""

    def fail(_: Sequence[Message]) -> str:
        raise ModelError("gone", usage=Usage(3, 0, 1))

    model = Budget(Function(fail), 100)
    with pytest.raises(ModelError):
        model.complete(ASKED)
    assert Usage(3, 0, 1) == model.usage


@pytest.mark.parametrize("path", ["a\0b", "a\ud800b"])
@pytest.mark.parametrize("model", [None, lambda _: "seven"])
def test_no_recording_has_such_a_path(path: str, model: Any) -> None:
    """That is said before a reply is paid for."""
    with pytest.raises(ModelError, match="cannot be read"):
        Recorded(path, model)


def test_a_function_is_a_model_inside_of_others(tmp_path: Path) -> None:
    """Wherever a model is wanted, a function will do."""
    recorded = Recorded(tmp_path / "exchanges.yaml", lambda _: "seven")
    assert "seven" == recorded.complete(ASKED).text
    assert "seven" == Budget(lambda _: "seven", 1_000).complete(ASKED).text
    assert "seven" == ask(lambda _: "seven", ASKED, lambda reply: reply.text).value
    with pytest.raises(OptionError, match="int is no model"):
        Budget(5, 1_000)  # type: ignore[arg-type]


def test_a_bill_is_made_before_asking() -> None:
    """So many prompts, so many tokens, and what a copy of the document would cost."""
    made = bill(["one two", "three"], "one two three four\n", str.split)
    assert {"requests": 2, "input_tokens": 11, "document_tokens": 4} == made.as_dict()
    assert "2 requests, 11 tokens in; a full copy of the document would be 4 tokens out" == str(
        made
    )
    assert "about 1 tokens in, 2 out, 1 request" == str(Usage(1, 2, 1, estimated=True))


def test_a_prompt_is_a_conversation_of_one_message() -> None:
    """It costs what it costs as a message, signs around it included."""
    assert count_messages(ASKED) == count_prompt(ASKED[0].content)
    assert 6 == count_prompt("one two", str.split)


# Which model is meant


def test_without_a_model_one_line_says_how() -> None:
    """It says what to set, and what works without."""
    with pytest.raises(ModelError) as caught:
        configured_model()
    message = str(caught.value)
    assert "\n" not in message
    for word in ("LINEWISE_MODEL", "OPENAI_API_KEY", "OPENAI_BASE_URL", "Pasted()"):
        assert word in message
    assert "--" not in message


@pytest.mark.parametrize("prefix", ["LINEWISE", "OPENAI"])
def test_the_environment_names_a_model(prefix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A model and a server, or a model and a key; nobody is asked who was not named."""
    with pytest.raises(ModelError, match=r"no model is configured: name one \(model, "):
        configured_model()
    monkeypatch.setenv(f"{prefix}_MODEL", "tiny")
    with pytest.raises(ModelError, match="model 'tiny' is named, but neither its server"):
        configured_model()
    monkeypatch.setenv(f"{prefix}_BASE_URL", "http://localhost:8080/v1")
    model = configured_model()
    assert ("tiny", "http://localhost:8080/v1") == (model.model, model.base_url)
    monkeypatch.delenv(f"{prefix}_BASE_URL")
    monkeypatch.setenv(f"{prefix}_API_KEY", "sk-0123456789")
    assert "https://api.openai.com/v1" == configured_model().base_url


def test_what_is_handed_over_goes_before_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name and an address that are given count."""
    monkeypatch.setenv("OPENAI_MODEL", "other")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://localhost:1/v1")
    model = configured_model("tiny", "http://localhost:2/v1")
    assert ("tiny", "http://localhost:2/v1") == (model.model, model.base_url)


def test_a_model_has_many_spellings(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name, a function, or a model."""
    monkeypatch.setenv("OPENAI_BASE_URL", "http://localhost:1/v1")
    named = as_model("tiny")
    assert isinstance(named, OpenAICompatible)
    assert "tiny" == named.model
    assert isinstance(as_model(echo), Function)
    assert named is as_model(named)
    with pytest.raises(OptionError, match="int is no model"):
        as_model(7)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "model", [Function(echo), Pasted(), OpenAICompatible("m"), Budget(Function(echo), 1)]
)
def test_every_model_is_one(model: object) -> None:
    """All of them have the one method."""
    assert isinstance(model, Model)


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), 1e12, 10**400])
def test_time_outs_are_above_zero_and_can_be_waited_for(seconds: float) -> None:
    """Zero would end every call, and no system counts seconds without an end."""
    with pytest.raises(OptionError, match="idle is above 0 seconds and at most 1,000,000,000"):
        Timeouts(idle=seconds)


def test_a_model_has_a_name() -> None:
    """A server could not tell which is meant."""
    with pytest.raises(OptionError, match="empty"):
        OpenAICompatible("")


def test_models_are_imported_without_what_searches() -> None:
    """Who asks a model pays for no index; what checks vectors comes with the first of them."""
    program = "import sys, linewise.models; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    loaded = done.stdout.decode().split()
    assert "linewise.models.embeddings" in loaded
    assert [] == [name for name in loaded if name.startswith(("linewise.search", "numpy"))]
