"""Block quotes of Markdown in steps: what a quote looks at is bounded by what it holds.

markdown-it's rule for a quote looks at all lines down to the next blank one, since each may go
on with a paragraph of the quote. Where the quote then ends after its first line, the next one
looks at the same lines again, and the work grows with the square of their number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock

__all__ = ["quote_in_steps"]

# Lines that a quote is given at first beyond those that are marked, and how much more each time.
_FIRST = 16
_MORE = 8

# What a quote may end, as in markdown-it.
_ENDS = ["paragraph", "reference", "blockquote", "list"]

_Rule = Callable[["StateBlock", int, int, bool], bool]


def quote_in_steps(parser: MarkdownIt) -> None:
    """Have a parser read block quotes in steps; what it finds is the same."""
    from markdown_it.rules_block import blockquote  # noqa: PLC0415 - heavy, so imported when used

    parser.block.ruler.at("blockquote", _Quotes(blockquote), {"alt": _ENDS})


class _Edge(int):
    """The number of a line that looks like the last one, and knows whether it was reached.

    The rules ask it with `line < edge` and `line >= edge`, and Python asks the kind that is
    derived from the other first.
    """

    reached = False

    def __gt__(self, line: int) -> bool:
        is_before = int(self) > line
        self.reached = self.reached or not is_before
        return is_before

    def __le__(self, line: int) -> bool:
        return not self > line


class _Quotes:
    """The rule, and how many lines each quote of the text at hand was given so far."""

    def __init__(self, rule: _Rule) -> None:
        self._rule = rule
        self._state: StateBlock | None = None
        self._given: dict[tuple[int, int], int] = {}

    def __call__(self, state: StateBlock, first: int, end: int, silent: bool, /) -> bool:
        if silent or not _is_marked(state, first) or state.is_code_block(first):
            return self._rule(state, first, end, silent)
        if state is not self._state:
            self._state, self._given = state, {}
        place = (first, state.level)
        edge = self._given.get(place) or _first_edge(state, first, end)
        while edge < end:
            if self._fits(state, first, edge):
                return True
            edge = first + _MORE * (edge - first)
        found = self._rule(state, first, end, silent)
        if state.line >= end:
            # Its end may be the edge of a quote around it, which is tried again then; so that
            # steps within steps are not taken over and over, it goes on from here.
            self._given[place] = first + _MORE * (end - first)
        return found

    def _fits(self, state: StateBlock, first: int, edge: int) -> bool:
        """Parse a quote as if the text ended at the edge; undo it where that made a difference."""
        undo = _undoing(state)
        last = state.lineMax
        state.lineMax = seen = _Edge(edge)
        self._rule(state, first, edge, False)
        state.lineMax = last
        if state.line < edge and not seen.reached:
            return True
        undo()
        return False


def _is_marked(state: StateBlock, line: int) -> bool:
    return state.src.startswith(">", state.bMarks[line] + state.tShift[line])


def _first_edge(state: StateBlock, first: int, end: int) -> int:
    """Return a line behind those that surely belong to the quote, the last one if it ends there."""
    # Most quotes end here, so the lines of the state are not asked for one by one.
    source, marks, shifts, counts = state.src, state.bMarks, state.tShift, state.sCount
    indent, line = state.blkIndent, first + 1
    while (
        line < end and counts[line] >= indent and source.startswith(">", marks[line] + shifts[line])
    ):
        line += 1
    return end if line >= end or state.isEmpty(line) else line + _FIRST


def _undoing(state: StateBlock) -> Callable[[], None]:
    """Return what takes back all that a rule leaves behind; the lines it puts in order itself."""
    line, level, tight = state.line, state.level, state.tight
    tokens = len(state.tokens)
    found: dict[str, Any] = state.env.get("references", {})
    again: list[Any] = state.env.get("duplicate_refs", [])
    known, repeated = len(found), len(again)

    def undo() -> None:
        state.line, state.level, state.tight = line, level, tight
        del state.tokens[tokens:]
        added: dict[str, Any] = state.env.get("references", {})
        while len(added) > known:
            added.popitem()
        del state.env.get("duplicate_refs", [])[repeated:]

    return undo
