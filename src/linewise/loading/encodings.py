"""Bytes to text: marks, UTF-8, UTF-16, UTF-32, and the older encodings by what fits best.

A byte order mark stays in the text as U+FEFF, so that `text.encode(encoding)` gives the bytes
of the file back. Line ends are never changed.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from linewise._kinds import check_text
from linewise.document import BYTE_ORDER_MARK
from linewise.errors import LoadError
from linewise.loading._binary import binary_kind, has_control_bytes
from linewise.loading._guessing import guess

__all__ = ["Decoded", "decode"]

# The longest first: the mark of UTF-16 begins the one of UTF-32.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

# Escapes by which encodings of mail, all bytes of which are ASCII, leave ASCII.
_ESCAPES = (
    (b"\x1b$B", "iso2022_jp"),
    (b"\x1b$@", "iso2022_jp"),
    (b"\x1b$)C", "iso2022_kr"),
)

# Names that leave the byte order or the mark open.
_OPEN = {"utf-8-sig": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}

# Codecs that Python counts as text encodings but in which no file is written.
_NO_FILE_ENCODINGS = {"idna", "punycode", "raw-unicode-escape", "unicode-escape", "undefined"}

_BEYOND_ASCII = re.compile(rb"[\x80-\xff]")

_SURROGATE = re.compile(r"[\ud800-\udfff]")

_SAMPLE = 1 << 16


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text and the encoding that it was found in.

    Attributes:
        text: every character of the file, a byte order mark included.
        encoding: the encoding by its Python name, with the byte order where there is one.
        has_mark: whether the text begins with a byte order mark.
        reversible: whether `text.encode(encoding)` gives the same bytes; a few old encodings
            have two spellings of one character and cannot promise it.
    """

    text: str
    encoding: str
    has_mark: bool
    reversible: bool


def decode(data: bytes, encoding: str | None = None, *, name: str | None = None) -> Decoded:
    """Decode the bytes of a text file strictly.

    Args:
        data: the whole file.
        encoding: its encoding; None to find out. A byte order mark settles what "utf-16" and
            "utf-32" leave open.
        name: what messages call the file.

    Raises:
        LoadError: the bytes are no text, not in that encoding, or no encoding is known for
            them; or there is no such encoding.
    """
    if not isinstance(data, bytes):
        raise TypeError(f"bytes can be decoded, not {type(data).__name__}")
    where = name or "the bytes"
    kind = binary_kind(data)
    if kind is not None:
        raise LoadError(f"{where}: this is {kind}, not text; convert it to text first")
    named = _canonical(encoding, where) if encoding is not None else None
    found = _resolve(data, named) if named is not None else _find(data, where)
    return _strictly(data, found, where, is_named=named is not None)


def _canonical(encoding: str, where: str) -> str:
    check_text("an encoding", encoding)
    try:
        codec = codecs.lookup(encoding)
    except (LookupError, ValueError):
        codec = None
    # The attribute tells text encodings from codecs like base64; Python has no public name for it.
    is_text = codec is not None and getattr(codec, "_is_text_encoding", True)
    if codec is None or not is_text or codec.name.replace("_", "-") in _NO_FILE_ENCODINGS:
        raise LoadError(
            f"{where}: encoding {encoding!r} is unknown; known are utf-8, utf-16, cp1252, latin-1, "
            "shift_jis, gb18030 and the others that Python names, or none to have it found"
        )
    return codec.name


def _resolve(data: bytes, named: str) -> str:
    """Settle the byte order of a named encoding by the mark, then by the zero bytes."""
    if named not in _OPEN:
        return named
    family = named.removesuffix("-sig")
    marked = (found for mark, found in _MARKS if data.startswith(mark))
    candidates = [found for found in marked if found.startswith(family)]
    if named == "utf-16" and not candidates:
        candidates = [found for found in (_utf16_by_zeros(data),) if found]
    return candidates[0] if candidates else _OPEN[named]


def _find(data: bytes, where: str) -> str:
    for mark, encoding in _MARKS:
        if data.startswith(mark) and _is_whole(data, encoding):
            return encoding
    if b"\0" in data:
        return _find_with_zeros(data, where)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return _find_legacy(data, error, where)
    return _find_escaped(data) or "utf-8"


def _find_escaped(data: bytes) -> str | None:
    for escape, encoding in _ESCAPES:
        if escape in data:
            try:
                data.decode(encoding)
            except UnicodeDecodeError:
                continue
            return encoding
    return None


def _is_whole(data: bytes, encoding: str) -> bool:
    # FF FE 00 00 is the mark of UTF-32, or that of UTF-16 before a zero character.
    return not encoding.startswith("utf-32") or len(data) % 4 == 0


def _find_with_zeros(data: bytes, where: str) -> str:
    found = _utf16_by_zeros(data)
    if found is None:
        at = data.index(b"\0")
        raise LoadError(
            f"{where}: a zero byte at offset {at} says that this is binary data, not text; if it "
            "is text after all, name its encoding"
        )
    return found


def _utf16_by_zeros(data: bytes) -> str | None:
    """Find the byte order by the zero half of ASCII characters, spaces and line ends at least."""
    sample = data[:_SAMPLE]
    first, second = sample[::2].count(0), sample[1::2].count(0)
    few, many = sorted((first, second))
    if len(data) % 2 or not many or few * 20 > many:
        return None
    if many * 6 < len(sample) and _is_utf8_text(sample.replace(b"\0", b"")):
        # Ordinary text with zero bytes in it, not text of two bytes a character.
        return None
    encoding = "utf-16-le" if second > first else "utf-16-be"
    try:
        text = sample.decode(encoding, "strict" if len(sample) == len(data) else "ignore")
    except UnicodeDecodeError:
        return None
    return None if has_control_bytes(text.encode("utf-8", "ignore")) else encoding


def _is_utf8_text(sample: bytes) -> bool:
    try:
        sample.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start > len(sample) - 4
    return not has_control_bytes(sample)


def _find_legacy(data: bytes, error: UnicodeDecodeError, where: str) -> str:
    sample = _sample(data)
    if has_control_bytes(sample):
        raise LoadError(f"{where}: this is binary data, not text; convert it to text first")
    if _is_nearly_utf8(data):
        raise LoadError(
            f"{where}: {_place(data, error.start)}: this is UTF-8 but for byte "
            f"0x{data[error.start]:02x}, which has no place in it; mend the file, or name "
            "its encoding if it is another one"
        )
    found = guess(sample)
    if found is None:
        raise LoadError(
            f"{where}: the encoding is not to be made out ({_place(data, error.start)}: byte "
            f"0x{data[error.start]:02x} is not UTF-8); name it by encoding="
        )
    return found


def _sample(data: bytes) -> bytes:
    """Take a stretch from the first line on that is not ASCII, in whole lines if there are any.

    In every encoding that is guessed at ASCII stands for itself, so that the stretch begins
    at a character.
    """
    beyond = _BEYOND_ASCII.search(data)
    first = beyond.start() if beyond else 0
    start = max(data.rfind(b"\n", 0, first) + 1, first - 200)
    stretch = data[start : start + _SAMPLE]
    if start + _SAMPLE >= len(data):
        return stretch
    end = stretch.rfind(b"\n") + 1
    return stretch[: end or None]


def _is_nearly_utf8(data: bytes) -> bool:
    """Tell whether the sample has more of UTF-8 than against it: damaged, not of another encoding.

    In an older encoding two letters rarely make a valid sequence by chance.
    """
    text = _sample(data).decode("utf-8", "replace")
    wrong = text.count("\ufffd")
    right = sum(character > "\x7f" for character in text) - wrong
    return right > 2 * wrong


def _strictly(data: bytes, encoding: str, where: str, *, is_named: bool) -> Decoded:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        found = encoding if is_named else f"{encoding}, which its beginning looks like,"
        raise LoadError(
            f"{where}: {_place(data, error.start, encoding)}: byte 0x{data[error.start]:02x} is "
            f"not {found} ({error.reason}); name the right encoding"
            + (", or leave it out to have it found" if is_named else "")
        ) from None
    except UnicodeError as error:
        raise LoadError(f"{where}: this cannot be decoded as {encoding}: {error}") from None
    if lone := _SURROGATE.search(text):
        line = text.count("\n", 0, lone.start()) + 1
        raise LoadError(f"{where}: line {line}: in {encoding} this holds half of a surrogate pair")
    return Decoded(
        text, encoding, text.startswith(BYTE_ORDER_MARK), _is_reversible(data, text, encoding)
    )


def _is_reversible(data: bytes, text: str, encoding: str) -> bool:
    if encoding.startswith(("utf-8", "utf-16-", "utf-32-")):
        return True
    try:
        return text.encode(encoding) == data
    except UnicodeEncodeError:
        return False


def _place(data: bytes, offset: int, encoding: str = "latin-1") -> str:
    line = data[:offset].decode(encoding, "ignore").count("\n") + 1
    return f"line {line}, byte offset {offset}"
