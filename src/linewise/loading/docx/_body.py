"""Read the body of a Word file, element by element, as it looks with all changes accepted."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

from linewise.loading.docx._styles import Style, built_in, number_in, outline_level
from linewise.loading.docx._text import Composer, Paragraph

if TYPE_CHECKING:
    from collections.abc import Mapping

    from linewise.loading.docx._numbering import Numbering

__all__ = ["Body", "Layout"]

_OFF = frozenset({"0", "false", "off", "none"})
_PAGE_SECTIONS = frozenset({"nextPage", "oddPage", "evenPage"})


class Layout(NamedTuple):
    """What a file says of its paragraphs outside of them."""

    styles: Mapping[str, Style]
    default: str | None
    numbering: Numbering


class Body:
    """The state of reading: what is open at this place.

    Attributes:
        composer: the text so far.
        notes: the words of the notes by their ids.
        referred: the notes that the text refers to, by kind and id, with their numbers.
        is_hidden: whether the run that is read is hidden.
        settings: the elements with properties that are open.
    """

    def __init__(self, layout: Layout) -> None:
        self.composer = Composer()
        self.notes: dict[str, str] = {}
        self.referred: dict[tuple[str, str], int] = {}
        self.is_hidden = False
        self.settings: list[str] = []
        self._layout = layout
        # A paragraph, or the paragraphs of a cell or a note.
        self._open: list[Paragraph | list[str]] = []
        self._rows: list[list[str] | None] = []
        self._unended: Paragraph | None = None
        self._section = ""
        self._note = ""
        self._tables = 0

    @property
    def depth(self) -> int:
        """How many paragraphs and cells are open in one another."""
        return len(self._open)

    # Words

    def write(self, words: str) -> None:
        """Take words of a run."""
        if not self.is_hidden and self._open and isinstance(self._open[-1], Paragraph):
            self._open[-1].write(words)

    def break_line(self, attributes: Mapping[str, str]) -> None:
        """Take a break of the line, the column or the page."""
        if attributes.get("type") == "page":
            self.break_page(is_noted=False)
        else:
            self.write("\n")

    def break_page(self, *, is_noted: bool) -> None:
        """Take the beginning of a page, which an author made or a program noted."""
        if self._open and isinstance(self._open[-1], Paragraph):
            self._open[-1].breaks.append((self._open[-1].length, is_noted))

    def refer(self, kind: str, attributes: Mapping[str, str]) -> None:
        """Take a reference to a note."""
        key = (kind, attributes.get("id", ""))
        number = self.referred.setdefault(key, len(self.referred) + 1)
        if attributes.get("customMarkFollows", "0") in _OFF:
            self.write(f"[{number}]")

    # Properties

    def set_property(self, name: str, value: str | None) -> None:
        """Take what a paragraph says of itself."""
        paragraph = self._open[-1] if self._open else None
        if not isinstance(paragraph, Paragraph) or self.settings[:1] != ["pPr"]:
            return
        if name == "pStyle":
            paragraph.style = value
        elif name == "numId":
            paragraph.list_id = value
        elif name == "ilvl":
            paragraph.list_level = min(number_in(value) or 0, 8)
        elif name == "outlineLvl":
            paragraph.outline = outline_level(value)
        elif name == "pageBreakBefore" and value not in _OFF:
            paragraph.breaks.append((0, False))

    def delete(self) -> None:
        """Take the mark of something deleted: the end of a paragraph, or a row."""
        if self.settings == ["pPr", "rPr"]:
            paragraph = self._open[-1]
            if isinstance(paragraph, Paragraph):
                paragraph.goes_on = True
        elif self.settings == ["trPr"] and self._rows:
            self._rows[-1] = None

    def begin_section(self) -> None:
        """Take the settings of a section; they stand in its last paragraph."""
        self._section = "nextPage"

    def set_section(self, value: str | None) -> None:
        """Take how the section after this place begins."""
        self._section = value or self._section

    def end_section(self) -> None:
        """Begin a page after the paragraph, if the section does."""
        paragraph = self._open[-1] if self._open else None
        if isinstance(paragraph, Paragraph) and self._section in _PAGE_SECTIONS:
            paragraph.breaks.append((sys.maxsize, False))

    # Paragraphs

    def begin_paragraph(self) -> None:
        """Begin a paragraph, or go on with the one whose end was deleted."""
        going_on, self._unended = self._unended, None
        self._open.append(going_on or Paragraph())

    def end_paragraph(self) -> None:
        """End a paragraph and put it where it belongs."""
        paragraph = self._open.pop()
        if not isinstance(paragraph, Paragraph):
            return
        if paragraph.goes_on:
            paragraph.goes_on = False
            self._unended = paragraph
        else:
            self._place(paragraph)

    def end(self) -> None:
        """End the text: a paragraph that should go on does not."""
        if self._unended is not None:
            self._place(self._unended)
            self._unended = None

    def _place(self, paragraph: Paragraph) -> None:
        text = "".join(paragraph.parts)
        label = self._label(paragraph)
        if self._open:
            self._collect(f"{label}{text.strip()}" if text.strip() else "")
            self.composer.carry(paragraph.breaks)
        else:
            self.composer.add(
                text,
                kind="list" if label and not self._level(paragraph) else "",
                level=self._level(paragraph),
                label=label,
                breaks=paragraph.breaks,
            )
        for box in paragraph.after:
            self._emit(box)

    def _emit(self, text: str) -> None:
        if self._open:
            self._collect(text)
        else:
            self.composer.add(text)

    def _collect(self, text: str) -> None:
        holder = self._open[-1]
        if isinstance(holder, Paragraph):
            holder.after.append(text)
        elif text:
            holder.append(text)

    def _style(self, paragraph: Paragraph) -> Style:
        name = paragraph.style or self._layout.default or ""
        return self._layout.styles.get(name) or built_in(name)

    def _level(self, paragraph: Paragraph) -> int | None:
        if paragraph.outline is None:
            return self._style(paragraph).level
        return paragraph.outline + 1 if paragraph.outline < 9 else None

    def _label(self, paragraph: Paragraph) -> str:
        style = self._style(paragraph)
        name = paragraph.list_id or style.list_id
        if name in {None, "0"}:
            return ""
        own = paragraph.list_level
        level = style.list_level if own is None else own
        label = self._layout.numbering.label(name or "", level)
        indent = "" if self._level(paragraph) else "  " * level
        return f"{indent}{label} " if label else ""

    # Tables and notes

    def begin_row(self) -> None:
        """Begin a table row."""
        self._rows.append([])

    def begin_cell(self) -> None:
        """Begin a cell or a note."""
        self._open.append([])

    def end_cell(self) -> None:
        """End a cell; its paragraphs become one line."""
        self.end()
        parts = self._open.pop()
        if self._rows and self._rows[-1] is not None and isinstance(parts, list):
            self._rows[-1].append(" ".join(" ".join(parts).split()))

    def end_row(self) -> None:
        """End a row and put it where the table stands."""
        cells = self._rows.pop()
        text = "\t".join(cells or ()).rstrip("\t")
        if self._open:
            self._collect(" ".join(text.split("\t")))
        else:
            self.composer.add(text, kind=f"table {self._tables}")

    def end_table(self) -> None:
        """End a table; the next one stands apart."""
        self._tables += 1

    def begin_note(self, attributes: Mapping[str, str]) -> None:
        """Begin a foot- or endnote."""
        self._note = attributes.get("id", "")
        self.begin_cell()

    def end_note(self) -> None:
        """End a foot- or endnote."""
        self.end()
        parts = self._open.pop()
        if isinstance(parts, list):
            self.notes[self._note] = " ".join(" ".join(parts).split())
