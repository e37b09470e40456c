"""Which encoding a file is in after somebody else wrote it."""

from __future__ import annotations

from linewise.errors import LoadError
from linewise.loading import decode

__all__ = ["encoding_after"]


def encoding_after(data: bytes, before: bytes, known: str) -> str:
    """Return the encoding of a file that was in a known one when it held other bytes.

    What was known stays true until the bytes prove another encoding: a guess at an old encoding
    can turn with every word, and a file without any accent says nothing. If the bytes proved
    another one before, too, somebody knows better than they do.

    Args:
        data: what the file holds now.
        before: what it held when the encoding was known.
        known: the encoding by its Python name.
    """
    if data == before:
        return known
    found = _found(data)
    if found is None or found == known:
        return known
    if _proves(found, data):
        found_before = _found(before)
        told = found_before not in (None, known) and _proves(str(found_before), before)
        return known if told else found
    return known if _reads(data, known) else found


def _found(data: bytes) -> str | None:
    try:
        return decode(data).encoding
    except LoadError:
        return None


def _proves(encoding: str, data: bytes) -> bool:
    return encoding.startswith("utf-") and (encoding != "utf-8" or not data.isascii())


def _reads(data: bytes, encoding: str) -> bool:
    # Plain ASCII is no UTF-16, though half of all such bytes could be taken for it.
    if encoding.startswith(("utf-16", "utf-32")):
        return False
    try:
        decode(data, encoding)
    except LoadError:
        return False
    return True
