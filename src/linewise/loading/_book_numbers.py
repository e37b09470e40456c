"""Numbers as headings write them: in digits, in Roman numerals, and in words."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import product

__all__ = ["folded", "number_of", "ordinal_of"]

_ROMAN = re.compile(r"(?=.)M{0,3}(CM|CD|D?C{0,4})(XC|XL|L?X{0,4})(IX|IV|V?I{0,4})")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}

_ENGLISH = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
_ENGLISH_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
)
_ENGLISH_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"

_FRENCH = (
    "un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize "
    "dix-sept dix-huit dix-neuf"
)
_FRENCH_TENS = "vingt trente quarante cinquante"

_GERMAN = (
    "ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn "
    "sechzehn siebzehn achtzehn neunzehn"
)
_GERMAN_TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig"
_GERMAN_ODD = {"ein": "erst", "drei": "dritt", "sieben": "siebent", "acht": "acht"}
_GERMAN_END = re.compile(r"(?:e[srnm]?)$")


def folded(word: str) -> str:
    """Return a word in lower case and without accents: capitals often lack them."""
    letters = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def number_of(word: str) -> int | None:
    """Return the value of a numeral: 12, XII, xii, twelve, douze, zwölf; None if it is none."""
    if word.isascii() and word.isdigit():
        return int(word) if len(word) <= 4 else None
    roman = _roman(word)
    return roman if roman is not None else _cardinals().get(folded(word))


def ordinal_of(word: str) -> int | None:
    """Return the value of an ordinal: 3rd, 3., third, troisième, drittes; None if it is none."""
    simple = folded(word)
    digits = re.fullmatch(r"(\d{1,3})(?:\.|st|nd|rd|th|er|re|ere|e|eme|o|a)", simple)
    if digits:
        return int(digits[1])
    return _ordinals().get(simple) or _ordinals().get(_GERMAN_END.sub("", simple))


def _roman(word: str) -> int | None:
    upper = word.upper()
    if word not in {upper, word.lower()} or not _ROMAN.fullmatch(upper):
        return None
    values = [_ROMAN_VALUES[letter] for letter in upper]
    pairs = zip(values, [*values[1:], 0], strict=True)
    return sum(-value if value < after else value for value, after in pairs)


def _counted(words: str) -> dict[str, int]:
    return {word: value for value, word in enumerate(words.split(), start=1)}


def _tens(words: str) -> dict[str, int]:
    return {word: 10 * value for value, word in enumerate(words.split(), start=2)}


@cache
def _cardinals() -> dict[str, int]:
    return {folded(word): value for word, value in _spelled_cardinals().items()}


@cache
def _ordinals() -> dict[str, int]:
    found = _english_ordinals() | _french_ordinals() | _german_ordinals()
    return {folded(word): value for word, value in found.items()}


def _spelled_cardinals() -> dict[str, int]:
    english, german = _counted(_ENGLISH), _counted(_GERMAN)
    french = _counted(_FRENCH) | {"premier": 1, "première": 1, "une": 1}
    found = english | french | german | {"eins": 1}
    for (ten, value), (unit, more) in product(_tens(_ENGLISH_TENS).items(), english.items()):
        if more < 10:
            found[f"{ten}-{unit}"] = found[f"{ten} {unit}"] = value + more
    for (ten, value), (unit, more) in product(_tens(_FRENCH_TENS).items(), french.items()):
        if more < 10:
            found |= dict.fromkeys(_french_compounds(ten, unit), value + more)
    return found | _tens(_ENGLISH_TENS) | _tens(_FRENCH_TENS) | _german_tens("", {}) | german


def _french_compounds(ten: str, unit: str) -> tuple[str, ...]:
    return f"{ten}-{unit}", f"{ten} et {unit}", f"{ten}-et-{unit}"


def _german_tens(end: str, irregular: dict[str, str]) -> dict[str, int]:
    tens, units = _tens(_GERMAN_TENS), _counted(_GERMAN)
    found = {irregular.get(ten, ten + end): value for ten, value in tens.items()}
    for (ten, value), (unit, more) in product(tens.items(), units.items()):
        if more < 10:
            found[f"{unit}und{ten}{end}"] = value + more
    return found


def _english_ordinals() -> dict[str, int]:
    found = _counted(_ENGLISH_ORDINALS)
    for (ten, value), (unit, more) in product(_tens(_ENGLISH_TENS).items(), [*found.items()]):
        if more < 10:
            found[f"{ten}-{unit}"] = value + more
    return found | {ten[:-1] + "ieth": value for ten, value in _tens(_ENGLISH_TENS).items()}


def _french_ordinals() -> dict[str, int]:
    found = {"premier": 1, "première": 1, "second": 2, "seconde": 2, "cinquième": 5, "neuvième": 9}
    cardinals = _counted(_FRENCH) | _tens(_FRENCH_TENS)
    for (ten, value), (unit, more) in product(
        _tens(_FRENCH_TENS).items(), _counted(_FRENCH).items()
    ):
        if more < 10:
            cardinals |= dict.fromkeys(_french_compounds(ten, unit), value + more)
    regular = {word.removesuffix("e") + "ième": value for word, value in cardinals.items()}
    return regular | found


def _german_ordinals() -> dict[str, int]:
    found = {_GERMAN_ODD.get(word, word + "t"): value for word, value in _counted(_GERMAN).items()}
    return found | {"siebt": 7} | _german_tens("st", {})
