"""A model chooses: it is shown sentences with their ids, and answers with ids alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from linewise.errors import ReplyError, ReplyErrorKind
from linewise.models import LANGUAGES, Message, as_model, ask, fenced, fill

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linewise.models import Answer, ModelLike, Reply
    from linewise.summaries.candidates import Candidate

__all__ = ["MOST_SHOWN", "chosen_by_model"]

MOST_SHOWN = 200
"""How many sentences a model is shown; of more, those that are worth most."""

_FENCE = re.compile(r"(?m)^[^\S\n]*(?:```|~~~)\w*[ \t]*$")
_KEY = re.compile(r"\A\s*\{?\s*[\"']?sentences[\"']?\s*:")
_ID = re.compile(r"\d+")
_ELSE = re.compile(r"[^\s\[\]{}(),;.\"'|-]")


def chosen_by_model(
    found: Sequence[Candidate],
    shown: Sequence[int],
    model: ModelLike,
    *,
    about: str | None,
    count: int,
    attempts: int,
    language: str | None,
) -> Answer[list[int]]:
    """Let a model choose sentences; the most important first.

    Args:
        found: the sentences.
        shown: which of them the model sees, in order.
        model: who is asked.
        about: what the choice should tell of.
        count: how many are wanted at most.
        attempts: how many replies are looked at.
        language: of the prompt, where there is one in it; English otherwise.

    Raises:
        ModelError: the model gave no reply.
        ReplyError: no reply could be trusted.
        OptionError: it is no model, or `attempts` is below 1.
    """
    spoken = language if language in LANGUAGES else "en"
    listed = "\n".join(f"{number}|{found[at].text}" for number, at in enumerate(shown, start=1))
    subject = fill("summary", "about", spoken, {"words": fenced(about)}) if about else ""
    words = {"sentences": fenced(listed), "count": str(count), "about": subject}
    prompt = fill("summary", "choice", spoken, words)

    def read(reply: Reply) -> list[int]:
        return [shown[number - 1] for number in _ids(reply, len(shown))[:count]]

    schema = _schema(len(shown), count)
    return ask(
        as_model(model), [Message("user", prompt)], read, attempts, schema=schema, language=spoken
    )


def _schema(last: int, count: int) -> dict[str, Any]:
    ids = {"type": "integer", "minimum": 1, "maximum": last}
    listed = {"type": "array", "items": ids, "minItems": 1, "maxItems": count}
    return {
        "type": "object",
        "properties": {"sentences": listed},
        "required": ["sentences"],
        "additionalProperties": False,
    }


def _ids(reply: Reply, last: int) -> list[int]:
    """Return the ids that a reply lists, each once; it must list nothing else.

    Raises:
        ReplyError: it lists none, ids that were not shown, or says something beside them.
    """
    if reply.finish_reason == "length":
        raise ReplyError(ReplyErrorKind.TRUNCATED, "the answer was cut off; list fewer sentences")
    listed = _KEY.sub("", _FENCE.sub("", reply.text), count=1)
    other = _ELSE.search(_ID.sub("", listed))
    if other is not None:
        raise ReplyError(
            ReplyErrorKind.WRONG_FORMAT,
            f"the answer has other words than ids ({other[0]!r} is the first sign of them); "
            "sentences: [3, 1] was expected",
        )
    ids = list(dict.fromkeys(int(digits[:9]) for digits in _ID.findall(listed)))
    if not ids:
        raise ReplyError(ReplyErrorKind.EMPTY_REPLY, "the answer names no sentence")
    unknown = next((number for number in ids if not 1 <= number <= last), None)
    if unknown is not None:
        raise ReplyError(
            ReplyErrorKind.UNKNOWN_LINE, f"there is no sentence {unknown}; ids go from 1 to {last}"
        )
    return ids
