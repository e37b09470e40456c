"""What holds for every document that is edited through a window."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

import linewise as lw
from focus_models import changing, manual, with_fact
from linewise.editing import Shown, edit_of_shown, focused
from linewise.editing.focus import parts
from linewise.editing.joining import join
from linewise.editing.shown import stretches_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from linewise.models import Message

SEEDS = st.integers(0, 10_000)
DOC = lw.Document("".join(f"line {n}\n" for n in range(1, 13)))


@given(seed=SEEDS)
@settings(max_examples=8)
def test_focus_makes_the_edit_that_the_whole_document_gets(seed: int) -> None:
    """A fact that stands in one place among others like it is changed through a small window."""
    lines, old, new = with_fact(Random(seed), 5_000)  # noqa: S311 - drawn by the seed
    doc, news = lw.Document("\n".join(lines) + "\n"), f"{new[:-1]} now, no longer 7."
    prompts: list[str] = []

    def model(messages: Sequence[Message]) -> str:
        prompts.append(messages[0].content)
        return changing(old, new)(messages)

    focus = lw.edit(doc, news, model, window=6_000)
    assert focus.shown is not None
    assert all(lw.count_tokens(prompt) <= 6_000 for prompt in prompts)
    whole = lw.edit(doc, news, model, window=10**9)
    assert doc.text.replace(old, new) == whole.after.text
    assert whole.changes == focus.changes


@given(lines=st.sets(st.integers(1, 12)), data=st.data())
def test_a_line_that_was_not_shown_is_never_changed(lines: set[int], data: st.DataObject) -> None:
    """Whatever the functions and ranges, hidden lines are refused and stay what they are."""
    shown = Shown(DOC, stretches_of(lines), 1, 1)
    ids = st.integers(0, 13)
    calls = []
    for first, last in data.draw(st.lists(st.tuples(ids, ids), max_size=5)):
        place = f"{first}" if last <= first else f"{first}..{last}"
        calls.append(
            data.draw(
                st.sampled_from(
                    [
                        f'replaceLine: [{place}, "new"]',
                        f"deleteLine: [{place}]",
                        f'insertLineAfter: [{first}, "new"]',
                        f'replaceText: [{first}, "line", "row"]',
                    ]
                )
            )
        )
    reply = "functions:\n" + "".join(f"- {call}\n" for call in calls) if calls else "functions: []"
    try:
        edit = edit_of_shown(shown, reply)
    except lw.ReplyError:
        edit = edit_of_shown(shown, reply, partial=True)
    kept = edit.after.text.splitlines()
    assert all(f"line {n}" in kept for n in range(1, 13) if n not in lines)
    for change in edit.changes:
        near = {DOC.line_at(change.start), DOC.line_at(change.end)}
        assert near & (lines | {line + 1 for line in lines})


@given(lines=st.sets(st.integers(1, 12)))
def test_stretches_and_gaps_are_the_document(lines: set[int]) -> None:
    """What is shown and what is hidden lie end to end, and each line is in one of them."""
    shown = Shown(DOC, stretches_of(lines), 1, 1)
    laid = sorted([*shown.stretches, *shown.hidden()])
    assert list(range(1, 13)) == [n for first, last in laid for n in range(first, last + 1)]
    assert lines == {n for n in range(1, 13) if shown.holds(n, n)}
    assert len(lines) == shown.line_count


@given(seed=SEEDS, tokens=st.integers(150, 3_000), tags=st.booleans())
@settings(max_examples=25)
def test_what_is_shown_keeps_to_its_tokens(seed: int, tokens: int, *, tags: bool) -> None:
    """Focus and parts never take more room than there is; the parts hold every line."""
    rng = Random(seed)  # noqa: S311 - drawn by the seed
    doc = lw.Document("\n".join(manual(rng, 200)) + "\n")
    shown = focused(doc, rng.choice(doc.lines), tokens, tags=tags)
    divided = parts(doc, tokens, tags=tags)
    for one in (shown, *divided):
        assert one.tokens <= tokens
        assert lw.count_tokens(one.text(tags=tags)) <= one.tokens
    for n in range(1, 201):
        assert any(one.holds(n, n) for one in divided)


@given(data=st.data(), cuts=st.sets(st.integers(1, 11), max_size=4))
def test_edits_of_parts_joined_are_the_edit_of_the_whole(
    data: st.DataObject, cuts: set[int]
) -> None:
    """Functions on lines of their own do the same whether one reply holds them or several."""
    calls: list[list[str]] = [[] for _ in range(len(cuts) + 1)]
    for line in range(1, 13):
        call = data.draw(
            st.sampled_from(
                [
                    "",
                    f"- deleteLine: [{line}]\n",
                    f'- replaceLine: [{line}, "new {line}"]\n',
                    f'- insertLineAfter: [{line}, n{line}, "after"]\n- deleteLine: [n{line}]\n',
                    f'- insertLineAfter: [{line}, n{line}, ""]\n- replaceLine: [n{line}, "a"]\n',
                ]
            )
        )
        calls[sum(cut < line for cut in cuts)].append(call)
    whole = lw.edit_from_reply(DOC, _reply(call for part in calls for call in part))
    edits = [lw.edit_from_reply(DOC, _reply(part)) for part in calls]
    assert whole.changes == join(DOC, edits).changes


def _reply(calls: Iterable[str]) -> str:
    listed = "".join(calls)
    return f"functions:\n{listed}" if listed else "functions: []\n"
