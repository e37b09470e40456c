"""JSON by members and elements, never inside a string that fits."""

from __future__ import annotations

import json
import re
from array import array
from typing import TYPE_CHECKING

from linewise.splitting.boundaries import Separators
from linewise.splitting.strategies.layouts import Layout
from linewise.splitting.strategies.ranked import Guarded, Ranked
from linewise.splitting.strategies.scopes import Scopes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from linewise.document import Document
    from linewise.splitting.strategies.layouts import Outlook

__all__ = ["layout"]

# Values within values that are told apart.
_DEEPEST = 32

_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"|[\[\]{},:]', re.DOTALL)
_SPACE = re.compile(r"[ \t]*+(?:\r?\n)?+")


def layout(document: Document, outlook: Outlook) -> Layout:  # noqa: ARG001 - as all have it
    """Lay boundaries where members and elements begin, and where an object or array ends."""
    text = document.text
    values = _Values(text)
    words = Guarded(text, Separators(text, ("\n", " ")), values.strings())
    ranks = [sorted(rank) for rank in values.ranks]
    return Layout(Ranked(text, ranks, words), (), Scopes(values.scopes()))


class _Values:
    """The objects and arrays of a text, and where their parts begin.

    What is no JSON is taken for it as far as it goes.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._strings = array("Q")
        self._depth: list[tuple[int, str, int, str]] = []
        self._last: tuple[int, int] = (0, 0)
        self._key: str | None = None
        self._scopes: list[tuple[int, int, str]] = []
        self.ranks: list[list[int]] = [[] for _ in range(2 * _DEEPEST + 2)]
        for match in _TOKEN.finditer(text):
            self._take(match)
        for start, _, _, name in self._depth:
            self._scopes.append((start, len(text), name))

    def strings(self) -> Iterator[tuple[int, int]]:
        """Yield where the strings are."""
        return zip(self._strings[::2], self._strings[1::2], strict=True)

    def scopes(self) -> list[tuple[int, int, str]]:
        """Return the objects and arrays that have a name or a number."""
        return sorted(scope for scope in self._scopes if scope[2])

    def _take(self, match: re.Match[str]) -> None:
        sign, start = self._text[match.start()], match.start()
        if sign == '"':
            self._last = match.span()
            self._strings.extend(self._last)
        elif sign == ":":
            self._key = _decoded(self._text[slice(*self._last)])
        elif sign in "{[":
            self._open(sign, start)
        elif sign == ",":
            self._next(match.end())
        else:
            self._close(match.end())

    def _open(self, sign: str, start: int) -> None:
        if not self._depth:
            self.ranks[0].append(start)
        self._depth.append((start, sign, 0, self._name()))
        self._key = None
        self._begin(start + 1)

    def _name(self) -> str:
        """Return the name of the value that begins: its key, or its number in an array."""
        if not self._depth:
            return ""
        _, sign, number, _ = self._depth[-1]
        return f"[{number}]" if sign == "[" else self._key or ""

    def _next(self, end: int) -> None:
        if self._depth:
            start, sign, number, name = self._depth[-1]
            self._depth[-1] = (start, sign, number + 1, name)
        self._key = None
        self._begin(end)

    def _close(self, end: int) -> None:
        if not self._depth:
            return
        # Indentation before the bracket goes with the bracket.
        before = self._text.rfind("\n", self._depth[-1][0], end) + 1
        if not before or self._text[before : end - 1].strip(" \t"):
            before = end - 1
        self.ranks[self._rank()].append(before)
        start, _, _, name = self._depth.pop()
        self._scopes.append((start, end, name))
        self.ranks[self._rank() + 1].append(end)

    def _begin(self, offset: int) -> None:
        """Add the start of a part: after the space and line end that follow a sign."""
        space = _SPACE.match(self._text, offset)
        self.ranks[self._rank()].append(space.end() if space else offset)

    def _rank(self) -> int:
        return 2 * min(len(self._depth), _DEEPEST)


def _decoded(source: str) -> str:
    try:
        return str(json.loads(source))
    except ValueError:
        return source
