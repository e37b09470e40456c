"""Every place that reads what others wrote: for each one a call, first inputs, and its rules.

A target takes bytes. Nothing but a `LinewiseError` may come of them, whatever they are; where
they are taken, the promises hold; and the time is bounded by their size.
"""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from fuzz import targets_loading as loading
from fuzz import targets_replies as replies
from fuzz import targets_splitting as splitting
from fuzz import targets_texts as texts
from fuzz.inputs import Input
from linewise.errors import LinewiseError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["LONGEST_MESSAGE", "TARGETS", "Target"]

# A person reads a message, and a model is sent it.
LONGEST_MESSAGE = 4_000


@dataclass(frozen=True)
class Target:
    """A place that reads what others wrote.

    Attributes:
        call: reads an input and holds what comes of it to its rules.
        seeds: returns the inputs that mutations begin with.
        most: the bytes of an input at most.
        rounds: how many mutations the smoke test tries.
    """

    call: Callable[[Input], None]
    seeds: Callable[[], list[bytes]]
    most: int = 20_000
    rounds: int = 100

    def __call__(self, data: bytes) -> None:
        """Read an input.

        Raises:
            AssertionError: a rule is broken.
        """
        try:
            self.call(Input(data[: self.most]))
        except LinewiseError as error:
            check_error(error)


def check_error(error: LinewiseError) -> None:
    """Hold an error to what is said of errors: a message to be read and sent, and a value."""
    message = str(error)
    message.encode("utf-8", "surrogateescape")
    assert message.strip(), f"a {type(error).__name__} without a message"
    assert len(message) <= LONGEST_MESSAGE, f"a message of {len(message)} characters"
    assert str(pickle.loads(pickle.dumps(error))) == message


TARGETS = MappingProxyType(
    {
        "replies": Target(replies.read, replies.seeds_of_replies, 60_000, rounds=300),
        "edits": Target(replies.edit, replies.seeds_of_edits, rounds=200),
        "operations": Target(replies.operate, replies.seeds_of_operations, 4_000, rounds=100),
        "passages": Target(replies.place, replies.seeds_of_places, 60_000, rounds=200),
        "choices": Target(replies.choose, replies.seeds_of_choices, 4_000),
        "answers": Target(replies.answer, replies.seeds_of_answers, 60_000, rounds=300),
        "recordings": Target(replies.replay, replies.seeds_of_recordings),
        "texts": Target(loading.read_text, loading.seeds_of_texts, 60_000, rounds=120),
        "markdown": Target(loading.read_markdown, loading.seeds_of_markdown, 60_000),
        "books": Target(loading.read_book, loading.seeds_of_books),
        "html": Target(loading.read_html, loading.seeds_of_html, 60_000, rounds=100),
        "pages": Target(loading.read_page, loading.seeds_of_html),
        "articles": Target(loading.read_article, loading.seeds_of_html, rounds=15),
        "pdf": Target(loading.read_pdf, loading.seeds_of_pdf),
        "pdf_pages": Target(loading.read_pdf_page, loading.seeds_of_pdf_pages, rounds=20),
        "docx": Target(loading.read_docx, loading.seeds_of_docx),
        "docx_parts": Target(loading.read_docx_parts, loading.seeds_of_docx_parts),
        "files": Target(loading.keep, loading.seeds_of_files, rounds=120),
        "splits": Target(splitting.cut, splitting.seeds_of_cuts, 4_000),
        "streams": Target(splitting.stream, splitting.seeds_of_cuts, 4_000),
        "classic": Target(splitting.classic, splitting.seeds_of_classic, 4_000),
        "windows": Target(splitting.window, splitting.seeds_of_cuts, 4_000),
        "versions": Target(splitting.follow, splitting.seeds_of_versions, 4_000),
        "numbering": Target(texts.renumber, texts.seeds_of_texts, 60_000, rounds=120),
        "ids": Target(texts.name_lines, texts.seeds_of_ids, 400, rounds=200),
        "sentences": Target(texts.cut_sentences, texts.seeds_of_texts, 60_000),
        "topics": Target(texts.turn, texts.seeds_of_texts),
        "quotes": Target(texts.quote, texts.seeds_of_quotes, 60_000),
        "searches": Target(texts.look_up, texts.seeds_of_quotes, 4_000),
        "summaries": Target(texts.sum_up, texts.seeds_of_notes, 4_000),
        "points": Target(texts.point_out, texts.seeds_of_notes, 4_000),
        "changes": Target(texts.change, texts.seeds_of_changes),
        "highlights": Target(texts.show, texts.seeds_of_notes),
        "settings": Target(texts.configure, texts.seeds_of_settings, 4_000, rounds=20),
        "values": Target(texts.ask_wrongly, texts.seeds_of_texts, 2_000),
    }
)
