"""Phrases that tell what a sentence does in its text; data files beside this, one a language."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files

from linewise.language import LANGUAGES, spaced_languages

__all__ = ["marked", "marker"]


def marker(kind: str, language: str | None) -> re.Pattern[str]:
    """Return an expression for the phrases of a kind, for text in lower case.

    Args:
        kind: the name of a list in the data files.
        language: the language code; all languages together where it is not known.
    """
    return _marker(kind, language if language in LANGUAGES else None)


def marked(pattern: re.Pattern[str], text: str) -> list[str]:
    """Return the phrases that stand in a text, each once, as they are written in lower case."""
    return list(dict.fromkeys(match[0] for match in pattern.finditer(text.lower())))


@cache
def _marker(kind: str, language: str | None) -> re.Pattern[str]:
    chosen = LANGUAGES if language is None else (language,)
    with_spaces = spaced_languages()
    spaced = [one for code in chosen if code in with_spaces for one in _phrases(kind, code)]
    bare = [one for code in chosen if code not in with_spaces for one in _phrases(kind, code)]
    # A phrase is whole words: "key" does not stand in "monkey".
    parts = [rf"\b(?:{'|'.join(spaced)})\b"] if spaced else []
    return re.compile("|".join([*parts, *bare]) or r"(?!)")


def _phrases(kind: str, code: str) -> list[str]:
    """Return the expressions of a list, the longest first so that it wins."""
    lines = _lists(code).get(kind, "").split("\n")
    found = {line.strip() for line in lines if line.strip()}
    return [
        phrase.replace(" ", r"\s+") for phrase in sorted(found, key=lambda one: (-len(one), one))
    ]


@cache
def _lists(code: str) -> dict[str, str]:
    source = files("linewise.summaries") / "data" / f"{code}.toml"
    return tomllib.loads(source.read_text(encoding="utf-8"))
