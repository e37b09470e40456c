"""DOCX: the text of a Word file as it looks, with its headings, lists, tables and notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from linewise.document import Document

__all__ = ["MAX_XML_BYTES", "is_docx", "load_docx"]

MAX_XML_BYTES = 1 << 28
"""How much XML a file may unpack to."""

# The names of the first parts stand in the first bytes; the list of all of them stands last.
_HEAD = 1 << 12
_TAIL = 1 << 16


def is_docx(data: bytes) -> bool:
    """Tell whether a file is a ZIP archive with the parts of a Word document."""
    if not data.startswith(b"PK\x03\x04"):
        return False
    return b"word/document" in data[:_HEAD] or b"word/document" in data[-_TAIL:]


def load_docx(
    data: bytes,
    *,
    name: str | None,
    encoding: str | None,  # noqa: ARG001 - the file says itself what its characters are
    max_xml_bytes: int = MAX_XML_BYTES,
) -> Document:
    """Make a document of the text of a Word file, with all changes accepted.

    Args:
        data: the file.
        name: what messages call it.
        encoding: has no meaning here.
        max_xml_bytes: how much XML the file may unpack to.

    Raises:
        LoadError: the file is no Word document, damaged, encrypted, unpacks to more than that, or
            defines entities.
    """
    from linewise.loading.docx._assembly import document_of  # noqa: PLC0415 - imported when used

    return document_of(data, name, max_xml_bytes)
