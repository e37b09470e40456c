"""Cut HTML source into tags, comments, entities and white space, each at its place.

The expressions follow the states of the tokenizer in the WHATWG HTML standard (13.2.5), so that
a sign inside a quoted attribute, a comment or a script ends nothing. What a match leaves out is
text that stands for itself.
"""

from __future__ import annotations

import re
from html import unescape

__all__ = [
    "ENTITY",
    "LENIENT",
    "STRICT",
    "WHITE_SPACE",
    "WORDS",
    "Part",
    "attributes",
    "unescaped",
]

WHITE_SPACE = " \t\n\f\r"


class Part:
    """What `Match.lastgroup` says of a match; None is a comment."""

    RAW = "raw"  # an element without markup in it; groups 1 to 3: its name, attributes, content
    TAG = "tag"  # group 4: its name, after a slash in an end tag; group 5: its attributes
    CUT_OFF = "cut_off"  # a tag that the end of the text cuts off
    ENTITY = "entity"
    SPACE = "space"


_ATTRIBUTE = r"""
    [^\s/>] [^\s/>=]*+
    (?: \s*+ = \s*+ (?: "[^"]*+" | '[^']*+' | (?=>) | [^\s>"'] [^\s>]*+ ) )?+
"""

_COMMENT = r"!-- (?: -?> | [^-]*+ (?: -(?!-!?>) [^-]*+ )*+ (?: --!?> | \Z ) )"
_DECLARATION = r"(?: [!?] | / (?=[^a-zA-Z>]) ) [^>]*+ >?+ | />"
_RAW_NAMES = "script|style|title|textarea|noscript|iframe|noembed|noframes|xmp"
_ENTITY = r"\#[0-9]++ ;?+ | \#[xX][0-9a-fA-F]++ ;?+ | [a-zA-Z][a-zA-Z0-9]{1,31}+ ;?+"

_WORDS = rf"(?<=&) (?P<entity> {_ENTITY} ) | (?<=[\t\n\f\r]) (?P<space> [ \t\n\f\r]*+ )"


def _tokens(attributes: str) -> re.Pattern[str]:
    # Every token begins with one of few characters: the engine leaps from one to the next.
    return re.compile(
        rf"""
        [<&\t\n\f\r]
        (?: (?<=<)
            (?: (?=[iInNsStTxX]) ( (?i:{_RAW_NAMES}) ) (?=[\s/>]) ( {attributes} ) >
                (?P<raw> [^<]*+ (?: < (?! / (?i:\1) [\s/>] ) [^<]*+ )*+ )
                (?: </ (?i:\1) [^>]*+ >?+ | \Z )
              | ( /?[a-zA-Z] [^\s/>]*+ ) (?P<tag> {attributes} ) >
              | {_COMMENT}
              | {_DECLARATION}
              | (?P<cut_off> /?[a-zA-Z] )
            )
          | {_WORDS}
        )
        """,
        re.VERBOSE,
    )


STRICT = _tokens(rf"(?: [\s/]++ | {_ATTRIBUTE} )*+")

# After a tag that never ends, by a quote that is never closed, every tag ends at the next ">":
# what follows stays readable, and no quote is looked for twice.
LENIENT = _tokens("[^>]*+")

# What follows the last sign that could end a tag.
WORDS = re.compile(rf"[&\t\n\f\r] (?: {_WORDS} )", re.VERBOSE)

ENTITY = re.compile(rf"& (?: {_ENTITY} )", re.VERBOSE)

# The largest character has seven digits; longer numbers begin with zeros, or mean none.
_TOO_LARGE = re.compile(r"&#(?:[0-9]{40,}|[xX][0-9a-fA-F]{40,});?")

_NAMED = re.compile(
    r"""
    ( [^\s/>] [^\s/>=]*+ )
    (?: \s*+ = \s*+ (?: "([^"]*+)" | '([^']*+)' | ( [^\s>"'] [^\s>]*+ ) )? )?+
    """,
    re.VERBOSE,
)


def attributes(source: str) -> dict[str, str]:
    """Read the attributes of a tag; of two with one name the first counts."""
    found: dict[str, str] = {}
    for match in _NAMED.finditer(source):
        value = match[2] or match[3] or match[4] or ""
        found.setdefault(match[1].lower(), unescaped(value))
    return found


def unescaped(text: str) -> str:
    """Return a text with the characters that its entities stand for.

    A number of too many digits is no character, and is shown as one that is unknown.
    """
    return unescape(_TOO_LARGE.sub("\ufffd", text) if "&#" in text else text)
