"""Which element of a Word file does what to the text that is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linewise.errors import LoadError
from linewise.loading.docx._body import Body

if TYPE_CHECKING:
    from collections.abc import Callable
    from xml.parsers import expat

    from linewise.loading.docx._package import Package

__all__ = ["read"]

_WORD = (
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
)
_MATH = (
    "http://schemas.openxmlformats.org/officeDocument/2006/math",
    "http://purl.oclc.org/ooxml/officeDocument/math",
)
_COMPATIBILITY = "http://schemas.openxmlformats.org/markup-compatibility/2006"

# What is not part of the text as it is: words that were deleted or moved away, earlier
# properties, the second form of a drawing, the readings beside Chinese words, and measures.
_SKIPPED = frozenset(
    {
        "moveFrom",
        "numberingChange",
        "pPrChange",
        "rPrChange",
        "rt",
        "sectPrChange",
        "tabs",
        "tblGrid",
        "tblGridChange",
        "tblPr",
        "tblPrChange",
        "tblPrEx",
        "tblPrExChange",
        "tcPr",
        "tcPrChange",
        "trPrChange",
    }
)
_MAX_DEPTH = 200

_SETTINGS = frozenset({"pPr", "rPr", "trPr"})
_PROPERTIES = frozenset({"pStyle", "numId", "ilvl", "outlineLvl", "pageBreakBefore"})
_SIGNS = {"cr": "\n", "noBreakHyphen": "\u2011", "ptab": "\t", "tab": "\t"}

_BEGIN: dict[str, Callable[[Body, dict[str, str]], None]] = {
    "p": lambda body, _: body.begin_paragraph(),
    "r": lambda body, _: setattr(body, "is_hidden", False),
    "br": Body.break_line,
    "lastRenderedPageBreak": lambda body, _: body.break_page(is_noted=True),
    "footnoteReference": lambda body, found: body.refer("footnotes", found),
    "endnoteReference": lambda body, found: body.refer("endnotes", found),
    "tr": lambda body, _: body.begin_row(),
    "tc": lambda body, _: body.begin_cell(),
    "footnote": Body.begin_note,
    "endnote": Body.begin_note,
    "sectPr": lambda body, _: body.begin_section(),
    "type": lambda body, found: body.set_section(found.get("val")),
}
_END: dict[str, Callable[[Body], None]] = {
    "p": Body.end_paragraph,
    "r": lambda body: setattr(body, "is_hidden", False),
    "tr": Body.end_row,
    "tc": Body.end_cell,
    "tbl": Body.end_table,
    "footnote": Body.end_note,
    "endnote": Body.end_note,
    "sectPr": Body.end_section,
}


def read(package: Package, part: str, body: Body) -> None:
    """Read a part into a body."""
    reader = _Reader(body, package.where)
    reader.parser = package.parse(part, reader.begin, reader.end)
    package.run(part, reader.parser)
    body.end()


class _Reader:
    """From the parser's events to what a body understands."""

    def __init__(self, body: Body, where: str) -> None:
        self.parser: expat.XMLParserType
        self._body = body
        self._where = where
        self._names: dict[str, str] = {}
        self._skipped = 0

    def begin(self, full_name: str, attributes: dict[str, str]) -> None:
        """Take a start tag."""
        if self._skipped:
            self._skipped += 1
            return
        name = self._names.get(full_name)
        if name is None:
            name = self._names[full_name] = _known(full_name)
        if not name:
            return
        body = self._body
        if name == "t":
            self.parser.CharacterDataHandler = body.write
        elif name in _SIGNS:
            if not body.settings:
                body.write(_SIGNS[name])
        elif name in _SETTINGS:
            body.settings.append(name)
        elif name in _BEGIN:
            _BEGIN[name](body, _plain(attributes))
            if body.depth > _MAX_DEPTH:
                raise LoadError(
                    f"{self._where}: tables or text boxes stand in one another more than "
                    f"{_MAX_DEPTH} deep, which no document needs; it is not read"
                )
        else:
            self._set(name, _plain(attributes).get("val"))

    def _set(self, name: str, value: str | None) -> None:
        body = self._body
        if name in _PROPERTIES:
            body.set_property(name, value)
        elif name in _SKIPPED or (name == "del" and not body.settings):
            if name == "moveFrom" and body.settings:
                body.delete()
            self._skipped = 1
        elif name == "del":
            body.delete()
        elif name == "vanish" and body.settings == ["rPr"]:
            body.is_hidden = value not in {"0", "false", "off"}

    def end(self, full_name: str) -> None:
        """Take an end tag."""
        if self._skipped:
            self._skipped -= 1
            return
        name = self._names.get(full_name)
        if not name:
            return
        if name == "t":
            self.parser.CharacterDataHandler = None
        elif name in _SETTINGS:
            self._body.settings.pop()
        elif name in _END:
            _END[name](self._body)


_KNOWN = (
    _SKIPPED | _SETTINGS | _PROPERTIES | _SIGNS.keys() | _BEGIN.keys() | _END.keys()
    | {"t", "del", "vanish"}
)  # fmt: skip


def _known(full_name: str) -> str:
    """Return the name of an element that matters, an empty one for the others."""
    space, _, name = full_name.rpartition("}")
    if space in _WORD and name in _KNOWN:
        return name
    if space in _MATH and name == "t":
        return "t"
    return "rt" if (space, name) == (_COMPATIBILITY, "Fallback") else ""


def _plain(attributes: dict[str, str]) -> dict[str, str]:
    return {name.rpartition("}")[2]: value for name, value in attributes.items()}
