"""Look up in documents where what answers questions stands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from linewise.errors import OptionError
from linewise.evaluation.metrics import union
from linewise.evaluation.places import Place, Question, Unlocated
from linewise.evaluation.questions import Asked, asked_in
from linewise.search import QuoteFinder

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from linewise.document import Document
    from linewise.evaluation.questions import Reference

__all__ = ["Located", "located"]


class Located(NamedTuple):
    """Questions whose answers were looked up, and the quotes that stand nowhere."""

    questions: tuple[Question, ...]
    unlocated: tuple[Unlocated, ...]


def located(
    asked: Iterable[Asked | Question | Mapping[str, Any]], documents: Sequence[Document]
) -> Located:
    """Look up what answers questions in the documents.

    Args:
        asked: questions as they were written down, as mappings with the same names, or with
            their places.
        documents: that were asked.

    Raises:
        OptionError: a place lies outside its document, or there is no such document.
        TypeError: one is no question, or they are one text.
    """
    if isinstance(asked, str | bytes) or not isinstance(asked, Iterable):
        raise TypeError(
            f"questions are a list, not {type(asked).__name__}; read_questions(text) reads CSV or "
            "JSON Lines"
        )
    library = _Library(documents)
    questions: list[Question] = []
    unlocated: list[Unlocated] = []
    for number, one in enumerate(asked, start=1):
        if isinstance(one, Question):
            questions.append(library.checked(one))
            continue
        written = one if isinstance(one, Asked) else asked_in(one, f"question {number}")
        places: list[Place] = []
        for reference in written.references:
            place = library.place(reference, written)
            if place is not None:
                places.append(place)
            else:
                unlocated.append(Unlocated(written.question, reference.quote or "", written.origin))
        questions.append(Question(written.question, tuple(union(places)), written.origin))
    return Located(tuple(questions), tuple(unlocated))


class _Library:
    """The documents, by number and by name, and what looks up quotes in them."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self._documents = documents
        self._finders: dict[int, QuoteFinder] = {}
        self._names: dict[str, list[int]] = {}
        for number, document in enumerate(documents):
            for name in {document.source or "", *_short_names(document.source or "")} - {""}:
                self._names.setdefault(name, []).append(number)

    def checked(self, question: Question) -> Question:
        """Return a question whose places are in the documents, in order, none overlapping."""
        for place in question.gold:
            self._inside(place, question.origin or question.text)
        return Question(question.text, tuple(union(question.gold)), question.origin)

    def place(self, reference: Reference, asked: Asked) -> Place | None:
        """Return the place that a reference means; None where its quote stands nowhere."""
        numbers = self._numbers(reference.document, asked.origin)
        if reference.start is None or reference.end is None:
            return self._quoted(reference.quote or "", numbers)
        if len(numbers) != 1:
            raise OptionError(
                f"{asked.origin}: which of the {len(self._documents)} documents does the place "
                f"{reference.start}–{reference.end} lie in? 'document' says it"
            )
        place = Place(numbers[0], reference.start, reference.end)
        self._inside(place, asked.origin)
        return place

    def _numbers(self, name: str | None, origin: str) -> Sequence[int]:
        if name is None:
            return range(len(self._documents))
        known = self._names.get(str(name)) or self._names.get(_short_names(str(name))[0])
        if known is None:
            names = ", ".join(
                document.source or "one without a name" for document in self._documents
            )
            raise OptionError(f"{origin}: there is no document {name!r} among {names[:200]}")
        return known

    def _quoted(self, quote: str, numbers: Sequence[int]) -> Place | None:
        """Return where a quote stands: to the letter in any document, else where it fits best."""
        for number in numbers:
            start = self._documents[number].text.find(quote)
            if start >= 0 and quote:
                return Place(number, start, start + len(quote))
        matches = [(number, self._finder(number).locate(quote)) for number in numbers]
        found = [(number, match) for number, match in matches if match is not None]
        if not found:
            return None
        number, match = max(found, key=lambda one: one[1].score)
        return Place(number, match.start, match.end)

    def _finder(self, number: int) -> QuoteFinder:
        if number not in self._finders:
            self._finders[number] = QuoteFinder(self._documents[number])
        return self._finders[number]

    def _inside(self, place: Place, origin: str) -> None:
        if not 0 <= place.document < len(self._documents):
            raise OptionError(
                f"{origin}: there is no document {place.document}; "
                f"{len(self._documents)} were given, counted from 0"
            )
        length = len(self._documents[place.document].text)
        if not 0 <= place.start < place.end <= length:
            raise OptionError(
                f"{origin}: the place {place.start}–{place.end} is not in the document, which has "
                f"{length:,} characters"
            )


def _short_names(path: str) -> tuple[str, str]:
    """Return the name at the end of a path, with its ending and without."""
    name = path.replace("\\", "/").rpartition("/")[2]
    return name, name.rpartition(".")[0] or name
