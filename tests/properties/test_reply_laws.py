"""Replies in every form lead to the right text, and damaged ones never to a wrong one."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
import yaml
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from linewise.editing import (
    DeleteLine,
    InsertLineAfter,
    Operation,
    ReplaceLine,
    ReplaceText,
    edit_from_reply,
    plan,
)
from linewise.errors import ReplyError
from reply_forms import Case, Written, applied, cases, listed_values, named_values, replies


@st.composite
def written_cases(draw: st.DrawFn) -> tuple[Case, Written]:
    """Draw a case and a reply that asks for it."""
    case = draw(cases())
    return case, draw(replies(case))


@given(case=cases())
def test_plan_agrees_with_a_linked_list(case: Case) -> None:
    """Operations do what they do to a list of lines that hang on each other."""
    assert case.expected == plan(case.text, case.operations).after.text


@given(case=cases(), data=st.data())
def test_partial_does_what_is_sound(case: Case, data: st.DataObject) -> None:
    """Operations that cannot be trusted change nothing of what the others do, and are listed."""
    bad: list[Operation] = [
        DeleteLine(99),
        ReplaceLine("nowhere", "x"),
        InsertLineAfter("9..3", "x"),
        ReplaceText(0, "a", "b"),
        InsertLineAfter("round", "x", "about"),
        InsertLineAfter("about", "y", "round"),
    ]
    mixed: list[Operation] = data.draw(st.permutations([*case.operations, *bad]))
    in_order = tuple(operation for operation in mixed if operation not in bad)
    edit = plan(case.text, mixed, partial=True)
    assert Case(case.text, in_order).expected == edit.after.text
    assert len(bad) == len(edit.refused)


@given(drawn=written_cases())
def test_every_form_is_read(drawn: tuple[Case, Written]) -> None:
    """The same operations lead to the same text, however they are written."""
    case, written = drawn
    assert case.expected == edit_from_reply(case.text, written.text).after.text


@st.composite
def library_cases(draw: st.DrawFn) -> tuple[Case, str]:
    """Draw a case and a reply that a library wrote, in one of its styles."""
    case = draw(cases())
    items = draw(st.sampled_from([named_values, listed_values]))(case)
    value = {"functions": items} if draw(st.booleans()) else items
    if draw(st.booleans()):
        indent = draw(st.sampled_from([None, 2]))
        return case, json.dumps(value, ensure_ascii=draw(st.booleans()), indent=indent)
    reply = yaml.dump(
        value,
        default_style=draw(st.sampled_from([None, '"', "'", "|", ">"])),
        default_flow_style=draw(st.sampled_from([None, True, False])),
        width=draw(st.sampled_from([20, 80, 10**6])),
        allow_unicode=draw(st.booleans()),
        sort_keys=False,
    )
    # The library writes some folded texts that it does not read back itself.
    assume(yaml.load(reply, Loader=yaml.BaseLoader) == value)  # noqa: S506 - builds texts only
    return case, reply


@given(drawn=library_cases())
def test_what_a_library_writes_is_never_read_otherwise(drawn: tuple[Case, str]) -> None:
    """Whole YAML and JSON mean here what they mean to their libraries, or are refused."""
    case, reply = drawn
    with suppress(ReplyError):
        assert case.expected == edit_from_reply(case.text, reply).after.text


@given(case=cases())
def test_json_that_a_library_writes_is_always_read(case: Case) -> None:
    """There is no JSON of the right names that has to be refused."""
    reply = json.dumps({"functions": named_values(case)})
    assert case.expected == edit_from_reply(case.text, reply).after.text


@st.composite
def damaged_cases(draw: st.DrawFn) -> tuple[Case, Written, str, str]:
    """Draw a case and a reply with one fault in its structure."""
    case = draw(cases())
    written = draw(replies(case))
    text = written.text
    kind = draw(st.sampled_from(["lose", "double", "join", "dedent", "indent", "cut"]))
    places = [at for start, end in written.structure for at in range(start, end)]
    if kind in ("lose", "double"):
        signs = [at for at in places if text[at] in "\"'“”[]{}(),:-="]
        if not signs:
            return case, written, text, "none"
        at = draw(st.sampled_from(signs))
        return case, written, text[:at] + text[at] * 2 * (kind == "double") + text[at + 1 :], kind
    if kind == "cut":
        at = draw(st.integers(0, max(0, len(text) - 1)))
        return case, written, text[:at], kind
    breaks = [at for at in places if text[at] == "\n"]
    at = draw(st.sampled_from(breaks or [len(text) - 1]))
    if kind == "join":
        rest = text[at + 1 :]
        with_ = draw(st.sampled_from(["keep", "space", "nothing"]))
        if with_ != "keep":
            rest = rest.lstrip(" ")
            # A space with nothing behind it would be one more character of a text in a block.
            rest = " " * (with_ == "space" and rest[:1] not in ("", "\n")) + rest
        return case, written, text[:at] + rest, kind
    indent = len(text[at + 1 :]) - len(text[at + 1 :].lstrip(" "))
    if not any(start <= at + 1 < end for start, end in written.structure):
        return case, written, text, "none"
    size = 0 if kind == "dedent" else 2 * indent
    return case, written, text[: at + 1] + " " * size + text[at + 1 + indent :], kind


@settings(max_examples=400)
@given(drawn=damaged_cases())
def test_damage_never_leads_to_another_text(drawn: tuple[Case, Written, str, str]) -> None:
    """A fault in the structure is mended or refused; the text is the right one or none.

    A reply that nothing closes can be cut between two items and be a whole reply again: then
    the items before the cut are done. Where it is cut inside its last, unquoted text, it says so.
    """
    hold_to_the_law(*drawn)


@pytest.mark.slow
@settings(max_examples=20_000)
@given(drawn=damaged_cases())
def test_much_damage_never_leads_to_another_text(drawn: tuple[Case, Written, str, str]) -> None:
    """The same for more faults than a quick run has time for."""
    hold_to_the_law(*drawn)


def hold_to_the_law(case: Case, written: Written, reply: str, kind: str) -> None:
    """Refuse another text than the right one, unless the reply is the whole of a shorter one."""
    try:
        edit = edit_from_reply(case.text, reply)
    except ReplyError:
        return
    if edit.after.text == case.expected:
        return
    assert (kind, written.closed) == ("cut", False), (reply, edit.after.text, case.expected)
    firsts = [applied_or_none(case, count) for count in range(len(case.operations))]
    assert edit.after.text in firsts or "open_ended" in [w.kind for w in edit.warnings], reply


def applied_or_none(case: Case, count: int) -> str | None:
    """Return the text after the first operations, or None when they need the others."""
    try:
        return applied(case.text, case.operations[:count])
    except (KeyError, RecursionError):
        return None
