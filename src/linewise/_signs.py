"""Control characters as signs: shown, never sent to a terminal.

A text could move the cursor, recolour the screen, or turn the direction of writing. It stands in
the core so that an error can be told where nothing more can be loaded.
"""

from __future__ import annotations

__all__ = ["visible"]

_SIGNS = {code: chr(0x2400 + code) for code in range(32)} | {127: "␡"}
_SIGNS |= dict.fromkeys((*range(128, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A)), "�")
_SIGNS[9] = "    "


def visible(text: str) -> str:
    """Return a text with a sign for each control character and blanks for a tab."""
    return text.translate(_SIGNS)
