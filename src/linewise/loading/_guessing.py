"""Guess the encoding of a text that is not Unicode.

Each candidate decodes the sample; the one in which most characters beyond ASCII are everyday
characters of one of its languages wins. Letter sets tell apart what a general detector
confuses in short texts (it takes French in cp1252 for cp1250); charset-normalizer is asked
where they say nothing.
"""

from __future__ import annotations

import re
import warnings
from codecs import lookup
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_SAMPLE = 1 << 14

# The share of everyday characters from which on a candidate is believed.
_ENOUGH = 0.75

# The disorder up to which, and the likeness to a language (both 0 to 1) from which on
# charset-normalizer is believed.
_ORDERLY = 0.1
_COHERENT = 0.2

# The first letters of a whole alphabet, which a text of its language is full of, and what they
# weigh: little, only to tell two alphabets apart that both fit. The letters that a language
# adds to the Latin ones are too few for that.
_COMMONEST = 10
_WEIGHT = 0.1

_SIGNS = frozenset("\u00a0«»“”„‘’‚…–—•·°§©®€£½×¿¡ªº")

# Letters by encoding and language, the commonest letters first. The encoding that is met most
# often comes first too: it wins a tie.
_ALPHABETS = (
    ("cp1252", "éèàêçôîûùâœïëüæÿ"),  # French
    ("cp1252", "äöüßéà"),  # German
    ("cp1252", "áéíóúüñ"),  # Spanish
    ("cp1252", "àèéìòù"),  # Italian
    ("cp1252", "ãáéçíóêõúâàôü"),  # Portuguese
    ("cp1252", "åäöæøéü"),  # Danish, Finnish, Norwegian, Swedish
    ("cp1252", "áéíóúýðþæö"),  # Icelandic
    ("cp1252", "éëïöüèáóí"),  # Dutch
    ("cp1250", "íáéěčřžýůšúťňďó"),  # Czech, Slovak
    ("cp1250", "áíéčžýšúľťóňďôäŕĺ"),  # Slovak
    ("cp1250", "ąćęłńóśźż"),  # Polish
    ("cp1250", "áéíóöőúüű"),  # Hungarian
    ("cp1250", "ăâîşţ"),  # Romanian
    ("cp1250", "čćđšž"),  # Bosnian, Croatian, Slovenian
    ("cp1255", "יוהלאתמרשבנםעדחפקכטסגצזןךףץְִֵֶַָֹּ"),
    ("cp1251", "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё"),  # Russian, Bulgarian
    ("cp1251", "оанівиертслкмдпуяьзгбчхйжїшюєцщґфўыэё"),  # Belarusian, Ukrainian
    ("cp1251", "аоиенртсјвкпдмулзбгчцшжхљњћђфџѓќѕ"),  # Macedonian, Serbian
    ("koi8-r", "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё"),
    ("cp866", "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё"),
    ("cp1253", "αοιετσνρπςηυκλμδίόγάήέθωχύφβώξζψϊϋΐΰ"),
    ("cp1254", "çğıiöşüâîû"),
    ("cp1256", "اليمونرتبةعدسفهكقأحجشطصخإذزضىءغثآئظؤپچژگ،؛؟ًٌٍَُِّْ"),
    ("cp1257", "ąčęėįšųūž"),  # Lithuanian
    ("cp1257", "āčēģīķļņšūž"),  # Latvian
    ("cp1257", "äõöüšž"),  # Estonian
    ("cp850", "éèàêçôîûùâïëü"),
    ("cp850", "äöüß"),
    ("mac-roman", "éèàêçôîûùâœïëüæÿ"),
    ("mac-roman", "äöüß"),
)


@dataclass(frozen=True, slots=True)
class _Table:
    """A table of East Asia: its rows of common characters by first byte, those of kana apart.

    From `second` on a second byte is of the table's common part.
    """

    encoding: str
    rows: frozenset[int]
    second: int
    kana: frozenset[int] = frozenset()


# In the order in which ties are settled. Korean has its single letters where Japanese has kana.
_TABLES = (
    _Table(
        "cp932", frozenset({*range(0x81, 0x84), *range(0x88, 0x98)}), 0x40, frozenset({0x82, 0x83})
    ),
    _Table(
        "euc_jp",
        frozenset({0xA1, *range(0xA3, 0xA6), *range(0xB0, 0xD0)}),
        0xA1,
        frozenset({0xA4, 0xA5}),
    ),
    _Table("cp949", frozenset({*range(0xA1, 0xA5), *range(0xB0, 0xC9)}), 0xA1),
    _Table("gb18030", frozenset({*range(0xA1, 0xA4), *range(0xB0, 0xD8)}), 0xA1),
    _Table("big5", frozenset(range(0xA1, 0xC7)), 0x40),
)

# Japanese has kana for every fourth character at least.
_LEAST_KANA = 0.25

_PRIVATE = re.compile(r"[\ue000-\uf8ff]")
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")

# What a wrong table makes of words: a sign between two letters, an alphabet inside another,
# a Hebrew or Greek letter of the end of words elsewhere.
_ODD = re.compile(
    r"(?<=[^\W\d_])[^\w\s\x00-\x7f’‘·](?=[^\W\d_])"
    r"|[A-Za-z](?=[\u0370-\u06ff])|[\u0370-\u06ff](?=[A-Za-z])|[ךםןףץ](?=[א-ת])|ς(?=[α-ωά-ώ])"
)
_LETTERS: re.Pattern[str] = re.compile(r"[^\W\d_]{2,}")


def guess(sample: bytes) -> str | None:
    """Return the encoding that fits best, by its Python name, or None where none fits."""
    sample = _cut(sample, _SAMPLE)
    best, encoding = max(_scores(sample), key=lambda scored: scored[0], default=(0.0, None))
    return encoding if best >= _ENOUGH else _second_opinion(sample)


def _cut(sample: bytes, size: int) -> bytes:
    if len(sample) <= size:
        return sample
    return sample[: sample.rfind(b"\n", 0, size) + 1 or size]


def _scores(sample: bytes) -> Iterator[tuple[float, str]]:
    texts: dict[str, str | None] = {}
    for encoding, letters in _ALPHABETS:
        if encoding not in texts:
            texts[encoding] = _text(sample, encoding)
        text = texts[encoding]
        if text is not None:
            yield _share_of_letters(text, letters), encoding
    for table in _TABLES:
        text = _text(sample, table.encoding)
        if text is not None:
            yield _share_of_rows(text, table), table.encoding


def _text(sample: bytes, encoding: str) -> str | None:
    try:
        return sample.decode(encoding)
    except UnicodeDecodeError as error:
        # The sample may end inside a character.
        if error.start < len(sample) - 3 or error.reason.startswith("character maps"):
            return None
        return sample[: error.start].decode(encoding)


def _share_of_letters(text: str, letters: str) -> float:
    counts = Counter(_BEYOND_ASCII.findall(text))
    common = letters if len(letters) < 2 * _COMMONEST else letters[:_COMMONEST]
    known, commonest = _part_of(counts, letters), _part_of(counts, common)
    return (1 - _WEIGHT) * known + _WEIGHT * commonest - _oddities(text) / max(1, counts.total())


def _part_of(counts: Counter[str], letters: str) -> float:
    known = _SIGNS.union(letters, letters.upper())
    found = sum(count for character, count in counts.items() if character in known)
    return found / max(1, counts.total())


def _oddities(text: str) -> int:
    """Count what stands inside words where it should not, and capitals after small letters."""
    words: list[str] = [word for word in _LETTERS.findall(text) if not word.isascii()]
    capitals = sum(
        before.islower() and after.isupper() and after > "\x7f"
        for word in words
        for before, after in pairwise(word)
    )
    return capitals + len(_ODD.findall(text))


def _share_of_rows(text: str, table: _Table) -> float:
    counts = Counter(_BEYOND_ASCII.findall(text))
    rows: Counter[int] = Counter()
    for character, count in counts.items():
        coded = character.encode(table.encoding, "replace")
        rows[coded[0] if len(coded) == 2 and coded[1] >= table.second else 0] += count
    total = max(1, counts.total())
    kana = sum(rows[row] for row in table.kana) / total
    if (table.kana and kana < _LEAST_KANA) or _PRIVATE.search(text):
        return 0.0
    return sum(rows[row] for row in table.rows) / total


def _second_opinion(sample: bytes) -> str | None:
    from charset_normalizer import from_bytes  # noqa: PLC0415 - heavy, so imported when used

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        best = from_bytes(sample, cp_exclusion=["utf_16", "utf_32", "utf_7", "utf_8"]).best()
    if best is None or best.chaos > _ORDERLY or best.coherence < _COHERENT:
        return None
    return lookup(best.encoding).name
