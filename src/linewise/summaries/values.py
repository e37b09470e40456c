"""What comes out: a summary made of places, and key points that say why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from linewise.document import Piece

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linewise.document import Document, Span
    from linewise.language import Sentence
    from linewise.models import Usage

__all__ = ["KeyPoint", "Summary"]


@dataclass(frozen=True, slots=True)
class Summary:
    """A short text, and the places that it was taken from.

    Attributes:
        text: the summary, never longer than was asked for; white space in a sentence is one space.
        sentences: what was taken, in the order of the documents. Each is a place in its document;
            of one that was cut, the part that was kept.
        title: the title that leads the text, as it stands there; "" where none does.
        method: how the sentences were found; "whole" where the content needed no choice. Where a
            question was asked and nothing answers it, this is not "about".
        cut: whether a mark stands for words that had no room.
        usage: what a model was paid, where one was asked.
    """

    text: str
    sentences: tuple[Sentence, ...] = ()
    title: str = ""
    method: str = "whole"
    cut: bool = False
    usage: Usage | None = None

    def __str__(self) -> str:
        return self.text

    def as_dict(self) -> dict[str, Any]:
        """Return the summary as plain values, ready for JSON."""
        return {
            "text": self.text,
            "title": self.title,
            "method": self.method,
            "cut": self.cut,
            "sentences": [
                {**sentence.as_dict(), "source": sentence.document.source}
                for sentence in self.sentences
            ],
        }


class KeyPoint(Piece):
    """A sentence that matters, how much, and why.

    Args:
        document: where it stands.
        span: the words, without white space at either end.
        score: higher is better; comparable within one call only.
        reasons: why, in words, what counted most first.
        method: how it was found.
    """

    __slots__ = ("_method", "_reasons", "_score")

    def __init__(
        self,
        document: Document,
        span: Span,
        *,
        score: float = 0.0,
        reasons: Sequence[str] = (),
        method: str = "auto",
    ) -> None:
        super().__init__(document, span)
        self._score = score
        self._reasons = tuple(reasons)
        self._method = method

    @property
    def score(self) -> float:
        """Higher is better; comparable within one call only."""
        return self._score

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why it matters, in words, what counted most first."""
        return self._reasons

    @property
    def method(self) -> str:
        """How it was found; where a question was asked and nothing answers it, not "about"."""
        return self._method

    def as_dict(self) -> dict[str, Any]:
        """Return the key point as plain values, ready for JSON."""
        return {
            **super().as_dict(),
            "source": self.document.source,
            "score": round(self._score, 4),
            "reasons": list(self._reasons),
            "method": self._method,
        }
