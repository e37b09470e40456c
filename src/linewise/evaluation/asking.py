"""Questions by a model, which quotes what answers them; only quotes that stand there count."""

from __future__ import annotations

import json
import random
import re
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from linewise._kinds import check_whole
from linewise.document import Document, as_documents
from linewise.errors import OptionError, ReplyError, ReplyErrorKind
from linewise.evaluation.metrics import union
from linewise.evaluation.places import Place, Question, check_evidence
from linewise.models import LANGUAGES, Message, as_model, ask, calls_at_once, fenced, fill
from linewise.models.at_once import ask_at_once
from linewise.render.places import lines_words
from linewise.search import locate_quote
from linewise.splitting import split

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from linewise.document import Piece
    from linewise.evaluation.places import Evidence
    from linewise.models import Answer, Model, ModelLike, Progress, Reply

__all__ = ["questions_by_model"]

# The characters of a passage that a model is shown.
_SHOWN = 3_000

_FENCE = re.compile(r"(?m)^[ \t]*(?:```|~~~)\w*[ \t]*$")
_FORM = '{"question": "…", "quotes": ["…"]} was expected'
_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "question": {"type": "string"},
        "quotes": {"type": "array", "items": {"type": "string"}, "minItems": 1},
    },
    "required": ["question", "quotes"],
    "additionalProperties": False,
}


class _Passage(NamedTuple):
    """What a model is shown: a piece, and the number of its document."""

    document: int
    piece: Piece


def questions_by_model(
    docs: Document | str | Iterable[Document | str],
    model: ModelLike,
    evidence: Evidence = "passage",
    *,
    count: int = 50,
    language: str = "en",
    attempts: int = 3,
    concurrency: int = 4,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> list[Question]:
    """Let a model ask what the documents answer, and quote the answers.

    Each question is about a passage chosen at random. A quote that does not stand in the passage
    goes back to the model with the reason.

    Args:
        docs: a text, or a Document (`load` opens a file), or several.
        model: who asks: a model, the name of one, or a function from messages to words.
        evidence: whether a "short" fact is asked for or a "passage".
        count: how many questions; fewer where the documents have fewer passages.
        language: of the prompt, `en` or `fr`.
        attempts: how many replies are looked at for a question.
        concurrency: how many are asked for at the same time.
        seed: of the choice of passages.
        progress: called with how many questions are there, and how many there will be.

    Raises:
        ModelError: the model gave no reply.
        ReplyError: no reply about a passage could be trusted.
        OptionError: `count` or `concurrency` is below 1, or a setting has an unknown value.
    """
    check_evidence(evidence)
    if language not in LANGUAGES:
        raise OptionError(
            f"there are no prompts in {language!r}: {', '.join(LANGUAGES)} were expected"
        )
    for name, value in (("count", count), ("concurrency", concurrency)):
        check_whole(name, value)
        if value < 1:
            raise OptionError(f"{name} is 1 or more, not {value}")
    check_whole("seed", seed)
    chosen = _chosen(as_documents(docs), count, seed)
    asked = as_model(model)
    jobs = [
        partial(_asked, one, asked, evidence=evidence, language=language, attempts=attempts)
        for one in chosen
    ]
    answers = ask_at_once(jobs, calls_at_once(asked, concurrency), progress)
    return [answer.value for answer in answers]


def _chosen(documents: list[Document], count: int, seed: int) -> list[_Passage]:
    """Return passages at random, in the order in which they stand."""
    passages = [
        _Passage(number, chunk)
        for number, document in enumerate(documents)
        for chunk in split(document, "structure", _SHOWN, pack="greedy")
        if len(chunk.text.split()) >= 20
    ]
    choice = random.Random(seed)  # noqa: S311 - no secret depends on it
    numbers = sorted(choice.sample(range(len(passages)), min(count, len(passages))))
    return [passages[number] for number in numbers]


def _asked(
    passage: _Passage,
    model: Model,
    progress: Progress,
    *,
    evidence: Evidence,
    language: str,
    attempts: int,
) -> Answer[Question]:
    """Ask for one question."""
    words = {
        "passage": fenced(passage.piece.text),
        "wanted": fill("questions", evidence, language, {}),
    }
    prompt = fill("questions", "question", language, words)
    return ask(
        model,
        [Message("user", prompt)],
        partial(_read, passage),
        attempts,
        schema=_SCHEMA,
        language=language,
        progress=progress,
    )


def _read(passage: _Passage, reply: Reply) -> Question:
    """Read a question and its quotes, each of which must stand in the passage.

    Raises:
        ReplyError: it is of another form, or a quote stands nowhere.
    """
    question, quotes = _parts(reply)
    places: list[Place] = []
    for number, quote in enumerate(quotes, start=1):
        match = locate_quote(Document(passage.piece.text), quote)
        if match is None:
            raise ReplyError(
                ReplyErrorKind.TEXT_NOT_FOUND,
                f"the words {quote[:200]!r} do not stand in the passage; quote it to the letter",
                item=number,
            )
        start = passage.piece.start
        places.append(Place(passage.document, start + match.start, start + match.end))
    asked = f"asked by a model of {lines_words(*passage.piece.lines)}"
    return Question(question, tuple(union(places)), asked)


def _parts(reply: Reply) -> tuple[str, list[str]]:
    """Return the question and the quotes of a reply.

    Raises:
        ReplyError: it is of another form, or was cut off.
    """
    if reply.finish_reason == "length":
        raise ReplyError(ReplyErrorKind.TRUNCATED, "the answer was cut off; quote less")
    written = _FENCE.sub("", reply.text).strip()
    if not written:
        raise ReplyError(ReplyErrorKind.EMPTY_REPLY, "the answer is empty")
    try:
        said = json.loads(written)
    except (ValueError, RecursionError) as error:
        raise ReplyError(
            ReplyErrorKind.WRONG_FORMAT, f"the answer is no JSON ({error}); {_FORM}"
        ) from error
    question = said.get("question") if isinstance(said, dict) else None
    quotes = said.get("quotes") if isinstance(said, dict) else None
    texts = isinstance(quotes, list) and all(isinstance(quote, str) for quote in quotes)
    if not isinstance(question, str) or not question.strip() or not texts or not quotes:
        raise ReplyError(ReplyErrorKind.BAD_ARGUMENTS, f"the answer has another form; {_FORM}")
    return question.strip(), quotes
