"""Walk over HTML source and write down every word that a reader would see."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from linewise.document import BYTE_ORDER_MARK, Heading, Span
from linewise.loading.html_hidden import UNSEEN, VOID, HiddenPart, hides
from linewise.loading.html_origin import CleanText, Gap, Origin
from linewise.loading.html_tokens import (
    ENTITY,
    LENIENT,
    STRICT,
    WHITE_SPACE,
    WORDS,
    Part,
    unescaped,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from re import Match, Pattern

__all__ = ["Walked", "walk"]


@dataclass(frozen=True, slots=True)
class Walked:
    """What a walk over HTML source brings home.

    Attributes:
        text: the visible words, in paragraphs.
        headings: from h1 to h6.
        origin: the changes from the source to the text.
        title: what the title element says, or None.
    """

    text: str
    headings: tuple[Heading, ...]
    origin: Origin
    title: str | None


def walk(raw: str) -> Walked:
    """Clean HTML source, a page or a fragment, broken or not.

    Paragraphs are kept apart by a blank line, list items, table rows and line breaks by a line
    end, the cells of a row by a tab. Preformatted text keeps its white space.
    """
    return _Walk(raw).run()


def _both(names: str, level: int) -> dict[str, int]:
    return {key: level for name in names.split() for key in (name, f"/{name}")}


_BREAKS = {
    **_both(
        "address article aside blockquote body center details dialog dl fieldset figure footer "
        "form h1 h2 h3 h4 h5 h6 header hgroup hr html legend main nav p pre section table",
        Gap.PARAGRAPH,
    ),
    **_both(
        "caption dd div dt figcaption frameset head li listing optgroup option search select "
        "summary tbody tfoot thead tr",
        Gap.LINE,
    ),
}


class _Walk:
    """The state of one walk: the text so far, and what is open at this place."""

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self.clean = CleanText(raw)
        self.headings: list[Heading] = []
        self.title: str | None = None
        self.seen: defaultdict[str, int] = defaultdict(int)
        self.hidden: HiddenPart | None = None
        self.heading: tuple[int, int] | None = None  # its level, and where in the parts it begins
        self.lists = 0
        self.preformatted = 0
        self.held: list[tuple[int, int]] = []  # white space that stays if words follow
        self.first_line = -1  # where a line end is no part of preformatted text
        self.row = 0  # how many parts there were when the row began
        self.cell = -1  # how many parts there were when the cell began

    def run(self) -> Walked:
        start = len(BYTE_ORDER_MARK) if self.raw.startswith(BYTE_ORDER_MARK) else 0
        cut = self._take(STRICT, start)
        if cut is not None:
            self._take(LENIENT, cut)
        self._close_heading()
        text, origin = "".join(self.clean.parts), self.clean.origin()
        return Walked(text, tuple(self.headings), origin, self.title)

    def _take(self, pattern: Pattern[str], start: int) -> int | None:
        """Take token after token; return where a tag that never ends made it stop."""
        done = start
        for match in pattern.finditer(self.raw, start):
            begin, end = match.span()
            if done < begin:
                self._words(done, begin)
            done = end
            part = match.lastgroup
            if part == Part.TAG:
                self._tag(match)
            elif part == Part.SPACE:
                self._space(begin, end)
            elif part == Part.ENTITY:
                self._entity(begin, end)
            elif part == Part.RAW:
                self._raw_element(match)
            elif part == Part.CUT_OFF:
                if pattern is STRICT:
                    return begin
                # No tag ends any more: all of the rest is text, or none of it.
                if self._is_text(begin):
                    self._take(WORDS, begin)
                return None
        if done < len(self.raw):
            self._words(done, len(self.raw))
        return None

    def _is_text(self, start: int) -> bool:
        """Tell "x <y and z" from a tag that the end of the text cuts off."""
        rest = self.raw[start:]
        return "=" not in rest and len(rest.split(None, 2)) > 1

    # Words

    def _words(self, start: int, end: int) -> None:
        if self.hidden is not None:
            return
        if self.preformatted:
            self._verbatim(start, end)
            return
        clean = self.clean
        piece = self.raw[start:end]
        words = piece.strip(" ")
        if len(words) < len(piece):
            if piece[0] == " " and clean.gap < Gap.SPACE:
                clean.gap = Gap.SPACE
            if not words:
                return
            start += len(piece) - len(piece.lstrip(" "))
        if "  " in words:
            self._spaced_words(start, words)
        else:
            clean.keep(start, start + len(words))
        if piece[-1] == " ":
            clean.gap = Gap.SPACE

    def _spaced_words(self, start: int, words: str) -> None:
        for number, word in enumerate(words.split("  ")):
            stripped = word.strip(" ")
            if stripped:
                if number:
                    self.clean.gap = Gap.SPACE
                at = start + len(word) - len(word.lstrip(" "))
                self.clean.keep(at, at + len(stripped))
            start += len(word) + 2

    def _verbatim(self, start: int, end: int) -> None:
        if self.raw[start:end].isspace():
            self.held.append((start, end))
            return
        self._keep_held()
        self.clean.keep(start, end)

    def _keep_held(self) -> None:
        for start, end in self.held:
            self.clean.keep(start, end)
        self.held.clear()

    def _space(self, start: int, end: int) -> None:
        if self.preformatted and self.hidden is None:
            if start == self.first_line:
                start += 2 if self.raw.startswith("\r\n", start) else self.raw[start] in "\r\n"
            if start < end:
                self.held.append((start, end))
        elif self.clean.gap < Gap.SPACE:
            self.clean.gap = Gap.SPACE

    def _entity(self, start: int, end: int) -> None:
        if self.hidden is not None:
            return
        source = self.raw[start:end]
        text = unescaped(source)
        if text == source:
            self._words(start, end)
        elif text.strip(WHITE_SPACE) or (text and self.preformatted):
            self._keep_held()
            self.clean.put(start, end, text)
        elif text:
            self._space(start, end)

    # Tags

    def _tag(self, match: Match[str]) -> None:
        key = match[4]
        if not key.islower():
            key = key.lower()
        if self.hidden is not None and self._stays_hidden(key):
            return
        self.seen[key] += 1
        source = match[5]
        if (source or key in UNSEEN) and key[0] != "/" and hides(key, source):
            self.hidden = None if key in VOID else HiddenPart(key)
            return
        level = _BREAKS.get(key)
        if level is not None:
            self._break(level)
        special = _SPECIAL.get(key)
        if special is not None:
            special(self, match)

    def _stays_hidden(self, key: str) -> bool:
        assert self.hidden is not None  # noqa: S101 - for the type checker
        name = key.removeprefix("/")
        stays = self.hidden.goes_on(key, around=self.seen[name] > self.seen[f"/{name}"])
        if self.hidden.is_over:
            self.seen[key] += 1
        if not stays or self.hidden.is_over:
            self.hidden = None
        return stays

    def _break(self, level: int) -> None:
        self.held.clear()
        clean = self.clean
        # What begins a cell does not end the row.
        if clean.gap < level and len(clean.parts) != self.cell:
            clean.gap = level

    def take_line_break(self, _match: Match[str]) -> None:
        self._break(Gap.PARAGRAPH if self.clean.gap >= Gap.LINE else Gap.LINE)

    def take_list(self, match: Match[str]) -> None:
        if match[4][0] == "/":
            self.lists = max(0, self.lists - 1)
        self._break(Gap.LINE if self.lists else Gap.PARAGRAPH)
        if match[4][0] != "/":
            self.lists += 1

    def take_row(self, _match: Match[str]) -> None:
        self.cell = -1
        self._break(Gap.LINE)
        self.row = len(self.clean.parts)

    def take_cell(self, match: Match[str]) -> None:
        if len(self.clean.parts) > self.row:
            self.clean.gap = Gap.CELL
        self.cell = -1 if match[4][0] == "/" else len(self.clean.parts)

    def take_preformatted(self, match: Match[str]) -> None:
        if match[4][0] == "/":
            self.preformatted = max(0, self.preformatted - 1)
        else:
            self.preformatted += 1
            self.first_line = match.end()

    def take_heading(self, match: Match[str]) -> None:
        self._close_heading()
        if match[4][0] != "/":
            self.heading = int(match[4][1]), len(self.clean.parts)

    def _close_heading(self) -> None:
        if self.heading is None:
            return
        level, first = self.heading
        self.heading = None
        text = "".join(self.clean.parts[first:])
        start = self.clean.length - len(text.lstrip())
        # A heading without an end tag ends with its paragraph.
        title = text.strip().partition("\n\n")[0]
        if title:
            span = Span(start, start + len(title))
            self.headings.append(Heading(level, " ".join(title.split()), span))

    # Elements without markup in them

    def _raw_element(self, match: Match[str]) -> None:
        name = match[1].lower()
        if name == "title" and self.title is None:
            self.title = " ".join(unescaped(match[3]).split())
        if name in {"textarea", "xmp"} and self.hidden is None and not hides(name, match[2]):
            self._break(Gap.LINE)
            self.preformatted += 1
            self._raw_words(match, entities=name == "textarea")
            self.preformatted -= 1
            self._break(Gap.LINE)

    def _raw_words(self, match: Match[str], *, entities: bool) -> None:
        done, until = match.span(3)
        if self.raw.startswith(("\n", "\r\n"), done):
            done = self.raw.index("\n", done) + 1
        for entity in ENTITY.finditer(self.raw, done, until) if entities else ():
            if done < entity.start():
                self._verbatim(done, entity.start())
            self._entity(*entity.span())
            done = entity.end()
        if done < until:
            self._verbatim(done, until)


_SPECIAL: dict[str, Callable[[_Walk, Match[str]], None]] = {
    **dict.fromkeys(("br", "/br"), _Walk.take_line_break),
    **dict.fromkeys(_both("ul ol menu dir", 0), _Walk.take_list),
    **dict.fromkeys(_both("tr", 0), _Walk.take_row),
    **dict.fromkeys(_both("td th", 0), _Walk.take_cell),
    **dict.fromkeys(_both("pre listing", 0), _Walk.take_preformatted),
    **dict.fromkeys(_both("h1 h2 h3 h4 h5 h6", 0), _Walk.take_heading),
}
