"""What is known of each language: abbreviations, words that begin sentences, function words.

The data lie beside this module, one file a language, and are read once, when first asked for.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any

from linewise.errors import OptionError

__all__ = ["LANGUAGES", "Profile", "language_code", "profile", "spaced_languages"]

LANGUAGES = ("de", "en", "es", "fr", "it", "ja", "nl", "pt", "zh")

# Languages written without spaces between words.
_UNSPACED = frozenset({"ja", "zh"})

_TAG = re.compile(r"([A-Za-z]{2,3})(?:[-_][A-Za-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Profile:
    """What the sentences of a language look like; all words in lower case.

    Attributes:
        titles: abbreviations before a name, which end no sentence.
        numbered: abbreviations that end no sentence before a number.
        inner: abbreviations that end no sentence at all.
        closing: abbreviations that end a sentence before any capital.
        final: abbreviations that end a sentence before a word that begins one.
        starters: words that, capitalised, begin a sentence oftener than a name.
        particles: words that may belong to a name.
        ordinals: words before which a number and a stop are an ordinal.
        ordinal_leads: words after which a number and a stop are an ordinal.
        continuations: beginnings after a quotation that show that its sentence goes on.
        function_words: the commonest words, which say little of what a text is about.
        continuation_reach: how many characters may stand before a continuation.
    """

    titles: frozenset[str] = frozenset()
    numbered: frozenset[str] = frozenset()
    inner: frozenset[str] = frozenset()
    closing: frozenset[str] = frozenset()
    final: frozenset[str] = frozenset()
    starters: frozenset[str] = frozenset()
    particles: frozenset[str] = frozenset()
    ordinals: frozenset[str] = frozenset()
    ordinal_leads: frozenset[str] = frozenset()
    continuations: frozenset[str] = frozenset()
    function_words: frozenset[str] = frozenset()
    continuation_reach: int = 0

    @property
    def abbreviations(self) -> frozenset[str]:
        """All abbreviations, of whatever kind."""
        return self.titles | self.numbered | self.inner | self.closing | self.final

    def begins_sentence(self, word: str) -> bool:
        """Tell whether a capitalised word, given in lower case, tends to begin a sentence."""
        if word in self.starters or word in self.function_words:
            return True
        elided, apostrophe, _ = word.partition("'")
        return bool(apostrophe) and elided + apostrophe in self.function_words


def language_code(tag: object) -> str:
    """Return the language of a tag: `fr` for `fr-CA`.

    Raises:
        OptionError: it is no language tag.
    """
    match = _TAG.fullmatch(tag) if isinstance(tag, str) else None
    if match is None:
        known = ", ".join(LANGUAGES)
        raise OptionError(f"{tag!r} is not a language; a code such as {known} was expected")
    return match[1].lower()


def spaced_languages() -> tuple[str, ...]:
    """Return the known languages that write spaces between words."""
    return tuple(code for code in LANGUAGES if code not in _UNSPACED)


@cache
def profile(code: str | None) -> Profile:
    """Return what is known of a language; of all together where the language is not known."""
    return _read(code) if code in LANGUAGES else _together()


def _together() -> Profile:
    profiles = [_read(code) for code in spaced_languages()]
    words: dict[str, Any] = {
        field.name: frozenset[str]().union(*(getattr(one, field.name) for one in profiles))
        for field in fields(Profile)
        if field.name != "continuation_reach"
    }
    # What abbreviates in one language may be a common word of another.
    for kind in ("titles", "inner", "final"):
        words[kind] -= words["function_words"]
    return Profile(**words)


def _read(code: str) -> Profile:
    source = files("linewise.language") / "data" / f"{code}.toml"
    data: dict[str, Any] = tomllib.loads(source.read_text(encoding="utf-8"))
    for name, value in data.items():
        if isinstance(value, str):
            data[name] = frozenset(value.split())
    return Profile(**data)
