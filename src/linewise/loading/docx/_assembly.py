"""From the parts of a Word file to a document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linewise.document import Document
from linewise.errors import LoadError
from linewise.loading.docx._body import Body, Layout
from linewise.loading.docx._elements import read
from linewise.loading.docx._numbering import Numbering, numbering_of
from linewise.loading.docx._package import Package, local, open_package
from linewise.loading.docx._styles import styles_of

if TYPE_CHECKING:
    from linewise.loading.docx._text import Composer

__all__ = ["document_of"]


def document_of(data: bytes, name: str | None, limit: int) -> Document:
    """Make a document of a file that unpacks to at most so many bytes of XML."""
    package = open_package(data, name or "the bytes", limit)
    part = _main_part(package)
    related = package.related(part)
    body = Body(_layout(package, related))
    read(package, part, body)
    _add_notes(package, related, body)
    composer = body.composer
    return Document(
        composer.text(),
        source=name,
        metadata={"format": "docx", "docx": _properties(package) | _noted(composer)},
        headings=composer.headings,
        pages=composer.pages(),
    )


def _main_part(package: Package) -> str:
    """Return the part that holds the text.

    Raises:
        LoadError: there is none.
    """
    named = package.related("").get("officeDocument", "word/document.xml")
    if named not in package:
        raise LoadError(
            f"{package.where}: this is a ZIP archive without a Word document in it; "
            "a .docx file has the part word/document.xml"
        )
    return named


def _layout(package: Package, related: dict[str, str]) -> Layout:
    styles, default = styles_of(package.tree(related.get("styles", "")))
    return Layout(styles, default, numbering_of(package.tree(related.get("numbering", ""))))


def _add_notes(package: Package, related: dict[str, str], body: Body) -> None:
    """Put the notes that the text refers to at its end, in the order of their numbers."""
    notes: dict[tuple[str, str], str] = {}
    for kind in {kind for kind, _ in body.referred}:
        part = related.get(kind, "")
        if part in package:
            own = Body(Layout({}, None, Numbering({}, {})))
            read(package, part, own)
            notes |= {(kind, name): words for name, words in own.notes.items()}
    for key, number in body.referred.items():
        if notes.get(key):
            body.composer.add(notes[key], kind="note", label=f"[{number}] ")


def _properties(package: Package) -> dict[str, Any]:
    """Return what the file says of itself."""
    part = package.related("").get("core-properties", "docProps/core.xml")
    found = {local(element.tag): (element.text or "").strip() for element in package.tree(part)}
    names = {"title": "title", "creator": "author", "created": "created", "modified": "modified"}
    return {key: found[name] for name, key in names.items() if found.get(name)}


def _noted(composer: Composer) -> dict[str, Any]:
    """Return what the text itself cannot show: page breaks, and headings without words."""
    noted = {
        "page_breaks": composer.break_offsets(),
        "empty_headings": composer.empty_headings,
    }
    return {key: value for key, value in noted.items() if value}
