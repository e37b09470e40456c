"""Which lines of a long document a model needs to see to bring information into it.

The most relevant lines are taken with a line of context on either side and the headings that they
stand under, until the tokens are used up; a part of them goes to the outline first.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import TYPE_CHECKING

from linewise._kinds import check_number, check_several, check_text, check_whole
from linewise.document import Document, as_document
from linewise.editing.outline import Outline, outline
from linewise.editing.relevance import relevant_lines
from linewise.editing.shown import Shown, Stretch, gap, stretches_of
from linewise.errors import OptionError, SizeError
from linewise.numbering import Style, number
from linewise.replies import LineRange
from linewise.tokens import TokenizerLike, line_costs, tokenizer_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["NoRoomError", "focused", "parts"]

# The outline takes no more than this part of the tokens.
_OUTLINE_SHARE = 8


class NoRoomError(SizeError):
    """There is room for no line, or for one not.

    Attributes:
        least: how many tokens there have to be.
    """

    def __init__(self, message: str, least: int) -> None:
        super().__init__(message)
        self.least = least

    def __reduce__(self) -> tuple[type[NoRoomError], tuple[str, int]]:
        return type(self), (str(self), self.least)


def focused(
    content: Document | str,
    information: str,
    tokens: int,
    *,
    lines: Iterable[LineRange | tuple[int, int]] = (),
    least: float = 0.0,
    style: Style = "pipe",
    tags: bool = False,
    language: str = "en",
    tokenizer: TokenizerLike = "o200k",
) -> Shown:
    """Choose the lines of a document that matter for some information.

    Args:
        content: a text, or a Document (`load` opens a file).
        information: what is new.
        tokens: how many the chosen lines take at most, with their ids.
        lines: what comes before all others, such as what a model asked for: the first and the last
            line of each stretch, both included. Lines that the document has not are passed over.
        least: lines are not chosen for themselves whose relevance is less than this part of that of
            the best; with 0 the tokens are used up.
        style: how the ids are written.
        tags: let ids carry a tag of the line's words.
        language: of the words for lines that are not shown, `en` or `fr`.
        tokenizer: what counts tokens.

    Raises:
        SizeError: no line fits into the tokens.
        OptionError: there is no such style or language, `lines` run backwards, or `least` is not
            between 0 and 1.
        TokenizerError: there is no such tokenizer.
        TypeError: `lines` are no pairs.
    """
    document = as_document(content)
    check_text("information", information)
    check_several("lines", lines, "[(5, 8)]")
    check_number("least", least)
    if not 0 <= least <= 1:
        raise OptionError(f"a relevance is between 0 and 1, not least={least}")
    wanted = [_stretch(one) for one in lines]
    choice = _choice(document, tokens, style, language, tokenizer, tags=tags)
    if choice.total <= tokens:
        return choice.everything()
    for stretch in wanted:
        choice.take_through(stretch.first, stretch.last)
    choice.take_outline()
    near = takewhile(lambda one: one.score >= least, relevant_lines([document], information))
    for relevant in near:
        choice.take_around(relevant.line)
    return choice.shown()


def parts(
    content: Document | str,
    tokens: int,
    *,
    style: Style = "pipe",
    tags: bool = False,
    language: str = "en",
    tokenizer: TokenizerLike = "o200k",
) -> list[Shown]:
    """Part a document into what fits, so that every line is shown in one part at least.

    Args:
        content: a text, or a Document (`load` opens a file).
        tokens: how many a part takes at most, with the ids of its lines.
        style: how the ids are written.
        tags: let ids carry a tag of the line's words.
        language: of the words for lines that are not shown, `en` or `fr`.
        tokenizer: what counts tokens.

    Raises:
        SizeError: a line does not fit into the tokens.
        OptionError: there is no such style or language.
        TokenizerError: there is no such tokenizer.
    """
    document = as_document(content)
    empty = _choice(document, tokens, style, language, tokenizer, tags=tags)
    if empty.total <= tokens:
        return [empty.everything()]
    found: list[Shown] = []
    line = 1
    while line <= document.line_count:
        choice = empty.again()
        if not choice.take([line]):
            raise _too_long(line, choice, tokens)
        choice.take([1])
        choice.take(choice.outline.over(line))
        choice.take([line - 1] if line > 1 else [])
        while line <= document.line_count and choice.take([line]):
            line += 1
        found.append(choice.shown())
    return found


@dataclass
class _Choice:
    """Lines that are chosen one after the other, as long as there is room for them.

    Attributes:
        document: whose lines they are.
        outline: its headings.
        costs: the tokens of each line.
        total: what all lines cost.
        gap: what the words for lines that are not shown cost.
        tokens: how many there are.
        used: how many of them are taken.
        lines: what is chosen.
        least: how many tokens there would have to be for what was first refused with least.
    """

    document: Document
    outline: Outline
    costs: Sequence[int]
    total: int
    gap: int
    tokens: int
    used: int = field(init=False)
    lines: set[int] = field(default_factory=set)
    least: int = field(init=False)

    def __post_init__(self) -> None:
        # What is not shown at the end may need words of its own.
        self.used = self.gap
        self.least = self.total

    def again(self) -> _Choice:
        """Return a choice of nothing."""
        return replace(self, lines=set())

    def take(self, lines: Iterable[int]) -> bool:
        """Take lines together, if there is room for them."""
        new = {line for line in lines if line not in self.lines and 1 <= line <= len(self.costs)}
        cost = self._cost(new)
        if self.used + cost > self.tokens:
            self.least = min(self.least, self.used + cost)
            return False
        self.used += cost
        self.lines |= new
        return True

    def take_through(self, first: int, last: int) -> None:
        """Take lines one after the other up to the first that does not fit."""
        for line in range(first, min(last, len(self.costs)) + 1):
            if not self.take([line]):
                return

    def take_around(self, line: int) -> None:
        """Take a line with its context, or at least with its headings, or by itself."""
        over = self.outline.over(line)
        _ = self.take([line - 1, line, line + 1, *over]) or self.take([line, *over])

    def take_outline(self) -> None:
        """Take the first line, and headings level by level as long as they take little."""
        self.take([1])
        room = self.tokens // _OUTLINE_SHARE
        for level in range(1, 7):
            found = {head.line for head in self.outline.headings if head.level == level}
            room -= self._cost(found - self.lines)
            if room < 0 or not self.take(found):
                break

    def _cost(self, new: set[int]) -> int:
        return sum(self.costs[line - 1] for line in new) + self.gap * sum(
            line - 1 not in self.lines and line - 1 not in new for line in new
        )

    def shown(self) -> Shown:
        """Return what was chosen."""
        if not self.lines:
            raise _nothing_fits(self.tokens, self.least)
        return self._shown(stretches_of(self.lines), self.used)

    def everything(self) -> Shown:
        """Return all lines."""
        count = len(self.costs)
        return self._shown((Stretch(1, count),) if count else (), self.total)

    def _shown(self, stretches: tuple[Stretch, ...], tokens: int) -> Shown:
        return Shown(self.document, stretches, tokens, self.total)


def _choice(
    document: Document,
    tokens: int,
    style: Style,
    language: str,
    tokenizer: TokenizerLike,
    *,
    tags: bool,
) -> _Choice:
    check_whole("tokens", tokens)
    if tokens < 1:
        raise SizeError(f"there is room for 1 token of the document or more, not for {tokens}")
    counter = tokenizer_for(tokenizer)
    count = document.line_count
    words = counter.count(gap(Stretch(max(1, count - 1), count + 1), language))
    costs = line_costs(number(document, style, tags=tags).text, counter)[:count]
    return _Choice(document, outline(document), costs, sum(costs), words, tokens)


def _stretch(lines: object) -> Stretch:
    """Return lines that are wanted, by the first and the last of them."""
    match (lines.first, lines.last) if isinstance(lines, LineRange) else lines:
        case (int(first), int(last)) if first <= last:
            return Stretch(first, last)
        case (int(first), int(last)):
            raise OptionError(f"lines {first} to {last} run backwards; write ({last}, {first})")
    raise TypeError(f"lines are pairs of a first and a last one, such as [(5, 8)], not {lines!r}")


def _too_long(line: int, choice: _Choice, tokens: int) -> NoRoomError:
    # All lines are to be shown, so that the longest one has to fit, wherever it stands.
    least = min(choice.total, max(choice.costs) + 2 * choice.gap)
    return NoRoomError(
        f"line {line:,} alone is {choice.costs[line - 1]:,} tokens, and there is room for "
        f"{tokens:,}; {least:,} would do for all lines",
        least,
    )


def _nothing_fits(tokens: int, least: int) -> NoRoomError:
    return NoRoomError(
        f"there is room for {tokens:,} tokens of the document, and no line that matters fits; "
        f"{least:,} would do",
        least,
    )
