"""Questions as people write them down, and where their answers stand.

A list of them is CSV with a header, or JSON Lines. Each has the words of a `question`, and what
answers it, in one or more of these ways: a `quote`, which is looked up (several are `quotes`, or
rows that repeat the question about the same document); or a place, `start` and `end`. `document`
says which document is meant, by its path, its name, or its name without the ending. Read, too,
is what published sets have: `references`, a JSON list of quotes with `start_index` and
`end_index`, and `corpus_id`.
"""

from __future__ import annotations

import csv
import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from linewise.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = ["Asked", "Reference", "asked_in", "read_questions"]

_DOCUMENT = ("document", "corpus_id", "source")
_QUOTE = ("quote", "content", "text")
_START = ("start", "start_index")
_END = ("end", "end_index")
_NUMBER = re.compile(r"[0-9]{1,15}")
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


def read_questions(written: str, name: str = "the questions") -> list[Asked]:
    """Read a list of questions, CSV or JSON Lines.

    Args:
        written: the list.
        name: of the list, for messages.

    Raises:
        OptionError: it is neither, or a row has no question; the message names the row.
        TypeError: it is no text.
    """
    if not isinstance(written, str):
        raise TypeError(f"a list of questions is a text, not {type(written).__name__}")
    written = written.removeprefix("\ufeff")
    rows = _json_rows if written.lstrip()[:1] in {"{", "["} else _csv_rows
    asked: dict[tuple[str, frozenset[str | None]], Asked] = {}
    for origin, row in rows(written, name):
        one = asked_in(row, origin)
        # The same words about another document are another question.
        key = one.question, frozenset(reference.document for reference in one.references)
        before = asked.get(key)
        if before is not None:
            one = before._replace(references=before.references + one.references)
        asked[key] = one
    return list(asked.values())


# From rows to questions


def _csv_rows(written: str, name: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    lines = (f"{line}\n" for line in written.split("\n"))
    # A quotation mark that is not closed would take all questions after it for one field.
    rows = csv.DictReader(lines, skipinitialspace=True, strict=True)
    try:
        rows.fieldnames = names = _names(rows.fieldnames or (), name)
        for number, row in enumerate(rows, start=2):
            # What was read beyond the last column stands under None.
            if any(cell.strip() for cell in row.pop(None, ())):
                raise OptionError(
                    f"{name}, row {number}: it has more cells than the {len(names)} columns; a "
                    "cell with a comma in it stands in quotation marks"
                )
            yield f"{name}, row {number}", {key: value for key, value in row.items() if key}
    except csv.Error as error:
        raise OptionError(
            f"{name}, line {rows.line_num}: this is no CSV: {error}; a quotation mark inside a "
            "cell is written twice"
        ) from error


def _names(header: Iterable[str], name: str) -> list[str]:
    """Return the names of the columns, of which one must be that of the question."""
    names = [(field or "").strip() for field in header]
    if "question" not in names:
        raise OptionError(
            f"{name}: the first line of CSV names the columns, with commas between them, one of "
            f"them 'question'; it has {', '.join(filter(None, names)) or 'none'}"
        )
    twice = next((one for one in names if one and names.count(one) > 1), None)
    if twice is not None:
        raise OptionError(
            f"{name}: two columns are called {twice!r}; several quotes are rows that repeat the "
            "question"
        )
    return names


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
    except json.JSONDecodeError as error:
        at = f"line {error.lineno}, column" if "\n" in written.strip() else "column"
        raise OptionError(f"{place}: this is no JSON: {error.msg} at {at} {error.colno}") from error
    except (ValueError, RecursionError) as error:
        raise OptionError(f"{place}: this is no JSON: {error}") from error


def asked_in(row: Any, origin: str) -> Asked:
    """Return the question of a row, whatever its form.

    Args:
        row: a mapping with the names that a list of questions has.
        origin: where it was written down.

    Raises:
        OptionError: there is no question in it, or something cannot be read.
    """
    if not hasattr(row, "get"):
        raise OptionError(f'{origin}: {row!r:.60} is no question; {{"question": …}} is')
    question = row.get("question")
    if not isinstance(question, str) or not question.strip():
        raise OptionError(f"{origin}: there is no question in it")
    return Asked(question.strip(), tuple(_references(row, origin)), origin)


def _references(row: Mapping[str, Any], origin: str) -> Iterator[Reference]:
    document = _text(row, _DOCUMENT, origin)
    own = _reference(row, None, origin)
    if own is not None:
        yield own
    for name in _LISTS:
        listed = row.get(name)
        if isinstance(listed, str) and listed.strip():
            listed = _json(listed, f"{origin}: {name}") if listed.lstrip()[0] in "[{" else [listed]
        if listed is not None and not isinstance(listed, str | list) and not hasattr(listed, "get"):
            raise OptionError(f"{origin}: {name} is {listed!r:.60}; a list was expected")
        for one in [listed] if hasattr(listed, "get") else listed or ():
            found = _reference({"quote": one} if isinstance(one, str) else one, document, origin)
            if found is not None:
                yield found


def _reference(written: Any, document: str | None, origin: str) -> Reference | None:
    """Return the reference that a row or an item of a list holds itself."""
    if not hasattr(written, "get"):
        raise OptionError(f"{origin}: {written!r:.60} is no quote and no place")
    quote, own = _text(written, _QUOTE, origin), _text(written, _DOCUMENT, origin)
    start, end = (_offset(_first(written, names), origin) for names in (_START, _END))
    if (start is None) != (end is None):
        raise OptionError(f"{origin}: a place has a start and an end; one of them is missing")
    if start is None and not (quote or "").strip():
        return None
    return Reference(quote, own or document, start, end)


def _first(row: Mapping[str, Any], names: Iterable[str]) -> Any:
    values = (row.get(name) for name in names)
    return next((value for value in values if value is not None and value != ""), None)


def _text(row: Mapping[str, Any], names: Iterable[str], origin: str) -> str | None:
    value = _first(row, names)
    if value is None or isinstance(value, str):
        return value
    raise OptionError(f"{origin}: {value!r:.60} stands where a text was expected")


def _offset(value: Any, origin: str) -> int | None:
    if value is None or type(value) is int:
        return value
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        return int(value)
    raise OptionError(f"{origin}: {value!r:.60} is no offset; a whole number from 0 is")
