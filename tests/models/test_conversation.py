"""A refused reply goes back with the words of the refusal, and at most so often."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from linewise.errors import ModelError, OptionError, ReplyError, ReplyErrorKind
from linewise.models import Function, Message, OpenAICompatible, Reply, Usage, ask
from model_server import says, serving

if TYPE_CHECKING:
    from collections.abc import Sequence

ASKED = [Message("system", "Be brief."), Message("user", "A number, please.")]


def number_in(reply: Reply) -> int:
    """Read a reply that shall be a number."""
    if not reply.text.isdigit():
        raise ReplyError(ReplyErrorKind.UNREADABLE, f"{reply.text[:20]!r} is no number")
    return int(reply.text)


def saying(*replies: str) -> tuple[Function, list[Sequence[Message]]]:
    """Return a model that gives these replies, and the list of what it is asked."""
    asked: list[Sequence[Message]] = []

    def reply(messages: Sequence[Message]) -> Reply:
        asked.append(messages)
        return Reply(replies[len(asked) - 1], Usage(10, 1, 1))

    return Function(reply), asked


def test_a_good_reply_is_taken() -> None:
    """One question, one answer, and what it cost."""
    model, asked = saying("7")
    answer = ask(model, ASKED, number_in)
    assert (7, "7", Usage(10, 1, 1), ()) == (
        answer.value,
        answer.reply.text,
        answer.usage,
        answer.refusals,
    )
    assert [ASKED] == asked


def test_a_bad_reply_goes_back_with_the_reason() -> None:
    """The model sees its reply and what was wrong with it; all replies are paid for."""
    model, asked = saying("seven", "7")
    answer = ask(model, ASKED, number_in)
    assert (7, Usage(20, 2, 2)) == (answer.value, answer.usage)
    assert ["'seven' is no number"] == [str(refusal) for refusal in answer.refusals]
    assert [*ASKED, Message("assistant", "seven")] == asked[1][:-1]
    assert "'seven' is no number" in asked[1][-1].content
    assert "user" == asked[1][-1].role


def test_only_the_last_bad_reply_goes_back() -> None:
    """A conversation does not grow with its errors, and a long reply is shortened."""
    model, asked = saying("six", "x" * 100_000, "7")
    ask(model, ASKED, number_in)
    assert 4 == len(asked[2])
    assert "six" not in "".join(message.content for message in asked[2])
    assert len(asked[2][2].content) < 5_000


def test_an_empty_reply_is_no_turn() -> None:
    """Servers refuse a turn without words, so only the reason goes back."""
    model, asked = saying(" ", "7")
    ask(model, ASKED, number_in)
    assert ["system", "user", "user"] == [message.role for message in asked[1]]


def test_after_three_bad_replies_the_last_one_is_told() -> None:
    """The error is that of the last reply, which it holds, with the cost of all."""
    model, asked = saying("one", "two", "three")
    with pytest.raises(ReplyError, match="'three' is no number") as caught:
        ask(model, ASKED, number_in)
    assert 3 == len(asked)
    assert ("three", Usage(30, 3, 3)) == (caught.value.reply, caught.value.usage)


@pytest.mark.parametrize("attempts", [1, 2])
def test_the_number_of_attempts_can_be_set(attempts: int) -> None:
    """It is the number of replies that are looked at."""
    model, asked = saying("one", "two", "three")
    with pytest.raises(ReplyError):
        ask(model, ASKED, number_in, attempts)
    assert attempts == len(asked)
    with pytest.raises(OptionError, match="attempts=0"):
        ask(model, ASKED, number_in, 0)


def test_what_was_spent_before_a_failure_is_told() -> None:
    """When the server fails in the middle, the replies before it were paid for all the same."""

    def reply(messages: Sequence[Message]) -> Reply:
        if len(messages) > len(ASKED):
            raise ModelError("gone", usage=Usage(0, 0, 1))
        return Reply("seven", Usage(10, 1, 1))

    with pytest.raises(ModelError) as caught:
        ask(Function(reply), ASKED, number_in)
    assert Usage(10, 1, 2) == caught.value.usage


@pytest.mark.parametrize(("language", "words"), [("en", "Answer again"), ("fr", "de nouveau")])
def test_the_model_is_told_in_the_language_of_the_prompt(language: str, words: str) -> None:
    """The words around a refusal are a prompt like any other."""
    model, asked = saying("$seven", "7")
    ask(model, ASKED, number_in, language=language)
    assert words in asked[1][-1].content
    assert "'$seven' is no number" in asked[1][-1].content


def test_a_server_is_told_why_and_answers_well() -> None:
    """Over a real connection: bad, told why, good."""
    with serving(says("seven"), says("7")) as server:
        answer = ask(OpenAICompatible("tiny", server.url, ""), ASKED, number_in)
    assert 7 == answer.value
    roles = ["system", "user", "assistant", "user"]
    assert roles == [message["role"] for message in server.bodies[1]["messages"]]


def test_other_errors_come_out() -> None:
    """Only a refusal goes back to the model; an error of the reader itself is none."""

    def read(_: Reply) -> int:
        raise ZeroDivisionError

    model, asked = saying("7", "7")
    with pytest.raises(ZeroDivisionError):
        ask(model, ASKED, read)
    assert 1 == len(asked)
