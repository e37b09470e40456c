"""Arguments of another kind: each name of the API refuses them in the words of the argument."""

from __future__ import annotations

import inspect
import traceback
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import linewise as lw
from linewise._kinds import file_name_hint
from linewise.bulk import bulk_stream

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
@pytest.mark.parametrize(
    ("value", "hint"),
    [
        (Path("dye.pdf"), r"lw\.load\(path\) opens a file"),
        (b"%PDF-", r"lw\.load\(data\) reads the bytes of a file"),
    ],
    ids=["path", "bytes"],
)
def test_a_path_is_no_text(call: Callable[[Any], object], value: object, hint: str) -> None:
    """Where a text is taken, the message names what opens a file."""
    told = rf"a text or a document was expected, not {type(value).__name__}; {hint}"
    with pytest.raises(TypeError, match=told):
        call(value)


@pytest.mark.parametrize("call", [lw.Document, lambda text: lw.by_lines(text, 1)])
def test_the_text_of_a_document_is_no_path(call: Callable[[Any], object]) -> None:
    """Who writes `Document(path)` is told what makes one of a file."""
    with pytest.raises(lw.DocumentError, match=r"is a str, not \w+; lw\.load\(path\) opens a file"):
        call(Path("dye.pdf"))


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


def _names() -> list[tuple[str, str, object]]:
    """Return each call that takes a text or a document, its argument, and names of files."""
    # Of these two, both texts say whether names were given; a base was opened before.
    apart = {("diff", "old"), ("diff", "new"), ("ChangeSet", "base")}
    found: list[tuple[str, str, object]] = [
        (name, "text", "ferry.md") for name in ("by_lines", "by_chars", "by_tokens")
    ]
    for name, argument in _calls():
        kind = str(inspect.signature(getattr(lw, name)).parameters[argument].annotation)
        if kind == "Content" or {"Document", "str"} <= {*kind.split(" | ")}:
            found.append((name, argument, "ferry.md"))
        if kind == "Content" or "Iterable[Document | str]" in kind:
            found.append((name, argument, ["ferry.md"]))
    return [one for one in found if one[:2] not in apart]


@pytest.fixture
def ferry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with a file."""
    monkeypatch.chdir(tmp_path)
    Path("ferry.md").write_text(TEXT, encoding="utf-8")


@pytest.mark.usefixtures("ferry")
@pytest.mark.parametrize(("name", "argument", "given"), _names())
def test_the_name_of_a_file_is_asked_about(name: str, argument: str, given: object) -> None:
    """Whoever gives it means the file, mostly; the warning names the line of their own code.

    The name has one line and few words, so that many a call finds nothing in it.
    """
    call: Callable[..., Any] = getattr(lw, name)
    values = {
        one.name: RIGHT.get(one.name, 100)
        for one in inspect.signature(call).parameters.values()
        if one.default is one.empty and one.kind is not one.VAR_KEYWORD
    }
    if name == "chapters":
        values["model"] = lw.Function(lambda _: "chapters: [[1, 'all']]")
    with (
        pytest.warns(UserWarning, match=r'mean linewise\.load\("ferry\.md"\)\?$') as warned,
        suppress(lw.LinewiseError),
    ):
        call(**values | {argument: given})
    assert {__file__} == {one.filename for one in warned}


@pytest.mark.usefixtures("ferry")
def test_two_names_of_files_are_asked_about() -> None:
    """One name against a text may be two states of a file that holds a name."""
    with pytest.warns(UserWarning, match="did you mean linewise"):
        lw.diff("ferry.md", "ferry.md")
    assert "ferry.md." == lw.diff("ferry.md", "ferry.md.").after


@pytest.mark.usefixtures("ferry")
@pytest.mark.parametrize(
    "text", ["ferry.md\n", "other.md", "ferry", ".", "", "Read ferry.md.", "ferry.md\0", "x" * 999]
)
def test_what_names_no_file_is_a_text(text: str) -> None:
    """Only where there is a file of that very name it may have been meant."""
    lw.split(text)
    lw.split(lw.Document("ferry.md"))


@pytest.mark.usefixtures("ferry")
def test_rows_and_streams_are_texts() -> None:
    """Whoever reads them from tables has read them already, and the disk is not asked."""
    Path("rows.jsonl").write_text('{"text": "ferry.md"}\n', encoding="utf-8")
    [batch] = bulk_stream(["rows.jsonl"])
    assert ["ferry.md"] == batch.column("text").to_pylist()
    assert ["ferry.md"] == [chunk.text for chunk in lw.iter_split(["ferry.md"])]


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
