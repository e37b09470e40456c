"""A model chooses by ids: it is never asked for words, and a reply with words is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from linewise import ReplyError, ReplyErrorKind, key_points, summarize
from linewise.models import Reply

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linewise.models import Message

TEXT = (
    "The bridge over the river closes on Monday. The weather was fine all week. "
    "Buses go round by the harbour until May. Nobody was hurt in the storm."
)


class Says:
    """A model that gives one reply after the other, and keeps what it was asked."""

    def __init__(self, *replies: str | Reply) -> None:
        self.replies = list(replies)
        self.asked: list[str] = []

    def __call__(self, messages: Sequence[Message]) -> str | Reply:
        """Return the next reply."""
        self.asked.append(messages[-1].content)
        return self.replies.pop(0)


@pytest.mark.parametrize(
    "reply",
    [
        "sentences: [3, 1]",
        '{"sentences": [3, 1]}',
        "```yaml\nsentences:\n  - 3\n  - 1\n```",
        "3, 1",
        "[3, 1, 3]",
        "sentences:\n  - 3|\n  - 1|",
    ],
)
def test_ids_in_any_form(reply: str) -> None:
    """The sentences named are taken whole while there is room, in the order of the text."""
    summary = summarize(TEXT, max_length=90, min_content_length=0, model=Says(reply))
    assert [
        "The bridge over the river closes on Monday.",
        "Buses go round by the harbour until May.",
    ] == [one.text for one in summary.sentences]
    assert summary.method == "model"
    assert summary.usage is not None
    assert summary.usage.requests == 1


def test_the_most_important_is_kept_where_room_is_short() -> None:
    """The order of the reply says what is cut first."""
    summary = summarize(TEXT, max_length=55, min_content_length=0, model=Says("[3, 1]"))
    assert summary.text.endswith("Buses go round by the harbour until May.")


def test_what_is_shown() -> None:
    """The model sees sentences with ids, and what the summary is about."""
    says = Says("[1]")
    summarize(TEXT, max_length=90, min_content_length=0, about="the bridge", model=says)
    assert "1|The bridge over the river closes on Monday.\n2|The weather" in says.asked[0]
    assert "the bridge\n```" in says.asked[0]


def test_a_french_text_is_asked_for_in_french() -> None:
    """The prompt speaks the language of the text where it can."""
    says = Says("[1]")
    text = "Le pont est fermé lundi. Les bus passent par le port. Il fait beau sur la ville."
    summarize(text, max_length=60, min_content_length=0, model=says, language="fr")
    assert "Les phrases ;" in says.asked[0]


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        ("The bridge closes.", ReplyErrorKind.WRONG_FORMAT),
        ("sentences: [1] because it matters", ReplyErrorKind.WRONG_FORMAT),
        ("sentences: []", ReplyErrorKind.EMPTY_REPLY),
        ("sentences: [0]", ReplyErrorKind.UNKNOWN_LINE),
        ("sentences: [5]", ReplyErrorKind.UNKNOWN_LINE),
        (Reply("sentences: [1, ", finish_reason="length"), ReplyErrorKind.TRUNCATED),
    ],
)
def test_other_replies_are_refused(reply: str | Reply, kind: ReplyErrorKind) -> None:
    """A reply that is not a list of ids that were shown is no choice."""
    with pytest.raises(ReplyError) as refused:
        summarize(TEXT, max_length=90, min_content_length=0, model=Says(reply), attempts=1)
    assert kind == refused.value.kind


def test_a_refused_reply_goes_back() -> None:
    """The model is told what was wrong, and may try again."""
    says = Says("[9]", "[2]")
    summary = summarize(TEXT, max_length=60, min_content_length=0, model=says)
    assert summary.text == "The weather was fine all week."
    assert "there is no sentence 9; ids go from 1 to 4" in says.asked[1]


def test_key_points_by_a_model() -> None:
    """The first id is the first point."""
    points = key_points(TEXT, 2, model=Says("[4, 2, 1]"))
    assert ["Nobody was hurt in the storm.", "The weather was fine all week."] == [
        one.text for one in points
    ]
    assert points[0].reasons == ("the model chose it",)


def test_short_content_is_not_sent() -> None:
    """Where nothing is chosen, no model is asked."""
    assert summarize(TEXT, model=Says()).text == TEXT
