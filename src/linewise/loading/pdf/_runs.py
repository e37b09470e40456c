"""From words to runs: words that follow each other on one base line."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from linewise.loading.pdf._signs import is_right_to_left

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from linewise.loading.pdf._characters import Word

__all__ = ["Run", "rows", "runs_of", "split_turns"]

# In parts of the type size: the widest space between two words of a run, how far the second may
# reach back, and how far a raised or lowered word may be off the base line.
_GAP = 0.8
_BACK = 0.4
_SHIFT = 0.5


class Run(NamedTuple):
    """Words of one base line with nothing but ordinary spaces between them.

    Attributes:
        words: in the order of reading.
        left: where the first begins.
        right: where the last ends.
        base: the base line of most of the letters; the next line has a larger one.
        size: the type size of most of the letters.
        order: the place of the run among those of its page, in the order of the file.
    """

    words: tuple[Word, ...]
    left: float
    right: float
    base: float
    size: float
    order: int

    @property
    def top(self) -> float:
        """How high the letters reach."""
        return self.base - 0.75 * self.size

    @property
    def bottom(self) -> float:
        """How low the letters reach."""
        return self.base + 0.22 * self.size

    @property
    def width(self) -> float:
        """From the first letter to the last."""
        return self.right - self.left

    @property
    def text(self) -> str:
        """The words with spaces between them."""
        return "".join(("" if w.glued else " ") + w.text for w in self.words).lstrip(" ")


def split_turns(words: Iterable[Word]) -> tuple[list[Word], list[Word]]:
    """Part the words that stand as most of the page does from those that are turned."""
    words = list(words)
    letters: Counter[int] = Counter()
    for word in words:
        letters[word.turn] += len(word.text)
    main = max(letters, key=lambda turn: (letters[turn], turn == 0), default=0)
    upright = [word for word in words if word.turn == main]
    return upright, [word for word in words if word.turn != main]


def runs_of(words: Iterable[Word]) -> list[Run]:
    """Join words to runs, in the order of the file."""
    runs: list[Run] = []
    current: list[Word] = []
    for word in words:
        if current and not _follows(current[-1], word):
            runs.append(_run(current, len(runs)))
            current = []
        current.append(word)
    if current:
        runs.append(_run(current, len(runs)))
    return runs


def rows(runs: Iterable[Run]) -> Iterator[list[Run]]:
    """Yield the runs row by row from the top; runs on one base line share a row."""
    row: list[Run] = []
    for run in sorted(runs, key=lambda run: run.base):
        if row and not _shares_row(row, run):
            yield _across(row)
            row = []
        row.append(run)
    if row:
        yield _across(row)


def _shares_row(row: Sequence[Run], run: Run) -> bool:
    main = max(row, key=lambda member: member.size)
    return run.top < main.base - 0.1 * main.size and abs(run.base - main.base) < _SHIFT * max(
        main.size, run.size
    )


def _across(row: list[Run]) -> list[Run]:
    letters = "".join(run.words[0].text[:1] for run in row)
    backwards = sum(map(is_right_to_left, letters)) * 2 > len(letters)
    return sorted(row, key=lambda run: -run.right if backwards else run.left)


def _follows(last: Word, word: Word) -> bool:
    size = max(last.size, word.size)
    if word.turn != last.turn or abs(word.base - last.base) > _SHIFT * size:
        return False
    right_to_left = is_right_to_left(word.text[0]) or is_right_to_left(last.text[0])
    gap = last.left - word.right if right_to_left else word.left - last.right
    return -_BACK * size <= gap <= _GAP * size


def _run(words: Sequence[Word], order: int) -> Run:
    weights: Counter[tuple[float, float]] = Counter()
    for word in words:
        weights[word.size, word.base] += len(word.text)
    size, base = max(weights, key=lambda key: (weights[key], key[0]))
    return Run(
        words=tuple(words),
        left=min(word.left for word in words),
        right=max(word.right for word in words),
        base=base,
        size=size,
        order=order,
    )
