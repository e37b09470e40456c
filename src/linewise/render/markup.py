"""Text as HTML that shows every character and obeys none."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["shown_text"]

# Controls, marks that turn the direction of writing, and signs that nobody sees. Joiners are
# left alone: emoji and Persian words are made with them.
_ODD = re.compile(
    "[&<>\"'\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060"
    "\u2066-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]"
)

_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
_SHORT = {
    "\x7f": "DEL",
    "\xad": "SHY",
    "\u061c": "ALM",
    "\u200b": "ZWSP",
    "\u200e": "LRM",
    "\u200f": "RLM",
    "\u2028": "LS",
    "\u2029": "PS",
    "\u202a": "LRE",
    "\u202b": "RLE",
    "\u202c": "PDF",
    "\u202d": "LRO",
    "\u202e": "RLO",
    "\u2060": "WJ",
    "\u2066": "LRI",
    "\u2067": "RLI",
    "\u2068": "FSI",
    "\u2069": "PDI",
    "\ufeff": "BOM",
}
_CONTROLS = (
    "NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI "
    "DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US"
)
_SHORT |= {chr(code): name for code, name in enumerate(_CONTROLS.split())}


def shown_text(text: str) -> str:
    """Return a text as HTML: markup escaped, and a sign for each character that has no look."""
    return _ODD.sub(_sign, text)


def _sign(match: re.Match[str]) -> str:
    character = match[0]
    if character in _ESCAPES:
        return _ESCAPES[character]
    code = f"U+{ord(character):04X}"
    name = f"{code} {unicodedata.name(character, '').lower()}".rstrip()
    return f'<i class="sign" title="{name}">{_SHORT.get(character, code)}</i>'
