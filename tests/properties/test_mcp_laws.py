"""Whatever an agent sends: an answer or a refusal, and nothing damaged."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st

from linewise.mcp_server import TOOLS, Desk, RefusedError, Roots, call

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

TEXTS = ["# A\n\nb\nb\n\nc", "", "\n\n", "x\r\ny\r\n", "\ufeffone\ntwo\n", "7:k3|words\n", "é" * 50]

WORDS = st.one_of(
    st.sampled_from(
        ["a.md", "b.txt", ".", "..", "sub", "/", "1", "0", "1..3", "1:zz", "b", "c", ""]
    ),
    st.text(max_size=12),
)
VALUES: SearchStrategy[Any] = st.recursive(
    st.one_of(WORDS, st.integers(-3, 9), st.none(), st.booleans(), st.floats(allow_nan=False)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)


def said(desk: Desk, tool: str, arguments: dict[str, Any]) -> tuple[dict[str, Any] | None, str]:
    """Return the values of an answer, or none, and its words."""
    try:
        answer = call(desk, tool, arguments)
    except RefusedError as error:
        return None, str(error)
    json.dumps(answer.data)
    return dict(answer.data), answer.text


ROUGH = st.dictionaries(
    st.sampled_from(["op", "line", "content", "old", "new", "id", "other"]),
    st.one_of(st.sampled_from(["insertLineAfter", "replaceText", "1:zz", "0", "x"]), VALUES),
)


@st.composite
def calls(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """Draw a call that is nearly right, or not at all."""
    tool = draw(st.sampled_from(TOOLS))
    names = draw(st.lists(st.sampled_from([*tool.takes, "other"]), unique=True))
    arguments = {name: draw(VALUES) for name in {*names, *tool.required}}
    if tool.name == "propose":
        arguments |= {"path": "a.md", "operations": draw(st.lists(ROUGH, max_size=3))}
    return tool.name, arguments


@settings(max_examples=150)
@given(text=st.sampled_from(TEXTS), asked=st.lists(calls(), max_size=4))
def test_any_call_is_answered_or_refused(
    text: str, asked: list[tuple[str, dict[str, Any]]]
) -> None:
    """No call is a fault of the server, and without a proposal nothing is written."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "root")
        (root / "sub").mkdir(parents=True)
        for name in ("a.md", "b.txt"):
            (root / name).write_bytes(text.encode())
        desk = Desk(Roots([root]))
        for name, arguments in asked:
            _, words = said(desk, name, arguments)
            assert "failed inside linewise" not in words
            assert folder not in words
        assert {"root"} == {path.name for path in Path(folder).iterdir()}
        assert {"sub", "a.md", "b.txt"} == {path.name for path in root.iterdir()}
        assert (root / "a.md").read_bytes() == (root / "b.txt").read_bytes() == text.encode()


OPERATION = st.fixed_dictionaries(
    {
        "op": st.sampled_from(["insertLineAfter", "replaceLine", "deleteLine"]),
        "line": st.integers(0, 6),
        "content": st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
    }
)


@settings(max_examples=100)
@given(
    lines=st.lists(st.text("ab #|:-", max_size=4), min_size=1, max_size=6), ops=st.lists(OPERATION)
)
def test_a_file_is_as_it_was_or_as_it_was_proposed(
    lines: list[str], ops: list[dict[str, Any]]
) -> None:
    """A proposal writes nothing; what is applied and undone was never there."""
    text = "\n".join(lines) + "\n"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.md")
        path.write_bytes(text.encode())
        desk = Desk(Roots([folder]))
        seen = call(desk, "read", {"path": "a.md"}).data
        ids = ["0", *(line.split("|")[0] for line in seen["text"].splitlines())]
        asked = [_named(one, ids) for one in ops]
        proposal = {"path": "a.md", "revision": seen["revision"], "operations": asked}
        edit, words = said(desk, "propose", proposal)
        assert path.read_bytes() == text.encode()
        if edit is None:
            assert words.startswith("nothing was written: ")
            return
        call(desk, "apply", {"edit": edit["edit"]})
        assert path.read_bytes() != text.encode()
        call(desk, "undo", {"path": "a.md"})
        assert path.read_bytes() == text.encode()


def _named(one: dict[str, Any], ids: list[str]) -> dict[str, Any]:
    named = {**one, "line": ids[min(one["line"], len(ids) - 1)]}
    if one["op"] == "deleteLine":
        del named["content"]
    return named


STEPS = st.lists(
    st.tuples(
        st.sampled_from([0, 1]), st.sampled_from(["read", "insert", "replace"]), st.integers(0, 9)
    ),
    max_size=10,
)


@settings(max_examples=40)
@given(steps=STEPS)
def test_agents_with_old_eyes_lose_nothing(steps: list[tuple[int, str, int]]) -> None:
    """Whatever either read when, each line that was written stands until it is replaced, once."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.md")
        path.write_text("".join(f"line {n}\n" for n in range(6)))
        desks = [Desk(Roots([folder])) for _ in range(2)]
        seen = [call(desk, "read", {"path": "a.md"}).data for desk in desks]
        expected = set(path.read_text().splitlines())
        for number, (who, what, where) in enumerate(steps):
            if what == "read":
                seen[who] = call(desks[who], "read", {"path": "a.md"}).data
                continue
            rows = seen[who]["text"].splitlines()
            line, old = rows[where % len(rows)].split("|", 1)
            new = f"new {number}"
            op = {"insert": "insertLineAfter", "replace": "replaceLine"}[what]
            operation = {"op": op, "line": line, "content": new}
            proposal = {"path": "a.md", "revision": seen[who]["revision"]}
            edit, _ = said(desks[who], "propose", {**proposal, "operations": [operation]})
            if edit is None:
                continue
            done, _ = said(desks[who], "apply", {"edit": edit["edit"]})
            if done is not None:
                expected = (expected - ({old} if what == "replace" else set())) | {new}
            lines = path.read_text().splitlines()
            assert sorted(lines) == sorted(expected)
