"""Word files for tests, written part by part."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main"

_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_PARTS = ("styles", "numbering", "footnotes", "endnotes")


def paragraph(*runs: str, properties: str = "") -> str:
    """Write a paragraph; a run without markup is text."""
    written = (run if run.startswith("<") else text(run) for run in runs)
    return f"<w:p><w:pPr>{properties}</w:pPr>{''.join(written)}</w:p>"


def text(words: str, properties: str = "") -> str:
    """Write a run."""
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{words}</w:t></w:r>'


def styled(style: str, words: str) -> str:
    """Write a paragraph with a style."""
    return paragraph(words, properties=f'<w:pStyle w:val="{style}"/>')


def listed(list_id: int, level: int, words: str) -> str:
    """Write a list item."""
    number = f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{list_id}"/></w:numPr>'
    return paragraph(words, properties=number)


def table(*rows: list[str]) -> str:
    """Write a table; a cell without markup is a paragraph."""
    cells = [[cell if cell.startswith("<") else paragraph(cell) for cell in row] for row in rows]
    written = ("".join(f"<w:tc><w:tcPr/>{cell}</w:tc>" for cell in row) for row in cells)
    return f"<w:tbl><w:tblPr/>{''.join(f'<w:tr>{row}</w:tr>' for row in written)}</w:tbl>"


def docx(*body: str, word: str = WORD, core: str = "", **parts: str) -> bytes:
    """Write a file of body elements and of the inner XML of other parts: styles, numbering…."""
    files = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"/>',
        "_rels/.rels": _relations({"officeDocument": "word/document.xml"}),
        "word/document.xml": _part("document", f"<w:body>{''.join(body)}</w:body>", word),
        "word/_rels/document.xml.rels": _relations({name: f"{name}.xml" for name in _PARTS}),
    }
    files |= {f"word/{name}.xml": _part(name, inner, word) for name, inner in parts.items()}
    if core:
        files["docProps/core.xml"] = core
    return zipped(files)


def zipped(files: Mapping[str, str | bytes]) -> bytes:
    """Write a ZIP archive."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def _part(name: str, inner: str, word: str) -> str:
    spaces = (
        f'xmlns:w="{word}" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
        'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    )
    return f'<?xml version="1.0" encoding="UTF-8"?><w:{name} {spaces}>{inner}</w:{name}>'


def _relations(targets: dict[str, str]) -> str:
    written = (
        f'<Relationship Id="r{number}" Type="{_OFFICE}/{name}" Target="{target}"/>'
        for number, (name, target) in enumerate(targets.items())
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{"".join(written)}</Relationships>'
