"""What is asked, and where in the documents that are compared its answer stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

__all__ = ["Evidence", "Place", "Question", "Unlocated"]

Evidence: TypeAlias = Literal["short", "passage"]


class Place(NamedTuple):
    """A stretch of one of the documents compared.

    Attributes:
        document: its number among `Comparison.documents`, from 0.
        start: in code points.
        end: the offset after it.
    """

    document: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and where its answer stands.

    Attributes:
        text: the question.
        gold: the places that answer it, in order, none overlapping another; empty where none
            is known, and then the question is asked but not scored.
        origin: where the question comes from, for people: a row of a file, or the lines that it
            was made from.
    """

    text: str
    gold: tuple[Place, ...] = ()
    origin: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return the question as plain values, ready for JSON."""
        return {
            "text": self.text,
            "gold": [place._asdict() for place in self.gold],
            "origin": self.origin,
        }


@dataclass(frozen=True, slots=True)
class Unlocated:
    """A quotation that stands in no document, so that it cannot count.

    Attributes:
        question: the question that it should answer.
        quote: the words looked for.
        origin: where they come from.
    """

    question: str
    quote: str
    origin: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values, ready for JSON."""
        return {"question": self.question, "quote": self.quote, "origin": self.origin}
