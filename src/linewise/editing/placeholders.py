"""Words that stand for text instead of being text: "... rest unchanged ..."."""

from __future__ import annotations

import re

__all__ = ["is_ellipsis", "is_placeholder"]

_NOUN = (
    r"(?:file|documents?|text|content|contents|code|lines?|section|list|table|items?|rows?|entries|"
    r"paragraphs?|page|function|class|body|implementation|imports?|methods?)"
)
_STAYS = (
    r"(?:(?:is|are|be|stays?|remains?|left|kept|goes|continues?|follows?)\s+)*"
    r"(?:unchanged|the\ same|same|as\ (?:before|is|above|it\ was)|omitted|intact|untouched|here|"
    r"for\ brevity|not\ shown|identical|unmodified)"
)
_ENGLISH = rf"""
    (?:the\ )?(?:rest|remainder)(?:\ of\ (?:the|this|your)?\ ?(?:\w+\ )?{_NOUN})?(?:\ {_STAYS})*
  | (?:the\ )?(?:existing|previous|original|unchanged|remaining|other|same|current|earlier|
      preceding|following|all\ other)\ {_NOUN}(?:\ {_STAYS})*
  | (?:{_NOUN}|everything(?:\ else)?)\ {_STAYS}
  | (?:same|as)(?:\ as)?\ (?:before|above)
  | (?:no\ changes?|unchanged|omitted(?:\ for\ brevity)?)(?:\ here)?
  | (?:keep|leave)\ (?:the\ |all\ )*(?:rest|existing|remaining|other|original)(?:\ {_NOUN})?
      (?:\ {_STAYS})*
  | (?:the\ )?(?:content|text|words)\ of\ line[\ -]?[0-9]+(?:\ {_STAYS})*
  | (?:your|insert|new|updated)\ {_NOUN}\ (?:goes\ )?here
"""
_OTHERS = r"""
    (?:le\ )?reste(?:\ (?:du|de\ la|de\ l['’])\ ?\w+)?
      (?:\ (?:est\ )?(?:inchangé|identique|sans\ changement))?
  | (?:contenu|texte|lignes?)\ (?:existante?s?|inchangée?s?|précédente?s?|actuels?|originale?s?)
  | inchangée?s?|sans\ changement|(?:suite\ )?identique
  | (?:der\ )?rest(?:\ (?:des|der)\ \w+)?\ (?:bleibt\ )?(?:unverändert|gleich)|unverändert
  | (?:bestehender|restlicher|vorhandener)\ (?:inhalt|text|code)
  | (?:el\ )?resto(?:\ del?\ \w+)?\ (?:sin\ cambios|igual)|contenido\ existente|sin\ cambios
"""
_PHRASE = re.compile(f"(?:{_ENGLISH}|{_OTHERS})", re.VERBOSE)
_FIRM = re.compile(
    rf"(?:the )?(?:rest|remainder) of .*|(?:le )?reste d.*|.*\b{_STAYS}"
    r"|(?:existing|remaining|other|previous) (?:code|implementation|imports?|methods?|functions?)"
    r"|.*\b(?:inchangée?s?|unverändert|sin cambios)"
)
_MARKED = re.compile(r"\.{3}|…|^\s*(?:\[.*\]|<.*>|\{.*\})\s*$")
_COMMENT = re.compile(r"^\s*(?:\(.*\)|//.*|#.*|/\*.*\*/|--\s.*|;.*|%.*)\s*$")
_EDGES = " \t.…[](){}<>!/#*-–—_;%:`'\""
_ELLIPSIS = re.compile(r"\s*(?:\.{3,}|…|\[(?:\.{3}|…)\]|\((?:\.{3}|…)\))\s*")


def is_placeholder(line: str) -> bool:
    """Tell whether a line as a whole says that text was left out.

    It has a mark of it, such as dots or brackets, and nothing but the words for it; dots at the
    end of a sentence are no such mark. The sign of a comment is one for firmer words alone: it
    could begin a heading, such as `# Existing content`.
    """
    marked = _MARKED.search(line) is not None
    if len(line) > 120 or not (marked or _COMMENT.search(line)):
        return False
    words = " ".join(line.strip(_EDGES).lower().replace("...", " ").replace("…", " ").split())
    if not words or _PHRASE.fullmatch(words) is None:
        return False
    return marked or _FIRM.fullmatch(words) is not None


def is_ellipsis(line: str) -> bool:
    """Tell whether a line holds dots alone."""
    return _ELLIPSIS.fullmatch(line) is not None
