"""`summarize`: content and a limit in, a summary out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from linewise._kinds import check_text, check_whole
from linewise.errors import OptionError, SizeError
from linewise.language import fold
from linewise.summaries.asking import MOST_SHOWN, chosen_by_model
from linewise.summaries.assembling import Body, assemble, begin, readable
from linewise.summaries.candidates import candidates
from linewise.summaries.choosing import Chosen
from linewise.summaries.content import common_language, documents_of
from linewise.summaries.lead import lead_of
from linewise.summaries.lengths import MARK, length_in
from linewise.summaries.values import Summary
from linewise.summaries.worth import summary_worth

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from linewise.document import Document, Piece
    from linewise.models import ModelLike, Usage
    from linewise.summaries.content import Content, Format
    from linewise.summaries.lengths import Length, Unit
    from linewise.summaries.worth import Embed, Worth
    from linewise.tokens import TokenizerLike

__all__ = ["Method", "summarize"]

Method = Literal["auto", "lead"]

# What a summary that a model makes may list at most.
_MOST_CHOSEN = 40


@dataclass(frozen=True, slots=True)
class _Way:
    """How a summary is made: its name, what fills a length, and what it cost to know."""

    name: str
    fill: Callable[[Length], Body]
    usage: Usage | None = None


def summarize(  # noqa: PLR0917 - the first six and their order are published
    content: Content,
    title: str = "",
    max_length: int = 500,
    include_title: bool = True,
    min_content_length: int = 1000,
    method: Method = "auto",
    *,
    unit: Unit = "chars",
    tokenizer: TokenizerLike = "o200k",
    about: str | None = None,
    embed: Embed | None = None,
    model: ModelLike | None = None,
    attempts: int = 3,
    language: str | None = None,
    format: Format | None = None,  # noqa: A002 - the field's word
) -> Summary:
    """Return the sentences that tell best what a content says, in its own words.

    Nothing is paraphrased, nothing is downloaded, and each sentence knows its place. Content that
    fits, or is shorter than `min_content_length`, comes back as it is, trimmed and within the
    limit. Of several documents one joint summary is made. Running heads and page numbers that
    `load` found in a PDF are no part of what is summarised.

    Args:
        content: a text, HTML, or a Document (`load` opens a file), or several. HTML is read for
            its visible words; `sentence.document.origin` leads back into the source.
        title: what the content is called.
        max_length: what the summary may measure at most, a mark "…" included.
        include_title: let the title lead the summary, unless the content begins with it.
        min_content_length: content of fewer characters is not summarised.
        method: "auto" for what says most, "lead" for the first paragraph.
        unit: what `max_length` counts.
        tokenizer: what counts tokens.
        about: a question or some words; what answers them is then taken. Where nothing does, the
            summary is a general one, and its `method` says so.
        embed: makes a vector of each text, to tell also by meaning what is central.
        model: a language model that chooses the sentences; it is asked for their ids, never for
            words.
        attempts: how many replies of the model are looked at.
        language: a code such as `fr`; that of the metadata, or else what the content looks to be
            in, when left out.
        format: what texts are, "html" or "text"; told by their beginning when left out.

    Raises:
        DocumentError: a text holds half of a surrogate pair.
        ModelError: the model gave no reply.
        OptionError: there is no such method, unit, language, format or model, or `embed` gives no
            row for each text.
        ReplyError: no reply of the model could be trusted.
        SizeError: `max_length` has no room for the mark, or `min_content_length` is negative.
        TokenizerError: there is no such tokenizer.
    """
    _refuse_wrong_settings(method, min_content_length)
    check_text("title", title)
    length = length_in(unit, max_length, tokenizer)
    documents = documents_of(content, format)
    code = common_language(documents, language)
    parts = readable(documents)
    heading = _heading(title, parts, length) if include_title else ""
    if not documents:
        return Summary(heading, title=heading, cut=heading != " ".join(title.split()))
    if _is_short(parts, min_content_length if len(documents) == 1 else 0, length):
        way = _Way("whole", lambda room: begin(parts, room))
    elif method == "lead":
        way = _Way("lead", lambda room: _lead(documents, room))
    else:
        way = _choice(
            documents, code, length, about=about, embed=embed, model=model, attempts=attempts
        )
    return _with_title(heading, way, length)


def _refuse_wrong_settings(method: str, min_content_length: int) -> None:
    if method not in get_args(Method):
        raise OptionError(f"method {method!r} is unknown; known are 'auto' and 'lead'")
    check_whole("min_content_length", min_content_length)
    if min_content_length < 0:
        raise SizeError(f"min_content_length is 0 or more, not {min_content_length}")


def _is_short(parts: Sequence[Piece], least: int, length: Length) -> bool:
    characters = sum(part.span.length for part in parts)
    if characters < least:
        return True
    # No token stands for a hundred characters, blanks apart, so long texts are not measured.
    if characters > 100 * length.limit:
        return False
    return length.fits("\n\n".join(part.text for part in parts))


def _heading(title: str, parts: Sequence[Piece], length: Length) -> str:
    """Return the title as it leads the summary: in half of the room at most."""
    line = " ".join(title.split())
    if not parts:
        return length.shorten(line)[0]
    if not line or _begins_with(parts[0].text[: 2 * len(title) + 200], line):
        return ""
    half = length.less(length.limit - length.limit // 2)
    return half.shorten(line)[0] if half.limit > 2 * length.measure(MARK) else ""


def _begins_with(text: str, title: str) -> bool:
    """Tell whether a text begins with the words of a title, whatever markup is before them."""
    first, words = fold(" ".join(text.lstrip("#=*_ \t\r\n\ufeff").split())), fold(title)
    return first.startswith(words) and not first[len(words) : len(words) + 1].isalnum()


def _with_title(heading: str, way: _Way, length: Length) -> Summary:
    """Fill what the title leaves, and a little less where tokens join."""
    led = f"{heading}\n\n" if heading else ""
    spent = length.measure(led)
    while True:
        body = way.fill(length.less(spent))
        text = led + body.text
        if length.fits(text) or spent >= length.limit:
            break
        spent += 1
    if not length.fits(text):
        text, heading = length.shorten(body.text)[0], ""
    return Summary(text, body.sentences, heading, way.name, body.cut, way.usage)


def _lead(documents: Sequence[Document], room: Length) -> Body:
    leads = [lead for document in documents if (lead := lead_of(document)) is not None]
    if leads:
        return begin(leads, room)
    # Where no paragraph says anything, the beginning of all of them does, a little shorter.
    return begin(readable(documents), room.less(room.limit // 5))


def _choice(
    documents: Sequence[Document],
    language: str | None,
    length: Length,
    *,
    about: str | None,
    embed: Embed | None,
    model: ModelLike | None,
    attempts: int,
) -> _Way:
    found = candidates(documents, language)
    if not found:
        return _Way("whole", lambda room: begin(readable(documents), room))
    worth = summary_worth(documents, found, language, about, embed)
    sizes = [length.measure(one.text) for one in found]
    if model is None:
        name = "about" if worth.asked else "auto"

        def fill(room: Length) -> Body:
            chosen = worth.choose(sizes, room)
            return assemble(documents, found, chosen, room)

        return _Way(name, fill)
    answer = chosen_by_model(
        found,
        _shown(worth),
        model,
        about=about,
        count=_MOST_CHOSEN,
        attempts=attempts,
        language=language,
    )
    return _Way(
        "model",
        lambda room: assemble(documents, found, _in_order(answer.value, sizes, room), room),
        answer.usage,
    )


def _shown(worth: Worth) -> list[int]:
    """Return which sentences a model is shown, in the order of the documents."""
    order = sorted(range(len(worth.found)), key=lambda at: -float(worth.alone[at]))
    return sorted(order[:MOST_SHOWN])


def _in_order(wanted: Sequence[int], sizes: Sequence[int], room: Length) -> Chosen:
    """Take sentences as they are wanted while there is room; the next one is cut."""
    left = room.limit
    whole: list[int] = []
    for number in wanted:
        if sizes[number] > left:
            return Chosen(whole, number)
        whole.append(number)
        left -= sizes[number] + room.joint
    return Chosen(whole, None)
