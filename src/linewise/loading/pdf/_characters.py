"""From the characters of a page, as PDFium places them, to words.

Places are in the frame of the text itself: `left` and `right` run along the line, `base` grows
from line to line, whichever way the text is turned on its page.
"""

from __future__ import annotations

import ctypes
import math
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from linewise.loading.pdf._signs import compose_accents, is_right_to_left, signs

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["SKEW", "Word", "read_words"]

SKEW = -1
"""The turn of text that stands at no right angle to the page."""

# In parts of the height of a line: a gap that parts two words where no space character stands,
# the same where PDFium, which knows the widths of the letters, thinks so too, and a step back
# that starts a new word.
_SPACE = 0.2
_HINTED_SPACE = 0.07
_OVERHUNG_SPACE = -0.15
_BACK = 0.6
_NONE = -9.0

# Boxes of letters of one size stray from each other by this much.
_STRAY = 0.12

# In radians: how far from a right angle text may stand and still count as upright.
_UPRIGHT = 0.03

_BOLD_NAME = re.compile(
    r"bold|black|heavy|demi|-bd\b|medi\Z|(?:cm|sf|ec|cmss)bx|[a-z]TBI?\Z", re.IGNORECASE
)
_BOLD_WEIGHT = 600

# Flags of a font: it has the letters of the standard set, its strokes are to be thickened.
_STANDARD = 0x20
_FORCE_BOLD = 0x40000

_Box = tuple[float, float, float, float]


class Word(NamedTuple):
    """Letters on one base line, of one size, without a gap between them.

    Attributes:
        text: the letters.
        left: where the first begins.
        right: where the last ends.
        base: the base line; the next line has a larger one.
        size: of the type, in points.
        bold: whether the type is.
        glued: whether no space parts it from the word before it.
        turn: quarter turns counter-clockwise, 0 to 3, or `SKEW`.
    """

    text: str
    left: float
    right: float
    base: float
    size: float
    bold: bool
    glued: bool
    turn: int


def read_words(raw: Any, textpage: Any, count: int) -> list[Word]:
    """Read the words of a page in the order in which the file draws them.

    Args:
        raw: the functions of PDFium.
        textpage: PDFium's handle of the page's text.
        count: how many characters that has.
    """
    return list(_Reader(raw, textpage, count).words())


class _Reader:
    """The characters of one page, with what PDFium knows of each."""

    def __init__(self, raw: Any, textpage: Any, count: int) -> None:
        self._raw = raw
        self._page = textpage
        self._origin = (ctypes.c_double(), ctypes.c_double())
        self._matrix = raw.FS_MATRIX()
        self._bold: dict[int | None, bool] = {}
        codes = [raw.FPDFText_GetUnicode(textpage, i) for i in range(count)]
        self._boxes = list(self._read_boxes(count))
        self._signs = compose_accents(signs(codes), self._boxes)

    def _read_boxes(self, count: int) -> Iterator[_Box]:
        box = self._raw.FS_RECTF()
        reference, read, page = ctypes.byref(box), self._raw.FPDFText_GetLooseCharBox, self._page
        for index in range(count):
            read(page, index, reference)
            yield box.left, box.right, -box.top, -box.bottom

    def words(self) -> Iterator[Word]:
        """Yield the words in the order of the file."""
        letters: list[int] = []
        last: _Box = (0.0, 0.0, 0.0, 0.0)
        turn, space, glued = 0, 0.0, False
        for index, sign in enumerate(self._signs):
            if not sign:
                continue
            if sign == " ":
                space = min(space, self._space(index, turn, letters))
                continue
            box = _turned(self._boxes[index], turn) if turn else self._boxes[index]
            if letters and space == _SPACE and _is_next(last, box):
                letters.append(index)
                last = box
                continue
            adjoins = bool(letters) and _adjoins(last, box, sign, space)
            if adjoins and (turn == SKEW or _is_as_high(last, box)):
                letters.append(index)
            else:
                if letters:
                    yield self._word(letters, turn, glued=glued)
                glued = adjoins and _overlaps(last, box)
                turn = self._turn(index)
                letters, box = [index], _turned(self._boxes[index], turn)
            last, space = box, _SPACE
        if letters:
            yield self._word(letters, turn, glued=glued)

    def _space(self, index: int, turn: int, letters: list[int]) -> float:
        """Return the gap that is wide enough to part two words, given a space between them."""
        if turn == SKEW or self._raw.FPDFText_IsGenerated(self._page, index) != 1:
            return _NONE
        return _OVERHUNG_SPACE if letters and self._hangs_over(letters[-1]) else _HINTED_SPACE

    def _hangs_over(self, index: int) -> bool:
        """Tell whether the ink of a letter reaches over its own width, as of a slanted f."""
        left, right, bottom, top = (ctypes.c_double() for _ in range(4))
        references = map(ctypes.byref, (left, right, bottom, top))
        self._raw.FPDFText_GetCharBox(self._page, index, *references)
        return bool(right.value > self._boxes[index][1] - 0.01)

    def _turn(self, index: int) -> int:
        # PDFium counts clockwise.
        quarters = -_real(self._raw.FPDFText_GetCharAngle(self._page, index)) / (math.pi / 2)
        nearest = round(quarters)
        return nearest % 4 if abs(quarters - nearest) < _UPRIGHT else SKEW

    def _word(self, letters: list[int], turn: int, *, glued: bool) -> Word:
        first = letters[0]
        boxes = [_turned(self._boxes[index], turn) for index in (first, letters[-1])]
        return Word(
            text="".join([self._signs[index] for index in letters]),
            left=_real(min(box[0] for box in boxes)),
            right=_real(max(box[1] for box in boxes)),
            base=_real(self._base(first, turn)),
            size=_real(self._size(first)) or _real(boxes[0][3] - boxes[0][2]) or 1.0,
            bold=self._is_bold(first),
            glued=glued,
            turn=turn,
        )

    def _base(self, index: int, turn: int) -> float:
        x, y = self._origin
        self._raw.FPDFText_GetCharOrigin(self._page, index, ctypes.byref(x), ctypes.byref(y))
        match turn:
            case 1:
                return x.value
            case 2:
                return y.value
            case 3:
                return -x.value
            case _:
                return -y.value

    def _size(self, index: int) -> float:
        size = self._raw.FPDFText_GetFontSize(self._page, index)
        matrix = self._matrix
        if not self._raw.FPDFText_GetMatrix(self._page, index, ctypes.byref(matrix)):
            return float(size)
        return float(size) * math.hypot(matrix.c, matrix.d)

    def _is_bold(self, index: int) -> bool:
        font = self._raw.FPDFTextObj_GetFont(self._raw.FPDFText_GetTextObject(self._page, index))
        key = ctypes.cast(font, ctypes.c_void_p).value
        if key not in self._bold:
            self._bold[key] = bool(key) and self._has_bold_face(font)
        return self._bold[key]

    def _has_bold_face(self, font: Any) -> bool:
        name = ctypes.create_string_buffer(128)
        self._raw.FPDFFont_GetBaseFontName(font, name, len(name))
        if _BOLD_NAME.search(name.value.decode("latin-1")):
            return True
        flags = self._raw.FPDFFont_GetFlags(font)
        # The weight is guessed from the strokes; the fonts of TeX have stout ones.
        is_heavy = self._raw.FPDFFont_GetWeight(font) >= _BOLD_WEIGHT and flags & _STANDARD
        return bool(is_heavy or flags & _FORCE_BOLD)


def _real(value: float) -> float:
    """Return a number; 0 for what a damaged file has in its place."""
    return value if math.isfinite(value) else 0.0


def _turned(box: _Box, turn: int) -> _Box:
    """Return a box in the frame of text with that many quarter turns."""
    left, right, top, bottom = box
    match turn:
        case 1:
            return -bottom, -top, left, right
        case 2:
            return -right, -left, -bottom, -top
        case 3:
            return top, bottom, -right, -left
        case _:
            return box


def _is_next(last: _Box, box: _Box) -> bool:
    """Tell at a glance what is so of nine letters in ten: same line, side by side."""
    return (
        last[2] == box[2] and last[3] == box[3] and abs(box[0] - last[1]) < 0.05 * (box[3] - box[2])
    )


def _is_as_high(last: _Box, box: _Box) -> bool:
    """Tell whether two letters seem to be of one size and on one base line."""
    stray = _STRAY * (box[3] - box[2])
    return abs(last[2] - box[2]) <= stray and abs(last[3] - box[3]) <= stray


def _overlaps(last: _Box, box: _Box) -> bool:
    return last[2] < box[3] and box[2] < last[3]


def _adjoins(last: _Box, box: _Box, sign: str, space: float) -> bool:
    """Tell whether a letter follows the last one without a gap of `space` line heights."""
    if last == box:
        # One glyph that stands for several letters.
        return True
    size = max(last[3] - last[2], box[3] - box[2])
    gap = last[0] - box[1] if is_right_to_left(sign) else box[0] - last[1]
    return -_BACK * size <= gap <= space * size
