"""What marks a line as a heading: a word with a number, a number, a name, or capitals."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum

from linewise.loading._book_numbers import folded, number_of, ordinal_of

__all__ = ["Mark", "Rank", "is_capitals", "mark_of", "plain"]


class Rank(IntEnum):
    """What may stand under what: the highest first."""

    VOLUME = 0
    BOOK = 1
    PART = 2
    CHAPTER = 3
    SCENE = 4
    NUMBER = 5


@dataclass(frozen=True, slots=True)
class Mark:
    """What a line begins with, if it is a heading.

    Attributes:
        style: what such headings have in common: "chapter", "number", "capitals".
        rank: what it may stand under.
        number: None in a heading without one.
        title: the words after the mark, empty where it stands alone.
        sure: whether it counts without others of its style.
        depth: 1, or how many numbers there are in "1.2.3".
    """

    style: str
    rank: Rank
    number: int | None
    title: str
    sure: bool = False
    depth: int = 1


# In English, French, German, Spanish, Italian and Dutch.
_RANKS = {
    Rank.VOLUME: "volume vol tome band tomo deel",
    Rank.BOOK: "book livre buch libro boek",
    Rank.PART: "part partie teil theil parte act acte akt aufzug acto atto phase",
    Rank.CHAPTER: (
        "chapter chap chapitre kapitel capitel cap capítulo capitulo capitolo hoofdstuk letter "
        "lettre brief carta lettera canto gesang chant stave adventure abenteuer aventure"
    ),
    Rank.SCENE: "scene scène szene auftritt escena scena section abschnitt sección sezione",
}
_WORDS = {folded(word): rank for rank, words in _RANKS.items() for word in words.split()}

_NAMES = frozenset(
    folded(
        """
    preface foreword introduction introductory prologue epilogue dedication conclusion afterword
    postscript appendix appendices glossary bibliography index acknowledgements acknowledgments
    abstract references interlude finale
    préface avant-propos prologue épilogue dédicace appendice postface notes remerciements
    annexe bibliographie glossaire
    vorwort vorrede einleitung einführung prolog epilog widmung nachwort schluß schluss schlußwort
    schlusswort anhang zueignung vorspiel nachspiel literaturverzeichnis glossar register
    prólogo epílogo prefacio introducción conclusión apéndice prologo epilogo prefazione
    introduzione conclusione appendice
        """
    ).split()
)

_NOTE = r"(?:\[\w{1,3}\]|\(\*+\)|\*+|¹|²|³)?"
_ROMAN = r"[IVXLCDM]+|[ivxlc]+"
# "Twenty-One" and "forty two" are tried before "Twenty" and "forty".
_WORD_WITH_NUMBER = [
    re.compile(
        rf"""
        (?i:the\s+)? (?!(?i:the|der|die|das|les)\b)
        (?P<word>[^\W\d_]{{3,12}})\.? \s+ (?i:the\s+)? (?P<number>{number}) {_NOTE}
        (?P<end> \.?$ | \s*[.:;,\])]+\s*[-–—]*\s* | \s*[-–—]+\s* | \s+(?=[^a-zà-ÿ]) )
        (?P<title>.*)
        """,
        re.VERBOSE,
    )
    for number in (r"[^\W\d_]+(?:-[^\W\d_]+)+|[^\W\d_]+\s[^\W\d_]+", r"[^\W_]+")
]
_ORDINAL_WITH_WORD = re.compile(
    rf"""
    (?i: (?:the|das|der|die|la|le)\s+ )?
    (?P<number>[^\W_]+(?:-[^\W_]+)*\.?) \s+ (?P<word>[^\W\d_]{{3,12}}) {_NOTE}
    (?: \.?$ | \s*[.:;,]+\s*[-–—]*\s* | \s*[-–—]+\s* | \s+(?=[^a-zà-ÿ]) )
    (?P<title>.*)
    """,
    re.VERBOSE,
)
_NUMBER_ALONE = re.compile(rf"[-–—\[(§*\s]*(?P<number>{_ROMAN}|\d{{1,3}}){_NOTE}[-–—\])*\s.]*")
_NUMBER_WITH_TITLE = re.compile(
    r"""
    (?P<number>[IVXLCDM]+|\d{1,2})
    (?: \s*(?:[.):]\s*[-–—]*|[-–—]+)\s* | \s+(?=[A-ZÀ-Þ'’«"“(\s]+\b) | (?<=\d)\s+(?=[A-ZÀ-Þ]) )
    (?P<title>[\w"'«“‘_(¿¡].*)
    """,
    re.VERBOSE,
)
_DECIMAL = re.compile(r"(?P<number>\d{1,2}(?:\.\d{1,2}){1,4})\.?\s+(?P<title>[A-ZÀ-Þ\"“«].*)")
_NAMED = re.compile(
    r"(?P<name>[^\W\d_]{5,}(?:-[^\W\d_]+)?)\s*(?P<sign>[.:]|[-–—]+|$)?\s*(?P<title>.*)"
)
_WORDS_ALONE = re.compile(r"(?=.*[^\W\d_]{3})[^\W_](?:[\w\s.,:'’\"“”«»!?&()*–—-]*[\w.!?)\"”»*’])?")
_EMPHASIS = "_*=~" + "".join(filter(str.isspace, map(chr, range(0x3001))))


def plain(line: str) -> str:
    """Return a line without indentation and signs of emphasis."""
    return line.strip(_EMPHASIS)


def is_capitals(text: str) -> bool:
    """Tell whether all letters are capitals, and there are enough of them to tell."""
    letters = sum(map(str.isalpha, text))
    is_made_of_letters = text.isupper() and letters * 2 > len(text)
    return is_made_of_letters and _WORDS_ALONE.fullmatch(text) is not None


def mark_of(line: str) -> Mark | None:
    """Read the mark at the beginning of a line, or None where it begins with none."""
    text = plain(line)
    if not text or len(text) > 200:
        return None
    return (
        _word_with_number(text)
        or _ordinal_with_word(text)
        or _number_alone(text)
        or _decimal(text)
        or _number_with_title(text)
        or _named(text)
        or _capitals(text)
    )


def _word_with_number(text: str) -> Mark | None:
    for pattern in _WORD_WITH_NUMBER:
        match = pattern.fullmatch(text)
        number = (number_of(match["number"]) or ordinal_of(match["number"])) if match else None
        if match is not None and number is not None:
            return _worded(match, number)
    return None


def _worded(match: re.Match[str], number: int) -> Mark | None:
    word = match["word"]
    rank = _WORDS.get(folded(word))
    if not word[0].isupper() or match["title"][:1].islower():
        return None
    if rank is not None:
        return Mark(folded(word), rank, number, match["title"], sure=True)
    # Any other word counts if it is set off: "Story 3", "FIT THE FIRST", but not "What I".
    if match["end"].isspace() or not (word.isupper() or word.istitle()):
        return None
    return Mark(folded(word), Rank.CHAPTER, number, match["title"])


def _ordinal_with_word(text: str) -> Mark | None:
    match = _ORDINAL_WITH_WORD.fullmatch(text)
    if match is None:
        return None
    word = folded(match["word"])
    number = ordinal_of(match["number"])
    if number is None or word not in _WORDS or match["title"][:1].islower():
        return None
    return Mark(word, _WORDS[word], number, match["title"], sure=True)


def _number_alone(text: str) -> Mark | None:
    match = _NUMBER_ALONE.fullmatch(text)
    number = number_of(match["number"]) if match else None
    if match is None or not number:
        return None
    style = "digits" if match["number"].isdigit() else "roman"
    return Mark(style, Rank.NUMBER, number, "")


def _decimal(text: str) -> Mark | None:
    match = _DECIMAL.fullmatch(text)
    if match is None:
        return None
    numbers = match["number"].split(".")
    return Mark("decimal", Rank.NUMBER, int(numbers[-1]), match["title"], depth=len(numbers))


def _number_with_title(text: str) -> Mark | None:
    match = _NUMBER_WITH_TITLE.fullmatch(text)
    number = number_of(match["number"]) if match else None
    if match is None or not number or match["title"][0].islower():
        return None
    style = "digits, title" if match["number"].isdigit() else "roman, title"
    return Mark(style, Rank.NUMBER, number, match["title"])


def _named(text: str) -> Mark | None:
    match = _NAMED.fullmatch(text)
    if match is None or folded(match["name"]) not in _NAMES or not match["name"][0].isupper():
        return None
    if match["title"] and not match["sign"] and not is_capitals(text) and len(text) > 40:
        return None
    return Mark("name", Rank.CHAPTER, None, text)


def _capitals(text: str) -> Mark | None:
    return Mark("capitals", Rank.CHAPTER, None, text) if is_capitals(text) else None
