"""Plain text: every file whose bytes are text."""

from __future__ import annotations

from linewise.document import Document
from linewise.loading.encodings import decode

__all__ = ["load_text"]


def load_text(data: bytes, *, name: str | None, encoding: str | None) -> Document:
    """Make a document of the text in `data`, character by character as it stands there.

    Raises:
        LoadError: the bytes are no text, or not in that encoding.
    """
    decoded = decode(data, encoding, name=name)
    metadata = {"format": "text", "encoding": decoded.encoding}
    return Document(decoded.text, source=name, metadata=metadata)
