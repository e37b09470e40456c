"""What the characters of a PDF stand for: ligatures, PDFium's marks, symbol fonts."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["compose_accents", "is_right_to_left", "reads_without_spaces", "signs"]

# Latin ligatures are a matter of type, not of spelling. PDFium gives U+0002 or U+FFFE for a
# hyphen that ends a line. Word draws its bullets from symbol fonts, at private places.
_MEANINGS = {
    0x0002: "-",
    0xFFFE: "-",
    0xFB00: "ff",
    0xFB01: "fi",
    0xFB02: "fl",
    0xFB03: "ffi",
    0xFB04: "ffl",
    0xFB05: "st",
    0xFB06: "st",
    0xF02D: "-",
    0xF0A7: "▪",
    0xF0A8: "◆",
    0xF0B7: "•",
    0xF0D8: "➢",
    0xF0E0: "→",
    0xF0FC: "✓",
    0xFFFF: "",
    0xFEFF: "",
    0x200B: "",
}

# Breaks and blanks of any width part words; where lines break is found from their places.
_BLANKS = frozenset(
    (
        *(*range(0x09, 0x0E), 0x20, 0x85, 0xA0, 0x1680),
        *(*range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000),
    )
)

_COMBINING = (
    *(0x300, 0x301, 0x302, 0x302, 0x303, 0x303, 0x304, 0x308),
    *(0x307, 0x30A, 0x327, 0x30C, 0x30B, 0x306, 0x328),
)

# Accents that stand by themselves, and what makes one sign of them and a letter.
_ACCENTS = dict(zip("`´ˆ^˜~¯¨˙˚¸ˇ˝˘˛", map(chr, _COMBINING), strict=True))
_DOTLESS = {"ı": "i", "ȷ": "j"}

_RIGHT_TO_LEFT = (range(0x0590, 0x0900), range(0xFB1D, 0xFE00), range(0xFE70, 0xFEFF))

_NO_SPACES = (
    range(0x0E00, 0x0F00),
    range(0x1000, 0x10A0),
    range(0x1780, 0x1800),
    range(0x2E80, 0xAC00),
    range(0xF900, 0xFB00),
    range(0xFE30, 0xFE50),
    range(0xFF00, 0xFFF0),
    range(0x20000, 0x32000),
)


def signs(codes: list[int]) -> list[str]:
    """Return for each code point what it stands for: a blank as " ", what says nothing as "".

    Halves of surrogate pairs are joined at the first; one that stands alone becomes U+FFFD.
    """
    return [_sign(code, codes, index) for index, code in enumerate(codes)]


def _sign(code: int, codes: list[int], index: int) -> str:
    if code in _BLANKS:
        return " "
    if code in _MEANINGS:
        return _MEANINGS[code]
    if code < 0x20 or 0x7F <= code < 0xA0:
        return ""
    if 0xD800 <= code < 0xE000:
        return _joined_halves(code, codes, index)
    return chr(code)


def _joined_halves(code: int, codes: list[int], index: int) -> str:
    if code < 0xDC00:
        low = codes[index + 1] if index + 1 < len(codes) else 0
        if 0xDC00 <= low < 0xE000:
            return chr(0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00))
    elif index and 0xD800 <= codes[index - 1] < 0xDC00:
        return ""
    return "\ufffd"


def compose_accents(
    signs: Sequence[str], boxes: Sequence[tuple[float, float, float, float]]
) -> list[str]:
    """Make one sign of an accent and the letter that it is drawn over.

    Old TeX fonts have no accented letters: the accent is set first, the letter under it.

    Args:
        signs: of a page, in the order of the file.
        boxes: of each, left and right first.
    """
    composed = list(signs)
    for index, sign in enumerate(signs):
        if sign in _ACCENTS and (under := _letter_under(index, signs, boxes)) is not None:
            letter = _DOTLESS.get(signs[under], signs[under])
            whole = unicodedata.normalize("NFC", letter + _ACCENTS[sign])
            if len(whole) == 1:
                composed[index], composed[under] = "", whole
    return composed


def _letter_under(
    index: int, signs: Sequence[str], boxes: Sequence[tuple[float, float, float, float]]
) -> int | None:
    """Find the letter before or after an accent that shares most of its width."""
    left, right = boxes[index][:2]
    near: list[int] = [*range(index + 1, index + 4), *range(index - 1, index - 3, -1)]
    for other in near:
        if not 0 <= other < len(signs) or not signs[other].isalpha():
            continue
        start, end = boxes[other][:2]
        if min(right, end) - max(left, start) > 0.6 * min(right - left, end - start):
            return other
    return None


def is_right_to_left(character: str) -> bool:
    """Tell whether a character belongs to a script that runs from right to left."""
    return character > "\u058f" and any(ord(character) in script for script in _RIGHT_TO_LEFT)


def reads_without_spaces(character: str) -> bool:
    """Tell whether a character belongs to a script that sets no spaces between words."""
    return character > "\u0dff" and any(ord(character) in script for script in _NO_SPACES)
