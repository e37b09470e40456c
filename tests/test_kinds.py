"""Arguments of another kind: each name of the API refuses them in the words of the argument."""

from __future__ import annotations

import inspect
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import linewise as lw
from linewise._kinds import file_name_hint

if TYPE_CHECKING:
    from collections.abc import Callable

TEXT = "# Valves\n\n" + "".join(
    f"Valve {n} of the hall leaks in spring. A man mended pump {n * 7}.\n\n## Part {n}\n\n"
    for n in range(20)
)
KINDS: list[Any] = [None, 3, Path("dye.pdf"), b"", [], [3], object()]

# What is right for an argument that has to be there, by its name; a value fails by itself then.
RIGHT: dict[str, Any] = {
    "base": "one",
    "batch": "abc",
    "blocks": ["one"],
    "changes": lw.diff("a", "b"),
    "chunks": [],
    "content": TEXT,
    "docs": TEXT,
    "document": lw.Document(TEXT),
    "documents": [TEXT],
    "edit": lw.plan(TEXT, [lw.DeleteLine(1)]),
    "end": 2,
    "information": "valve 3 is new",
    "instruction": "the valves",
    "line": 1,
    "max_tokens": 9_000,
    "model": lw.Function(lambda _: "functions: []"),
    "name": "Chunks",
    "new": "b",
    "number": 1,
    "numbers": [1],
    "old": "a",
    "operations": [],
    "path": "dye.md",
    "pieces": [],
    "quote": "mended",
    "rankings": [["a"]],
    "raw": "<p>one</p>",
    "reply": "functions: []",
    "source": b"%PDF",
    "start": 1,
    "text": TEXT,
    "written": "question\nwhat\n",
}

# An enumeration, a base class and a protocol: nobody calls them.
APART = {"ReplyErrorKind", "TextSplitter", "Model"}


def _calls() -> list[tuple[str, str]]:
    """Return each function and class with each of its arguments."""
    found = []
    for name in lw.__all__:
        value = getattr(lw, name)
        if not callable(value) or name in APART or name.endswith("Error"):
            continue
        kinds = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
        told = inspect.signature(value).parameters.values()
        found += [(name, one.name) for one in told if one.kind not in kinds]
    return found


@pytest.mark.parametrize(("name", "argument"), _calls())
def test_no_message_is_pythons_own(
    name: str, argument: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is wrong is said by us: `'PosixPath' object is not iterable` tells a newcomer nothing.

    An argument may take such a value, too; but whatever is raised is raised on purpose.
    """
    monkeypatch.chdir(tmp_path)
    Path("dye.md").write_text(TEXT, encoding="utf-8")
    call: Callable[..., Any] = getattr(lw, name)
    for value in KINDS:
        given = {
            one.name: RIGHT.get(one.name)
            for one in inspect.signature(call).parameters.values()
            if one.default is one.empty and one.kind is not one.VAR_KEYWORD
        }
        try:
            found = call(**given | {argument: value})
            if hasattr(found, "__next__"):
                next(found, None)
        except lw.LinewiseError:
            continue
        except TypeError as error:
            raised = (traceback.extract_tb(error.__traceback__)[-1].line or "").startswith("raise")
            told = str(error)
        else:
            continue
        assert raised, f"{value!r}: {told}"


@pytest.mark.parametrize(
    "call",
    [
        lw.split,
        lw.compare,
        lw.suggest,
        lw.view,
        lw.number,
        lw.chapters,
        lw.summarize,
        lw.key_points,
        lw.sentences,
        lambda content: lw.extract(content, 1),
        lambda content: lw.locate_quote(content, "a word"),
        lambda content: lw.edit_from_reply(content, "functions: []"),
        lambda content: lw.find_passages(content, "valves", lambda _: "[]"),
    ],
)
@pytest.mark.parametrize("value", [Path("dye.pdf"), b"%PDF-"])
def test_a_path_is_no_text(call: Callable[[Any], object], value: object) -> None:
    """Where a text is taken, the message names what opens a file."""
    told = rf"a text or a document was expected, not {type(value).__name__}; lw\.load opens a file"
    with pytest.raises(TypeError, match=told):
        call(value)


@pytest.mark.parametrize(
    "call",
    [lw.log, lw.why, lw.undo, lw.apply, lw.revision_diff, lw.TextFile.read],
    ids=lambda call: call.__name__,
)
def test_a_document_is_no_path(call: Callable[..., object]) -> None:
    """Where a file is changed or looked back on, its path is what is wanted."""
    more: dict[str, Any] = {"line": 1} if call is lw.why else {}
    more |= {"edit": lw.plan(TEXT, [])} if call is lw.apply else {}
    with pytest.raises(TypeError, match="the path of the file was expected, not Document"):
        call(lw.Document(TEXT), **more)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: lw.compare(TEXT, budgets=800), r"budgets are several, such as \(800, 1600\)"),  # type: ignore[arg-type]
        (lambda: lw.compare(TEXT, ["500/50"], "q.csv"), r"read_questions\(text\) reads CSV"),  # type: ignore[arg-type]
        (lambda: lw.edit_files(TEXT, "new", lambda _: ""), "documents are several"),
    ],
)
def test_one_value_is_not_several(call: Callable[[], object], told: str) -> None:
    """A text is not read letter by letter where several things are wanted."""
    with pytest.raises(TypeError, match=told):
        call()


HINT = r"; the text is 'loom0\.md': lw\.load opens a file"


@pytest.mark.parametrize(
    "call",
    [
        lambda text: lw.extract(text, 5),
        lambda text: lw.number(text, lines=(3, 5)),
        lambda text: lw.plan(text, [lw.DeleteLine(3)]),
        lambda text: lw.edit_from_reply(text, "functions:\n- deleteLine: [272]\n"),
    ],
)
def test_what_fails_with_a_file_name_says_so(call: Callable[[str], object]) -> None:
    """A text may be one word; only where a call fails with it is a file thought of."""
    with pytest.raises(lw.LinewiseError, match=HINT):
        call("loom0.md")
    with pytest.raises(lw.LinewiseError, match="line") as refused:
        call("one line of words.")
    assert "lw.load" not in str(refused.value)


def test_a_comparison_without_questions_says_so() -> None:
    """Of a file name no question can be made."""
    assert "lw.load opens a file" in lw.compare("loom0.md", ["500/50"]).notes[0]


def test_a_file_name_is_still_a_text() -> None:
    """Nothing that succeeds is changed by what the text looks like."""
    assert ["dye.pdf"] == [chunk.text for chunk in lw.split("dye.pdf")]
    assert "dye.pdf" == lw.extract("dye.pdf", 1).text


@pytest.mark.parametrize("name", ["dye.pdf", "a/b/dye.md", r"C:\docs\dye.docx", "../x.tar.gz"])
def test_names_of_files_are_known(name: str) -> None:
    """One word with a suffix, whatever folder it names; the disk is not asked."""
    assert name in file_name_hint(name).replace("\\\\", "\\")


@pytest.mark.parametrize("text", ["", "Words.", "a word.md", "dye.pdf\n", "3.14", "e.g.", ".md"])
def test_other_texts_are_no_file_names(text: str) -> None:
    """Words, sentences, numbers and lines are what they are."""
    assert not file_name_hint(text)


def test_a_wrong_name_is_told_what_is_near() -> None:
    """Who writes `lw.find` finds `find_passages`."""
    with pytest.raises(AttributeError, match=r"no attribute 'find'; did you mean find_passages\?"):
        lw.find  # noqa: B018 - the look-up is the test
    with pytest.raises(AttributeError, match="did you mean summarize"):
        lw.summarise  # noqa: B018 - as above
    with pytest.raises(AttributeError, match=r"no attribute 'zebra'$"):
        lw.zebra  # noqa: B018 - as above
