"""Decide at each stop whether it ends a sentence.

One compiled expression finds the candidates: stops with what closes after them and white space,
and line ends that end something by themselves. Each is judged by a few characters on either
side, so the time grows with the text and with nothing else.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from linewise.language import _items

if TYPE_CHECKING:
    from collections.abc import Iterator

    from linewise.language._profiles import Profile

__all__ = ["Lines", "Scan"]

# How the lines of a text are laid: filled up to a width; one paragraph each; no sentence at all.
Lines = Literal["wrapped", "paragraphs", "list"]

# Stops that need no white space after them, and ellipses.
_FULL = "。．！？｡︒﹒﹗﹖।॥؟۔։።፧។៕။᠃᠉"
_DOTS = "…‥"
_STOPS = ".!?‼⁇⁈⁉" + _DOTS + _FULL
_NOT_PLAIN = frozenset("!?‼⁇⁈⁉" + _DOTS + _FULL)

_OPENERS = "\"'“”‘’«»‹›„‚([{*_#¿¡<`~–—-•⁃·|>"
_CLOSERS = "\"'”’»›)\\]}」』）】》〉〕｣*_~"

# A spaced ellipsis goes on; then come citations, superscripts and whatever closes.
_TAIL = (
    rf"([{_STOPS}]*+(?:[ \u00a0\u202f]\.(?![\w/]))*+)"
    rf"((?:[{_CLOSERS}]|\(\*{{1,3}}\)|\[\d{{1,3}}(?:[,–-][ ]?\d{{1,3}})?\]"
    r"|[“‘«‹](?!\w)|[\u00b9\u00b2\u00b3\u2070-\u2079]|[ \u00a0\u2009\u202f][»”›](?!\w))*+)(\s*+)"
)


def _candidates(line_end: str) -> re.Pattern[str]:
    return re.compile(rf"[{_STOPS}\n](?:(?<=\n)(?:{line_end})|(?<!\n){_TAIL})")


# In wrapped text a line end counts beside a blank line or before an item; elsewhere always.
_CANDIDATES = {
    "wrapped": _candidates(rf"[^\S\n]*+(?:\n\s*+|(?={_items.LINE}))"),
    "paragraphs": _candidates(r"\s*+"),
    "list": _candidates(r"\s*+"),
}

_LINE_ITEM = re.compile(_items.LINE)
_NEXT_WORD = re.compile(r"(?:[^\w\s]{1,6}[ \u00a0\u202f]?){0,3}(\w{1,30}(?:['’]\w{1,30})?)")
_DOTTED = re.compile(r"\w(?:\.-?\w{1,3})+")
_ROMAN = re.compile(r"(?=.)(?:x[cl]|l?x{0,3})(?:i[xv]|v?i{0,3})")
_OPEN_TITLE = re.compile(r"《[^》]*\Z|（[^）]*\Z")
_DASH_AND_CAPITAL = re.compile(r"(?:--+|—)[ ]?[^\w\s]?[^\W\d_a-zß-öø-ÿ]")
_HAN_OR_KANA = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")

# How far back a word or an open bracket is looked for.
_REACH = 40


class Scan:
    """One reading of a text, from stop to stop; knows where the present sentence began.

    Args:
        text: the text.
        profile: what is known of the language.
        lines: how the lines are laid.
        caseless: whether sentences begin with small letters.
    """

    __slots__ = ("_abbreviations", "_awaited", "_caseless", "_lines", "_profile", "_start", "_text")

    def __init__(self, text: str, profile: Profile, lines: Lines, *, caseless: bool) -> None:
        self._text = text
        self._profile = profile
        self._lines = lines
        self._caseless = caseless
        self._abbreviations = profile.abbreviations
        self._start = 0
        # The label of the next item, where the sentence is a list, and where it began.
        self._awaited: tuple[int, _items.Label | None] = (-1, None)

    def ends(self) -> Iterator[int]:
        """Yield the offset after each sentence but the last, white space included."""
        text = self._text
        for match in _CANDIDATES[self._lines].finditer(text):
            end = match.end()
            if end >= len(text):
                break
            if self._ends_at(match):
                yield from _items.splits(text, self._start, end)
                yield end
                self._start = end
        yield from _items.splits(text, self._start, len(text))

    def _ends_at(self, match: re.Match[str]) -> bool:
        space = match[3]
        if space is None:
            return self._line_ends(match)
        at, start = match.start(), self._start
        if at - start < 4 and not self._text[start:at].strip(_OPENERS + " \t\r\n"):
            # Nothing has been said yet; but a blank line still ends what stands alone.
            return _has_blank_line(space)
        if not space:
            return self._unspaced_ends(match)
        if "\n" in space and (
            _has_blank_line(space) or _LINE_ITEM.match(self._text, match.end()) is not None
        ):
            return True
        return self._spaced_ends(match)

    def _line_ends(self, match: re.Match[str]) -> bool:
        text, at, end = self._text, match.start(), match.end()
        if not text[at - 1 : at].strip() and not text[self._start : at].strip():
            return False
        if self._lines != "paragraphs" or _has_blank_line(match[0]):
            return True
        return not self._line_goes_on(at, end) or _LINE_ITEM.match(text, end) is not None

    def _line_goes_on(self, at: int, end: int) -> bool:
        """Tell whether a line ends inside a sentence, as after "She lives in the"."""
        if self._text[end].islower():
            return True
        last = self._word_before(self._end_of_word(at))
        return last.endswith((",", "-")) or last in self._profile.function_words

    # Stops with no white space after them

    def _unspaced_ends(self, match: re.Match[str]) -> bool:
        text, at, end = self._text, match.start(), match.end()
        stop, after = text[match.end(1) - 1], text[end]
        if stop in _FULL:
            return self._full_stop_ends(match)
        if _HAN_OR_KANA.match(after) and after.isalpha():
            return stop != "." or _HAN_OR_KANA.match(text[at - 1]) is not None
        if _DASH_AND_CAPITAL.match(text, end):
            return True
        if match[2] or not after.isupper() or not text[end + 1 : end + 2].islower():
            return False
        word = self._word_before(at)
        if len(word) < 2 or word.isupper() or not word.replace(",", "").isalnum():
            return False
        following = self._word_after(end).lower()
        return self._profile.begins_sentence(following) or following in self._profile.titles

    def _full_stop_ends(self, match: re.Match[str]) -> bool:
        text, at, end = self._text, match.start(), match.end()
        if text[end - 1] == "．" and text[end].isdigit():
            return False
        if match[2]:
            return not self._quotation_goes_on(end)
        return _OPEN_TITLE.search(text[max(self._start, at - _REACH) : at]) is None

    def _quotation_goes_on(self, end: int) -> bool:
        """Tell whether what follows a quotation belongs to the sentence around it."""
        text, last = self._text, min(end + self._profile.continuation_reach, len(self._text))
        return any(
            text.startswith(word, at)
            for at in range(end, last + 1)
            for word in self._profile.continuations
        )

    # Stops with white space after them

    def _spaced_ends(self, match: re.Match[str]) -> bool:
        text, at, end = self._text, match.start(), match.end()
        after = text[end]
        if after.islower() and not self._caseless:
            return False
        run = text[at : match.end(1)]
        if run == ".":
            if after.isupper():
                word = self._word_before(at).lower()
                if len(word) > 1 and word.isalpha() and word not in self._abbreviations:
                    return not self._is_numeral_alone(word, at)
            return self._plain_stop_ends(at, end)
        if run[-1] in _FULL:
            return not match[2] or not self._quotation_goes_on(end)
        following = self._word_after(end)
        if following[:1].islower() and not self._caseless:
            return False
        if match[2][:1] in (")", "]") and text[at - 1] in "([":
            return False
        return not (_NOT_PLAIN.isdisjoint(run) and self._is_gap(run, at, following))

    def _is_gap(self, dots: str, at: int, following: str) -> bool:
        """Tell whether dots mark an omission in a sentence: "the thing is . . . I did not"."""
        spaced = " " in dots and dots.count(".") == 3
        return spaced and self._text[at - 1].isspace() and following == "I"

    def _plain_stop_ends(self, at: int, end: int) -> bool:
        word, following = self._word_before(at), self._word_after(end)
        if not following:
            return self._text[end] not in "?!…" and word.lower() not in self._abbreviations
        if following[0].islower() and not self._caseless:
            return False
        if self._is_label(word, at) or self._is_numeral_alone(word, at):
            return False
        return not word or self._word_ends(word, at, following)

    def _word_ends(self, word: str, at: int, following: str) -> bool:
        """Judge a word and a stop by the word that follows."""
        known, low = self._profile, word.lower()
        if "'" in low and low.rpartition("'")[2] in self._abbreviations:
            low = low.rpartition("'")[2]
        if low.isdigit():
            return not self._is_ordinal(low, at, following.lower())
        if following[0].isdigit() and (low in known.numbered or (len(low) == 1 and word == low)):
            return False
        if low in known.titles or low in known.inner:
            return False
        if low in known.closing:
            return True
        if low in known.final or _DOTTED.fullmatch(low):
            return self._abbreviation_ends(at, following.lower())
        if low in known.numbered and _ROMAN.fullmatch(following.lower()):
            return False
        return len(low) > 1 or not low.isalpha() or self._initial_ends(at, following.lower())

    def _abbreviation_ends(self, at: int, following: str) -> bool:
        """Judge an abbreviation that may end a sentence: does the next word begin one?"""
        if following in self._profile.titles:
            return len(self._text[max(self._start, at - 60) : at].split()) > 3
        return self._profile.begins_sentence(following)

    def _initial_ends(self, at: int, following: str) -> bool:
        """Judge a single letter: an initial, or the last word ("you and I.", "vitamin C.")."""
        known = self._profile
        if not known.begins_sentence(following) or following in known.particles:
            return False
        if not self._text[at - 1].isupper():
            return False
        before = self._word_before(self._end_of_word(at - 1))
        return before[:1].islower() and not before.endswith(".")

    def _is_ordinal(self, digits: str, at: int, following: str) -> bool:
        known = self._profile
        if not known.ordinals or len(digits) > 2:
            return False
        before = self._word_before(self._end_of_word(at - len(digits)))
        return following in known.ordinals or before.lower() in known.ordinal_leads

    def _is_label(self, word: str, at: int) -> bool:
        """Tell whether a word labels an item of the list that the sentence is."""
        if len(word) > 3 or not (word.isdigit() or (len(word) == 1 and word.islower())):
            return False
        if self._awaited[0] != self._start:
            found = _items.first_label(self._text, self._start)
            self._awaited = (self._start, found[0].next if found else None)
            if found and found[1] > at:
                return True
        awaited = self._awaited[1]
        if awaited is None or awaited.number != word or awaited.form == ")":
            return False
        self._awaited = (self._start, awaited.next)
        return True

    def _is_numeral_alone(self, word: str, at: int) -> bool:
        """Tell whether a sentence begins with nothing but a number, as in "IV. The Return"."""
        if at - self._start > 12 or not (word.isdigit() or _ROMAN.fullmatch(word.lower())):
            return False
        return self._text[self._start : at].strip(_OPENERS + " \t\r\n").lower() == word.lower()

    # Words around a stop

    def _word_before(self, at: int) -> str:
        words = self._text[max(self._start, at - _REACH) : at].rsplit(None, 1)
        if not words or self._text[at - 1].isspace():
            return ""
        return words[-1].lstrip(_OPENERS).replace("’", "'")

    def _end_of_word(self, at: int) -> int:
        """Return the offset after the word before `at`, white space between left out."""
        near = self._text[max(self._start, at - _REACH) : at]
        return at - len(near) + len(near.rstrip())

    def _word_after(self, end: int) -> str:
        following = _NEXT_WORD.match(self._text, end)
        return following[1].replace("’", "'") if following else ""


def _has_blank_line(space: str) -> bool:
    return space.count("\n") > 1
