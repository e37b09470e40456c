"""What differs between two versions of a text, as a value.

One model serves edits, diffs, undo, rebasing, and carrying places from version to version. A
`ChangeSet` holds the text that it changes, so every operation has what it needs and a change
set can never be applied to another text by mistake.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Literal

from linewise._conflicts import Clash, Conflict, find_conflict, spliced, touching
from linewise._differences import differences
from linewise._file_names import names_file, warn_of_file_name
from linewise._kinds import check_kind, check_several, check_whole, no_content
from linewise._matching import common_prefix
from linewise._units import lone_surrogate
from linewise.document import Document, Span
from linewise.errors import ChangeError, OptionError, SpanError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["Change", "ChangeSet", "Clash", "Conflict", "diff"]

_SHOWN = 3
_CHARACTERS_SHOWN = 40
_SHOWN_BEFORE = 15


@dataclass(frozen=True, slots=True)
class Change:
    """One stretch of a text and what stands in its place.

    Attributes:
        start: the offset of the first character that goes.
        end: the offset after the last character that goes.
        insert: what stands there instead.
    """

    # `text[start:end]` becomes `insert`. In "one two":
    #   Change(3, 3, " and")    inserts:   "one and two"
    #   Change(3, 7, "")        deletes:   "one"
    #   Change(4, 7, "three")   replaces:  "one three"
    start: int
    end: int
    insert: str


@dataclass(frozen=True, init=False, repr=False)
class ChangeSet:
    """Changes of one text, in order and apart from each other; true when there are any.

    Changes that touch are joined and changes that do nothing are left out, so two change sets
    that keep the same characters and insert the same words are equal.

    Attributes:
        base: the text before the changes.
        changes: in the order of the text, with at least one kept character between two.

    Raises:
        ChangeError: a change lies outside the text, begins before the end or at the start of the
            one before it, or inserts a lone surrogate.
    """

    base: str
    changes: tuple[Change, ...] = field(default=())

    def __init__(self, base: str | Document, changes: Iterable[Change] = ()) -> None:
        text = _text_of(base)
        object.__setattr__(self, "base", text)
        object.__setattr__(self, "changes", tuple(_joined(_checked(text, changes))))

    def __reduce__(self) -> tuple[Any, ...]:
        # The cached text after the changes is cheaper to build than to send.
        return type(self), (self.base, self.changes)

    def __len__(self) -> int:
        return len(self.changes)

    def __iter__(self) -> Iterator[Change]:
        return iter(self.changes)

    def __repr__(self) -> str:
        shown = [f"{c.start}..{c.end} → {_shortened(c.insert)}" for c in self.changes[:_SHOWN]]
        rest = [f"{len(self) - _SHOWN:,} more"] if len(self) > _SHOWN else []
        return f"<ChangeSet {', '.join(shown + rest) or 'without changes'}>"

    @cached_property
    def after(self) -> str:
        """The text after the changes."""
        return spliced(self.base, 0, len(self.base), self.changes)

    def apply(self, text: str | Document | None = None) -> str:
        """Return the text after the changes.

        Args:
            text: what the caller believes the base to be; checked when given.

        Raises:
            ChangeError: `text` is not the text that the changes are for.
        """
        if text is not None:
            _refuse_other_text(self.base, _text_of(text))
        return self.after

    def invert(self) -> ChangeSet:
        """Return the changes that lead back: from `after` to `base`."""
        undone = (
            Change(start, end, self.base[change.start : change.end])
            for change, (start, end) in zip(self.changes, self._inserted, strict=True)
        )
        return ChangeSet(self.after, undone)

    def compose(self, other: ChangeSet) -> ChangeSet:
        """Return one change set that does what this one and then `other` do.

        Raises:
            ChangeError: `other` is not for the text that this one leads to.
        """
        check_kind("other", other, ChangeSet)
        _refuse_other_text(other.base, self.after)
        theirs = [(change.start, change.end) for change in other.changes]
        return ChangeSet(
            self.base,
            (
                Change(
                    group.start - self._shifts[group.ours[0]],
                    group.end - self._shifts[group.ours[1]],
                    spliced(
                        self.after, group.start, group.end, other.changes[slice(*group.theirs)]
                    ),
                )
                for group in touching(self._inserted, theirs)
            ),
        )

    def map_offset(self, offset: int, side: Literal[-1, 1] = -1) -> int:
        """Return where a place of the base is after the changes, in logarithmic time.

        The two ends of a replaced stretch map to the two ends of what replaced it.

        Args:
            offset: a place in the base.
            side: where to go when words were inserted at the place, or the text around it was
                deleted: -1 before what was inserted there, 1 behind it.

        Raises:
            SpanError: the offset is outside the base.
            OptionError: the side is neither -1 nor 1.
        """
        if type(offset) is not int:
            check_whole("an offset", offset)
        if not 0 <= offset <= len(self.base):
            raise SpanError(f"offset {offset} is outside the text: 0 to {len(self.base)} are in it")
        if side not in (-1, 1):
            raise OptionError(f"a side is -1 (before) or 1 (behind), not {side!r}")
        index = bisect_right(self._starts, offset) - 1
        if index < 0:
            return offset
        change = self.changes[index]
        if offset > change.end or (offset == change.end and change.start < change.end):
            return offset + self._shifts[index + 1]
        before, behind = self._inserted[index]
        if offset == change.start and change.start < change.end:
            return before
        return before if side < 0 else behind

    def map_span(self, span: Span) -> Span | None:
        """Return what is left of a span of the base after the changes.

        Words inserted at its edges stay outside, words that replace its own are in it; an empty
        span stays before what is inserted at it.

        Returns:
            None when no character of it is left, or when it is empty and lay inside deleted text.

        Raises:
            SpanError: the span ends after the base.
        """
        check_kind("span", span, Span)
        index = bisect_right(self._starts, span.start) - 1
        if index >= 0:
            change = self.changes[index]
            inside = change.start < span.start < change.end
            if inside if span.start == span.end else span.end <= change.end:
                return None
        if span.start == span.end:
            place = self.map_offset(span.start)
            return Span(place, place)
        return Span(self.map_offset(span.start, 1), self.map_offset(span.end, -1))

    def rebase(self, other: ChangeSet) -> ChangeSet | Conflict:
        """Carry these changes over others of the same base, to apply after them.

        Whichever goes first, both orders lead to the same text.

        Returns:
            The same changes of the text that `other` leads to, or the conflict where the two
            change the same or adjoining lines.

        Raises:
            ChangeError: `other` is for another text.
        """
        check_kind("other", other, ChangeSet)
        _refuse_other_text(self.base, other.base)
        conflict = find_conflict(self.base, self.changes, other.changes)
        if conflict is not None:
            return conflict
        return ChangeSet(
            other.after,
            (
                Change(other.map_offset(c.start), other.map_offset(c.end), c.insert)
                for c in self.changes
            ),
        )

    @cached_property
    def _starts(self) -> list[int]:
        return [change.start for change in self.changes]

    @cached_property
    def _shifts(self) -> list[int]:
        """How far the text before each change has moved, and the text after the last one."""
        growth = (len(c.insert) - (c.end - c.start) for c in self.changes)
        return list(accumulate(growth, initial=0))

    @cached_property
    def _inserted(self) -> list[tuple[int, int]]:
        """Where each insert stands in the text after the changes."""
        starts = (c.start + shift for c, shift in zip(self.changes, self._shifts, strict=False))
        return [
            (start, start + len(c.insert)) for c, start in zip(self.changes, starts, strict=True)
        ]


def diff(old: str | Document, new: str | Document) -> ChangeSet:
    """Return the changes that lead from one text to another.

    Lines are matched first, then the words of the lines that differ: patience diff (Bram Cohen)
    down to stretches without a unique line, then the shortest edit script (Myers 1986) under a
    bound that keeps the whole near-linear. Always exact: `diff(old, new).after == new`.

    Raises:
        ChangeError: `new` brings in a lone surrogate.
    """
    before, after = _text_of(old), _text_of(new)
    # What is compared on the way, such as two states of a file, may be one name by chance.
    if names_file(before) and names_file(after):
        warn_of_file_name(before)
    return ChangeSet(
        before,
        (
            Change(hunk.old_start, hunk.old_end, after[hunk.new_start : hunk.new_end])
            for hunk in differences(before, after)
        ),
    )


def _text_of(content: str | Document) -> str:
    if isinstance(content, Document):
        return content.text
    if not isinstance(content, str):
        raise no_content(content)
    return content


def _checked(text: str, changes: Iterable[Change]) -> Iterator[Change]:
    """Pass on changes that fit the text and the change before them."""
    check_several("changes", changes, "[Change(0, 1, 'a')]")
    before = None
    for number, change in enumerate(changes, start=1):
        check_kind("a change", change, Change)
        if not (isinstance(change.start, int) and isinstance(change.end, int)):
            raise TypeError(f"change {number} needs whole numbers as offsets: {change!r}")
        if not isinstance(change.insert, str):
            raise TypeError(f"change {number} inserts no text: {change!r}")
        if not 0 <= change.start <= change.end <= len(text):
            raise ChangeError(
                f"change {number} at {_place(text, change)} is not inside the text: "
                f"0 <= start <= end <= {len(text)} was expected"
            )
        if before is not None and change.start < max(before.end, before.start + 1):
            raise ChangeError(
                f"change {number} at {_place(text, change)} begins before the end or at the "
                f"start of change {number - 1} at {_place(text, before)}; changes come in order, "
                "do not overlap, and there is one at an offset"
            )
        _refuse_lone_surrogates(text, number, change)
        before = change
        yield change


def _refuse_lone_surrogates(text: str, number: int, change: Change) -> None:
    at = lone_surrogate(change.insert)
    if at is not None:
        raise ChangeError(
            f"change {number} at {_place(text, change)} inserts U+{ord(change.insert[at]):04X}, "
            "half of a surrogate pair, which no file can hold; a text without lone surrogates "
            "was expected"
        )


def _place(text: str, change: Change) -> str:
    line = text.count("\n", 0, max(0, change.start)) + 1
    return f"{change.start}..{change.end} (line {line})"


def _joined(changes: Iterable[Change]) -> Iterator[Change]:
    """Join changes that touch and leave out what does nothing."""
    run: list[Change] = []
    for change in changes:
        if run and run[-1].end != change.start:
            yield from _as_one(run)
            run = []
        run.append(change)
    yield from _as_one(run)


def _as_one(run: Sequence[Change]) -> Iterator[Change]:
    if not run:
        return
    whole = run[0]
    if len(run) > 1:
        whole = Change(run[0].start, run[-1].end, "".join(change.insert for change in run))
    if whole.start < whole.end or whole.insert:
        yield whole


def _refuse_other_text(expected: str, found: str) -> None:
    if found == expected:
        return
    same = common_prefix(expected, found)
    start = expected.rfind("\n", 0, same) + 1
    raise ChangeError(
        f"the changes are for another text: it should have {len(expected):,} characters, the one "
        f"given has {len(found):,}, and line {expected.count(chr(10), 0, start) + 1} is the first "
        f"to differ: {_line(expected, start, same)} was expected, not {_line(found, start, same)}"
    )


def _line(text: str, start: int, offset: int) -> str:
    """Show a line, from shortly before an offset when it is long."""
    end = text.find("\n", start) + 1 or len(text)
    shown = start if end - start <= _CHARACTERS_SHOWN else max(start, offset - _SHOWN_BEFORE)
    return ("… " if shown > start else "") + _shortened(text[shown:end])


def _shortened(text: str) -> str:
    return repr(text if len(text) <= _CHARACTERS_SHOWN else text[: _CHARACTERS_SHOWN - 1] + "…")
