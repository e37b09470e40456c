"""Which language a text is written in, by its script and its function words."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING

from linewise._kinds import check_text
from linewise.errors import OptionError
from linewise.language._profiles import LANGUAGES, language_code, profile, spaced_languages

if TYPE_CHECKING:
    from linewise.document import Document

__all__ = ["LANGUAGES", "detect_language", "language_of", "stated_language"]

# A text is judged by stretches of this many characters at its start, middle and end.
_STRETCH = 4_000

# The share of function words below which a text is in none of the languages.
_LEAST_SHARE = 0.08

# How far the best language must be ahead of the next.
_LEAST_LEAD = 1.15

_KANA = re.compile("[\u3040-\u30ff\uff66-\uff9f]")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_LETTER = re.compile(r"[^\W\d_]")
_WORD = re.compile(r"[^\W\d_]+'?")


def detect_language(text: str) -> str | None:
    """Return the code of the language that most of a text is written in.

    Only de, en, es, fr, it, ja, nl, pt and zh are told apart. Three stretches of a long text
    are read, so the time does not grow with it.

    Returns:
        The code, or None where the text is too short to tell or in another language.
    """
    check_text("what is written in a language", text)
    sample = _sample(text)
    return _by_script(sample) or _by_function_words(sample)


def stated_language(document: Document) -> str | None:
    """Return the code of the language that the metadata of a document name, if they do."""
    with suppress(OptionError):
        return language_code(document.metadata.get("language"))
    return None


def language_of(document: Document, named: str | None = None) -> str | None:
    """Return the code of the language that is named, or that a document states or looks to be in.

    Raises:
        OptionError: what is named is no language code.
    """
    if named is not None:
        return language_code(named)
    return stated_language(document) or detect_language(document.text)


def _sample(text: str) -> str:
    if len(text) <= 3 * _STRETCH:
        return text
    middle = len(text) // 2
    return "\n".join((text[:_STRETCH], text[middle : middle + _STRETCH], text[-_STRETCH:]))


def _by_script(sample: str) -> str | None:
    if sample.isascii():
        return None
    kana, han = len(_KANA.findall(sample)), len(_HAN.findall(sample))
    # A word of Chinese or Japanese is one or two characters, one of Latin letters five.
    if 3 * (kana + han) < len(_LETTER.findall(sample)) or not kana + han:
        return None
    return "ja" if 20 * kana > kana + han else "zh"


def _by_function_words(sample: str) -> str | None:
    words = Counter(_WORD.findall(sample.lower().replace("’", "'")))
    scores: dict[str, float] = dict.fromkeys(LANGUAGES, 0.0)
    known = _languages_of_words()
    for word, count in words.items():
        for code in known.get(word, ()):
            scores[code] += count / len(known[word])
    (best, score), (_, next_score) = sorted(scores.items(), key=lambda one: -one[1])[:2]
    if score < max(_LEAST_SHARE * words.total(), _LEAST_LEAD * next_score) or not score:
        return None
    return best


@cache
def _languages_of_words() -> dict[str, tuple[str, ...]]:
    languages: dict[str, tuple[str, ...]] = {}
    for code in spaced_languages():
        for word in profile(code).function_words:
            languages[word] = (*languages.get(word, ()), code)
    return languages
