"""Questions as people write them down, and where their answers stand.

A list of them is CSV with a header, or JSON Lines. Each has the words of a `question`, and what
answers it, in one or more of these ways: a `quote` (several are `quotes`, or rows that repeat the
question), which is looked up; or a place, `start` and `end`. `document` says which document is
meant, by its path, its name, or its name without the ending. Read, too, is what published sets
have: `references`, a JSON list of quotes with `start_index` and `end_index`, and `corpus_id`.
"""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING, Any, NamedTuple

from linewise.errors import OptionError
from linewise.evaluation.metrics import union
from linewise.evaluation.results import Place, Question, Unlocated
from linewise.search import QuoteFinder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from linewise.document import Document

__all__ = ["Asked", "Located", "Reference", "located", "read_questions"]

_DOCUMENT = ("document", "corpus_id", "source")
_QUOTE = ("quote", "content", "text")
_START = ("start", "start_index")
_END = ("end", "end_index")
_LISTS = ("quotes", "references", "spans", "answers")


class Reference(NamedTuple):
    """What answers a question, as it was written down: a quote, or a place.

    Attributes:
        quote: words of a document.
        document: which one; any where it is None.
        start: of the place, in code points.
        end: the offset after it.
    """

    quote: str | None = None
    document: str | None = None
    start: int | None = None
    end: int | None = None


class Asked(NamedTuple):
    """A question as it was written down.

    Attributes:
        question: its words.
        references: what answers it; none where that is not known.
        origin: where it was written down.
    """

    question: str
    references: tuple[Reference, ...] = ()
    origin: str = ""


class Located(NamedTuple):
    """Questions whose answers were looked up, and the quotes that stand nowhere."""

    questions: tuple[Question, ...]
    unlocated: tuple[Unlocated, ...]


def read_questions(written: str, name: str = "the questions") -> list[Asked]:
    """Read a list of questions, CSV or JSON Lines.

    Args:
        written: the list.
        name: of the list, for messages.

    Raises:
        OptionError: it is neither, or a row has no question; the message names the row.
    """
    written = written.removeprefix("\ufeff")
    rows = _json_rows if written.lstrip()[:1] in {"{", "["} else _csv_rows
    asked: dict[str, Asked] = {}
    for origin, row in rows(written, name):
        one = _asked(row, origin)
        before = asked.get(one.question)
        if before is not None:
            one = before._replace(references=before.references + one.references)
        asked[one.question] = one
    return list(asked.values())


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
        TypeError: one is no question.
    """
    library = _Library(documents)
    questions: list[Question] = []
    unlocated: list[Unlocated] = []
    for number, one in enumerate(asked, start=1):
        if isinstance(one, Question):
            questions.append(library.checked(one))
            continue
        written = one if isinstance(one, Asked) else _asked(one, f"question {number}")
        places: list[Place] = []
        for reference in written.references:
            place = library.place(reference, written)
            if place is not None:
                places.append(place)
            else:
                unlocated.append(Unlocated(written.question, reference.quote or "", written.origin))
        questions.append(Question(written.question, tuple(union(places)), written.origin))
    return Located(tuple(questions), tuple(unlocated))


# From rows to questions


def _csv_rows(written: str, name: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    rows = csv.DictReader((f"{line}\n" for line in written.split("\n")), skipinitialspace=True)
    names = [(field or "").strip() for field in rows.fieldnames or ()]
    if "question" not in names:
        raise OptionError(
            f"{name}: the first line of CSV names the columns, one of them 'question'; "
            f"it has {', '.join(names) or 'none'}"
        )
    rows.fieldnames = names
    try:
        for number, row in enumerate(rows, start=2):
            yield f"{name}, row {number}", {key: value for key, value in row.items() if key}
    except csv.Error as error:
        raise OptionError(f"{name}, line {rows.line_num}: this is no CSV: {error}") from error


def _json_rows(written: str, name: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if written.lstrip().startswith("["):
        for number, row in enumerate(_json(written, name), start=1):
            yield f"{name}, item {number}", row
        return
    for number, line in enumerate(written.split("\n"), start=1):
        if line.strip():
            yield f"{name}, line {number}", _json(line, f"{name}, line {number}")


def _json(written: str, place: str) -> Any:
    try:
        return json.loads(written)
    except (ValueError, RecursionError) as error:
        raise OptionError(f"{place}: this is no JSON: {error}") from error


def _asked(row: Any, origin: str) -> Asked:
    if not hasattr(row, "get"):
        raise OptionError(f'{origin}: {row!r:.60} is no question; {{"question": …}} is')
    question = row.get("question")
    if not isinstance(question, str) or not question.strip():
        raise OptionError(f"{origin}: there is no question in it")
    return Asked(question.strip(), tuple(_references(row, origin)), origin)


def _references(row: Mapping[str, Any], origin: str) -> Iterator[Reference]:
    document = _first(row, _DOCUMENT)
    own = _reference(row, None, origin)
    if own is not None:
        yield own
    for name in _LISTS:
        listed = row.get(name)
        if isinstance(listed, str) and listed.strip():
            listed = _json(listed, f"{origin}: {name}") if listed.lstrip()[0] in "[{" else [listed]
        for one in [listed] if hasattr(listed, "get") else listed or ():
            found = _reference({"quote": one} if isinstance(one, str) else one, document, origin)
            if found is not None:
                yield found


def _reference(written: Any, document: str | None, origin: str) -> Reference | None:
    """Return the reference that a row or an item of a list holds itself."""
    if not hasattr(written, "get"):
        raise OptionError(f"{origin}: {written!r:.60} is no quote and no place")
    quote, own = _first(written, _QUOTE), _first(written, _DOCUMENT)
    start, end = (_offset(_first(written, names), origin) for names in (_START, _END))
    if (start is None) != (end is None):
        raise OptionError(f"{origin}: a place has a start and an end; one of them is missing")
    if start is None and not (quote or "").strip():
        return None
    return Reference(quote, own or document, start, end)


def _first(row: Mapping[str, Any], names: Iterable[str]) -> Any:
    return next((row[name] for name in names if row.get(name) not in {None, ""}), None)


def _offset(value: Any, origin: str) -> int | None:
    if value is None:
        return None
    try:
        return int(value)
    except (TypeError, ValueError):
        raise OptionError(f"{origin}: {value!r} is no offset; a whole number from 0 is") from None


# From references to places


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
