"""The algebra of changes, and places and lines against oracles too simple to be wrong."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linewise.changes import Change, ChangeSet, Conflict, diff
from linewise.errors import ChangeError
from strategies import change_sets, line_change_sets, offsets, spans, texts, versions

if TYPE_CHECKING:
    from collections.abc import Callable


def invert_undoes_apply(data: st.DataObject) -> None:
    """The inverse leads back, and its inverse is where one began."""
    changes = data.draw(texts().flatmap(change_sets))
    undo = changes.invert()
    assert changes.base == undo.apply(changes.apply())
    assert changes == undo.invert()


def compose_is_one_after_the_other(data: st.DataObject) -> None:
    """Composing does what both do in turn, and how the turns are grouped makes no difference."""
    first = data.draw(texts().flatmap(change_sets))
    second = data.draw(change_sets(first.after))
    third = data.draw(change_sets(second.after))
    assert second.after == first.compose(second).after
    grouped_left = first.compose(second).compose(third)
    assert grouped_left == first.compose(second.compose(third))


def no_change_is_neutral(data: st.DataObject) -> None:
    """Composing with nothing changes nothing, on either side."""
    changes = data.draw(texts().flatmap(change_sets))
    assert changes == ChangeSet(changes.base).compose(changes)
    assert changes == changes.compose(ChangeSet(changes.after))


def a_change_set_is_canonical(data: st.DataObject) -> None:
    """A character is kept between two changes, each does something, and values travel."""
    changes = data.draw(texts().flatmap(change_sets))
    assert all(a.end < b.start for a, b in zip(changes.changes, changes.changes[1:], strict=False))
    assert all(change.start < change.end or change.insert for change in changes)
    again = pickle.loads(pickle.dumps(changes))
    assert (changes, hash(changes)) == (again, hash(again))


def offsets_move_like_markers(data: st.DataObject) -> None:
    """A place ends up where a marker put there among the characters does."""
    changes = data.draw(texts().flatmap(change_sets))
    places = marker_places(changes)
    for offset in range(len(changes.base) + 1):
        assert places[offset, -1] == changes.map_offset(offset, -1)
        assert places[offset, 1] == changes.map_offset(offset, 1)


def spans_keep_what_is_left(data: st.DataObject) -> None:
    """A span keeps exactly those of its characters that are left; None says that none is."""
    changes = data.draw(texts().flatmap(change_sets))
    span = data.draw(spans(changes.base))
    mapped = changes.map_span(span)
    survivors = {
        place for at, place in kept_characters(changes).items() if span.start <= at < span.end
    }
    if span.start == span.end:
        gone = any(change.start < span.start < change.end for change in changes)
        assert gone == (mapped is None)
        assert mapped is None or mapped.start == mapped.end == changes.map_offset(span.start, -1)
    elif mapped is None:
        assert not survivors
    else:
        kept = set(kept_characters(changes).values())
        assert survivors
        assert survivors == kept.intersection(range(mapped.start, mapped.end))


def diff_is_exact(data: st.DataObject) -> None:
    """A diff leads from the old text to the new one, and back."""
    old, new = data.draw(versions())
    changes = diff(old, new)
    assert new == changes.apply(old)
    assert old == changes.invert().apply(new)
    assert bool(changes) == (old != new)


def diff_splits_no_character(data: st.DataObject) -> None:
    """No change starts or ends inside CRLF or before a mark, unless it is one on a blank."""
    old, new = data.draw(versions())
    changes = diff(old, new)
    for version, text in ((changes, old), (changes.invert(), new)):
        for change in version:
            for edge in (change.start, change.end):
                before, after = text[:edge][-1:], text[edge:][:1]
                assert before + after != "\r\n"
                assert before.strip() == "" or after not in {"\u0301", "\u200d"}


def rebase_commutes_or_conflicts(data: st.DataObject) -> None:
    """Either order leads to one text; a conflict is there exactly when lines meet."""
    base = data.draw(texts())
    kinds = st.one_of(change_sets(base, 3), line_change_sets(base))
    ours, theirs = data.draw(kinds), data.draw(kinds)
    rebased, other_way = ours.rebase(theirs), theirs.rebase(ours)
    if met_lines(ours) & met_lines(theirs):
        assert isinstance(rebased, Conflict)
        assert isinstance(other_way, Conflict)
        assert all(clash.ours and clash.theirs for clash in rebased.clashes)
        assert all(clash.place in rebased.describe() for clash in rebased.clashes)
    else:
        assert isinstance(rebased, ChangeSet)
        assert isinstance(other_way, ChangeSet)
        assert rebased.apply(theirs.after) == other_way.apply(ours.after)
        assert theirs.compose(rebased) == ours.compose(other_way)


def misfits_are_refused(data: st.DataObject) -> None:
    """A second change that does not start behind the first one, and another text, are refused."""
    text = data.draw(texts())
    end = data.draw(offsets(text))
    start = data.draw(st.integers(0, end))
    next_start = data.draw(st.integers(0, max(start, end - 1)))
    with pytest.raises(ChangeError, match="change 2 at "):
        ChangeSet(text, [Change(start, end, "x"), Change(next_start, len(text), "y")])
    with pytest.raises(ChangeError, match="for another text"):
        ChangeSet(text).apply(text[:start] + "another" + text[end:])


LAWS = [
    invert_undoes_apply,
    compose_is_one_after_the_other,
    no_change_is_neutral,
    a_change_set_is_canonical,
    offsets_move_like_markers,
    spans_keep_what_is_left,
    diff_is_exact,
    diff_splits_no_character,
    rebase_commutes_or_conflicts,
    misfits_are_refused,
]


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@given(data=st.data())
def test_law(law: Callable[[st.DataObject], None], data: st.DataObject) -> None:
    """Each law holds for whatever is drawn."""
    law(data)


@pytest.mark.slow
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@settings(max_examples=10_000)
@given(data=st.data())
def test_law_ten_thousand_times(law: Callable[[st.DataObject], None], data: st.DataObject) -> None:
    """The same, for long."""
    law(data)


# The oracles


def marker_places(changes: ChangeSet) -> dict[tuple[int, int], int]:
    """Return where places end up that stand as markers, one for each side, among the characters."""
    row: list[str | tuple[int, int]] = [(0, -1), (0, 1)]
    for at, character in enumerate(changes.base, start=1):
        row += [character, (at, -1), (at, 1)]
    for change in reversed(changes.changes):
        pure = change.start == change.end
        left = row.index((change.start, -1 if pure else 1)) + 1
        right = row.index((change.end, 1 if pure else -1))
        markers = [item for item in row[left:right] if isinstance(item, tuple)]
        before = [marker for marker in markers if marker[1] < 0]
        row[left:right] = [*before, *change.insert, *(m for m in markers if m not in before)]
    return {
        item: sum(isinstance(other, str) for other in row[:at])
        for at, item in enumerate(row)
        if isinstance(item, tuple)
    }


def kept_characters(changes: ChangeSet) -> dict[int, int]:
    """Return for each character of the base that is left where it stands afterwards."""
    row: list[int | str] = list(range(len(changes.base)))
    for change in reversed(changes.changes):
        row[change.start : change.end] = change.insert
    return {item: at for at, item in enumerate(row) if isinstance(item, int)}


def met_lines(changes: ChangeSet) -> set[int]:
    """Return the borders between lines that changes meet; border `k` is the start of line `k`.

    A line is met, and so are its two borders, when one of its characters goes, when something
    is put inside it, or when it no longer starts where a line starts.
    """
    base = changes.base
    mark = int(base.startswith("\ufeff"))
    line_starts = {mark, *(at + 1 for at, character in enumerate(base) if character == "\n")}
    met = set()
    for start, end, insert in ((c.start, c.end, c.insert) for c in changes):
        met.add(base[:start].count("\n"))
        lines = {base[:at].count("\n") for at in range(max(start, mark), end)}
        if start == end and start not in line_starts:
            lines.add(base[:start].count("\n"))
        if not (insert.endswith("\n") or (insert == "" and start in line_starts)):
            lines.add(base[:end].count("\n"))
        met |= lines | {line + 1 for line in lines}
    return met
