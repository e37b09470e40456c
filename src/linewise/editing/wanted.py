"""Lines that a model asks to see before it edits."""

from __future__ import annotations

import re

from linewise.editing.shown import Stretch

__all__ = ["asks_in_vain", "wanted_lines"]

_CALL = re.compile(r"\b(?:show_?lines?|montrer_?lignes?)\b", re.IGNORECASE)
_ID = r"(?:line-|div-id-)?([0-9]{1,18})(?::[0-9a-z]{2})?\b"
_RANGE = re.compile(
    rf"{_ID}(?:[\"'`]?\s*(?:\.{{2,3}}|…|[-–—]|\b(?:to|through|until|à)\b)\s*[\"'`]?{_ID})?",
    re.IGNORECASE,
)
# The end of a range as the words about hidden lines write it; commas part lines elsewhere.
_GROUPED = re.compile(r"(?<=[-–—.…])\s*[0-9]{1,3}(?:,[0-9]{3})+(?![0-9,])")


def asks_in_vain(reply: str, line_count: int) -> bool:
    """Tell whether a reply asks to see lines, and the document has none of them."""
    return bool(_CALL.search(reply)) and not wanted_lines(reply, line_count)


def wanted_lines(reply: str, line_count: int) -> list[Stretch]:
    """Return the lines that a reply asks to see, in its order; none where it does not ask.

    Args:
        reply: as the model sent it.
        line_count: how many lines the document has; ids after the last one are left out.
    """
    call = _CALL.search(reply)
    if call is None:
        return []
    words = _GROUPED.sub(lambda found: found[0].replace(",", ""), reply[call.end() :])
    stretches = (
        Stretch(int(first), min(int(last or first), line_count))
        for first, last in _RANGE.findall(words)
    )
    return [stretch for stretch in stretches if 1 <= stretch.first <= stretch.last]
