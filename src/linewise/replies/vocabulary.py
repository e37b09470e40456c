"""The words by which a reader knows the structure of a reply from the text in it."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["IGNORED", "Vocabulary", "plain_name", "words_of"]

_NAMED = re.compile(
    r"[ \t]*(?P<dash>(?:[-*+•]|[0-9]{1,4}[.)])[ \t]+)?"
    r"(?:[\"'`]|\*\*)?(?P<name>[^\W\d][\w. -]{0,40}?)(?:[\"'`]|\*\*)?[ \t]*(?P<sign>[:(：])"
)
_VALUE = re.compile(r"\s*\Z|[\[{\"'#]|(?:line|ligne)?[ -]?[0-9]", re.IGNORECASE)
_NOT_A_LETTER = re.compile(r"[^a-z0-9]+")


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


# Keys that models put around the list that they were asked for.
WRAPPERS = words_of(
    "functions operations edits changes actions commands ops calls toolcalls functioncalls "
    "modifications updates result results response output answer items list data patch "
    "fonctions modifs"
)

# Keys under which models explain what they do.
IGNORED = words_of(
    "reason reasoning explanation comment comments note notes description rationale summary "
    "thought thoughts analysis justification why status version confidence title raison "
    "explication message"
)


@dataclass(frozen=True)
class Vocabulary:
    """The names that a reply may use.

    Attributes:
        functions: the plain forms of function names, each with the name that it stands for.
        openers: the plain forms of the names whose value is a function's name.
        keys: the plain forms of all argument names.
        texts: those of them whose values are free text.
        optional: those of them that may be missing, as they are written.
        wrappers: the plain forms of keys that may stand around the list.
        ignored: the plain forms of keys that only explain.
        listed: the name of the list that is asked for, as refusals say it.
    """

    functions: Mapping[str, str]
    openers: frozenset[str]
    keys: frozenset[str]
    texts: frozenset[str]
    optional: tuple[str, ...] = ()
    wrappers: frozenset[str] = WRAPPERS
    ignored: frozenset[str] = IGNORED
    listed: str = "functions"

    def function(self, name: str) -> str | None:
        """Return the function that a name stands for, or None."""
        return self.functions.get(plain_name(name.rpartition(".")[2]))

    def is_key(self, name: str) -> bool:
        """Tell whether an argument may have this name."""
        return plain_name(name) in self.keys

    def is_text_key(self, name: str) -> bool:
        """Tell whether the value of this name is free text, so that it may look like anything."""
        return plain_name(name) in self.texts

    def is_wrapper(self, name: str) -> bool:
        """Tell whether this name may stand around the list."""
        return plain_name(name) in self.wrappers

    def is_known(self, name: str) -> bool:
        """Tell whether this name means anything."""
        return self.is_key(name) or self.is_wrapper(name) or self.function(name) is not None

    def is_structure(self, line: str) -> bool:
        """Tell whether a line looks like an item, a named value, or a call of a known name."""
        match = _NAMED.match(line)
        if match is None:
            return False
        name = match["name"]
        if match["sign"] == "(":
            return self.is_call(name)
        return name[0].islower() and self.is_known(name)

    def begins_item(self, line: str) -> bool:
        """Tell whether a line can only be the first one of an item or of the list."""
        match = _NAMED.match(line)
        if match is None:
            return False
        name, value = match["name"], line[match.end() :].strip()
        if match["sign"] == "(":
            return self.is_call(name)
        if self.function(name) is not None:
            return name in self.functions.values() or _VALUE.match(value) is not None
        if self.is_wrapper(name):
            return _VALUE.match(value) is not None
        if self.is_opener(name) and self.function(value.strip("\"'`,")) is not None:
            return True
        if match["dash"]:
            is_call = value[:1] in ("[", "{") and " " not in name
            return is_call or (name[0].islower() and self.is_key(name))
        return name[0].islower() and self.is_opener(name) and " " not in value

    def is_opener(self, name: str) -> bool:
        """Tell whether the value of this name is a function's name."""
        return plain_name(name) in self.openers

    def may_ignore(self, names: Iterable[str]) -> bool:
        """Tell whether all of these names only explain."""
        return all(plain_name(name) in self.ignored for name in names)

    def is_call(self, name: str) -> bool:
        """Tell whether a name before a parenthesis is that of a function."""
        return self.function(name) is not None

    @cached_property
    def inside_text(self) -> re.Pattern[str]:
        """What an unquoted text holds when the line after it was joined to it."""
        names = sorted({re.escape(name) for name in self.functions.values()})
        functions = "|".join(names) or "(?!)"
        optional = "|".join(re.escape(name) for name in self.optional) or "(?!)"
        return re.compile(
            rf"(?:\b(?:{functions})\b[\"']?\s*[:(\[]|(?:^|[\s,])[\"']?(?:{optional})[\"']?\s*:(?=\s))"
            r"|-\s*function\s*:",
            re.IGNORECASE,
        )


def plain_name(name: str) -> str:
    """Return a name in small letters without accents, spaces and signs: `new_id` is `newId`."""
    if not name.isascii():
        parts = unicodedata.normalize("NFKD", name)
        name = "".join(c for c in parts if not unicodedata.combining(c))
    return _NOT_A_LETTER.sub("", name.lower())
