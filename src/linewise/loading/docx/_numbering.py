"""The numbers of lists: they stand in no paragraph, so they are counted as Word counts them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from linewise.loading.docx._package import local
from linewise.loading.docx._styles import number_in, value_of

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

__all__ = ["Numbering", "numbering_of"]

_LEVELS = 9

# Beyond these, letters say less than digits.
_MOST_ROMAN = 3_999
_MOST_LETTERED = 26 * 30
_PLACE = re.compile(r"%([1-9])")
_ROMAN = (
    (1000, "m"),
    (900, "cm"),
    (500, "d"),
    (400, "cd"),
    (100, "c"),
    (90, "xc"),
    (50, "l"),
    (40, "xl"),
    (10, "x"),
    (9, "ix"),
    (5, "v"),
    (4, "iv"),
    (1, "i"),
)


@dataclass(frozen=True, slots=True)
class _Level:
    """How one level of a list is numbered."""

    start: int = 1
    form: str = "decimal"
    text: str = "%1."
    restarts: bool = True


@dataclass(slots=True)
class _List:
    """The levels of a list and how far each has been counted; shared by all that continue it."""

    levels: dict[int, _Level]
    counts: dict[int, int] = field(default_factory=dict)


@dataclass(slots=True)
class Numbering:
    """The lists of a file by their ids."""

    lists: dict[str, _List]
    starts: dict[str, dict[int, int]]

    def label(self, list_id: str, level: int) -> str | None:
        """Count one paragraph and return what stands before it: "2.", "b)", "•".

        Returns:
            None where there is no such list.
        """
        known = self.lists.get(list_id)
        if known is None:
            return None
        for at, start in self.starts.pop(list_id, {}).items():
            known.counts[at] = start - 1
        _count(known, level)
        form = known.levels.get(level, _Level())
        if form.form == "bullet":
            return "•"
        if form.form == "none" and "%" not in form.text:
            return form.text
        return _PLACE.sub(lambda place: _written(known, int(place[1]) - 1), form.text)


def numbering_of(root: Element) -> Numbering:
    """Read the lists that a file defines."""
    by_abstract: dict[str, _List] = {}
    lists: dict[str, _List] = {}
    starts: dict[str, dict[int, int]] = {}
    for element in root:
        kind = local(element.tag)
        name = next((v for k, v in element.items() if local(k) in {"abstractNumId", "numId"}), "")
        if kind == "abstractNum":
            by_abstract[name] = _List(_levels(element))
        elif kind == "num":
            shared = by_abstract.get(value_of(element, "abstractNumId") or "")
            if shared is not None:
                lists[name], starts[name] = _overridden(element, shared)
    return Numbering(lists, starts)


def _levels(element: Element) -> dict[int, _Level]:
    return {
        _number(next((v for k, v in level.items() if local(k) == "ilvl"), "0"), 0): _Level(
            _number(value_of(level, "start"), 1),
            value_of(level, "numFmt") or "decimal",
            value_of(level, "lvlText") or "",
            value_of(level, "lvlRestart") != "0",
        )
        for level in element
        if local(level.tag) == "lvl"
    }


def _overridden(element: Element, shared: _List) -> tuple[_List, dict[int, int]]:
    """Return the list that a reference stands for, and where its levels begin anew."""
    starts: dict[int, int] = {}
    levels: dict[int, _Level] = {}
    for override in element:
        if local(override.tag) != "lvlOverride":
            continue
        at = _number(next((v for k, v in override.items() if local(k) == "ilvl"), "0"), 0)
        start = value_of(override, "startOverride")
        if start is not None:
            starts[at] = _number(start, 1)
        levels |= _levels(override)
    return (_List(shared.levels | levels) if levels else shared), starts


def _number(value: str | None, otherwise: int) -> int:
    number = number_in(value)
    return otherwise if number is None else number


def _count(known: _List, level: int) -> None:
    start = known.levels.get(level, _Level()).start
    known.counts[level] = known.counts.get(level, start - 1) + 1
    for deeper in range(level + 1, _LEVELS):
        if known.levels.get(deeper, _Level()).restarts:
            known.counts.pop(deeper, None)


def _written(known: _List, level: int) -> str:
    form = known.levels.get(level, _Level())
    count = known.counts.get(level, form.start)
    match form.form:
        case "upperRoman":
            return _roman(count).upper()
        case "lowerRoman":
            return _roman(count)
        case "upperLetter":
            return _letters(count).upper()
        case "lowerLetter":
            return _letters(count)
        case "decimalZero":
            return f"{count:02}"
        case "none" | "bullet":
            return ""
        case _:
            return str(count)


def _roman(number: int) -> str:
    if number > _MOST_ROMAN:
        return str(number)
    found = ""
    for value, letters in _ROMAN:
        found += letters * (number // value)
        number %= value
    return found


def _letters(number: int) -> str:
    """Write 1 as a, 26 as z, 27 as aa, 28 as bb."""
    if not 0 < number <= _MOST_LETTERED:
        return str(number)
    return chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)
