"""Words as they are counted and compared: case and accents folded, endings cut off.

A stemmer of the Snowball project (Porter, 2001) cuts the endings in the languages that have
one here. Scripts that write no spaces are taken apart into pairs of characters.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from linewise.document import BYTE_ORDER_MARK
from linewise.language._profiles import profile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

__all__ = [
    "content_terms",
    "fold",
    "function_terms",
    "function_words",
    "has_unspaced",
    "has_words",
    "terms",
]

_STEMMERS: Mapping[str, str] = MappingProxyType(
    {
        "de": "german",
        "en": "english",
        "es": "spanish",
        "fr": "french",
        "it": "italian",
        "nl": "dutch",
        "pt": "portuguese",
    }
)

# Thai to Khmer, kana, and Han: no spaces between words.
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"[^\W_{_UNSPACED}]+|([{_UNSPACED}]+)")
_UNSPACED_LETTER = re.compile(rf"[{_UNSPACED}]")
_ACCENT = re.compile("[\u0300-\u036f]")


def has_words(text: str) -> bool:
    """Tell whether a text holds anything but white space and a byte order mark at its start."""
    return bool(text.removeprefix(BYTE_ORDER_MARK).strip())


def fold(text: str) -> str:
    """Return a text without differences of case, accent, and width."""
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFKD", text.casefold())
    return unicodedata.normalize("NFC", _ACCENT.sub("", parts))


def terms(text: str, language: str | None = None) -> list[str]:
    """Return the words of a text, folded and stemmed, in order.

    Args:
        text: the text.
        language: the language code whose stemmer is used; none is where there is none.
    """
    stem = _stem(language)
    return [stem(word) for word in _words(fold(text))]


def content_terms(text: str, language: str | None = None) -> list[str]:
    """Return the words of a text without function words, folded and stemmed, in order."""
    stem, common = _stem(language), function_words(language)
    return [stem(word) for word in _words(fold(text)) if word not in common]


def function_terms(language: str | None = None) -> frozenset[str]:
    """Return the function words of a language, folded and stemmed."""
    return frozenset(map(_stem(language), function_words(language)))


@cache
def function_words(language: str | None = None) -> frozenset[str]:
    """Return the function words of a language, folded; those of all where it is not known."""
    return frozenset(_words(fold(" ".join(sorted(profile(language).function_words)))))


def has_unspaced(text: str) -> bool:
    """Tell whether a text has letters of a script that writes no spaces between words."""
    return not text.isascii() and _UNSPACED_LETTER.search(text) is not None


def _words(folded: str) -> Iterator[str]:
    for match in _WORD.finditer(folded):
        run = match[1]
        if run is None:
            yield match[0]
        else:
            yield from _pairs(run)


def _pairs(run: str) -> list[str]:
    return [run[at : at + 2] for at in range(len(run) - 1)] or [run]


@cache
def _stem(language: str | None) -> Callable[[str], str]:
    name = _STEMMERS.get(language or "")
    if name is None:
        return str
    import snowballstemmer  # noqa: PLC0415 - only where words are compared

    # Words come again and again; the bound is for texts that are no language at all.
    stem: Callable[[str], str] = snowballstemmer.stemmer(name).stemWord
    return lru_cache(maxsize=1 << 17)(stem)
