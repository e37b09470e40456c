"""Questions by a model: what it quotes has to stand there."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from linewise import Document, questions_by_model
from linewise.errors import OptionError, ReplyError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linewise.models import Message

TEXT = (
    "# Bread\n\nThe baker kneads the dough at four in the morning, when the town is still asleep. "
    "Rye needs a longer rest than wheat, and more water.\n\n"
    "# Iron\n\nThe smith heats the iron until it glows, and bends it while it is soft. "
    "Quenching in oil hardens the blade more slowly than water does.\n"
)
DOCUMENT = Document(TEXT)


def reply(question: str, *quotes: str) -> str:
    """Return a reply as a model writes it."""
    return json.dumps({"question": question, "quotes": quotes})


def test_each_passage_is_asked_about_and_the_quotes_become_places() -> None:
    """A quote that is not to the letter is placed where it stands."""

    def model(messages: Sequence[Message]) -> str:
        if "# Bread" in messages[0].content:
            return reply("What does rye need?", "rye needs a longer rest than wheat")
        return f"```json\n{reply('How is a blade hardened?', 'Quenching in oil')}\n```"

    bread, iron = questions_by_model([DOCUMENT], model)
    assert ("What does rye need?", "How is a blade hardened?") == (bread.text, iron.text)
    assert ["Rye needs a longer rest than wheat", "Quenching in oil"] == [
        TEXT[one.gold[0].start : one.gold[0].end] for one in (bread, iron)
    ]
    assert "asked by a model of lines 1–4" == bread.origin


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (reply("Who?", "The miller grinds it at noon."), "do not stand in the passage"),
        (reply("", "The baker"), "another form"),
        (reply("Who?"), "another form"),
        ("[]", "another form"),
        ("I would ask who bakes.", "no JSON"),
        ("", "empty"),
    ],
)
def test_a_reply_that_cannot_be_trusted_goes_back(wrong: str, said: str) -> None:
    """The model is told why, and may answer again; in the end the refusal is raised."""
    seen: list[Sequence[Message]] = []

    def model(messages: Sequence[Message]) -> str:
        seen.append(messages)
        return wrong if len(messages) == 1 else reply("When?", "at four in the morning")

    (question,) = questions_by_model(DOCUMENT, model, count=1, seed=1, concurrency=1)[:1]
    assert "When?" == question.text
    assert said in seen[1][-1].content
    with pytest.raises(ReplyError, match=said):
        questions_by_model(DOCUMENT, lambda _: wrong, attempts=1)


def test_the_prompt_says_how_much_is_wanted() -> None:
    """A few words for a short one; every sentence that is needed for a passage."""
    prompts: list[str] = []

    def model(messages: Sequence[Message]) -> str:
        prompts.append(messages[0].content)
        return reply("When?", "the")

    for evidence, language in (("short", "en"), ("passage", "en"), ("short", "fr")):
        questions_by_model(DOCUMENT, model, evidence, count=1, language=language)  # type: ignore[arg-type]
    assert "the one sentence that answer it" in prompts[0]
    assert "every sentence that is needed" in prompts[1]
    assert "Citez à la lettre" in prompts[2]


def test_nothing_is_asked_of_nothing() -> None:
    """An empty document has no passage."""
    assert [] == questions_by_model("", lambda _: "never asked")


def test_settings_of_asking_are_checked() -> None:
    """Before anything is paid for."""
    for settings in ({"count": 0}, {"concurrency": 0}, {"evidence": "long"}, {"language": "de"}):
        with pytest.raises(OptionError):
            questions_by_model(DOCUMENT, lambda _: "never asked", **settings)
