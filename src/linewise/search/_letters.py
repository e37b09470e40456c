"""A text reduced to its letters and digits, each knowing where it stands in the text.

Case, accents, spacing, hyphens at line ends, punctuation and typographic variants are gone;
what is equal after that was quoted rightly.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from linewise.language.words import fold

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Letters", "letters_of"]


class Letters(NamedTuple):
    """The letters and digits of a text.

    Attributes:
        text: folded, one after the other.
        offsets: for each the offset, in the text, of the character that it came from.
    """

    text: str
    offsets: NDArray[np.int64]


def letters_of(text: str) -> Letters:
    """Reduce a text to its folded letters and digits."""
    import numpy as np  # noqa: PLC0415 - only where quotes are looked for

    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    pool, begins, lengths = _folds("".join(sorted(set(text))))
    # Most characters fold to one letter or to none; ligatures and the like to several.
    widths = lengths[codes]
    offsets = np.repeat(np.arange(len(codes)), widths)
    places = np.repeat(np.cumsum(widths) - widths, widths)
    folded = pool[begins[codes][offsets] + np.arange(len(offsets)) - places]
    return Letters(folded.tobytes().decode("utf-32-le"), offsets)


@lru_cache(maxsize=16)
def _folds(alphabet: str) -> tuple[NDArray[np.uint32], NDArray[np.int32], NDArray[np.int32]]:
    """Return all folds in a row, and by code point where its fold begins and how long it is."""
    import numpy as np  # noqa: PLC0415 - as above

    size = ord(alphabet[-1]) + 1 if alphabet else 0
    begins, lengths = np.zeros(size, np.int32), np.zeros(size, np.int32)
    pool: list[str] = []
    for character in alphabet:
        folded = [part for part in fold(character) if part.isalnum()]
        begins[ord(character)], lengths[ord(character)] = len(pool), len(folded)
        pool += folded
    codes = np.frombuffer("".join(pool).encode("utf-32-le"), dtype="<u4")
    return codes, begins, lengths
