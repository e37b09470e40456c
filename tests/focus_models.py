"""Rule models that edit only what stands in their prompt, and documents to try them on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from linewise.models import Message

NOTHING = "functions: []\n"

_NUMBERED = re.compile(r"^([0-9]+)\|(.*?)\r?$", re.MULTILINE)

_SYLLABLES = ["ba", "ce", "di", "fo", "gu", "la", "me", "ni", "po", "ru", "sa", "te", "vi", "zo"]
_THINGS = ["rooms", "desks", "lamps", "doors", "pages", "boats", "shelves", "tables"]


def changing(old: str, new: str) -> Callable[[Sequence[Message]], str]:
    """A model that puts a line in the place of another, wherever its prompt shows that one."""

    def model(messages: Sequence[Message]) -> str:
        found = [line for line, text in _NUMBERED.findall(messages[0].content) if text == old]
        calls = [f'- replaceLine: [{line}, "{new}"]\n' for line in found]
        return "functions:\n" + "".join(calls) if calls else NOTHING

    return model


def invented(rng: Random, count: int) -> list[str]:
    """Invent words that are all different."""
    found: dict[str, None] = {}
    while len(found) < count:
        found["".join(rng.choices(_SYLLABLES, k=rng.randint(2, 4)))] = None
    return list(found)


def manual(rng: Random, lines: int, section: int = 40) -> list[str]:
    """Write a manual of sections, each with words that it uses often."""
    words = invented(rng, 600)
    written: list[str] = []
    while len(written) < lines:
        own = rng.sample(words, 12)
        written += [f"## The {own[0]} of {own[1]}", ""]
        for _ in range(rng.randint(section // 2, section)):
            body = [rng.choice(own if rng.random() < 0.4 else words) for _ in range(9)]
            written.append("The " + " ".join(body) + ".")
        written.append("")
    return written[:lines]


def fact(name: str, number: int, thing: str = "rooms") -> str:
    """A line that states a fact."""
    return f"The house of {name} has {number} {thing}."


def with_fact(rng: Random, lines: int, distractors: int = 20) -> tuple[list[str], str, str]:
    """Return a manual with a fact among others like it, that fact, and what is to become of it."""
    written = manual(rng, lines)
    name, *others = invented(rng, distractors + 1)
    thing = rng.choice(_THINGS)
    places = rng.sample(range(1, lines), distractors + 1)
    for other, place in zip(others, places[1:], strict=True):
        written[place] = fact(other, rng.randint(2, 90), thing)
    old = written[places[0]] = fact(name, 7, thing)
    return written, old, fact(name, 8, thing)
