"""What is asked, and where in the documents that are compared its answer stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from linewise.errors import OptionError

__all__ = ["Evidence", "Place", "Question", "Unlocated", "check_evidence"]

Evidence: TypeAlias = Literal["short", "passage"]


def check_evidence(evidence: str) -> None:
    """Refuse what is no kind of evidence.

    Raises:
        OptionError: there is no such kind.
    """
    if evidence not in get_args(Evidence):
        known = ", ".join(get_args(Evidence))
        raise OptionError(f"there is no evidence {evidence!r}: {known} were expected")


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
