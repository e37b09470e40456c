"""The client against a real server that speaks the protocol, well and badly."""

from __future__ import annotations

import copy
import logging
import pickle
import socket
import traceback
from email.utils import formatdate
from typing import TYPE_CHECKING, Any

import pytest

from linewise.errors import ModelError, OptionError
from linewise.models import Message, OpenAICompatible, Recorded, Reply, Timeouts, Usage
from linewise.models._failures import Again, Failure, Repeating
from model_server import ModelServer, answers, cuts, drips, holds_to, refuses, says, serving, stalls

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ASKED = [Message("user", "Where does it begin?")]
SCHEMA = {"type": "object"}
KEY = "sk-test-0123456789abcdef"
NO_WAIT: dict[str, Any] = {"backoff": 0.001, "api_key": ""}

# Only what is waited for in vain has little time: a busy machine is slow with the rest.
FIRST, NEXT, LONG = Timeouts(first=0.3), Timeouts(idle=0.3), Timeouts()


def model_of(server: ModelServer, **settings: Any) -> OpenAICompatible:
    """Return a client that does not wait between requests."""
    return OpenAICompatible("tiny", server.url, **(NO_WAIT | settings))


def refusal_of(model: OpenAICompatible, **settings: Any) -> ModelError:
    """Return the error that a request ends in."""
    with pytest.raises(ModelError) as caught:
        model.complete(ASKED, **settings)
    return caught.value


# Good answers


def test_a_streamed_reply_is_put_together() -> None:
    """Words, reason, model and cost come from the stream; the request says who speaks."""
    pieces: list[str] = []
    with serving(says("At line 7 — not before.")) as server:
        reply = model_of(server).complete(ASKED, progress=pieces.append)
    assert Reply("At line 7 — not before.", Usage(11, 5, 1), "stop", "tiny-1", 1) == reply
    assert "At line 7 — not before." == "".join(pieces)
    assert len(pieces) > 1
    assert [{"role": "user", "content": "Where does it begin?"}] == server.bodies[0]["messages"]
    assert ["/v1/chat/completions"] == server.paths


def test_a_reply_in_one_piece_is_taken_too() -> None:
    """A server that does not stream answers with one object."""
    choice = {"message": {"role": "assistant", "content": "seven"}, "finish_reason": "length"}
    with serving(answers({"choices": [choice]})) as server:
        reply = model_of(server).complete(ASKED)
    assert ("seven", "length", "tiny") == (reply.text, reply.finish_reason, reply.model)


def test_cost_is_counted_where_the_server_does_not_say_it() -> None:
    """What is counted here is said to be estimated."""
    with serving(says("one two three", usage=False)) as server:
        usage = model_of(server).complete(ASKED).usage
    assert usage.estimated
    assert 3 == usage.output_tokens
    assert usage.input_tokens > 4


@pytest.mark.parametrize("inside", ["\u2028", "\x85", "\x0b", "\r"])
def test_only_line_feeds_end_an_event(inside: str) -> None:
    """Other separators may stand inside a reply."""
    data = '{"choices":[{"delta":{"content":"a%sb"},"finish_reason":"stop"}]}'
    written = data % (inside if inside > "\x7f" else f"\\u{ord(inside):04x}")
    with serving(answers(f"data: {written}\n\n", kind="text/event-stream")) as server:
        assert f"a{inside}b" == model_of(server).complete(ASKED).text


def test_a_character_that_comes_in_two_halves_is_one() -> None:
    """A surrogate pair may be cut by the stream."""
    event = 'data: {"choices":[{"delta":{"content":"%s"}}]}\n\n'
    body = event % "\\ud83d" + event % "\\ude80" + "data: [DONE]\n\n"
    with serving(answers(body, kind="text/event-stream")) as server:
        assert "🚀" == model_of(server).complete(ASKED).text


EVENTS = (
    'data: {"choices": [{"index": 0, "delta": {"content": "se"}}]}\n\n'
    'data: {"choices": [{"index": 1, "delta": {"content": "eight"}}]}\n\n'
    'data: {"choices": [{"delta": {"content": "ven"}, "finish_reason": "stop"}]}\n\n'
    "data: [DONE]\n\n"
)
WHOLE = '{"choices": [{"message": {"content": "seven"}, "finish_reason": "stop"}]}'


@pytest.mark.parametrize("kind", ["text/event-stream", "application/json", "text/plain"])
@pytest.mark.parametrize("before", ["", "\ufeff", "\n \ufeff\n", "\r\n\r\n"])
@pytest.mark.parametrize("body", [EVENTS, EVENTS.replace("\n", "\r\n"), ":\n" + EVENTS, WHOLE])
def test_an_answer_is_what_it_looks_like(kind: str, before: str, body: str) -> None:
    """What a server calls it, and marks before it, cost no words; of several replies one counts."""
    with serving(answers(before + body, kind=kind)) as server:
        assert "seven" == model_of(server).complete(ASKED).text


def test_an_error_is_one_under_any_name() -> None:
    """An error that comes as JSON in the place of a stream is told in its own words."""
    error = {"error": {"message": "too busy", "code": 503}}
    with serving(answers(error, kind="text/event-stream"), says("seven")) as server:
        assert "seven" == model_of(server).complete(ASKED).text
    with serving(answers("", kind="application/json")) as server:
        assert "it is empty" in str(refusal_of(model_of(server)))


@pytest.mark.parametrize("field", ["message", "error", "status"])
def test_half_a_character_is_marked(field: str) -> None:
    r"""JSON can spell `\ud800`, which no file and no terminal takes: U+FFFD stands for it."""
    half = "a \ud800 b"
    body, status = {
        "message": ({"model": half, "choices": [{"message": {"content": half}}]}, 200),
        "error": ({"error": {"message": half, "code": 400}}, 200),
        "status": ({"error": {"message": half}}, 402),
    }[field]
    with serving(answers(body, status)) as server:
        model = model_of(server)
        if field == "message":
            reply = model.complete(ASKED)
            assert ("a \ufffd b", "a \ufffd b") == (reply.text, reply.model)
        else:
            assert "a \ufffd b" in str(refusal_of(model))


def test_a_cut_after_the_end_is_none() -> None:
    """A reply whose end was announced is whole, whatever the connection does then."""
    event = 'data: {"choices":[{"delta":{"content":"all"},"finish_reason":"stop"}]}\n\n'
    with serving(answers(event, kind="text/event-stream")) as server:
        assert "all" == model_of(server).complete(ASKED).text


# Refusals and repetitions


def test_what_was_not_generated_is_asked_for_again() -> None:
    """After 429 and 5xx the request is sent again; every request is counted."""
    with serving(refuses(429), refuses(500), refuses(503), says("seven")) as server:
        reply = model_of(server).complete(ASKED)
    assert ("seven", 4, Usage(11, 5, 4)) == (reply.text, reply.attempts, reply.usage)


def test_an_error_inside_the_stream_is_one_too() -> None:
    """Some servers begin the answer before they notice that they are too busy."""
    event = 'data: {"error": {"message": "busy", "code": 429}}\n\n'
    busy = answers(event, kind="text/event-stream")
    with serving(busy, says("seven")) as server:
        assert 2 == model_of(server).complete(ASKED).attempts


@pytest.mark.parametrize("written", ["0.2", lambda: formatdate(usegmt=True)])
def test_the_wait_that_is_asked_for_is_kept(
    written: str | Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Retry-After is a number of seconds or a date, and counts instead of the own backoff."""
    waits: list[float] = []
    monkeypatch.setattr("linewise.models._failures.time.sleep", waits.append)
    after = written if isinstance(written, str) else written()
    with serving(refuses(429, Retry_After=after), says("seven")) as server:
        model_of(server, backoff=50).complete(ASKED)
    assert [0.2 if after == "0.2" else 0.0] == waits


def test_waits_double_without_a_word_from_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each wait lies around twice the one before."""
    waits: list[float] = []
    monkeypatch.setattr("linewise.models._failures.time.sleep", waits.append)
    with serving(refuses(503)) as server:
        error = refusal_of(model_of(server, backoff=1.0))
    assert [True] * 3 == [
        w / 2 <= wait <= w * 1.5 for w, wait in zip((1, 2, 4), waits, strict=True)
    ]
    assert 503 == error.status
    assert "(after 4 requests)" in str(error)


def test_a_long_wait_is_told_instead() -> None:
    """Nobody sits before a program that sleeps for an hour."""
    with serving(refuses(429, "slow down", Retry_After="3600")) as server:
        error = refusal_of(model_of(server))
    assert 1 == len(server.bodies)
    assert "slow down" in str(error)
    assert "asks to wait 3,600 seconds" in str(error)


@pytest.mark.parametrize(
    ("behaviour", "timeouts", "words"),
    [
        (stalls(), FIRST, "the first words did not come within 0.3 seconds"),
        (stalls(alive=True), FIRST, "the first words did not come within 0.3 seconds"),
        (stalls("It begins"), NEXT, "the next words did not come within 0.3 seconds"),
        (stalls("It begins", alive=True), NEXT, "the next words did not come within 0.3 seconds"),
        (drips(), FIRST, "the first words did not come within 0.3 seconds"),
        (cuts(), LONG, "cut off"),
        (cuts("It begins"), LONG, "cut off"),
        (cuts("It begins", length=9_000), LONG, "cut off"),
    ],
    ids=["silent", "alive", "stalled", "stalled alive", "dripping", "closed", "cut", "cut short"],
)
def test_what_may_be_paid_for_is_not_asked_for_again(
    behaviour: Any, timeouts: Timeouts, words: str
) -> None:
    """After a time-out or a cut stream only `retry_unsafe` repeats, and what it cost is told."""
    with serving(behaviour, says("seven")) as server:
        error = refusal_of(model_of(server, timeouts=timeouts))
        assert words in str(error)
        assert "may be paid for twice" in str(error)
        assert 1 == len(server.bodies)
        assert error.usage.estimated
        assert error.usage.input_tokens > 0
    with serving(behaviour, says("seven")) as server:
        # Time enough for the second answer.
        times = Timeouts(first=2, idle=2)
        reply = model_of(server, timeouts=times, retry_unsafe=True).complete(ASKED)
    assert ("seven", 2) == (reply.text, reply.attempts)
    assert reply.usage.input_tokens > 11


def test_the_whole_reply_has_its_time_too() -> None:
    """A reply that never ends is ended."""

    def endless(exchange: Any) -> None:
        exchange.head(200, "text/event-stream")
        while not exchange.server.over.wait(0.02):
            exchange.words("and ")

    with serving(endless) as server:
        error = refusal_of(model_of(server, timeouts=Timeouts(whole=0.3)))
    assert "the whole reply did not come within 0.3 seconds" in str(error)


def test_a_server_that_is_not_there_is_named() -> None:
    """The message says where nobody answered; nothing was spent."""
    with socket.socket() as silent:
        # It is taken, so that no other server comes there, and it does not listen.
        silent.bind(("127.0.0.1", 0))
        address = "http://{}:{}/v1".format(*silent.getsockname())
        model = OpenAICompatible("tiny", address, **NO_WAIT, retries=1)
        error = refusal_of(model)
    assert model.base_url in str(error)
    assert "cannot be reached" in str(error)
    assert 0 == error.usage.tokens


@pytest.mark.parametrize(
    ("behaviour", "words"),
    [
        (answers("<html><title>Hi</title>", kind="text/html"), "usually ends in /v1"),
        (answers("<html><title>Gone</title>", 404, "text/html"), "a web page, 'Gone'"),
        (answers("{"), "no JSON: '{'"),
        (answers([1]), "a list stands where an answer was expected"),
        (answers({"object": "list"}), "`choices` is missing"),
        (answers({"choices": ["x"]}), "no object"),
        (answers("data: nonsense\n\n", kind="text/event-stream"), "no JSON: 'nonsense'"),
        (refuses(404, "model tiny not found"), "model tiny not found"),
        (refuses(400, "the context window is 512 tokens"), "the context window is 512 tokens"),
        (answers("", 307, Location="http://127.0.0.1:1/"), "go elsewhere"),
        (answers("no", 402, "text/plain"), "answered 402: no"),
    ],
)
def test_what_is_no_answer_is_told_as_what_it_is(behaviour: Any, words: str) -> None:
    """The request is not sent again, since it would not help."""
    with serving(behaviour) as server:
        error = refusal_of(model_of(server))
    assert words in str(error)
    assert 1 == len(server.bodies)


def test_a_reply_over_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that writes without end does not fill the memory."""
    monkeypatch.setattr("linewise.models._events.MAX_CHARACTERS", 100)
    with serving(says("word " * 1_000)) as server:
        assert "longer than 100 characters" in str(refusal_of(model_of(server)))
    monkeypatch.setattr("linewise.models._events.MAX_BYTES", 100)
    with serving(answers(" " * 1_000)) as server:
        assert "larger than 100 bytes" in str(refusal_of(model_of(server)))


def test_a_caller_can_end_a_reply() -> None:
    """What the progress callback raises comes out, and the server is hung up on."""

    class EnoughError(Exception):
        pass

    def enough(_: str) -> None:
        raise EnoughError

    with serving(says("word " * 1_000)) as server, pytest.raises(EnoughError):
        model_of(server).complete(ASKED, progress=enough)


# The form of the answer


@pytest.mark.parametrize("status", [400, 404, 422, 500, 501])
@pytest.mark.parametrize("kind", ["json_schema", "json_object", "text"])
def test_a_server_is_asked_in_the_best_form_that_it_knows(kind: str, status: int) -> None:
    """A refused schema is left out, step by step, and what works is remembered."""
    steps = ["json_schema", "json_object", "text"]
    with serving(holds_to((kind, "text"), "{}", status)) as server:
        model = model_of(server)
        reply = model.complete(ASKED, schema=SCHEMA)
        asked = [body.get("response_format", {}).get("type", "text") for body in server.bodies]
        assert steps[: steps.index(kind) + 1] == asked
        assert reply.attempts == len(asked)
        assert 1 == model.complete(ASKED, schema=SCHEMA).attempts


def test_without_a_schema_nothing_is_held_to_it() -> None:
    """A conversation in words asks for words, and a schema is tried later all the same."""
    with serving(says("words")) as server:
        model = model_of(server)
        model.complete(ASKED)
        model.complete(ASKED, schema=SCHEMA)
    assert "response_format" not in server.bodies[0]
    assert SCHEMA == server.bodies[1]["response_format"]["json_schema"]["schema"]


def test_a_server_that_does_not_count_is_not_asked_to() -> None:
    """A server that refuses to say what a stream cost still answers."""

    def strict(exchange: Any) -> None:
        if "stream_options" in exchange.asked:
            refuses(400, "unknown field stream_options")(exchange)
        else:
            says("seven")(exchange)

    with serving(strict) as server:
        model = model_of(server)
        assert 2 == model.complete(ASKED, schema=SCHEMA).attempts
        assert 1 == model.complete(ASKED, schema=SCHEMA).attempts
    assert "json_schema" == server.bodies[-1]["response_format"]["type"]


# Keys, proxies, addresses


def test_the_key_is_in_nothing_that_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Errors, tracebacks, logs, `repr`, pickles, and recordings: none of them has the key."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY + "\n")
    caplog.set_level(logging.DEBUG)
    echo = f"Incorrect key {KEY}, also {KEY[:9]}****cdef"
    written: list[str] = []
    for behaviour in (refuses(401, echo), refuses(400, echo), refuses(402, echo), cuts(echo)):
        with serving(behaviour) as server:
            error = refusal_of(model_of(server, api_key=None))
            lines = traceback.TracebackException.from_exception(error, capture_locals=True)
            written += [*lines.format(), repr(error), str(vars(error))]
            assert f"Bearer {KEY}" == server.keys[0]
    with serving(says(f"your key is {KEY}")) as server:
        model = model_of(server, api_key=None)
        recorded = Recorded(tmp_path / "exchanges.yaml", model)
        written += [recorded.complete(ASKED).text, repr(model), str(vars(model)), repr(recorded)]
    written += [pickle.dumps(model).decode("latin-1"), caplog.text]
    written += [path.read_text() for path in tmp_path.rglob("*") if path.is_file()]
    assert caplog.text
    for text in written:
        assert KEY not in text
        assert KEY[:9] not in text


def test_a_model_keeps_its_key_in_copies_and_reads_it_anew_in_other_processes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A pickle holds no key; the process that reads it has its own environment."""
    with serving(says("seven")) as server:
        model = model_of(server, api_key=KEY)
        copy.deepcopy(model).complete(ASKED)
        monkeypatch.setenv("LINEWISE_API_KEY", "another")
        pickle.loads(pickle.dumps(model)).complete(ASKED)
    assert [f"Bearer {KEY}", "Bearer another"] == server.keys


def test_no_key_means_no_header() -> None:
    """A server of one's own is sent nothing that it did not ask for."""
    with serving(says("seven")) as server:
        model_of(server).complete(ASKED)
    assert [None] == server.keys


def test_this_machine_is_reached_without_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy in the environment is for the rest of the world."""
    for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    with serving(says("seven")) as server:
        assert "seven" == model_of(server, retries=0).complete(ASKED).text


def test_a_redirect_is_not_followed() -> None:
    """Texts and keys go where they were sent, and nowhere else."""
    with (
        serving(says("stolen")) as other,
        serving(answers("", 308, Location=f"{other.url}/chat/completions")) as server,
    ):
        refusal_of(model_of(server, api_key=KEY))
    assert [] == other.bodies


@pytest.mark.parametrize(
    "base_url", ["localhost:8080", "ftp://a/v1", "", "http://", "http://[", "http://a:x/v1"]
)
def test_what_is_no_address_is_refused(base_url: str) -> None:
    """An empty one too: a variable that was never set sends no text to OpenAI."""
    assert "https://api.openai.com/v1" == OpenAICompatible("m").base_url
    with pytest.raises(OptionError):
        OpenAICompatible("m", base_url)


def test_an_address_shows_no_secrets() -> None:
    """A password in an address is refused without being repeated; a query is not shown."""
    with pytest.raises(OptionError) as caught:
        OpenAICompatible("m", f"https://me:{KEY}@a.example/v1")
    assert KEY not in str(caught.value)
    assert "https://a.example/v1" == OpenAICompatible("m", f"https://a.example/v1?k={KEY}").base_url
    with pytest.raises(OptionError) as caught:
        OpenAICompatible("m", api_key=f"{KEY}\nX-Other: 1")
    assert KEY not in str(caught.value)


def test_a_traceback_shows_no_secret_of_an_address() -> None:
    """A tool that shows the values of a traceback shows the address as messages do."""
    model = OpenAICompatible("tiny", "http://127.0.0.1:1/v1?key=secret", **NO_WAIT, retries=0)
    lines = traceback.TracebackException.from_exception(refusal_of(model), capture_locals=True)
    assert "http://127.0.0.1:1/v1" in "".join(lines.format())
    assert "secret" not in "".join(lines.format())


@pytest.mark.parametrize("name", ["retries", "backoff", "longest_wait"])
def test_numbers_below_zero_are_refused(name: str) -> None:
    """Nothing can be waited for or repeated less than not at all."""
    settings: dict[str, Any] = {name: -1}
    with pytest.raises(OptionError, match=f"{name} is 0 or more, not -1"):
        OpenAICompatible("tiny", "http://127.0.0.1:1/v1", **settings)


@pytest.mark.parametrize(("backoff", "least", "most"), [(0.0, 0, 0), (0.5, 15, 45)])
def test_a_request_may_be_sent_again_very_often(
    backoff: float, least: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pauses double until they are long enough, and no number runs over."""
    waited: list[float] = []
    monkeypatch.setattr("linewise.models._failures.time.sleep", waited.append)
    Repeating(10_000, backoff, 1.0).pause(Failure("busy", Again.SAFE, 503), 5_000)
    assert least <= waited[0] <= most


def test_the_endpoint_may_be_named_in_full() -> None:
    """What people copy from a manual works, with a query that some servers want."""
    with serving(says("seven")) as server:
        url = f"{server.url}/chat/completions?api-version=2"
        OpenAICompatible("tiny", url, "").complete(ASKED)
    assert ["/v1/chat/completions?api-version=2"] == server.paths


def test_more_of_the_request_can_be_set() -> None:
    """Options stand in the body; the model and the messages stay ours."""
    with serving(says("seven")) as server:
        model_of(server, options={"temperature": 0, "model": "other"}).complete(ASKED)
    assert (0, "tiny") == (server.bodies[0]["temperature"], server.bodies[0]["model"])
