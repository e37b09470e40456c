"""Changes read like a table: `{old→new}` in a text is a change, all else is kept."""

from __future__ import annotations

import re
from dataclasses import FrozenInstanceError
from typing import TYPE_CHECKING

import pytest

from linewise import Document, Span
from linewise.changes import Change, ChangeSet, Conflict, diff
from linewise.errors import ChangeError, OptionError, SpanError

if TYPE_CHECKING:
    from collections.abc import Callable


def marked(notation: str) -> ChangeSet:
    """Read "one {two→2}" as the change of "one two" to "one 2"."""
    base, changes = "", []
    for kept, old, new in re.findall(r"([^{]*)(?:\{([^→]*)→([^}]*)\})?", notation):
        base += kept
        if old or new:
            changes.append(Change(len(base), len(base) + len(old), new))
        base += old
    return ChangeSet(base, changes)


# Making a change set


@pytest.mark.parametrize(
    ("change", "after"),
    [
        (Change(3, 3, " and"), "one and two"),
        (Change(3, 7, ""), "one"),
        (Change(4, 7, "three"), "one three"),
        (Change(7, 7, "!"), "one two!"),
        (Change(0, 7, ""), ""),
    ],
)
def test_a_change_inserts_deletes_or_replaces(change: Change, after: str) -> None:
    """`text[start:end]` becomes `insert`."""
    assert after == ChangeSet("one two", [change]).apply()


def test_changes_that_touch_are_joined() -> None:
    """Two changes without a kept character in between are one."""
    changes = ChangeSet("abcdef", [Change(1, 2, "x"), Change(2, 4, "y"), Change(5, 6, "z")])
    assert (Change(1, 4, "xy"), Change(5, 6, "z")) == changes.changes


def test_changes_that_do_nothing_are_left_out() -> None:
    """Nothing put in the place of nothing is no change."""
    changes = ChangeSet("abc", [Change(0, 0, ""), Change(2, 2, "")])
    assert ChangeSet("abc") == changes
    assert not changes


def test_a_change_set_is_a_sequence_of_its_changes() -> None:
    """It counts and iterates its changes, and is true when it has any."""
    changes = marked("a{b→x}c{→y}")
    assert len(changes) == 2
    assert [Change(1, 2, "x"), Change(3, 3, "y")] == list(changes)
    assert changes


def test_a_change_set_is_a_frozen_value() -> None:
    """Equal changes of equal texts are equal and hash alike; nothing can be set."""
    assert marked("a{b→x}") == marked("a{b→x}")
    assert hash(marked("a{b→x}")) == hash(marked("a{b→x}"))
    assert marked("a{b→x}") != marked("a{b→y}")
    assert ChangeSet("a") != ChangeSet("b")
    with pytest.raises(FrozenInstanceError):
        marked("a").base = "b"  # type: ignore[misc]


def test_repr_shows_the_first_changes() -> None:
    """A long set does not flood the screen."""
    assert repr(marked("a{b→x}c{→y}")) == "<ChangeSet 1..2 → 'x', 3..3 → 'y'>"
    assert repr(marked("a{→b}" * 9)).endswith("3..3 → 'b', 6 more>")
    assert repr(ChangeSet("a")) == "<ChangeSet without changes>"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ([Change(9, 13, "")], r"change 1 at 9\.\.13 \(line 3\) is not inside the text: .* <= 12"),
        ([Change(-1, 2, "")], r"change 1 at -1\.\.2 \(line 1\) is not inside the text"),
        ([Change(5, 4, "")], r"change 1 at 5\.\.4 \(line 2\) is not inside the text"),
        (
            [Change(0, 5, "x"), Change(4, 6, "y")],
            r"change 2 at 4\.\.6 \(line 2\) .*change 1 at 0\.\.5 \(line 1\)",
        ),
        ([Change(5, 6, "x"), Change(0, 1, "y")], r"change 2 at 0\.\.1 .*come in order"),
        ([Change(4, 4, "x"), Change(4, 6, "y")], r"change 2 at 4\.\.6 .*one at an offset"),
        ([Change(0, 1, "a\ud83d")], r"change 1 at 0\.\.1 \(line 1\) inserts U\+D83D"),
    ],
)
def test_changes_that_do_not_fit_are_refused(changes: list[Change], message: str) -> None:
    """The message names the change, its numbers and its line."""
    with pytest.raises(ChangeError, match=message):
        ChangeSet("one\ntwo\nsix\n", changes)


@pytest.mark.parametrize("change", [Change(0, 1, None), Change("0", 1, "x")])  # type: ignore[arg-type]
def test_a_change_of_the_wrong_type_is_a_type_error(change: Change) -> None:
    """What JSON may bring in place of a text or a number does not get far."""
    with pytest.raises(TypeError, match="change 1"):
        ChangeSet("one", [change])


# Applying and undoing


def test_apply_takes_the_base_as_text_or_document() -> None:
    """The base may be given along, to be sure."""
    changes = marked("a{b→x}")
    assert "ax" == changes.apply() == changes.apply("ab") == changes.apply(Document("ab"))
    assert changes == ChangeSet(Document("ab"), [Change(1, 2, "x")])


def test_apply_refuses_another_text() -> None:
    """The message says how the lengths differ, and the first line that does."""
    with pytest.raises(
        ChangeError, match=r"7 characters.*given has 8.*line 2 .*'two' was expected, not 'two!'"
    ):
        marked("one\n{two→2}").apply("one\ntwo!")


def test_apply_shows_a_long_line_where_it_differs() -> None:
    """Two excerpts that look the same would help nobody."""
    base = "x" * 90 + "old end"
    with pytest.raises(ChangeError, match=r"… 'x{15}old end' was expected, not … 'x{15}new end'$"):
        ChangeSet(base).apply(base.replace("old", "new"))


def test_invert_leads_back() -> None:
    """What was inserted goes, what was deleted comes again."""
    assert marked("a{bc→x}d{→e}f{g→}") == marked("a{x→bc}d{e→}f{→g}").invert()


COMPOSED = [
    # first, second (of the text after the first), both in one
    ("a{→b}c", "ab{→d}c", "a{→bd}c"),
    ("a{→b}c", "a{b→}c", "ac"),
    ("a{→bcd}e", "ab{c→}de", "a{→bd}e"),
    ("a{b→}c", "a{→b}c", "a{b→b}c"),
    ("{a→x}bc", "xb{c→y}", "{a→x}b{c→y}"),
    ("{a→x}bc", "x{b→y}c", "{ab→xy}c"),
    ("a{b→xy}c", "{ax→1}y{c→2}", "{abc→1y2}"),
    ("a{b→}c{d→}e", "a{c→}e", "a{bcd→}e"),
    ("ab{→x}cd", "{abxcd→}", "{abcd→}"),
]


@pytest.mark.parametrize(("first", "second", "both"), COMPOSED)
def test_compose(first: str, second: str, both: str) -> None:
    """One change set does what two do in turn."""
    assert marked(both) == marked(first).compose(marked(second))


def test_compose_refuses_changes_of_another_text() -> None:
    """The second set must be for the text that the first one leads to."""
    with pytest.raises(ChangeError, match="line 1 is the first to differ: 'ac' was expected"):
        marked("a{c→b}").compose(marked("a{c→b}"))


# Places


@pytest.mark.parametrize(
    ("notation", "offset", "before", "behind"),
    [
        ("ab{→XY}cd", 1, 1, 1),
        ("ab{→XY}cd", 2, 2, 4),
        ("ab{→XY}cd", 3, 5, 5),
        ("a{bcd→}e", 1, 1, 1),
        ("a{bcd→}e", 2, 1, 1),
        ("a{bcd→}e", 4, 1, 1),
        ("a{bcd→XY}e", 1, 1, 1),
        ("a{bcd→XY}e", 2, 1, 3),
        ("a{bcd→XY}e", 4, 3, 3),
        ("a{b→}c{→XY}d", 2, 1, 1),
        ("a{b→}c{→XY}d", 3, 2, 4),
        ("a{b→}c{→XY}d", 4, 5, 5),
        ("", 0, 0, 0),
    ],
)
def test_map_offset(notation: str, offset: int, before: int, behind: int) -> None:
    """The ends of a replacement map to its ends; inside, and at an insertion, the side tells."""
    changes = marked(notation)
    assert (before, behind) == (changes.map_offset(offset, -1), changes.map_offset(offset, 1))


@pytest.mark.parametrize(
    ("notation", "span", "mapped"),
    [
        ("ab{→XY}cd", Span(0, 2), Span(0, 2)),
        ("ab{→XY}cd", Span(2, 4), Span(4, 6)),
        ("ab{→XY}cd", Span(1, 3), Span(1, 5)),
        ("ab{→XY}cd", Span(2, 2), Span(2, 2)),
        ("a{bcd→XY}e", Span(0, 2), Span(0, 1)),
        ("a{bcd→XY}e", Span(2, 5), Span(3, 4)),
        ("a{bcd→XY}e", Span(1, 5), Span(1, 4)),
        ("a{bcd→XY}e", Span(1, 4), None),
        ("a{bcd→XY}e", Span(2, 3), None),
        ("a{bcd→XY}e", Span(2, 2), None),
        ("a{bcd→XY}e", Span(1, 1), Span(1, 1)),
        ("a{bcd→XY}e", Span(4, 4), Span(3, 3)),
        ("{a→}", Span(0, 1), None),
    ],
)
def test_map_span(notation: str, span: Span, mapped: Span | None) -> None:
    """A span follows those of its characters that are left; None says that none is."""
    assert mapped == marked(notation).map_span(span)


@pytest.mark.parametrize(
    ("ask", "error", "message"),
    [
        (lambda changes: changes.map_offset(4), SpanError, "offset 4 is outside .* 0 to 3"),
        (lambda changes: changes.map_offset(-1), SpanError, "offset -1 is outside"),
        (lambda changes: changes.map_span(Span(1, 4)), SpanError, "offset 4 is outside"),
        (lambda changes: changes.map_offset(1, 0), OptionError, "-1 .before. or 1 .behind., not 0"),
    ],
)
def test_places_outside_the_text_are_refused(
    ask: Callable[[ChangeSet], object], error: type[Exception], message: str
) -> None:
    """The message names the place and the range there is."""
    with pytest.raises(error, match=message):
        ask(marked("a{b→}c"))


# Rebasing


REBASED = [
    # ours, theirs, ours after theirs
    ("{one→1}\ntwo\nsix\n", "one\ntwo\n{six→6}\n", "{one→1}\ntwo\n6\n"),
    ("one\ntwo\n{six→6}\n", "{one→1111}\ntwo\nsix\n", "1111\ntwo\n{six→6}\n"),
    ("one\ntwo\n{six→6}\n", "{→new\n}one\ntwo\nsix\n", "new\none\ntwo\n{six→6}\n"),
    ("one\ntwo\nsix\n{→end\n}", "{one\n→}two\nsix\n", "two\nsix\n{→end\n}"),
    ("\ufeff{→new\n}one\ntwo\n", "\ufeffone\n{two→2}\n", "\ufeff{→new\n}one\n2\n"),
    ("one\r\ntwo\r\n{six→6}", "{one→1}\r\ntwo\r\nsix", "1\r\ntwo\r\n{six→6}"),
    ("one", "o{n→N}e", "oNe"),
]


@pytest.mark.parametrize(("ours", "theirs", "rebased"), REBASED)
def test_rebase_carries_changes_over_others(ours: str, theirs: str, rebased: str) -> None:
    """With an unchanged line in between, our changes move along."""
    assert marked(rebased) == marked(ours).rebase(marked(theirs))


CONFLICTS = [
    # ours, theirs, the place
    ("{one→1}\ntwo\n", "on{e→E}\ntwo\n", "line 1"),
    ("{one→1}\ntwo\n", "one\n{two→2}\n", "lines 1 to 2"),
    ("{one→1}\ntwo\n", "one\n{→new\n}two\n", "line 1"),
    ("one\n{→our\n}two\n", "one\n{→their\n}two\n", "after line 1"),
    ("{→our\n}one\n", "{→their\n}one\n", "before line 1"),
    ("one\ntwo{→\nour}", "one\n{two→2}", "line 2"),
    ("one\n{→our}", "one\n{→their}", "after line 1"),
    ("{one\n→}two\nsix\n", "one\n{two\n→}six\n", "lines 1 to 2"),
    ("one{\n→ }two\nsix\n", "one\ntwo\n{→new\n}six\n", "lines 1 to 2"),
    ("{\ufeff→}one\n", "\ufeff{→new\n}one\n", "line 1"),
]


@pytest.mark.parametrize(("ours", "theirs", "place"), CONFLICTS)
def test_same_or_adjoining_lines_conflict(ours: str, theirs: str, place: str) -> None:
    """Without an unchanged line in between nobody can tell what is meant."""
    conflict = marked(ours).rebase(marked(theirs))
    assert isinstance(conflict, Conflict)
    assert [place] == [clash.place for clash in conflict.clashes]


def test_a_conflict_shows_both_sides() -> None:
    """A person sees what was there and what either side made of it."""
    ours, theirs = "a\nb\n{c→C}\nd\ne\n{→f\n}", "a\nb\n{c\n→}d\ne\n{→g\n}"
    conflict = marked(ours).rebase(marked(theirs))
    expected = """\
both sides changed the same or adjoining lines at 2 places:
line 3:
  base   | c
  ours   | C
  theirs | (nothing)
after line 5:
  base   | (nothing)
  ours   | f
  theirs | g"""
    assert expected == str(conflict)
    assert repr(conflict) == "<Conflict at line 3, after line 5>"


def test_a_conflict_shows_the_whole_line_that_both_add_to() -> None:
    """What is put before the first word of a line is shown with the line."""
    conflict = marked("a\n{→our }b\n").rebase(marked("a\n{→their }b\n"))
    assert str(conflict).endswith("  base   | b\n  ours   | our b\n  theirs | their b")


def test_a_conflict_is_shown_in_short() -> None:
    """Long passages and long lines are cut where they are shown, and only there."""
    conflict = marked("{a→" + "x\n" * 9 + "}").rebase(marked("{a→" + "y" * 200 + "}"))
    assert "         | … 4 more lines" in str(conflict)
    assert f"  theirs | {'y' * 99}…" in str(conflict)


def test_rebase_refuses_changes_of_another_text() -> None:
    """Both sides start from the same base."""
    with pytest.raises(ChangeError, match="line 1 is the first to differ"):
        marked("a{→b}").rebase(marked("b{→a}"))


# Diff


DIFFS = [
    "",
    "{→one}",
    "{one→}",
    "the {cat→dog} sat",
    "one\n{two\n→}six\n",
    "one\n{→two\n}six\n",
    "one\n{→two\n}one\n{→two\n}six\n",
    "one\ntwo{→\nsix}",
    "one\ntwo{→\n}",
    "one{\r\n→\n}two\r\n",
    "one\r\n{→six\r\n}two{→, and}\r\n",
    "f({a, b→x, y})",
    "f(a, {b→y})",
    "l{a→i}st",
    "{e\u0301→e}t",
    "{e\u0301→a\u0301}",
    "{👩\u200d🌾→👩\u200d🚀}",
    "{👍🏽→👍🏿}",
    "{🇫🇷→🇫🇮}",
    "{कि→की}ताब",
    "我{们→}今{天→年}去",
    "\ufeff{→new\n}one\n",
    "{→\ufeff}one\n",
    "{Nothing of it is left→Rewritten, and through}.\nkept\n",
    "this {one→1}\n{two→2} that\n",
    "x.{→\ny}.\n",
    "one {→two\nsix }ten",
    "{the cat sat by the door→in the end nothing was left of it}\n",
    "{x\nx\n→}once\n{→x\nx\n}",
    "said{→ and done}.\n{→Then gone.\n}",
    "said{ and done→}.\n{Then gone.\n→}",
    "f(a{→, b}):\n{→    check(b)\n}    return a\n",
    "a {→very }long line with {→a }few words changed{ in it→}\n{→and one more\n}kept\n",
]


@pytest.mark.parametrize("notation", DIFFS)
def test_diff_finds_the_change_that_a_reader_sees(notation: str) -> None:
    """Whole lines where lines came or went, else words and characters, never half a one."""
    expected = marked(notation)
    assert expected == diff(expected.base, expected.after)


def test_diff_takes_documents() -> None:
    """A document serves as well as its text."""
    assert diff("one", "two") == diff(Document("one"), Document("two"))


def test_diff_refuses_a_lone_surrogate_in_the_new_text() -> None:
    """A text that no file can hold is not a version."""
    with pytest.raises(ChangeError, match=r"U\+DC00"):
        diff("one", "one\udc00")


def test_diff_goes_by_lines_that_occur_once() -> None:
    """A function put before another is one insertion, not pieces of both."""
    old = "def one():\n    return 1\n"
    new = "def two():\n    return 2\n\n" + old
    assert [Change(0, 0, "def two():\n    return 2\n\n")] == list(diff(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a\nb\n" * 4_000, "b\na\na\nb\n" * 1_000 + "c\nb\nb\na\n" * 1_000),
        ("x\n" * 20_000, "x\n" * 9_000 + "y\n" + "x\n" * 12_000),
        ("ab " * 20_000, "ab " * 9_000 + "ba " + "ab " * 12_000),
        ("".join(f"{i}\n" for i in range(9_000)), "".join(f"{-i}\n" for i in range(9_000))),
        (
            "".join(f"{i}\n" for i in range(9_000)),
            "".join(f"{i}\n" for i in reversed(range(9_000))),
        ),
    ],
    ids=["shuffled", "all equal", "one line", "all new", "reversed"],
)
def test_diff_bears_hostile_texts(old: str, new: str) -> None:
    """Repetition and disorder end in a coarser diff, never in a wrong one."""
    assert new == diff(old, new).apply(old)


def test_a_conflict_tells_its_sides() -> None:
    """The whole lines of a clash: before, as ours makes them, and as theirs."""
    base = "one\ntwo\nthree\n"
    conflict = diff(base, "one\nTWO\nthree\n").rebase(diff(base, "one\n2\nthree\n"))
    assert isinstance(conflict, Conflict)
    assert ("two\n", "TWO\n", "2\n") == conflict.sides(conflict.clashes[0])
