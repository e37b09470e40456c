"""Plain text: every file whose bytes are text."""

from __future__ import annotations

from linewise.document import Document
from linewise.loading.encodings import decode

__all__ = ["load_text"]


def load_text(data: bytes, *, name: str | None, encoding: str | None) -> Document:
    """Make a document of the text in `data`, character by character as it stands there.

    A book has its headings marked; other texts have none.

    Raises:
        LoadError: the bytes are no text, or not in that encoding.
    """
    from linewise.loading.books import book_headings  # noqa: PLC0415 - imported when used

    decoded = decode(data, encoding, name=name)
    return Document(
        decoded.text,
        source=name,
        metadata={"format": "text", "encoding": decoded.encoding},
        headings=book_headings(decoded.text),
    )
