"""Pieces that were written down as JSON, by a command of ours or by another tool, as a layer."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from linewise.document import Piece, Span
from linewise.errors import OptionError
from linewise.render.layers import Layer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from linewise.document import Document

__all__ = ["written_layer"]


class _Written(Piece):
    """A piece, and what was written of it beside its place."""

    __slots__ = ("words",)

    def __init__(self, document: Document, span: Span, words: str) -> None:
        super().__init__(document, span)
        self.words = words


def written_layer(document: Document, name: str, text: str) -> Layer:
    """Return pieces of a document that were written down as a layer.

    Args:
        document: that they are pieces of.
        name: of the layer.
        text: a JSON list, or a line of JSON for each piece: an object with `start` and `end` in
            code points, or with its `text` alone, which is looked up after the start of the one
            before. A `title` or `reasons` are told beside the place.

    Raises:
        OptionError: it is no such JSON, or a piece is not in the document; the message names
            the piece.
    """
    pieces: list[Piece] = []
    for number, row in enumerate(_rows(name, text), start=1):
        try:
            after = pieces[-1].start if pieces else 0
            pieces.append(_Written(document, _span(document, row, after), _words(row)))
        except ValueError as error:
            raise OptionError(f"{name}, piece {number}: {error}") from None
    return Layer(name, pieces, label="Piece", note=lambda one: getattr(one, "words", ""))


def _rows(name: str, text: str) -> Iterator[Any]:
    number = 0
    try:
        text = text.removeprefix("\ufeff")
        if text.lstrip().startswith("["):
            yield from json.loads(text)
            return
        # JSON leaves other separators of lines as they are inside of a text.
        for line in text.split("\n"):
            number += 1
            if line.strip():
                yield json.loads(line)
    except json.JSONDecodeError as error:
        # Each line is read for itself, so that its number would be 1.
        why = f"{error.msg} at column {error.colno}" if number else str(error)
        raise _no_json(name, number, why) from None
    except (ValueError, RecursionError) as error:
        raise _no_json(name, number, str(error)) from None


def _no_json(name: str, line: int, why: str) -> OptionError:
    place = f"{name}, line {line}," if line else name
    return OptionError(f"{place} is neither a JSON list nor JSON Lines: {why}")


def _span(document: Document, row: Any, after: int) -> Span:
    if not isinstance(row, dict):
        raise ValueError("an object with start and end, or with text, was expected")  # noqa: TRY004
    text, start, end = row.get("text"), row.get("start"), row.get("end")
    if type(start) is int and type(end) is int:
        if not 0 <= start <= end <= len(document.text):
            raise ValueError(
                f"{start} to {end} is not in the document, which has {len(document.text):,} "
                "characters"
            )
        if isinstance(text, str) and document.text[start:end] != text:
            raise ValueError(f"what stands at {start} to {end} is not its text")
        return Span(start, end)
    if not isinstance(text, str) or not text:
        raise ValueError("it has neither start and end nor text")
    found = document.text.find(text, after)
    if found < 0:
        raise ValueError(f"its text is not in the document after {after}: {text[:40]!r}")
    return Span(found, found + len(text))


def _words(row: Mapping[str, Any]) -> str:
    reasons = row.get("reasons")
    told = [row.get("title"), *(reasons if isinstance(reasons, list) else ())]
    return "; ".join(one for one in told if isinstance(one, str))
