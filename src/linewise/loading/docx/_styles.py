"""What the styles of a Word file say of its paragraphs: outline levels and list numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from linewise.loading.docx._package import local

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

__all__ = ["Style", "built_in", "number_in", "outline_level", "styles_of", "value_of"]

_NO_LEVEL = 9

# What Word and others call the heading styles in the languages that they are sold in.
_HEADING_NAME = re.compile(
    r"""
    (?: heading | überschrift | titre | título | titulo | titolo | kop | rubrik | overskrift
      | otsikko | nagłówek | nadpis | címsor | заголовок | başlık | 标题 | 標題 | 見出し | 제목 )
    \s* ([1-9])
    """,
    re.VERBOSE | re.IGNORECASE,
)

# The ids that programs write for them without defining them, in every language.
_HEADING_ID = re.compile("Heading([1-9])")


@dataclass(frozen=True, slots=True)
class Style:
    """What a paragraph has from its style.

    Attributes:
        level: of the heading, from 1; None for other text.
        list_id: of the list that it belongs to, or None.
        list_level: in that list, from 0.
    """

    level: int | None = None
    list_id: str | None = None
    list_level: int = 0


@dataclass(slots=True)
class _Raw:
    """A style as it is written, with what it is based on left open."""

    based_on: str | None = None
    outline: int | None = None
    named_level: int | None = None
    list_id: str | None = None
    list_level: int | None = None


def styles_of(root: Element) -> tuple[dict[str, Style], str | None]:
    """Return the paragraph styles by their ids, and the id of the default style."""
    raw: dict[str, _Raw] = {}
    default = None
    for element in root:
        if local(element.tag) != "style" or _attribute(element, "type") not in {"paragraph", None}:
            continue
        name = _attribute(element, "styleId") or ""
        _read(element, raw.setdefault(name, _Raw()))
        if _attribute(element, "default") in {"1", "true", "on"}:
            default = name
    return {name: _resolved(name, raw) for name in raw}, default


def built_in(name: str) -> Style:
    """Return what a style is that no part defines: a heading by the id that Word gives it."""
    named = _HEADING_ID.fullmatch(name)
    return Style(int(named[1]) if named else None)


def outline_level(value: str | None) -> int | None:
    """Return the outline level that is written as 0 to 8; 9 is body text."""
    number = number_in(value)
    return None if number is None else min(number, _NO_LEVEL)


def number_in(value: str | None) -> int | None:
    """Return a number of at most nine digits, or None where there is none."""
    is_number = value is not None and value.isascii() and value.isdigit() and len(value) < 10
    return int(value) if is_number and value is not None else None


def value_of(element: Element, name: str) -> str | None:
    """Return the value of the first element of a name inside another one."""
    found = next((inner for inner in element.iter() if local(inner.tag) == name), None)
    return None if found is None else _attribute(found, "val")


def _attribute(element: Element, name: str) -> str | None:
    return next((value for key, value in element.items() if local(key) == name), None)


def _read(element: Element, raw: _Raw) -> None:
    named = _HEADING_NAME.fullmatch((value_of(element, "name") or "").strip())
    list_level = number_in(value_of(element, "ilvl"))
    raw.based_on = value_of(element, "basedOn") or raw.based_on
    raw.named_level = int(named[1]) - 1 if named else raw.named_level
    outline = outline_level(value_of(element, "outlineLvl"))
    raw.outline = raw.outline if outline is None else outline
    raw.list_id = value_of(element, "numId") or raw.list_id
    raw.list_level = raw.list_level if list_level is None else list_level


def _resolved(name: str, raw: dict[str, _Raw]) -> Style:
    """Follow what a style is based on until everything is known."""
    level: int | None = None
    list_id: str | None = None
    list_level: int | None = None
    seen: set[str] = set()
    at: str | None = name
    while at in raw and at not in seen:
        seen.add(at)
        style = raw[at]
        own = style.named_level if style.outline is None else style.outline
        level = own if level is None else level
        list_id = list_id or style.list_id
        list_level = style.list_level if list_level is None else list_level
        at = style.based_on
    is_heading = level is not None and level < _NO_LEVEL
    return Style(level + 1 if is_heading and level is not None else None, list_id, list_level or 0)
