"""Prompts from data files: one file a prompt and language, filled with the words of a call."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from string import Template
from typing import TYPE_CHECKING

from linewise._kinds import check_text
from linewise.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["LANGUAGES", "fenced", "fill"]

LANGUAGES = ("en", "fr")

_TICKS = re.compile(r"`{3,}")


def fill(prompt: str, part: str, language: str, words: Mapping[str, str]) -> str:
    """Return a part of a prompt with its names replaced; the words are never looked into.

    Args:
        prompt: the name of the data file, such as `edit`.
        part: which text of the file.
        language: `en` or `fr`.
        words: what each name stands for.

    Raises:
        OptionError: there is no prompt in that language.
    """
    if language not in LANGUAGES:
        raise OptionError(f"there are no prompts in {language!r}; there are {', '.join(LANGUAGES)}")
    return Template(_parts(prompt, language)[part]).substitute(words)


def fenced(text: str) -> str:
    """Return a text between two fences that do not occur in it."""
    check_text("what is put into a prompt", text)
    longest = max((len(ticks) for ticks in _TICKS.findall(text)), default=2)
    fence = "`" * (longest + 1)
    end = "" if text.endswith("\n") or not text else "\n"
    return f"{fence}\n{text}{end}{fence}"


@cache
def _parts(prompt: str, language: str) -> Mapping[str, str]:
    file = resources.files("linewise.models") / "prompts" / f"{prompt}.{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))
