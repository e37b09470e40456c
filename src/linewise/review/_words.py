"""The words of the page, in the languages that it speaks."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["LANGUAGES", "Words", "language_of"]

LANGUAGES: Mapping[str, str] = {"en": "English", "fr": "Français"}


class Words:
    """What the page says, in one language.

    Args:
        language: one of `LANGUAGES`.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self._words = _catalogue(language)

    def __call__(self, name: str, **values: Any) -> str:
        """Return what is said under a name, with values filled in.

        Where `count` is among them, one thing is spoken of in other words than several.
        """
        if "count" in values:
            name = f"{name}.{'one' if values['count'] in self._singular else 'many'}"
        shown = {key: self.number(value) for key, value in values.items()}
        return self._words[name].format(**shown)

    def number(self, value: Any) -> str:
        """Return a number as the language writes it, and anything else as text."""
        if not isinstance(value, int):
            return str(value)
        return f"{value:,}".replace(",", self._words["thousands"])

    @property
    def _singular(self) -> set[int]:
        return {0, 1} if self.language == "fr" else {1}


def language_of(chosen: str, accepted: str) -> str:
    """Return the language to speak.

    Args:
        chosen: what the person chose, "" for nothing.
        accepted: what the browser says under Accept-Language.
    """
    if chosen in LANGUAGES:
        return chosen
    for part in accepted.split(","):
        language = part.split(";")[0].strip()[:2].lower()
        if language in LANGUAGES:
            return language
    return "en"


@cache
def _catalogue(language: str) -> Mapping[str, str]:
    file = resources.files("linewise.review") / "data" / f"{language}.toml"
    return _flat(tomllib.loads(file.read_text(encoding="utf-8")))


def _flat(words: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in words.items():
        if isinstance(value, str):
            found[f"{prefix}{name}"] = value
        else:
            found |= _flat(value, f"{prefix}{name}.")
    return found
