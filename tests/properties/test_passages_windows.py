"""What is found in windows is what is found in the whole, wherever the edges fall."""

from __future__ import annotations

import itertools
import random
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linewise.document import Document
from linewise.models import Function, Message
from linewise.passages import (
    Asking,
    Found,
    ask_chapters,
    chapters_task,
    find_task,
    found_by,
    windowed,
)
from linewise.tokens import count_tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

SEEDS = st.integers(0, 10**9)
MARGINS = st.integers(1, 30)
SHOWN = re.compile(r"^([0-9]+)\|", re.MULTILINE)


@dataclass(frozen=True)
class Truth:
    """A document and the places in it that a perfect reader finds."""

    document: Document
    places: tuple[tuple[int, int, str], ...]

    def starts(self, messages: Sequence[Message]) -> str:
        """Reply with the starts among the lines that are shown, and no other."""
        first, last = shown_lines(messages)
        seen = [(a, title) for a, _, title in self.places if first <= a <= last]
        return listed("chapter", [f'{a}, "{title}"' for a, title in seen])

    def ranges(self, messages: Sequence[Message]) -> str:
        """Reply with the parts of places that are shown, and no other."""
        first, last = shown_lines(messages)
        seen = [
            (max(a, first), min(b, last), title)
            for a, b, title in self.places
            if a <= last and b >= first
        ]
        return listed("passage", [f'{a}, {b}, "{title}"' for a, b, title in sorted(seen)])


def shown_lines(messages: Sequence[Message]) -> tuple[int, int]:
    """Return the first and the last id in a prompt, which shows them all from one to the other."""
    ids = [int(found) for found in SHOWN.findall(messages[0].content)]
    assert list(range(ids[0], ids[-1] + 1)) == ids
    return ids[0], ids[-1]


def listed(item: str, rows: Sequence[str]) -> str:
    """Write a reply."""
    return "\n".join([f"{item}s:", *(f"- {item}: [{row}]" for row in rows)] if rows else ["[]"])


def truth(seed: int, lines: int, *, overlap: bool = False) -> Truth:
    """Draw a document of about so many lines, and places in it: some touch, some are long."""
    draw = random.Random(seed)  # noqa: S311 - a draw that can be repeated
    words = ["Wort", "the", "été", "1984", "日本語", "x|y", ""]
    texts = [" ".join(draw.choices(words, k=draw.choice((0, 1, 3, 9)))) for _ in range(lines)]
    for _ in range(draw.randrange(3)):
        texts[draw.randrange(lines)] = "very long " * draw.choice((300, 3_000))
    texts[0] = texts[0] or "A document without words has no places."
    places: list[tuple[int, int, str]] = []
    at = 1 + draw.randrange(4)
    while at <= lines:
        last = min(lines, at + int(draw.expovariate(1 / draw.choice((1, 12, lines / 5)))))
        places.append((at, last, f"Nº {len(places)}"))
        at = at + 1 + draw.randrange(9) if overlap else last + 1 + draw.choice((0, 0, 1, 40))
    return Truth(Document("\n".join(texts) + "\n"), tuple(places))


def listing(found: Found) -> list[tuple[tuple[int, int], str | None]]:
    """Return the lines and titles of what was found."""
    return [(passage.lines, passage.title) for passage in found]


def check(drawn: Truth, window: int, margin: int) -> None:
    """Compare windows with the whole, for starts and for ranges that lie apart."""
    narrow, wide = Asking(window=window, margin=margin), Asking(window=1 << 60)
    for task, model in (
        (chapters_task(), Function(drawn.starts)),
        (find_task("all"), Function(drawn.ranges)),
    ):
        parted = windowed(drawn.document, task, narrow)
        assert max(map(count_tokens, parted.prompts)) <= window
        whole = found_by(drawn.document, task, model, wide)
        assert listing(whole) == listing(found_by(drawn.document, task, model, narrow))
        assert len(drawn.places) == len(whole)


@given(SEEDS, st.integers(4, 400), st.sampled_from((1_000, 1_500)), MARGINS)
def test_windows_find_what_the_whole_has(seed: int, lines: int, window: int, margin: int) -> None:
    """A reader that can name only what it is shown finds the same places at every window."""
    check(truth(seed, lines), window, margin)


@given(SEEDS, st.integers(4, 300), MARGINS)
def test_overlapping_places_are_told_apart(seed: int, lines: int, margin: int) -> None:
    """Places that share lines stay as many as they are, each from its first to its last line."""
    drawn = truth(seed, lines, overlap=True)
    task = find_task("all", overlap=True)
    model = Function(drawn.ranges)
    whole = found_by(drawn.document, task, model, Asking(window=1 << 60))
    parts = found_by(drawn.document, task, model, Asking(window=1_000, margin=margin))
    assert listing(whole) == listing(parts)


def test_windows_part_the_document() -> None:
    """The cores lie end to end, each inside what its window shows, and neighbours share lines."""
    drawn = truth(1, 3_000)
    parts = windowed(drawn.document, chapters_task(), Asking(window=1_500)).windows
    assert 1 == parts[0].core_first
    assert drawn.document.line_count == parts[-1].core_last
    for before, after in itertools.pairwise(parts):
        assert before.core_last + 1 == after.core_first
        assert after.first <= before.last
    assert all(w.first <= w.core_first <= w.core_last <= w.last for w in parts)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(50))
def test_a_hundred_thousand_lines_in_windows_of_eight_thousand_tokens(seed: int) -> None:
    """Long documents, in the size that small models take, and as many as it takes to be sure."""
    check(truth(seed, 100_000), 8_000, 20)


def test_one_such_document() -> None:
    """The same once, so that no run goes without it."""
    drawn = truth(99, 20_000)
    found = ask_chapters(drawn.document, Function(drawn.starts), window=8_000)
    assert [a for a, _, _ in drawn.places] == [passage.lines[0] for passage in found]
