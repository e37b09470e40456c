"""Names of chunks, made from their words and not from where they stand."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["id_of", "ids_of"]


def id_of(text: str, repeat: int = 0) -> str:
    """Return the name of a chunk: 16 hexadecimal digits.

    Args:
        text: of the chunk.
        repeat: how many chunks before it have the same text.
    """
    # No text holds the byte 0xFF, so a number cannot be taken for words.
    number = b"\xff%d" % repeat if repeat else b""
    return hashlib.blake2b(text.encode() + number, digest_size=8).hexdigest()


def ids_of(texts: Iterable[str]) -> list[str]:
    """Return the names of all chunks of a document, from the first on; no two are the same."""
    names: list[str] = []
    seen: Counter[str] = Counter()
    for text in texts:
        name = id_of(text)
        repeat = seen[name]
        seen[name] += 1
        names.append(id_of(text, repeat) if repeat else name)
    return names
